/**
 * A sorted collection of records that keeps its JSON bytes, in chunks. Snapshots are cheap: they share all chunks with the
 * collection they were taken of, and a chunk is copied when it is first changed after a snapshot. Only the chunks that changed
 * are printed again (engine/print-chunks.ts).
 */
import type { Kind, RecordOf } from '../domain/records.ts'

const MAX_CHUNK_RECORDS = 128
/** A chunk whose JSON is longer is split when it is edited: one changed record makes all its bytes be put together again. */
const MAX_CHUNK_BYTES = 524_288

export interface Chunk<T> {
  /** Which edit session may change this chunk in place; any other copies it first. */
  session: object
  /** Another number for each content: what is kept by it can never be about an older one. */
  serial: number
  keys: string[]
  records: T[]
  /** JSON that was printed earlier; null when none was. */
  bytes: Buffer | null
  /** Where each record's JSON begins in `bytes`; UNPRINTED for one that must be printed anew. */
  starts: number[]
  lengths: number[]
  /** True while `bytes` is exactly the records' JSON joined by commas. */
  isPrinted: boolean
  /** The printing that is under way, shared by all who wait for these bytes; null: none is. */
  printing: Iterator<void, void> | null
}

/** In `starts`: not printed yet. */
export const UNPRINTED = -1

/** A record that is made of its bytes when somebody looks at it. It stands among the records of a chunk, see `recordAt`. */
class Unparsed<T> {
  readonly parse: () => T

  constructor(parse: () => T) {
    this.parse = parse
  }
}

/** A record of a chunk. Chunks that were restored have it only once it was asked for. */
export function recordAt<T>(chunk: Pick<Chunk<T>, 'records'>, position: number): T {
  const found: unknown = chunk.records[position]
  if (!(found instanceof Unparsed)) return found as T
  const record = found.parse() as T
  chunk.records[position] = record
  return record
}

let serials = 0
function nextSerial(): number {
  serials += 1
  return serials
}

/** One revision of a collection that nobody changes any more. */
export interface CollectionSnapshot<K extends Kind> {
  readonly kind: K
  readonly chunks: readonly Chunk<RecordOf[K]>[]
  readonly size: number
}

export class Collection<K extends Kind> {
  readonly kind: K
  private chunks: Chunk<RecordOf[K]>[]
  private session: object = {}
  private chunkListIsShared = false
  private count: number

  constructor(kind: K, from?: CollectionSnapshot<K>) {
    this.kind = kind
    this.chunks = from === undefined ? [] : (from.chunks as Chunk<RecordOf[K]>[])
    this.chunkListIsShared = from !== undefined
    this.count = from?.size ?? 0
  }

  get size(): number {
    return this.count
  }

  /** The collection as it is now; later changes do not show in it. */
  snapshot(): CollectionSnapshot<K> {
    this.session = {}
    this.chunkListIsShared = true
    return { kind: this.kind, chunks: this.chunks, size: this.count }
  }

  get(key: string): RecordOf[K] | undefined {
    const chunk = this.chunks[this.chunkFor(key)]
    if (chunk === undefined) return undefined
    const position = lowerBound(chunk.keys, key)
    return chunk.keys[position] === key ? recordAt(chunk, position) : undefined
  }

  /** Every record in key order. */
  *values(): Generator<RecordOf[K]> {
    for (const chunk of this.chunks) yield* recordsIn(chunk)
  }

  /** The records whose keys begin with a text, in key order. */
  *startingWith(text: string): Generator<RecordOf[K]> {
    for (let at = this.chunkFor(text); at < this.chunks.length; at += 1) {
      const chunk = this.chunks[at]!
      const { keys } = chunk
      for (let position = lowerBound(keys, text); position < keys.length; position += 1) {
        if (!keys[position]!.startsWith(text)) return
        yield recordAt(chunk, position)
      }
    }
  }

  /** What its printed bytes take in memory; see countPrinted. */
  printedBytes(counted: Set<object>): number {
    return countPrinted(this.chunks, counted)
  }

  put(key: string, record: RecordOf[K]): void {
    if (this.chunks.length === 0) {
      this.chunks = [newChunk(this.session, [key], [record], [UNPRINTED], [0])]
      this.chunkListIsShared = false
      this.count = 1
      return
    }
    const chunkPosition = this.ownChunkFor(key)
    const chunk = this.chunks[chunkPosition]!
    const position = lowerBound(chunk.keys, key)
    if (chunk.keys[position] === key) {
      chunk.records[position] = record
      chunk.starts[position] = UNPRINTED
      return
    }
    chunk.keys.splice(position, 0, key)
    chunk.records.splice(position, 0, record)
    chunk.starts.splice(position, 0, UNPRINTED)
    chunk.lengths.splice(position, 0, 0)
    this.count += 1
    if (chunk.keys.length > MAX_CHUNK_RECORDS) this.split(chunkPosition, this.placeOfSplit(chunkPosition, position))
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return
    const chunkPosition = this.ownChunkFor(key)
    const chunk = this.chunks[chunkPosition]!
    const position = lowerBound(chunk.keys, key)
    chunk.keys.splice(position, 1)
    chunk.records.splice(position, 1)
    chunk.starts.splice(position, 1)
    chunk.lengths.splice(position, 1)
    this.count -= 1
    if (chunk.keys.length === 0) this.chunks.splice(chunkPosition, 1)
  }

