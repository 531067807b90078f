/**
 * Serializes the forms of the state as JSON (S-STATE). Long forms are serialized in steps, run by runtime/slices.ts.
 * Snapshots never change, so work that was interrupted continues with the same state.
 */
import { formatMinor } from '../../amounts/quantity.ts'
import type { Totals } from '../domain/books.ts'
import { isShown } from '../domain/cost-kinds.ts'
import type { View } from '../domain/costs.ts'
import { type RecordOf, STATE_KINDS, type StateKind } from '../domain/records.ts'
import { piecesOf } from '../domain/text.ts'
import type { CollectionSnapshot } from './collection.ts'
import { printChunks } from './print-chunks.ts'
import { serializeRecord, serializeText } from './serialize.ts'
import { diffSnapshots, type SnapshotDiff } from './snapshot-diff.ts'
import type { StateSnapshot } from './state.ts'

/** Pieces of JSON, to be written one after another. */
export type Pieces = readonly (Buffer | string)[]

/**
 * The length up to which strings are joined before they are converted to bytes. It keeps each step short, yet makes
 * each piece long enough to be worth a write.
 */
const PIECE_CHARACTERS = 32_768

function printTotals(totals: Totals, view: View): string {
  const { stockValue, ...counts } = totals
  if (view === 'full') return `${JSON.stringify(counts).slice(0, -1)},"stockValue":${formatMinor(stockValue)}}`
  return JSON.stringify(Object.fromEntries(Object.entries(counts).filter(([kind]) => isShown(kind as StateKind, view))))
}

/** The part of a company's state from which its totals are serialized. */
interface Summed {
  readonly companyId: string
  readonly settings: Pick<StateSnapshot['settings'], 'companyName'>
}

function printCompany(snapshot: Summed): string {
  return `{"id":${JSON.stringify(snapshot.companyId)},"name":${JSON.stringify(snapshot.settings.companyName)}}`
}

/** Serializes the short form: `{revision, company, totals}`. */
export function printSummary(snapshot: Summed & Pick<StateSnapshot, 'revision' | 'totals'>, view: View): string {
  return `{"revision":${snapshot.revision},"company":${printCompany(snapshot)},"totals":${printTotals(snapshot.totals, view)}}`
}

const COMMA = Buffer.from(',')
const printedSnapshots: Record<View, WeakMap<StateSnapshot, Pieces>> = {
  full: new WeakMap(),
  'without costs': new WeakMap(),
}
const SHOWN_KINDS: Record<View, readonly StateKind[]> = {
  full: STATE_KINDS,
  'without costs': STATE_KINDS.filter((kind) => isShown(kind, 'without costs')),
}

/** Serializes the full form of the state, without the data that the view hides. */
export function* printFullState(snapshot: StateSnapshot, view: View): Generator<void, Pieces> {
  const printed = printedSnapshots[view].get(snapshot)
  if (printed !== undefined) return printed
  const head = `{"revision":${snapshot.revision},"company":${printCompany(snapshot)},"settings":${serializeRecord('settings', snapshot.settings)},"totals":${printTotals(snapshot.totals, view)}`
  const pieces: Buffer[] = []
  let pending = head
  for (const kind of SHOWN_KINDS[view]) {
    pending += `,"${kind}":[`
    const chunks = yield* printChunks(snapshot.collections[kind] as CollectionSnapshot<StateKind>, view)
    for (let index = 0; index < chunks.length; index += 1) {
      pieces.push(index === 0 ? Buffer.from(pending) : COMMA, chunks[index]!)
      pending = ''
    }
    pending += ']'
  }
  pieces.push(Buffer.from(`${pending}}`))
  printedSnapshots[view].set(snapshot, pieces)
  return pieces
}

/**
 * Collects short strings into longer pieces, so that a long response is neither one huge string nor one write per
 * record.
 */
class PieceList {
  readonly pieces: (Buffer | string)[] = []
  /** The bytes of all finished pieces. */
  bytes = 0
  private text = ''

