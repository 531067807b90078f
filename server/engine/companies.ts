/**
 * The companies in memory. They are loaded on first use, and the least recently used are dropped when memory runs
 * short.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompanyLimits } from '../limits/limits.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import { METERS } from '../runtime/meters.ts'
import { listDeleted } from '../store/companies.ts'
import type { Database } from '../store/database.ts'
import { Company } from './company.ts'
import type { CompanyStore } from './company-store.ts'
import { databaseStore } from './database-store.ts'
import type { Decided } from './decide.ts'
import type { EngineLog } from './memory.ts'
import { type CommandClock, TRUSTED_CLOCK } from './node-clock.ts'
import { loadCompany } from './records.ts'

/** The measured memory of an empty company, in bytes. */
const BYTES_OF_NONE = 30_000
/** The delay in milliseconds between a request and the recount of all companies' memory. */
const RECOUNT_AFTER_MS = 1_000
/**
 * For how many milliseconds a recount of the memory may run before it yields to other work. The recount visits every
 * chunk of records.
 */
const RECOUNT_SLICE_MS = 2

/** Estimates the memory that a company takes, by adding up one sum per chunk instead of examining each record. */
export function bytesOf(company: Company): number {
  const counted = new Set<object>()
  return BYTES_OF_NONE + company.heldBytes(counted)
}

/** The load that one company puts on this node. */
export interface CompanyLoad {
  readonly companyId: string
  /** The company's memory in bytes, as of the last count. */
  readonly bytes: number
  /** The number of pending commands. */
  readonly waiting: number
}

interface Ready {
  readonly company: Company
  /** The company's memory in bytes, as of the last count. */
  bytes: number
}

/**
 * The maximum number of companies loaded at the same time. It is limited because loading a company takes a connection,
 * and memory for the JSON of its records.
 */
const LOADED_AT_ONCE = 4
/**
 * The maximum number of companies loaded at the same time before anyone requests them. With two, the database prepares
 * the next company while this node's main thread processes the current one.
 */
const LOADED_AHEAD_AT_ONCE = 2

/**
 * The number of milliseconds by which the time of a company's last command may be in the future. A later time must come
 * from a wrong clock.
 */
const FUTURE_MS = 86_400_000

/** A listener that receives each batch committed by this node. */
export type CommitListener = (companyId: string, decided: readonly Decided[]) => void

export class Companies {
  readonly database: Database
  readonly log: EngineLog
  /** The store of the companies. It may be replaced only before the first company is loaded. */
  store: CompanyStore
  /** The clock for commands. It may be replaced only before the first company is loaded. */
  clock: CommandClock = TRUSTED_CLOCK
  /** The limits of companies; by default, there are none. They may be replaced only before the first company is loaded. */
  limits: CompanyLimits
  private readonly memoryLimitBytes: number
  private readonly loading = fairLimiter({ atOnce: LOADED_AT_ONCE, perCompany: 1, maxWaiting: 1, refusal: '' })
  /** The loaded companies in order of use, least recently used first. */
  private readonly loaded = new Map<string, Promise<Company | null>>()
  private readonly ready = new Map<string, Ready>()
  private isRecountDue = false
  readonly commitListeners = new Set<CommitListener>()

  constructor(database: Database, log: EngineLog, memoryLimitBytes: number) {
    this.database = database
    this.store = databaseStore(database)
    this.log = log
    this.memoryLimitBytes = memoryLimitBytes
    this.limits = new CompanyLimits(database)
  }

  /** Returns the company in memory, loading it if needed; null when it does not exist. */
  get(companyId: string): Promise<Company | null> {
    return this.use(companyId)
  }

  private async use(companyId: string, signal?: AbortSignal): Promise<Company | null> {
    this.recountSoon()
    const known = this.loaded.get(companyId)
    if (known !== undefined && this.ready.get(companyId)?.company.isBroken !== true) {
      this.loaded.delete(companyId)
      this.loaded.set(companyId, known)
      return known
    }
    const loading = this.load({ companyId, signal })
    this.loaded.set(companyId, loading)
    return loading
  }

