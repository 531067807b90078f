/** An HTTP response in the form that tests use. */
export interface Reply<T = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  /** The response body as text, exactly as it was received. */
  readonly text: string
  /** The parsed response body; {} if there was none. */
  readonly json: T
}
