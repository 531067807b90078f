/**
 * A sorted collection of records that keeps its JSON bytes, in chunks. Snapshots are cheap: they share all chunks with the
 * collection they were taken of, and a chunk is copied when it is first changed after a snapshot. Only the chunks that changed
 * are printed again.
 */
import type { Kind, RecordOf } from '../domain/records.ts'
import { serializeRecord } from './serialize.ts'

const MAX_CHUNK_RECORDS = 128

interface Chunk<T> {
  /** Which edit session may change this chunk in place; any other copies it first. */
  session: object
  keys: string[]
  records: T[]
  /** JSON that was printed earlier; null when none was. */
  bytes: Buffer | null
  /** Where each record's JSON begins in `bytes`; UNPRINTED for one that must be printed anew. */
  starts: number[]
  lengths: number[]
  /** True while `bytes` is exactly the records' JSON joined by commas. */
  isPrinted: boolean
}

const UNPRINTED = -1

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
    return chunk.keys[position] === key ? chunk.records[position] : undefined
  }

  /** Every record in key order. */
  *values(): Generator<RecordOf[K]> {
    for (const chunk of this.chunks) yield* chunk.records
  }

  put(key: string, record: RecordOf[K]): void {
    if (this.chunks.length === 0) {
      this.chunks = [newChunk(this.session, [key], [record], [UNPRINTED], [0])]
      this.chunkListIsShared = false
      this.count = 1
      return
    }
    const chunkPosition = this.chunkFor(key)
    const chunk = this.ownChunk(chunkPosition)
    const position = lowerBound(chunk.keys, key)
    chunk.isPrinted = false
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
    if (chunk.keys.length > MAX_CHUNK_RECORDS) this.split(chunkPosition, position)
  }

  delete(key: string): void {
    const chunkPosition = this.chunkFor(key)
    if (this.get(key) === undefined) return
    const chunk = this.ownChunk(chunkPosition)
    const position = lowerBound(chunk.keys, key)
    chunk.isPrinted = false
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

  private ownChunk(position: number): Chunk<RecordOf[K]> {
    if (this.chunkListIsShared) {
      this.chunks = this.chunks.slice()
      this.chunkListIsShared = false
    }
    const chunk = this.chunks[position]!
    if (chunk.session === this.session) return chunk
    const copy = {
      session: this.session,
      keys: chunk.keys.slice(),
      records: chunk.records.slice(),
      bytes: chunk.bytes,
      starts: chunk.starts.slice(),
      lengths: chunk.lengths.slice(),
      isPrinted: chunk.isPrinted,
    }
    this.chunks[position] = copy
    return copy
  }

  /** Keeps ids that come in order dense: when the new record is the last one, it starts the next chunk. */
  private split(chunkPosition: number, insertedAt: number): void {
    const chunk = this.chunks[chunkPosition]!
    const isAppend = chunkPosition === this.chunks.length - 1 && insertedAt === chunk.keys.length - 1
    const at = isAppend ? insertedAt : chunk.keys.length >> 1
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
  return { session, keys, records, bytes: null, starts, lengths, isPrinted: false }
}

function lowerBound(keys: string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The JSON of the whole collection without its brackets: one buffer per chunk, to be joined by commas. */
export function printChunks<K extends Kind>(snapshot: CollectionSnapshot<K>): Buffer[] {
  return snapshot.chunks.map((chunk) => printChunk(snapshot.kind, chunk))
}

function printChunk<K extends Kind>(kind: K, chunk: Chunk<RecordOf[K]>): Buffer {
  if (chunk.isPrinted) return chunk.bytes!
  const fresh = new Map<number, string>()
  let size = chunk.keys.length - 1
  for (let position = 0; position < chunk.keys.length; position += 1) {
    if (chunk.starts[position] === UNPRINTED) {
      const json = serializeRecord<Kind>(kind, chunk.records[position]!)
      fresh.set(position, json)
      chunk.lengths[position] = Buffer.byteLength(json)
    }
    size += chunk.lengths[position]!
  }
  const bytes = Buffer.allocUnsafeSlow(size)
  let offset = 0
  for (let position = 0; position < chunk.keys.length; position += 1) {
    if (position > 0) offset = bytes.writeUInt8(COMMA, offset)
    const length = chunk.lengths[position]!
    const json = fresh.get(position)
    if (json === undefined) chunk.bytes!.copy(bytes, offset, chunk.starts[position]!, chunk.starts[position]! + length)
    else bytes.write(json, offset)
    chunk.starts[position] = offset
    offset += length
  }
  chunk.bytes = bytes
  chunk.isPrinted = true
  return bytes
}

const COMMA = 0x2c

/** What changed from one snapshot to a later one: chunks that both share are passed over. */
export function diffSnapshots<K extends Kind>(
  before: CollectionSnapshot<K>,
  after: CollectionSnapshot<K>,
): { changed: RecordOf[K][]; removed: string[] } {
  if (before.chunks === after.chunks) return { changed: [], removed: [] }
  const shared = new Set(before.chunks)
  const old = new Map<string, RecordOf[K]>()
  const kept = new Set(after.chunks)
  for (const chunk of before.chunks)
    if (!kept.has(chunk)) for (const [position, key] of chunk.keys.entries()) old.set(key, chunk.records[position]!)
  const changed: RecordOf[K][] = []
  for (const chunk of after.chunks) {
    if (shared.has(chunk)) continue
    for (let position = 0; position < chunk.keys.length; position += 1) {
      const key = chunk.keys[position]!
      const record = chunk.records[position]!
      const previous = old.get(key)
      old.delete(key)
      if (previous === undefined || !isSameRecord(previous, record)) changed.push(record)
    }
  }
  return { changed, removed: [...old.keys()] }
}

/** Records are replaced, never edited, and carry the revision that changed them; computed bundle rows carry their amount. */
function isSameRecord(a: RecordOf[Kind], b: RecordOf[Kind]): boolean {
  if (a === b) return true
  if ('available' in a && 'available' in b) return a.available === b.available && a.onHand === b.onHand
  return a.revision === b.revision
}

/** Every record of a snapshot in key order. */
export function* recordsOf<K extends Kind>(snapshot: CollectionSnapshot<K>): Generator<RecordOf[K]> {
  for (const chunk of snapshot.chunks) yield* chunk.records
}
