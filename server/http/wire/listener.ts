/**
 * The parts that all listeners of the service share: time-outs, connection limits, and making sure that clients can
 * read refusals. docs/operations.md lists the limits for operators.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/refusals.ts'
import { type ConnectionBounds, type ConnectionPace, Connections } from './connections.ts'
import type { DrainBounds } from './draining.ts'
import { answerBrokenRequest } from './raw-problem.ts'

export interface ListenerTimes extends ConnectionPace, Omit<DrainBounds, 'maxBytes'> {
  /**
   * The time limit for all headers of a request, in milliseconds, counted from its first byte or from the start of the
   * connection.
   */
  readonly headersMs: number
  /**
   * The time limit for a request including its body, in milliseconds. It is enough for the largest file over a slow
   * network.
   */
  readonly requestMs: number
  /**
   * How long a connection may be idle between two requests. This is longer than the 60 seconds of common proxies, so
   * that a proxy never reuses a connection that we have closed.
   */
  readonly keepAliveMs: number
  /** The interval, in milliseconds, at which all connections are checked for slow clients. */
  readonly lookEveryMs: number
}

const TIMES: ListenerTimes = {
  headersMs: 20_000,
  requestMs: 3_600_000,
  keepAliveMs: 72_000,
  lookEveryMs: 5_000,
  minBytesPerSecond: 512,
  bodyWindowMs: 30_000,
  answerWindowMs: 60_000,
  answerMs: 3_600_000,
  refusalMs: 10_000,
  totalMs: 30_000,
  idleMs: 5_000,
}
const MAX_DRAINED_BYTES = 64 * 1_048_576
/** The interval of TCP keep-alive probes, in milliseconds. The probes detect that a client has disappeared. */
const PROBE_MS = 60_000

const TOO_MANY: Record<'all' | 'address', string> = {
  all: 'Too many connections are open. Try again in a moment, with the same Idempotency-Key.',
  address: 'Too many connections are open from your address. Close some, or try again in a moment.',
}

const NO_BOUNDS: ConnectionBounds = { max: Number.POSITIVE_INFINITY, maxPerAddress: 0 }

export interface ListenerOptions {
  readonly bounds?: ConnectionBounds
  readonly log: FastifyBaseLogger
  /** Replaces the default time limits, for tests. */
  readonly times?: Partial<ListenerTimes>
}

export interface Listener {
  /** Options to pass to `fastify` when the app is created. */
  readonly serverOptions: {
    readonly serverFactory: (handler: (request: IncomingMessage, response: ServerResponse) => void) => Server
    readonly clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => void
  }
  /**
   * Adds the hooks that close connections above the limits and let clients read refusals. Must be called before any
   * other hook is added.
   */
  guard(app: FastifyInstance): void
}

export function createListener({ bounds = NO_BOUNDS, log, times: others }: ListenerOptions): Listener {
  const times: ListenerTimes = { ...TIMES, ...others }
  const connections = new Connections(bounds, times, log)
  return {
    serverOptions: {
      serverFactory: (handler) => openServer(handler, connections, times),
      clientErrorHandler: (error, socket) => {
        if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') connections.timeOut(socket)
        else answerBrokenRequest(error, socket)
      },
    },
    guard(app) {
      app.decorate('drainBounds', { ...times, maxBytes: MAX_DRAINED_BYTES })
      app.addHook('onRequest', (request, reply, done) => {
        const bound = connections.boundAbove(request.raw.socket)
        if (bound !== null) reply.header('connection', 'close')
        const coding = request.headers['transfer-encoding']
        if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
          // Close the connection, because it is unknown where the body ends, and later bytes cannot be read as a new
          // request.
          reply.header('connection', 'close')
          return done(new Refusal('VALIDATION_FAILED', 'The only accepted Transfer-Encoding is chunked.'))
        }
        const isTold = bound !== null && request.url !== '/healthz'
        done(isTold ? new Refusal('UNAVAILABLE', TOO_MANY[bound]) : undefined)
      })
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

function openServer(handler: Handler, connections: Connections, times: ListenerTimes): Server {
  const server = createServer(
    {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      keepAliveTimeout: times.keepAliveMs,
      connectionsCheckingInterval: times.lookEveryMs,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_MS,
    },
    handler,
  )
  server.maxConnections = connections.hardMax
  server.on('connection', (socket) => connections.add(socket))
  server.prependListener('request', (request, response) => connections.begin(request, response))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Send `100 Continue` only when a handler begins to read, so that a refused client need not send its body.
    const ask = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return
      request.off('newListener', ask)
      response.writeContinue()
    }
    request.on('newListener', ask)
    server.emit('request', request, response)
  })
  const looking = setInterval(() => connections.sweep(), times.lookEveryMs).unref()
  server.on('close', () => clearInterval(looking))
  return server
}
