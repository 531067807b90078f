/**
 * The engine's store over a database in memory. Each statement is a message over a wire, which may delay it, lose it,
 * or lose its answer. Like a connection of PostgreSQL, a transaction ends without effect when its connection breaks.
 */
import type { Prefetch } from '../../../server/commands/define.ts'
import { FINISHED_STATUSES, type FinishableKind, type Kind } from '../../../server/domain/records.ts'
import { Refusal } from '../../../server/domain/refusals.ts'
import type { CompanyReading, CompanyStore, CompanyWriting, Reads } from '../../../server/engine/company-store.ts'
import { type Asker, HUNG_UP } from '../../../server/runtime/fair-limiter.ts'
import type { Batch } from '../../../server/store/batches.ts'
import type { FoundCommand, LogPage, StoredCommand } from '../../../server/store/commands.ts'
import { type CompanyRow, noCompany } from '../../../server/store/companies.ts'
import { isConnectionFailure } from '../../../server/store/connection-failures.ts'
import type { Projections } from '../../../server/store/projections.ts'
import type { Projector } from '../../../server/store/projector.ts'
import { answerFacts, type Tables as FactTables } from '../model/engine-prefetch.ts'
import {
  type LogRow,
  loadable,
  type MemoryDatabase,
  type StoredCompany,
  statusOf,
  type Table,
  type Tables,
  type Version,
  writeImages,
} from './memory-database.ts'

/** Settles the promise of a message: with an answer, or with the error of a statement. */
interface Reply {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Where a message takes effect. It answers at once or, when it waits for a lock, later. */
export type Effect = (reply: Reply) => void

/** A connection. When one of its messages is lost, the connection is broken, and so are its later messages. */
export interface Connection {
  /** Sends a message; resolves to its answer. */
  ask<T>(effect: Effect): Promise<T>
  /** Called when the database notices that the connection is broken. */
  onBroken: () => void
}

/** The network between a node and the database. */
export interface Wire {
  /** Opens a connection. A `single` connection carries one message, which may take effect although its sender gave up. */
  open(single: boolean): Connection
}

/** A network that loses nothing and takes no time. */
export const PERFECT_WIRE: Wire = {
  open: () => ({
    ask: <T>(effect: Effect) => new Promise<T>((resolve, reject) => effect({ resolve, reject } as Reply)),
    onBroken: () => undefined,
  }),
}

/** Sends a message whose effect needs no lock. */
function tell<T>(connection: Connection, effect: () => T): Promise<T> {
  return connection.ask<T>(({ resolve, reject }) => {
    try {
      resolve(effect())
    } catch (error) {
      reject(error)
    }
  })
}

/** What the projector asks of a database in memory. */
export function projectionsOf(database: MemoryDatabase, wire: Wire): Projections {
  const at = (companyId: string) => database.companies.get(companyId)
  return {
    listBehind: () =>
      tell(wire.open(true), () =>
        [...database.companies.values()].filter(({ projected, row }) => projected < row.revision).map(({ id }) => id),
      ),
    projectLog: (companyId, most) => tell(wire.open(true), () => at(companyId)?.projectLog(most) ?? null),
    projectGiven: (companyId, given) => tell(wire.open(true), () => at(companyId)?.projectGiven(given) ?? null),
  }
}

/** The data that a transaction sees: a version of the company, with what the transaction itself wrote. */
class Transaction {
  readonly company: StoredCompany
  readonly written: LogRow[] = []
  row: CompanyRow
  holdsLock = false
  isOver = false
  private readonly version: Version | null
  private own: { tables: Tables; projected: number } | null = null

  /** @param version the version that a read-only transaction sees. Without it, the latest version is seen. */
  constructor(company: StoredCompany, version: Version | null) {
    this.company = company
    this.version = version
    this.row = company.row
  }

  get seenRow(): CompanyRow {
    if (this.version !== null) return this.version.row
    return this.written.length > 0 ? this.row : this.company.row
  }

  get tables(): Tables {
    return this.own?.tables ?? this.version?.tables ?? this.company.version().tables
  }

  get projected(): number {
    return this.own?.projected ?? this.version?.projected ?? this.company.projected
  }

  byKey(key: string): LogRow | undefined {
    const found = this.company.byKey.get(key) ?? this.written.find((row) => row.key === key)
    return found !== undefined && this.sees(found) ? found : undefined
  }

  /** Returns the successful commands after revision `since`, up to `upTo`. */
  after({ since, upTo }: { readonly since: number; readonly upTo: number }): LogRow[] {
    const own = this.written.filter(({ revision }) => revision !== null && revision > since && revision <= upTo)
    return [...this.company.byRevision.slice(since, Math.min(upTo, this.seenRow.revision)), ...own]
  }

  write(batch: Batch): boolean {
    const rows = this.company.prepare(batch, this.seenRow.revision, this.written)
    if (rows === null) return false
    this.written.push(...rows)
    this.row = rowOf(batch)
    return true
  }

