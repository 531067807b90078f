/**
 * The JSON bytes of chunks: printed once, in steps, and put together again when a record of the chunk changed. Chunks of a snapshot
 * are not edited any more, so their bytes can be put in place while others read them, and all who want them share one printing.
 */
import type { Kind, RecordOf } from '../domain/records.ts'
import { type Chunk, type CollectionSnapshot, UNPRINTED } from './collection.ts'
import { serializeRecord } from './serialize.ts'

/** Bytes that are printed or copied in one step: well below a millisecond. */
const STEP_BYTES = 131_072
const COMMA = 0x2c

/** The JSON of a chunk's records, joined by commas. After it, `starts` and `lengths` of the chunk tell where each record's is. */
export function* printChunk<K extends Kind>(kind: K, chunk: Chunk<RecordOf[K]>): Generator<void, Buffer> {
  while (!chunk.isPrinted) {
    chunk.printing ??= printInSteps(kind, chunk)
    try {
      chunk.printing.next()
    } catch (error) {
      // Whoever comes next must not wait for a printing that has ended.
      chunk.printing = null
      throw error
    }
    if (!chunk.isPrinted) yield
  }
  return chunk.bytes!
}

/** The JSON of the whole collection without its brackets: one buffer per chunk, to be joined by commas. */
export function* printChunks<K extends Kind>(snapshot: CollectionSnapshot<K>): Generator<void, Buffer[]> {
  const printed: Buffer[] = []
  for (const chunk of snapshot.chunks) {
    printed.push(chunk.isPrinted ? chunk.bytes! : yield* printChunk(snapshot.kind, chunk))
    yield
  }
  return printed
}

/** Nothing of the chunk changes before the last step. */
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
  const bytes = Buffer.allocUnsafeSlow(size)
  const starts: number[] = []
  let offset = 0
  let offsetAtStep = 0
  for (let position = 0; position < count; position += 1) {
    if (position > 0) offset = bytes.writeUInt8(COMMA, offset)
    const json = fresh.get(position)
    const start = chunk.starts[position]!
    if (json === undefined) chunk.bytes!.copy(bytes, offset, start, start + lengths[position]!)
    else bytes.write(json, offset)
    starts.push(offset)
    offset += lengths[position]!
    if (offset - offsetAtStep < STEP_BYTES) continue
    offsetAtStep = offset
    yield
  }
  Object.assign(chunk, { bytes, starts, lengths, isPrinted: true, printing: null })
}
