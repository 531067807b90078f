/**
 * Looking up keys that were used before. Those that come while a look-up is on its way go into the next one together: who sends a script
 * again over several connections takes a round trip for some keys, and not one for each.
 */
import { type AskedKey, type FoundCommand, findReplayed } from '../store/commands.ts'
import type { Database } from '../store/database.ts'

/** Keys of one look-up. */
const MAX_TOGETHER = 64
/** Look-ups of a company that are on their way. */
const AT_ONCE = 2
/** For so long after a replay each new key is looked up before its command is decided: one more of the same script is likely. */
const LIKELY_MS = 10_000
/** Unless so many in a row were new. */
const MOST_NEW = 64

interface Asking {
  readonly asked: AskedKey
  resolve(found: FoundCommand | null): void
  reject(error: unknown): void
}

export class KeyLookups {
  private readonly database: Database
  private readonly companyId: string
  private waiting: Asking[] = []
  private running = 0
  private likelyUntil = 0
  private newInARow = 0

  constructor(database: Database, companyId: string) {
    this.database = database
    this.companyId = companyId
  }

  /**
   * True when a key that nobody remembers may well have been used: commands of long ago are being sent again. To find that out by a
   * commit that is refused takes longer than to look.
   */
  get areLikely(): boolean {
    return this.newInARow < MOST_NEW && performance.now() < this.likelyUntil
  }

  /** What a key was used for; null: for nothing yet. */
  async find(asked: AskedKey): Promise<FoundCommand | null> {
    const found = await new Promise<FoundCommand | null>((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject })
      // What arrives in the same turn of the event loop goes together.
      setImmediate(() => this.send())
    })
    if (found === null) this.newInARow += 1
    else {
      this.newInARow = 0
      this.likelyUntil = performance.now() + LIKELY_MS
    }
    return found
  }

  private send(): void {
    if (this.running === AT_ONCE || this.waiting.length === 0) return
    const together = this.waiting.splice(0, MAX_TOGETHER)
    this.running += 1
    this.ask(together).then(
      (found) => {
        this.running -= 1
        for (const { asked, resolve } of together) resolve(found.get(asked.key) ?? null)
        this.send()
      },
      (error: unknown) => {
        this.running -= 1
        for (const { reject } of together) reject(error)
        this.send()
      },
    )
  }

  private async ask(together: readonly Asking[]): Promise<Map<string, FoundCommand>> {
    // One and the same key may be asked for in two forms.
    const byKey = new Map<string, AskedKey>()
    for (const { asked } of together) {
      const known = byKey.get(asked.key)
      byKey.set(asked.key, {
        key: asked.key,
        isWhole: asked.isWhole || known?.isWhole === true,
        settingsAt: asked.settingsAt ?? known?.settingsAt ?? null,
      })
    }
    const found = await findReplayed(this.database, this.companyId, [...byKey.values()])
    return new Map(found.map((one) => [one.key, one]))
  }
}
