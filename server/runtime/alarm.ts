/** A wait that other code can cut short. */
export class Alarm {
  private hasRung = false
  private wakeUp: (() => void) | null = null

  /** Ends the current wait. If nobody is waiting, the next wait ends at once. */
  ring(): void {
    this.hasRung = true
    this.wakeUp?.()
  }

  /**
   * Waits until `ring` is called, but at most `ms` milliseconds. Only one caller may wait at a
   * time. @returns false when the time ran out.
   */
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
