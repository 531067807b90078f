/**
 * Makes one call serve all callers that arrive before the call starts. A call that is already running does not serve
 * later callers, because its result may be older than their request.
 */
export function freshSingleFlight<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const start = (): Promise<T> => {
    const started = call().finally(() => {
      if (running === started) running = null
    })
    running = started
    return started
  }
  return () => {
    if (running === null) return start()
    next ??= running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
