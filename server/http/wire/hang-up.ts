/** Whether somebody still waits for an answer. */
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is answered on; set on every route that needs a token. */
    answer: ServerResponse
  }
}

const signals = new WeakMap<FastifyRequest, AbortSignal>()

/**
 * Aborted when the client hangs up before it has the whole answer. Not Fastify's `request.signal`: that is aborted as soon as the
 * body of the request is read.
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
