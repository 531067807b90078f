/**
 * Compresses pieces into one brotli stream on other threads, piece by piece and only as fast as the client reads.
 * Companies share the compression slots fairly.
 */
import { type BrotliCompress, constants, createBrotliCompress } from 'node:zlib'
import type { Asker } from '../../runtime/fair-limiter.ts'
import { compressInTurn } from './compression-turns.ts'

const QUALITY = 3
/** The size in bytes below which a piece is compressed together with the pieces that follow. */
const GATHERED_BYTES = 65_536

/** Yields the compressed bytes. Refuses with UNAVAILABLE when the client disconnects. */
export async function* brotliPieces(asker: Asker, pieces: readonly Buffer[]): AsyncGenerator<Buffer, void> {
  const stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
  const made: Buffer[] = []
  stream.on('data', (bytes: Buffer) => made.push(bytes))
  // `write` reports errors to its caller, but without this listener the error event would end the process.
  stream.on('error', () => undefined)
  try {
    for (const bytes of gathered(pieces)) {
      await compressInTurn(asker, () => write(stream, bytes))
      yield* made.splice(0)
    }
    await compressInTurn(asker, () => end(stream))
    yield* made
  } finally {
    stream.destroy()
  }
}

function* gathered(pieces: readonly Buffer[]): Generator<Buffer, void> {
  let some: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    some.push(piece)
    size += piece.length
    if (size < GATHERED_BYTES) continue
    yield some.length === 1 ? piece : Buffer.concat(some, size)
    some = []
    size = 0
  }
  yield Buffer.concat(some, size)
}

function write(stream: BrotliCompress, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function end(stream: BrotliCompress): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject)
    stream.end()
  })
}
