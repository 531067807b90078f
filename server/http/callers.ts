/** How one of the service's addresses identifies its callers: by token or by session. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'

export interface Callers {
  /**
   * Identifies the caller. Refuses with UNAUTHENTICATED, or with another code if the caller does not meet the address's
   * other requirements. Called again and again while an event stream is open.
   */
  authenticate(request: FastifyRequest): Caller | Promise<Caller>
  /** The request header that identifies the caller. Responses depend on it. */
  readonly knownBy: 'Authorization' | 'Cookie'
  /** The challenge in the WWW-Authenticate header of a 401 response. */
  readonly challenge: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller. Set on every route that acts for a company. */
    caller: Caller
    /** The command's fingerprint, which is computed before validation changes the body. */
    fingerprint: string
  }
  interface FastifyInstance {
    readonly challenge: string
  }
}
