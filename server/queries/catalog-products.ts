/**
 * Formats the catalog's products as JSON by copying the bytes of records that the state has already formatted: each
 * product, then its price and its stock rows.
 */
import { MINOR_PER_UNIT } from '../../amounts/quantity.ts'
import type { View } from '../domain/costs.ts'
import type { Product, Stock } from '../domain/records.ts'
import { type Chunk, type CollectionSnapshot, lowerBound } from '../engine/collection.ts'
import { printChunk } from '../engine/print-chunks.ts'

/** How many bytes are copied in one step. */
const STEP_BYTES = 262_144
const END = ']}'

/** Steps through the chunks of stock rows alongside the chunks of products, because both are sorted by product id. */
export class StockChunks {
  private readonly chunks: readonly Chunk<Stock>[]
  private at = 0

  constructor({ chunks }: CollectionSnapshot<'stock'>) {
    this.chunks = chunks
  }

  /**
   * Returns the chunks that may contain stock rows for the products in a chunk. Must be called for the product chunks
   * in order.
   */
  of({ keys }: Chunk<Product>): Chunk<Stock>[] {
    const { chunks } = this
    while (this.at + 1 < chunks.length && chunks[this.at + 1]!.keys[0]! < keys[0]!) this.at += 1
    const last = `${keys.at(-1)!}/`
    let end = this.at
    while (end < chunks.length && (chunks[end]!.keys[0]! < last || chunks[end]!.keys[0]!.startsWith(last))) end += 1
    return chunks.slice(this.at, end)
  }
}

/** A list of parts to copy one after the other: ASCII strings, and ranges of buffers. */
class Copies {
  private readonly sources: (Buffer | string)[] = []
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private size = 0

  add(source: Buffer | string, start = 0, end = source.length): void {
    this.sources.push(source)
    this.starts.push(start)
    this.ends.push(end)
    this.size += end - start
  }

  *join(): Generator<void, Buffer> {
    const { sources, starts, ends } = this
    const bytes = Buffer.allocUnsafeSlow(this.size)
    let offset = 0
    let offsetAtStep = 0
    for (let at = 0; at < sources.length; at += 1) {
      const source = sources[at]!
      if (typeof source === 'string') offset += bytes.write(source, offset, 'latin1')
      else offset += source.copy(bytes, offset, starts[at]!, ends[at]!)
      if (offset - offsetAtStep < STEP_BYTES) continue
      offsetAtStep = offset
      yield
    }
    return bytes
  }
}

/** Finds the stock rows of products. The products must be requested in ascending order. */
class StockRows {
  private readonly chunks: readonly Chunk<Stock>[]
  private at = 0
  private position = 0

  constructor(chunks: readonly Chunk<Stock>[]) {
    this.chunks = chunks
  }

  /** Adds the stock rows of a product, joined by commas. */
  *addTo(copies: Copies, productId: string): Generator<void, void> {
    let isFirst = true
    for (; this.at < this.chunks.length; this.at += 1, this.position = 0) {
      const chunk = this.chunks[this.at]!
      const { keys } = chunk
      const start = lowerBound(keys, productId, this.position)
      let end = start
      while (end < keys.length && keys[end]!.startsWith(productId)) end += 1
      if (end > start) {
        const { bytes, starts, lengths } = yield* printChunk('stock', chunk, 'full')
        if (!isFirst) copies.add(',')
        // The rows are consecutive in the buffer too, commas included, so copy them as one range.
        copies.add(bytes, starts[start]!, starts[end - 1]! + lengths[end - 1]!)
        isFirst = false
      }
      this.position = end
      if (end < keys.length) return
    }
  }
}

export interface Entries {
  readonly chunk: Chunk<Product>
  /** The positions, within the chunk, of the products to format; there is at least one. */
  readonly positions: readonly number[]
  /** The chunks that contain the products' stock rows, in order. */
  readonly stock: readonly Chunk<Stock>[]
  /** The price type whose prices are included, or null for the main price. */
  readonly priceTypeId: string | null
  readonly view: View
}

/** Formats products of one chunk as JSON, joined by commas, as the catalog returns them. */
export function* printEntries({ chunk, positions, stock, priceTypeId, view }: Entries): Generator<void, Buffer> {
  const copies = new Copies()
  const { bytes, starts, lengths } = yield* printChunk('products', chunk, view)
  const rows = new StockRows(stock)
  for (const [index, position] of positions.entries()) {
    const product = chunk.records[position]!
    const start = starts[position]!
    if (index > 0) copies.add(',')
    // Copy the product without its closing brace, because more fields follow.
    copies.add(bytes, start, start + lengths[position]! - 1)
    copies.add(`,"selectedPrice":${selectedPrice(product, priceTypeId)},"stock":[`)
    yield* rows.addTo(copies, product.id)
    copies.add(END)
  }
  return yield* copies.join()
}

/** Returns the product's selected price. A price that is missing for the price type stays missing. */
function selectedPrice(product: Product, priceTypeId: string | null): string {
  const price =
    priceTypeId === null
      ? product.price
      : (product.prices.find((entry) => entry.priceTypeId === priceTypeId)?.price ?? null)
  return price === null ? 'null' : String(price / MINOR_PER_UNIT)
}
