/** Sending JSON that is kept in pieces, without joining megabytes first. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Below this size one write is cheaper than many. */
const JOIN_BELOW_BYTES = 65_536

export type Piece = Buffer | string

/** Sends the pieces as one JSON body. */
export function sendPieces(reply: FastifyReply, pieces: readonly Piece[]): FastifyReply {
  reply.type('application/json; charset=utf-8')
  let size = 0
  for (const piece of pieces) size += Buffer.byteLength(piece)
  if (size < JOIN_BELOW_BYTES) return reply.send(pieces.length === 1 ? pieces[0] : pieces.map(String).join(''))
  reply.header('content-length', size)
  return reply.send(
    Readable.from(
      pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
      { objectMode: false },
    ),
  )
}
