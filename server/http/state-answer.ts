/**
 * Sends JSON that is stored in pieces, without first joining megabytes of them. Compresses the response if the client
 * accepts that.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { Pieces } from '../engine/print-state.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices, runToEnd, sliceOf } from '../runtime/slices.ts'
import { addVary } from './caching.ts'
import { askerOf } from './callers-company.ts'
import { brotliPieces } from './wire/brotli-pieces.ts'
import { gzipPieces } from './wire/gzip-pieces.ts'

/**
 * The size in bytes up to which the pieces of a response are joined, because one write of a short response is cheaper
 * than several.
 */
const JOIN_BELOW_BYTES = 65_536
/** The size in bytes up to which a response is not worth compressing (S-SERVICE-9). */
export const COMPRESS_ABOVE_BYTES = 1_024

/** How many bytes the stream may read ahead. Reading ahead costs no memory, because the buffers exist anyway. */
const READ_AHEAD_BYTES = 1_048_576
/** The number of bytes in a single write. A write blocks the thread until the network has taken it. */
const PART_BYTES = 262_144
/** The number of bytes after which a time slice ends, so that other companies get time slices too. */
const TURN_BYTES = 1_048_576

export type Encoding = 'br' | 'gzip' | 'identity'

const BR_FIRST: readonly Encoding[] = ['br', 'gzip', 'identity']
const GZIP_FIRST: readonly Encoding[] = ['gzip', 'br', 'identity']

/** Sends the pieces as one JSON body. Refuses with UNAVAILABLE when the client disconnects. */
export function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: Pieces): Promise<FastifyReply> {
  return send(request, reply, { pieces, preferred: BR_FIRST, isKept: false })
}

/**
 * Sends a company's complete state or catalog. Most of its pieces appear again in the next response, and each piece is
 * compressed with gzip only once. So a client that accepts gzip and brotli equally gets gzip.
 */
export function sendState(request: FastifyRequest, reply: FastifyReply, pieces: Pieces): Promise<FastifyReply> {
  return send(request, reply, { pieces, preferred: GZIP_FIRST, isKept: true })
}

interface Sent {
  readonly pieces: Pieces
  /** The encodings in our order of preference, used when the client accepts several equally. */
  readonly preferred: readonly Encoding[]
  readonly isKept: boolean
}

async function send(request: FastifyRequest, reply: FastifyReply, sent: Sent): Promise<FastifyReply> {
  const short = request.headers['accept-encoding'] === undefined ? shortText(sent.pieces) : null
  if (short !== null) {
    addVary(reply.type('application/json; charset=utf-8'), 'Accept-Encoding')
    return reply.send(short)
  }
  const asker = askerOf(request)
  const buffers = await buffersOf(asker, sent.pieces)
  reply.type('application/json; charset=utf-8')
  addVary(reply, 'Accept-Encoding')
  const encoding = sizeOf(buffers) > COMPRESS_ABOVE_BYTES ? chooseEncoding(request, sent.preferred) : 'identity'
  if (encoding === 'identity') return writeParts(reply, asker, buffers)
  if (encoding === 'gzip') {
    const parts = await gzipPieces(asker, buffers, sent.isKept)
    return writeParts(reply.header('content-encoding', 'gzip'), asker, parts)
  }
  return reply.header('content-encoding', 'br').send(Readable.from(brotliPieces(asker, buffers), { objectMode: false }))
}

/**
 * Converts strings to buffers. Converting long strings waits for a time slice of the company; short ones are converted
 * at once.
 */
function buffersOf(asker: Asker, pieces: Pieces): Buffer[] | Promise<Buffer[]> {
  let characters = 0
  for (const piece of pieces) if (typeof piece === 'string') characters += piece.length
  return characters < JOIN_BELOW_BYTES ? runToEnd(toBuffers(pieces)) : inSlices(asker, toBuffers(pieces))
}

function* toBuffers(pieces: Pieces): Generator<void, Buffer[], undefined> {
  const buffers: Buffer[] = []
  for (const piece of pieces) {
    if (typeof piece !== 'string') buffers.push(piece)
    else {
      buffers.push(Buffer.from(piece))
      yield
    }
  }
  return buffers
}

/**
 * Joins a few short strings into one, which Node writes together with the headers. Returns null if the pieces are long
 * or not all strings.
 */
function shortText(pieces: Pieces): string | null {
  let length = 0
  for (const piece of pieces) {
    if (typeof piece !== 'string') return null
    length += piece.length
  }
  return length < JOIN_BELOW_BYTES ? pieces.join('') : null
}

/** Chooses the encoding of a response. Returns identity when the client accepts none of our encodings. */
export function chooseEncoding(request: FastifyRequest, preferred: readonly Encoding[]): Encoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity'
  // Negotiator's types lack the parameter for our order of preference among encodings that the client accepts equally.
  const negotiator = new Negotiator(request) as unknown as {
    encoding(available: readonly Encoding[], options: { readonly preferred: readonly Encoding[] }): Encoding | undefined
  }
  return negotiator.encoding(preferred, { preferred }) ?? 'identity'
}

/** Sends the buffers as the body. Large bodies are sent in time slices. */
export function writeParts(reply: FastifyReply, asker: Asker, buffers: readonly Buffer[]): FastifyReply {
  const size = sizeOf(buffers)
  if (size < JOIN_BELOW_BYTES) return reply.send(buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers, size))
  return reply.header('content-length', size).send(streamOf(asker, buffers))
}

/**
 * Streams the buffers without copying them, in time slices shared with other companies, because otherwise a fast client
 * would occupy the thread alone. Readable.from is not used: between two parts, it would wait until the first part is
 * sent.
 */
function streamOf(asker: Asker, buffers: readonly Buffer[]): Readable {
  const parts = partsOf(buffers)
  let inTurn = 0
  return new Readable({
    highWaterMark: READ_AHEAD_BYTES,
    async read() {
      try {
        for (;;) {
          if (inTurn >= TURN_BYTES) {
            await sliceOf(asker)
            inTurn = 0
          }
          const { value } = parts.next()
          inTurn += value?.length ?? 0
          if (!this.push(value ?? null) || value === undefined) return
        }
      } catch {
        // The client has stopped reading, so end the stream.
        this.destroy()
      }
    },
  })
}

function* partsOf(buffers: readonly Buffer[]): Generator<Buffer, undefined> {
  for (const buffer of buffers)
    for (let at = 0; at < buffer.length; at += PART_BYTES) yield buffer.subarray(at, at + PART_BYTES)
}

function sizeOf(buffers: readonly Buffer[]): number {
  let size = 0
  for (const { length } of buffers) size += length
  return size
}
