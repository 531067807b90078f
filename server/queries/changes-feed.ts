/**
 * Streams the changes of companies as they happen. For each company with readers, one loop is woken by this node's
 * commits and checks once a second for commits of other nodes. It formats each change once for all readers that keep
 * up.
 */
import type { View } from '../domain/costs.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import type { EngineLog } from '../engine/memory.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { Alarm } from '../runtime/alarm.ts'
import { type ChangesSince, changesBetween } from './changes.ts'

const MAX_READERS_PER_TOKEN = 32
const MAX_READERS_PER_COMPANY = 256

export interface FeedTimes {
  /** The interval, in milliseconds, at which a feed checks for other nodes' commits and for revoked tokens. */
  readonly lookEveryMs: number
  /** The number of milliseconds after an event in which further commits are combined into one event. */
  readonly gatherMs: number
  /**
   * How often a reader without news gets a heartbeat, so that no proxy on the way considers the
   * connection dead.
   */
  readonly heartbeatMs: number
  /**
   * The number of milliseconds without taking data after which a reader is disconnected. The reader can resume from its
   * last event.
   */
  readonly stalledMs: number
}

/**
 * The intervals that the service uses. They ensure that a reader whose token is revoked is disconnected within a
 * second.
 */
const TIMES: FeedTimes = { lookEveryMs: 900, gatherMs: 20, heartbeatMs: 15_000, stalledMs: 60_000 }

export interface FeedOptions {
  readonly companyId: string
  readonly tokenId: string
  /**
   * The revision that the reader has; null when the reader has no state of this history and must first get the whole
   * state.
   */
  readonly since: number | null
  readonly view: View
  /** Resolves to true while the reader's token is valid. If the promise rejects, the function is called again later. */
  readonly isAllowed: () => Promise<boolean>
  /** Cuts the connection of a reader that takes no data. */
  readonly cut: () => void
}

/** An event for a reader: changes, or a heartbeat when there is nothing new. */
export type FeedEvent = ChangesSince | 'heartbeat'

/** One open stream of changes. */
export interface FeedReader {
  /**
   * The events of the stream, one at a time, on request. They end when the token is revoked, the
   * service stops, or `close` is called.
   */
  readonly events: AsyncGenerator<FeedEvent, void>
  close(): void
}

/** All open streams of changes on one node. */
export class ChangesFeed {
  private readonly companies: Companies
  private readonly log: EngineLog
  private readonly times: FeedTimes
  private readonly watches = new Map<string, CompanyWatch>()
  private readonly onCommit = (companyId: string) => this.watches.get(companyId)?.wake()
  private isClosed = false

  constructor(companies: Companies, log: EngineLog, times: FeedTimes = TIMES) {
    this.companies = companies
    this.log = log
    this.times = times
    companies.commitListeners.add(this.onCommit)
  }

  /**
   * Opens a stream of changes. Refuses with RATE_LIMITED when the token or the company has too many readers, and with
   * UNAVAILABLE after `close`.
   */
  open(options: FeedOptions): FeedReader {
    if (this.isClosed) throw new Refusal('UNAVAILABLE', 'The service is stopping. Connect again in a moment.')
    const known = this.watches.get(options.companyId)
    if (known !== undefined) return known.open(options)
    const { companies, log, times } = this
    const watch = new CompanyWatch({ companies, log, times, companyId: options.companyId })
    this.watches.set(options.companyId, watch)
    const reader = watch.open(options)
    void watch.run(() => this.watches.delete(options.companyId))
    return reader
  }

  /** Ends all streams. Clients connect again, and resume from their last event. */
  close(): void {
    this.isClosed = true
    this.companies.commitListeners.delete(this.onCommit)
    for (const watch of this.watches.values()) watch.close()
  }
}

interface Reader extends FeedOptions {
  readonly alarm: Alarm
  isOpen: boolean
  /** When the event that the reader is still receiving was sent, or null while the reader waits for the next event. */
  givenAt: number | null
}

interface WatchParts {
  readonly companies: Companies
  readonly log: EngineLog
  readonly times: FeedTimes
  readonly companyId: string
}

const newPrints = (): Record<View, Map<number | null, Promise<ChangesSince>>> => ({
  full: new Map(),
  'without costs': new Map(),
})

