/**
 * Limits how many requests a token or session may send per minute, counted separately on each node. Off unless an
 * operator switches it on. The headers follow draft-ietf-httpapi-ratelimit-headers-11.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../domain/refusals.ts'

const WINDOW_SECONDS = 60
const POLICY = 'requests'

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
    reply
      .header('ratelimit-policy', `"${POLICY}";q=${perMinute};w=${WINDOW_SECONDS}`)
      .header('ratelimit', `"${POLICY}";r=${count.remainingPoints};t=${seconds}`)
    if (!isBeyond) return
    reply.header('retry-after', seconds)
    throw new Refusal(
      'RATE_LIMITED',
      `At most ${perMinute} requests a minute are allowed for one token or session. Try again in ${seconds} s.`,
    )
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
