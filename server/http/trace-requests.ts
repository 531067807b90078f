/** Opens a span for each request, if traces are sent. The span of a trusted proxy is its parent. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COMPANY, isTracing, openSpan, type Span, within } from '../runtime/spans.ts'
import { placeInBatch } from './batches.ts'
import { type TrustProxy, trustedPeers } from './wire/request-ids.ts'

/** Requests of balancers, several a second, which would only hide the others. */
const HEALTH_CHECKS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])
const STREAM = /^text\/event-stream/
/** What OpenTelemetry calls a method of a route that does not exist, since a client may choose it. */
const NO_METHOD = '_OTHER'

/** Call this before any route is added. */
export function traceRequests(app: FastifyInstance, trustProxy: TrustProxy): void {
  if (!isTracing()) return
  const isTrusted = trustedPeers(trustProxy)
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    if (HEALTH_CHECKS.has(request.routeOptions.url)) {
      done()
      return
    }
    const span = spanOf(request, isTrusted(request.raw.socket.remoteAddress))
    spans.set(request, span)
    // An answer that breaks off is never sent, so Fastify does not call `onResponse`.
    reply.raw.once('close', () => endSpan(span, request, null))
    within(span, done)
  })
  // Reading a body leaves the context that `onRequest` opened.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else within(span, done)
  })
  // A stream of changes stays open for hours. Its request is over when it begins.
  app.addHook('onSend', (request, reply, payload, done) => {
    const span = spans.get(request)
    if (span !== undefined && STREAM.test(String(reply.getHeader('content-type'))))
      endSpan(span, request, reply.statusCode)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span !== undefined) endSpan(span, request, reply.statusCode)
    done()
  })
}

function spanOf(request: FastifyRequest, isFromProxy: boolean): Span {
  const { headers, id, method, routeOptions } = request
  const { url: route } = routeOptions
  return openSpan(route === undefined ? 'HTTP' : `${method} ${route}`, {
    kind: placeInBatch() === undefined ? 'server' : 'internal',
    attributes: {
      'http.request.method': route === undefined ? NO_METHOD : method,
      ...(route !== undefined && { 'http.route': route }),
      'skladno.request.id': id,
    },
    ...(isFromProxy && { headers }),
  })
}

/** Ends the span of a request. `status`: null when the client hung up before it had its answer. */
function endSpan(span: Span, { caller }: FastifyRequest, status: number | null): void {
  if (!span.isOpen) return
  if (caller !== undefined) span.set(COMPANY, caller.companyId)
  if (status === null) span.fail('hung_up')
  else {
    span.set('http.response.status_code', status)
    if (status >= 500) span.fail(String(status))
  }
  span.end()
}
