/**
 * The OpenAPI 3.1 document, generated from the same schemas that validate requests, and a page at /docs for reading it.
 */
import { readFile } from 'node:fs/promises'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Command } from '../../commands/define.ts'
import { aboutKind, KIND_NAMES, namesOf } from '../../domain/kinds.ts'
import type { ProblemCode } from '../../domain/refusals.ts'
import { describeGroup, GROUPS, type May } from '../../domain/roles.ts'
import { VERSION } from '../../runtime/version.ts'
import { type FixedAnswer, fixAnswer, sendFixed } from '../fixed-answers.ts'
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH } from '../idempotency-key.ts'
import { writeAnswer } from './answers.ts'
import { completeDocument, withoutOwnKeywords } from './document.ts'
import { addDocumentPage } from './document-page.ts'
import { exampleAnswer, exampleBody } from './examples.ts'
import { ProblemSchema } from './problems.ts'

const SESSION_COOKIE = 'skladno.session_token'
export const SECURITY: Record<string, string[]>[] = [{ bearer: [] }, { session: [] }]

/** The documentation of an error response. The response's status determines its possible codes. */
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})

const NOT_NOW = {
  ...problem('The service cannot answer now. Try again; repeat a write with the same Idempotency-Key.'),
  headers: { 'Retry-After': Type.Integer({ description: 'How many seconds to wait.' }) },
}

const READ_PROBLEMS = {
  400: problem('The request is malformed or does not match its schema.'),
  401: problem('The token is missing, wrong or revoked; at the session address, there is no session.'),
  403: problem(
    'At the session address: the user’s role does not allow this, or the write comes from a different Origin than the address.',
  ),
  404: problem('Something named in the path, the query or the body does not exist in this company.'),
  429: {
    ...problem('Too many requests from this token, session or company, if the operator set a limit.'),
    headers: {
      'Retry-After': Type.Integer({ description: 'How many seconds to wait.' }),
      'RateLimit-Policy': Type.String({
        description:
          'The limits that apply, also in successful answers: `"requests"` of the token or session, `"company"` of the company. `q` is the number of requests in `w` seconds.',
      }),
      RateLimit: Type.String({ description: 'What is left of these limits: `r` requests for `t` seconds.' }),
    },
  },
  500: problem('An error of the service. Report the `requestId` to its operator.'),
  503: NOT_NOW,
}

/** The refusals that any write may return. */
export const WRITE_PROBLEMS = {
  ...READ_PROBLEMS,
  409: problem('A rule refuses the command, or the key was used for another command. Nothing has changed.'),
  413: problem('The body is too large.'),
  415: problem('This route does not accept the content type of the body.'),
}

/** Only documents the Idempotency-Key header, which is checked in http/idempotency-key.ts before the body is read. */
export const WRITE_HEADERS = Type.Object({
  'Idempotency-Key': Type.String({
    minLength: MIN_KEY_LENGTH,
    maxLength: MAX_KEY_LENGTH,
    description:
      'A new key for each new command. If a command is repeated with its key, it is still executed only once, and the answer is the same.',
    examples: ['receipt-2026-03-02-1'],
  }),
  Prefer: Type.Optional(
    Type.String({
      description:
        'RFC 7240: how much of `state` to return. `state=full` (the default), `state=changes`, `state=changes; since=40`, `state=summary`, or `return=minimal`, which means the same as `state=summary`.',
      examples: ['return=minimal'],
    }),
  ),
})

const REPLY_HEADERS = {
  'Idempotent-Replayed': Type.String({ description: '`true` when this repeats the first answer to the key.' }),
  'Preference-Applied': Type.String({
    description: 'The form of `state` that Prefer requested and the answer contains.',
  }),
}

const TAGS = [
  ...KIND_NAMES.flatMap((kind) => {
    const { about } = aboutKind(kind)
    return about === undefined ? [] : [{ name: namesOf(kind).tag, description: about }]
  }),
  { name: 'State', description: 'The whole warehouse, or the changes in it.' },
  { name: 'Catalog', description: 'The products that can be sold, at the chosen prices.' },
  {
    name: 'Table imports',
    description: 'Products, partners, opening stock, stock rules and supplier items from Excel and CSV.',
  },
  { name: 'Reports', description: 'Stock, turnover and profit on a date or over a period.' },
  { name: 'Audit', description: 'A log of who did what.' },
  {
    name: 'Session',
    description: 'The signed-in user. The introduction of this document explains how to sign up and sign in.',
  },
  { name: 'Batch', description: 'Several commands in one request.' },
  { name: 'Tokens', description: 'API tokens, for owners.' },
  { name: 'Team', description: 'Members and invitations, for owners.' },
  { name: 'Import', description: 'Imports from the external accounting system, for owners.' },
]

/** The schema of a command's route: its body and its documentation. */
export function describeCommand(command: Command) {
  const answer = writeAnswer(command.result)
  return {
    operationId: command.name,
    summary: command.summary,
    description: [command.description, ...refusalWords(command.refusals)].join(' '),
    'x-refusals': command.refusals,
    tags: [command.tag],
    security: SECURITY,
    body: { ...command.body, examples: [exampleBody(command)] },
    response: {
      200: {
        description:
          'The command was executed. `state` is the whole state, or the form requested by `Prefer`; the example shows the short form.',
        headers: REPLY_HEADERS,
        content: { 'application/json': { schema: answer, example: exampleAnswer(command, answer) } },
      },
      ...WRITE_PROBLEMS,
    },
  }
}

