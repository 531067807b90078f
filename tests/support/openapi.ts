/** Reading the OpenAPI document: its routes, and validators of what it says about answers. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json } from './client.ts'

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

export interface Operation {
  /** `POST /api/v1/orders/{orderId}`. */
  readonly route: string
  readonly method: string
  readonly path: string
  readonly operation: Json
}

export function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      route: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation: item[method],
    })),
  )
}

/** The routes of a router's printed tree, in the document's form; HEAD comes with every GET. */
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

/** The operation that a request meets, literal paths before those with parameters. */
export function operationFor(document: Json, method: string, path: string): Operation {
  const fitting = operationsOf(document).filter(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  const [best] = fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  if (best === undefined) throw new Error(`The document has no ${method} ${path}`)
  return best
}

/** Every object schema with properties, made to refuse others: what is not documented must not be answered. */
function strictly(node: Json): Json {
  if (Array.isArray(node)) return node.map(strictly)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, strictly(inner)]))
  const isClosed = copy.type === 'object' && copy.properties !== undefined && copy.additionalProperties === undefined
  return isClosed ? { ...copy, additionalProperties: false } : copy
}

export type Faults = (value: unknown) => string[]

/** Gives for an operation and a status what is wrong with an answer; nothing when it is as documented, to the last key. */
export function answerChecker(document: Json): (operation: Operation, status: number) => Faults {
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 })
  ajv.addSchema(strictly(document), 'openapi')
  return ({ method, path, operation }, status) => {
    const [type] = Object.keys(operation.responses[status].content)
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type!, 'schema']
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = ajv.compile({ $ref: `openapi#/${pointer}` })
    return (value) => {
      validate(value)
      return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
    }
  }
}
