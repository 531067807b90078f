/**
 * The change log keeps what was there before each change: the first entry of a record after a revision is the record as it
 * was at that revision. What is new has nothing before it, so that the commonest commands leave the least behind.
 */
import type { AnyRecord, Change, Kind, Order, Settings, Stock } from '../domain/records.ts'

/** An order without its items: they are logged only when it got other ones, or was deleted. */
export type OrderWithoutItems = Omit<Order, 'items'>

/** One record that a command changed. */
export interface LogEntry {
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
  before?: unknown
  gone?: true
}

/**
 * An entry as JSON. A stock row is packed as [onHand, reserved, revision]: the rest of it follows from its key. An order that keeps its
 * items is logged without them: they would be most of the log.
 */
export function printLogEntry(change: Change, before: AnyRecord | null): string {
  const was = before === null ? '' : `,"before":${printBefore(change, before)}`
  return `{"kind":"${change.kind}","id":"${change.id}"${was}${change.record === null ? ',"gone":true' : ''}}`
}

function printBefore({ kind, record }: Change, before: AnyRecord): string {
  if (kind === 'orders' && record?.items === (before as Order).items) {
    const { items: _items, ...rest } = before as Order
    return JSON.stringify(rest)
  }
  if (kind !== 'stock') return JSON.stringify(before)
  const { onHand, reserved, revision } = before as Stock
  return `[${onHand},${reserved},${revision}]`
}

/** True for an entry that tells all of the record as it was. */
export function isWhole(before: LogEntry['before']): before is AnyRecord | null {
  return before === null || !('unpricedItems' in before) || 'items' in before
}

/** The entries of one command. */
export function parseLog(json: string): LogEntry[] {
  return (JSON.parse(json) as PackedEntry[]).map(({ kind, id, before, gone }) => ({
    kind,
    id,
    before: before === undefined ? null : kind === 'stock' ? unpackStock(id, before) : (before as AnyRecord),
    isGone: gone === true,
  }))
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
