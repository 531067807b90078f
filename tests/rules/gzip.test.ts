/** Tests gzip streams that are joined from parts compressed at different times. */
import { brotliDecompressSync, crc32, gunzipSync } from 'node:zlib'
import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { brotliPieces } from '../../server/http/wire/brotli-pieces.ts'
import { combineCrc, shiftOf } from '../../server/http/wire/crc32.ts'
import { gzipPieces } from '../../server/http/wire/gzip-pieces.ts'

const ASKER = { companyId: 'a' }
const buffersOf = (pieces: readonly (Buffer | string)[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
const isStreamOf = (pieces: readonly Buffer[], parts: readonly Buffer[]) =>
  gunzipSync(Buffer.concat(parts)).equals(Buffer.concat(pieces))

test('the checksum of two joined parts can be computed from the checksums of the parts', () => {
  fastCheck.assert(
    fastCheck.property(
      fastCheck.uint8Array({ maxLength: 5_000 }),
      fastCheck.uint8Array({ maxLength: 5_000 }),
      (a, b) => {
        expect(combineCrc(crc32(a), crc32(b), shiftOf(b.length))).toBe(crc32(Buffer.concat([a, b])))
      },
    ),
  )
})

/** Returns the CRC of 4,096 · 2^doublings zero bytes, computed by repeated doubling. */
function crcOfZeros(doublings: number): { crc: number; length: number } {
  let [crc, length] = [crc32(Buffer.alloc(4_096)), 4_096]
  for (let left = doublings; left > 0; left -= 1) [crc, length] = [combineCrc(crc, crc, shiftOf(length)), length * 2]
  return { crc, length }
}

test('the checksums of parts with lengths of over 32 bits are combined correctly', () => {
  const [half, whole] = [crcOfZeros(19), crcOfZeros(20)]
  expect(whole.length).toBe(2 ** 32)
  const byte = crc32('a')
  const inTwo = combineCrc(combineCrc(byte, half.crc, shiftOf(half.length)), half.crc, shiftOf(half.length))
  expect(combineCrc(byte, whole.crc, shiftOf(whole.length))).toBe(inTwo)
})

const piece = fastCheck.oneof(
  fastCheck.constantFrom<string[]>('', ',', '{"revision":1', ']}'),
  fastCheck.string({ unit: 'grapheme', maxLength: 3_000 }),
  // Long texts: some are long enough to be cached, and some are longer than a block of uncompressed data may be.
  fastCheck.integer({ min: 1, max: 200_000 }).map((length) => 'Ж, 日本, '.repeat(length / 10)),
  fastCheck.uint8Array({ maxLength: 40_000 }).map((bytes) => Buffer.from(bytes)),
  fastCheck.integer({ min: 1, max: 300_000 }).map((length) => Buffer.alloc(length, '{"id":"019a-",')),
)

test('any pieces of text form a valid gzip stream, even if some are taken from the cache already compressed', async () => {
  await fastCheck.assert(
    fastCheck.asyncProperty(fastCheck.array(piece, { maxLength: 12 }), fastCheck.boolean(), async (texts, isKept) => {
      const pieces = buffersOf(texts)
      for (let time = 0; time < 2; time += 1)
        expect(isStreamOf(pieces, await gzipPieces(ASKER, pieces, isKept))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a cached piece is compressed once and used in all responses', async () => {
  const [same, other] = [Buffer.alloc(100_000, 'same '), Buffer.alloc(100_000, 'other ')]
  const answers = await Promise.all([1, 2, 3].map(() => gzipPieces(ASKER, buffersOf(['{', same, '}']))))
  const [, , first] = answers[0]!
  for (const parts of answers) expect(parts[2]).toBe(first)
  const pieces = buffersOf(['{"a":', same, ',', other, '}'])
  const next = await gzipPieces(ASKER, pieces)
  expect(next[2]).toBe(first)
  expect(isStreamOf(pieces, next)).toBe(true)
})

test('a brotli stream contains all its pieces', async () => {
  const pieces = buffersOf([...Array.from({ length: 300 }, (_, number) => `{"number":${number}},`), 'Ж'.repeat(90_000)])
  const parts: Buffer[] = []
  for await (const part of brotliPieces(ASKER, pieces)) parts.push(part)
  expect(brotliDecompressSync(Buffer.concat(parts)).equals(Buffer.concat(pieces))).toBe(true)
  const client = new AbortController()
  client.abort()
  await expect(brotliPieces({ ...ASKER, signal: client.signal }, pieces).next()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
})

test('the rest of a response is not compressed after the client has disconnected', async () => {
  const client = new AbortController()
  const pieces = Array.from({ length: 50 }, (_, number) => Buffer.alloc(100_000, `piece ${number} `))
  const answer = gzipPieces({ ...ASKER, signal: client.signal }, pieces)
  client.abort()
  await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
