/** The totals of a whole list, not just of one page, requested with `totals=true`. Source: docs/lists.md "Totals". */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { View } from '../domain/costs.ts'
import { type ListQuery, withMoments } from '../domain/lists.ts'
import { searchedWordsOf } from '../domain/search-words.ts'
import type { Company } from '../engine/company.ts'
import { mergeUnits, plainCell } from '../reports/cells.ts'
import { reportInTurn } from '../reports/report-turns.ts'
import { prepareForReports, type UnitSums } from '../reports/reports-sql.ts'
import { readTimeZone } from '../store/companies.ts'
import { readCompany } from '../store/database.ts'
import type { Condition } from './filters-sql.ts'
import type { ListTable } from './list-tables.ts'
import { type ListOf, whatIsAsked, whatIsShown } from './lists.ts'
import { hasNumber, hasWords, isNumbered, namesAmong, oneOfThese, searchedTextOf } from './search-sql.ts'
import { indexOf, PARTNERS, PRODUCTS, questionOf, type StateList } from './state-lists.ts'
import { LIST_TOTALS, type ListSums, type ListTotal, sumList } from './totals-sql.ts'

/** The number of in-memory records to count before pausing. */
const COUNTED_AT_ONCE = 1_000

/** Returns the sums that a list shows in a view, with their names. */
export function totalsOf(kind: ListTable['kind'] | string, view: View): [string, ListTotal][] {
  const totals = LIST_TOTALS[kind as ListTable['kind']] ?? {}
  return Object.entries(totals).filter(([, { isCost }]) => view === 'full' || isCost !== true)
}

/**
 * Returns the count and the sums of all records that match the filters and the search, as JSON `{"count":…}`. Refuses
 * with UNAVAILABLE when too many requests are waiting.
 */
export async function readListTotals(lists: ListOf, table: ListTable, given: ListQuery): Promise<string> {
  const query = await withMoments(table.filters, given, () => readTimeZone(lists))
  const conditions = [...whatIsAsked(lists, table, query), ...whatIsShown(lists.view, table)].map(({ where }) => where)
  if (query.q !== undefined) conditions.push(...(await searchedIn(lists, table, query.q)))
  const totals = totalsOf(table.kind, lists.view)
  const { database, companyId, signal } = lists
  const asker = { companyId, signal }
  const found = await reportInTurn(asker, () =>
    readCompany(database, asker, async (tx) => {
      await prepareForReports(tx)
      return sumList(tx, companyId, { table, conditions, totals: totals.map(([, total]) => total) })
    }),
  )
  return printTotals(totals, found)
}

/**
 * Formats the totals as JSON. If the goods have different units, there is no total quantity, only a quantity per unit.
 */
function printTotals(totals: readonly [string, ListTotal][], found: readonly ListSums[]): string {
  const isByUnit = totals.some(([, { kind }]) => kind === 'quantity')
  const units = isByUnit ? mergeUnits(found) : []
  const added = (values: readonly string[]) => values.reduce((sum, value) => sum + BigInt(value), 0n)
  const printed = totals.map(([name, { kind }], at) => {
    const isMixed = kind === 'quantity' && units.length > 1
    return `,"${name}":${isMixed ? 'null' : plainCell(kind, String(added(found.map(({ sums }) => sums[at]!))))}`
  })
  const sumsOf = ({ sums }: UnitSums) =>
    totals
      .map(([name, { kind }], at) => (kind === 'quantity' ? `,"${name}":${plainCell(kind, sums[at]!)}` : ''))
      .join('')
  const byUnit = units.map((one) => `{"uom":${JSON.stringify(one.unit)}${sumsOf(one)}}`)
  const ofUnits = isByUnit ? `,"byUnit":[${byUnit.join(',')}]` : ''
  return `{"count":${added(found.map(({ count }) => count))}${printed.join('')}${ofUnits}}`
}

/** Returns the search as a condition that is checked on every row. It has no limit on the number of matching rows. */
async function searchedIn(lists: ListOf, { search }: ListTable, q: string): Promise<Condition[]> {
  const asked = searchedWordsOf(q, search.by === 'named' && search.named === 'partners')
  if (asked === null) return []
  if (search.by === 'text') return [hasWords(searchedTextOf(search.columns, search.fields), asked)]
  if (search.by === 'numbers') return [isNumbered(search.numbers, asked)]
  const index = await indexOf(await lists.company(), search.named === 'products' ? PRODUCTS : PARTNERS)
  const { ids } = index.withWords(asked.words, Number.POSITIVE_INFINITY)
  return [oneOfThese([namesAmong(search.column, ids ?? []), ...hasNumber(search.numbers, asked.whole)])]
}

/** Returns the number of records in memory that match the filters and the search, as JSON. */
export async function countStateList(company: Company, list: StateList, given: ListQuery): Promise<string> {
  const query = await withMoments(list.filters, given, async () => (await company.current()).settings.timeZone)
  const index = await indexOf(company, list)
  const question = { ...questionOf(list, query), sort: 'createdAt', isDescending: false } as const
  let count = 0
  let after: Parameters<typeof index.find>[0]['after'] = null
  do {
    const { records, next } = index.find({ ...question, after }, COUNTED_AT_ONCE)
    count += records.length
    after = next
    if (next !== null) await nextTurn()
  } while (after !== null)
  return `{"count":${count}}`
}
