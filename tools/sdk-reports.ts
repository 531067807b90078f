/**
 * Writes sdk/reports.ts from docs/openapi.json: the titles and descriptions of each report and its columns. A test
 * checks that the file is current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { formatted } from './sdk-types.ts'

const DOCUMENT = new URL('../docs/openapi.json', import.meta.url)
const REPORTS = new URL('../sdk/reports.ts', import.meta.url)
const PREFIX = '/api/v1/reports/'

interface Report {
  readonly order: number
  readonly groups: Readonly<Record<string, object>>
  readonly title: object
  readonly lead: object
  readonly may: string
}
interface Column {
  readonly 'x-label': object
  readonly 'x-short-label'?: object
  readonly 'x-cell': string
  readonly 'x-choices'?: object
}
interface Parameter {
  readonly name: string
  readonly schema?: { readonly default?: string }
}
interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Column & { readonly items?: Schema }>
}
interface Operation {
  readonly 'x-report'?: Report
  readonly parameters: readonly Parameter[]
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>
}
interface Document {
  readonly paths: Record<string, { readonly get?: Operation }>
  readonly components: { readonly schemas: Record<string, Schema> }
}

/** The app's name for each filter parameter of a report. */
const NARROWS = {
  warehouseId: 'warehouse',
  productId: 'product',
  customerId: 'customer',
  partnerId: 'partner',
  channel: 'channel',
  stocktakeId: 'stocktake',
}

const timeOf = (names: readonly string[]) =>
  names.includes('from') ? 'period' : names.includes('date') ? 'day' : 'now'

/** Returns the source text of sdk/reports.ts, with the reports in the server's order. */
export function printReports(): string {
  const { paths, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document
  const titled = ({ $ref }: Schema) => components.schemas[$ref?.split('/').at(-1) ?? '']!
  const found = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.['x-report'] === undefined ? [] : [{ name: path.slice(PREFIX.length), get, said: get['x-report'] }],
  )
  const reports = found
    .sort((one, other) => one.said.order - other.said.order)
    .map(({ name, get, said: { title, lead, may, groups } }) => {
      const names = get.parameters.map((parameter) => parameter.name)
      const byDefault = get.parameters.find((parameter) => parameter.name === 'groupBy')?.schema?.default ?? 'all'
      const page = get.responses['200']!.content!['application/json']!.schema
      const row = titled(titled(page).properties!.items!.items!).properties!
      const columns = Object.entries(row).map(([column, shown]) => [
        column,
        {
          label: shown['x-short-label'] ?? shown['x-label'],
          kind: shown['x-cell'],
          ...(shown['x-choices'] && { choices: shown['x-choices'] }),
        },
      ])
      return [
        name,
        {
          title,
          lead,
          may,
          time: timeOf(names),
          narrows: Object.entries(NARROWS).flatMap(([parameter, word]) => (names.includes(parameter) ? [word] : [])),
          // Put the default grouping first.
          groups: { [byDefault]: groups[byDefault], ...groups },
          columns: Object.fromEntries(columns),
        },
      ]
    })
  return formatted(
    `/** Generated from docs/openapi.json by \`npm run sdk:types\`: the title and introduction of each report, by its address. */
export const REPORTS = ${JSON.stringify(Object.fromEntries(reports))} as const
`,
    'sdk/reports.ts',
  )
}

if (import.meta.main) writeFileSync(REPORTS, printReports())
