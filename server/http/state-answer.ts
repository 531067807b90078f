/** Sending JSON that is kept in pieces, without joining megabytes first; compressed for clients that say that they take it. */
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

/** Below this size one write is cheaper than many. */
const JOIN_BELOW_BYTES = 65_536
/** Smaller answers are not worth compressing (S-SERVICE-9). */
export const COMPRESS_ABOVE_BYTES = 1_024

/** Not copied: they lie in memory anyway. */
const READ_AHEAD_BYTES = 1_048_576
/** One write, which keeps the thread until the network took it. */
const PART_BYTES = 262_144
/** Written in one turn; then others have theirs. */
const TURN_BYTES = 1_048_576

export type Encoding = 'br' | 'gzip' | 'identity'

const BR_FIRST: readonly Encoding[] = ['br', 'gzip', 'identity']
const GZIP_FIRST: readonly Encoding[] = ['gzip', 'br', 'identity']

/** Sends the pieces as one JSON body. Refuses UNAVAILABLE when the client hangs up. */
export function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: Pieces): Promise<FastifyReply> {
  return send(request, reply, { pieces, preferred: BR_FIRST, isKept: false })
}

/**
 * The same for a whole state or catalog, whose chunks come again in the next answer: a client that takes gzip and br alike gets
 * gzip, for which each chunk is compressed once.
 */
export function sendState(request: FastifyRequest, reply: FastifyReply, pieces: Pieces): Promise<FastifyReply> {
  return send(request, reply, { pieces, preferred: GZIP_FIRST, isKept: true })
}

interface Sent {
  readonly pieces: Pieces
  /** Among encodings that the client likes equally. */
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

/** Texts that are long together wait for the company's turn; short ones for nobody. */
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

/** Pieces that are texts, and few, as one: Node writes it together with the headers. Null when they are not. */
function shortText(pieces: Pieces): string | null {
  let length = 0
  for (const piece of pieces) {
    if (typeof piece !== 'string') return null
    length += piece.length
  }
  return length < JOIN_BELOW_BYTES ? pieces.join('') : null
}

/** What a client takes that names no encoding, and what one gets that takes none of ours, is the body as it is. */
export function chooseEncoding(request: FastifyRequest, preferred: readonly Encoding[]): Encoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity'
  // Its types do not know yet whose order decides between encodings that the client likes equally.
  const negotiator = new Negotiator(request) as unknown as {
    encoding(available: readonly Encoding[], options: { readonly preferred: readonly Encoding[] }): Encoding | undefined
  }
  return negotiator.encoding(preferred, { preferred }) ?? 'identity'
}

/** The buffers as the body, large ones in turns. */
export function writeParts(reply: FastifyReply, asker: Asker, buffers: readonly Buffer[]): FastifyReply {
  const size = sizeOf(buffers)
  if (size < JOIN_BELOW_BYTES) return reply.send(buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers, size))
  return reply.header('content-length', size).send(streamOf(asker, buffers))
}

/**
 * The buffers as they are, in turns with what other companies are sent: a client that reads quickly would have the thread write to it
 * alone. Readable.from waits between any two parts, which takes as long as to send them.
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
        // Nobody reads it any more.
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
