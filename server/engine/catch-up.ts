/** Taking over what other nodes committed. */
import { applyChange, type Books, forgetOrder } from '../domain/books.ts'
import type { Change } from '../domain/records.ts'
import { listChangesSince } from '../store/commands.ts'
import { findCompany } from '../store/companies.ts'
import type { Tx } from '../store/database.ts'
import type { CompanyClock } from './clock.ts'
import type { LogEntry } from './history.ts'
import { unpackTotals } from './records.ts'
import type { State } from './state.ts'

const PAGE = 500

export interface CompanyInMemory {
  readonly id: string
  readonly books: Books
  readonly state: State
  readonly clock: CompanyClock
}

/** Applies the change log from the revision in memory to the one that the transaction sees. @returns false when there was nothing. */
export async function catchUp(tx: Tx, company: CompanyInMemory): Promise<boolean> {
  const { id, books, state, clock } = company
  const row = await findCompany(tx, id)
  if (row === null) throw new Error(`The company ${id} is gone`)
  if (row.revision === state.revision) return false
  while (state.revision < row.revision) {
    const page = await listChangesSince(tx, id, state.revision, row.revision, PAGE)
    if (page.length === 0) throw new Error(`The change log of ${id} ends before revision ${row.revision}`)
    for (const logged of page) takeOver(company, logged.revision, logged.changes)
  }
  // What left memory is not counted by the changes; the row has the totals as its writer knew them.
  Object.assign(books.totals, unpackTotals(row.totals))
  Object.assign(books.counters, JSON.parse(row.counters))
  state.totals = { ...books.totals }
  clock.catchUp(row.last_at.getTime())
  return true
}

function takeOver({ books, state }: CompanyInMemory, revision: number, log: string): void {
  const changes = (JSON.parse(log) as LogEntry[]).map(({ kind, id, record }) => ({ kind, id, record }) as Change)
  for (const change of changes) applyChange(books, change)
  for (const id of state.apply(changes, revision, { ...books.totals })) forgetOrder(books, id)
}
