/** The parts that all owner routes share: who may call a route, idempotency, and the form of responses. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify'
import type { TObject } from 'typebox'
import type { AccessAnswer, AccessRequest } from '../access/access-log.ts'
import type { Caller } from '../access/caller.ts'
import type { SignedIn } from '../access/sessions.ts'
import { converterOf } from '../commands/conversion.ts'
import { Refusal } from '../domain/refusals.ts'
import { strictObject } from '../domain/schema.ts'
import { keepFingerprint, paramsSchema } from './commands.ts'
import { requireKey } from './idempotency-key.ts'
import { PROBLEM_TYPE } from './wire/problems.ts'

/** Requests about members or tokens are small, so larger bodies are refused. */
const MAX_BODY_BYTES = 65_536

/**
 * Returns the caller on whose behalf a signed-in user acts. Refuses with FORBIDDEN when no company is chosen in the
 * session.
 */
function actingCaller({ caller }: SignedIn): Caller {
  if (caller !== null) return caller
  throw new Refusal('FORBIDDEN', 'The session acts for no company. Choose one with POST /api/v1/session/company.', {
    figures: { reason: 'no_company' },
  })
}

/** Returns the caller if the caller is an owner; refuses everybody else with FORBIDDEN. */
function ownerOf(signedIn: SignedIn): Caller {
  const caller = actingCaller(signedIn)
  if (caller.role === 'owner') return caller
  throw new Refusal('FORBIDDEN', `This is only for owners of the company; your role in it is ${caller.role}.`, {
    figures: { reason: 'role', allowed: ['owner'], role: caller.role },
  })
}

/**
 * Refuses everybody except owners, unless `isForAll` returns true for the request, because it is open to all members.
 */
function refuseOthers(isForAll: (request: FastifyRequest) => boolean = () => false) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    try {
      if (!isForAll(request)) ownerOf(request.signedIn)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

export interface ReadRoute<T> {
  readonly url: string
  readonly query?: TObject
  readonly read: (caller: Caller, request: FastifyRequest) => Promise<T>
  /** Makes the response from the data that `read` returned. By default, the response is a list of items. */
  readonly print?: (read: T) => object
}

/** Adds a GET route for owners. */
export function addOwnersRead<T extends object>(app: FastifyInstance, route: ReadRoute<T>): void {
  const { read, print = (items: T) => ({ items }), ...asked } = route
  addOwnersAnswer(app, {
    ...asked,
    answer: async (request, reply) => reply.send(print(await read(ownerOf(request.signedIn), request))),
  })
}

export interface AnswerRoute {
  readonly url: string
  readonly query?: TObject
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Adds a GET route for owners whose response is not a plain JSON object, for example because it is long. */
export function addOwnersAnswer(app: FastifyInstance, { url, query = strictObject({}), answer }: AnswerRoute): void {
  app.route({
    method: 'GET',
    url,
    schema: { hide: true, params: paramsSchema(url), querystring: query },
    onRequest: refuseOthers(),
    handler: (request, reply) => answer(request, reply.header('cache-control', 'private, no-store')),
  })
}

export interface WriteRoute<T> {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body: TObject
  /** Whether members who are not owners may send the request. */
  readonly isForAll?: (request: FastifyRequest) => boolean
  readonly run: (request: FastifyRequest, reply: FastifyReply) => Promise<AccessAnswer<T>>
  /** Makes the response from the result and from `once`, the part that only the first response shows. */
  readonly print?: (result: object, once: T | null) => object
  /** Sends the response, for routes whose response contains more than a result. */
  readonly send?: (request: FastifyRequest, reply: FastifyReply, result: object) => Promise<FastifyReply>
}

/**
 * Adds a route for a command about tokens or members. Checks run in this order: session, origin, role, key, body,
 * replay, rules.
 */
export function addAccessWrite<T>(app: FastifyInstance, route: WriteRoute<T>): void {
  const { method, url, body, isForAll, run, print = (result: object) => result, send } = route
  const convert = converterOf(body)
  const convertBody: RouteOptions['preHandler'] = (request, _reply, done) => {
    convert(request.body)
    done()
  }
  app.route({
    method,
    url,
    bodyLimit: MAX_BODY_BYTES,
    schema: { hide: true, params: paramsSchema(url), querystring: strictObject({}), body },
    onRequest: [refuseOthers(isForAll), requireKey],
    preHandler: [keepFingerprint, convertBody],
    handler: async (request, reply) => {
      const answer = await run(request, reply)
      reply.header('cache-control', 'private, no-store')
      if (answer.isReplay) reply.header('idempotent-replayed', 'true')
      if (!answer.ok) return reply.code(answer.status).type(PROBLEM_TYPE).send(answer.problem)
      if (send !== undefined) return send(request, reply, answer.result)
      return reply.send(print(answer.result, answer.once))
    },
  })
}

/** Returns the request for a command in the company chosen in the session. */
export function accessRequestOf(request: FastifyRequest): AccessRequest {
  const { companyId, actor } = actingCaller(request.signedIn)
  return { companyId, actor, ...onceOf(request) }
}

/** Returns the key and the fingerprint by which a repeated command is recognized. */
export function onceOf(request: FastifyRequest): Pick<AccessRequest, 'key' | 'fingerprint' | 'requestId'> {
  const key = request.headers['idempotency-key'] as string
  return { key, fingerprint: request.fingerprint, requestId: request.id }
}
