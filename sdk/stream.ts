/**
 * The stream of changes, sent as server-sent events. After a broken connection, the stream continues where it stopped.
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, ConnectionError } from './errors.ts'
import { type ConnectionOptions, errorOf, pauseAfter, sleep } from './requests.ts'
import type { Changes, State } from './types.ts'

/**
 * An event of the stream. It contains the changes since the previous event or, if the log does not reach back that far,
 * the whole state (`state`).
 */
export type ChangeEvent =
  | { readonly form: 'changes'; readonly revision: number; readonly epoch: string; readonly changes: Changes }
  | { readonly form: 'state'; readonly revision: number; readonly epoch: string; readonly state: State }

export interface StreamOptions {
  /** The revision of the caller's copy. The stream begins with the changes after this revision. */
  readonly since: number
  /**
   * The epoch of that revision, from `Skladno-Epoch`. With it, the server notices if the company has since been
   * restored to an earlier state; the first event is then the whole state.
   */
  readonly epoch?: string | undefined
  /** Called each time the stream has connected to the server. */
  readonly onConnect?: (() => void) | undefined
  /** When this signal aborts, the stream ends and throws the signal's reason. */
  readonly signal?: AbortSignal
  /** How long to try to reconnect after a broken connection, in milliseconds; 10 minutes by default. */
  readonly deadlineMs?: number
}

const DEFAULT_DEADLINE_MS = 600_000
/** After this long without data the connection counts as dead, because the server sends something every 15 seconds. */
const SILENCE_MS = 45_000

/**
 * Returns the event id for a revision, in the server's format. Without an epoch, the server assumes that the revision
 * belongs to its current epoch.
 */
export const idOf = (revision: number, epoch: string | undefined) => (epoch ? `${revision}-${epoch}` : String(revision))

interface Connection {
  readonly client: ConnectionOptions
  readonly url: URL
  readonly headers: Headers
  /** The id of the last event that was passed to the caller. The stream continues after this event. */
  lastEventId: string
}

/**
 * Yields events without end. After a broken connection it reconnects and continues with `Last-Event-ID`, so that no
 * event is lost or repeated. Throws ApiError when the server refuses the request, ConnectionError when the server
 * cannot be reached before the deadline.
 */
export async function* streamChanges(
  connection: Connection,
  options: StreamOptions,
): AsyncGenerator<ChangeEvent, void> {
  const { deadlineMs = DEFAULT_DEADLINE_MS, signal } = options
  let failures = 0
  let deadline = performance.now() + deadlineMs
  for (;;) {
    let failure: unknown = new Error('The service ended the stream')
    try {
      for await (const event of eventsOfOne(connection, options)) {
        connection.lastEventId = idOf(event.revision, event.epoch)
        failures = 0
        yield event
        deadline = performance.now() + deadlineMs
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ApiError && error.status < 502) throw error
      failure = error
    }
    failures += 1
    const pause = pauseAfter(failures)
    if (performance.now() + pause >= deadline) throw new ConnectionError(failures, null, failure)
    await sleep(pause, signal)
  }
}

/** Yields the events of one connection until it ends or breaks. */
async function* eventsOfOne(
  { client, url, headers, lastEventId }: Connection,
  { signal, onConnect }: StreamOptions,
): AsyncGenerator<ChangeEvent, void> {
  const silence = new AbortController()
  const ends = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal])
  const sent = new Headers(headers)
  sent.set('accept', 'text/event-stream')
  sent.set('last-event-id', lastEventId)
  try {
    const response = await orSilence(silence, (client.fetch ?? fetch)(url, { headers: sent, signal: ends }))
    const { status, body } = response
    if (status !== 200 || body === null)
      throw errorOf({ status, headers: response.headers, bytes: await response.arrayBuffer() }, null)
    onConnect?.()
    const arrived: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => arrived.push(event) })
    const decoder = new TextDecoder()
    const reader = body.getReader()
    for (;;) {
      const { value, done } = await orSilence(silence, reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0).map(readEvent)
    }
  } finally {
    silence.abort()
  }
}

/** Waits for a promise, but throws if the server sends nothing for `SILENCE_MS` milliseconds. */
async function orSilence<T>(silence: AbortController, waited: Promise<T>): Promise<T> {
  const timer = setTimeout(() => silence.abort(new Error('Nothing arrived for too long')), SILENCE_MS)
  try {
    return await waited
  } finally {
    clearTimeout(timer)
  }
}

function readEvent({ event, id, data }: EventSourceMessage): ChangeEvent {
  const [number, epoch = ''] = String(id).split('-')
  const revision = Number(number)
  return event === 'state'
    ? { form: 'state', revision, epoch, state: JSON.parse(data) as State }
    : { form: 'changes', revision, epoch, changes: JSON.parse(data) as Changes }
}
