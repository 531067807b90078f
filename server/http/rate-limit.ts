/**
 * Limits how many requests may be sent per minute: with one token or session, counted on each node, and by one company,
 * counted over all nodes. Both are off unless an operator switches them on. The headers follow
 * draft-ietf-httpapi-ratelimit-headers-11.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../domain/refusals.ts'
import type { CompanyLimits } from '../limits/limits.ts'
import type { CountedRequest } from '../limits/request-shares.ts'
import { METERS } from '../runtime/meters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request to the route does not count towards the limit of its company. */
    isUncounted?: (request: FastifyRequest) => boolean
  }
}

const WINDOW_SECONDS = 60

/** The state of a limit after a request was counted. */
interface Told extends CountedRequest {
  /** The name of the limit in the headers. */
  readonly policy: 'requests' | 'company'
  readonly limit: number
  readonly of: string
}

/** Adds the headers about a limit. Refuses with RATE_LIMITED if the request is beyond it. */
function tell(reply: FastifyReply, { policy, limit, of, left, seconds, isBeyond }: Told): void {
  addToList(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`)
  addToList(reply, 'ratelimit', `"${policy}";r=${left};t=${seconds}`)
  if (!isBeyond) return
  reply.header('retry-after', seconds)
  throw new Refusal(
    'RATE_LIMITED',
    `At most ${limit} requests a minute are allowed for ${of}. Try again in ${seconds} s.`,
  )
}

function addToList(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name)
  reply.header(name, before === undefined ? item : `${before}, ${item}`)
}

/**
 * Counts a request from a token or session, and adds headers with the count to the response. Refuses with RATE_LIMITED.
 */
export type CountRequest = (credentialId: string, reply: FastifyReply) => Promise<void>

/** Returns a function that counts requests, or null when there is no limit. */
export function openRateLimit(perMinute: number): CountRequest | null {
  if (perMinute === 0) return null
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  return async (credentialId, reply) => {
    const [counted] = await Promise.allSettled([limiter.consume(credentialId)])
    const isBeyond = counted.status === 'rejected'
    const count: unknown = isBeyond ? counted.reason : counted.value
    if (!(count instanceof RateLimiterRes)) throw count
    const seconds = Math.max(1, Math.ceil(count.msBeforeNext / 1_000))
    const named = { policy: 'requests', limit: perMinute, of: 'one token or session' } as const
    tell(reply, { ...named, left: count.remainingPoints, seconds, isBeyond })
  }
}

/**
 * Counts requests to all routes added after this call. `credentialOf` is called for each request, so the caller must
 * have been identified before.
 */
export function limitRate(
  app: FastifyInstance,
  count: CountRequest | null,
  credentialOf: (request: FastifyRequest) => string,
): void {
  if (count === null) return
  app.addHook('onRequest', (request, reply) => count(credentialOf(request), reply))
}

/**
 * Counts the requests of each company with a limit, to all routes added after this call, except those that the route
 * does not count. A request of a company without a limit costs one look-up in memory.
 */
export function limitCompanies(app: FastifyInstance, limits: CompanyLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { companyId } = request.caller
    const limit = limits.of(companyId).requestsPerMinute
    if (limit === null || request.routeOptions.config.isUncounted?.(request) === true) {
      done()
      return
    }
    const counted = limits.shares.count(companyId, limit)
    const answer = (count: CountedRequest | null) => {
      try {
        if (count !== null) tellCompany(reply, limit, count)
        done()
      } catch (error) {
        done(error as Error)
      }
    }
    if (counted instanceof Promise) void counted.then(answer)
    else answer(counted)
  })
}

function tellCompany(reply: FastifyReply, limit: number, counted: CountedRequest): void {
  if (counted.isBeyond) METERS.limitRefusals.inc({ limit: 'requests' })
  tell(reply, { policy: 'company', limit, of: 'the company, with all its tokens and users', ...counted })
}
