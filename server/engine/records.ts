/** A company's records between the database and memory. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Books,
  type Counters,
  createBooks,
  emptyCounters,
  emptyTotals,
  placeLoadedRecord,
  type Totals,
} from '../domain/books.ts'
import { type AnyRecord, type Change, type Kind, STATE_KINDS, type Stock, stockKey } from '../domain/records.ts'
import { findCompany } from '../store/companies.ts'
import { type Database, readCompany } from '../store/database.ts'
import { loadRecords } from '../store/records.ts'
import { parseKept } from './kept-records.ts'
import { State } from './state.ts'

/** Records that are taken in before other work gets its turn: some milliseconds. */
const SLICE = 500

export interface LoadedCompany {
  readonly books: Books
  readonly state: State
  readonly lastAt: number
}

/** JSON of totals for the database; the stock value as text, since it may exceed what a JSON number holds exactly. */
export function packTotals(totals: Totals): string {
  return JSON.stringify({ ...totals, stockValue: String(totals.stockValue) })
}

export function unpackTotals(json: string): Totals {
  const packed = JSON.parse(json) as Record<keyof Totals, number | string>
  return { ...emptyTotals(), ...packed, stockValue: BigInt(packed.stockValue) } as Totals
}

export function unpackCounters(json: string): Counters {
  return { ...emptyCounters(), ...(JSON.parse(json) as Partial<Counters>) }
}

/** The id under which a record stands in maps and in the change log. */
export function keyOf(kind: Kind, record: AnyRecord): string {
  if (kind === 'settings') return 'settings'
  if (kind === 'stock') return stockKey((record as Stock).productId, (record as Stock).warehouseId)
  return (record as { id: string }).id
}

/** Reads a whole company in one snapshot of the database. @returns null when there is no such company. */
export async function loadCompany(database: Database, companyId: string): Promise<LoadedCompany | null> {
  return readCompany(database, companyId, async (tx) => {
    const row = await findCompany(tx, companyId)
    if (row === null) return null
    const settings = parseKept('settings', (await loadRecords(tx, companyId, 'settings'))[0]!)
    const totals = unpackTotals(row.totals)
    const books = createBooks(settings, totals, unpackCounters(row.counters))
    const state = new State({ companyId, revision: row.revision, settings, totals: { ...totals } })
    for (const kind of STATE_KINDS) {
      const kept = await loadRecords(tx, companyId, kind)
      for (let at = 0; at < kept.length; at += SLICE) {
        if (at > 0) await nextTurn()
        const records = kept.slice(at, at + SLICE).map((json) => parseKept<Kind>(kind, json))
        const changes = records.map((record) => ({ kind, id: keyOf(kind, record), record }) as Change)
        for (const change of changes) placeLoadedRecord(books, change)
        state.apply(changes, row.revision, state.totals)
      }
    }
    return { books, state, lastAt: row.last_at.getTime() }
  })
}
