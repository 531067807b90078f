/** What the routes for owners share: who may call, what makes them be done once, how they answer. */
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

/** Of what is about a person or a token there is little to say. */
const MAX_BODY_BYTES = 65_536

/** As whom somebody acts who is signed in. Refuses FORBIDDEN when it is for no company. */
function actingCaller({ caller }: SignedIn): Caller {
  if (caller !== null) return caller
  throw new Refusal('FORBIDDEN', 'The session acts for no company. Choose one with POST /api/v1/session/company.', {
    figures: { reason: 'no_company' },
  })
}

/** The same of an owner. Refuses FORBIDDEN. */
function ownerOf(signedIn: SignedIn): Caller {
  const caller = actingCaller(signedIn)
  if (caller.role === 'owner') return caller
  throw new Refusal('FORBIDDEN', `This is for the owners of the company; your role in it is ${caller.role}.`, {
    figures: { reason: 'role', allowed: ['owner'], role: caller.role },
  })
}

/** Refuses who is no owner, unless the request is for all. */
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
  /** What is answered; without it the list of what was read. */
  readonly print?: (read: T) => object
}

/** What owners read. */
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

/** What owners read that is no plain JSON object, for example because it is long. */
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
  /** Which requests are also for those who are no owners. */
  readonly isForAll?: (request: FastifyRequest) => boolean
  readonly run: (request: FastifyRequest, reply: FastifyReply) => Promise<AccessAnswer<T>>
  /** What is answered, of the result and of what the first answer alone shows. */
  readonly print?: (result: object, once: T | null) => object
  /** Sends what is answered, where it is more than a result. */
  readonly send?: (request: FastifyRequest, reply: FastifyReply, result: object) => Promise<FastifyReply>
}

/** A command about tokens or members. Checks in order: session, origin, role, key, body, replay, rules. */
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

/** The command of somebody for the company that his session acts for. */
export function accessRequestOf(request: FastifyRequest): AccessRequest {
  const { companyId, actor } = actingCaller(request.signedIn)
  return { companyId, actor, ...onceOf(request) }
}

/** What makes a command be done once. */
export function onceOf(request: FastifyRequest): Pick<AccessRequest, 'key' | 'fingerprint' | 'requestId'> {
  const key = request.headers['idempotency-key'] as string
  return { key, fingerprint: request.fingerprint, requestId: request.id }
}
