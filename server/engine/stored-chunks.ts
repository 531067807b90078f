/**
 * Chunks of a state as they are stored: the bytes that are answered, and beside them what of the records is not shown. So a state of long
 * ago is answered from its bytes, and a record of it is made only when somebody looks at it.
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

/** Before the bytes, on a line of its own. */
interface ChunkHead {
  readonly keys: readonly string[]
  /** Of each record's JSON. */
  readonly lengths: readonly number[]
  /** What of each record is not shown, see stored-records.ts. */
  readonly hidden: readonly string[]
  /** Positions of those that are finished, or bundles. */
  readonly marked: readonly number[]
}

function isMarked(kind: StateKind, record: AnyRecord): boolean {
  if (kind === 'products') return (record as Product).components.length > 0
  return isFinishable(kind) && isFinished(kind, record as RecordOf[FinishableKind])
}

/** A row is shown in main units, of which it is not made again. */
function packRow({ onHand, reserved, available, revision }: Stock): string {
  return JSON.stringify([onHand, reserved, available, revision])
}

function unpackRow(key: string, packed: string): Stock {
  const [productId, warehouseId] = key.split('/')
  const [onHand, reserved, available, revision] = JSON.parse(packed)
  return { productId, warehouseId, onHand, reserved, available, revision } as Stock
}

/** A chunk of a snapshot, in steps: its name follows from all that is in it. */
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

/** For its row. */
export async function compressed(content: Buffer): Promise<Buffer> {
  return compress(content, PARAMS)
}

export async function decompressed(content: Buffer): Promise<Buffer> {
  return decompress(content)
}

/** A chunk that was stored, with the positions of what is finished in it, or a bundle. */
export interface RestoredChunk<K extends StateKind = StateKind> {
  readonly chunk: Chunk<RecordOf[K]>
  readonly marked: readonly number[]
  /** In memory, about. */
  readonly bytes: number
}

export async function restore<K extends StateKind>(kind: K, stored: StoredChunk): Promise<RestoredChunk<K>> {
  return restoreNow(kind, await decompressed(stored.content))
}

/** The same from its content. */
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
