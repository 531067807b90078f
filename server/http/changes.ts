/**
 * GET /api/v1/changes: what changed since a revision, once as JSON, or as a stream of server-sent events for who asks for
 * `text/event-stream`. docs/events.md describes the stream.
 */
import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { invalid, Refusal } from '../domain/refusals.ts'
import { strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import type { Company } from '../engine/company.ts'
import { checkSince, readChangesSince } from '../queries/changes.ts'
import type { ChangesFeed, FeedEvent } from '../queries/changes-feed.ts'
import { addApiRoute } from './api-route.ts'
import { addVary } from './caching.ts'
import type { Callers } from './callers.ts'
import { viewOf } from './callers-company.ts'
import { hangUpOf } from './hang-up.ts'
import { describeRead, problem } from './openapi.ts'
import { sendPieces, sendState } from './state-answer.ts'

const STREAM_TYPE = 'text/event-stream'
const MAX_REVISION = 999_999_999_999_999
/** Clients wait this long before they connect again; spread, so that they do not all come at once after a restart. */
const RETRY_MS = 1_000
const RETRY_SPREAD_MS = 2_000

const CHANGES = describeRead(
  'readChanges',
  'Read what changed since a revision',
  'The changes form of the state, as `/api/v1/bootstrap?since=`; the whole state, without the key `since`, when much changed since, or so long ago that it is not logged. With `Accept: text/event-stream` it is a stream of server-sent events instead: each has the revision as its `id`, `changes` or `state` as its `event`, and that form as its `data`. `Last-Event-ID` resumes the stream and goes before `since`, one of them is required.',
  'State',
)

export interface ChangesRoute {
  readonly companies: Companies
  readonly feed: ChangesFeed
  /** Who calls, asked again and again while a stream is open. */
  readonly authenticate: Callers['authenticate']
}

export function addChangesRoute(app: FastifyInstance, { companies, feed, authenticate }: ChangesRoute): void {
  // Before the server waits for its connections to end.
  app.addHook('preClose', (done) => {
    feed.close()
    done()
  })
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/changes',
    may: 'everyone',
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
      querystring: strictObject({ since: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_REVISION })) }),
    },
    handler: async (request, reply) => {
      const company = await companies.get(request.caller.companyId)
      if (company === null) throw new Refusal('UNAUTHENTICATED', 'The company of this token does not exist.')
      addVary(reply, 'Accept')
      reply.header('cache-control', 'private, no-store')
      const isStream = request.method === 'GET' && (request.headers.accept ?? '').includes(STREAM_TYPE)
      if (!isStream) return sendChanges(company, request, reply)
      const { since, path } = readStart(request)
      checkSince(since, await company.current(), path)
      return sendStream(feed, { request, reply, since, isAllowed: () => isStillAllowed(request, authenticate) })
    },
  })
}

async function sendChanges(company: Company, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { since } = request.query as { since?: number }
  if (since === undefined) throw invalid('query/since', 'is required')
  const now = await company.current()
  checkSince(since, now, 'query/since')
  const { pieces, form } = await readChangesSince(
    company,
    { since, signal: hangUpOf(request), view: viewOf(request) },
    now,
  )
  if (form === 'changes') return sendPieces(request, reply, pieces)
  return sendState(request, reply.header('content-location', '/api/v1/bootstrap'), pieces)
}

/** A browser that comes back asks for the address it began with, and names what it got since in the header. */
function readStart(request: FastifyRequest): { since: number; path: string } {
  const lastEventId = request.headers['last-event-id']
  if (lastEventId !== undefined && lastEventId !== '') {
    if (!/^\d{1,15}$/.test(String(lastEventId)))
      throw invalid('header/last-event-id', 'must be the id of an event, which is a revision')
    return { since: Number(lastEventId), path: 'header/last-event-id' }
  }
  const { since } = request.query as { since?: number }
  if (since === undefined) throw invalid('query/since', 'is required without the header Last-Event-ID')
  return { since, path: 'query/since' }
}

/** Whoever came for one company, in one role, is not let go on with another: he connects again. */
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
  readonly since: number
  readonly isAllowed: () => Promise<boolean>
}

function sendStream(feed: ChangesFeed, { request, reply, since, isAllowed }: Stream): FastifyReply {
  const { companyId, actor } = request.caller
  const cut = () => reply.raw.destroy()
  const reader = feed.open({ companyId, tokenId: actor.id, since, view: viewOf(request), isAllowed, cut })
  finished(reply.raw, () => reader.close())
  // At 0 nothing is read ahead: the next event is made when the one before has left for the client.
  const stream = Readable.from(printEvents(reader.events), { objectMode: false, highWaterMark: 0 })
  return reply
    .header('content-type', `${STREAM_TYPE}; charset=utf-8`)
    .header('connection', 'close')
    .header('x-accel-buffering', 'no')
    .send(stream)
}

async function* printEvents(events: AsyncIterable<FeedEvent>): AsyncGenerator<string | Buffer> {
  yield `retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`
  for await (const event of events) {
    if (event === 'heartbeat') yield ': nothing new\n\n'
    else {
      // JSON has no line breaks, so that it is one line of data.
      yield `id: ${event.revision}\nevent: ${event.form}\ndata: `
      yield* event.pieces
      yield '\n\n'
    }
  }
}
