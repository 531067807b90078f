/** The words in which bodies and records are described: one value gives the static type, the validation and the OpenAPI document. */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { MAX_UNITS, type Milli, type Minor, type Percent as PercentNumber } from '../../amounts/quantity.ts'
import { MAX_TIME_ZONE_LENGTH } from './time-zones.ts'

export const MAX_NAME_LENGTH = 255
export const MAX_NOTE_LENGTH = 10_000
export const MAX_ARRAY_LENGTH = 1_000
const MAX_ID_LENGTH = 64
export const MAX_CUSTOM_VALUES = 1_000
/** Of one record's, as JSON in UTF-8. */
export const MAX_CUSTOM_VALUES_BYTES = 65_536

/**
 * Own JSON Schema keywords (see commands/validation.ts): `text` trims and refuses U+0000 and broken surrogates; `unit` checks the
 * decimals and turns the number into integer thousandths ('milli'), kopecks ('minor') or hundredths of a per cent ('percent'). The standard `multipleOf` is not used:
 * validators reckon it in binary, and refuse right decimals. `moment` and `timeZone` refuse what is none, and bring it to one form.
 * `gapless` joins digits that are written in groups.
 */
const text = { type: 'string', text: true } as const
const nullable = <T extends { type: string }>(schema: T) => ({ ...schema, type: [schema.type, 'null'] })

/** An object that refuses unknown keys. */
export function strictObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

/** A field that may be left out, or given as null to clear it. */
export function optional<T>(schema: TSchema & { type?: string }) {
  return Type.Optional(Type.Unsafe<T | null>(nullable(schema as unknown as { type: string })))
}

/** An id as the service issues it. One of another form is simply not found (S-VALUE-5). */
export const Id = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: MAX_ID_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
})

const ISSUED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for text of the form in which the service issues ids; only such text may be asked of the database as one. */
export function isIssuedId(text: string): boolean {
  return ISSUED_ID.test(text)
}

export const Name = Type.Unsafe<string>({ ...text, minLength: 1, maxLength: MAX_NAME_LENGTH })
export const ShortText = Type.Unsafe<string>({ ...text, maxLength: MAX_NAME_LENGTH })
/** A number that authorities or banks give out. Digits lose the spaces between them; another text stays as it is. */
export const LegalNumber = Type.Unsafe<string>({ ...text, gapless: true, maxLength: MAX_NAME_LENGTH })
export const Note = Type.Unsafe<string>({ ...text, maxLength: MAX_NOTE_LENGTH })
export const ReasonText = Type.Unsafe<string>({ ...text, minLength: 1, maxLength: MAX_NOTE_LENGTH })
export const Flag = Type.Boolean()

/** A moment (RFC 3339) or a calendar day; kept as UTC with milliseconds. */
export const Moment = Type.Unsafe<string>({ ...text, moment: true, maxLength: 40 })

/** A date as documents carry it: a calendar day stays one, a moment is kept as UTC with milliseconds. */
export const DayOrMoment = Type.Unsafe<string>({ ...text, moment: 'or day', maxLength: 40 })

/** The name of a time zone, kept as the IANA list spells it. */
export const TimeZone = Type.Unsafe<string>({ ...text, timeZone: true, minLength: 1, maxLength: MAX_TIME_ZONE_LENGTH })

/** Goods that move or are ordered: at least 0.001. */
export const Quantity = Type.Unsafe<Milli>({
  type: 'number',
  unit: 'milli',
  minimum: 0.001,
  maximum: MAX_UNITS,
})
/** A quantity that may be zero. */
export const QuantityOrZero = Type.Unsafe<Milli>({
  type: 'number',
  unit: 'milli',
  minimum: 0,
  maximum: MAX_UNITS,
})
export const Money = Type.Unsafe<Minor>({
  type: 'number',
  unit: 'minor',
  minimum: 0,
  maximum: MAX_UNITS,
})
/** What adds up in stock, and what a draw of many lots costs: not held to MAX_UNITS (S-VALUE-10). */
export const StockQuantity = Type.Unsafe<Milli>({ type: 'number', unit: 'milli', minimum: 0 })
export const StockCost = Type.Unsafe<Minor>({ type: 'number', unit: 'minor', minimum: 0 })
/** From 0 to 100 in steps of 0.01. */
export const Percent = Type.Unsafe<PercentNumber>({ type: 'number', unit: 'percent', minimum: 0, maximum: 100 })
/** A measure that is neither money nor a quantity of goods: weight, volume, per cent. */
export const Measure = Type.Unsafe<number>({ type: 'number', minimum: 0, maximum: MAX_UNITS })

export const CustomValues = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  customValues: true,
  maxProperties: MAX_CUSTOM_VALUES,
  additionalProperties: true,
})

export const FreeObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** An array of at most MAX_ARRAY_LENGTH entries. */
export function list<T extends TSchema>(entries: T, options: { minItems?: number } = {}) {
  return Type.Unsafe<Static<T>[]>({ type: 'array', items: entries, maxItems: MAX_ARRAY_LENGTH, ...options })
}

/** One of some words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: words })
}

/** A value of a record that may be null; the shape of answers, not of bodies. */
export function orNull<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type: string; enum?: readonly unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...nullable(plain),
    ...(plain.enum === undefined ? {} : { enum: [...plain.enum, null] }),
  })
}

/** Values of one filter; more are a list that somebody should split. */
const MAX_VALUES = 100

/** One or several of some words. */
export const anyOfSchema = (words: readonly string[]) => Type.Array(oneOf(words), { maxItems: MAX_VALUES, minItems: 1 })

/** One or several ids. */
export const anyOfIdsSchema = Type.Array(Id, { maxItems: MAX_VALUES, minItems: 1 })
