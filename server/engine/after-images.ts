/**
 * After-images: each record that a command changed, as it was after the command. The log stores them as `{kind: {key:
 * record or null}}`. Records have the form of their tables (stored-records.ts); stock rows are [on hand, reserved],
 * followed by the quantity that orders wait for, if any. Besides the kinds, there are these keys: `totals` contains the
 * company's totals after the command; `sales` and `revenues` contain what was sold or taken back by the shipments and
 * customer returns that the command made or cancelled (domain/sales.ts); `left`, `hidden` and `bundles` describe how
 * the command changed the state beyond the records it wrote (beside-changes.ts). `project_company` fills the tables
 * from every key whose value is an object.
 */
import type { Totals } from '../domain/books.ts'
import {
  type AnyRecord,
  type Change,
  isHistoryKind,
  type Kind,
  type RecordOf,
  STATE_KINDS,
  type Stock,
  stockRow,
} from '../domain/records.ts'
import type { Sale, Sales } from '../domain/sales.ts'
import { concat, type Text } from '../domain/text.ts'
import type { Image } from '../store/fresh-images.ts'
import type { BesideChanges } from './beside-changes.ts'
import { keptRecord } from './stored-records.ts'

const COUNTED_KINDS = STATE_KINDS.filter((kind) => kind !== 'stock')

/** Builds the after-images of one command as text, change by change. */
export class AfterImages {
  /** Each kind's after-images as text, without the surrounding braces. */
  private readonly parts = new Map<string, Text>()
  /** The after-images one by one, in the order of the changes. */
  readonly images: Image[] = []
  private beside = ''

  /**
   * Adds a changed record. `text`: the record as its table stores it; not needed for stock rows and
   * deletions.
   */
  add({ kind, id, record }: Change, text: Text): void {
    this.put(kind, id, record === null ? 'null' : kind === 'stock' ? packStock(record as Stock) : text)
  }

  /**
   * Adds after-images of sales. `key` must be unique in the log, because only the last of several images with the same
   * key is projected.
   */
  addSales(key: string, { sales, revenues }: Sales): void {
    if (sales.length > 0) this.put('sales', key, `[${sales.map(packSale).join(',')}]`)
    for (const [movementId, revenue] of revenues) this.put('revenues', movementId, String(revenue))
  }

  /**
   * Adds the changes to the state beyond the records that the command wrote, leaving out empty lists. `"bundles":true`
   * means that stock rows of bundles have changed but are not listed.
   */
  addBeside({ left, hidden, bundles }: BesideChanges): void {
    if (left.length > 0) this.beside += `,"left":${JSON.stringify(left)}`
    if (hidden.length > 0) this.beside += `,"hidden":${JSON.stringify(hidden)}`
    if (bundles === null) this.beside += ',"bundles":true'
    else if (bundles.length > 0) this.beside += `,"bundles":${JSON.stringify(bundles)}`
  }

  private put(kind: string, key: string, text: Text): void {
    const known = this.parts.get(kind)
    const name = `"${key}":`
    this.parts.set(kind, known === undefined ? concat(name, text) : concat(known, `,${name}`, text))
    this.images.push({ kind, key, text: text === 'null' ? null : text })
  }

  /** Returns the whole text of the after-images. `totals`: the company's totals after the command. */
  print(totals: Totals): Text {
    const kinds = [...this.parts].flatMap(([kind, entries]) => [`,"${kind}":{`, entries, '}'])
    return concat(`{"totals":${packTotals(totals)}${this.beside}`, ...kinds, '}')
  }
}

function packStock({ onHand, reserved, waiting }: Stock): string {
  return `[${onHand},${reserved}${waiting === undefined ? '' : `,${waiting}`}]`
}

/** Serializes a sale in compact form. Until version 4, the order's id was the key and was left out of the values. */
function packSale({ orderId, shippedAt, productId, ...figures }: Sale): string {
  const { quantity, revenue, cost, unpricedItems, unpricedCost } = figures
  return JSON.stringify([shippedAt, productId, quantity, revenue, cost, unpricedItems, unpricedCost, orderId])
}

/**
 * Serializes the totals in compact form. The stock value is a string, because it may be too large for an exact JSON
 * number.
 */
function packTotals(totals: Totals): string {
  return `[${COUNTED_KINDS.map((kind) => totals[kind]).join(',')},"${totals.stockValue}"]`
}

/** Reads the totals after a command from the JSON of `totals`. */
export function unpackTotalsAfter(json: string): Totals {
  return totalsOf(JSON.parse(json))
}

/**
 * Returns how a command changed the state beyond the records it wrote; null when the command's row in the log does not
 * list all of these changes.
 */
export function besideOf(images: Images): BesideChanges | null {
  const { totals, left = [], hidden = [], bundles = [] } = images as Readonly<Record<string, unknown>>
  if (totals === undefined || bundles === true) return null
  return { left, hidden, bundles } as BesideChanges
}

/** Unpacks totals from their compact form. A kind added after the row was written counts as zero. */
function totalsOf(image: unknown): Totals {
  const packed = image as (number | string)[]
  const counted = packed.slice(0, -1)
  const counts = Object.fromEntries(COUNTED_KINDS.map((kind, position) => [kind, counted[position] ?? 0]))
  return { ...counts, stockValue: BigInt(packed.at(-1)!) } as Totals
}

/** The parsed after-images of a command. */
export type Images = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export function parseImages(json: string): Images {
  return JSON.parse(json) as Images
}

/** Collects, from the log, the latest version of each record in the state, and of the settings. */
export class LatestImages {
  private readonly kinds = new Map<Kind, Map<string, { image: unknown; revision: number }>>()
  private totalsAfter: unknown = null

  /** The totals after the last command that was added; null before the first. */
  get totals(): Totals | null {
    return this.totalsAfter === null ? null : totalsOf(this.totalsAfter)
  }

  /**
   * Adds the after-images of the command that created the given revision. Call it in the order of
   * revisions.
   */
  take(images: Images, revision: number): void {
    this.totalsAfter = images.totals ?? this.totalsAfter
    for (const [kind, entries] of Object.entries(images)) {
      if (!isInMemory(kind)) continue
      const known = this.kinds.get(kind) ?? new Map<string, { image: unknown; revision: number }>()
      this.kinds.set(kind, known)
      for (const [key, image] of Object.entries(entries)) known.set(key, { image, revision })
    }
  }

  /** Yields the collected records one by one, as changes to apply to memory. */
  *changes(): Generator<Change> {
    for (const [kind, entries] of this.kinds)
      for (const [id, { image, revision }] of entries)
        yield { kind, id, record: image === null ? null : recordOf(kind, id, image, revision) } as Change
  }
}

/** False for kinds that are never in memory, and for keys that are not kinds. */
function isInMemory(kind: string): kind is Kind {
  return (kind === 'settings' || STATE_KINDS.includes(kind as never)) && !isHistoryKind(kind as Kind)
}

function recordOf(kind: Kind, key: string, image: unknown, revision: number): AnyRecord {
  if (kind !== 'stock') return keptRecord<Kind>(kind, image as RecordOf[Kind])
  const [onHand, reserved, waiting] = image as [number, number, number?]
  return stockRow(key, { onHand, reserved, waiting, revision })
}
