/**
 * Writes sdk/types.ts from docs/openapi.json: a type for every schema, and a table of all operations. A test checks
 * that the file is current.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'

const DOCUMENT = new URL('../docs/openapi.json', import.meta.url)
const TYPES = new URL('../sdk/types.ts', import.meta.url)
const BIOME = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url))

interface Schema {
  readonly [key: string]: unknown
  readonly $ref?: string
  readonly properties?: Record<string, Schema>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
type Content = Record<string, { schema: Schema }>
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly 'x-refusals': readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Record<string, { readonly content?: Content }>
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Schema> }
}

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const titleOf = ({ $ref }: Schema) => $ref?.split('/').at(-1)

/** Returns the source text of sdk/types.ts. */
export async function printTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document
  // Leave out the schema of an empty body, because methods take no argument for it.
  const { NoBody: _nothing, ...definitions } = document.components.schemas as Record<string, Schema>
  const operations: string[] = []
  const routes: string[] = []
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, summary } = operation
      const query = addQuery(definitions, operation)
      const takes = [...takenFromPath(path), ...takenBody(operation), ...takenQuery(query)]
      const answers = answerOf(definitions, operation)
      const refusals = operation['x-refusals']
      const refuses = refusals.map((code) => JSON.stringify(code)).join(' | ') || 'never'
      operations.push(
        `/** ${summary}. */\n${operationId}: { takes: [${takes.join(', ')}]; answers: ${answers}; refuses: ${refuses} }`,
      )
      const body = bodyKind(operation)
      const takesQuery = query !== undefined
      routes.push(
        `${operationId}: ${JSON.stringify({ method: method.toUpperCase(), path, body, takesQuery, refusals })}`,
      )
    }
  const text = `${await compileAll(definitions)}
/** The code of a refusal. docs/errors.md explains each code. */
export type ProblemCode = Problem['code']

/** The figures of each code, or null if the code has none. */
export interface FiguresByCode {
${figuresOf(document).join('\n')}
}

/** The action of an audit log entry. */
export type AuditAction = AuditEntry['action']

/** The figures of each action in the audit log. */
export interface FiguresByAction {
${figuresByAction(document).join('\n')}
}

/** The accepted types of bytes. A stream is read completely before it is sent, so that it can be sent again. */
export type Bytes = Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Every operation: its arguments, its answer, and the codes of its refusals. */
export interface Operations {
${operations.join('\n')}
}

export interface Route {
  readonly method: string
  /** The path, with \`{name}\` segments. */
  readonly path: string
  /** \`none\`: a write without fields, which sends \`{}\`. */
  readonly body: 'json' | 'bytes' | 'none' | null
  readonly takesQuery: boolean
  /** The codes with which the rules of the route can refuse. */
  readonly refusals: readonly ProblemCode[]
}

export const ROUTES: { readonly [Name in keyof Operations]: Route } = {
${routes.join(',\n')}
}

/** The operations on each kind of record, by the name of its list. */
export const KINDS = ${JSON.stringify(kindsOf(document))} as const
`
  return formatted(text, 'sdk/types.ts')
}

/** Returns a line for each error code with the type of the code's `figures`. */
function figuresOf({ components }: Document): string[] {
  const { code, figures } = components.schemas.Problem!.properties as Record<string, CodesOrFigures>
  return code!.enum!.map((one) => `${one}: ${titleOf(figures!['x-by-code']![one] ?? {}) ?? 'null'}`)
}

interface CodesOrFigures {
  readonly enum?: readonly string[]
  readonly 'x-by-code'?: Readonly<Record<string, Schema>>
  readonly 'x-by-action'?: Readonly<Record<string, Schema>>
}

/** Returns a line for each action of the audit log with the type of the action's `figures`. */
function figuresByAction({ components }: Document): string[] {
  const { figures } = components.schemas.AuditEntry!.properties as Record<string, CodesOrFigures>
  return Object.entries(figures!['x-by-action']!).map(([action, schema]) => `'${action}': ${titleOf(schema)}`)
}

const PLAIN = { post: 'create', patch: 'update', delete: 'delete' } as const

/**
 * Returns the kinds of records, with the methods of each. A kind is a list that can be exported as a file. Only
 * operations whose name starts with a basic action on one record become methods, so `placeOrder` does not.
 */
