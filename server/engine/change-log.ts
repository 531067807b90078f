/**
 * The change log stores each record as it was before a change. So the first log entry of a record after a given
 * revision shows the record at that revision. For a new record no earlier state is stored, so the most frequent
 * commands write the least. Records are stored in the form of their tables, under `was`. Rows of version 1 store them
 * under `before`, in the form used in memory.
 */
import { areDerivable, derivedLines } from '../domain/fulfilment.ts'
import { OrderRecord } from '../domain/record-schemas.ts'
import {
  type AnyRecord,
  type Change,
  type Kind,
  type Order,
  type RecordOf,
  type Settings,
  type Stock,
  stockRow,
} from '../domain/records.ts'
import { fromFirstVersion } from './first-version.ts'
import { compileSerializer } from './serialize.ts'
import { keptRecord, printStoredRecord } from './stored-records.ts'

/**
 * An order without its items. The items are logged only when the command replaced them, shipped or took back part of
 * them, or deleted the order.
 */
export type OrderWithoutItems = Omit<Order, 'items'>

/** An entry of the change log: one record that a command changed. */
export interface ChangeEntry {
  readonly kind: Kind
  readonly id: string
  /** The record before the command; null when the command created it. */
  readonly before: AnyRecord | OrderWithoutItems | null
  /** True when the command deleted the record. */
  readonly isGone: boolean
}

interface PackedEntry {
  kind: Kind
  id: string
  was?: unknown
  /** The record before the command, in entries of version 1. */
  before?: unknown
  gone?: true
}

/**
 * Serializes an entry as JSON. A stock row is packed as [onHand, reserved, revision], followed by the quantity that
 * orders wait for, if any; the rest follows from its key. An order is logged without its items when they did not
 * change, or when `derivedLines` can reconstruct them, because items would make up most of the log.
 */
export function printLogEntry(change: Change, before: AnyRecord | null): string {
  const was = before === null ? '' : `,"was":${printBefore(change, before)}`
  return `{"kind":"${change.kind}","id":"${change.id}"${was}${change.record === null ? ',"gone":true' : ''}}`
}

function printBefore({ kind, record }: Change, before: AnyRecord): string {
  if (kind === 'orders' && record !== null && areDerivable(before as Order, (record as Order).items))
    return printStoredRecord('orders', before as Order, printWithoutItems(before as Order))
  if (kind !== 'stock') return printStoredRecord<Kind>(kind, before)
  const { onHand, reserved, waiting, revision } = before as Stock
  return `[${onHand},${reserved},${revision}${waiting === undefined ? '' : `,${waiting}`}]`
}

const { items: _items, ...properties } = OrderRecord.properties
const printWithoutItems = compileSerializer({
  ...{ ...OrderRecord, properties },
  required: OrderRecord.required.filter((name) => name !== 'items'),
})

/** Whether an entry contains the whole record from before the change. */
export function isWhole(before: ChangeEntry['before']): before is AnyRecord | null {
  return before === null || !('unpricedItems' in before) || 'items' in before
}

/** Returns an order with the items that it had at that time. `items`: the order's items at a later or earlier time. */
export function withItems(order: OrderWithoutItems, items: Order['items']): Order {
  return { ...order, items: [...derivedLines(order, items)] }
}

/** Parses the change log entries of one command. */
export function parseLog(json: string): ChangeEntry[] {
  return (JSON.parse(json) as PackedEntry[]).map(readEntry)
}

/** Parses one change log entry. */
export function parseLogEntry(json: string): ChangeEntry {
  return readEntry(JSON.parse(json) as PackedEntry)
}

function readEntry({ kind, id, was, before, gone }: PackedEntry): ChangeEntry {
  return { kind, id, before: readBefore({ kind, id, was, before }), isGone: gone === true }
}

function readBefore({ kind, id, was, before }: PackedEntry): ChangeEntry['before'] {
  const packed = was ?? before
  if (packed === undefined) return null
  if (kind === 'stock') return unpackStock(id, packed)
  return keptRecord<Kind>(kind, (was ?? fromFirstVersion(kind, before)) as RecordOf[Kind])
}

/** Returns the settings as they were before a command that changed them. */
export function settingsBefore(json: string): Settings {
  return parseLog(json).find(({ kind }) => kind === 'settings')!.before as Settings
}

function unpackStock(key: string, packed: unknown): Stock {
  const [onHand, reserved, revision, waiting] = packed as [number, number, number, number?]
  return stockRow(key, { onHand, reserved, waiting, revision })
}
