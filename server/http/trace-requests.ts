/**
 * Opens a span for each request when tracing is on. If the request comes from a trusted proxy, the proxy's span is the
 * parent.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COMPANY, isTracing, openSpan, type Span, within } from '../runtime/spans.ts'
import { placeInBatch } from './batches.ts'
import { type TrustProxy, trustedPeers } from './wire/request-ids.ts'

/** The routes that load balancers call several times a second. Spans for these calls would hide all other spans. */
const HEALTH_CHECKS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])
const STREAM = /^text\/event-stream/
/**
 * OpenTelemetry's name for the method when the route does not exist. The method itself is not used, because a client
 * may send any text.
 */
const NO_METHOD = '_OTHER'

/** Traces requests. Call this before adding routes. */
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
    // If a response breaks off, it is never fully sent, so Fastify does not call `onResponse`.
    reply.raw.once('close', () => endSpan(span, request, null))
    within(span, done)
  })
  // Reading a body loses the tracing context that `onRequest` opened, so open it again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else within(span, done)
  })
  // A stream of changes stays open for hours. Its span ends when the stream begins.
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

/** Ends a request's span. `status`: null when the client disconnected before receiving the response. */
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
