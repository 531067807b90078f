/** Counts answered requests, and logs them if the operator wants it (REQUEST_LOG). */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { METERS } from '../runtime/meters.ts'
import { placeInBatch } from './batches.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How many bytes the connection had sent before this request; null when requests are not logged. */
    sentBefore: number | null
  }
}

/** Status classes by the first digit of the status. */
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'] as const
const NO_ROUTE = 'none'

/**
 * Counts every request to the address once its response has been sent. A batch counts as one request. `log` also gets
 * one line per request; null means no lines. Call this before any route is added.
 */
export function observeRequests(app: FastifyInstance, log: FastifyBaseLogger | null): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (placeInBatch() === undefined) observe(request, reply, log)
    done()
  })
  if (log === null) return
  app.decorateRequest('sentBefore', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.sentBefore = request.raw.socket.bytesWritten
    done()
  })
}

function observe(request: FastifyRequest, reply: FastifyReply, log: FastifyBaseLogger | null): void {
  const { url: route = NO_ROUTE } = request.routeOptions
  // Clients may invent methods, so requests that match no route are not counted by method.
  const method = route === NO_ROUTE ? NO_ROUTE : request.method
  const status = CLASSES[Math.floor(reply.statusCode / 100)]
  METERS.requests.observe({ method, route, status }, reply.elapsedTime / 1_000)
  if (log === null) return
  const { sentBefore, id: requestId, raw } = request
  const bytes = sentBefore === null ? null : raw.socket.bytesWritten - sentBefore
  const ms = Math.round(reply.elapsedTime * 10) / 10
  log.info({ method: request.method, route, status: reply.statusCode, ms, bytes, requestId }, 'Request')
}
