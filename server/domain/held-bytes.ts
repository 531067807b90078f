/**
 * Estimates the memory that the records of a company take, from the way V8 lays out objects on
 * 64-bit machines. The sum is updated whenever a record is added or removed, so only changed
 * records are examined. tests/contract/memory-estimate.test.ts compares the estimate with measured
 * memory.
 */
import type { AnyRecord, Order, StateKind, Stock } from './records.ts'

const WORD = 8
/** Bytes for the header of a string, before its characters. */
const TEXT = 16
/** Bytes for an object before its properties, or for an array before its elements. */
const OBJECT = 3 * WORD
const ARRAY = 6 * WORD
/** Bytes for a number that is not a small integer, because V8 stores such a number separately. */
const LARGE_NUMBER = 16
const SMALLEST = -(2 ** 31)
const LARGEST = 2 ** 31 - 1
/**
 * The length, in characters, up to which strings are checked at a few sample positions. Longer strings are examined
 * completely to find out how many bytes each character takes.
 */
const SAMPLED = 256
const LAST_OF_ONE_BYTE = 0xff

/** Bytes for an entry of a map or set, including the table's spare capacity. */
export const MAP_ENTRY = 40
/**
 * Bytes that a collection stores for each record: the record's key, and the position and length of its JSON in the
 * serialized bytes.
 */
const IN_COLLECTION = 40
/**
 * The number of properties from which an object has its own hash table and property names. Smaller objects with the
 * same properties share them.
 */
const TABLE_FROM = 32
const TABLE_ENTRY = 3 * WORD

/** The names of fields whose values are objects with keys chosen by clients. */
const FREE: ReadonlySet<string> = new Set(['customValues', 'contacts', 'bankAccounts'])

/** Bytes for a set with one or two ids, such as the set of partners with the same name. */
const SMALL_SET = 230
/** Bytes for the key of a stock row, which consists of two ids. */
const STOCK_KEY = 96
/** Bytes for the lots of one product in one warehouse: key, queue and entry. Usually there is only one lot. */
const LOT_QUEUE = MAP_ENTRY + STOCK_KEY + 2 * ARRAY

/** Estimates how much memory the look-up maps take for one record. */
function bytesOfLookUps(kind: StateKind, record: AnyRecord): number {
  if (kind === 'partners') return 3 * (MAP_ENTRY + SMALL_SET)
  if (kind === 'stockRules' || kind === 'supplierItems') return MAP_ENTRY + SMALL_SET
  if (kind === 'lots') return WORD
  if (kind === 'orders') return (record as Order).waiting === undefined ? 0 : bytesOfWaiting(record as Order)
  if (kind === 'stock') return STOCK_KEY + ((record as Stock).onHand === 0 ? 0 : LOT_QUEUE)
  return 0
}

/**
 * Estimates the memory of the look-up entries by stock row: one entry for each waiting line, or for each component of
 * the line's bundle.
 */
function bytesOfWaiting({ items }: Order): number {
  const keys = items.reduce(
    (sum, { waiting, components }) => sum + (waiting === undefined ? 0 : (components?.length ?? 1)),
    0,
  )
  return keys * (MAP_ENTRY + STOCK_KEY + SMALL_SET)
}

/** Estimates the memory that a string takes. */
export function bytesOfText(text: string): number {
  const width = hasWideLetters(text) ? 2 : 1
  return TEXT + WORD * Math.ceil((text.length * width) / WORD)
}

/** True when V8 stores the string with two bytes per character, which it does if any character is beyond Latin-1. */
function hasWideLetters(text: string): boolean {
  const { length } = text
  if (length === 0) return false
  // For characters beyond ASCII, UTF-8 takes more bytes than the string has characters. This overestimates strings in
  // languages such as French, but not in other common languages.
  if (length > SAMPLED) return Buffer.byteLength(text) > length
  return isWide(text, 0) || isWide(text, length >> 1) || isWide(text, length - 1) || isWide(text, length >> 2)
}

const isWide = (text: string, at: number) => text.charCodeAt(at) > LAST_OF_ONE_BYTE

/** Keeps a running total of the memory that one company's records take. */
export class HeldBytes {
  private sum = 0

  /** The memory of all records that were added and not removed. */
  get total(): number {
    return this.sum
  }

  /**
   * Replaces the record `before` by `after` in the sum. `before` is null for a new record, and `after` is null for a
   * removed one.
   */
  replace(kind: StateKind, before: AnyRecord | null, after: AnyRecord | null): void {
    if (before === after) return
    if (after !== null) this.sum += bytesOf(kind, after)
    if (before !== null) this.sum -= bytesOf(kind, before)
  }
}

/**
 * Estimates the memory of a record. Equal records give equal estimates, so a company that was just loaded counts the
 * same as one that grew in memory.
 */
function bytesOf(kind: StateKind, record: AnyRecord): number {
  const fixed = MAP_ENTRY + IN_COLLECTION + bytesOfLookUps(kind, record)
  return fixed + (kind === 'orders' ? bytesOfOrder(record as Order) : bytesOfRecord(record))
}

function bytesOfRecord(record: object): number {
  let bytes = OBJECT
  // Avoid creating a list of the properties, because this code runs for every record that is loaded.
  for (const name in record) {
    const value = (record as Readonly<Record<string, unknown>>)[name]
    bytes += WORD + (FREE.has(name) ? bytesOfFree(value) : bytesOfValue(value))
  }
  return bytes
}

/**
 * Estimates an order. Lines of the same bundle share one list of components. Sharing with other orders is ignored,
 * since those orders may leave memory first.
 */
function bytesOfOrder({ items, ...order }: Order): number {
  let bytes = bytesOfValue(order) + WORD + ARRAY
  const seen = new Set<string>()
  for (const { components, ...item } of items) {
    bytes += WORD + bytesOfValue(item)
    if (components === undefined) continue
    bytes += WORD
    if (!seen.has(item.productId)) bytes += bytesOfValue(components)
    seen.add(item.productId)
  }
  return bytes
}

/** Estimates the memory of an object whose keys clients choose. */
function bytesOfFree(value: unknown): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bytesOfValue(value, bytesOfFree)
  const entries = Object.entries(value)
  const isTable = entries.length >= TABLE_FROM
  let bytes = OBJECT + (isTable ? bytesOfTable(entries.length) : WORD * entries.length)
  for (const [name, inner] of entries) bytes += (isTable ? bytesOfText(name) : 0) + bytesOfFree(inner)
  return bytes
}

function bytesOfTable(entries: number): number {
  return TABLE_ENTRY * 2 ** Math.ceil(Math.log2(entries * 1.5))
}

function bytesOfValue(value: unknown, bytesOfInner: (inner: unknown) => number = bytesOfValue): number {
  if (typeof value === 'string') return bytesOfText(value)
  if (typeof value === 'number') return isSmall(value) ? 0 : LARGE_NUMBER
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) {
    let bytes = ARRAY
    for (const inner of value) bytes += WORD + bytesOfInner(inner)
    return bytes
  }
  let bytes = OBJECT
  for (const name in value) bytes += WORD + bytesOfInner((value as Readonly<Record<string, unknown>>)[name])
  return bytes
}

function isSmall(value: number): boolean {
  return value >= SMALLEST && value <= LARGEST && Number.isInteger(value)
}
