/**
 * Brings memory up to date with missing commits: commits of other nodes, and commits that are in the log but not yet in
 * the tables.
 */
import { applyChange, type Books, forgetFinished } from '../domain/books.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import type { LoggedImages } from '../store/commands.ts'
import { type CompanyRow, noCompany } from '../store/companies.ts'
import { LatestImages, parseImages } from './after-images.ts'
import type { CompanyClock } from './clock.ts'
import type { CompanyReading } from './company-store.ts'
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
 * Brings memory up to the revision that the transaction sees, using the after-images in the log. The transaction must
 * read one snapshot or hold the lock on the company's row. Nothing else may use the books while this runs. Refuses
 * UNAUTHENTICATED when the company was deleted. @returns the state at that revision; the company's own state object when
 * there was nothing to do.
 */
export async function catchUp(reading: CompanyReading, { clock, ...company }: CompanyInMemory): Promise<State> {
  const row = await reading.findCompany()
  if (row === null) throw noCompany()
  const state = await takeOverLog(reading, company, row)
  if (state !== company.state) clock.catchUp(row.last_at.getTime())
  return state
}

/**
 * Brings a company's records in memory up to the revision in `row`, its row in the database, by applying the
 * after-images in the log.
 */
export async function takeOverLog(
  reading: CompanyReading,
  { id, books, state }: Omit<CompanyInMemory, 'clock'>,
  row: CompanyRow,
): Promise<State> {
  if (row.revision === state.revision) return state
  const latest = await readLatest(reading, { companyId: id }, { since: state.revision, upTo: row.revision })
  if (latest === null) throw new Error(`The log of ${id} does not have all commands since ${state.revision}`)
  const caughtUp = state.fork()
  await inSlices({ companyId: id }, takeOver(books, caughtUp, { row, latest }))
  return caughtUp
}

/**
 * Collects the last after-image of each record that the commands after revision `since`, up to `upTo`, changed.
 * @returns null when the log is incomplete: a revision is missing, or was written before the log stored after-images.
 */
export async function readLatest(
  reading: CompanyReading,
  asker: Asker,
  { since, upTo }: { readonly since: number; readonly upTo: number },
): Promise<LatestImages | null> {
  const latest = new LatestImages()
  let reached = since
  while (reached < upTo) {
    const page = await reading.listImagesSince({ since: reached, upTo, ...PAGE })
    if (page[0]?.revision !== reached + 1 || page.some(({ after }) => after === null)) return null
    await inSlices(asker, takeIn(latest, page))
    reached = page.at(-1)!.revision
  }
  return latest
}

function* takeIn(latest: LatestImages, page: readonly LoggedImages[]): Generator<void, void> {
  for (const { revision, after } of page) {
    latest.take(parseImages(after!), revision)
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
  // Records that were removed from memory are not among the changes, so the totals are read from the company's row,
  // where the node that made the change stored them.
  Object.assign(books.totals, unpackTotals(row.totals))
  Object.assign(books.counters, unpackCounters(row.counters))
  const evicted = yield* state.applyInSteps(changes, row.revision, { ...books.totals })
  for (const gone of evicted) forgetFinished(books, gone.kind, gone.id)
  yield* state.refreshInSteps()
}
