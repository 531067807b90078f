/**
 * Refusals that come before the body of their request has. Closed at once, the connection would be reset while the client still
 * sends, and the answer be lost with it; so the answer goes out, what still comes is thrown away within bounds, then it is closed.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface DrainBounds {
  /** More than the largest body that any route takes: many clients read no answer before they have sent all. */
  readonly maxBytes: number
  readonly totalMs: number
  /** Without a byte for so long, nothing more is expected. */
  readonly idleMs: number
}

declare module 'fastify' {
  interface FastifyInstance {
    drainBounds: DrainBounds
  }
}

/** The rest of a shorter body is not worth a new connection: Node reads past it. */
const KEEP_ALIVE_BYTES = 65_536

/** True when a client may be sending a body that nobody will read, on a connection that must be closed for it. */
export function isStillSending({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || raw.destroyed || (encoding === undefined && Number(length ?? 0) === 0)) return false
  const isClosing = reply.getHeader('connection') === 'close'
  return isClosing || encoding !== undefined || Number(length) > KEEP_ALIVE_BYTES
}

/** Sends an answer at once, and ends it when the client has stopped sending. */
export function answerAndDrain(request: FastifyRequest, reply: FastifyReply, payload: string): FastifyReply {
  const { raw } = reply
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(reply.statusCode, { 'content-length': Buffer.byteLength(payload), connection: 'close' })
  // With its length it is whole for the client, though the end of it is yet to come.
  raw.write(payload)
  drain(request.raw, request.server.drainBounds, () => raw.end())
  return reply
}

function drain(source: IncomingMessage, { maxBytes, totalMs, idleMs }: DrainBounds, onEnd: () => void): void {
  let left = maxBytes
  const end = () => {
    clearTimeout(late)
    clearTimeout(idle)
    source.off('data', count).off('end', end).off('close', end)
    onEnd()
  }
  const late = setTimeout(end, totalMs)
  const idle = setTimeout(end, idleMs)
  const count = ({ length }: Buffer) => {
    left -= length
    if (left < 0) end()
    else idle.refresh()
  }
  // Nobody is asked to go on by `100 Continue` any more.
  source.removeAllListeners('newListener')
  source.on('data', count).once('end', end).once('close', end)
  source.resume()
}
