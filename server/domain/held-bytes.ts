/**
 * What the records of a company take in memory, estimated by what V8 makes of them on 64 bits. It is added up as records come and go,
 * so that it costs a look at those alone. Held against the truth by tests/contract/memory-estimate.test.ts.
 */
import type { AnyRecord, Order, StateKind, Stock } from './records.ts'

const WORD = 8
/** Of a text, before its characters. */
const TEXT = 16
/** Of an object, before its properties; of an array with its elements' store, before the elements. */
const OBJECT = 3 * WORD
const ARRAY = 6 * WORD
/** A number that is no small integer lies on its own. */
const LARGE_NUMBER = 16
const SMALLEST = -(2 ** 31)
const LARGEST = 2 ** 31 - 1
/** Longer texts are looked at as a whole; of others some letters tell how much room each takes. */
const SAMPLED = 256
const LAST_OF_ONE_BYTE = 0xff

/** An entry of a map or set, with the room that it keeps free. */
export const MAP_ENTRY = 40
/** What a collection keeps beside a record: its key, its place and length in the printed bytes. */
const IN_COLLECTION = 40
/** Objects with as many properties have a table of them each, and names of their own; others share both with all that have the same. */
const TABLE_FROM = 32
const TABLE_ENTRY = 3 * WORD

/** Fields whose objects have names that clients choose. */
const FREE: ReadonlySet<string> = new Set(['customValues', 'contacts', 'bankAccounts'])

/** A set that holds one id or two: of the partners of a name, say. */
const SMALL_SET = 230
/** The key of a stock row: two ids. */
const STOCK_KEY = 96
/** The lots of one product at one warehouse: key, queue and entry. Most often it is one lot. */
const LOT_QUEUE = MAP_ENTRY + STOCK_KEY + 2 * ARRAY

/** What look-ups need for one record. */
function bytesOfLookUps(kind: StateKind, record: AnyRecord): number {
  if (kind === 'partners') return 3 * (MAP_ENTRY + SMALL_SET)
  if (kind === 'lots') return WORD
  if (kind === 'stock') return STOCK_KEY + ((record as Stock).onHand === 0 ? 0 : LOT_QUEUE)
  return 0
}

/** What a text takes. */
export function bytesOfText(text: string): number {
  const width = hasWideLetters(text) ? 2 : 1
  return TEXT + WORD * Math.ceil((text.length * width) / WORD)
}

/** A text with one letter of two bytes has two bytes for each. */
function hasWideLetters(text: string): boolean {
  const { length } = text
  if (length === 0) return false
  // As UTF-8 only what is not ASCII takes more, which overestimates a text in French and no other that is common.
  if (length > SAMPLED) return Buffer.byteLength(text) > length
  return isWide(text, 0) || isWide(text, length >> 1) || isWide(text, length - 1) || isWide(text, length >> 2)
}

const isWide = (text: string, at: number) => text.charCodeAt(at) > LAST_OF_ONE_BYTE

/** The records of one company. */
export class HeldBytes {
  private sum = 0

  /** Of all records that came and did not go. */
  get total(): number {
    return this.sum
  }

  /** A record takes the place of another; null: there was none, or there is none. */
  replace(kind: StateKind, before: AnyRecord | null, after: AnyRecord | null): void {
    if (before === after) return
    if (after !== null) this.sum += bytesOf(kind, after)
    if (before !== null) this.sum -= bytesOf(kind, before)
  }
}

/** The same for equal records, so that a company that was loaded counts as one that grew. */
function bytesOf(kind: StateKind, record: AnyRecord): number {
  const fixed = MAP_ENTRY + IN_COLLECTION + bytesOfLookUps(kind, record)
  return fixed + (kind === 'orders' ? bytesOfOrder(record as Order) : bytesOfRecord(record))
}

function bytesOfRecord(record: object): number {
  let bytes = OBJECT
  for (const [name, value] of Object.entries(record))
    bytes += WORD + (FREE.has(name) ? bytesOfFree(value) : bytesOfValue(value))
  return bytes
}

/** Lines of the same bundle have their composition in common. That other orders may have it too is left out: they can go first. */
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

/** Of what clients name as they like. */
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
  for (const inner of Object.values(value)) bytes += WORD + bytesOfInner(inner)
  return bytes
}

function isSmall(value: number): boolean {
  return value >= SMALLEST && value <= LARGEST && Number.isInteger(value)
}
