/**
 * A queue of the lots of one product in one warehouse, in the order in which they are used up:
 * oldest first, by receivedAt, then id.
 */
import type { Lot } from './records.ts'

/** The maximum number of lots in one chunk, and so the maximum number of lots that are moved to insert one. */
const MAX_CHUNK = 256

/**
 * Compares lots by receivedAt. A transferred lot keeps its receivedAt, so it may come before lots
 * that were in this warehouse first.
 */
function isOlder(a: Lot, b: Lot): boolean {
  return a.receivedAt === b.receivedAt ? a.id < b.id : a.receivedAt < b.receivedAt
}

/**
 * A queue of lots that is stored in chunks, so that a command that removes or inserts thousands of lots at the front
 * does not have to move all the others each time. No chunk is empty.
 */
export class LotQueue implements Iterable<Lot> {
  private readonly chunks: Lot[][] = []

  get isEmpty(): boolean {
    return this.chunks.length === 0
  }

  [Symbol.iterator](): Iterator<Lot> {
    return this.after(0)
  }

  /** Yields the lots, skipping the first `count`. */
  *after(count: number): Generator<Lot> {
    let skipped = 0
    for (const chunk of this.chunks) {
      for (let position = Math.max(0, count - skipped); position < chunk.length; position += 1) yield chunk[position]!
      skipped += chunk.length
    }
  }

  /** Inserts a lot at its place in the order, or replaces the lot with the same id. */
  put(lot: Lot): void {
    const at = this.chunkOf(lot)
    const chunk = this.chunks[at]
    if (chunk === undefined) {
      this.chunks.push([lot])
      return
    }
    const position = positionIn(chunk, lot)
    if (chunk[position]?.id === lot.id) chunk[position] = lot
    else chunk.splice(position, 0, lot)
    if (chunk.length > MAX_CHUNK) this.chunks.splice(at + 1, 0, chunk.splice(chunk.length >> 1))
  }

  /** Removes a lot. It is found by its id and its receivedAt, which never changes. */
  remove(lot: Lot): void {
    const at = this.chunkOf(lot)
    const chunk = this.chunks[at]
    if (chunk === undefined) return
    const position = positionIn(chunk, lot)
    if (chunk[position]?.id !== lot.id) return
    chunk.splice(position, 1)
    if (chunk.length === 0) this.chunks.splice(at, 1)
  }

  /**
   * Returns the position of the only chunk that may contain the lot: the last chunk whose first lot does not come after
   * the given lot.
   */
  private chunkOf(lot: Lot): number {
    let low = 0
    let high = this.chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (isOlder(lot, this.chunks[middle]![0]!)) high = middle - 1
      else low = middle
    }
    return low
  }
}

/** Returns the position of a lot in a chunk, or the position at which it would be inserted. */
function positionIn(chunk: readonly Lot[], lot: Lot): number {
  let low = 0
  let high = chunk.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isOlder(chunk[middle]!, lot)) low = middle + 1
    else high = middle
  }
  return low
}
