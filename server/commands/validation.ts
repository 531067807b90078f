/**
 * JSON Schema validation of requests. Fastify's defaults would drop unknown keys, turn "5" into 5 and refuse valid decimals:
 * see CONTRIBUTING.md "Traps". Nothing here changes what it checks; conversion.ts turns what is valid into what rules read.
 */
import { Ajv, type AnySchema, type AnySchemaObject, type ErrorObject } from 'ajv'
import { MILLI_PER_UNIT, MINOR_PER_UNIT, toMilli, toMinor } from '../../amounts/quantity.ts'
import { isWithinYears, looksLikeDay, OUT_OF_YEARS, readDay, readMoment } from '../domain/moments.ts'
import { MAX_CUSTOM_VALUES_BYTES } from '../domain/schema.ts'
import { isTimeZone } from '../domain/time-zones.ts'
import { converterOf, readTexts } from './conversion.ts'

const MAX_FREE_DEPTH = 32
const TOO_LONG = `must be at most ${MAX_CUSTOM_VALUES_BYTES / 1_024} KiB of JSON`
/** How many decimals a number has at most, by its `unit`. */
export const DECIMALS_OF = { milli: 3, minor: 2, percent: 2 } as const
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Checks a part of a request, as Fastify calls it: `errors` is of the last call. */
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
    // Exact: 1.005 is valid where 0.1 % of binary arithmetic says no.
    return (value: number) => (convert(value) / perUnit === value ? null : `must have at most ${decimals} decimals`)
  })
  addKeyword(ajv, 'moment', 'string', () => faultOfMoment)
  addKeyword(ajv, 'timeZone', 'string', () => (value: string) => {
    return isTimeZone(value.trim()) ? null : 'must be a time zone of the IANA list such as Europe/Moscow'
  })
  addKeyword(ajv, 'customValues', 'object', () => faultOfCustomValues)
  ajv.addKeyword('gapless')
  return ajv
}

/** A keyword whose check says what is wrong with a value, or null. */
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

/** `text: true` refuses what is no text and is trimmed later: so its length is counted without the white space around. */
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

/** Counts no further than it must; a pair of surrogates is one character. */
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

function faultOfMoment(value: string): string | null {
  const text = value.trim()
  const at = looksLikeDay(text) ? readDay(text) : readMoment(text)
  if (at === null) return 'must be a moment such as 2026-03-01T10:00:00Z or a day such as 2026-03-01'
  return isWithinYears(at) ? null : OUT_OF_YEARS
}

/** How much of an object of free keys may still come: of bytes as JSON, and of levels. */
interface Room {
  bytes: number
  levels: number
}

/**
 * `customValues: true` bounds an object of free keys: no dangerous keys, no broken text, not too deep, not too long as JSON. It is looked
 * at no further than to the first fault.
 */
function faultOfCustomValues(values: object): string | null {
  return faultOfFree(values, { bytes: MAX_CUSTOM_VALUES_BYTES, levels: MAX_FREE_DEPTH })
}

function faultOfFree(value: unknown, room: Room): string | null {
  if (typeof value === 'string') return faultOfFreeText(value, room)
  // JSON has no such number: 1e309 is read as one, and would be shown as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must not have a number beyond 1.8e308'
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
  // What is too long is not looked at: a character is one byte at least.
  if (text.length > room.bytes) return TOO_LONG
  return faultOfText(text) ?? take(room, Buffer.byteLength(JSON.stringify(text)))
}

function take(room: Room, bytes: number): string | null {
  room.bytes -= bytes
  return room.bytes < 0 ? TOO_LONG : null
}

const forBodies = newAjv(false)
const forText = newAjv(true)

/** The validators so far, by the text of their schema. */
const compiled = { body: new Map<string, Validator>(), text: new Map<string, Validator>() }

/**
 * The validator of one part of a request. Only what comes as text (query, params, headers) is converted by it; a body is left as it
 * came, for its fingerprint. Routes share it when their schemas say the same, as most paths and empty queries do: compiling each
 * anew took most of the start of a node.
 */
export function compileValidator(schema: AnySchema, part: string | undefined): Validator {
  const known = part === 'body' ? compiled.body : compiled.text
  const text = JSON.stringify(schema)
  const validate = known.get(text) ?? (part === 'body' ? compileBody(schema) : compileText(schema))
  known.set(text, validate)
  return validate
}

function compileBody(schema: AnySchema): Validator {
  const check: Validator = forBodies.compile(schema)
  const { properties = {} } = schema as { properties?: Record<string, { maxItems?: number }> }
  const arrays = Object.entries(properties).filter(([, { maxItems }]) => maxItems !== undefined)
  const validate: Validator = (body) => {
    // Ajv would look at every entry of an array that has too many, and name every fault: up to a second of it.
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
