/** One request to the source, as its documentation demands it: the exact headers, gzip, no redirect followed, bounds for time and size. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { SourceError, type SourceReply } from './source-errors.ts'

const unzip = promisify(gunzip)

export const SOURCE_URL = 'https://api.moysklad.ru/api/remap/1.2'

const CONNECT_TIMEOUT_MS = 10_000
/** The source says that an answer may take so long. */
const ANSWER_TIMEOUT_MS = 300_000
/** Longer than the pause between two requests: many new connections lead to a ban. */
const KEEP_ALIVE_MS = 60_000
/** A page of 1,000 rows has 1 to 5 MB. */
const MAX_BYTES = 64 * 1_048_576

export interface Sent extends SourceReply {
  /** From the call until the request was written: a connection had to be opened first. */
  readonly sentAfterMs: number
}

/** Where to, without the token, and until when it may take. */
interface Sending {
  /** Below the address of the source, with the query. */
  readonly path: string
  readonly token: string
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

export interface Source {
  /** Without a slash at its end. */
  readonly url: string
  /** Throws SourceError: unreachable, no-answer, garbled; or the reason of the signal. Any status is an answer. */
  send(sending: Sending): Promise<Sent>
  close(): Promise<void>
}

/** Of a copy for a drill: asks nobody. */
export function heldSource(url: string): Source {
  const send = async () => {
    throw new SourceError('held')
  }
  return { url, send, close: async () => {} }
}

export function openSource(url: string): Source {
  const { origin, pathname } = new URL(url)
  const agent = new Agent({
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  })
  return {
    url: url.replace(/\/+$/, ''),
    close: () => agent.destroy(),
    async send({ path, token, signal, timeoutMs = ANSWER_TIMEOUT_MS }) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const startedAt = performance.now()
      let sentAfterMs = 0
      const onSent = () => {
        sentAfterMs = performance.now() - startedAt
      }
      try {
        const { statusCode, headers, body } = await agent.compose(noticing(onSent)).request({
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

/** Calls back when a request is about to be written to its connection. */
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

/** The source may leave an answer uncompressed, whatever was demanded. */
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

/** Nothing of the error itself goes on: it may hold the request with its headers. */
function asSourceError(error: Error & { code?: string }): SourceError {
  if (error instanceof SourceError) return error
  const code = error.code ?? error.name
  const isLate = LATE.includes(code) || error.name === 'TimeoutError'
  return new SourceError(isLate ? 'no-answer' : 'unreachable', { found: code })
}
