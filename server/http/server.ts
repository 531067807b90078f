/**
 * Creates one of the service's addresses: a Fastify instance with a route for each command and with the GET routes. All
 * addresses have these routes.
 */
import underPressure from '@fastify/under-pressure'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Backups } from '../backup/schedule.ts'
import { compileValidator } from '../commands/validation.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Companies } from '../engine/companies.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { ChangesFeed } from '../queries/changes-feed.ts'
import { YearKeeper } from '../reports/turnover-years.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { charging, hasUsedItsShare, sliceOf } from '../runtime/slices.ts'
import type { Database } from '../store/database.ts'
import { guardRoles } from './api-route.ts'
import { addBatchRoute, guardBatches } from './batches.ts'
import type { Callers } from './callers.ts'
import { askerOf } from './callers-company.ts'
import { addChangesRoute } from './changes.ts'
import { addCommandRoutes } from './commands.ts'
import type { Drain } from './drain.ts'
import { STRANGER } from './fixed-answers.ts'
import { addHealthRoutes } from './health.ts'
import { addImageRoutes, openThumbnails, type Thumbnails } from './images.ts'
import { addLimitsRoute } from './limits.ts'
import { addListRoutes } from './lists.ts'
import { observeRequests } from './observe.ts'
import { addOpenApi, type DocumentedAddresses, makeOpenApi, USUAL_ADDRESSES } from './openapi/openapi.ts'
import { sessionPaths } from './openapi/session.ts'
import { addImportPageRoute, openPagePictures, type PagePictures } from './paper-pages.ts'
import { addImportRoutes, type ImportRoutes } from './papers.ts'
import { type CountRequest, limitCompanies, limitRate, openRateLimit } from './rate-limit.ts'
import { addReadRoutes } from './reads.ts'
import { addReceiptCostsRoute } from './receipt-costs.ts'
import { addReportRoutes } from './reports.ts'
import { addSummaryRoute } from './summary.ts'
import { addTableImportRoutes } from './table-imports.ts'
import { traceRequests } from './trace-requests.ts'
import { addUploadRoutes } from './uploads.ts'
import { countWhileArriving, parseCounted, parseJsonBody, refuseOtherCharsets } from './wire/json-body.ts'
import { createListener, type ListenerOptions } from './wire/listener.ts'
import { answerError, answerNoRoute, answerUnreadablePath } from './wire/problems.ts'
import { requestIdsBehind, type TrustProxy } from './wire/request-ids.ts'

/** The maximum size of a JSON body, in bytes (S-VALUE-16). */
const MAX_JSON_BYTES = 1_048_576
/** The size, in bytes, above which a body is parsed in a separate time slice. */
const LARGE_BODY_BYTES = 32_768
const STOPPING = 'The service is stopping. Repeat the request with the same Idempotency-Key in a moment.'

export interface Address {
  readonly app: FastifyInstance
  /** Answers every later request with 503. Requests in progress are completed. */
  refuseNew(): void
}

export interface NodeSettings {
  readonly database: Database
  readonly companies: Companies
  readonly files: FileStore
  readonly imports: Pick<ImportRoutes, 'model' | 'now'>
  readonly log: FastifyBaseLogger
  /**
   * The duration, in milliseconds, of an iteration of the event loop above which requests of busy companies are refused
   * for a short time; 0 to refuse none.
   */
  readonly maxLagMs: number
  /** The number of requests per minute allowed for one token or session; 0 for no limit. */
  readonly rateLimitPerMinute?: number
  readonly listener?: Omit<ListenerOptions, 'log'>
  /** Whether this node is a copy used to practise recovery. If so, every response states this. */
  readonly drill?: boolean
  /** Whether every request is logged as one line. */
  readonly logsRequests?: boolean
  /** The scheduled backups; null when there are none. */
  readonly backups?: Pick<Backups, 'status'> | null
}

