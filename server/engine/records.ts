/** Moves a company's records between the database and memory. */
import { type Books, createBooks, placeLoadedRecord } from '../domain/books.ts'
import {
  type AnyRecord,
  type Change,
  type Kind,
  STATE_KINDS,
  type StateKind,
  type Stock,
  stockKey,
} from '../domain/records.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { takeOverLog } from './catch-up.ts'
import type { CompanyReading, CompanyStore } from './company-store.ts'
import { unpackCounters, unpackTotals } from './packed-totals.ts'
import { State } from './state.ts'
import { parseStoredRecord } from './stored-records.ts'

export interface LoadedCompany {
  readonly books: Books
  readonly state: State
  readonly lastAt: number
}

/** Returns the key of a record in maps and in the change log. */
export function keyOf(kind: Kind, record: AnyRecord): string {
  if (kind === 'settings') return 'settings'
  if (kind === 'stock') return stockKey((record as Stock).productId, (record as Stock).warehouseId)
  return (record as { id: string }).id
}

/**
 * Reads a whole company in one snapshot of the database: first the tables, then the commits that only the log has.
 * Refuses UNAVAILABLE when the caller disconnects. @returns null when the company does not exist.
 */
export async function loadCompany(store: CompanyStore, asker: Asker): Promise<LoadedCompany | null> {
  const { companyId } = asker
  return store.read(asker, 'log', async (reading) => {
    const row = await reading.findCompany()
    if (row === null) return null
    const revision = await reading.findProjectedRevision()
    const settings = parseStoredRecord('settings', (await reading.loadRecords('settings'))[0]!)
    const totals = unpackTotals(row.totals)
    const books = createBooks(settings, totals, unpackCounters(row.counters))
    const state = new State({ companyId, revision, settings, totals: { ...totals } })
    for await (const { kind, kept } of readStored(reading)) await inSlices(asker, place(kind, kept, { books, state }))
    return {
      books,
      state: await takeOverLog(reading, { id: companyId, books, state }, row),
      lastAt: row.last_at.getTime(),
    }
  })
}

/**
 * Yields the stored records for memory in batches, one kind after another in key order. While one batch is being
 * processed, the database already reads the next batch.
 */
export async function* readStored(
  reading: CompanyReading,
): AsyncGenerator<{ kind: StateKind; kept: readonly string[] }> {
  await reading.openRecords(STATE_KINDS)
  const read = (kind: StateKind) => {
    const fetching = reading.fetchRecords(kind)
    // If processing the earlier records fails, nobody awaits this promise, so its rejection must not be reported as
    // unhandled.
    fetching.catch(() => undefined)
    return fetching
  }
  let next = read(STATE_KINDS[0]!)
  for (const [position, kind] of STATE_KINDS.entries())
    for (let isLast = false; !isLast; ) {
      const { texts, areLast } = await next
      isLast = areLast
      const following = areLast ? STATE_KINDS[position + 1] : kind
      if (following !== undefined) next = read(following)
      yield { kind, kept: texts }
    }
}

/** The number of records put into the state in one step. No snapshot is taken during a step. */
const PLACED_TOGETHER = 50

/** Puts the stored records of a kind into memory, a few in each step. */
function* place(kind: StateKind, kept: readonly string[], memory: Pick<LoadedCompany, 'books' | 'state'>) {
  const { books, state } = memory
  for (let at = 0; at < kept.length; at += PLACED_TOGETHER) {
    const records = kept.slice(at, at + PLACED_TOGETHER).map((json) => parseStoredRecord<Kind>(kind, json))
    const changes = records.map((record) => ({ kind, id: keyOf(kind, record), record }) as Change)
    for (const change of changes) placeLoadedRecord(books, change)
    state.apply(changes, state.revision, state.totals)
    yield
  }
}
