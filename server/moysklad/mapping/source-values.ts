/**
 * Reads values of MoySklad rows. In MoySklad, absent, null and empty mean the same thing, and a reference to a record
 * is an address.
 */
import { formatDecimal, isLosslessNumber, readDecimal } from './decimals.ts'

export type SourceRow = Readonly<Record<string, unknown>>

const NO_ROW: SourceRow = {}

/** Returns a MoySklad object, or an empty object for any other value. */
export function sourceRowOf(value: unknown): SourceRow {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  return isObject ? (value as SourceRow) : NO_ROW
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression searches for control characters.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** Returns whether a string contains unwanted invisible characters, such as BEL. */
export const hasControlCharacters = (value: unknown): boolean =>
  typeof value === 'string' && value.search(CONTROL) !== -1

/**
 * Returns text in the form stored in our records: trimmed, without control characters (except line breaks and tabs),
 * and without broken surrogates. Returns '' when the value is absent. Converts numbers to text.
 */
export function sourceText(value: unknown): string {
  if (typeof value === 'string') return value.replace(CONTROL, '').toWellFormed().trim()
  if (typeof value === 'number') return String(value)
  return isLosslessNumber(value) ? value.value : ''
}

/** Returns a MoySklad array, or an empty array for any other value. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * Returns the id in a reference: its `id`, or else the last part of its address without the query, or '' when there is
 * neither.
 */
export function sourceIdOf(reference: unknown): string {
  const { id } = sourceRowOf(reference)
  if (typeof id === 'string' && sourceText(id) !== '') return sourceText(id)
  const address = sourceText(metaOf(reference).href)
  return (
    address
      .split(/[?#]/, 1)[0]!
      .split('/')
      .findLast((part) => part !== '') ?? ''
  )
}

/** Returns the type of the record that a reference points to, such as `counterparty`. */
export function typeOf(reference: unknown): string {
  return sourceText(metaOf(reference).type)
}

/**
 * Returns the rows of a nested collection, and whether the collection has all of its rows. A collection that is absent
 * and has no stated size is empty.
 */
export function collectionOf(value: unknown): { rows: readonly SourceRow[]; isWhole: boolean } {
  const rows = arrayOf(Array.isArray(value) ? value : sourceRowOf(value).rows).map(sourceRowOf)
  return { rows, isWhole: rows.length >= sizeOf(value) }
}

/** Returns the size that a nested collection states, or null if it does not state one. */
export function sizeIn(collection: unknown): number | null {
  const size = readDecimal(metaOf(collection).size)
  return size === null ? null : Number(formatDecimal(size))
}

/** Returns the size that a nested collection states, or 0 if it does not state one. */
export const sizeOf = (collection: unknown): number => sizeIn(collection) ?? 0

/** Whether a value is meaningless: absent, empty, false, zero, or an empty collection. */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value === 'number' || isLosslessNumber(value)) return readDecimal(value)?.units === 0n
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  const { meta, rows, ...rest } = sourceRowOf(value)
  if (Object.keys(rest).length > 0) return false
  return meta === undefined ? arrayOf(rows).length === 0 : sourceRowOf(meta).size !== undefined && sizeOf(value) === 0
}

/**
 * Formats a MoySklad value for the report. A reference becomes type, id and name instead of an address. Numbers stay as
 * in the JSON, or become text where JSON would lose digits.
 */
export function plainValue(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'number' || isLosslessNumber(value)) return plainNumber(value)
  if (Array.isArray(value)) return value.map((entry) => plainValue(entry, names))
  if (typeof value !== 'object' || value === null) return value
  const { meta, ...fields } = sourceRowOf(value)
  const entries = Object.entries(fields)
    .filter(([key, field]) => !HIDDEN.has(key) && field !== null && field !== undefined && field !== '')
    .map(([key, field]) => [key, plainValue(field, names)] as const)
  return meta === undefined
    ? Object.fromEntries(entries)
    : { ...plainMeta(value, names), ...Object.fromEntries(entries) }
}

/**
 * Returns the links of a picture, a file or a collection of these, with their names if MoySklad gives them, for
 * programs that want to download the files. The links are addresses of MoySklad's API: they do not expire, need the token,
 * and answer with a redirect to an address that needs none and expires after a minute. Such an address is never kept, so
 * of a miniature only the API's address is, not its `downloadHref`, which is on another host.
 */
export function linksWithin(value: unknown): unknown {
  const { href, downloadHref, type, size } = metaOf(value)
  const { title, filename, miniature } = sourceRowOf(value)
  const rows = arrayOf(sourceRowOf(value).rows).map(linksWithin)
  const own = { type, size: size ?? sourceRowOf(value).size, title, filename, href, downloadHref }
  const small = sourceRowOf(miniature).href
  const entries = Object.entries({ ...own, miniatureHref: small })
    .map(([key, field]) => [key, key === 'size' ? sizeOrNull(field) : sourceText(field)] as const)
    .filter(([, field]) => field !== '' && field !== null)
  return { ...Object.fromEntries(entries), ...(rows.length === 0 ? {} : { rows }) }
}

const sizeOrNull = (size: unknown) => (readDecimal(size) === null ? null : plainNumber(size))

/** Fields with addresses and internal ids, which mean nothing to readers. */
const HIDDEN: ReadonlySet<string> = new Set([
  'accountId',
  'owner',
  'group',
  'shared',
  'download',
  'downloadHref',
  'href',
])

function plainMeta(value: unknown, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const type = typeOf(value)
  if (metaOf(value).size !== undefined) return { type, size: sizeOf(value) }
  const id = sourceIdOf(value)
  const name = names.get(id)
  return { type, id, ...(name === undefined ? {} : { name }) }
}

function plainNumber(value: unknown): number | string {
  const decimal = readDecimal(value)
  if (decimal === null) return sourceText(value)
  const text = formatDecimal(decimal)
  const number = Number(text)
  const back = readDecimal(number)
  return back !== null && formatDecimal(back) === text ? number : text
}

function metaOf(value: unknown): SourceRow {
  return sourceRowOf(sourceRowOf(value).meta)
}
