/**
 * Defines the columns of a list exported as a table. The columns follow from the schema of the list's records: each
 * field becomes a column with its title from `words.ts`. For a record referenced by id, the table shows the name; the
 * ids themselves are in the last columns. Source: docs/lists.md "As a table".
 */
import { isCost, type View } from '../domain/costs.ts'
import { PRODUCT } from '../domain/fields/products.ts'
import { inLanguage, type Language } from '../domain/languages.ts'
import type { ListShape } from '../domain/lists.ts'
import type { ColumnKind } from '../reports/columns.ts'
import type { ReportRow } from '../reports/reports-sql.ts'
import type { TableNames } from './names.ts'
import { choiceOf, labelOf, NO, OTHER_VALUES, PREFIXES, type Prefix, YES } from './words.ts'

/** A record as the API returns it. */
export type Shown = Readonly<Record<string, unknown>>

export interface ListColumn {
  readonly title: string
  readonly kind: ColumnKind
  /**
   * Returns the content of the column's cell, or null for an empty cell. Numbers are in their smallest unit, as in
   * reports.
   */
  valueOf(record: Shown): string | null
}

/** The parts of a JSON Schema that decide how a field is formatted. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly unit?: 'milli' | 'minor' | 'percent'
  readonly moment?: true | 'day' | 'or day'
  readonly items?: { readonly type?: string }
  readonly properties?: object
}

export interface ColumnsOf {
  readonly list: Pick<ListShape, 'kind' | 'record'>
  readonly view: View
  readonly language: Language
  readonly names: TableNames
}

/** The longest text that a spreadsheet cell can contain. */
const MAX_CELL_LENGTH = 32_767

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const typesOf = ({ type }: Schema) => [type].flat()

/** Returns the columns of a list, in order. `without`: a field to leave out. */
export function columnsOf(of: ColumnsOf & { readonly without?: string }): ListColumn[] {
  const columns: ListColumn[] = []
  const ids: ListColumn[] = []
  for (const [field, schema] of Object.entries(of.list.record.properties)) {
    if (field === of.without) continue
    if (of.view !== 'full' && isCost(schema)) continue
    const isId = field === 'id' || (field.endsWith('Id') && field !== EXTERNAL_ID)
    const isNamed = !isId || (of.names.has(field) && !(beside(field) in of.list.record.properties))
    if (isNamed) columns.push(...columnsOfField(of, field, schema as Schema))
    if (isId) ids.push(idColumn(field, inLanguage(labelOf(field, schema) ?? [field, field], of.language)))
  }
  return [...columns, ...ids]
}

/** A field whose name ends in `Id` but which contains an id from another system. It is exported like any other text. */
const EXTERNAL_ID = 'externalId'
/**
 * Returns the name of the field that may contain a referenced record's name. Some records store the name next to the
 * id, in a field with the same name but without `Id`.
 */
const beside = (field: string) => field.slice(0, -'Id'.length)

function columnsOfField(of: ColumnsOf, field: string, schema: Schema): ListColumn[] {
  const { language, names } = of
  const title = inLanguage(labelOf(field, schema) ?? [field, field], language)
  if (field === 'prices') return priceColumns(of)
  if (field === 'filterValueIds') return filterColumns(of)
  if (field === 'customValues') return customColumns(of)
  if (names.has(field)) return namedColumns(of, field, title)
  return [plainColumn(of, { field, title, schema })]
}

function namedColumns({ language, names }: ColumnsOf, field: string, title: string): ListColumn[] {
  const named = textColumn(title, (record) => joined([record[field]].flat().map((id) => names.of(field, id))))
  if (field !== 'productId') return [named]
  const sku = inLanguage(PRODUCT.fields.sku.about.label, language)
  return [named, textColumn(sku, (record) => names.skuOf(record.productId))]
}

/** Creates a text column. Texts are cut to the maximum length of a spreadsheet cell. */
export function textColumn(title: string, textOf: (record: Shown) => string | null): ListColumn {
  return {
    title,
    kind: 'text',
    valueOf: (record) => {
      const text = textOf(record)
      return text === null || text === '' ? null : text.slice(0, MAX_CELL_LENGTH).toWellFormed()
    },
  }
}