/** The parts of a node that all of its addresses share. */
export interface NodeParts extends NodeSettings {
  readonly feed: ChangesFeed
  readonly thumbnails: Thumbnails
  readonly pagePictures: PagePictures
  readonly years: YearKeeper
  /** Functions to call with the id of a company whose table imports have work to do. */
  readonly tableImports: Set<(companyId: string) => void>
  /** Counts requests; null when they are not counted. */
  readonly countRequest: CountRequest | null
  readonly drain: Drain
}

export function openNodeParts(settings: NodeSettings): NodeParts {
  const { database, companies, files, log, rateLimitPerMinute = 0 } = settings
  return {
    ...settings,
    feed: new ChangesFeed(companies, log),
    thumbnails: openThumbnails(files),
    pagePictures: openPagePictures(files),
    tableImports: new Set(),
    years: new YearKeeper(database, (error) => log.warn({ error }, 'The totals of a year could not be stored')),
    countRequest: openRateLimit(rateLimitPerMinute),
    drain: { isOn: false },
  }
}

/** The options that differ between the two addresses of a node. */
export interface AddressOptions {
  /**
   * The two addresses to put into the OpenAPI document; or `made` to generate the document from the routes, for the
   * tool that writes it.
   */
  readonly documented: DocumentedAddresses | 'made'
  /** Authenticates requests and identifies their callers. */
  readonly callers: Callers
  /** The routes that exist only at this address; absent when there are none. */
  readonly ownRoutes?: FastifyPluginAsync
  /**
   * The proxies whose X-Forwarded-For header is trusted: their addresses and networks, or how many proxies there are.
   */
  readonly trustProxy?: TrustProxy
}

/** Creates one of the service's addresses. The address does not listen yet. */
export async function createAddress(parts: NodeParts, options: AddressOptions): Promise<Address> {
  const { log } = parts
  const { documented, callers, ownRoutes, trustProxy = false } = options
  let isRefusing = false
  const listener = createListener({ ...parts.listener, log })
  const app = fastify({
    ...listener.serverOptions,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerUnreadablePath,
    genReqId: requestIdsBehind(trustProxy),
    requestIdHeader: false,
    bodyLimit: MAX_JSON_BYTES,
    // Allow long ids in paths, so that we can refuse them with our own problem document.
    routerOptions: { maxParamLength: 16_384 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy && [...trustProxy],
  })
  listener.guard(app)
  app.decorate('challenge', callers.challenge)
  app.decorate('databaseHealth', parts.database.health)
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as object, httpPart))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNoRoute)
  // RFC 9110 allows servers to ignore the Expect header. Node would answer 417 by itself, without a problem document.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  readJsonOnly(app)
  guardBatches(app)
  traceRequests(app, trustProxy)
  observeRequests(app, parts.logsRequests === true ? log : null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (parts.drill === true) reply.header('skladno-drill', 'true')
    // Make the client send its next request over a new connection, which leads to another node.
    if (isRefusing || parts.drain.isOn) reply.header('connection', 'close')
    done(isRefusing ? new Refusal('UNAVAILABLE', STOPPING) : undefined)
  })
  if (documented === 'made') await makeOpenApi(app, sessionPaths(USUAL_ADDRESSES.sessionUrl))
  else await addOpenApi(app, documented)
  addHealthRoutes(app, parts)
  await app.register(apiRoutes(parts, callers))
  if (ownRoutes !== undefined) await app.register(ownRoutes)
  return { app, refuseNew: () => (isRefusing = true) }
}

