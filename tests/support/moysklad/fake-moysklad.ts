/**
 * A MoySklad server for tests. It serves the JSON API 1.2 over HTTP from a generated account, with MoySklad's requirements,
 * limits, errors and faults, and logs when each request began and ended.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type AccountSize, type FakeAccount, makeAccount, SMALL_ACCOUNT } from './fake-moysklad-account.ts'
import { type Answer, answerTo, ERRORS, type Rights, type Traits } from './fake-moysklad-answers.ts'
import { SOURCE_ORIGIN, SOURCE_PATH } from './fake-moysklad-shapes.ts'

const compress = promisify(gzip)

/** A request in the log. Times are in milliseconds from this process's `performance.now()`. */
export interface LoggedRequest {
  readonly at: number
  /** The time at which the response ended; undefined while the request is in flight. */
  end?: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** The number of requests in flight when this one arrived, including this one. */
  readonly inFlight: number
  status?: number
}

/** A fault that the fake produces in its next responses. */
export interface Fault {
  /** Matches the paths of the requests that get the fault; if it is omitted, all requests can get the fault. */
  readonly path?: RegExp
  /** The number of requests that get the fault; by default 1. */
  readonly times?: number
  readonly how:
    | { readonly kind: 'slow'; readonly ms: number }
    /** The fake never responds and waits until the client disconnects. */
    | { readonly kind: 'silent' }
    | { readonly kind: 'html'; readonly status: number }
    | { readonly kind: 'status'; readonly status: number; readonly code?: number }
    | { readonly kind: 'empty' | 'truncated' | 'truncated json' | 'reset' | 'uncompressed' }
    /**
     * The fake responds with 429 because of too many requests in an interval; `retryAfterMs` goes into the response
     * header.
     */
    | { readonly kind: 'too often'; readonly retryAfterMs: number }
    | { readonly kind: 'too many at once' }
    | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
}

/** MoySklad's limits: units per interval, the units that a request costs, and how many requests may run at once. */
interface FakeLimits {
  readonly units: number
  readonly intervalMs: number
  readonly weight: number
  readonly atOnce: number
}

/** The real limits for the token of one user at the end of 2026. */
const REAL_LIMITS: FakeLimits = { units: 45, intervalMs: 3_000, weight: 4, atOnce: 5 }

export interface FakeSettings {
  readonly seed?: number
  readonly size?: AccountSize
  readonly account?: FakeAccount
  /** The accepted tokens, each with the missing rights of its user. */
  readonly tokens?: Readonly<Record<string, Rights>>
  /** The limits to enforce. With null there are no limits, and the headers show REAL_LIMITS. */
  readonly limits?: FakeLimits | null
  readonly traits?: Partial<Traits>
}

export interface FakeMoysklad {
  /** The fake's address, which tests use as the setting EXTSYS_URL. */
  readonly url: string
  readonly account: FakeAccount
  readonly log: LoggedRequest[]
  /** The number of TCP connections opened so far. */
  readonly connections: () => number
  /** Adds a fault; faults happen in the order in which they were added. */
  fail(fault: Fault): void
  /** Removes all faults that have not happened yet. */
  heal(): void
  /** Returns how many more requests will get a fault. */
  pending(): number
  /** Called before each request is answered, so that a test can edit the account while the import reads it. */
  onRequest: ((request: LoggedRequest, number: number) => void) | null
  /** If set, replaces the response to a path, for faults in particular lists or rows. */
  onAnswer: ((path: string, query: URLSearchParams, answer: Answer) => Answer) | null
  close(): Promise<void>
}

/** The token that the fake accepts unless a test sets others. */
export const FAKE_TOKEN = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'
const SEED = 20_261_101

