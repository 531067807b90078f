/** The companies that are in memory: loaded on first use, dropped least-recently-used when they are too many. */
import { fairTurns } from '../domain/turns.ts'
import type { Database } from '../store/database.ts'
import { Company } from './company.ts'
import { indexedCount } from './company-indexes.ts'
import type { Decided } from './decide.ts'
import type { EngineLog } from './memory.ts'
import { type CommandClock, TRUSTED_CLOCK } from './node-clock.ts'
import { loadCompany } from './records.ts'

/** Measured: a product with its stock row and a lot takes about 3 KB (bench/memory.ts). */
const BYTES_PER_RECORD = 1_300
/** Measured: what lists find a product by (engine/record-index.ts). */
const BYTES_PER_INDEXED = 1_000

const bytesOf = (company: Company) => company.recordCount * BYTES_PER_RECORD + indexedCount(company) * BYTES_PER_INDEXED

/** Each takes a connection, and memory for the texts of its records. */
const LOADED_AT_ONCE = 4

/** A last command that is further ahead than this was decided by a clock that was wrong. */
const FUTURE_MS = 86_400_000

/** Is told of each batch that this node committed. */
export type CommitListener = (companyId: string, decided: readonly Decided[]) => void

export class Companies {
  readonly database: Database
  readonly log: EngineLog
  /** Set before the first company is loaded, if at all. */
  clock: CommandClock = TRUSTED_CLOCK
  private readonly memoryLimitBytes: number
  private readonly loading = fairTurns({ atOnce: LOADED_AT_ONCE, perCompany: 1, maxWaiting: 1, refusal: '' })
  /** In order of use, least recent first. */
  private readonly loaded = new Map<string, Promise<Company | null>>()
  private readonly ready = new Map<string, Company>()
  readonly commitListeners = new Set<CommitListener>()

  constructor(database: Database, log: EngineLog, memoryLimitBytes: number) {
    this.database = database
    this.log = log
    this.memoryLimitBytes = memoryLimitBytes
  }

  /** The company in memory; null when it does not exist. */
  async get(companyId: string): Promise<Company | null> {
    const known = this.loaded.get(companyId)
    if (known !== undefined && this.ready.get(companyId)?.isBroken !== true) {
      this.loaded.delete(companyId)
      this.loaded.set(companyId, known)
      return known
    }
    const loading = this.load(companyId)
    this.loaded.set(companyId, loading)
    return loading
  }

  /** How many companies are in memory. */
  get size(): number {
    return this.ready.size
  }

  private async load(companyId: string): Promise<Company | null> {
    try {
      const loaded = await this.loading({ companyId }, () => loadCompany(this.database, companyId))
      if (loaded === null) {
        this.loaded.delete(companyId)
        return null
      }
      if (loaded.lastAt > this.clock.now() + FUTURE_MS)
        this.log.warn(
          { companyId, lastAt: new Date(loaded.lastAt) },
          'The last command of a company is in the future: its times stand still until then',
        )
      const company = new Company(this, companyId, loaded)
      company.onCommit((decided) => {
        for (const listener of this.commitListeners) listener(companyId, decided)
      })
      this.ready.set(companyId, company)
      this.dropBeyondLimit(companyId)
      return company
    } catch (error) {
      this.loaded.delete(companyId)
      throw error
    }
  }

  /** A company at work is never dropped; its turn comes when another one is loaded. */
  private dropBeyondLimit(keep: string): void {
    let bytes = 0
    for (const company of this.ready.values()) bytes += bytesOf(company)
    for (const companyId of this.loaded.keys()) {
      if (bytes <= this.memoryLimitBytes) return
      const company = this.ready.get(companyId)
      if (companyId === keep || company === undefined || !company.isIdle) continue
      bytes -= bytesOf(company)
      this.ready.delete(companyId)
      this.loaded.delete(companyId)
    }
  }

  /** Resolves when no company has work left. For the orderly stop, after new requests are refused. */
  async drain(): Promise<void> {
    while ([...this.ready.values()].some((company) => !company.isIdle))
      await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
