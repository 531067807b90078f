/**
 * JSON Schema validation of requests. Fastify's defaults would drop unknown keys, turn "5" into 5 and refuse valid decimals:
 * see CONTRIBUTING.md "Traps".
 */
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import { toMilli, toMinor } from '../domain/quantity.ts'

const MAX_FREE_DEPTH = 32
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

interface Place {
  parentData: Record<string | number, unknown>
  parentDataProperty: string | number
}

interface KeywordCheck<T> {
  (value: T, place: Place): boolean
  errors?: { keyword: string; message: string; params: object }[]
}

function newAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: coerceTypes ? 'array' : false,
    removeAdditional: false,
    useDefaults: coerceTypes,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    strictTuples: false,
    strictTypes: false,
  })
  addTextKeyword(ajv)
  addUnitKeyword(ajv)
  addMomentKeyword(ajv)
  addCustomValuesKeyword(ajv)
  return ajv
}

/** A keyword that may replace the value it stands at. `check` returns the new value, or the fault as an Error. */
function addReplacing(
  ajv: Ajv,
  keyword: string,
  type: 'string' | 'number',
  before: string | undefined,
  check: (schema: unknown, value: never) => unknown,
): void {
  ajv.addKeyword({
    keyword,
    type,
    modifying: true,
    errors: 'full',
    ...(before === undefined ? {} : { before }),
    compile: (schema: unknown) => {
      const validate: KeywordCheck<never> = (value, place) => {
        const checked = check(schema, value)
        if (checked instanceof Error) {
          validate.errors = [{ keyword, message: checked.message, params: {} }]
          return false
        }
        if (place.parentData !== undefined) place.parentData[place.parentDataProperty] = checked
        return true
      }
      return validate as never
    },
  })
}

function faultOfText(value: string): string | null {
  if (value.includes('\u0000')) return 'must not contain the character U+0000'
  if (!value.isWellFormed()) return 'must be well-formed Unicode'
  return null
}

/** `text: true` trims before the length is checked. */
function addTextKeyword(ajv: Ajv): void {
  addReplacing(ajv, 'text', 'string', 'maxLength', (_schema, value: string) => {
    const fault = faultOfText(value)
    return fault === null ? value.trim() : new Error(fault)
  })
}

/** `unit` checks the decimals exactly (1.005 is valid where 0.1 % of binary arithmetic says no) and converts to integers. */
function addUnitKeyword(ajv: Ajv): void {
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number' })
  addReplacing(ajv, 'unit', 'number', undefined, (unit, value: number) => {
    const integer = unit === 'milli' ? toMilli(value) : toMinor(value)
    if (integer / (unit === 'milli' ? 1000 : 100) === value) return integer
    return new Error(`must have at most ${unit === 'milli' ? 'three' : 'two'} decimals`)
  })
}

/** `moment` takes a day or an RFC 3339 moment and keeps it as UTC with milliseconds; with 'or day' a day stays a day. */
function addMomentKeyword(ajv: Ajv): void {
  addReplacing(ajv, 'moment', 'string', undefined, (schema, value: string) => {
    const isDay = DAY.test(value)
    const date = new Date(isDay ? `${value}T00:00:00.000Z` : value)
    const isReal = !Number.isNaN(date.getTime()) && isRealDay(value)
    if (isDay && isReal && schema === 'or day') return value
    if ((isDay || MOMENT.test(value)) && isReal) return date.toISOString()
    return new Error('must be a moment such as 2026-03-01T10:00:00Z or a day such as 2026-03-01')
  })
}

/** Date rolls 2026-02-30 over to March; we do not. */
function isRealDay(value: string): boolean {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day!))
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
}

/** `customValues: true` bounds an object of free keys: no dangerous keys, no broken text, not too deep. */
function addCustomValuesKeyword(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'customValues',
    type: 'object',
    errors: 'full',
    compile: () => {
      const validate: KeywordCheck<object> = (value) => {
        const fault = faultOfFree(value, 0)
        if (fault === null) return true
        validate.errors = [{ keyword: 'customValues', message: fault, params: {} }]
        return false
      }
      return validate as never
    },
  })
}

function faultOfFree(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return faultOfText(value)
  if (typeof value !== 'object' || value === null) return null
  if (depth > MAX_FREE_DEPTH) return `must not be nested deeper than ${MAX_FREE_DEPTH} levels`
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) return `must not have the key "${key}"`
    const fault = faultOfText(key) ?? faultOfFree(inner, depth + 1)
    if (fault !== null) return fault
  }
  return null
}

const forBodies = newAjv(false)
const forText = newAjv(true)

/** The validators so far, by the text of their schema. */
const compiled = { body: new Map<string, ValidateFunction>(), text: new Map<string, ValidateFunction>() }

/**
 * The validator of one part of a request. Only what comes as text (query, params, headers) is coerced. Routes share it when
 * their schemas say the same, as most paths and empty queries do: compiling each anew took most of the start of a node.
 */
export function compileValidator(schema: AnySchema, part: string | undefined): ValidateFunction {
  const [ajv, known] = part === 'body' ? [forBodies, compiled.body] : [forText, compiled.text]
  const text = JSON.stringify(schema)
  const validate = known.get(text) ?? ajv.compile(schema)
  known.set(text, validate)
  return validate
}
