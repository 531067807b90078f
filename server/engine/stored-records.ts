/**
 * Records as their tables keep them: the JSON that the API shows, then what it does not show. So a list is put together from the
 * texts as they stand, and a command prints its record once, for the answer and for the table.
 */
import { toMilli, toMinor } from '../../amounts/quantity.ts'
import type { View } from '../domain/costs.ts'
import type { ImportFile, KeptImage, Kind, Order, Product, RecordOf } from '../domain/records.ts'
import { concat, joinText, openEnd, type Text } from '../domain/text.ts'
import { type Stored, upcastRecord, versionOf } from '../domain/upcasters.ts'
import { shareCompositions } from './compositions.ts'
import { inView } from './hide-costs.ts'
import { SHOWN, serializeRecord, serializeText } from './serialize.ts'

/** What is not shown begins here. It cannot stand in a text, whose quotes have backslashes, and nothing hidden has it inside. */
const HIDDEN = ',"revision":'

/** What is hidden beside the revision. */
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

/** The JSON of a record for its table. `shown`: the same record as the API shows it, when it was printed already. */
export function printStoredRecord<K extends Kind>(
  kind: K,
  record: RecordOf[K],
  shown: string = serializeRecord(kind, record as never),
): string {
  return joinText(printStoredRecordText(kind, record, shown))
}

/** The same of a record that may be long. */
export function printStoredRecordText<K extends Kind>(
  kind: K,
  record: RecordOf[K],
  shown: Text = serializeText(kind, record as never),
): Text {
  return concat(openEnd(shown), hiddenText(kind, record))
}

/** What follows in it after all that is shown, up to its end. */
export function hiddenText<K extends Kind>(kind: K, record: RecordOf[K]): string {
  const hidden = hiddenOf(kind, record)
  const more = hidden === null ? '}' : `,${JSON.stringify(hidden).slice(1)}`
  return `${HIDDEN}${record.revision}${VERSIONS[kind]}${more}`
}

/** What says in which version a kind was written: nothing for one that never changed. */
const VERSIONS = Object.fromEntries(
  (Object.keys(SHOWN) as Kind[]).map((kind) => [kind, versionOf(kind) === 1 ? '' : `,"v":${versionOf(kind)}`]),
) as Record<Kind, string>

/** The JSON that the API shows, of a record as its table keeps it. A stock row is kept in columns alone: its text is made by a query. */
export function shownOf(kind: Kind, json: string, view: View): string {
  if (kind === 'stock') return serializeRecord('stock', JSON.parse(json))
  return inView(view, SHOWN[kind], `${json.slice(0, json.lastIndexOf(HIDDEN))}}`)
}

/** A record as memory has it, money in kopecks and quantities in thousandths, from the JSON that its table keeps. */
export function parseStoredRecord<K extends Kind>(kind: K, json: string): RecordOf[K] {
  return keptRecord(kind, JSON.parse(json) as RecordOf[K])
}

/** The same of a text that was parsed, of whatever version. Changes what it is given. */
export function keptRecord<K extends Kind>(kind: K, kept: RecordOf[K]): RecordOf[K] {
  const record = upcastRecord(kind, kept as Stored) as RecordOf[K]
  READERS[kind]?.(record)
  // The change log has orders without them.
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

/** Turns main units into integers, inside of objects and arrays in place. */
type Reader = (value: unknown) => unknown

/** @returns null when there is nothing to turn. */
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

/** Of the kinds that have money or quantities. The text of a stock row is in thousandths as it is. */
const READERS = Object.fromEntries(
  Object.entries(SHOWN).map(([kind, schema]) => [kind, kind === 'stock' ? null : compileReader(schema as Schema)]),
) as Record<Kind, Reader | null>
