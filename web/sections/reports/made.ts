/**
 * Combines the server's descriptions of the reports with the app's additions to some of them. Tests in Node load this
 * file too, so it must not need a browser.
 */
import { REPORTS } from '../../../sdk/reports.ts'
import type { ReportName, ReportRow } from '../../data/reports.ts'
import type { Bilingual } from '../../words/words.ts'
import type { PlaceOf, ReportColumn, ReportDefinition, ReportSpec, Shown } from './spec.ts'

interface SaidColumn extends Pick<ReportColumn, 'label' | 'kind'> {
  readonly choices?: ReportColumn['choices']
}
interface Said extends Pick<ReportSpec, 'may' | 'time' | 'narrows'> {
  readonly title: Bilingual
  readonly lead: Bilingual
  readonly groups: Readonly<Record<string, { readonly label?: Bilingual; readonly columns: readonly string[] }>>
  readonly columns: Readonly<Record<string, SaidColumn>>
}

/** The smallest width of the table, in pixels, at which a third column is shown. */
const FIRST_FROM = 420
const COLUMN_PX = 140

/**
 * Returns whether a column is shown. Columns with ids are not, nor is the column of the unit, because the unit is shown
 * beside quantities.
 */
const isRead = (name: string) => !/Id$|^uom$/.test(name)

/** Returns the columns with the widths at which each of them is shown. The first and the last are always shown. */
const allOf = (names: readonly string[]): Shown[] =>
  names
    .filter(isRead)
    .map((name, index, all) =>
      index === 0 || index === all.length - 1 ? { name } : { name, from: FIRST_FROM + (index - 1) * COLUMN_PX },
    )

/**
 * The page of the record for each id that a row may contain. If a row has several ids, the first in this list counts.
 */
const PLACES: readonly (readonly [id: string, path: (row: ReportRow) => string])[] = [
  ['lotId', ({ lotId }) => `/stock/lots/${lotId}`],
  ['documentId', ({ documentId }) => `/purchasing/documents/${documentId}`],
  ['orderId', ({ orderId }) => `/orders/${orderId}`],
  ['productId', ({ productId }) => `/products/${productId}`],
  ['customerId', ({ customerId }) => `/partners/${customerId}`],
  ['supplierId', ({ supplierId }) => `/partners/${supplierId}`],
]

const recordOf: PlaceOf = (row) => {
  const found = PLACES.find(([id]) => row[id])
  return found === undefined ? null : { to: found[1](row) }
}

function made(name: ReportName, said: Said, definition: ReportDefinition | undefined): ReportSpec {
  const { groups, columns, opens = recordOf, ...more }: Partial<ReportDefinition> = definition ?? {}
  const order: readonly string[] = groups ?? Object.keys(said.groups)
  const labels = order.flatMap((group): [string, Bilingual][] => {
    const { label } = said.groups[group]!
    return label === undefined ? [] : [[group, label]]
  })
  const shownOf: NonNullable<ReportDefinition['columns']> =
    columns ?? (({ groupBy }) => allOf((said.groups[groupBy] ?? said.groups.all!).columns) as never)
  const { empty, emptyText, ...parts } = more
  return {
    ...parts,
    name,
    may: said.may,
    time: said.time,
    narrows: said.narrows,
    words: { name: said.title, lead: said.lead, ...(empty && { empty }), ...(emptyText && { emptyText }) },
    groups: Object.fromEntries(labels),
    opens,
    columns: (address, totals) =>
      shownOf(address, totals).map((shown: Shown) => ({ ...said.columns[shown.name]!, ...shown })),
  }
}

/** Returns all reports in the order in which the server lists them. */
export const reportsOf = (definitions: readonly ReportDefinition[]): readonly ReportSpec[] =>
  Object.entries<Said>(REPORTS).map(([name, said]) =>
    made(
      name as ReportName,
      said,
      definitions.find((definition) => definition.name === name),
    ),
  )
