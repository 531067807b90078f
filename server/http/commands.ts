/** Adds the write routes that take JSON, one per command. Upload routes are in uploads.ts. */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import safeStableStringify from 'safe-stable-stringify'
import { Type } from 'typebox'
import { converterOf } from '../commands/conversion.ts'
import type { Command } from '../commands/define.ts'
import { COMMANDS } from '../commands/table.ts'
import { refuseUnlessMay } from '../domain/roles.ts'
import { Id, strictObject } from '../domain/schema.ts'
import { concat, joinText, piecesOf } from '../domain/text.ts'
import type { Companies } from '../engine/companies.ts'
import { inView } from '../engine/hide-costs.ts'
import type { CommandRequest } from '../engine/request.ts'
import { METERS } from '../runtime/meters.ts'
import { charging, sliceOf } from '../runtime/slices.ts'
import { noCompany } from '../store/companies.ts'
import { addApiRoute } from './api-route.ts'
import { placeInBatch } from './batches.ts'
import { EPOCH_HEADER } from './caching.ts'
import { askerOf, viewOf } from './callers-company.ts'
import { requireKey } from './idempotency-key.ts'
import { describeCommand } from './openapi/openapi.ts'
import { sendPieces, sendState } from './state-answer.ts'
import { hangUpOf } from './wire/hang-up.ts'
import { appliedPreference, readPrefer } from './wire/prefer.ts'
import { PROBLEM_TYPE } from './wire/problems.ts'

/** The number of characters from which the costs in a result are removed in a separate time slice. */
const LONG_RESULT = 32_768

/** Matches the code in a serialized problem. The text before the code is always the same. */
const CODE = /"code":"([A-Z_]+)"/

/**
 * Adds a route for each command. Checks run in this order: authentication, role, key, body, replay, rules
 * (S-REFUSAL-5).
 */
export function addCommandRoutes(app: FastifyInstance, companies: Companies): void {
  app.decorateRequest('fingerprint')
  for (const command of COMMANDS.filter(({ upload }) => upload === undefined))
    addApiRoute(app, {
      method: command.method,
      url: command.path,
      may: command.may,
      mayLackBody: command.mayLackBody,
      inBatch: true,
      schema: {
        ...describeCommand(command),
        params: paramsSchema(command.path),
        querystring: strictObject({}),
      },
      onRequest: requireKey,
      preValidation: [...(command.mayLackBody ? [takeNoBody] : []), ...takeFormer(command)],
      preHandler: [keepFingerprint, convertBody(command)],
      handler: (request, reply) => runCommand(command, companies, request, reply),
    })
}

/** Returns the schema for the parameters of a path: each `:name` segment is an id. */
export function paramsSchema(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  return Type.Object(Object.fromEntries(names.map((name) => [name, Id])))
}

/**
 * Stores the fingerprint of the parsed body, before anything in it is trimmed or converted. A body that violates its
 * schema gets no fingerprint, because serializing a large invalid body takes longer than checking it.
 */
export function keepFingerprint(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  // The fingerprint is already set if the body was sent with former field names.
  if (request.fingerprint === undefined) {
    const path = request.url.split('?', 1)[0]!
    const body = safeStableStringify(request.body)
    request.fingerprint = hash('sha256', `${request.method} ${path}\n${body}`, 'base64url')
  }
  done()
}

/**
 * Replaces former field names in a body with the current names. The fingerprint is still computed from the body as
 * sent.
 */
export function takeFormer({ former }: Pick<Command, 'former'>) {
  if (former === undefined) return []
  const take = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const sent = request.body as Record<string, unknown> | null
    if (typeof sent === 'object' && sent !== null && former.names.some((name) => name in sent)) {
      keepFingerprint(request, reply, () => undefined)
      request.body = former.read({ ...sent })
    }
    done()
  }
  return [take]
}

function takeNoBody(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  if (request.body === undefined) request.body = {}
  done()
}

function convertBody({ body }: Command) {
  const convert = converterOf(body)
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    convert(request.body)
    done()
  }
}

/**
 * Runs a command in the caller's company and sends the response. The request must already contain the body and the
 * fingerprint.
 */
export async function runCommand(
  command: Command,
  companies: Companies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (command.mayWith !== undefined) refuseUnlessMay(command.mayWith(request.body), request.caller)
  const company = await companies.get(request.caller.companyId)
  if (company === null) throw noCompany()
  const { epoch } = companies.database
  const form = readPrefer(request.headers.prefer, epoch)
  const view = viewOf(request)
  const place = placeInBatch()
  const asked: CommandRequest = {
    command,
    params: request.params as Record<string, string>,
    body: request.body,
    key: request.headers['idempotency-key'] as string,
    fingerprint: request.fingerprint,
    actor: request.caller.actor,
    role: request.caller.role,
    requestId: request.id,
    form,
    view,
    get signal() {
      return hangUpOf(request)
    },
  }
  const answer = await (place === undefined ? company.submit(asked) : place.submit(company, asked))
  reply.header(EPOCH_HEADER, epoch)
  if (answer.isReplay) reply.header('idempotent-replayed', 'true')
  if (!answer.ok) {
    METERS.refusals.inc({ code: CODE.exec(answer.problem)?.[1] ?? 'unknown' })
    if (answer.status === 503) reply.header('retry-after', 1)
    return reply.code(answer.status).type(PROBLEM_TYPE).send(answer.problem)
  }
  const applied = appliedPreference(form, answer.form, request.headers.prefer)
  if (applied !== undefined) reply.header('preference-applied', applied)
  // The result of a repeated command is filtered, too, because the first caller may have had different rights.
  const result = view === 'full' ? answer.result : await resultInView(command, request, joinText(answer.result))
  if (place !== undefined) return reply.type('application/json; charset=utf-8').send(joinText(result))
  const pieces = [...piecesOf(concat('{"result":', result, ',"state":')), ...answer.state, '}']
  return answer.form === 'full' ? sendState(request, reply, pieces) : sendPieces(request, reply, pieces)
}

/**
 * Filters a result according to the caller's view. Filtering a long result takes milliseconds, so it waits for a time
 * slice of the company.
 */
async function resultInView({ result: schema }: Command, request: FastifyRequest, result: string): Promise<string> {
  const asker = askerOf(request)
  if (result.length > LONG_RESULT) await sliceOf(asker)
  return charging(asker.companyId, () => inView(viewOf(request), schema, result))
}
