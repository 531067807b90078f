/** Waiting that can be cut short. */
export class Alarm {
  private hasRung = false
  private wakeUp: (() => void) | null = null

  /** Ends the wait, or the next one when nobody waits. */
  ring(): void {
    this.hasRung = true
    this.wakeUp?.()
  }

  /** Waits until it rings, `ms` at most; for one at a time. @returns false when it did not ring. */
  async wait(ms: number): Promise<boolean> {
    if (!this.hasRung) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      this.wakeUp = resolve
      await promise
      clearTimeout(timer)
      this.wakeUp = null
    }
    const rang = this.hasRung
    this.hasRung = false
    return rang
  }
}
