/**
 * Looks up idempotency keys that were used before. Keys that arrive while a look-up is in progress share the next
 * look-up. So when a client repeats many commands over several connections, one round trip serves several keys.
 */
import type { AskedKey, FoundCommand } from '../store/commands.ts'
import type { CompanyStore } from './company-store.ts'

/** The maximum number of keys in one look-up. */
const MAX_TOGETHER = 64
/** The maximum number of look-ups in progress at the same time for a company. */
const AT_ONCE = 2
/**
 * For how long after a repeated command every new key is looked up before its command is decided, because the client
 * will probably repeat more commands.
 */
const LIKELY_MS = 10_000
/** The number of unused keys in a row after which no further repeated commands are expected. */
const MOST_NEW = 64

interface Asking {
  readonly asked: AskedKey
  resolve(found: FoundCommand | null): void
  reject(error: unknown): void
}

export class KeyLookups {
  private readonly store: Pick<CompanyStore, 'findReplayed'>
  private readonly companyId: string
  private waiting: Asking[] = []
  private running = 0
  private likelyUntil = 0
  private newInARow = 0

  constructor(store: Pick<CompanyStore, 'findReplayed'>, companyId: string) {
    this.store = store
    this.companyId = companyId
  }

  /**
   * Whether a key has probably been used even though it is not in memory, because a client is repeating old commands.
   * Looking up such a key is faster than making a commit that would be refused.
   */
  get areLikely(): boolean {
    return this.newInARow < MOST_NEW && performance.now() < this.likelyUntil
  }

  /** Returns the command for which a key was used; null when the key is unused. */
  async find(asked: AskedKey): Promise<FoundCommand | null> {
    const found = await new Promise<FoundCommand | null>((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject })
      // Send the keys that arrive in the same turn of the event loop together.
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
    // The same key may be requested twice for different data, so these requests are combined.
    const byKey = new Map<string, AskedKey>()
    for (const { asked } of together) {
      const known = byKey.get(asked.key)
      byKey.set(asked.key, {
        key: asked.key,
        isWhole: asked.isWhole || known?.isWhole === true,
        settingsAt: asked.settingsAt ?? known?.settingsAt ?? null,
      })
    }
    const found = await this.store.findReplayed(this.companyId, [...byKey.values()])
    return new Map(found.map((one) => [one.key, one]))
  }
}
