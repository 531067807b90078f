/** The OpenAPI 3.1 document, made from the same schemas that validate. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Command } from '../commands/define.ts'
import { PROBLEMS } from '../domain/refusals.ts'

const OWN_KEYWORDS = new Set(['text', 'unit', 'moment', 'customValues'])

const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ enum: Object.keys(PROBLEMS) }),
    detail: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
    blockers: Type.Optional(
      Type.Array(Type.Object({ entity: Type.String(), id: Type.String(), label: Type.String() })),
    ),
    requestId: Type.String(),
  },
  { title: 'Problem', description: 'RFC 9457. `code` says what happened; `detail` what to do.' },
)

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})

const WRITE_PROBLEMS = {
  400: problem('The request is malformed or breaks its schema.'),
  401: problem('No, wrong or revoked token.'),
  404: problem('Something that the path or the body names does not exist in this company.'),
  409: problem('A rule of the warehouse refuses, or the key was used for another command.'),
  413: problem('The body is too large.'),
  415: problem('The body is not application/json.'),
  503: problem('Not now; repeat with the same key.'),
}

const READ_PROBLEMS = {
  400: WRITE_PROBLEMS[400],
  401: WRITE_PROBLEMS[401],
  404: WRITE_PROBLEMS[404],
  503: problem('Not now; try again.'),
}

/** The documentation part of a command's route schema. */
export function describeCommand(command: Command) {
  return {
    operationId: command.name,
    summary: command.summary,
    description: command.description,
    tags: [command.tag],
    security: [{ bearer: [] }],
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          description: '8 to 120 characters, new for each new command. Repeating a command with its key does it once.',
        }),
      ),
      prefer: Type.Optional(
        Type.String({
          description: 'RFC 7240: `state=changes`, `state=changes; since=40`, `state=summary`, `return=minimal`.',
        }),
      ),
    }),
    response: {
      200: {
        description: 'Done. `state` is the whole state, or the form that Prefer asked for.',
        content: { 'application/json': { schema: envelope(command.result) } },
      },
      ...WRITE_PROBLEMS,
    },
  }
}

function envelope(result: TSchema) {
  return Type.Object({ result, state: Type.Object({}, { additionalProperties: true }) })
}

/** The documentation part of a read route's schema. */
export function describeRead(operationId: string, summary: string, description: string, tag: string) {
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: [{ bearer: [] }],
    response: {
      200: {
        description: 'Found.',
        content: { 'application/json': { schema: Type.Object({}, { additionalProperties: true }) } },
      },
      ...READ_PROBLEMS,
    },
  }
}

/** Collects the routes that are added after it and serves the document at /openapi.json. */
export async function addOpenApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Skladno API',
        version: '1.0.0',
        description:
          'Warehouse accounting for many companies. Every write takes an Idempotency-Key and returns {result, state}.',
      },
      servers: [{ url: baseUrl, description: 'Bearer API' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url }) => ({ schema: withoutOwnKeywords(schema) as typeof schema, url }),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
}

/** Our validation keywords mean nothing to others; what they check stands in the standard ones beside them. */
function withoutOwnKeywords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOwnKeywords)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (OWN_KEYWORDS.has(key) && typeof value !== 'object') continue
    kept[key] = withoutOwnKeywords(value)
  }
  return kept
}