/** Creates a column of times, or of days that may include a time. */
export function dateColumn(title: string, kind: 'moment' | 'day', timeOf: (record: Shown) => unknown): ListColumn {
  return {
    title,
    kind,
    valueOf: (record) => {
      const value = timeOf(record)
      return isEmpty(value) ? null : String(value)
    },
  }
}

function idColumn(field: string, label: string): ListColumn {
  return textColumn(field === 'id' ? label : `ID: ${label}`, (record) =>
    isEmpty(record[field]) ? null : String(record[field]),
  )
}

const inUnits = (units: number) => (value: unknown) =>
  isEmpty(value) ? null : String(Math.round(Number(value) * units))
const inKopecks = inUnits(100)
const inThousandths = inUnits(1_000)
const asNumber = (value: unknown) => (isEmpty(value) ? null : String(value))

interface Field {
  readonly field: string
  readonly title: string
  readonly schema: Schema
}

/** The lists of which a table shows only how many entries they have. */
const COUNTED = ['images', 'lots', 'misSorts']

/** Creates the column of a field that can be formatted without any other data. */
function plainColumn({ language, names }: ColumnsOf, { field, title, schema }: Field): ListColumn {
  const numeric = (kind: ColumnKind, printed: (value: unknown) => string | null): ListColumn => ({
    title,
    kind,
    valueOf: (record) => printed(record[field]),
  })
  const types = typesOf(schema)
  if (schema.unit === 'minor') return numeric('money', inKopecks)
  if (schema.unit === 'milli') return numeric('quantity', inThousandths)
  if (types.includes('integer')) return numeric('count', asNumber)
  if (types.includes('number')) return numeric('number', asNumber)
  if (COUNTED.includes(field)) return numeric('count', (value) => String((value as unknown[] | undefined)?.length ?? 0))
  if (types.includes('boolean'))
    return textColumn(title, (record) => inLanguage(record[field] === true ? YES : NO, language))
  if (schema.moment !== undefined)
    return dateColumn(title, schema.moment === true ? 'moment' : 'day', (record) => record[field])
  if (schema.enum !== undefined) return textColumn(title, (record) => wordOf(record[field], schema, language))
  if (types.includes('array'))
    return textColumn(title, (record) =>
      joined((record[field] as unknown[] | undefined)?.map((entry) => partOf(entry, { language, names })) ?? []),
    )
  // The field contains a person, such as an order's picker.
  if (types.includes('object') && 'name' in (schema.properties ?? {}))
    return textColumn(title, (record) => (record[field] as { name: string } | null | undefined)?.name ?? null)
  return textColumn(title, (record) => (isEmpty(record[field]) ? null : String(record[field])))
}

function wordOf(value: unknown, schema: Schema, language: Language): string | null {
  if (isEmpty(value)) return null
  const words = choiceOf(String(value), schema)
  return words === undefined ? String(value) : inLanguage(words, language)
}

const joined = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('; ') || null

/**
 * Formats an entry of a list inside a record: plain text, a quantity of a product, or else the values of the entry's
 * fields.
 */
function partOf(entry: unknown, { language, names }: Pick<ColumnsOf, 'language' | 'names'>): string | null {
  if (typeof entry !== 'object' || entry === null) return isEmpty(entry) ? null : String(entry)
  const { name, productId, quantity, barcode, ...rest } = entry as Shown
  if (quantity === undefined) {
    const own = Object.entries(rest).flatMap(([field, value]) => (field.endsWith('Id') ? [] : [value]))
    return [name, ...('filterId' in rest ? [] : own)]
      .filter((value) => typeof value === 'string' && value !== '')
      .join(', ')
  }
  const what = name ?? names.of('productId', productId)
  const many = String(quantity).replace('.', language === 'ru' ? ',' : '.')
  return `${what} × ${many}${isEmpty(barcode) ? '' : ` (${barcode})`}`
}

const prefixed = (prefix: Prefix, name: string, language: Language) =>
  `${inLanguage(PREFIXES[prefix], language)}: ${name}`

