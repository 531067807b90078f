/**
 * Records as their tables store them: the JSON that the API shows, followed by hidden fields. So a list can be built
 * from the stored strings as they are, and a command serializes its record only once, for both the response and the
 * table.
 */
import { toMilli, toMinor } from '../../amounts/quantity.ts'
import type { View } from '../domain/costs.ts'
import type { ImportFile, KeptImage, Kind, Order, Product, RecordOf } from '../domain/records.ts'
import { concat, joinText, openEnd, type Text } from '../domain/text.ts'
import { type Stored, upcastRecord, versionOf } from '../domain/upcasters.ts'
import { shareCompositions } from './compositions.ts'
import { inView } from './hide-costs.ts'
import { SHOWN, serializeRecord, serializeText } from './serialize.ts'

/**
 * The hidden fields begin with this text. It cannot occur inside a JSON string, because quotes
 * there have a backslash before them, and no hidden field contains it.
 */
const HIDDEN = ',"revision":'

/** Returns the hidden fields of a record, except its revision. */
function hiddenOf(kind: Kind, record: RecordOf[Kind]): object | null {
  if (kind === 'products') {
    const { images } = record as Product
    return images.length === 0 ? null : { imageHashes: images.map(({ sha256 }) => sha256) }
  }
  if (kind === 'imports') {
    const { attempt, queuedAt } = record as ImportFile
    return { attempt, queuedAt }
  }
  return null
}

/**
 * Serializes a record in the form that its table stores. `shown`: the record as the API shows it, if already
 * serialized.
 */
export function printStoredRecord<K extends Kind>(
  kind: K,
  record: RecordOf[K],
  shown: string = serializeRecord(kind, record as never),
): string {
  return joinText(printStoredRecordText(kind, record, shown))
}

/** Serializes a record that may be long, in the form that its table stores. */
export function printStoredRecordText<K extends Kind>(
  kind: K,
  record: RecordOf[K],
  shown: Text = serializeText(kind, record as never),
): Text {
  return concat(openEnd(shown), hiddenText(kind, record))
}

/** Serializes the last part of a stored record, which follows all fields that the API shows. */
export function hiddenText<K extends Kind>(kind: K, record: RecordOf[K]): string {
  const hidden = hiddenOf(kind, record)
  const more = hidden === null ? '}' : `,${JSON.stringify(hidden).slice(1)}`
  return `${HIDDEN}${record.revision}${VERSIONS[kind]}${more}`
}

/** For each kind, the string that marks the version in a stored record; empty for a kind whose shape never changed. */
const VERSIONS = Object.fromEntries(
  (Object.keys(SHOWN) as Kind[]).map((kind) => [kind, versionOf(kind) === 1 ? '' : `,"v":${versionOf(kind)}`]),
) as Record<Kind, string>

/**
 * Returns the JSON that the API shows for a stored record. Stock rows are stored only in columns, so a query builds
 * their JSON.
 */
export function shownOf(kind: Kind, json: string, view: View): string {
  if (kind === 'stock') return serializeRecord('stock', JSON.parse(json))
  return inView(view, SHOWN[kind], `${json.slice(0, json.lastIndexOf(HIDDEN))}}`)
}

/** Parses a stored record into its form in memory, with money in kopecks and quantities in thousandths. */
export function parseStoredRecord<K extends Kind>(kind: K, json: string): RecordOf[K] {
  return keptRecord(kind, JSON.parse(json) as RecordOf[K])
}

/** Converts a parsed stored record of any version to its form in memory. It changes the given object. */
export function keptRecord<K extends Kind>(kind: K, kept: RecordOf[K]): RecordOf[K] {
  const record = upcastRecord(kind, kept as Stored) as RecordOf[K]
  READERS[kind]?.(record)
  // Orders in the change log may have no items.
  if (kind === 'orders' && 'items' in record) shareCompositions(record as Order)
  return kind === 'products' ? (withHashes(record as never) as RecordOf[K]) : record
}

function withHashes(kept: Product & { imageHashes?: readonly string[] }): Product {
  if (kept.imageHashes === undefined) return kept
  const { imageHashes, ...product } = kept
  const images: KeptImage[] = product.images.map((image, position) => ({ ...image, sha256: imageHashes[position]! }))
  return { ...product, images }
}

interface Schema {
  readonly unit?: 'milli' | 'minor' | 'percent'
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Converts values in main units to integers of the smallest unit. Changes objects and arrays in place. */
type Reader = (value: unknown) => unknown

/** Compiles a function that converts values of a schema to integers. @returns null when nothing needs converting. */
function compileReader({ unit, properties, items }: Schema): Reader | null {
  if (unit !== undefined) {
    const toInteger = unit === 'milli' ? toMilli : toMinor
    return (value) => (value === null ? null : toInteger(value as number))
  }
  if (properties !== undefined) return objectReader(properties)
  return items === undefined ? null : arrayReader(compileReader(items))
}

function objectReader(properties: Readonly<Record<string, Schema>>): Reader | null {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const read = compileReader(schema)
    return read === null ? [] : [{ name, read }]
  })
  if (fields.length === 0) return null
  return (value) => {
    const object = value as Record<string, unknown>
    for (const { name, read } of fields) {
      const field = object[name]
      if (field !== undefined) object[name] = read(field)
    }
    return object
  }
}

function arrayReader(read: Reader | null): Reader | null {
  if (read === null) return null
  return (value) => {
    const entries = value as unknown[]
    for (let index = 0; index < entries.length; index += 1) entries[index] = read(entries[index])
    return entries
  }
}

/**
 * The converters to integers for the kinds with money or quantities. Stock rows need none, because their stored JSON is
 * already in thousandths.
 */
const READERS = Object.fromEntries(
  Object.entries(SHOWN).map(([kind, schema]) => [kind, kind === 'stock' ? null : compileReader(schema as Schema)]),
) as Record<Kind, Reader | null>