function kindsOf({ paths }: Document): Record<string, Record<string, string>> {
  const kinds = Object.entries(paths).flatMap(([path, methods]) => {
    const list = methods.get?.operationId ?? ''
    const isList = /^list[A-Z]/.test(list) && !path.includes('{')
    if (!isList || !methods.get!.parameters?.some(({ name }) => name === 'format')) return []
    const one = Object.keys(paths).find(
      (other) => other.startsWith(path) && /^\/\{\w+\}$/.test(other.slice(path.length)),
    )
    const ofOne = one === undefined ? {} : paths[one]!
    const found: Record<string, string> = { list, ...(ofOne.get && { read: ofOne.get.operationId }) }
    for (const [method, name] of Object.entries(PLAIN)) {
      const operation = (method === 'post' ? methods : ofOne)[method]?.operationId
      if (operation?.startsWith(name)) found[name] = operation
    }
    return [[list.charAt('list'.length).toLowerCase() + list.slice('list'.length + 1), found] as const]
  })
  return Object.fromEntries(kinds)
}

function takenFromPath(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`)
}

function bodyKind({ requestBody }: Operation): 'json' | 'bytes' | 'none' | null {
  if (requestBody === undefined) return null
  const json = requestBody.content['application/json']
  if (json === undefined) return 'bytes'
  return titleOf(json.schema) === 'NoBody' ? 'none' : 'json'
}

function takenBody(operation: Operation): string[] {
  const kind = bodyKind(operation)
  if (kind === 'bytes') return ['bytes: Bytes']
  return kind === 'json' ? [`body: ${titleOf(operation.requestBody!.content['application/json']!.schema)}`] : []
}

interface Query {
  readonly title: string
  readonly isRequired: boolean
}

function addQuery(definitions: Record<string, Schema>, { operationId, parameters = [] }: Operation): Query | undefined {
  const named = parameters.filter((parameter) => parameter.in === 'query')
  if (named.length === 0) return undefined
  const required = named.filter((parameter) => parameter.required).map(({ name }) => name)
  const title = `${upperFirst(operationId)}Query`
  const properties = named.map(({ name, description, schema }) => [name, { ...schema, description }])
  definitions[title] = { type: 'object', properties: Object.fromEntries(properties), required }
  return { title, isRequired: required.length > 0 }
}

function takenQuery(query: Query | undefined): string[] {
  return query === undefined ? [] : [`query${query.isRequired ? '' : '?'}: ${query.title}`]
}

/**
 * Returns the type of an operation's JSON response; for a write, the type of its `result`. The type of binary responses
 * is Blob.
 */
function answerOf(definitions: Record<string, Schema>, operation: Operation): string {
  const content = operation.responses['200']?.content ?? {}
  const schema = content['application/json']?.schema
  if (schema === undefined) return 'Blob'
  const title = titleOf(schema)
  if (title === undefined) {
    const own = `${upperFirst(operation.operationId)}Answer`
    definitions[own] = schema
    return own
  }
  // The responses of warehouse commands contain the result and the state; responses of other operations contain only
  // the result.
  const { result, state } = definitions[title]?.properties ?? {}
  return result === undefined || state === undefined ? title : titleOf(result)!
}

/** Returns the TypeScript types of all definitions, each of them once. */
async function compileAll(definitions: Record<string, Schema>): Promise<string> {
  const text = JSON.stringify({ title: 'Root', type: 'object', definitions }).replaceAll(
    '"#/components/schemas/',
    '"#/definitions/',
  )
  const compiled = await compile(JSON.parse(text), 'Root', {
    bannerComment: '/** Generated from docs/openapi.json by `npm run sdk:types`. */',
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    format: false,
  })
  return compiled
    .replace(/export interface Root \{\s*\}\n?/, '')
    .replace(/export interface (\w+) \{\s*\}/g, 'export type $1 = Record<string, never>')
    .replace(/\/\*\*\n((?: *\*.*\n)*?) *\*\/\n/g, (_all, lines: string) => {
      const said = lines.split('\n').map((line) => line.replace(/^ *\* ?/, ''))
      const own = said.filter((line) => line !== '' && !/^This interface was ref|^via the `definition`/.test(line))
      return own.length === 0 ? '' : `/** ${own.join(' ')} */\n`
    })
}

/** Formats code with Biome. */
export function formatted(text: string, path: string): string {
  const args = [BIOME, 'format', `--stdin-file-path=${path}`]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

if (import.meta.main) writeFileSync(TYPES, await printTypes())
