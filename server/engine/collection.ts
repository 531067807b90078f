/**
 * A sorted collection of records that caches their JSON bytes, in chunks. Snapshots are cheap: a snapshot shares all
 * chunks with the collection, and a chunk is copied when it is first changed after the snapshot. Only changed chunks
 * are serialized again (engine/print-chunks.ts).
 */
import type { Kind, RecordOf } from '../domain/records.ts'

const MAX_CHUNK_RECORDS = 128
/**
 * The length of a chunk's JSON, in bytes, above which the chunk is split when it is edited. Changing one record
 * rebuilds all bytes of its chunk.
 */
const MAX_CHUNK_BYTES = 524_288

export interface Chunk<T> {
  /** The edit session that may change this chunk in place. Any other session must copy the chunk first. */
  session: object
  /**
   * A number that changes whenever the chunk's content changes, so that a cache with this number as the key never
   * returns older content.
   */
  serial: number
  keys: string[]
  records: T[]
  /** The chunk's JSON if it has been serialized, otherwise null. */
  bytes: Buffer | null
  /** Where each record's JSON begins in `bytes`; UNPRINTED for a record that must be serialized again. */
  starts: number[]
  lengths: number[]
  /** True while `bytes` is exactly the records' JSON joined by commas. */
  isPrinted: boolean
  /**
   * The generator that is serializing `bytes` at the moment, shared by all callers that wait for the bytes; null when
   * no serialization is in progress.
   */
  printing: Iterator<void, void> | null
}

/** The value in `starts` for a record that has not been serialized yet. */
export const UNPRINTED = -1

/**
 * A placeholder, in the `records` of a chunk, for a record that is parsed from its bytes on first
 * use; see `recordAt`.
 */
class Unparsed<T> {
  readonly parse: () => T

  constructor(parse: () => T) {
    this.parse = parse
  }
}

/** Returns a record of a chunk. In restored chunks, a record is parsed on first use. */
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

/** A snapshot of a collection at one revision. It never changes. */
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

  /** Returns a snapshot of the collection, which later changes do not affect. */
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

  /** Yields every record in key order. */
  *values(): Generator<RecordOf[K]> {
    for (const chunk of this.chunks) yield* recordsIn(chunk)
  }

  /** Yields the records whose keys begin with the given prefix, in key order. */
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

  /** Returns the memory that the serialized bytes take. `counted`: the parts counted so far; see countPrinted. */
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

  /** Returns the position of the only chunk that may contain the key. */
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

  /**
   * Returns the position of the chunk that contains the key, or into which the key belongs. The chunk is then ready to
   * be edited in place.
   */
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

  /**
   * Returns where to split a chunk. Chunks filled by ascending ids stay full: a record appended at
   * the very end starts the next chunk.
   */
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

/**
 * Makes a chunk from its serialized bytes; `parse` makes the record at a position. The chunk is never edited in place.
 */
export function restoredChunk<T>(
  printed: { readonly keys: string[]; readonly bytes: Buffer; readonly starts: number[]; readonly lengths: number[] },
  parse: (position: number) => T,
): Chunk<T> {
  const records = printed.keys.map((_key, position) => new Unparsed(() => parse(position)) as T)
  return { session: {}, serial: nextSerial(), ...printed, records, isPrinted: true, printing: null }
}

/** Whether the chunk's serialized JSON is too long. Records that were never serialized are not counted. */
function isLarge({ bytes, lengths }: Chunk<unknown>): boolean {
  if (bytes === null || bytes.length <= MAX_CHUNK_BYTES) return false
  let size = 0
  for (const length of lengths) size += length
  return size > MAX_CHUNK_BYTES
}

/** Returns the first position, starting at `from`, whose key is not less than `key`. */
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
 * Counts the memory of serialized bytes. Collections and snapshots share unchanged parts, so each part must be counted
 * only once: chunks and bytes that `counted` already contains are skipped, and all others are added to it.
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

/** Yields every record of a snapshot in key order. */
export function* recordsOf<K extends Kind>(snapshot: CollectionSnapshot<K>): Generator<RecordOf[K]> {
  for (const chunk of snapshot.chunks) yield* recordsIn(chunk)
}

function* recordsIn<T>(chunk: Chunk<T>): Generator<T> {
  for (let position = 0; position < chunk.keys.length; position += 1) yield recordAt(chunk, position)
}
