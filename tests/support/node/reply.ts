/** An answer in the form that tests use. */
export interface Reply<T = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  /** The body as received. */
  readonly text: string
  /** The parsed body; {} if there was none. */
  readonly json: T
}