/** Lists the codes of the 404 and 409 responses that the command itself may return. */
function refusalWords(refusals: readonly ProblemCode[]): string[] {
  return refusals.length === 0 ? [] : [`Refuses: ${refusals.map((code) => `\`${code}\``).join(', ')}.`]
}

/**
 * Makes the documentation of a GET route, which goes into the route's schema. `answering` adds the response's schema.
 */
export function describeRead(operationId: string, summary: string, description: string, tag: string) {
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: SECURITY,
    response: {
      200: {
        description: 'Found.',
        content: { 'application/json': { schema: Type.Object({}, { additionalProperties: true }) as TSchema } },
      },
      ...READ_PROBLEMS,
    },
  }
}

/** Adds the JSON response's schema to a GET route's documentation. */
export function answering<T extends ReturnType<typeof describeRead>>(described: T, schema: TSchema): T {
  const found = { ...described.response[200], content: { 'application/json': { schema } } }
  return { ...described, response: { ...described.response, 200: found } }
}

/** The addresses at which clients reach the service. */
export interface DocumentedAddresses {
  readonly baseUrl: string
  readonly sessionUrl: string
}

/**
 * The document that `npm run openapi` wrote, with the addresses of a server without settings. A test compares it with
 * the routes.
 */
const WRITTEN = new URL('../../../docs/openapi.json', import.meta.url)

/** The addresses of a server started without settings. */
export const USUAL_ADDRESSES: DocumentedAddresses = {
  baseUrl: 'http://127.0.0.1:8080',
  sessionUrl: 'http://127.0.0.1:8081',
}

const BASE_URL = JSON.stringify(USUAL_ADDRESSES.baseUrl)
const ANY_ADDRESS = new RegExp(`${BASE_URL}|${JSON.stringify(USUAL_ADDRESSES.sessionUrl)}`, 'g')

interface Documentation {
  readonly document: StaticDocumentSpec['document']
  /** The JSON response that serves the document. */
  readonly answer: FixedAnswer
}

/**
 * The most recently made documentation. Both addresses of a service share it, because making it takes a tenth of a
 * second and leaves megabytes of garbage.
 */
let last: { readonly key: string; readonly making: Promise<Documentation> } | null = null

/** Returns the document that `npm run openapi` wrote, with the given addresses. Callers must not change it. */
function documentationOf(addresses: DocumentedAddresses): Promise<Documentation> {
  const key = JSON.stringify([addresses.baseUrl, addresses.sessionUrl])
  if (last?.key !== key) last = { key, making: makeDocumentation(addresses) }
  return last.making
}

async function makeDocumentation({ baseUrl, sessionUrl }: DocumentedAddresses): Promise<Documentation> {
  const written = await readFile(WRITTEN, 'utf8')
  // Replace both addresses in one pass, because one real address may equal the other default address.
  const document = JSON.parse(
    written.replace(ANY_ADDRESS, (usual) => JSON.stringify(usual === BASE_URL ? baseUrl : sessionUrl)),
  )
  document.info['x-release'] = VERSION
  return { document, answer: fixAnswer('application/json; charset=utf-8', Buffer.from(JSON.stringify(document))) }
}

/**
 * Serves the written document, with this service's addresses and release, at /openapi.json, and a page showing it at
 * /docs. Generating the document from the routes takes seconds, which is too long at startup.
 */
export async function addOpenApi(app: FastifyInstance, addresses: DocumentedAddresses): Promise<void> {
  const { document, answer } = await documentationOf(addresses)
  await app.register(swagger, { mode: 'static', specification: { document } })
  await addDocumentPage(app)
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) => sendFixed(request, reply, answer))
}

/**
 * Generates the document, available as `app.swagger()`, from the routes added after this call. `elsewhere`: operations
 * of the other address, by path and method.
 */
export async function makeOpenApi(
  app: FastifyInstance,
  elsewhere: Record<string, Record<string, object>>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Skladno API', version: '1.0.0', description: ABOUT, license: LICENSE },
      tags: TAGS,
      servers: [
        { url: USUAL_ADDRESSES.baseUrl, description: 'For programs: takes a Bearer token, not a session.' },
        {
          url: USUAL_ADDRESSES.sessionUrl,
          description: 'For the app and its users: takes a session cookie, not a Bearer token.',
        },
      ],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({ schema: documented(schema, url, route.config?.may), url }),
    transformObject: (document) =>
      'openapiObject' in document ? completeDocument(document.openapiObject, elsewhere) : {},
  })
}

const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' }

const ABOUT = `Warehouse accounting for many companies: products, prices, stock in lots, purchases, orders.

