/**
 * Chunks of a state as checkpoints store them: the JSON bytes that responses contain, preceded by the records' hidden
 * fields. Requests for an old state are answered from these bytes, and a record is parsed only on first use.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import {
  type AnyRecord,
  type FinishableKind,
  isFinishable,
  isFinished,
  type Product,
  type RecordOf,
  type StateKind,
  type Stock,
} from '../domain/records.ts'
import type { StoredChunk } from '../store/checkpoints.ts'
import { type Chunk, recordAt, restoredChunk } from './collection.ts'
import { printChunk } from './print-chunks.ts'
import { hiddenText, parseStoredRecord } from './stored-records.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const PARAMS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const NEW_LINE = 0x0a

/** The header of a stored chunk: a separate line before the chunk's bytes. */
interface ChunkHead {
  readonly keys: readonly string[]
  /** The length of each record's JSON, in bytes. */
  readonly lengths: readonly number[]
  /** Each record's hidden fields, see stored-records.ts. */
  readonly hidden: readonly string[]
  /** The positions of records that are finished or are bundles. */
  readonly marked: readonly number[]
}

function isMarked(kind: StateKind, record: AnyRecord): boolean {
  if (kind === 'products') return (record as Product).components.length > 0
  return isFinishable(kind) && isFinished(kind, record as RecordOf[FinishableKind])
}

/**
 * Packs a stock row in thousandths, because it could not be restored from the main units (such as kilograms) that the
 * API shows.
 */
function packRow({ onHand, reserved, available, revision, waiting }: Stock): string {
  return JSON.stringify([onHand, reserved, available, revision, ...(waiting === undefined ? [] : [waiting])])
}

function unpackRow(key: string, packed: string): Stock {
  const [productId, warehouseId] = key.split('/')
  const [onHand, reserved, available, revision, waiting] = JSON.parse(packed)
  const told = { productId, warehouseId, onHand, reserved, available, revision }
  return { ...told, ...(waiting === undefined ? {} : { waiting }) } as Stock
}

/** Serializes a chunk of a snapshot for storage, in steps. The chunk's name is a digest of all its content. */
export function* printStoredChunk<K extends StateKind>(
  kind: K,
  chunk: Chunk<RecordOf[K]>,
): Generator<void, { readonly digest: Buffer; readonly content: Buffer }> {
  const records = chunk.keys.map((_key, position) => recordAt(chunk, position))
  yield
  const { bytes, lengths } = yield* printChunk(kind, chunk, 'full')
  const head: ChunkHead = {
    keys: chunk.keys,
    lengths,
    hidden: records.map((record) => (kind === 'stock' ? packRow(record as Stock) : hiddenText(kind, record))),
    marked: [...records.keys()].filter((at) => isMarked(kind, records[at]!)),
  }
  yield
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes])
  yield
  return { digest: createHash('sha256').update(content).digest(), content }
}

/** Compresses a chunk's content for its database row. */
export async function compressed(content: Buffer): Promise<Buffer> {
  return compress(content, PARAMS)
}

export async function decompressed(content: Buffer): Promise<Buffer> {
  return decompress(content)
}

/** A chunk restored from a checkpoint, with the positions of records that are finished or are bundles. */
export interface RestoredChunk<K extends StateKind = StateKind> {
  readonly chunk: Chunk<RecordOf[K]>
  readonly marked: readonly number[]
  /** The estimated memory of the chunk, in bytes. */
  readonly bytes: number
}

export async function restore<K extends StateKind>(kind: K, stored: StoredChunk): Promise<RestoredChunk<K>> {
  return restoreNow(kind, await decompressed(stored.content))
}

/** Restores a checkpoint's chunk from its decompressed content. */
function restoreNow<K extends StateKind>(kind: K, content: Buffer): RestoredChunk<K> {
  const end = content.indexOf(NEW_LINE)
  const { keys, lengths, hidden, marked } = JSON.parse(content.toString('utf8', 0, end)) as ChunkHead
  const starts: number[] = []
  let start = 0
  for (const length of lengths) {
    starts.push(start)
    start += length + 1
  }
  const bytes = content.subarray(end + 1)
  const parse = (at: number): RecordOf[K] => {
    if (kind === 'stock') return unpackRow(keys[at]!, hidden[at]!) as RecordOf[K]
    const shown = bytes.toString('utf8', starts[at]!, starts[at]! + lengths[at]! - 1)
    return parseStoredRecord(kind, `${shown}${hidden[at]!}`)
  }
  const chunk = restoredChunk({ keys: [...keys], bytes, starts, lengths: [...lengths] }, parse)
  return { chunk, marked, bytes: content.length + keys.length * 200 }
}
