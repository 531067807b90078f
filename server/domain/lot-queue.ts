/** The lots of one product at one warehouse in the order in which they are drawn: oldest first, by receivedAt, then id. */
import type { Lot } from './records.ts'

/** So many lots move when one is put in between. */
const MAX_CHUNK = 256

/** A transferred lot keeps its receivedAt, and so its place among lots that came long after it. */
function isOlder(a: Lot, b: Lot): boolean {
  return a.receivedAt === b.receivedAt ? a.id < b.id : a.receivedAt < b.receivedAt
}

/**
 * Lots in chunks, so that a command which draws thousands of them, or puts thousands in front of others, does not move all the
 * rest for each. No chunk is empty.
 */
export class LotQueue implements Iterable<Lot> {
  private readonly chunks: Lot[][] = []

  get isEmpty(): boolean {
    return this.chunks.length === 0
  }

  [Symbol.iterator](): Iterator<Lot> {
    return this.after(0)
  }

  /** All but the first lots. */
  *after(count: number): Generator<Lot> {
    let skipped = 0
    for (const chunk of this.chunks) {
      for (let position = Math.max(0, count - skipped); position < chunk.length; position += 1) yield chunk[position]!
      skipped += chunk.length
    }
  }

  /** Puts a lot at its place, instead of the one with its id if there is one. */
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

  /** Takes a lot out, known by its id and its receivedAt, which never changes. */
  remove(lot: Lot): void {
    const at = this.chunkOf(lot)
    const chunk = this.chunks[at]
    if (chunk === undefined) return
    const position = positionIn(chunk, lot)
    if (chunk[position]?.id !== lot.id) return
    chunk.splice(position, 1)
    if (chunk.length === 0) this.chunks.splice(at, 1)
  }

  /** Position of the only chunk that may hold the lot: the last one that does not begin after it. */
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

/** Where a lot stands in a chunk, or would. */
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
