/** Parses the cells of a row as values of the fields to which its columns are mapped. */
import { unitName } from '../../spellings/units.ts'
import type { AnyField, CellReader } from '../domain/fields/field.ts'
import { MAX_DAYS, STOCK_RULE, SUPPLIER_ITEM } from '../domain/fields/ordering.ts'
import { PARTNER } from '../domain/fields/partners.ts'
import { PRODUCT } from '../domain/fields/products.ts'
import { foldName } from '../domain/folding.ts'
import type { Words } from '../domain/languages.ts'
import { withoutGaps } from '../domain/legal-numbers.ts'
import type { CustomField } from '../domain/records.ts'
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '../domain/schema.ts'
import { isTaxNumber } from '../recognition/words/tax-numbers.ts'
import {
  type Cell,
  cellText,
  type Read,
  readBarcodes,
  readDayCell,
  readFlag,
  readNumber,
  readText,
  readWords,
  UNITS,
} from './cells.ts'
import type { ImportColumn } from './import-records.ts'
import { MAX_ROW_PROBLEMS } from './limits.ts'
import type { RowProblem } from './row-problems.ts'
import type { Names } from './world.ts'

/**
 * The values of a row. Values of price types, filters and custom fields are stored under the name in the column's
 * target.
 */
export interface RowValues {
  /** Values by field, as in the bodies of commands but with names where a body has ids. */
  readonly fields: ReadonlyMap<string, unknown>
  readonly prices: ReadonlyMap<string, number>
  readonly filters: ReadonlyMap<string, readonly string[]>
  readonly custom: ReadonlyMap<string, unknown>
  /** The index of the column for each target. */
  readonly columnOf: ReadonlyMap<string, number>
  readonly problems: RowProblem[]
}

type Reader = (cell: Cell) => Read<unknown>

const name: Reader = (cell) => readText(cell, MAX_NAME_LENGTH)
const note: Reader = (cell) => readText(cell, MAX_NOTE_LENGTH)
const money: Reader = (cell) => readNumber(cell, 2)
const quantity: Reader = (cell) => readNumber(cell, 3)
const weight: Reader = (cell) => readNumber(cell, 6, UNITS.weight)
const volume: Reader = (cell) => readNumber(cell, 6, UNITS.volume)
const words: Reader = (cell) => readWords(cell, MAX_NAME_LENGTH)
/** Parses a percentage. A spreadsheet stores 20 % as 0.2. */
const percent: Reader = (cell) => {
  if (/^без ндс$/i.test(cellText(cell))) return { value: 0 }
  const isShare = typeof cell === 'number' && cell > 0 && cell < 1
  return readNumber(isShare ? Number((cell * 100).toPrecision(12)) : cell, 6, UNITS.percent)
}
/** Normalizes units: «шт», «шт.», «ШТ» and «штука» are the same unit. */
const unit: Reader = (cell) => {
  const read = readText(cell, MAX_NAME_LENGTH)
  return read === null || 'problem' in read ? read : { value: unitName(read.value) }
}
const legalNumber: Reader = (cell) => {
  const read = readText(cell, MAX_NAME_LENGTH)
  return read === null || 'problem' in read ? read : { value: withoutGaps(read.value) }
}
/** Restores the leading zero of a tax number, because spreadsheets drop it. */
const taxNumber: Reader = (cell) => {
  const read = readText(cell, MAX_NAME_LENGTH)
  if (read === null || 'problem' in read) return read
  const text = withoutGaps(read.value)
  return { value: isTaxNumber(`0${text}`) ? `0${text}` : text }
}

/** Parses a number of whole days, such as 5 or «5 дней». */
const days: Reader = (cell) => {
  const read = readNumber(cell, 0, UNITS.days)
  if (read === null || 'problem' in read || read.value <= MAX_DAYS) return read
  return { problem: { code: 'TOO_LARGE', figures: { value: cellText(cell) } } }
}

/** Parses a word from a fixed set, in either language. `also`: other spellings that people use. */
function oneOfWords(choices: Readonly<Record<string, Words>>, also: Readonly<Record<string, string>> = {}): Reader {
  const known = new Map(Object.entries(also))
  for (const [value, words] of Object.entries(choices))
    for (const word of [value, ...words]) known.set(word.toLowerCase(), value)
  const allowed = Object.values(choices)
    .map(([word]) => word)
    .join(', ')
  return (cell) => {
    const text = cellText(cell)
    if (text === '') return null
    const value = known.get(text.toLowerCase())
    return value === undefined ? { problem: { code: 'UNKNOWN_WORD', figures: { value: text, allowed } } } : { value }
  }
}

