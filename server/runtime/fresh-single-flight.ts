/**
 * Makes one call serve all who ask while it waits to begin. A call that is already under way does not serve a later asker: its
 * answer may be older than the question.
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
