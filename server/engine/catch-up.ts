/** Taking over what other nodes committed. */
import { applyChange, type Books, forgetFinished } from '../domain/books.ts'
import type { AnyRecord, Change, Kind } from '../domain/records.ts'
import { inSlices } from '../domain/slices.ts'
import { listChangesSince } from '../store/commands.ts'
import { type CompanyRow, findCompany } from '../store/companies.ts'
import type { Tx } from '../store/database.ts'
import { findRecords } from '../store/records.ts'
import { parseLog } from './change-log.ts'
import type { CompanyClock } from './clock.ts'
import { parseKept } from './kept-records.ts'
import { keyOf, unpackCounters, unpackTotals } from './records.ts'
import type { State } from './state.ts'

const PAGE = { maxRows: 500, maxBytes: 4_194_304 }

export interface CompanyInMemory {
  readonly id: string
  readonly books: Books
  readonly state: State
  readonly clock: CompanyClock
}

/**
 * Brings memory from its revision to the one that the transaction sees: the change log says which records changed, their
 * tables what they are now. The transaction must be one snapshot, or hold the company's row. Nothing else may use the books meanwhile.
 * @returns the state at that revision; the one of the company when there was nothing to do.
 */
export async function catchUp(tx: Tx, company: CompanyInMemory): Promise<State> {
  const { id, books, state, clock } = company
  const row = await findCompany(tx, id)
  if (row === null) throw new Error(`The company ${id} is gone`)
  if (row.revision === state.revision) return state
  const changes: Change[] = []
  for (const [kind, ids] of await readChangedIds(tx, id, state.revision, row.revision))
    for (const change of await readChanges(tx, id, kind, ids)) changes.push(change)
  const caughtUp = state.fork()
  await inSlices({ companyId: id }, takeOver(books, caughtUp, { row, changes }))
  clock.catchUp(row.last_at.getTime())
  return caughtUp
}

function* takeOver(
  books: Books,
  state: State,
  { row, changes }: { row: CompanyRow; changes: readonly Change[] },
): Generator<void, void> {
  for (const change of changes) {
    applyChange(books, change)
    yield
  }
  // What left memory is not counted by the changes; the row has the totals as its writer knew them.
  Object.assign(books.totals, unpackTotals(row.totals))
  Object.assign(books.counters, unpackCounters(row.counters))
  const evicted = yield* state.applyInSteps(changes, row.revision, { ...books.totals })
  for (const gone of evicted) forgetFinished(books, gone.kind, gone.id)
  yield* state.refreshInSteps()
}

async function readChangedIds(tx: Tx, companyId: string, since: number, upTo: number): Promise<Map<Kind, Set<string>>> {
  const changed = new Map<Kind, Set<string>>()
  let reached = since
  while (reached < upTo) {
    const page = await listChangesSince(tx, companyId, { since: reached, upTo, ...PAGE })
    if (page[0]?.revision !== reached + 1)
      throw new Error(`The change log of ${companyId} misses revision ${reached + 1}`)
    for (const logged of page)
      for (const { kind, id } of parseLog(logged.changes)) {
        const ids = changed.get(kind) ?? new Set()
        changed.set(kind, ids.add(id))
      }
    reached = page.at(-1)!.revision
  }
  return changed
}

async function readChanges(tx: Tx, companyId: string, kind: Kind, ids: Set<string>): Promise<Change[]> {
  const found = new Map<string, AnyRecord>()
  await inSlices({ companyId }, parseInto(found, kind, await findRecords(tx, companyId, kind, [...ids])))
  return [...ids].map((id) => ({ kind, id, record: found.get(id) ?? null }) as Change)
}

function* parseInto(found: Map<string, AnyRecord>, kind: Kind, kept: readonly string[]): Generator<void, void> {
  for (const json of kept) {
    const record = parseKept<Kind>(kind, json)
    found.set(keyOf(kind, record), record)
    yield
  }
}
