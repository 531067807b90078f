/** Reads the OpenAPI document: its routes, and validators for the responses that it describes. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json } from '../node/client.ts'

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

export interface Operation {
  /** The method and path, such as `POST /api/v1/orders/{orderId}`. */
  readonly route: string
  readonly method: string
  readonly path: string
  readonly operation: Json
}

/** Returns the operations that exist at both addresses, the API's and the browser app's. */
export function operationsOf(document: Json): Operation[] {
  return allOperationsOf(document).filter(({ operation }) => operation.servers === undefined)
}

/** Returns all operations: those of the API and those that only the browser app's address has. */
export function allOperationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      route: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation: resolved(document, item[method]),
    })),
  )
}

/** Returns the node that a reference points to, or the node itself if it is not a reference. */
export function follow(document: Json, node: Json): Json {
  if (typeof node?.$ref !== 'string') return node
  const steps: string[] = node.$ref.slice('#/'.length).split('/')
  return steps.reduce((inner, step) => inner[step], document)
}

/** Returns an operation in which every reference to a parameter or response is replaced by its target. */
function resolved(document: Json, operation: Json): Json {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    follow(document, response),
  ])
  const parameters = (operation.parameters ?? []).map((parameter: Json) => follow(document, parameter))
  return { ...operation, parameters, responses: Object.fromEntries(responses) }
}

/**
 * Returns the routes in a router's printed tree, in the form that the OpenAPI document uses. HEAD is left out, because
 * every GET route also accepts it.
 */
export function routesOfTree(tree: string): string[] {
  const routes: string[] = []
  const parents: string[] = []
  for (const line of tree.split('\n')) {
    const match = /^(.*?)[├└]── (\S+) \((.*)\)$/u.exec(line)
    if (match === null) continue
    const depth = match[1]!.length / 4
    parents.length = depth
    parents.push(match[2]!)
    const path = parents
      .join('')
      .replaceAll('//', '/')
      .replace(/:(\w+)/g, '{$1}')
    for (const method of match[3]!.split(', ')) if (method !== 'HEAD') routes.push(`${method} ${path}`)
  }
  return routes.sort()
}

/** Returns the operation that matches a request. Paths without parameters take precedence over those with parameters. */
export function operationFor(document: Json, method: string, path: string): Operation {
  const fitting = operationsOf(document).filter(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const [best] = fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  if (best === undefined) throw new Error(`The document has no ${method} ${path}`)
  return best
}

/** Closes every object schema that lists properties, so that an undocumented key in a response is a fault. */
function strictly(node: Json): Json {
  if (Array.isArray(node)) return node.map(strictly)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, strictly(inner)]))
  const isClosed = copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined
  return isClosed ? { ...copy, additionalProperties: false } : copy
}

export type Faults = (value: unknown) => string[]

/**
 * Returns a function that checks a response body against an operation and status, down to the last key. An empty list
 * of faults means that the response is as documented.
 */
export function answerChecker(document: Json): (operation: Operation, status: number) => Faults {
  const check = schemaChecker(document)
  return ({ operation }, status) => {
    const [content] = Object.values<Json>(operation.responses[status].content)
    return check(content.schema)
  }
}

/**
 * Returns a function that checks a value against a schema of the OpenAPI document. A key that the schema does not list
 * is a fault.
 */
export function schemaChecker(document: Json): (schema: Json) => Faults {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  // Gives each schema its own address, so that it is compiled once and not again for every reference to it.
  const addressed = (schema: Json): Json =>
    JSON.parse(JSON.stringify(strictly(schema)).replaceAll('"#/components/schemas/', '"schema:'))
  for (const [title, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(addressed(schema), `schema:${title}`)
  const validators = new Map<string, ReturnType<typeof ajv.compile>>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const validate = validators.get(text) ?? ajv.compile(addressed(schema))
    validators.set(text, validate)
    return (value) => {
      validate(value)
      return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
    }
  }
}
