/**
 * Sends refusals before the whole body of their request has arrived. Closing the connection at once would reset it
 * while the client is still sending, and the client would never see the response. So the response is sent first, then
 * the rest of the body is discarded within limits, and then the connection is closed.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface DrainBounds {
  /**
   * The maximum number of bytes to discard. It is more than the largest body of any route, because many clients read
   * the response only after they have sent the whole body.
   */
  readonly maxBytes: number
  readonly totalMs: number
  /** The number of milliseconds without a byte from the client after which discarding ends. */
  readonly idleMs: number
}

declare module 'fastify' {
  interface FastifyInstance {
    drainBounds: DrainBounds
  }
}

/** The number of unread bytes up to which the connection stays open, because Node can simply skip so few bytes. */
const KEEP_ALIVE_BYTES = 65_536

/** Whether the client may still be sending a body that will not be read, so that the connection must be closed. */
export function isStillSending({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || raw.destroyed || (encoding === undefined && Number(length ?? 0) === 0)) return false
  const isClosing = reply.getHeader('connection') === 'close'
  return isClosing || encoding !== undefined || Number(length) > KEEP_ALIVE_BYTES
}

/** Sends a response at once, but ends the stream only after the client has stopped sending. */
export function answerAndDrain(request: FastifyRequest, reply: FastifyReply, payload: string): FastifyReply {
  const { raw } = reply
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(reply.statusCode, { 'content-length': Buffer.byteLength(payload), connection: 'close' })
  // The content-length lets the client see a complete response although the stream ends later.
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
  // Disconnect the body's reader, which would pause the body whenever it cannot take more bytes.
  source.unpipe()
  // Prevent this listener from sending a late `100 Continue`.
  source.removeAllListeners('newListener')
  source.on('data', count).once('end', end).once('close', end)
  source.resume()
}
