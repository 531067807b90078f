/**
 * Validates requests by JSON Schema. Fastify's defaults would drop unknown keys, turn "5" into 5 and refuse valid
 * decimals; see "Traps" in CONTRIBUTING.md. Validation does not change bodies; conversion.ts then converts valid
 * requests for the rules.
 */
import { Ajv, type AnySchema, type AnySchemaObject, type ErrorObject } from 'ajv'
import { MILLI_PER_UNIT, MINOR_PER_UNIT, toMilli, toMinor } from '../../amounts/quantity.ts'
import { isWithinYears, looksLikeDay, OUT_OF_YEARS, readDay, readMoment } from '../domain/moments.ts'
import { MAX_CUSTOM_VALUES_BYTES } from '../domain/schema.ts'
import { isTimeZone } from '../domain/time-zones.ts'
import { converterOf, readTexts } from './conversion.ts'

const MAX_FREE_DEPTH = 32
const TOO_LONG = `must be at most ${MAX_CUSTOM_VALUES_BYTES / 1_024} KiB of JSON`
/** The maximum number of decimals for each `unit` of a number. */
export const DECIMALS_OF = { milli: 3, minor: 2, percent: 2 } as const
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A function that checks one part of a request. As Fastify expects, its `errors` property contains the errors of the
 * last call.
 */
export interface Validator {
  (value: unknown): boolean
  errors?: ErrorObject[] | null
}

interface KeywordCheck<T> {
  (value: T): boolean
  errors?: { keyword: string; message: string; params: object }[]
}

function newAjv(useDefaults: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults,
    coerceTypes: false,
    removeAdditional: false,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    strictTuples: false,
    strictTypes: false,
  })
  addTextKeywords(ajv)
  addKeyword(ajv, 'unit', 'number', (unit) => {
    const [convert, perUnit, decimals] =
      unit === 'milli' ? [toMilli, MILLI_PER_UNIT, 'three'] : [toMinor, MINOR_PER_UNIT, 'two']
    // Compare exactly, because a remainder in binary floating point would refuse a valid 1.005.
    return (value: number) => (convert(value) / perUnit === value ? null : `must have at most ${decimals} decimals`)
  })
  addKeyword(ajv, 'moment', 'string', (kind) => (kind === 'day' ? faultOfDay : faultOfMoment))
  addKeyword(ajv, 'timeZone', 'string', () => (value: string) => {
    return isTimeZone(value.trim()) ? null : 'must be an IANA time zone such as Europe/Moscow'
  })
  addKeyword(ajv, 'customValues', 'object', () => faultOfCustomValues)
  ajv.addKeyword('gapless')
  return ajv
}

/** Adds a schema keyword whose check returns a description of the fault in a value, or null. */
function addKeyword<T>(
  ajv: Ajv,
  keyword: string,
  type: 'string' | 'number' | 'object',
  compile: (schema: never, parent: AnySchemaObject) => (value: T) => string | null,
): void {
  ajv.addKeyword({
    keyword,
    type,
    errors: 'full',
    compile: (schema: unknown, parent: AnySchemaObject) => {
      const faultOf = compile(schema as never, parent)
      const validate: KeywordCheck<T> = (value) => {
        const fault = faultOf(value)
        if (fault === null) return true
        validate.errors = [{ keyword, message: fault, params: { limit: schema } }]
        return false
      }
      return validate as never
    },
  })
}

/**
 * Adds the schema keywords for strings. `text: true` refuses malformed Unicode and U+0000. Since such strings are
 * trimmed later, their length is counted without surrounding white space.
 */
function addTextKeywords(ajv: Ajv): void {
  addKeyword(ajv, 'text', 'string', () => faultOfText)
  const counted = ({ text }: AnySchemaObject, value: string) => (text === true ? value.trim() : value)
  ajv.removeKeyword('minLength')
  addKeyword(ajv, 'minLength', 'string', (limit: number, parent) => (value: string) => {
    return hasAtLeast(counted(parent, value), limit) ? null : `must NOT have fewer than ${limit} characters`
  })
  ajv.removeKeyword('maxLength')
  addKeyword(ajv, 'maxLength', 'string', (limit: number, parent) => (value: string) => {
    return hasAtLeast(counted(parent, value), limit + 1) ? `must NOT have more than ${limit} characters` : null
  })
}

/**
 * Whether a string has at least the given number of characters. Counts no further than necessary. A surrogate pair
 * counts as one character.
 */
function hasAtLeast(text: string, characters: number): boolean {
  if (text.length < characters) return false
  if (text.length >= 2 * characters) return true
  let found = 0
  for (const _character of text) found += 1
  return found >= characters
}

function faultOfText(value: string): string | null {
  if (value.includes('\u0000')) return 'must not contain the character U+0000'
  if (!value.isWellFormed()) return 'must be well-formed Unicode'
  return null
}

function faultOfDay(value: string): string | null {
  const at = readDay(value.trim())
  if (at === null) return 'must be a day such as 2026-03-01'
  return isWithinYears(at) ? null : OUT_OF_YEARS
}

