/** How an address identifies its callers. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'

export interface Callers {
  /**
   * Identifies the caller. Refuses UNAUTHENTICATED, and whatever else the address requires of a caller. Called again
   * while a stream is open.
   */
  authenticate(request: FastifyRequest): Caller | Promise<Caller>
  /** The request header that identifies the caller; answers vary by it. */
  readonly knownBy: 'Authorization' | 'Cookie'
  /** The challenge of a 401 answer's WWW-Authenticate header. */
  readonly challenge: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; set on every route that acts for a company. */
    caller: Caller
    /** The command's fingerprint, made before validation changes the body. */
    fingerprint: string
  }
  interface FastifyInstance {
    readonly challenge: string
  }
}
