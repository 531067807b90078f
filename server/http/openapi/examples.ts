/**
 * Examples for the OpenAPI document, assembled according to the schema from one example for each kind of record. A test
 * validates each example against its schema.
 */
import type { Command } from '../../commands/define.ts'
import { EXAMPLE_MOMENT as at, exampleId } from '../../domain/fields/examples.ts'
import { fieldError, PROBLEMS, type ProblemCode, problemOf } from '../../domain/refusals.ts'
import { FIELDS, type Json, RECORDS, RESULTS } from './example-records.ts'
import { IMPORT_RECORDS } from './moysklad-words.ts'
import { exampleFigures } from './problems.ts'
import { TABLE_RECORDS } from './table-words.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly format?: string
}

const EXAMPLES: Readonly<Record<string, Json>> = { ...RECORDS, ...IMPORT_RECORDS, ...TABLE_RECORDS }

/** Prefixes of schema titles. A schema with such a prefix extends a record with more fields. */
const COMPOSED = /^(Catalog|Resolved|Listed)/

/**
 * Makes a value that matches the schema. A record has all its required fields, and an array has one entry. If a value
 * may have several forms, the last form is used, because it is the shortest.
 */
export function exampleOf(schema: Schema, name = ''): unknown {
  const { title, properties, items, type } = schema
  const forms = schema.oneOf ?? schema.anyOf
  if (title !== undefined && EXAMPLES[title] !== undefined) return EXAMPLES[title]
  if (name in FIELDS) return FIELDS[name]
  if (forms !== undefined) return exampleOf(forms.at(-1)!, name)
  if (properties !== undefined) {
    const whole = title === undefined ? undefined : EXAMPLES[title.replace(COMPOSED, '')]
    const fields = Object.entries(properties).filter(([field]) => schema.required?.includes(field))
    return Object.fromEntries(
      fields.map(([field, inner]) => [field, FIELDS[field] ?? whole?.[field] ?? exampleOf(inner, field)]),
    )
  }
  if (items !== undefined) return [exampleOf(items, name)]
  if (schema.enum !== undefined) return schema.enum[0]
  return schema.format === 'date-time' ? at : exampleOfPlain(type, name)
}

function exampleOfPlain(type: Schema['type'], name: string): unknown {
  if (Array.isArray(type) && type.includes('null')) return null
  if (type === 'integer' || type === 'number') return 0
  if (type === 'boolean') return true
  if (/^id$|Id$/.test(name)) return exampleId(name)
  return type === 'string' ? 'Текст' : {}
}

/** An example body, with each `…` replaced by an id. */
export function exampleBody(command: Command): Json {
  const fill = (name: string, value: unknown): unknown => {
    if (value === '…') return exampleId(name)
    if (Array.isArray(value)) return value.map((entry) => fill(name, entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(key, inner)]))
  }
  return fill('', command.example) as Json
}

/** Returns the response to a command's example body: the example record with the plain fields of that body. */
export function exampleAnswer(command: Command, answer: Schema): Json {
  const composed = exampleOf(answer) as { result: Json; state: Json }
  const own = RESULTS[command.name]
  if (own !== undefined) return { ...composed, result: own }
  const given = Object.entries(exampleBody(command)).filter(
    ([name, value]) => name in composed.result && (typeof value !== 'object' || Array.isArray(composed.result[name])),
  )
  const plain = given.filter(([, value]) => !Array.isArray(value) || typeof value[0] !== 'object')
  return { ...composed, result: { ...composed.result, ...Object.fromEntries(plain) } }
}

const REQUEST_ID = exampleId('request')
const DETAILS: Readonly<Partial<Record<ProblemCode, string>>> = {
  VALIDATION_FAILED: '/name is required.',
  UNAUTHENTICATED: 'Send the header Authorization: Bearer <API token>. The token was missing, wrong or revoked.',
  NOT_FOUND: `There is no product "${exampleId('product')}" in this company.`,
  INSUFFICIENT_STOCK: '5 of "Чайник" requested, 3 available at "Основной склад". Receive more or ask for less.',
  HAS_REFERENCES: 'The product "Чайник" is in use: 1 order. Archive it instead.',
}
const EXTRAS: Readonly<Partial<Record<ProblemCode, object>>> = {
  VALIDATION_FAILED: { errors: [fieldError('/name', 'is required', 'REQUIRED')] },
  HAS_REFERENCES: {
    blockers: [{ entity: 'order', id: exampleId('order'), label: 'Order 00017', name: '00017' }],
  },
}

/** Makes an example problem for each code. */
export function exampleProblems(codes: readonly ProblemCode[]): Record<string, { value: object }> {
  const one = (code: ProblemCode) => {
    const figures = exampleFigures(code)
    const extras = { ...(figures && { figures }), ...EXTRAS[code] }
    return problemOf(code, DETAILS[code] ?? `${PROBLEMS[code].title}.`, extras, REQUEST_ID)
  }
  return Object.fromEntries(codes.map((code) => [code, { value: one(code) }]))
}
