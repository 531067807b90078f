/** Turns the table of routes that only the session address has into operations of the OpenAPI document. */
import type { TObject, TSchema } from 'typebox'
import { GROUPS, ROLES } from '../../domain/roles.ts'
import { WRITE_HEADERS, WRITE_PROBLEMS } from './openapi.ts'
import type { SessionOperation } from './operation.ts'

/** Returns an operation as the document describes it, with its headers, refusals and the roles that may use it. */
export function describeOperation(operation: SessionOperation): object {
  const { operationId, tag, summary, description, may, body, answer, path, isOpen = false, refusals = [] } = operation
  const { query, files = {} } = operation
  const refuses = refusals.length === 0 ? '' : ` Refuses: ${refusals.map((code) => `\`${code}\``).join(', ')}.`
  const roles = may === undefined ? ROLES : GROUPS[may].roles
  const whom = isOpen
    ? ''
    : may === undefined
      ? ' Allowed for every signed-in user.'
      : ` Allowed for the role ${roles.join(', ')}.`
  const title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
  const { 409: conflict, 413: _large, 415: _type, ...others } = withHeaders(WRITE_PROBLEMS)
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description}${refuses}${whom} Available at the session address only.`,
    security: isOpen ? [] : [{ session: [] }],
    'x-roles': isOpen ? [] : roles,
    'x-refusals': refusals,
    parameters: [
      ...pathParameters(path),
      ...queryParameters(query),
      ...(body === undefined ? [] : headerParameters(operation)),
      ...(hasState(answer) ? [preferParameter()] : []),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: jsonOf(named(body, title)) } }),
    responses: {
      200: {
        description: body === undefined ? 'Found.' : 'Done.',
        content: { ...(answer && jsonOf(answer)), ...filesOf(files) },
      },
      ...others,
      ...(body === undefined && refusals.length === 0 ? {} : { 409: conflict }),
    },
  }
}

/**
 * Whether the response contains the state. All writes about the warehouse return the state; writes about tokens,
 * members and invitations do not.
 */
const hasState = ({ properties = {} }: { properties?: object } = {}): boolean => 'state' in properties

function preferParameter(): object {
  const { description, examples, ...schema } = WRITE_HEADERS.properties.Prefer as unknown as {
    description: string
    examples: string[]
  }
  return { schema, example: examples[0], in: 'header', name: 'Prefer', required: false, description }
}

interface ProblemAnswer {
  readonly description: string
  readonly headers?: Record<string, TSchema & { readonly description?: string }>
  readonly content: object
}

/** Converts response headers to the form that they have in the document's generated operations. */
function withHeaders<T extends Record<number, ProblemAnswer>>(problems: T): T {
  const entries = Object.entries<ProblemAnswer>(problems).map(([status, { description, headers, content }]) => {
    const named = Object.entries(headers ?? {}).map(([name, { description: words, ...schema }]) => [
      name,
      { schema, description: words },
    ])
    return [status, { description, ...(headers && { headers: Object.fromEntries(named) }), content }]
  })
  return Object.fromEntries(entries) as T
}

const jsonOf = (schema: object) => ({ 'application/json': { schema } })

function named(body: TObject, title: string): object {
  if (Object.keys(body.properties).length === 0)
    return { ...body, title: 'NoBody', description: 'An empty body: send `{}`.' }
  return {
    ...body,
    title: `${title}Body`,
    description: `The body of \`${title.charAt(0).toLowerCase()}${title.slice(1)}\`.`,
  }
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    schema: { type: 'string' },
    in: 'path',
    name,
    required: true,
  }))
}

function queryParameters(query: TObject | undefined): object[] {
  const entries = Object.entries(query?.properties ?? {}) as [string, { description?: string; default?: unknown }][]
  return entries.map(([name, { description, ...schema }]) => ({
    ...{ schema, in: 'query', name, description },
    // A parameter that has a default is optional.
    required: query?.required?.includes(name) === true && schema.default === undefined,
  }))
}

const filesOf = (files: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(files).map(([type, schema]) => [type, { schema }]))

function headerParameters({ isKeyless = false }: SessionOperation): object[] {
  const { description, examples, ...schema } = WRITE_HEADERS.properties['Idempotency-Key'] as unknown as {
    description: string
    examples: string[]
  }
  const key = { schema, example: examples[0], in: 'header', name: 'Idempotency-Key', required: true, description }
  const origin = { schema: { type: 'string' }, in: 'header', name: 'Origin', required: true, description: ORIGIN }
  return isKeyless ? [origin] : [key, origin]
}

const ORIGIN = 'The address of the service itself; browsers send this header automatically.'