/** Adds the routes that act on behalf of a company. They are the same at every address. */
function apiRoutes(parts: NodeParts, callers: Callers): FastifyPluginAsync {
  const { database, companies, files, feed, thumbnails, pagePictures, years } = parts
  return async (api) => {
    api.decorateRequest('caller')
    api.decorateRequest('answer')
    api.addHook('onRequest', (request, reply, done) => {
      // A request with a different token or session needs a different response, even if it comes from the same browser.
      reply.header('vary', callers.knownBy)
      // Routes whose responses may be cached override this header.
      if (request.method === 'GET') reply.header('cache-control', 'private, no-store')
      request.answer = reply.raw
      const found = (caller: Caller) => {
        request.caller = caller
        done()
      }
      // The caller is usually cached, in which case there is no promise to wait for.
      try {
        const caller = callers.authenticate(request)
        if (caller instanceof Promise) caller.then(found, done)
        else found(caller)
      } catch (error) {
        done(error as Error)
      }
    })
    guardRoles(api)
    // Add these hooks after the hook that identifies the caller, because they limit requests by caller.
    await addLoadShedding(api, parts.maxLagMs)
    limitRate(api, parts.countRequest, ({ caller }) => caller.credentialId)
    limitCompanies(api, companies.limits)
    addCommandRoutes(api, companies)
    addBatchRoute(api, companies)
    await addUploadRoutes(api, { companies, files })
    addImageRoutes(api, { database, files, thumbnails })
    addImportPageRoute(api, { database, pagePictures })
    addImportRoutes(api, { database, companies, files, ...parts.imports })
    addReadRoutes(api, database, companies)
    addListRoutes(api, database, companies)
    addReportRoutes(api, { database, companies, years })
    addReceiptCostsRoute(api, { database, companies })
    addSummaryRoute(api, { database, companies, now: parts.imports.now })
    await addTableImportRoutes(api, { database, companies, files, listeners: parts.tableImports })
    addLimitsRoute(api, companies)
    addChangesRoute(api, { companies, feed, authenticate: callers.authenticate })
  }
}

/**
 * Accepts only JSON in UTF-8. Because parsing a large body takes milliseconds, it must wait for a time slice of the
 * company.
 */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', (request, _reply, payload, done) => {
    done(null, isCountedEarly(request) ? countWhileArriving(payload, readerOf(request)) : payload)
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    refuseOtherCharsets(request.headers['content-type'])
    if (body.length === 0 && request.routeOptions.config.mayLackBody === true) return {}
    if (!isLarge(request)) return parseJsonBody(body)
    const asker = readerOf(request)
    await sliceOf(asker)
    return charging(asker.companyId, () => (isCountedEarly(request) ? parseCounted(body) : parseJsonBody(body)))
  })
}

/**
 * The company whose time is used for reading a body. Requests for unknown routes are not authenticated, so all of them
 * together get the time slices of a single company.
 */
function readerOf(request: FastifyRequest): Asker {
  return request.caller === undefined ? STRANGER : askerOf(request)
}

/** Whether a request announces a large body, or does not state its size. */
function isLarge({ headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return encoding !== undefined || Number(length) > LARGE_BODY_BYTES
}

/**
 * Whether the parts of the body are counted while the body arrives. This is not done for a body whose announced length
 * is refused, nor for the body of a GET request. Such a body is not read at all: Node discards it after the response,
 * but only if nobody has begun to read it.
 */
function isCountedEarly(request: FastifyRequest): boolean {
  const { headers, mediaType, method, routeOptions } = request
  return (
    method !== 'GET' &&
    method !== 'HEAD' &&
    isLarge(request) &&
    mediaType === 'application/json' &&
    !(Number(headers['content-length']) > routeOptions.bodyLimit)
  )
}

/** The interval, in milliseconds, at which the delay of the event loop is measured. */
const LAG_SAMPLE_MS = 500

/**
 * While event loop iterations take too long, refuses companies that have used more than their share of the thread. All
 * others are served.
 */
async function addLoadShedding(app: FastifyInstance, maxLagMs: number): Promise<void> {
  let listeningSince = 0
  app.addHook('onListen', (done) => {
    listeningSince = performance.now()
    done()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxLagMs,
    sampleInterval: LAG_SAMPLE_MS,
    pressureHandler: ({ caller }) => {
      // The long iteration while the server starts is not caused by any company.
      if (performance.now() - listeningSince < 2 * LAG_SAMPLE_MS) return
      if (hasUsedItsShare(caller.companyId))
        throw new Refusal(
          'UNAVAILABLE',
          'The company sends more requests than the service can handle. Try again in a second, with the same Idempotency-Key.',
        )
    },
  })
}
