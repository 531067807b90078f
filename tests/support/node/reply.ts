/** An answer as tests look at it. */
export interface Reply<T = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  /** The body as it came. */
  readonly text: string
  /** The parsed body; {} when there was none. */
  readonly json: T
}