function faultOfMoment(value: string): string | null {
  const text = value.trim()
  const at = looksLikeDay(text) ? readDay(text) : readMoment(text)
  if (at === null) return 'must be a moment such as 2026-03-01T10:00:00Z or a day such as 2026-03-01'
  return isWithinYears(at) ? null : OUT_OF_YEARS
}

/**
 * The limits that are left while an object with client-chosen keys is checked: bytes of JSON, and levels of nesting.
 */
interface Room {
  bytes: number
  levels: number
}

/**
 * Checks an object with client-chosen keys (`customValues: true`). It must have no dangerous keys and no malformed
 * text, must not be nested too deeply, and must not be too long as JSON. Stops at the first fault.
 */
function faultOfCustomValues(values: object): string | null {
  return faultOfFree(values, { bytes: MAX_CUSTOM_VALUES_BYTES, levels: MAX_FREE_DEPTH })
}

function faultOfFree(value: unknown, room: Room): string | null {
  if (typeof value === 'string') return faultOfFreeText(value, room)
  // JSON has no Infinity, but 1e309 is parsed as Infinity and would be serialized as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must not contain a number greater than 1.8e308'
  if (typeof value !== 'object' || value === null) return take(room, String(value).length)
  if (room.levels < 0) return `must not be nested deeper than ${MAX_FREE_DEPTH} levels`
  room.levels -= 1
  const fault = faultOfEntries(value, room)
  room.levels += 1
  return fault
}

function faultOfEntries(value: object, room: Room): string | null {
  const names = Array.isArray(value) ? null : Object.keys(value)
  const entries: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let fault = take(room, '{}'.length + Math.max(0, entries.length - 1))
  for (let at = 0; at < entries.length && fault === null; at += 1) {
    if (names !== null) fault = faultOfKey(names[at]!, room)
    fault ??= faultOfFree(entries[at], room)
  }
  return fault
}

function faultOfKey(key: string, room: Room): string | null {
  if (FORBIDDEN_KEYS.has(key)) return `must not have the key "${key}"`
  return faultOfFreeText(key, room) ?? take(room, ':'.length)
}

function faultOfFreeText(text: string, room: Room): string | null {
  // Do not examine a string that is obviously too long: each character takes at least one byte.
  if (text.length > room.bytes) return TOO_LONG
  return faultOfText(text) ?? take(room, Buffer.byteLength(JSON.stringify(text)))
}

function take(room: Room, bytes: number): string | null {
  room.bytes -= bytes
  return room.bytes < 0 ? TOO_LONG : null
}

const forBodies = newAjv(false)
const forText = newAjv(true)

/** The validators compiled so far. The key is the schema as JSON text. */
const compiled = { body: new Map<string, Validator>(), text: new Map<string, Validator>() }

/**
 * Returns the validator for one part of a request. The validator also converts parts that arrive as text (query,
 * params, headers). It leaves a body unchanged, because the body's fingerprint is computed from it. Routes with the
 * same schema share a validator, as most paths and empty queries do. A schema is compiled when its first value is
 * checked, which takes 1 to 17 ms, once: compiling all of them when a node starts took a quarter of its start-up time.
 */
export function compileValidator(schema: AnySchema, part: string | undefined): Validator {
  const known = part === 'body' ? compiled.body : compiled.text
  const text = JSON.stringify(schema)
  const validate =
    known.get(text) ?? compileWhenUsed(() => (part === 'body' ? compileBody(schema) : compileText(schema)))
  known.set(text, validate)
  return validate
}

function compileWhenUsed(compile: () => Validator): Validator {
  let check: Validator | undefined
  const validate: Validator = (value) => {
    check ??= compile()
    const isValid = check(value)
    validate.errors = check.errors
    return isValid
  }
  return validate
}

function compileBody(schema: AnySchema): Validator {
  const check: Validator = forBodies.compile(schema)
  const { properties = {} } = schema as { properties?: Record<string, { maxItems?: number }> }
  const arrays = Object.entries(properties).filter(([, { maxItems }]) => maxItems !== undefined)
  const validate: Validator = (body) => {
    // Check the length of arrays first. Ajv would examine every entry of an array that is too long and list every
    // fault, which takes up to a second.
    for (const [name, { maxItems }] of arrays) {
      const value = (body as Record<string, unknown> | null)?.[name]
      if (!Array.isArray(value) || value.length <= maxItems!) continue
      validate.errors = [tooLong(`/${name}`, maxItems!)]
      return false
    }
    const isValid = check(body)
    validate.errors = check.errors
    return isValid
  }
  return validate
}

function tooLong(instancePath: string, limit: number): ErrorObject {
  const message = `must NOT have more than ${limit} items`
  return { keyword: 'maxItems', instancePath, schemaPath: '', params: { limit }, message }
}

function compileText(schema: AnySchema): Validator {
  const check: Validator = forText.compile(schema)
  const convert = converterOf(schema as object)
  const validate: Validator = (texts) => {
    readTexts(schema as object, texts as Record<string, unknown>)
    const isValid = check(texts)
    validate.errors = check.errors
    if (isValid) convert(texts)
    return isValid
  }
  return validate
}
