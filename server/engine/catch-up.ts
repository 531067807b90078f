/** Taking over what was committed since: by other nodes, or beyond what the tables have yet. */
import { applyChange, type Books, forgetFinished } from '../domain/books.ts'
import { inSlices } from '../domain/slices.ts'
import { type LoggedImages, listImagesSince } from '../store/commands.ts'
import { type CompanyRow, findCompany } from '../store/companies.ts'
import type { Tx } from '../store/database.ts'
import { LatestImages, parseImages } from './after-images.ts'
import type { CompanyClock } from './clock.ts'
import { unpackCounters, unpackTotals } from './packed-totals.ts'
import type { State } from './state.ts'

const PAGE = { maxRows: 500, maxBytes: 4_194_304 }

export interface CompanyInMemory {
  readonly id: string
  readonly books: Books
  readonly state: State
  readonly clock: CompanyClock
}

/**
 * Brings memory from its revision to the one that the transaction sees, by what the log says that the commands left behind. The
 * transaction must be one snapshot, or hold the company's row. Nothing else may use the books meanwhile.
 * @returns the state at that revision; the one of the company when there was nothing to do.
 */
export async function catchUp(tx: Tx, { clock, ...company }: CompanyInMemory): Promise<State> {
  const row = await findCompany(tx, company.id)
  if (row === null) throw new Error(`The company ${company.id} is gone`)
  const state = await takeOverLog(tx, company, row)
  if (state !== company.state) clock.catchUp(row.last_at.getTime())
  return state
}

/** The same, when the company's row was read. */
export async function takeOverLog(
  tx: Tx,
  { id, books, state }: Omit<CompanyInMemory, 'clock'>,
  row: CompanyRow,
): Promise<State> {
  if (row.revision === state.revision) return state
  const latest = new LatestImages()
  let reached = state.revision
  while (reached < row.revision) {
    const page = await listImagesSince(tx, id, { since: reached, upTo: row.revision, ...PAGE })
    if (page[0]?.revision !== reached + 1) throw new Error(`The log of ${id} misses revision ${reached + 1}`)
    await inSlices({ companyId: id }, takeIn(latest, page))
    reached = page.at(-1)!.revision
  }
  const caughtUp = state.fork()
  await inSlices({ companyId: id }, takeOver(books, caughtUp, { row, latest }))
  return caughtUp
}

function* takeIn(latest: LatestImages, page: readonly LoggedImages[]): Generator<void, void> {
  for (const { revision, after } of page) {
    if (after === null) throw new Error(`The log does not have what was left behind at revision ${revision}`)
    latest.take(parseImages(after), revision)
    yield
  }
}

function* takeOver(
  books: Books,
  state: State,
  { row, latest }: { row: CompanyRow; latest: LatestImages },
): Generator<void, void> {
  const changes = []
  for (const change of latest.changes()) {
    applyChange(books, change)
    changes.push(change)
    yield
  }
  // What left memory is not counted by the changes; the row has the totals as its writer knew them.
  Object.assign(books.totals, unpackTotals(row.totals))
  Object.assign(books.counters, unpackCounters(row.counters))
  const evicted = yield* state.applyInSteps(changes, row.revision, { ...books.totals })
  for (const gone of evicted) forgetFinished(books, gone.kind, gone.id)
  yield* state.refreshInSteps()
}