export async function startFakeMoysklad(settings: FakeSettings = {}): Promise<FakeMoysklad> {
  const { seed = SEED, size = SMALL_ACCOUNT, tokens = { [FAKE_TOKEN]: {} }, limits = null } = settings
  const account = settings.account ?? makeAccount(size, seed)
  const traits: Traits = { refusesOrder: ['variant'], maxNested: 100, ignoresExpand: false, ...settings.traits }
  const log: LoggedRequest[] = []
  const faults: { fault: Fault; left: number }[] = []
  let connections = 0
  let origin = ''

  const takeFault = (path: string): Fault['how'] | null => {
    const found = faults.find(({ fault, left }) => left > 0 && (fault.path?.test(path) ?? true))
    if (found === undefined) return null
    found.left -= 1
    return found.fault.how
  }
  const decide = (request: IncomingMessage, entry: LoggedRequest, url: URL): Answer => {
    const { 'accept-encoding': encoding, accept, authorization } = request.headers
    if (encoding !== 'gzip') return { status: 415 }
    if (accept !== 'application/json;charset=utf-8') return ERRORS.badAccept()
    const rights = tokens[/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '']
    if (rights === undefined) return ERRORS.badToken()
    if (request.method !== 'GET') return { status: 405 }
    const refused = limits === null ? null : refusedByLimits(limits, log, entry)
    if (refused !== null) return refused
    const path = url.pathname.slice(SOURCE_PATH.length)
    return answerTo({ account, path, query: url.searchParams, href: url.pathname + url.search, rights, traits })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    const entry = enter(log, request, url)
    const ended = () => {
      entry.end ??= performance.now()
    }
    response.once('finish', ended).once('close', ended)
    fake.onRequest?.(entry, log.length)
    const how = takeFault(url.pathname + url.search)
    if (how?.kind === 'slow') await pause(how.ms)
    if (how?.kind === 'silent') return
    if (how?.kind === 'reset') return void request.socket.resetAndDestroy()
    const decided = faultyAnswer(how) ?? decide(request, entry, url)
    const given = fake.onAnswer?.(entry.path, entry.query, decided) ?? decided
    const { status, headers = {}, body } = given
    entry.status = status
    const rates = rateHeaders(limits ?? REAL_LIMITS, log)
    if (how?.kind === 'html') {
      response.writeHead(how.status, { 'content-type': 'text/html', ...rates }).end('<html><body>Ошибка</body></html>')
      return
    }
    if (body === undefined || how?.kind === 'empty')
      return void response.writeHead(status, { ...rates, ...headers }).end()
    const text = JSON.stringify(body).replaceAll(SOURCE_ORIGIN, origin)
    const type = { 'content-type': 'application/json;charset=utf-8' }
    if (how?.kind === 'uncompressed')
      return void response.writeHead(status, { ...type, ...rates, ...headers }).end(text)
    const bytes = await compress(how?.kind === 'truncated json' ? text.slice(0, text.length / 2) : text)
    response.writeHead(status, { ...type, 'content-encoding': 'gzip', ...rates, ...headers })
    if (how?.kind !== 'truncated') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
  }

  const server = createServer((request, response) => void answer(request, response))
  server.on('connection', () => (connections += 1))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeMoysklad = {
    ...{ url: origin + SOURCE_PATH, account, log, onRequest: null, onAnswer: null },
    connections: () => connections,
    fail: (fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    heal: () => void faults.splice(0),
    pending: () => faults.reduce((sum, { left }) => sum + left, 0),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return fake
}

function enter(log: LoggedRequest[], request: IncomingMessage, url: URL): LoggedRequest {
  const inFlight = log.filter(({ end }) => end === undefined).length + 1
  const path = url.pathname.slice(SOURCE_PATH.length)
  const { method = '', headers } = request
  const entry: LoggedRequest = { at: performance.now(), method, path, query: url.searchParams, headers, inFlight }
  log.push(entry)
  return entry
}

function faultyAnswer(how: Fault['how'] | null): Answer | null {
  switch (how?.kind) {
    case 'status':
      return how.code === undefined
        ? { status: how.status }
        : { status: how.status, body: { errors: [{ error: 'Ошибка', code: how.code }] } }
    case 'too often':
      return ERRORS.tooOften(how.retryAfterMs)
    case 'too many at once':
      return ERRORS.tooManyAtOnce()
    case 'redirect':
      return { status: how.status ?? 308, headers: { location: how.to } }
    case 'html':
      return { status: how.status }
    default:
      return null
  }
}

const usedUnits = ({ intervalMs, weight }: FakeLimits, log: readonly LoggedRequest[], now: number) =>
  log.filter(({ at }) => at > now - intervalMs).length * weight

function refusedByLimits(limits: FakeLimits, log: readonly LoggedRequest[], entry: LoggedRequest): Answer | null {
  if (entry.inFlight > limits.atOnce) return ERRORS.tooManyAtOnce()
  return usedUnits(limits, log, entry.at) > limits.units ? ERRORS.tooOften(limits.intervalMs) : null
}

function rateHeaders(limits: FakeLimits, log: readonly LoggedRequest[]): Record<string, string> {
  const left = Math.max(0, Math.floor((limits.units - usedUnits(limits, log, performance.now())) / limits.weight))
  return {
    'x-ratelimit-limit': String(Math.floor(limits.units / limits.weight)),
    'x-ratelimit-remaining': String(left),
    'x-lognex-retry-timeinterval': String(limits.intervalMs),
    'x-lognex-reset': left === 0 ? String(limits.intervalMs) : '0',
  }
}