- **Writes** take an \`Idempotency-Key\`. If a command is sent again with its key, even after a crash, it is executed only once and the answer is the same. Writes return \`{result, state}\`; \`Prefer: return=minimal\` requests less state.
- **Money** is a number in main currency units in steps of 0.01, **quantities** are in steps of 0.001: \`x-multipleOf\` of a field has its step. More decimals are refused, never rounded. The step is not in \`multipleOf\`, because many validators compute that in binary and would refuse 0.29 and 1.005.
- **Times** are RFC 3339, in UTC with milliseconds, in the years 1900 to 2200. **Ids** are UUIDv7.
- **Lists** return \`{items, nextCursor}\`; \`nextCursor\` is the \`cursor\` of the next page.
- **Roles**: the description of an operation and its \`x-roles\` list the roles that may call it; others get 403 \`FORBIDDEN\`. An API token has the rights of an owner. Fields with \`x-cost\`, \`stockValue\`, the cost columns of reports, and \`purchases\`, \`documents\` and \`payments\` in the state are absent for storekeepers and for viewers who do not see costs.
- **Errors** are \`application/problem+json\` (RFC 9457) with a \`code\` for programs, the \`figures\` of that code, and a \`detail\` that says what to do. The possible codes of an operation are in its \`x-refusals\`, and in \`x-of-any-operation\` of \`Problem.code\`. A refused command changes nothing. If a rule refused it, its key is used up: \`keyUsed\` is true, and the corrected command needs a new key. If it was refused before any rule (because of its schema, its caller, or a 5xx), send it again with the same key.
- **Signing in.** A program needs a token of its company. The owner of the company signs up at the session address, \`POST /api/auth/sign-up/email\` \`{name, email, password, companyName}\`, or signs in with \`POST /api/auth/sign-in/email\` \`{email, password}\`; both set a session cookie. With that cookie, the session address as the header \`Origin\`, and an \`Idempotency-Key\`, \`POST /api/v1/tokens\` \`{name}\` returns the token as \`secret\`, this one time only. A sign-in that returns \`{twoFactorRedirect: true}\` asks for a code: \`POST /api/auth/two-factor/verify-totp\` \`{code}\`. \`POST /api/auth/sign-out\` \`{}\` ends the session. The operations of the tag Session show who is signed in; \`/api/auth\` returns errors as \`{code, message}\`.
- **Custom fields.** \`entityKind\` names the records that have the field: \`product\`, \`partner\` and \`procurement_document\` have \`customValues\`, and the service checks the values against the field. Any other name is for the client's own use.`

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token of a company, created by its owner. It gives access to that company only.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session of a signed-in user; valid at the session address only. Writes must also send that address as `Origin`.',
  },
} as const

interface RouteSchema extends FastifySchema {
  readonly operationId?: string
  readonly description?: string
  /** Headers that the route reads in addition to the headers of every write. */
  readonly alsoHeaders?: Readonly<Record<string, object>>
  /** True when a client need not send an Idempotency-Key to the route. */
  readonly isKeyless?: boolean
}

/**
 * The route as documented: with its allowed roles and the headers of writes, but without our own validation keywords.
 */
function documented(schema: FastifySchema, url: string, may?: May): FastifySchema {
  const { body, querystring, alsoHeaders, isKeyless = false, operationId = '', ...rest } = schema as RouteSchema
  const ofWrites = isKeyless ? Type.Pick(WRITE_HEADERS, ['Prefer']) : WRITE_HEADERS
  const headers = { ...ofWrites, properties: { ...ofWrites.properties, ...alsoHeaders } }
  return withoutOwnKeywords({
    // A GET route whose path contains an id may refuse with NOT_FOUND.
    'x-refusals': url.includes(':') ? ['NOT_FOUND'] : [],
    ...rest,
    operationId,
    ...(may === undefined ? {} : describeMay(may, rest.description)),
    ...(body === undefined ? {} : { headers, body: namedBody(body as object, operationId) }),
    ...(querystring === undefined ? {} : { querystring: withOptionalDefaults(querystring as QuerySchema) }),
  }) as FastifySchema
}

/** Describes the allowed roles in words for people, and as extension keywords for programs. */
function describeMay(may: May, description = '') {
  const { roles, costsOnly }: { roles: readonly string[]; costsOnly: boolean } = GROUPS[may]
  const words = may === 'everyone' ? 'Allowed for every role.' : `Allowed for the role ${describeGroup(may)}.`
  const extensions = { 'x-roles': roles, ...(costsOnly ? { 'x-sees-costs': true } : {}) }
  return { ...extensions, description: `${description} ${words}` }
}

/** Gives a body a title, so that the document lists it under a name. */
function namedBody(body: { properties?: object; title?: string }, operationId: string): object {
  if (body.properties === undefined || body.title !== undefined) return body
  if (Object.keys(body.properties).length === 0)
    return { ...body, title: 'NoBody', description: 'An empty body: send `{}`.' }
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
  return { ...body, title: `${name}Body`, description: `The body of \`${operationId}\`.` }
}

interface QuerySchema {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

/** Removes the query parameters that have a default from the list of required parameters. */
function withOptionalDefaults(query: QuerySchema): QuerySchema {
  const required = (query.required ?? []).filter((name) => query.properties[name]?.default === undefined)
  return { ...query, required }
}
