/**
 * Joins pieces into one gzip stream, compressing each piece only once. A company's data are sent in pieces, and only a
 * few of these change between two responses. Every compressed part ends on a byte boundary and does not refer to
 * earlier bytes (a full flush), so parts can be joined. Small pieces, which differ in each response, are included
 * without being compressed.
 */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { Refusal } from '../../domain/refusals.ts'
import { CompanyCache } from '../../runtime/company-cache.ts'
import { type Asker, HUNG_UP } from '../../runtime/fair-limiter.ts'
import { inSlices } from '../../runtime/slices.ts'
import { compressInTurn } from './compression-turns.ts'
import { combineCrc, shiftOf } from './crc32.ts'

/** The size in bytes below which a piece is not compressed. */
const DEFLATE_FROM_BYTES = 512
/**
 * The size in bytes from which a compressed piece is cached. Most smaller pieces occur in only one response, so they
 * are compressed again for each response.
 */
const KEEP_FROM_BYTES = 8_192
const MAX_KEPT_BYTES = 67_108_864
const LEVEL = 3
/** The number of bytes whose CRC is computed in one step. */
const CRC_STEP_BYTES = 1_048_576
/** The longest block of uncompressed bytes in the deflate format. */
const MAX_STORED_BYTES = 65_535
const STORED_HEAD_BYTES = 5

/** The gzip header (RFC 1952): deflate, no name, no time, unknown operating system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The number of bytes at the end of the stream: an empty last block, then the CRC and the length. */
const TAIL_BYTES = 10
const LAST_BLOCK = 0x03

interface Part {
  readonly bytes: Buffer
  readonly crc: number
  readonly length: number
  /** The factor by which this part shifts the CRC of the parts before it; see shiftOf. */
  readonly shift: number
}

const deflate = promisify(deflateRaw)

/**
 * Numbers that serve as cache keys for buffers whose compressed parts are cached, because a cached part may outlive its
 * buffer.
 */
const numbers = new WeakMap<Buffer, number>()
let lastNumber = 0
const kept = new CompanyCache<number, Part>({ maxBytes: MAX_KEPT_BYTES, sizeOf: ({ bytes }) => bytes.length + 200 })
const making = new WeakMap<Buffer, Promise<Part>>()

/**
 * Compresses the pieces as gzip. Pieces that are not in the cache are compressed on other threads, two at a time.
 * Refuses with UNAVAILABLE when the client disconnects.
 * @param isKept false for pieces that occur in no other answer
 */
export async function gzipPieces(asker: Asker, pieces: readonly Buffer[], isKept = true): Promise<Buffer[]> {
  const parts: (Part | null)[] = pieces.map((piece) => knownPart(asker.companyId, piece))
  const missing = [...parts.keys()].filter((at) => parts[at] === null)
  let next = 0
  const work = async () => {
    while (next < missing.length) {
      if (asker.signal?.aborted) throw new Refusal('UNAVAILABLE', HUNG_UP)
      const at = missing[next]!
      next += 1
      parts[at] = await (isKept ? keptPart : deflatePart)(asker, pieces[at]!)
    }
  }
  await Promise.all([work(), work()])
  return join(parts as Part[])
}

/** Returns the part for a piece if it is cached or needs no compression, or null when the piece must be compressed. */
function knownPart(companyId: string, piece: Buffer): Part | null {
  if (piece.length < DEFLATE_FROM_BYTES) return storedPart(piece)
  const number = numbers.get(piece)
  return number === undefined ? null : (kept.get(companyId, number) ?? null)
}

function keptPart(asker: Asker, piece: Buffer): Promise<Part> {
  if (piece.length < KEEP_FROM_BYTES) return deflatePart(asker, piece)
  const { companyId } = asker
  const running = making.get(piece)
  if (running !== undefined) return running
  // Concurrent requests share this work, so it continues even if one of the clients disconnects.
  const made = deflatePart({ companyId }, piece).then((part) => {
    lastNumber += 1
    numbers.set(piece, lastNumber)
    kept.set(companyId, lastNumber, part)
    return part
  })
  making.set(piece, made)
  void made.catch(() => undefined).then(() => making.delete(piece))
  return made
}

async function deflatePart(asker: Asker, piece: Buffer): Promise<Part> {
  const bytes = await compressInTurn(asker, () => deflate(piece, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH }))
  const crc = await inSlices(asker, crcInSteps(piece))
  return { bytes, crc, length: piece.length, shift: shiftOf(piece.length) }
}

function* crcInSteps(piece: Buffer): Generator<void, number> {
  let crc = 0
  for (let at = 0; at < piece.length; at += CRC_STEP_BYTES) {
    crc = crc32(piece.subarray(at, at + CRC_STEP_BYTES), crc)
    yield
  }
  return crc
}

/**
 * The parts of small pieces, which contain their bytes uncompressed. They are cached, because most of these pieces are
 * the same commas again and again.
 */
const stored = new WeakMap<Buffer, Part>()

function storedPart(piece: Buffer): Part {
  const part = stored.get(piece) ?? store(piece)
  stored.set(piece, part)
  return part
}

/** Creates a part with uncompressed bytes (RFC 1951 §3.2.4). */
function store(content: Buffer): Part {
  const bytes = Buffer.allocUnsafe(STORED_HEAD_BYTES + content.length)
  bytes[0] = 0
  bytes.writeUInt16LE(content.length, 1)
  bytes.writeUInt16LE(MAX_STORED_BYTES - content.length, 3)
  content.copy(bytes, STORED_HEAD_BYTES)
  return { bytes, crc: crc32(content), length: content.length, shift: shiftOf(content.length) }
}

function join(parts: readonly Part[]): Buffer[] {
  let crc = 0
  let length = 0
  for (const part of parts) {
    crc = combineCrc(crc, part.crc, part.shift)
    length += part.length
  }
  const tail = Buffer.alloc(TAIL_BYTES)
  tail[0] = LAST_BLOCK
  tail.writeUInt32LE(crc, 2)
  tail.writeUInt32LE(length % 2 ** 32, 6)
  return [HEAD, ...parts.map(({ bytes }) => bytes), tail]
}
