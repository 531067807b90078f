/** Reads the app's folders of definitions, so that tests and screenshots cover every definition without a list of names. */
import { readdirSync } from 'node:fs'
import { createClient } from '../../../sdk/index.ts'

const WEB = new URL('../../../web/', import.meta.url)

type Bilingual = Readonly<Record<'ru' | 'en', string>>
export type Words = Readonly<Record<string, Bilingual>>

/** The definition of a kind of record, as described in `web/sections/records/spec.ts`. */
export interface RecordDefinition {
  readonly kind: string
  readonly path: string
  readonly may?: string
  readonly entityType: string
  readonly words: Words
  readonly log: Words
  readonly fields: readonly Field[]
}

interface Field {
  readonly name: string
  readonly label: Bilingual
  readonly type: string
  readonly isFixed?: boolean
}

interface Group {
  readonly groupBy: string
  readonly show?: string
}

/** The definition of a report, as described in `web/sections/reports/spec.ts`. */
export interface ReportSpec {
  readonly name: string
  readonly may: string
  readonly words: Words
  readonly groups: Words
  readonly shows?: { readonly choices: Words }
  readonly columns: (
    asked: Group,
    totals: object,
  ) => readonly { readonly name: string; readonly label: Bilingual; readonly choices?: Words }[]
}

async function definitionsIn<T>(folder: string): Promise<readonly (T & { readonly file: string })[]> {
  const files = readdirSync(new URL(folder, WEB)).filter((name) => name.endsWith('.ts'))
  const loaded = await Promise.all(
    files.map(async (name) => {
      const found: object = await import(new URL(`${folder}/${name}`, WEB).href)
      return Object.values(found).map((one: T) => ({ ...one, file: `${folder}/${name}` }))
    }),
  )
  return loaded.flat()
}

/** The name and plain fields of a kind of record whose pages are ordinary code, not built from a definition. */
type FieldsDefinition = Pick<RecordDefinition, 'kind' | 'fields'>

const DEFINED = await definitionsIn<RecordDefinition | FieldsDefinition>('records')
export const RECORDS = DEFINED.filter((spec) => 'path' in spec)
export const FIELDS = DEFINED.filter((spec) => !('path' in spec))

/** The definitions in `web/reports/`, which add to the service's own descriptions of reports. */
export const DEFINED_REPORTS = await definitionsIn<{ readonly name: string }>('reports')

export const { reportsOf } = (await import(new URL('sections/reports/made.ts', WEB).href)) as {
  readonly reportsOf: (definitions: readonly object[]) => readonly ReportSpec[]
}
/** The definitions of all reports that the app shows. */
export const REPORTS = reportsOf(DEFINED_REPORTS)

/** Returns all texts of a report, including those of every column that it may have. */
export function wordsOfReport({ words, groups, shows, columns }: ReportSpec): Words {
  const everything = new Proxy({}, { get: () => 1 })
  const known = Object.keys(groups)
  const asked = (known.length > 0 ? known : ['']).flatMap((groupBy) =>
    Object.keys(shows?.choices ?? { '': null }).map((show) => ({ groupBy, show })),
  )
  const shown = asked.flatMap((one) => columns(one, everything))
  const named = (prefix: string, texts: Words) =>
    Object.entries(texts).map(([word, text]) => [`${prefix}-${word}`, text] as const)
  return Object.fromEntries([
    ...Object.entries(words),
    ...named('by', groups),
    ...named('show', shows?.choices ?? {}),
    ...shown.map(({ name, label }) => [`column-${name}`, label] as const),
    ...shown.flatMap(({ name, choices = {} }) => named(`column-${name}`, choices)),
  ])
}

/** The app's functions that return the texts of a kind of record and of plain fields, and the fields of a form. */
export const {
  wordsOf: wordsOfRecords,
  wordsOfFields,
  typedFields,
} = (await import(new URL('sections/records/spec.ts', WEB).href)) as {
  readonly wordsOf: (spec: RecordDefinition) => Words
  readonly wordsOfFields: (spec: FieldsDefinition) => Words
  readonly typedFields: (fields: readonly Field[]) => readonly Field[]
}

interface Methods {
  readonly list: { readonly path: string }
  readonly read?: unknown
  readonly create?: unknown
  readonly update?: unknown
}
const client = createClient({ baseUrl: 'http://localhost', token: 'unused' }) as unknown as Record<string, Methods>

/** Returns the SDK's methods for a kind of record. */
export const methodsOf = ({ kind }: FieldsDefinition): Methods => client[kind]!

/** Returns the SDK's method that reads the given report. */
export const readOf = (name: string) =>
  (client.reports as unknown as Record<string, { readonly path: string }>)[
    name.replace(/-(.)/g, (_all, first: string) => first.toUpperCase())
  ]

/**
 * Returns the addresses of the app's pages for a kind of record: the list, the record's page if an id is given, and a
 * form. This is the record's edit form if an id is given and the kind can be changed, otherwise the form for a new
 * record.
 */
export function pagesOfRecords(spec: RecordDefinition, id?: string): string[] {
  const { create, update } = methodsOf(spec)
  const isChanged = id !== undefined && update !== undefined
  return [
    spec.path,
    ...(id === undefined ? [] : [`${spec.path}/${id}`]),
    ...(isChanged ? [`${spec.path}/${id}/edit`] : create === undefined ? [] : [`${spec.path}/new`]),
  ]
}