  project(): void {
    const { tables, projected } = this.company.version()
    const copied = new Set<string>()
    const tableOf = (kind: string): Table => {
      if (copied.has(kind)) return tables.get(kind)!
      copied.add(kind)
      const copy: Table = new Map(tables.get(kind))
      tables.set(kind, copy)
      return copy
    }
    for (const { after, revision } of this.after({ since: projected, upTo: Number.POSITIVE_INFINITY }))
      writeImages(tableOf, JSON.parse(after!), revision!)
    this.own = { tables, projected: this.seenRow.revision }
  }

  end(isCommit: boolean): void {
    if (this.isOver) return
    this.isOver = true
    if (isCommit && this.written.length > 0) this.company.append(this.written, this.row)
    if (isCommit && this.own !== null) this.company.installTables(this.own.tables, this.own.projected)
    if (this.holdsLock) this.company.unlock()
  }

  private sees({ position }: LogRow): boolean {
    return this.version === null || position < this.version.logLength
  }
}

const rowOf = ({ revision, at, totals, counters }: Batch): CompanyRow => ({
  revision,
  last_at: new Date(at),
  totals,
  counters,
})

const storedOf = (row: LogRow): StoredCommand => {
  const images = row.after === null ? null : JSON.parse(row.after)
  const placed = row.result === null ? images?.orders?.[row.entityId] : undefined
  return {
    id: row.id,
    key: row.key,
    fingerprint: row.fingerprint,
    status: row.status,
    result: row.result,
    placed: placed === undefined ? null : JSON.stringify(placed),
    totals: images === null ? null : JSON.stringify(images.totals),
    entity_id: row.entityId,
    revision: row.revision,
  }
}

/** Returns as much of a page of the log as fits into its limits; at least one row. */
function pageOf(rows: readonly LogRow[], { maxRows, maxBytes }: LogPage, column: 'changes' | 'after'): LogRow[] {
  let bytes = 0
  return rows.slice(0, maxRows).filter((row) => {
    const fits = bytes < maxBytes
    bytes += Buffer.byteLength(row[column]!)
    return fits
  })
}

const FETCHED_TOGETHER = 1_000

/** Shows tables to the model's answers to prefetch queries. */
function factTables(tables: Tables): FactTables {
  const shown = (table: Table | undefined) => ({
    get: (key: string) => table?.get(key)?.record,
    values: () => [...(table?.values() ?? [])].map(({ record }) => record),
  })
  return { get: (kind: Kind) => shown(tables.get(kind)) } as unknown as FactTables
}

function readingOf(connection: Connection, tx: Transaction): CompanyReading {
  const told = <T>(effect: () => T) => tell(connection, effect)
  const fetched = new Map<Kind, string[]>()
  return {
    findCompany: () => told(() => tx.seenRow),
    findProjectedRevision: () => told(() => tx.projected),
    loadRecords: (kind) => told(() => loadable(tx.tables, kind)),
    openRecords: (kinds) =>
      told(() => {
        for (const kind of kinds) fetched.set(kind, loadable(tx.tables, kind))
      }),
    fetchRecords: (kind) =>
      told(() => {
        const texts = fetched.get(kind)!.splice(0, FETCHED_TOGETHER)
        return { texts, areLast: texts.length < FETCHED_TOGETHER }
      }),
    findRecords: (kind, keys) => told(() => keys.flatMap((key) => tx.tables.get(kind)?.get(key)?.text ?? [])),
    listFinishedAsOf: (kind, asOf) => told(() => finishedAsOf(tx, kind, asOf)),
    prefetch: (queries: readonly Prefetch[]) => told(() => answerFacts(factTables(tx.tables), queries)),
    findCommands: (keys) => told(() => keys.flatMap((key) => tx.byKey(key) ?? []).map((row) => storedOf(row))),
    findCommandId: (revision) => told(() => tx.after({ since: revision - 1, upTo: revision })[0]?.id ?? null),
    listChangesSince: (page) =>
      told(() =>
        pageOf(tx.after(page), page, 'changes').map(({ revision, changes }) => ({
          revision: revision!,
          changes: changes!,
        })),
      ),
    listImagesSince: (page) =>
      told(() => pageOf(tx.after(page), page, 'after').map(({ revision, after }) => ({ revision: revision!, after }))),
    sumChanges: (range) =>
      told(() => tx.after(range).reduce((sum, { changes }) => sum + Buffer.byteLength(changes!), 0)),
    findCheckpoint: (revision) =>
      told(() => {
        const { checkpoints, byRevision } = tx.company
        const known = checkpoints.filter(
          (one) => one.revision <= revision && byRevision[one.revision - 1]?.id === one.commandId,
        )
        return known.sort((a, b) => b.revision - a.revision)[0] ?? null
      }),
    listChunks: (digests) =>
      told(() =>
        digests.flatMap((digest) => {
          const content = tx.company.chunks.get(digest.toString('base64'))
          return content === undefined ? [] : [{ digest, content }]
        }),
      ),
  }
}

function finishedAsOf(
  { tables }: Transaction,
  kind: FinishableKind,
  { revision, limit }: { readonly revision: number; readonly limit: number },
): string[] {
  const finished: readonly string[] = FINISHED_STATUSES[kind]
  return [...(tables.get(kind) ?? [])]
    .filter(([, row]) => finished.includes(statusOf(row)) && row.record.revision <= revision)
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, limit)
    .map(([, { text }]) => text)
}

