/**
 * Assigns times and ids to a company's commands. A company's time never goes back, even if the node's clock does or
 * another node's clock was ahead. This keeps lots in the order of arrival, and ids in the order of creation
 * (S-VALUE-4).
 */
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const RANDOM_BYTES_PER_ID = 16
/**
 * The number of ids for which random bytes are generated at once, because calling the system's generator takes longer
 * than all other steps of making an id.
 */
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

  /**
   * Makes the clock of a company.
   * @param lastAt the time of the company's last command, in milliseconds since 1970.
   * @param now returns the node's time.
   */
  constructor(lastAt: number, now: () => number = Date.now) {
    this.now = now
    // Start one millisecond later, as catchUp does: another node may have issued many ids in the millisecond of its
    // last command.
    this.milliseconds = lastAt + 1
    this.text = new Date(this.milliseconds).toISOString()
  }

  /** Returns the time of the next command: now, or the time of the last command if that is later. */
  tick(): string {
    this.advance(this.now())
    return this.text
  }

  /** Moves the company's time past the time of another node's command, so that new ids sort after that node's ids. */
  catchUp(at: number): void {
    this.advance(at + 1)
  }

  /** Returns a UUIDv7 greater than every id that this company's clock has issued. */
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
