/** The OpenAPI 3.1 document, made from the same schemas that validate. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Command } from '../commands/define.ts'
import { PROBLEMS } from '../domain/refusals.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from './idempotency-key.ts'

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

/** The documentation of an error answer. */
export const problem = (description: string) => ({
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

/** For the document only: the header is checked in http/idempotency-key.ts, before the body is read. */
const WRITE_HEADERS = Type.Object({
  'Idempotency-Key': Type.String({
    minLength: MIN_KEY_LENGTH,
    maxLength: MAX_KEY_LENGTH,
    description: 'New for each new command. Repeating a command with its key does it once.',
  }),
  Prefer: Type.Optional(
    Type.String({
      description: 'RFC 7240: `state=changes`, `state=changes; since=40`, `state=summary`, `return=minimal`.',
    }),
  ),
})

const REPLY_HEADERS = {
  'Idempotent-Replayed': Type.String({ description: '`true` when this is the first answer of the key again.' }),
  'Preference-Applied': Type.String({ description: 'The form of `state` that Prefer asked for and got.' }),
}

const TAGS = [
  { name: 'Warehouses', description: 'Where stock is kept.' },
  { name: 'Price types', description: 'Kinds of prices beside the main one.' },
  { name: 'Filters', description: 'Properties that products are filtered by.' },
  { name: 'Products', description: 'Products, variants, services and bundles.' },
  { name: 'Partners', description: 'Suppliers and customers.' },
  { name: 'Organizations', description: 'Legal entities of the company itself.' },
  { name: 'Contracts', description: 'Agreements of an organization with a partner.' },
  { name: 'Custom fields', description: 'Fields of the company’s own, with typed values.' },
  { name: 'External links', description: 'What records are called in other systems.' },
  { name: 'Purchases', description: 'Goods ordered from suppliers.' },
  { name: 'Procurement', description: 'Orders, invoices, receipts and returns as documents.' },
  { name: 'Payments', description: 'Money paid and received.' },
  { name: 'Stock', description: 'Receipts, write-offs and transfers, lot by lot.' },
  { name: 'Orders', description: 'Customer orders: reserve, pick, ship, cancel.' },
  { name: 'Settings', description: 'Settings of the company.' },
  { name: 'Notifications', description: 'What the owner wants to be told.' },
  { name: 'State', description: 'The whole warehouse, or what changed in it.' },
  { name: 'Catalog', description: 'What can be sold, at the chosen prices.' },
  { name: 'Reports', description: 'Stock, turnover and profit on a date or over a period.' },
  { name: 'Audit', description: 'Who did what.' },
]

/** The body of a command's route schema, and the documentation part. */
export function describeCommand(command: Command) {
  return {
    operationId: command.name,
    summary: command.summary,
    description: command.description,
    tags: [command.tag],
    security: [{ bearer: [] }],
    body: { ...command.body, examples: [command.example] },
    response: {
      200: {
        description: 'Done. `state` is the whole state, or the form that Prefer asked for.',
        headers: REPLY_HEADERS,
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
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      tags: TAGS,
      servers: [{ url: baseUrl, description: 'Bearer API' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url }) => ({ schema: documented(schema), url }),
    transformObject: (document) => ('openapiObject' in document ? withSharedSchemas(document.openapiObject) : {}),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
}

/** The route as others see it: with the headers of writes, without our own validation keywords. */
function documented(schema: FastifySchema): FastifySchema {
  const withHeaders = schema.body === undefined ? schema : { ...schema, headers: WRITE_HEADERS }
  return withoutOwnKeywords(withHeaders) as FastifySchema
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

/** Every object schema with a title stands once, under `components`. */
function withSharedSchemas(document: object): object {
  const schemas: Record<string, unknown> = {}
  const share = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(share)
    if (typeof node !== 'object' || node === null) return node
    const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, share(inner)]))
    if (copy.type !== 'object' || typeof copy.title !== 'string') return copy
    const { title, ...schema } = copy
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  const shared = share(document) as { components: object }
  return { ...shared, components: { ...shared.components, schemas } }
}
