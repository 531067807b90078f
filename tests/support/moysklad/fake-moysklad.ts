/**
 * A MoySklad for tests: speaks the JSON API 1.2 over HTTP from a generated account, with its demands, limits, errors and faults, and
 * keeps a log of when each request began and ended.
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

/** One request in the log. Times are milliseconds of `performance.now()` of this process. */
export interface LoggedRequest {
  readonly at: number
  /** undefined while it is in flight. */
  end?: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** How many were in flight when it came, itself included. */
  readonly inFlight: number
  status?: number
}

/** Something that goes wrong with the next requests. */
export interface Fault {
  /** Which requests; without it any. */
  readonly path?: RegExp
  /** How many; 1 without it. */
  readonly times?: number
  readonly how:
    | { readonly kind: 'slow'; readonly ms: number }
    /** Never an answer, until the client hangs up. */
    | { readonly kind: 'silent' }
    | { readonly kind: 'html'; readonly status: number }
    | { readonly kind: 'status'; readonly status: number; readonly code?: number }
    | { readonly kind: 'empty' | 'truncated' | 'truncated json' | 'reset' | 'uncompressed' }
    /** 429 for too many in a time; `retryAfterMs` is the header's. */
    | { readonly kind: 'too often'; readonly retryAfterMs: number }
    | { readonly kind: 'too many at once' }
    | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
}

/** The source's own limits: units in an interval, what a request weighs, and how many run at once. */
interface FakeLimits {
  readonly units: number
  readonly intervalMs: number
  readonly weight: number
  readonly atOnce: number
}

/** Those of a user's token at the end of 2026. */
const REAL_LIMITS: FakeLimits = { units: 45, intervalMs: 3_000, weight: 4, atOnce: 5 }

export interface FakeSettings {
  readonly seed?: number
  readonly size?: AccountSize
  readonly account?: FakeAccount
  /** Token → what its user may not see. */
  readonly tokens?: Readonly<Record<string, Rights>>
  /** null: none are kept, and the headers tell those of REAL_LIMITS. */
  readonly limits?: FakeLimits | null
  readonly traits?: Partial<Traits>
}

export interface FakeMoysklad {
  /** What EXTSYS_URL is set to. */
  readonly url: string
  readonly account: FakeAccount
  readonly log: LoggedRequest[]
  /** How many TCP connections were opened. */
  readonly connections: () => number
  /** Adds a fault; those added first happen first. */
  fail(fault: Fault): void
  /** From now on nothing goes wrong any more. */
  heal(): void
  /** How many requests will still fail. */
  pending(): number
  /** Called before each request is answered: the place to edit the account while it is read. */
  onRequest: ((request: LoggedRequest, number: number) => void) | null
  /** What is answered in the place of an answer to a path: for what only some lists or rows are wrong in. */
  onAnswer: ((path: string, query: URLSearchParams, answer: Answer) => Answer) | null
  close(): Promise<void>
}

/** Of the token that works without anything said. */
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
