/** Sending JSON that is kept in pieces, without joining megabytes first. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this size one write is cheaper than many. */
const JOIN_BELOW_BYTES = 65_536
/** Smaller answers are not worth compressing (decisions.md §2). */
const COMPRESS_ABOVE_BYTES = 1_024

export type Piece = Buffer | string

/** Sends the pieces as one JSON body, compressed when the client says that it takes that. */
export function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: readonly Piece[]): FastifyReply {
  reply.type('application/json; charset=utf-8')
  const buffers = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  let size = 0
  for (const { length } of buffers) size += length
  const isCompressed = request.headers['accept-encoding'] !== undefined && size > COMPRESS_ABOVE_BYTES
  if (size < JOIN_BELOW_BYTES) {
    const body = buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers, size)
    if (!isCompressed) return reply.send(body)
    reply.compress(body)
    return reply
  }
  const stream = Readable.from(buffers, { objectMode: false })
  if (!isCompressed) return reply.header('content-length', size).send(stream)
  reply.compress(stream)
  return reply
}
