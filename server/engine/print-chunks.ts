/**
 * Serializes the records of chunks as JSON bytes: once, in steps, and again only when a record in the chunk has
 * changed. Chunks of a snapshot are never edited, so their bytes can be filled in while others read them, and all who
 * need the bytes at the same time share the work.
 */
import type { View } from '../domain/costs.ts'
import { type AnyRecord, type Kind, type RecordOf, STATE_KINDS } from '../domain/records.ts'
import { type Chunk, type CollectionSnapshot, recordAt, UNPRINTED } from './collection.ts'
import { hasCosts, serializeRecord } from './serialize.ts'

/** The number of bytes that are serialized or copied in one step, which takes well below a millisecond. */
const STEP_BYTES = 131_072
const COMMA = 0x2c

/** The JSON of a chunk's records in one view, joined by commas, and each record's position in it. */
export interface PrintedChunk {
  readonly bytes: Buffer
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
}

/**
 * The kinds that are serialized separately for callers who may not see costs. All others are serialized once for
 * everyone.
 */
const KINDS_WITH_COSTS: ReadonlySet<Kind> = new Set(STATE_KINDS.filter(hasCosts))

/**
 * Serializes a chunk in a view. The result is cached; the version for callers who may not see costs is cached only
 * while the chunk is in use.
 */
export function* printChunk<K extends Kind>(
  kind: K,
  chunk: Chunk<RecordOf[K]>,
  view: View,
): Generator<void, PrintedChunk> {
  if (view !== 'full' && KINDS_WITH_COSTS.has(kind)) return yield* printWithoutCosts(kind, chunk)
  yield* printWhole(kind, chunk)
  return chunk as PrintedChunk
}

/**
 * The serialized chunks for callers who may not see costs. Chunks of snapshots are never edited, so these bytes stay
 * valid.
 */
const withoutCosts = new WeakMap<Chunk<AnyRecord>, PrintedChunk>()

/**
 * Serializes all records of the chunk, changed or not, because nothing is serialized for this view until someone
 * requests it.
 */
function* printWithoutCosts<K extends Kind>(kind: K, chunk: Chunk<RecordOf[K]>): Generator<void, PrintedChunk> {
  const known = withoutCosts.get(chunk)
  if (known !== undefined) return known
  const texts: Buffer[] = []
  let size = chunk.records.length - 1
  let sizeAtStep = 0
  for (let position = 0; position < chunk.keys.length; position += 1) {
    const json = Buffer.from(serializeRecord<Kind>(kind, recordAt(chunk, position), 'without costs'))
    texts.push(json)
    size += json.length
    if (size - sizeAtStep < STEP_BYTES) continue
    sizeAtStep = size
    yield
  }
  const lengths = texts.map(({ length }) => length)
  const printed = yield* joined(size, lengths, (bytes, offset, position) => texts[position]!.copy(bytes, offset))
  withoutCosts.set(chunk, printed)
  return printed
}

/** Serializes the chunk in the full view and stores `bytes`, `starts` and `lengths` in it. */
function* printWhole<K extends Kind>(kind: K, chunk: Chunk<RecordOf[K]>): Generator<void, void> {
  while (!chunk.isPrinted) {
    chunk.printing ??= printInSteps(kind, chunk)
    try {
      chunk.printing.next()
    } catch (error) {
      // The next caller must start serializing again instead of waiting for the attempt that failed.
      chunk.printing = null
      throw error
    }
    if (!chunk.isPrinted) yield
  }
}

/** Returns the JSON of the whole collection without its brackets: one buffer per chunk, to be joined by commas. */
export function* printChunks<K extends Kind>(snapshot: CollectionSnapshot<K>, view: View): Generator<void, Buffer[]> {
  const printed: Buffer[] = []
  for (const chunk of snapshot.chunks) {
    const isReady = view === 'full' && chunk.isPrinted
    printed.push(isReady ? chunk.bytes! : (yield* printChunk(snapshot.kind, chunk, view)).bytes)
    yield
  }
  return printed
}

/** Serializes the chunk in steps. The chunk itself is changed only in the last step. */
function* printInSteps<K extends Kind>(kind: K, chunk: Chunk<RecordOf[K]>): Generator<void, void> {
  const fresh = new Map<number, string>()
  const lengths = chunk.lengths.slice()
  const count = chunk.keys.length
  let size = count - 1
  let sizeAtStep = 0
  for (let position = 0; position < count; position += 1) {
    if (chunk.starts[position] === UNPRINTED) {
      const json = serializeRecord<Kind>(kind, chunk.records[position]!)
      fresh.set(position, json)
      lengths[position] = Buffer.byteLength(json)
    }
    size += lengths[position]!
    if (size - sizeAtStep < STEP_BYTES) continue
    sizeAtStep = size
    yield
  }
  const printed = yield* joined(size, lengths, (bytes, offset, position) => {
    const json = fresh.get(position)
    const start = chunk.starts[position]!
    if (json === undefined) chunk.bytes!.copy(bytes, offset, start, start + lengths[position]!)
    else bytes.write(json, offset)
  })
  Object.assign(chunk, { ...printed, isPrinted: true, printing: null })
}

/**
 * Joins serialized records with commas; `write` copies one record to its place. `size`: the total length including
 * commas.
 */
function* joined(
  size: number,
  lengths: readonly number[],
  write: (bytes: Buffer, offset: number, position: number) => void,
): Generator<void, PrintedChunk> {
  const bytes = Buffer.allocUnsafeSlow(size)
  const starts: number[] = []
  let offset = 0
  let offsetAtStep = 0
  for (const [position, length] of lengths.entries()) {
    if (position > 0) offset = bytes.writeUInt8(COMMA, offset)
    write(bytes, offset, position)
    starts.push(offset)
    offset += length
    if (offset - offsetAtStep < STEP_BYTES) continue
    offsetAtStep = offset
    yield
  }
  return { bytes, starts, lengths }
}
