/** Detects that a client hung up. */
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw answer; set on every route that needs a token. */
    answer: ServerResponse
  }
}

const signals = new WeakMap<FastifyRequest, AbortSignal>()

/**
 * A signal that aborts when the client hangs up before it has the whole answer. Fastify's `request.signal` does not
 * fit: it aborts as soon as the request's body has been read.
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
