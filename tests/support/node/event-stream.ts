/** Parses server-sent events according to the standard, reading one event per call. */
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Client, Json } from './client.ts'
import { applyChanges } from './state.ts'

export interface ServerSentEvent {
  /** The revision, which is the first part of the event's id. */
  readonly id: string
  /** The epoch, which is the last part of the event's id. */
  readonly epoch: string
  readonly event: string
  readonly data: string
}

export interface EventStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Returns the response body if the stream was refused. */
  json(): Promise<Json>
  /** Returns the next event, or null if the server ended the stream. Comments are collected in `comments`. */
  next(): Promise<ServerSentEvent | null>
  /** The comments received so far: lines that begin with a colon. */
  readonly comments: string[]
  /** Closes the stream's connection. */
  close(): Promise<void>
}

/** Opens the change stream on a separate connection, because fetch would silently replace a connection that is cut. */
export async function openStream(
  client: Client,
  from: { since?: number; epoch?: string; lastEventId?: number | string },
): Promise<EventStream> {
  const epoch = from.epoch === undefined ? '' : `&epoch=${from.epoch}`
  const query = from.since === undefined ? '' : `?since=${from.since}${epoch}`
  const request = get(`${client.url}/api/v1/changes${query}`, {
    agent: false,
    headers: {
      ...client.credentials,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip',
      ...(from.lastEventId === undefined ? {} : { 'last-event-id': String(from.lastEventId) }),
    },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const comments: string[] = []
  const blocks = readBlocks(response, comments)
  return {
    status: response.statusCode!,
    headers: response.headers,
    comments,
    json: async () => JSON.parse(Buffer.concat(await response.toArray()).toString()),
    async next() {
      const { value, done } = await blocks.next()
      return done ? null : value
    },
    async close() {
      response.destroy()
      await blocks.return(undefined)
    },
  }
}

async function* readBlocks(response: IncomingMessage, comments: string[]): AsyncGenerator<ServerSentEvent, void> {
  let pending = ''
  for await (const chunk of response.setEncoding('utf8')) {
    pending += chunk
    for (let end = pending.indexOf('\n\n'); end !== -1; end = pending.indexOf('\n\n')) {
      const lines = pending.slice(0, end).split('\n')
      pending = pending.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      comments.push(...lines.filter((line) => line.startsWith(':')))
      const data = field('data')
      const [id = '', epoch = ''] = (field('id') ?? '').split('-')
      if (data !== undefined) yield { id, epoch, event: field('event') ?? '', data }
    }
  }
}

/** Returns a client's state after applying one event to it. */
export function takeOver(state: Json, { event, data, id }: ServerSentEvent): Json {
  const form = JSON.parse(data)
  if (String(form.revision) !== id) throw new Error(`The event ${id} brings revision ${form.revision}`)
  return event === 'state' ? form : applyChanges(state, form)
}
