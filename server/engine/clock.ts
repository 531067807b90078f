/**
 * Time and ids of one company. Time never goes back, also when the node's clock does or another node's was ahead, so that
 * lots stand in the order in which they came and id order is creation order (decisions.md §1).
 */
import { v7 } from 'uuid'

export class CompanyClock {
  private milliseconds: number
  private sequence = 0

  /** @param lastAt the time of the company's last command, in milliseconds since 1970. */
  constructor(lastAt: number) {
    this.milliseconds = lastAt
  }

  /** The time of the next command: now, or the time of the last command if that is later. */
  tick(): string {
    this.advance(Date.now())
    return new Date(this.milliseconds).toISOString()
  }

  /** Another node's command was at this time: ids made from now on come after its ids. */
  catchUp(at: number): void {
    this.advance(at + 1)
  }

  /** A UUIDv7 that is greater than all that this company's clock gave before. */
  newId(): string {
    this.sequence += 1
    return v7({ msecs: this.milliseconds, seq: this.sequence })
  }

  private advance(to: number): void {
    if (to <= this.milliseconds) return
    this.milliseconds = to
    this.sequence = 0
  }
}
