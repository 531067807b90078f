/**
 * A database in memory, with what the engine and the projector need of PostgreSQL: companies' rows, logs, tables of
 * records, checkpoints, row locks and snapshots. Every function takes effect at once and completely, as a statement
 * does. The contract test (tests/rules/company-store.test.ts) compares it with PostgreSQL.
 */
import {
  type AnyRecord,
  FINISHED_STATUSES,
  isFinishable,
  type Kind,
  type Lot,
  MAX_FINISHED_SHOWN,
  stockRow,
} from '../../../server/domain/records.ts'
import { joinText, type Text } from '../../../server/domain/text.ts'
import { parseStoredRecord } from '../../../server/engine/stored-records.ts'
import type { Batch } from '../../../server/store/batches.ts'
import type { NewCheckpoint } from '../../../server/store/checkpoints.ts'
import type { CompanyRow } from '../../../server/store/companies.ts'
import type { GivenImages } from '../../../server/store/fresh-images.ts'

/** One row of the command log, with its position among all rows, refused commands included. */
export interface LogRow {
  readonly position: number
  readonly id: string
  readonly key: string
  readonly fingerprint: string
  readonly status: number
  readonly revision: number | null
  readonly at: number
  readonly entityType: string
  readonly entityId: string
  readonly result: string | null
  readonly changes: string | null
  readonly after: string | null
}

/** One row of a table: the record as text, and parsed on first use. */
class TableRow {
  readonly text: string
  private readonly kind: Kind
  private parsed: AnyRecord | null = null

  constructor(kind: Kind, text: string) {
    this.kind = kind
    this.text = text
  }

  get record(): AnyRecord {
    this.parsed ??= parseStoredRecord<Kind>(this.kind, this.text)
    return this.parsed
  }
}

export type Table = Map<string, TableRow>
export type Tables = Map<string, Table>

/** Thrown for what PostgreSQL would refuse, with its codes. */
class StatementError extends Error {
  readonly code: string
  readonly constraint: string | undefined