function priceColumns({ language, names }: ColumnsOf): ListColumn[] {
  return names.priceTypes.map(({ id, name }) => ({
    title: prefixed('price', name, language),
    kind: 'money',
    valueOf: ({ prices }) =>
      inKopecks(
        (prices as { priceTypeId: string; price: number }[]).find(({ priceTypeId }) => priceTypeId === id)?.price,
      ),
  }))
}

function filterColumns({ language, names }: ColumnsOf): ListColumn[] {
  return names.filters.map(({ id, name }) =>
    textColumn(prefixed('filter', name, language), ({ filterValueIds }) =>
      joined(
        (filterValueIds as string[])
          .map((valueId) => names.valueOf(valueId))
          .map((value) => (value?.filterId === id ? value.name : null)),
      ),
    ),
  )
}

/** Creates one column for each of the company's custom fields, and one for all values with other keys. */
function customColumns({ list, language, names }: ColumnsOf): ListColumn[] {
  const fields = names.customFieldsOf(list.kind)
  const known = new Set(fields.flatMap(({ id, name }) => [id, name]))
  const printed = (value: unknown) => {
    if (isEmpty(value)) return null
    if (typeof value === 'boolean') return inLanguage(value ? YES : NO, language)
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const own = fields.map(({ id, name, valueType }): ListColumn => {
    const title = prefixed('custom', name, language)
    const textOf = ({ customValues }: Shown) => printed((customValues as Shown)[id] ?? (customValues as Shown)[name])
    if (valueType === 'number')
      return { title, kind: 'number', valueOf: ({ customValues }) => numberIn(customValues as Shown, [id, name]) }
    return valueType === 'date' ? customDay(title, textOf) : textColumn(title, textOf)
  })
  const others = textColumn(inLanguage(OTHER_VALUES, language), ({ customValues }) =>
    joined(
      Object.entries(customValues as Shown)
        .filter(([key, value]) => !known.has(key) && !isEmpty(value))
        .map(([key, value]) => `${key}: ${printed(value)}`),
    ),
  )
  return [...own, others]
}

/**
 * Creates a column of days. A value stored before the field was defined may not be a day; it is then exported as text.
 */
function customDay(title: string, textOf: (record: Shown) => string | null): ListColumn {
  return { ...textColumn(title, textOf), kind: 'day' }
}

/**
 * Returns the first number stored under one of these keys. A value that was stored before the field was defined may not
 * be a number and is left out.
 */
function numberIn(values: Shown, keys: readonly string[]): string | null {
  const value = keys.map((key) => values[key]).find((one) => !isEmpty(one))
  return typeof value === 'number' ? String(value) : null
}

/** For each kind of list, the field whose entries are written to a second sheet, one row per entry. */
export const LINES: Readonly<Record<string, string>> = { orders: 'items', shipments: 'items', documents: 'lines' }
/** The record's fields that are repeated next to each of its item lines, to identify the record. */
const HEAD_FIELDS = ['number', 'status', 'orderedAt', 'issuedAt', 'customer', 'supplier']

/**
 * Creates the columns of the sheet with item lines: first some fields of the record, then the fields of the line. Each
 * cell is derived from `{head, line}`.
 */
export function lineColumnsOf(of: ColumnsOf): ListColumn[] {
  const { properties } = of.list.record
  const lines = properties[LINES[of.list.kind]!] as unknown as { readonly items: ColumnsOf['list']['record'] }
  const head = HEAD_FIELDS.filter((field) => field in properties).flatMap((field) =>
    columnsOfField(of, field, properties[field] as Schema),
  )
  const own = columnsOf({ ...of, list: { kind: of.list.kind, record: lines.items } })
  const within = (part: 'head' | 'line') => (column: ListColumn) => ({
    ...column,
    valueOf: (record: Shown) => column.valueOf(record[part] as Shown),
  })
  return [...head.map(within('head')), ...own.map(within('line'))]
}

/** Returns the cells for one record. */
export function rowOf(columns: readonly ListColumn[], record: Shown): ReportRow {
  return columns.map((column) => column.valueOf(record))
}
