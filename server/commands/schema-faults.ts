/** Translates the errors that a schema finds in a value into the faults that responses report. */

import type { FieldFault } from '../domain/field-faults.ts'
import { DECIMALS_OF } from './validation.ts'

/** A validation error in the form in which Ajv reports it. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

const least =
  (code: 'AT_LEAST' | 'TOO_SHORT' | 'TOO_FEW') =>
  (limit: number): FieldFault => ({ code, figures: { least: limit } })
const most =
  (code: 'AT_MOST' | 'TOO_LONG' | 'TOO_MANY') =>
  (limit: number): FieldFault => ({ code, figures: { most: limit } })
const emptyOr =
  (fault: (limit: number) => FieldFault) =>
  (limit: number): FieldFault =>
    limit === 1 ? 'REQUIRED' : fault(limit)

/** For each schema keyword with a limit, the fault to report when it is violated. */
const BOUNDS: Readonly<Record<string, (limit: number) => FieldFault>> = {
  minimum: least('AT_LEAST'),
  maximum: most('AT_MOST'),
  exclusiveMinimum: (bound) => ({ code: 'MORE_THAN', figures: { bound } }),
  minLength: emptyOr(least('TOO_SHORT')),
  maxLength: most('TOO_LONG'),
  minItems: emptyOr(least('TOO_FEW')),
  maxItems: most('TOO_MANY'),
  minProperties: emptyOr(least('TOO_FEW')),
  maxProperties: most('TOO_MANY'),
}

/** Returns the fault for an Ajv error; `NOT_VALID` when no more specific fault exists. */
export function faultOfSchema({ keyword, params }: SchemaError): FieldFault {
  const bound = BOUNDS[keyword]
  if (bound !== undefined) return bound(params.limit as number)
  switch (keyword) {
    case 'required':
      return 'REQUIRED'
    case 'additionalProperties':
      return 'UNKNOWN_FIELD'
    case 'uniqueItems':
      return 'TWICE'
    case 'type':
      return { code: 'WRONG_TYPE', figures: { types: [params.type].flat().map(String) } }
    case 'enum':
      return { code: 'NOT_ALLOWED', figures: { allowed: (params.allowedValues as unknown[]).map(String) } }
    case 'const':
      return { code: 'NOT_ALLOWED', figures: { allowed: [String(params.allowedValue)] } }
    case 'unit':
      return { code: 'TOO_PRECISE', figures: { decimals: DECIMALS_OF[params.limit as keyof typeof DECIMALS_OF] } }
    default:
      return 'NOT_VALID'
  }
}