class CompanyWatch {
  private readonly parts: WatchParts
  private readonly readers = new Set<Reader>()
  private readonly alarm = new Alarm()
  private company: Company | null = null
  private state: StateSnapshot | null = null
  /** The state before the newest state. Most readers still have it when the next change arrives. */
  private before: StateSnapshot | null = null
  /** The formatted changes up to the newest state, by view and by the revision that they start from. */
  private printed = newPrints()

  constructor(parts: WatchParts) {
    this.parts = parts
  }

  open(options: FeedOptions): FeedReader {
    const ofToken = [...this.readers].filter(({ tokenId }) => tokenId === options.tokenId).length
    if (ofToken >= MAX_READERS_PER_TOKEN || this.readers.size >= MAX_READERS_PER_COMPANY)
      throw new Refusal(
        'RATE_LIMITED',
        `A token can have at most ${MAX_READERS_PER_TOKEN} open streams and a company ${MAX_READERS_PER_COMPANY}. Close some first.`,
      )
    const reader: Reader = { ...options, alarm: new Alarm(), isOpen: true, givenAt: null }
    this.readers.add(reader)
    this.wake()
    return { events: this.read(reader), close: () => this.dismiss(reader) }
  }

  wake(): void {
    this.alarm.ring()
  }

  close(): void {
    for (const reader of this.readers) this.dismiss(reader)
  }

  /**
   * Runs until the last reader has disconnected. `onEnd` is called in the same iteration of the event loop, so that no
   * reader can join after the end.
   */
  async run(onEnd: () => void): Promise<void> {
    const { lookEveryMs, gatherMs } = this.parts.times
    let lookedAt = Number.NEGATIVE_INFINITY
    while (this.readers.size > 0) {
      const isDue = performance.now() - lookedAt >= lookEveryMs
      if (isDue) lookedAt = performance.now()
      await Promise.all([this.refresh(), isDue ? this.checkReaders() : undefined])
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      await this.alarm.wait(Math.max(0, lookedAt + lookEveryMs - performance.now()))
    }
    onEnd()
  }

  private dismiss(reader: Reader): void {
    reader.isOpen = false
    this.readers.delete(reader)
    reader.alarm.ring()
    if (this.readers.size === 0) this.wake()
  }

  private async refresh(): Promise<void> {
    const { companies, companyId, log } = this.parts
    try {
      const company = await companies.get(companyId)
      const state = (await company?.current()) ?? null
      if (company === null || state === null || state.revision === this.state?.revision) return
      // A company that was reloaded shares no chunks with its earlier state, so read its changes from the log.
      this.before = this.company === company ? this.state : null
      this.company = company
      this.state = state
      this.printed = newPrints()
      for (const reader of this.readers) reader.alarm.ring()
    } catch (error) {
      if (!companies.database.health.explains(error))
        log.warn({ error, companyId }, 'The changes could not be read; trying again')
    }
  }

  private async checkReaders(): Promise<void> {
    const stalledSince = performance.now() - this.parts.times.stalledMs
    await Promise.all(
      [...this.readers].map(async (reader) => {
        // An error does not show that the token is invalid, so the token will be checked again.
        if (!(await reader.isAllowed().catch(() => true))) this.dismiss(reader)
        if (reader.givenAt !== null && reader.givenAt < stalledSince) {
          this.dismiss(reader)
          reader.cut()
        }
      }),
    )
  }

  private async *read(reader: Reader): AsyncGenerator<FeedEvent, void> {
    let revision = reader.since
    let isQuiet = false
    while (reader.isOpen) {
      const isBehind = this.state !== null && (revision === null || this.state.revision > revision)
      if (isBehind || isQuiet) {
        const event = isBehind ? await this.changesSince(revision, reader.view) : 'heartbeat'
        if (event !== 'heartbeat') revision = event.revision
        reader.givenAt = performance.now()
        yield event
        reader.givenAt = null
        isQuiet = false
      } else isQuiet = !(await reader.alarm.wait(this.parts.times.heartbeatMs))
    }
  }

  private changesSince(since: number | null, view: View): Promise<ChangesSince> {
    const [company, state, printed] = [this.company!, this.state!, this.printed[view]]
    const known = printed.get(since)
    if (known !== undefined) return known
    const before =
      since === null || this.before?.revision === since
        ? Promise.resolve(since === null ? null : this.before)
        : company.beforeChanges(since)
    const changes = before.then((found) => changesBetween({ companyId: company.id, view }, found, state))
    printed.set(since, changes)
    // If formatting fails, the streams that waited for it end. When their readers reconnect, formatting is tried again.
    changes.catch(() => printed.delete(since))
    return changes
  }
}