const SPECIAL: Readonly<Record<CellReader, Reader>> = {
  barcodes: readBarcodes,
  'per cent': percent,
  weight,
  volume,
  'unit of measure': unit,
  'tax number': taxNumber,
  'legal number': legalNumber,
  days,
}

/** The parts of a schema that decide how a cell is parsed. */
interface Schema {
  readonly type?: string
  readonly unit?: 'milli' | 'minor' | 'percent'
  readonly maxLength?: number
}

function readerOfField({ value, record, about }: AnyField): Reader {
  const { reader, values } = about.imported!
  if (reader !== undefined) return SPECIAL[reader]
  if (about.choices !== undefined) return oneOfWords(about.choices, values)
  const { type, unit: steps, maxLength }: Schema = value
  if (steps !== undefined) return steps === 'minor' ? money : quantity
  if (type === 'number') return (cell) => readNumber(cell, 6)
  if (type === 'boolean') return readFlag
  if ((record as Schema).type === 'array') return words
  return maxLength === MAX_NOTE_LENGTH ? note : name
}

/** The parser for each target. Fields that several kinds of records have in common use the same parser. */
const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    [STOCK_RULE, SUPPLIER_ITEM, PARTNER, PRODUCT]
      .flatMap(({ fields }) => Object.entries<AnyField>(fields))
      .flatMap(([target, field]) => (field.about.imported === undefined ? [] : [[target, readerOfField(field)]])),
  ),
  quantity,
  unitCost: money,
}

function customReader({ valueType, options }: CustomField): Reader {
  if (valueType === 'number') return readFree
  if (valueType === 'boolean') return readFlag
  if (valueType === 'date') return readDayCell
  if (valueType === 'string') return note
  return (cell) => {
    const text = cellText(cell)
    if (text === '') return null
    const option = options.find((one) => foldName(one) === foldName(text))
    return option === undefined
      ? { problem: { code: 'UNKNOWN_WORD', figures: { value: text, allowed: options.slice(0, 10).join(', ') } } }
      : { value: option }
  }
}

/** Parses the number of a custom field, which may be negative. */
const readFree: Reader = (cell) => {
  const text = cellText(cell)
  if (!/^[-−–]/.test(text)) return readNumber(cell, 6)
  const read = readNumber(typeof cell === 'number' ? -cell : text.slice(1), 6)
  return read === null || 'problem' in read ? read : { value: -(read.value as number) }
}

/** Parses the cells of a row. Empty cells are skipped. */
export function readRow(cells: readonly Cell[], columns: readonly ImportColumn[], names: Names): RowValues {
  const fields = new Map<string, unknown>()
  const prices = new Map<string, number>()
  const filters = new Map<string, readonly string[]>()
  const custom = new Map<string, unknown>()
  const columnOf = new Map<string, number>()
  const problems: RowProblem[] = []
  for (const [column, { target }] of columns.entries()) {
    if (target === null) continue
    columnOf.set(target, column)
    const cell = cells[column] ?? null
    const [prefix, own] = splitTarget(target)
    const field = prefix === 'custom' ? names.customFields.get(foldName(own)) : undefined
    const reader = field === undefined ? readerOf(prefix, target) : customReader(field)
    const read = reader(cell)
    if (read === null) continue
    if ('problem' in read) {
      if (problems.length < MAX_ROW_PROBLEMS) problems.push({ ...read.problem, column })
      continue
    }
    const { value } = read
    if (prefix === 'price') prices.set(own, value as number)
    else if (prefix === 'filter') filters.set(own, value as string[])
    else if (field !== undefined) custom.set(field.name, value)
    else fields.set(target, value)
  }
  return { fields, prices, filters, custom, columnOf, problems }
}

function readerOf(prefix: string | null, target: string): Reader {
  if (prefix === 'price') return money
  if (prefix === 'filter') return words
  return READERS[target] ?? name
}

/** Splits a target such as `price:Опт` at the colon. The prefix is null if the target is one of our own fields. */
export function splitTarget(target: string): [prefix: string | null, name: string] {
  const at = target.indexOf(':')
  return at === -1 ? [null, target] : [target.slice(0, at), target.slice(at + 1)]
}