function writingOf(connection: Connection, tx: Transaction): CompanyWriting {
  return {
    ...readingOf(connection, tx),
    lock: () =>
      connection.ask<number>(({ resolve }) => {
        tx.company.lock(() => {
          // The connection may have broken while the transaction waited.
          if (tx.isOver) return tx.company.unlock()
          tx.holdsLock = true
          resolve(tx.seenRow.revision)
        })
      }),
    project: () => tell(connection, () => tx.project()),
    commit: (batch) => tell(connection, () => tx.write(batch)),
  }
}

/** The parts of a node over which its store works. */
interface StoreParts {
  readonly database: MemoryDatabase
  readonly wire: Wire
  readonly projector: Projector
}

/** Returns the engine's store over a database in memory. */
export function memoryStore({ database, wire, projector }: StoreParts): CompanyStore {
  const at = (companyId: string): StoredCompany => {
    const company = database.companies.get(companyId)
    if (company === undefined) throw noCompany()
    return company
  }
  const read = async <T>(asker: Asker, reads: Reads, work: (reading: CompanyReading) => Promise<T>): Promise<T> => {
    const { companyId, signal } = asker
    if (signal?.aborted) throw new Refusal('UNAVAILABLE', HUNG_UP)
    let needed: number | null = null
    for (;;) {
      const connection = wire.open(false)
      const version = await tell(connection, () => database.companies.get(companyId)?.version() ?? null)
      if (version === null) return work({ findCompany: () => Promise.resolve(null) } as unknown as CompanyReading)
      needed ??= version.row.revision
      if (reads === 'log' || version.projected >= needed)
        return work(readingOf(connection, new Transaction(at(companyId), version)))
      await projector.reach(companyId, needed)
    }
  }
  return {
    health: { explains: isConnectionFailure, connectionFailed: () => undefined },
    projector,
    commit: (batch) =>
      wire.open(true).ask<boolean>((reply) => {
        const company = at(batch.companyId)
        company.lock(() => {
          try {
            const rows = company.prepare(batch, company.row.revision, [])
            if (rows !== null) company.append(rows, rowOf(batch))
            reply.resolve(rows !== null)
          } catch (error) {
            reply.reject(error)
          } finally {
            company.unlock()
          }
        })
      }),
    currentRevision: (companyId) => tell(wire.open(true), () => at(companyId).row.revision),
    findReplayed: (companyId, asked) =>
      tell(wire.open(true), () => asked.flatMap((one) => foundIn(at(companyId), one) ?? [])),
    newestCheckpoint: (companyId) =>
      tell(wire.open(true), () => Math.max(0, ...at(companyId).checkpoints.map(({ revision }) => revision))),
    insertCheckpoint: (companyId, made) =>
      tell(wire.open(true), () => {
        const { checkpoints, chunks } = at(companyId)
        for (const { digest, content } of made.chunks) chunks.set(digest.toString('base64'), content)
        if (!checkpoints.some(({ revision }) => revision === made.revision)) checkpoints.push(made)
      }),
    read,
    readInTurn: read,
    async write<T>(companyId: string, work: (writing: CompanyWriting) => Promise<T>): Promise<T> {
      const connection = wire.open(false)
      const tx = new Transaction(at(companyId), null)
      connection.onBroken = () => tx.end(false)
      try {
        const done = await work(writingOf(connection, tx))
        await tell(connection, () => tx.end(true))
        return done
      } catch (error) {
        await tell(connection, () => tx.end(false)).catch(() => undefined)
        throw error
      }
    },
  }
}

function foundIn(
  company: StoredCompany,
  { key, isWhole, settingsAt }: { key: string; isWhole: boolean; settingsAt: number | null },
): FoundCommand | null {
  const row = company.byKey.get(key)
  if (row === undefined) return null
  const since = row.revision ?? settingsAt
  const changer =
    settingsAt === null
      ? undefined
      : company.byRevision.find(
          (one) => one.entityType === 'settings' && one.entityId === 'settings' && one.revision! > since!,
        )
  return {
    ...storedOf(row),
    after: isWhole ? row.after : null,
    changes: isWhole ? row.changes : null,
    settings_after: changer?.changes ?? null,
  }
}
