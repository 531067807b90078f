/**
 * The last steps in making the OpenAPI document: adds descriptions of fields and examples, and moves repeated parts to
 * `components`.
 */
import { exampleId } from '../../domain/fields/examples.ts'
import { exampleOf, exampleProblems } from './examples.ts'
import { codesOf } from './problems.ts'
import { FIELD_WORDS } from './words.ts'

const OWN_KEYWORDS = new Set(['text', 'unit', 'moment', 'timeZone', 'gapless', 'customValues', 'cost'])
/** How the document describes decimal numbers. https://spec.openapis.org/registry/format/decimal */
export const DECIMALS = {
  minor: { format: 'decimal', 'x-multipleOf': 0.01 },
  milli: { format: 'decimal', 'x-multipleOf': 0.001 },
  percent: { format: 'decimal', 'x-multipleOf': 0.01 },
} as const

type Node = Record<string, unknown>

interface MediaType extends Node {
  schema?: Node
  example?: unknown
  examples?: unknown
}
interface Response extends Node {
  content?: Record<string, MediaType>
}
interface Parameter extends Node {
  name: string
  in: string
  description?: string
  schema?: Node
}
interface Operation extends Node {
  parameters?: Parameter[]
  responses: Record<string, Response>
}
interface Document extends Node {
  paths: Record<string, Record<string, Operation>>
  components?: Node
}

/** Whether the key of a schema contains an example. Keys inside an example are not schema keywords. */
const isExample = (key: string) => key === 'example' || key === 'examples'
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Removes our validation keywords, which mean nothing to other programs. Standard keywords beside them express the same
 * checks. The number of decimals of a `unit` is stated in words and in `x-multipleOf`: validators compute `multipleOf`
 * in binary and would refuse 0.29 and 1.005, and the format `decimal` does not state a number of decimals.
 */
export function withoutOwnKeywords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOwnKeywords)
  if (!isNode(schema)) return schema
  const kept: Node = {}
  for (const [key, value] of Object.entries(schema)) {
    if (OWN_KEYWORDS.has(key) && typeof value !== 'object') {
      if (key === 'unit') Object.assign(kept, DECIMALS[value as keyof typeof DECIMALS])
      if (key === 'cost') kept['x-cost'] = true
      continue
    }
    kept[key] = isExample(key) ? value : withoutOwnKeywords(value)
  }
  return kept
}

/** Completes the document for serving. */
export function completeDocument(document: object, elsewhere: Record<string, Record<string, object>> = {}): object {
  const { paths, ...rest } = document as Document
  const operations = mapOperations(inOrder({ ...paths, ...(elsewhere as Document['paths']) }), (operation) =>
    withExamples(withWords(operation) as Operation),
  )
  const { schemas, shared } = shareSchemas(operations)
  return shareRepeated({ ...rest, paths: shared }, schemas)
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Sorts operations by path, then by method, because the order in which routes were added has no meaning. */
function inOrder(paths: Document['paths']): Document['paths'] {
  const sorted = Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    sorted.map(([path, methods]) => {
      const known = METHODS.filter((method) => method in methods)
      return [path, Object.fromEntries(known.map((method) => [method, methods[method]!]))]
    }),
  )
}

function mapOperations(paths: Document['paths'], change: (operation: Operation) => Operation): Document['paths'] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )
}

/**
 * Gives every JSON response and every problem an example. A problem example may only have a code that belongs to its
 * status.
 */
function withExamples(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const media = Object.entries(response.content ?? {}).map(([type, content]) => [
      type,
      type === 'application/problem+json' ? ofStatus(content, Number(status)) : exemplified(type, content),
    ])
    return [status, response.content === undefined ? response : { ...response, content: Object.fromEntries(media) }]
  })
  const parameters = operation.parameters?.map((parameter) =>
    parameter.in === 'path' ? { ...parameter, example: exampleOfPath(parameter) } : parameter,
  )
  return { ...operation, ...(parameters && { parameters }), responses: Object.fromEntries(responses) }
}

const exampleOfPath = ({ name, schema }: Parameter): unknown => schema?.minimum ?? exampleId(name)

function ofStatus(content: MediaType, status: number): MediaType {
  const codes = codesOf(status)
  const narrowed = { properties: { status: { const: status }, code: { enum: codes } } }
  return {
    schema: { allOf: [content.schema, narrowed] },
    examples: exampleProblems(codes),
  }
}

