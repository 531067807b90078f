/**
 * Reads command bodies that do not arrive over HTTP: the service builds them from files and from rows of other systems.
 */
import type { ErrorObject } from 'ajv'
import { converterOf } from './conversion.ts'
import type { Command } from './define.ts'
import { compileValidator } from './validation.ts'

/**
 * Either the body in the form that a rule expects, or messages about its faults, such as `name must NOT have more than
 * 255 characters`.
 */
export type ReadBody = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly faults: string[] }

/** Checks and converts a body in the same way as an HTTP route does. The given body is not changed. */
export function readBody({ body: schema }: Pick<Command, 'body'>, given: unknown): ReadBody {
  const body = structuredClone(given)
  const isValid = compileValidator(schema, 'body')
  if (!isValid(body)) return { ok: false, faults: (isValid.errors ?? []).map(faultOf) }
  return { ok: true, body: converterOf(schema)(body) }
}

function faultOf({ instancePath, message = 'is not valid' }: ErrorObject): string {
  return `${instancePath.slice(1).replaceAll('/', '.') || 'body'} ${message}`
}
