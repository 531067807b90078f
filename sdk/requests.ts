/** Sends an API request, repeats it after failures, and gives up at a deadline. */
import { ApiError, ConnectionError } from './errors.ts'

export interface ConnectionOptions {
  /** The server's address, such as `http://127.0.0.1:8080`. It may include a path before `/api/v1`. */
  readonly baseUrl: string
  /** The time limit for one attempt of a request, in milliseconds; 30 seconds by default. */
  readonly timeoutMs?: number
  /** The time limit for a call with all its attempts and pauses; 60 seconds by default. */
  readonly deadlineMs?: number
  /** A function with which to send requests instead of the global `fetch`. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  /** When this signal aborts, the call ends at once and throws the signal's reason. */
  readonly signal?: AbortSignal
  /** The time limit for this call with all its attempts, in milliseconds. It replaces the client's setting. */
  readonly deadlineMs?: number
  /** The timeout for each attempt of this call, in place of the client's. */
  readonly timeoutMs?: number
  /** Called after every failed attempt that the client will repeat. */
  readonly onRetry?: () => void
}

export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** The idempotency key, which is the same in every attempt; null for a GET request. */
  readonly key: string | null
  /** Whether repeating the request could have a second effect. Such a request is sent only once, whatever happens. */
  readonly isOnce?: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: ArrayBuffer
}

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_DEADLINE_MS = 60_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/**
 * Statuses worth retrying: a gateway could not reach the server, or the server asks to try again later. No other error
 * response is retried.
 */
const PASSING_STATUSES = new Set([502, 503, 504])
const TOO_LARGE = 413

/**
 * Returns how long to wait before the next attempt. The time doubles with each failure and varies randomly between half
 * and full length, so that clients do not all retry at once.
 */
export function pauseAfter(failures: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2)
}

/** Waits for the given time. If the signal aborts, throws the signal's reason at once. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Sends a request and repeats it as needed. After a lost connection, a timeout or status 502 to 504 it tries again with
 * the same idempotency key until the deadline. Throws ApiError for an error response, ConnectionError if there was no
 * response.
 */
export async function call(client: ConnectionOptions, outgoing: Outgoing, options: CallOptions = {}): Promise<Answer> {
  const { signal } = options
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const deadline = performance.now() + (options.deadlineMs ?? client.deadlineMs ?? DEFAULT_DEADLINE_MS)
  for (let attempts = 1; ; attempts += 1) {
    const left = deadline - performance.now()
    const outcome = await attempt(client, outgoing, { ...options, timeoutMs: Math.max(1, Math.min(timeoutMs, left)) })
    signal?.throwIfAborted()
    if ('answer' in outcome && outcome.answer.status < 400) return outcome.answer
    if ('answer' in outcome && !PASSING_STATUSES.has(outcome.answer.status)) throw errorOf(outcome.answer, outgoing.key)
    const asked = 'answer' in outcome ? retryAfterMs(outcome.answer) : 0
    const pause = Math.max(asked, pauseAfter(attempts - 1))
    if (outgoing.isOnce === true || performance.now() + pause >= deadline) {
      if ('answer' in outcome) throw errorOf(outcome.answer, outgoing.key)
      throw new ConnectionError(attempts, outgoing.key, outcome.failure)
    }
    options.onRetry?.()
    await sleep(pause, signal)
  }
}

/** Makes one attempt. Reads the whole response, because the connection may still break while the body arrives. */
async function attempt(
  client: ConnectionOptions,
  { method, url, headers, body }: Outgoing,
  { signal, timeoutMs }: CallOptions & { readonly timeoutMs: number },
): Promise<{ answer: Answer } | { failure: unknown }> {
  const late = AbortSignal.timeout(Math.ceil(timeoutMs))
  try {
    const response = await (client.fetch ?? fetch)(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      redirect: 'error',
    })
    const { status, headers: answered } = response
    const bytes = await response.arrayBuffer().catch((failure: unknown) => {
      // If reading the body of a 413 fails, the status alone is enough. A server that refuses an oversized body may
      // close the connection before its response has been read, and would do so on every attempt.
      if (status === TOO_LARGE) return new ArrayBuffer(0)
      throw failure
    })
    return { answer: { status, headers: answered, bytes } }
  } catch (failure) {
    return { failure: causeOf(failure) }
  }
}

/**
 * Returns the underlying error. On a network failure, fetch throws a TypeError with the message "fetch failed" and the
 * underlying error as its cause.
 */
function causeOf(failure: unknown): unknown {
  return failure instanceof TypeError && failure.cause !== undefined ? failure.cause : failure
}

/**
 * Returns how long the server asks the client to wait, from the Retry-After header of a 503. The header contains
 * seconds or a date.
 */
function retryAfterMs({ status, headers }: Answer): number {
  const header = headers.get('retry-after')
  if (status !== 503 || header === null) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? 0 : Math.max(0, wait)
}

export function errorOf({ status, headers, bytes }: Answer, key: string | null): ApiError {
  if (!/\bjson\b/.test(headers.get('content-type') ?? '')) return new ApiError(status, {}, key)
  try {
    const problem: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return new ApiError(status, typeof problem === 'object' && problem !== null ? problem : {}, key)
  } catch {
    return new ApiError(status, {}, key)
  }
}

/** Parses the body of a response as JSON. */
export function jsonOf<T>({ bytes }: Answer): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}
