/** Sends errors. Every error is an application/problem+json document with the same structure. Source: S-REFUSAL-1. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { faultOfSchema, type SchemaError } from '../../commands/schema-faults.ts'
import {
  type FieldError,
  fieldError,
  type ProblemCode,
  problemOf,
  Refusal,
  type RefusalExtras,
} from '../../domain/refusals.ts'
import { HUNG_UP } from '../../runtime/fair-limiter.ts'
import { METERS } from '../../runtime/meters.ts'
import { isStopped } from '../../store/connection-failures.ts'
import type { DatabaseHealth } from '../../store/health.ts'
import { answerAndDrain, isStillSending } from './draining.ts'

declare module 'fastify' {
  interface FastifyInstance {
    databaseHealth: DatabaseHealth
  }
}

export const PROBLEM_TYPE = 'application/problem+json'
const MAX_ERRORS = 20
const MAX_NAME_SHOWN = 100
const STOPPED =
  'The database stopped this request, because it took too long. Ask for less, for example a shorter period, or try again when the service has less to do.'
const RETRY_AFTER_SECONDS = 1

/** Sends a problem. With status 429 or 503, the response states when to retry. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  detail: string,
  extras: RefusalExtras = {},
): FastifyReply {
  const problem = problemOf(code, detail, extras, request.id)
  METERS.refusals.inc({ code })
  const isForLater = problem.status === 429 || problem.status === 503
  if (isForLater && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  if (problem.status === 401) reply.header('www-authenticate', request.server.challenge)
  reply.code(problem.status).type(PROBLEM_TYPE)
  const text = JSON.stringify(problem)
  return isStillSending(request, reply) ? answerAndDrain(request, reply, text) : reply.send(text)
}

/** Answers a request whose path has invalid percent-encoding. Fastify runs no hooks for such a request. */
export function answerUnreadablePath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  sendProblem(request, reply, 'VALIDATION_FAILED', 'The path is not valid percent-encoded UTF-8.')
}

/** Responds to an error thrown in a route. For an unexpected error, the client gets only the request id. */
export function answerError(
  error: FastifyError | Refusal | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Refusal) return sendProblem(request, reply, error.code, error.message, error.extras)
  const { validation, validationContext, code = '', statusCode } = error as FastifyError
  if (validation !== undefined) {
    if (validationContext === 'body' && request.body === undefined) return refuseNoBody(request, reply)
    const errors = validation.slice(0, MAX_ERRORS).map((one) => readFault(one, validationContext ?? 'body'))
    return sendProblem(request, reply, 'VALIDATION_FAILED', describe(errors), { errors })
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return sendProblem(request, reply, 'BODY_TOO_LARGE', 'The body is larger than this route takes: 1 MiB of JSON.', {
      figures: { reason: 'bytes', most: request.routeOptions.bodyLimit },
    })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return sendProblem(request, reply, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json.', {
      figures: { reason: 'type' },
    })
  if (code.startsWith('FST_ERR_CTP') || (statusCode === 400 && code.startsWith('FST_')))
    return sendProblem(request, reply, 'MALFORMED_JSON', `The body could not be read: ${error.message}.`)
  // The client has disconnected. Nobody will read this response, but the error must not be logged as a database
  // failure.
  if (request.raw.destroyed && !request.raw.complete)
    return sendProblem(request, reply, 'VALIDATION_FAILED', 'The request broke off. Send it again.')
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed)
    return sendProblem(request, reply, 'UNAVAILABLE', HUNG_UP)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return answerOthers(statusCode, request, reply)
  if (isStopped(error)) {
    request.log.warn({ error, requestId: request.id }, 'The database stopped a request that took too long')
    return sendProblem(request, reply, 'UNAVAILABLE', STOPPED)
  }
  if (request.server.databaseHealth.explains(error)) {
    request.log.debug({ error, requestId: request.id }, 'The database could not be reached')
    return sendProblem(request, reply, 'UNAVAILABLE', 'The database cannot be reached. Try again in a moment.')
  }
  request.log.error({ error, requestId: request.id }, 'A request failed')
  return sendProblem(request, reply, 'INTERNAL', 'Please report the requestId.')
}

function refuseNoBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = request.method === 'DELETE' ? 'is missing: send {}' : 'is missing: send a JSON object'
  const detail = `The body ${message}, with Content-Type: application/json.`
  return sendProblem(request, reply, 'VALIDATION_FAILED', detail, { errors: [fieldError('', message, 'REQUIRED')] })
}

/**
 * Responds to errors from Fastify and its plugins, for example when a file of /docs must not be served or a range is
 * invalid.
 */
function answerOthers(statusCode: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (statusCode === 403 || statusCode === 404) return answerNoRoute(request, reply)
  if (statusCode === 413) return sendProblem(request, reply, 'BODY_TOO_LARGE', 'The body is too large.')
  if (statusCode === 429)
    return sendProblem(request, reply, 'RATE_LIMITED', 'Too many requests. Try again in a moment.')
  return sendProblem(request, reply, 'VALIDATION_FAILED', 'The request cannot be answered with these headers.')
}

export function answerNoRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]
  return sendProblem(request, reply, 'ROUTE_NOT_FOUND', `There is no ${request.method} ${path}. See /openapi.json.`)
}

const PLACES: Record<string, string> = { body: '', querystring: 'query', params: 'params', headers: 'header' }

function readFault(error: SchemaError, context: string): FieldError {
  const place = PLACES[context] ?? ''
  const { keyword, params, instancePath } = error
  const named =
    keyword === 'additionalProperties'
      ? `/${escapePointer(String(params.additionalProperty))}`
      : keyword === 'required'
        ? `/${escapePointer(String(params.missingProperty))}`
        : ''
  const path = place === '' ? `${instancePath}${named}` : `${place}${instancePath}${named}`
  return fieldError(path, messageOf(error), faultOfSchema(error))
}

function messageOf({ keyword, message, params }: SchemaError): string {
  if (keyword === 'additionalProperties') return 'is not a known field here'
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum') return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'minLength' && params.limit === 1) return 'must not be empty'
  return message ?? 'is not valid'
}

/**
 * Shortens the name of an unknown field, which may be up to a mebibyte long, and escapes it for a JSON pointer. Keeps
 * enough of the name to find the field.
 */
function escapePointer(name: string): string {
  const shown = name.length > MAX_NAME_SHOWN ? `${name.slice(0, MAX_NAME_SHOWN)}…` : name
  return shown.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
}

function describe(errors: readonly FieldError[]): string {
  const first = errors[0]!
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more, see errors)`
  return `${first.path === '' ? 'The body' : first.path} ${first.message}${more}.`
}
