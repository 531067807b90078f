/** Detects that a client has disconnected. */
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Node's response object. Set on every route that requires a token. */
    answer: ServerResponse
  }
}

const signals = new WeakMap<FastifyRequest, AbortSignal>()

/**
 * Returns a signal that aborts when the client disconnects before it has received the whole response. Fastify's
 * `request.signal` cannot be used, because it aborts as soon as the request's body has been read.
 */
export function hangUpOf(request: FastifyRequest): AbortSignal {
  const known = signals.get(request)
  if (known !== undefined) return known
  const controller = new AbortController()
  signals.set(request, controller.signal)
  const { answer } = request
  const look = () => {
    if (!answer.writableFinished) controller.abort()
  }
  if (answer.destroyed) look()
  else answer.once('close', look)
  return controller.signal
}
