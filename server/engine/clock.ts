/**
 * Time and ids of one company. Time never goes back, also when the node's clock does or another node's was ahead, so that
 * lots stand in the order in which they came and id order is creation order (S-VALUE-4).
 */
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES_PER_ID = 16
/** Random bytes are drawn for many ids at once: a call into the system's generator costs more than all else in an id. */
const POOLED_IDS = 256

const pool = new Uint8Array(RANDOM_BYTES_PER_ID * POOLED_IDS)
let poolOffset = pool.length

function randomBytes(): Uint8Array {
  if (poolOffset === pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  const bytes = pool.slice(poolOffset, poolOffset + RANDOM_BYTES_PER_ID)
  poolOffset += RANDOM_BYTES_PER_ID
  return bytes
}

export class CompanyClock {
  private milliseconds: number
  private text: string
  private sequence = 0
  private readonly now: () => number

  /** @param lastAt the time of the company's last command, in milliseconds since 1970. `now`: the time of the node. */
  constructor(lastAt: number, now: () => number = Date.now) {
    this.now = now
    // One later, as in catchUp: in the millisecond of its last command another node may have given many ids.
    this.milliseconds = lastAt + 1
    this.text = new Date(this.milliseconds).toISOString()
  }

  /** The time of the next command: now, or the time of the last command if that is later. */
  tick(): string {
    this.advance(this.now())
    return this.text
  }

  /** Another node's command was at this time: ids made from now on come after its ids. */
  catchUp(at: number): void {
    this.advance(at + 1)
  }

  /** A UUIDv7 that is greater than all that this company's clock gave before. */
  newId(): string {
    this.sequence += 1
    return v7({ msecs: this.milliseconds, seq: this.sequence, random: randomBytes() })
  }

  private advance(to: number): void {
    if (to <= this.milliseconds) return
    this.milliseconds = to
    this.text = new Date(to).toISOString()
    this.sequence = 0
  }
}