  constructor(message: string, code: string, constraint?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

const keyViolation = (key: string) => new StatementError(`key ${key} exists`, '23505', 'commands_pkey')

/** A company's row and how far its log and tables have come, as one transaction sees them. */
export interface Version {
  readonly row: CompanyRow
  readonly logLength: number
  readonly tables: Tables
  readonly projected: number
}

/** One company as the database stores it. */
export class StoredCompany {
  readonly id: string
  readonly log: LogRow[] = []
  /** The rows of successful commands; the row that created revision 1 comes first. */
  readonly byRevision: LogRow[] = []
  readonly byKey = new Map<string, LogRow>()
  readonly checkpoints: NewCheckpoint[] = []
  readonly chunks = new Map<string, Buffer>()
  /** Called after each commit, with the rows that it added. */
  onCommit: (rows: readonly LogRow[]) => void = () => undefined
  row: CompanyRow
  projected = 0
  private tables: Tables = new Map()
  /** The tables that a transaction may be reading; they are copied before they are changed. */
  private readonly read = new WeakSet<Table>()
  private isLocked = false
  private readonly waitingForLock: (() => void)[] = []

  constructor(id: string, row: CompanyRow, settings: string) {
    this.id = id
    this.row = row
    this.tables.set('settings', new Map([['settings', new TableRow('settings', settings)]]))
  }

  /** Returns the committed version; it does not change afterwards. */
  version(): Version {
    for (const table of this.tables.values()) this.read.add(table)
    const { row, log, projected } = this
    return { row, logLength: log.length, tables: new Map(this.tables), projected }
  }

  /** Calls `then` once the lock on the company's row is free; the lock is then held until `unlock` is called. */
  lock(then: () => void): void {
    if (this.isLocked) this.waitingForLock.push(then)
    else {
      this.isLocked = true
      then()
    }
  }

  unlock(): void {
    const next = this.waitingForLock.shift()
    if (next === undefined) this.isLocked = false
    else next()
  }

  /**
   * Checks a batch as the function `commit_batch` does. The caller holds the lock. `pending`: the rows that the same
   * transaction wrote before. @returns the batch's rows, or null when the company is at another revision.
   */
  prepare(batch: Batch, revision: number, pending: readonly LogRow[]): LogRow[] | null {
    if (batch.expectedRevision !== revision) return null
    if (batch.figures.some((figure) => figure < 0))
      throw new StatementError('stock or a lot would be below zero', '23514')
    const used = new Set(pending.map(({ key }) => key))
    return batch.commands.map((command, at) => {
      const { key } = command
      if (this.byKey.has(key) || used.has(key)) throw keyViolation(key)
      used.add(key)
      return {
        position: this.log.length + pending.length + at,
        id: command.id,
        key,
        fingerprint: command.fingerprint,
        status: command.status,
        revision: command.revision,
        at: Date.parse(command.at),
        entityType: command.entityType,
        entityId: command.entityId,
        result: textOrNull(batch.results[at]!),
        changes: textOrNull(batch.changes[at]!),
        after: textOrNull(batch.after[at]!),
      }
    })
  }

  /** Makes rows and the company's new row permanent. The caller holds the lock. */
  append(rows: readonly LogRow[], row: CompanyRow): void {
    for (const one of rows) {
      this.log.push(one)
      this.byKey.set(one.key, one)
      if (one.revision !== null) this.byRevision.push(one)
    }
    this.row = row
    this.onCommit(rows)
  }

  /** Makes tables that a transaction has brought up to date permanent. */
  installTables(tables: Tables, projected: number): void {
    if (projected <= this.projected) return
    for (const table of tables.values()) this.read.add(table)
    this.tables = new Map(tables)
    this.projected = projected
  }

  /** Projects the next commands, as the function `project_company` does. @returns the revision that the tables reached. */
  projectLog({ commands, bytes }: { readonly commands: number; readonly bytes: number }): number {
    let read = 0
    for (const { revision, after } of this.byRevision.slice(this.projected, this.projected + commands)) {
      if (read > 0 && read >= bytes) break
      read += after!.length
      writeImages(this.writable, JSON.parse(after!), revision!)
      this.projected = revision!
    }
    return this.projected
  }

  /** Projects given after-images, as the function `project_given` does. @returns the revision that the tables reached. */
  projectGiven({ since, upto, kinds, keys, revisions, texts }: GivenImages): number {
    if (this.projected !== since) return this.projected
    if (upto > this.row.revision) throw new StatementError(`the log does not reach up to revision ${upto}`, 'XX001')
    for (const [at, kind] of kinds.entries()) {
      const text = texts[at]!
      const image = text === null ? null : kind === 'stock' ? JSON.parse(joinText(text)) : joinText(text)
      writeImage(this.writable, { kind, key: keys[at]!, image, revision: revisions[at]! })
    }
    this.projected = upto
    return upto
  }

  /** Returns a table that may be changed: a copy, if a transaction may be reading the table. */
  private readonly writable = (kind: string): Table => {
    const table = this.tables.get(kind)
    if (table !== undefined && !this.read.has(table)) return table
    const copy: Table = new Map(table)
    this.tables.set(kind, copy)
    return copy
  }
}

const textOrNull = (text: Text | null): string | null => (text === null ? null : joinText(text))

/** The parsed after-images of a command, and what else its log row has beside them. */
type LoggedAfter = Readonly<Record<string, unknown>>

/** Writes the after-images of one command into the tables that `tableOf` returns. */
export function writeImages(tableOf: (kind: string) => Table, after: LoggedAfter, revision: number): void {
  for (const [kind, entries] of Object.entries(after)) {
    if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) continue
    for (const [key, image] of Object.entries(entries as Record<string, unknown>)) {
      const kept = image === null || kind === 'stock' ? image : JSON.stringify(image)
      writeImage(tableOf, { kind, key, image: kept, revision })
    }
  }
}

interface ToWrite {
  readonly kind: string
  readonly key: string
  /** The record as text; for stock rows, the parsed quantities; null for a deleted record. */
  readonly image: unknown
  readonly revision: number
}

function writeImage(tableOf: (kind: string) => Table, { kind, key, image, revision }: ToWrite): void {
  const table = tableOf(kind)
  if (image === null) {
    table.delete(key)
    return
  }
  if (kind !== 'stock') {
    table.set(key, new TableRow(kind as Kind, image as string))
    return
  }
  const [onHand, reserved, waiting] = image as [number, number, number?]
  table.set(key, new TableRow(kind, JSON.stringify(stockRow(key, { onHand, reserved, waiting, revision }))))
}

/** Returns the records of a kind that belong in memory, as text in key order. */
export function loadable(tables: Tables, kind: Kind): string[] {
  const rows = [...(tables.get(kind) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  if (kind === 'lots') return rows.filter(({ record }) => (record as Lot).remaining > 0).map(({ text }) => text)
  if (!isFinishable(kind)) return rows.map(({ text }) => text)
  const finished: readonly string[] = FINISHED_STATUSES[kind]
  let hidden = rows.filter((row) => finished.includes(statusOf(row))).length - MAX_FINISHED_SHOWN
  return rows.flatMap((row) => {
    if (hidden <= 0 || !finished.includes(statusOf(row))) return [row.text]
    hidden -= 1
    return []
  })
}

export const statusOf = ({ record }: TableRow): string => (record as unknown as { status: string }).status

/** The companies of a simulated database. */
export class MemoryDatabase {
  readonly companies = new Map<string, StoredCompany>()

  /** Creates an empty company at revision 0. `settings`: its record in the table of settings. */
  create(id: string, row: CompanyRow, settings: string): StoredCompany {
    const company = new StoredCompany(id, row, settings)
    this.companies.set(id, company)
    return company
  }
}
