/**
 * Converts a valid request into the form that rules expect: trimmed strings, times in UTC, numbers as integers of the
 * smallest unit.
 */
import { toMilli, toMinor } from '../../amounts/quantity.ts'
import { withoutGaps } from '../domain/legal-numbers.ts'
import { looksLikeDay, readDay, readMoment } from '../domain/moments.ts'
import { spellTimeZone } from '../domain/time-zones.ts'

/** The parts of a JSON Schema that conversion uses. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly text?: boolean
  readonly gapless?: boolean
  readonly moment?: true | 'day' | 'or day'
  readonly timeZone?: true
  readonly unit?: 'milli' | 'minor' | 'percent'
}

type Convert = (value: unknown) => unknown

/**
 * Returns a function that converts values which are valid under the schema. The function changes objects and arrays in
 * place.
 */
export function converterOf(schema: object): Convert {
  return converter(schema as Schema) ?? ((value) => value)
}

/** Returns the converter for a schema, or null when values of the schema need no conversion. */
function converter({ properties, items, text, gapless, moment, timeZone, unit }: Schema): Convert | null {
  if (unit !== undefined) return ofType('number', unit === 'milli' ? toMilli : toMinor)
  if (moment !== undefined) return ofType('string', (value: string) => inUtc(value.trim(), moment !== true))
  if (timeZone === true) return ofType('string', (value: string) => spellTimeZone(value.trim()))
  if (gapless === true) return ofType('string', (value: string) => withoutGaps(value.trim()))
  if (text === true) return ofType('string', (value: string) => value.trim())
  if (properties !== undefined) return convertFields(properties)
  const ofEntry = items === undefined ? null : converter(items)
  if (ofEntry === null) return null
  return (value) => {
    if (Array.isArray(value)) for (const [index, entry] of value.entries()) value[index] = ofEntry(entry)
    return value
  }
}

/** Makes a conversion that changes only values of the given type, so that a null allowed by the schema stays null. */
function ofType<T>(type: 'string' | 'number', convert: (value: T) => unknown): Convert {
  return (value) => (typeof value === type ? convert(value as T) : value)
}

function convertFields(properties: Readonly<Record<string, Schema>>): Convert | null {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const convert = converter(schema)
    return convert === null ? [] : [{ name, convert }]
  })
  if (fields.length === 0) return null
  return (value) => {
    const object = value as Record<string, unknown> | null | undefined
    if (object != null)
      for (const { name, convert } of fields) if (object[name] !== undefined) object[name] = convert(object[name])
    return value
  }
}

function inUtc(text: string, isDayKept: boolean): string {
  if (!looksLikeDay(text)) return new Date(readMoment(text)!).toISOString()
  return isDayKept ? text : new Date(readDay(text)!).toISOString()
}

/**
 * Matches integers that consist only of digits, with an optional minus sign, and are small enough to be exact: not 1e3,
 * 0x10, 5.0 or " 5".
 */
const INTEGER = /^-?\d{1,15}$/

/**
 * Converts the strings of a query or path, in place, to the types in their schema: whole numbers, true and false, and a
 * one-entry list for a repeatable parameter given once. Any other string is left unchanged, and validation then refuses
 * it as having the wrong type.
 */
export function readTexts(schema: object, texts: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries((schema as Schema).properties ?? {})) {
    const text = texts[name]
    if (typeof text !== 'string') continue
    if (type === 'integer' && INTEGER.test(text)) texts[name] = Number(text)
    else if (type === 'boolean' && (text === 'true' || text === 'false')) texts[name] = text === 'true'
    else if (type === 'array') texts[name] = [text]
  }
}