  /**
   * Loads companies before anyone requests them, in the given order, until the time is up or a sixty-fourth of the
   * memory for companies is used. The rest of that memory is left for companies that are requested later. Nothing else
   * may use the companies before this function returns.
   */
  async loadAhead(companyIds: readonly string[], forMs: number): Promise<void> {
    const signal = AbortSignal.timeout(forMs)
    const left = companyIds[Symbol.iterator]()
    const loadInTurn = async () => {
      for (const companyId of left) {
        if (signal.aborted || this.heldBytes > this.memoryLimitBytes / 64) return
        try {
          await this.use(companyId, signal)
        } catch (error) {
          // Only log the error here, because the next request for the company will report it.
          if (!signal.aborted) this.log.warn({ companyId, error }, 'A company could not be loaded in advance')
        }
      }
    }
    await Promise.all(Array.from({ length: LOADED_AHEAD_AT_ONCE }, loadInTurn))
  }

  /**
   * Forces every company to be loaded again on its next use, because memory may contain changes that were lost when the
   * database was restored.
   */
  forgetAll(): void {
    for (const { company } of this.ready.values()) company.distrust()
  }

  /** Drops deleted companies from memory. */
  async dropDeleted(): Promise<void> {
    for (const companyId of await listDeleted(this.database, [...this.ready.keys()])) {
      this.ready.get(companyId)?.company.distrust()
      this.ready.delete(companyId)
      this.loaded.delete(companyId)
    }
  }

  /** The number of companies in memory. */
  get size(): number {
    return this.ready.size
  }

  /** Lists the load of each company in memory. */
  loads(): CompanyLoad[] {
    return [...this.ready].map(([companyId, { company, bytes }]) => ({ companyId, bytes, waiting: company.waiting }))
  }

  /** The estimated memory of all companies, as of the last count. */
  get heldBytes(): number {
    return [...this.ready.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  private async load(asker: Asker): Promise<Company | null> {
    const { companyId } = asker
    const beganAt = performance.now()
    try {
      const loaded = await this.loading(asker, () => loadCompany(this.store, asker))
      if (loaded === null) {
        this.loaded.delete(companyId)
        return null
      }
      if (loaded.lastAt > this.clock.now() + FUTURE_MS)
        this.log.warn(
          { companyId, lastAt: new Date(loaded.lastAt) },
          'The last command of a company is in the future: its clock stands still until then',
        )
      const company = new Company(this, companyId, loaded)
      company.onCommit((decided) => {
        for (const listener of this.commitListeners) listener(companyId, decided)
      })
      this.ready.set(companyId, { company, bytes: bytesOf(company) })
      METERS.companyLoads.observe((performance.now() - beganAt) / 1_000)
      this.dropBeyondLimit(companyId)
      return company
    } catch (error) {
      this.loaded.delete(companyId)
      throw error
    }
  }

  /**
   * Schedules a recount of the memory that each company uses. Companies grow after they are loaded: by commands,
   * serialized responses and list indexes.
   */
  private recountSoon(): void {
    if (this.isRecountDue) return
    this.isRecountDue = true
    setTimeout(() => void this.recount(), RECOUNT_AFTER_MS).unref()
  }

  private async recount(): Promise<void> {
    let pauseAt = performance.now() + RECOUNT_SLICE_MS
    for (const one of [...this.ready.values()]) {
      one.bytes = bytesOf(one.company)
      if (performance.now() < pauseAt) continue
      await nextTurn()
      pauseAt = performance.now() + RECOUNT_SLICE_MS
    }
    this.isRecountDue = false
    this.dropBeyondLimit([...this.loaded.keys()].at(-1))
  }

  /**
   * Drops the least recently used companies while the memory limit is exceeded. A company that has work in progress is
   * left for a later recount.
   */
  private dropBeyondLimit(keep: string | undefined): void {
    let bytes = this.heldBytes
    for (const companyId of this.loaded.keys()) {
      if (bytes <= this.memoryLimitBytes) return
      const one = this.ready.get(companyId)
      if (companyId === keep || one === undefined || !one.company.isIdle) continue
      bytes -= one.bytes
      this.ready.delete(companyId)
      this.loaded.delete(companyId)
      METERS.companyEvictions.inc()
    }
  }

  /** Resolves when no company has work left. Used for an orderly shutdown, after new requests are refused. */
  async drain(): Promise<void> {
    while ([...this.ready.values()].some(({ company }) => !company.isIdle))
      await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