function exemplified(type: string, content: MediaType): MediaType {
  const isGiven = content.example !== undefined || content.examples !== undefined || content.schema === undefined
  return type !== 'application/json' || isGiven ? content : { ...content, example: exampleOf(content.schema!) }
}

/** Adds a description to every parameter and every field of a schema. */
function withWords(node: unknown, owner?: string): unknown {
  if (Array.isArray(node)) return node.map((entry) => withWords(entry, owner))
  if (!isNode(node)) return node
  const title = typeof node.title === 'string' ? node.title : owner
  const copy: Node = {}
  for (const [key, value] of Object.entries(node)) {
    if (isExample(key)) copy[key] = value
    else if (key === 'properties' && isNode(value)) copy[key] = describeFields(value, title)
    else copy[key] = withWords(value, title)
  }
  if (typeof node.in === 'string' && node.description === undefined) {
    const words = wordsFor('Parameter', String(node.name))
    if (words !== undefined) copy.description = words
  }
  return copy
}

function describeFields(properties: Node, owner: string | undefined): Node {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const described = withWords(schema) as Node
    const words = wordsFor(owner, name)
    // A schema with a title becomes a reference to a separate schema, which has its own description.
    const isSaid = described.description !== undefined || typeof described.title === 'string'
    if (isSaid || words === undefined) return [name, described]
    return [name, { ...described, description: words }]
  })
  return Object.fromEntries(fields)
}

/**
 * Finds the description of a field. An entry for `Product.price` also applies to `CreateProductBody`,
 * `UpdateProductBody` and `CatalogProduct`. Without such an entry, the entry for `price` applies.
 */
function wordsFor(owner = '', name: string): string | undefined {
  const record = owner.replace(/^(Create|Update|Change|Place|Catalog|Resolved)/, '').replace(/(Status)?Body$/, '')
  return FIELD_WORDS[`${owner}.${name}`] ?? FIELD_WORDS[`${record}.${name}`] ?? FIELD_WORDS[name]
}

/** Moves each schema with a title to `components`, so that it appears only once. */
function shareSchemas(paths: Document['paths']): { schemas: Node; shared: Document['paths'] } {
  const schemas = new Map<string, Node>()
  const share = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(share)
    if (!isNode(node)) return node
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, isExample(key) ? inner : share(inner)]),
    )
    const isSchema = copy.type === 'object' || copy.oneOf !== undefined
    if (!isSchema || typeof copy.title !== 'string') return copy
    const { title, ...schema } = copy
    const known = schemas.get(title)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the title ${title}`)
    schemas.set(title, schema)
    return { $ref: `#/components/schemas/${title}` }
  }
  const shared = share(paths) as Document['paths']
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1))
  return { schemas: Object.fromEntries(sorted), shared }
}

/** Moves refusals, headers and parameters that many operations share to `components`, so that they appear only once. */
function shareRepeated(document: Document, schemas: Node): object {
  const headers = sharedPart('headers')
  const responses = sharedPart('responses')
  const parameters = sharedPart('parameters')
  const paths = mapOperations(document.paths, (operation) => ({
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((one) =>
        one.in === 'header' ? (parameters.put(one.name.replaceAll('-', ''), one) as Parameter) : one,
      ),
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => {
        const named = Object.entries((response.headers as Node | undefined) ?? {}).map(([name, header]) => [
          name,
          headers.put(name.replaceAll('-', ''), header as Node),
        ])
        const whole = response.headers === undefined ? response : { ...response, headers: Object.fromEntries(named) }
        return [status, Number(status) >= 400 ? responses.put(`Problem${status}`, whole) : whole]
      }),
    ),
  }))
  const shared = { headers: headers.parts, parameters: parameters.parts, responses: responses.parts }
  return { ...document, paths, components: { ...document.components, ...shared, schemas } }
}

/**
 * Builds one section of `components`. A part stays in place if a shared part with the same name has different content.
 */
function sharedPart(section: string) {
  const parts: Record<string, Node> = {}
  /** @returns a reference to the shared part, or the part itself when another one already has this name. */
  const put = (name: string, part: Node): Node => {
    parts[name] ??= part
    const isSame = JSON.stringify(parts[name]) === JSON.stringify(part)
    return isSame ? { $ref: `#/components/${section}/${name}` } : part
  }
  return { parts, put }
}
