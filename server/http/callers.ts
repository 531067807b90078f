/** Who calls: what an address must know of those who may use the API there. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'

export interface Callers {
  /** Who calls. Refuses UNAUTHENTICATED, and what else the address demands of a caller. Asked again while a stream is open. */
  authenticate(request: FastifyRequest): Caller | Promise<Caller>
  /** The header of a request that says who calls: an answer is for one who sends the same. */
  readonly knownBy: 'Authorization' | 'Cookie'
  /** What a 401 names in WWW-Authenticate. */
  readonly challenge: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set on every route that acts for a company. */
    caller: Caller
    /** Of the command, before validation changes the body. */
    fingerprint: string
  }
  interface FastifyInstance {
    readonly challenge: string
  }
}
