/**
 * The change log keeps what was there before each change: the first entry of a record after a revision is the record as it
 * was at that revision. What is new has nothing before it, so that the commonest commands leave the least behind. Records stand there as
 * their tables keep them, as `was`; rows of version 1 have them as memory did, as `before`.
 */
import { OrderRecord } from '../domain/record-schemas.ts'
import type { AnyRecord, Change, Kind, Order, RecordOf, Settings, Stock } from '../domain/records.ts'
import { fromFirstVersion } from './first-version.ts'
import { compileSerializer } from './serialize.ts'
import { keptRecord, printStoredRecord } from './stored-records.ts'

/** An order without its items: they are logged only when it got other ones, or was deleted. */
export type OrderWithoutItems = Omit<Order, 'items'>

/** One record that a command changed. */
export interface ChangeEntry {
  readonly kind: Kind
  readonly id: string
  /** The record as it was; null when it is new. */
  readonly before: AnyRecord | OrderWithoutItems | null
  /** True when the command took the record out. */
  readonly isGone: boolean
}

interface PackedEntry {
  kind: Kind
  id: string
  was?: unknown
  /** Of version 1. */
  before?: unknown
  gone?: true
}

/**
 * An entry as JSON. A stock row is packed as [onHand, reserved, revision]: the rest of it follows from its key. An order that keeps its
 * items is logged without them: they would be most of the log.
 */
export function printLogEntry(change: Change, before: AnyRecord | null): string {
  const was = before === null ? '' : `,"was":${printBefore(change, before)}`
  return `{"kind":"${change.kind}","id":"${change.id}"${was}${change.record === null ? ',"gone":true' : ''}}`
}

function printBefore({ kind, record }: Change, before: AnyRecord): string {
  if (kind === 'orders' && record?.items === (before as Order).items)
    return printStoredRecord('orders', before as Order, printWithoutItems(before as Order))
  if (kind !== 'stock') return printStoredRecord<Kind>(kind, before)
  const { onHand, reserved, revision } = before as Stock
  return `[${onHand},${reserved},${revision}]`
}

const { items: _items, ...properties } = OrderRecord.properties
const printWithoutItems = compileSerializer({
  ...{ ...OrderRecord, properties },
  required: OrderRecord.required.filter((name) => name !== 'items'),
})

/** True for an entry that tells all of the record as it was. */
export function isWhole(before: ChangeEntry['before']): before is AnyRecord | null {
  return before === null || !('unpricedItems' in before) || 'items' in before
}

/** The entries of one command. */
export function parseLog(json: string): ChangeEntry[] {
  return (JSON.parse(json) as PackedEntry[]).map(readEntry)
}

/** One entry, from its text. */
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

/** What the settings were before a command that changed them. */
export function settingsBefore(json: string): Settings {
  return parseLog(json).find(({ kind }) => kind === 'settings')!.before as Settings
}

function unpackStock(key: string, packed: unknown): Stock {
  const [onHand, reserved, revision] = packed as [number, number, number]
  const [productId, warehouseId] = key.split('/')
  return { productId, warehouseId, onHand, reserved, available: onHand - reserved, revision } as Stock
}