  /** Position of the only chunk that may hold the key. */
  private chunkFor(key: string): number {
    let low = 0
    let high = this.chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.chunks[middle]!.keys[0]! <= key) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The position of the chunk that has the key or gets it, made ready to be edited in place. */
  private ownChunkFor(key: string): number {
    let position = this.chunkFor(key)
    let chunk = this.ownChunk(position)
    while (chunk.keys.length > 1 && isLarge(chunk)) {
      this.split(position, chunk.keys.length >> 1)
      position = this.chunkFor(key)
      chunk = this.chunks[position]!
    }
    return position
  }

  private ownChunk(position: number): Chunk<RecordOf[K]> {
    if (this.chunkListIsShared) {
      this.chunks = this.chunks.slice()
      this.chunkListIsShared = false
    }
    const known = this.chunks[position]!
    const chunk =
      known.session === this.session
        ? known
        : {
            ...known,
            session: this.session,
            keys: known.keys.slice(),
            records: known.records.slice(),
            starts: known.starts.slice(),
            lengths: known.lengths.slice(),
          }
    chunk.serial = nextSerial()
    chunk.isPrinted = false
    chunk.printing = null
    this.chunks[position] = chunk
    return chunk
  }

  /** Ids that come in order stay dense: when the new record is the last one, it starts the next chunk. */
  private placeOfSplit(chunkPosition: number, insertedAt: number): number {
    const { length } = this.chunks[chunkPosition]!.keys
    const isAppend = chunkPosition === this.chunks.length - 1 && insertedAt === length - 1
    return isAppend ? insertedAt : length >> 1
  }

  private split(chunkPosition: number, at: number): void {
    const chunk = this.chunks[chunkPosition]!
    const right = newChunk(
      this.session,
      chunk.keys.splice(at),
      chunk.records.splice(at),
      chunk.starts.splice(at),
      chunk.lengths.splice(at),
    )
    right.bytes = chunk.bytes
    this.chunks.splice(chunkPosition + 1, 0, right)
  }
}

function newChunk<T>(session: object, keys: string[], records: T[], starts: number[], lengths: number[]): Chunk<T> {
  const bytes = null
  return { session, serial: nextSerial(), keys, records, bytes, starts, lengths, isPrinted: false, printing: null }
}

/** A chunk from its bytes; `parse` makes the record of a position. Nobody edits it in place. */
export function restoredChunk<T>(
  printed: { readonly keys: string[]; readonly bytes: Buffer; readonly starts: number[]; readonly lengths: number[] },
  parse: (position: number) => T,
): Chunk<T> {
  const records = printed.keys.map((_key, position) => new Unparsed(() => parse(position)) as T)
  return { session: {}, serial: nextSerial(), ...printed, records, isPrinted: true, printing: null }
}

/** By what was printed of it: a record that was never printed counts for nothing. */
function isLarge({ bytes, lengths }: Chunk<unknown>): boolean {
  if (bytes === null || bytes.length <= MAX_CHUNK_BYTES) return false
  let size = 0
  for (const length of lengths) size += length
  return size > MAX_CHUNK_BYTES
}

/** The first position from `from` on whose key is not before `key`. */
export function lowerBound(keys: readonly string[], key: string, from = 0): number {
  let low = from
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * What printed bytes take in memory. Collections and snapshots share what did not change: chunks and bytes are counted once and then
 * stand in `counted`.
 */
export function countPrinted(chunks: readonly Chunk<unknown>[], counted: Set<object>): number {
  let sum = 0
  for (const chunk of chunks) {
    if (counted.has(chunk)) continue
    counted.add(chunk)
    if (chunk.bytes === null || counted.has(chunk.bytes)) continue
    counted.add(chunk.bytes)
    sum += chunk.bytes.length
  }
  return sum
}

/** Every record of a snapshot in key order. */
export function* recordsOf<K extends Kind>(snapshot: CollectionSnapshot<K>): Generator<RecordOf[K]> {
  for (const chunk of snapshot.chunks) yield* recordsIn(chunk)
}

function* recordsIn<T>(chunk: Chunk<T>): Generator<T> {
  for (let position = 0; position < chunk.keys.length; position += 1) yield recordAt(chunk, position)
}
