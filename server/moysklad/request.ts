/**
 * Sends one request to MoySklad as its documentation requires: exact headers, gzip, no redirects followed, and limits
 * on time and size.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Agent, Dispatcher } from 'undici'
import { SourceError, type SourceReply } from './source-errors.ts'

const unzip = promisify(gunzip)

const CONNECT_TIMEOUT_MS = 10_000
/** The longest time, in milliseconds, that MoySklad may take to respond, according to its documentation. */
const ANSWER_TIMEOUT_MS = 300_000
/**
 * How many milliseconds an idle connection is kept open. It is longer than the pause between two requests, because
 * MoySklad bans clients that open many connections.
 */
const KEEP_ALIVE_MS = 60_000
/** The maximum size of an accepted response. A page of 1,000 rows takes 1 to 5 MB. */
const MAX_BYTES = 64 * 1_048_576

export interface Sent extends SourceReply {
  /** The number of milliseconds from the call until the request was sent, including opening a connection. */
  readonly sentAfterMs: number
}

/** A request to MoySklad that is about to be sent. */
interface Sending {
  /** The path with the query string, below the base address. */
  readonly path: string
  readonly token: string
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

export interface Source {
  /** The base address, without a trailing slash. */
  readonly url: string
  /**
   * Sends a request. Any HTTP status counts as a response. Throws SourceError (unreachable, no-answer, garbled), or the
   * signal's reason when aborted.
   */
  send(sending: Sending): Promise<Sent>
  close(): Promise<void>
}

/** Returns a substitute that sends no requests, for a copy of the service that is used to practise recovery. */
export function heldSource(url: string): Source {
  const send = async () => {
    throw new SourceError('held')
  }
  return { url, send, close: async () => {} }
}

/** Loads undici with the first request, because most nodes start without ever sending one. */
async function openAgent(): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
}

export function openSource(url: string): Source {
  const { origin, pathname } = new URL(url)
  let agent: Promise<Agent> | undefined
  return {
    url: url.replace(/\/+$/, ''),
    close: async () => (await agent)?.destroy(),
    async send({ path, token, signal, timeoutMs = ANSWER_TIMEOUT_MS }) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const startedAt = performance.now()
      let sentAfterMs = 0
      const onSent = () => {
        sentAfterMs = performance.now() - startedAt
      }
      try {
        agent ??= openAgent()
        const { statusCode, headers, body } = await (await agent).compose(noticing(onSent)).request({
          origin,
          path: pathname.replace(/\/+$/, '') + path,
          method: 'GET',
          signal: limit,
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json;charset=utf-8',
            'accept-encoding': 'gzip',
            'user-agent': 'skladno',
          },
        })
        const text = await textOf(body, headers['content-encoding'])
        return { status: statusCode, headers, text, sentAfterMs }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw asSourceError(error as Error & { code?: string })
      }
    },
  }
}

/** Calls `onSent` when a request is about to be written to its connection. */
function noticing(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        onSent()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (controller, status, headers, socket) =>
        handler.onRequestUpgrade?.(controller, status, headers, socket),
      onResponseStart: (controller, status, headers, message) =>
        handler.onResponseStart?.(controller, status, headers, message),
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    })
}

/** Reads a body as text. MoySklad may send the body uncompressed although gzip was requested. */
async function textOf(body: AsyncIterable<Uint8Array>, encoding: string | string[] | undefined): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new SourceError('garbled', { found: `more than ${MAX_BYTES} bytes` })
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (encoding !== 'gzip' || bytes.length === 0) return bytes.toString('utf8')
  try {
    return (await unzip(bytes, { maxOutputLength: MAX_BYTES })).toString('utf8')
  } catch {
    throw new SourceError('garbled', { found: 'broken gzip' })
  }
}

const LATE = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED', 'TimeoutError']

/**
 * Converts an error to a SourceError. Drops the error's details, because they may contain the request with its headers.
 */
function asSourceError(error: Error & { code?: string }): SourceError {
  if (error instanceof SourceError) return error
  const code = error.code ?? error.name
  const isLate = LATE.includes(code) || error.name === 'TimeoutError'
  return new SourceError(isLate ? 'no-answer' : 'unreachable', { found: code })
}
