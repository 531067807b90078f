/**
 * Checks requests and responses with plain Ajv, an ordinary validator without any of our extensions, for the JSON
 * Schema draft that OpenAPI 3.1 uses.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from '../node/client.ts'
import { follow, operationsOf } from './openapi.ts'

interface Exchange {
  readonly method: string
  /** The requested path, including the query. */
  readonly path: string
  /** The request's body; undefined if there was none. */
  readonly body?: Json
  readonly status: number
  /** The response's media type without parameters; an empty string if the response has no body. */
  readonly contentType: string
  /** The parsed response body; undefined if the response was not JSON. */
  readonly answer?: Json
}

/**
 * Returns everything in a request and its response that contradicts the OpenAPI document. If `isSound` is true, the
 * request was meant to be valid, so its body is checked too.
 */
export type Check = (exchange: Exchange, isSound: boolean) => string[]

export function plainValidator(document: Json): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ValidateFunction>()
  const faultsAt = (place: string, value: Json): string[] => {
    const validate = compiled.get(place) ?? ajv.compile({ $ref: `document#${place}` })
    compiled.set(place, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  const ofAny: string[] = document.components.schemas.Problem.properties.code['x-of-any-operation']
  const routes = operationsOf(document)
    .map(({ method, path }) => ({ method, path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return (exchange, isSound) => {
    const { method, status, contentType, body, answer } = exchange
    const path = exchange.path.split('?', 1)[0]!
    const route = routes.find((one) => one.method === method && one.pattern.test(path))
    if (route === undefined) return ['the document has no such operation']
    const place = `/paths/${pointer(route.path)}/${method.toLowerCase()}`
    const { requestBody, responses, 'x-refusals': refusals } = document.paths[route.path][method.toLowerCase()]
    const takes = isSound && body !== undefined && requestBody?.content['application/json'] !== undefined
    const wrong = takes ? faultsAt(`${place}/requestBody/content/application~1json/schema`, body) : []
    const response = follow(document, responses[status])
    if (response === undefined) return [...wrong, `the status ${status} is not documented`]
    if (contentType === '') return response.content === undefined ? wrong : [...wrong, `${status} has no body`]
    if (response.content?.[contentType] === undefined)
      return [...wrong, `the type ${contentType} of ${status} is not documented`]
    if (!/json$/.test(contentType)) return wrong
    const at = responses[status].$ref?.slice(1) ?? `${place}/responses/${status}`
    const isListed = status < 400 || [...ofAny, ...refusals].includes(answer?.code)
    const unlisted = isListed ? [] : [`refuses with ${answer?.code}, which is not listed`]
    return [...wrong, ...unlisted, ...faultsAt(`${at}/content/${pointer(contentType)}/schema`, answer)]
  }
}

/** Escapes a name for use in a reference's JSON pointer. */
const pointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
