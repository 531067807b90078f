/**
 * GET /api/v1/changes: returns the changes since a revision. The response is a single JSON document, or a stream of
 * server-sent events if the client accepts `text/event-stream`. docs/events.md describes the stream.
 */
import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { invalid, Refusal } from '../domain/refusals.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import { changesBetween, checkSince, readChangesSince } from '../queries/changes.ts'
import type { ChangesFeed, FeedEvent } from '../queries/changes-feed.ts'
import { noCompany } from '../store/companies.ts'
import { addApiRoute } from './api-route.ts'
import { addVary, EPOCH_HEADER, SINCE_QUERY } from './caching.ts'
import type { Callers } from './callers.ts'
import { viewOf } from './callers-company.ts'
import { describeRead, problem } from './openapi/openapi.ts'
import { sendPieces, sendState } from './state-answer.ts'
import { hangUpOf } from './wire/hang-up.ts'

const STREAM_TYPE = 'text/event-stream'
/**
 * How many milliseconds clients wait before they reconnect. The time is varied at random, so that they do not all
 * return at once after a restart.
 */
const RETRY_MS = 1_000
const RETRY_SPREAD_MS = 2_000

const CHANGES = describeRead(
  'readChanges',
  'Read what changed since a revision',
  'The changes form of the state, as from `/api/v1/bootstrap?since=`; the whole state, without the key `since`, if too much has changed or the log no longer reaches back to `since`. With `Accept: text/event-stream` the answer is a stream of server-sent events: each has the revision and the epoch as its `id`, `changes` or `state` as its `event`, and that form as its `data`. `Last-Event-ID` resumes the stream and takes precedence over `since`; one of them is required.',
  'State',
)

export interface ChangesRoute {
  readonly companies: Companies
  readonly feed: ChangesFeed
  /** Authenticates the caller. Called repeatedly while a stream is open. */
  readonly authenticate: Callers['authenticate']
}

export function addChangesRoute(app: FastifyInstance, { companies, feed, authenticate }: ChangesRoute): void {
  // The streams are ended in `preClose`, because afterwards the server waits until all its connections have ended.
  app.addHook('preClose', (done) => {
    feed.close()
    done()
  })
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/changes',
    may: 'everyone',
    // A stream is never refused by the limit of a company, and stays open when the limit is reached.
    isUncounted: isStream,
    schema: {
      ...CHANGES,
      response: {
        ...CHANGES.response,
        200: {
          ...CHANGES.response[200],
          content: { ...CHANGES.response[200].content, [STREAM_TYPE]: { schema: Type.String() } },
        },
        429: problem('Too many streams are open for this token or company.'),
      },
      querystring: SINCE_QUERY,
    },
    handler: async (request, reply) => {
      const company = await companies.get(request.caller.companyId)
      if (company === null) throw noCompany()
      addVary(reply, 'Accept')
      const { database } = companies
      const { epoch } = database
      reply.header('cache-control', 'private, no-store').header(EPOCH_HEADER, epoch)
      if (!isStream(request)) return sendChanges(company, epoch, request, reply)
      const start = readStart(request)
      const since = (start.epoch ?? epoch) === epoch ? start.since : null
      if (since !== null) checkSince(since, await company.current(), start.path)
      // If data is restored while the node is running, the epoch changes. The stream then ends and the client starts
      // over.
      const isAllowed = async () => database.epoch === epoch && isStillAllowed(request, authenticate)
      return sendStream(feed, { request, reply, since, epoch, isAllowed })
    },
  })
}

const isStream = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes(STREAM_TYPE)

async function sendChanges(
  company: Company,
  epoch: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { since, epoch: asked = epoch } = request.query as Since
  if (since === undefined) throw invalid('query/since', 'is required', 'REQUIRED')
  const now = await company.current()
  const reading = { signal: hangUpOf(request), view: viewOf(request) }
  if (asked === epoch) checkSince(since, now, 'query/since')
  const { pieces, form } =
    asked === epoch
      ? await readChangesSince(company, { ...reading, since }, now)
      : await changesBetween({ ...reading, companyId: company.id }, null, now)
  if (form === 'changes') return sendPieces(request, reply, pieces)
  return sendState(request, reply.header('content-location', '/api/v1/bootstrap'), pieces)
}

interface Since {
  readonly since?: number
  /** The epoch of the client's copy, if the client sent one. */
  readonly epoch?: string | undefined
}

/** Matches an event's id: a revision and its epoch. A revision without an epoch belongs to the current epoch. */
const EVENT_ID = /^(\d{1,15})(?:-([0-9a-f]{12}))?$/

/**
 * Returns where to start reading. A browser that reconnects repeats its original address, and sends the id of the last
 * event it received in a header.
 */
function readStart(request: FastifyRequest): Since & { readonly since: number; readonly path: string } {
  const lastEventId = request.headers['last-event-id']
  if (lastEventId !== undefined && lastEventId !== '') {
    const [, since, epoch] = EVENT_ID.exec(String(lastEventId)) ?? []
    if (since === undefined)
      throw invalid('header/last-event-id', 'must be the id of an event, or a revision', 'NOT_VALID')
    return { since: Number(since), epoch, path: 'header/last-event-id' }
  }
  const { since, epoch } = request.query as Since
  if (since === undefined) throw invalid('query/since', 'is required without the header Last-Event-ID', 'REQUIRED')
  return { since, epoch, path: 'query/since' }
}

/**
 * Whether the stream may continue: the caller is still valid and has the same company, role and right to see costs as
 * before. If not, the client must reconnect.
 */
async function isStillAllowed(request: FastifyRequest, authenticate: Callers['authenticate']): Promise<boolean> {
  const { companyId, role, seesCosts } = request.caller
  try {
    const caller = await authenticate(request)
    return caller.companyId === companyId && caller.role === role && caller.seesCosts === seesCosts
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface Stream {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The revision to start from, or null when the client's revision belongs to another epoch. */
  readonly since: number | null
  readonly epoch: string
  readonly isAllowed: () => Promise<boolean>
}

function sendStream(feed: ChangesFeed, { request, reply, since, epoch, isAllowed }: Stream): FastifyReply {
  const { companyId, actor } = request.caller
  const cut = () => reply.raw.destroy()
  const reader = feed.open({ companyId, tokenId: actor.id, since, view: viewOf(request), isAllowed, cut })
  finished(reply.raw, () => reader.close())
  // With a high-water mark of 0, the stream creates an event only after the client has taken the previous one.
  const stream = Readable.from(printEvents(reader.events, epoch), { objectMode: false, highWaterMark: 0 })
  return reply
    .header('content-type', `${STREAM_TYPE}; charset=utf-8`)
    .header('connection', 'close')
    .header('x-accel-buffering', 'no')
    .send(stream)
}

async function* printEvents(events: AsyncIterable<FeedEvent>, epoch: string): AsyncGenerator<string | Buffer> {
  yield `retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`
  for await (const event of events) {
    if (event === 'heartbeat') yield ': nothing new\n\n'
    else {
      // The event's JSON has no line breaks, so it fits on a single `data:` line.
      yield `id: ${event.revision}-${epoch}\nevent: ${event.form}\ndata: `
      yield* event.pieces
      yield '\n\n'
    }
  }
}