  add(text: string): void {
    this.text += text
    if (this.text.length >= PIECE_CHARACTERS) this.flush()
  }

  /** Returns all pieces. If there is one short piece, it stays a string. */
  end(): Pieces {
    if (this.pieces.length === 0) return [this.text]
    this.flush()
    return this.pieces
  }

  private flush(): void {
    const piece = Buffer.from(this.text)
    this.pieces.push(piece)
    this.bytes += piece.length
    this.text = ''
  }
}

/**
 * Serializes the changes form of the state: which records to put into the state as of `before`, and which to remove
 * from it, to get the state as of `after`.
 */
export function printChanges(before: StateSnapshot, after: StateSnapshot, view: View): Generator<void, Pieces> {
  return printChangesUpTo(before, after, { view, maxBytes: Number.POSITIVE_INFINITY }) as Generator<void, Pieces>
}

/**
 * Serializes the changes from `before` to `after`. @returns null when they are longer than `maxBytes`. The caller then
 * sends the full state, which is cheaper because its bytes are already cached.
 */
export function printChangesUpTo(
  before: StateSnapshot,
  after: StateSnapshot,
  limits: PrintLimits,
): Generator<void, Pieces | null> {
  const isSame = before.settings === after.settings || before.settings.revision === after.settings.revision
  return printTold(
    {
      revision: after.revision,
      since: before.revision,
      totals: after.totals,
      settings: isSame ? null : after.settings,
      diffOf: (kind) =>
        diffSnapshots(
          before.collections[kind] as CollectionSnapshot<StateKind>,
          after.collections[kind] as CollectionSnapshot<StateKind>,
        ),
    },
    limits,
  )
}

interface PrintLimits {
  readonly view: View
  readonly maxBytes: number
}

/** The changes between two revisions, in the form in which responses list them. */
export interface ToldChanges {
  readonly revision: number
  readonly since: number
  readonly totals: Totals
  /** The new settings, or null when they did not change. */
  readonly settings: StateSnapshot['settings'] | null
  /** Yields the changed records and removed keys of a kind, in key order. */
  diffOf(kind: StateKind): Generator<void, SnapshotDiff<StateKind>>
}

/** Serializes the changes form of the state. @returns null when it would be longer than the limit. */
export function* printTold(told: ToldChanges, { view, maxBytes }: PrintLimits): Generator<void, Pieces | null> {
  const list = new PieceList()
  list.add(`{"revision":${told.revision},"since":${told.since},"totals":${printTotals(told.totals, view)},"changed":{`)
  const removed: string[] = []
  let comma = ''
  if (told.settings !== null) {
    list.add(`"settings":${serializeRecord('settings', told.settings)}`)
    comma = ','
  }
  for (const kind of SHOWN_KINDS[view]) {
    const diff = yield* told.diffOf(kind)
    if (diff.changed.length > 0) {
      list.add(`${comma}"${kind}":[`)
      for (const [position, record] of diff.changed.entries()) {
        if (position > 0) list.add(',')
        for (const piece of piecesOf(serializeText(kind, record as RecordOf[typeof kind], view))) {
          list.add(piece)
          if (list.bytes > maxBytes) return null
          yield
        }
      }
      list.add(']')
      comma = ','
    }
    if (diff.removed.length > 0) removed.push(yield* printRemoved(kind, diff.removed))
  }
  list.add('},"removed":{')
  for (const [position, gone] of removed.entries()) list.add(position === 0 ? gone : `,${gone}`)
  list.add('}}')
  return list.end()
}

function* printRemoved(kind: StateKind, keys: readonly string[]): Generator<void, string> {
  let json = `"${kind}":[`
  for (const [position, key] of keys.entries()) {
    if (position > 0) json += ','
    json += kind === 'stock' ? printStockKey(key) : JSON.stringify(key)
    yield
  }
  return `${json}]`
}

function printStockKey(key: string): string {
  const [productId, warehouseId] = key.split('/')
  return JSON.stringify({ productId, warehouseId })
}
