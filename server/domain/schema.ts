/**
 * The schema vocabulary for bodies and records: the static type, the validation and the OpenAPI document are all
 * derived from one schema.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { type BasisPoints, MAX_UNITS, type Milli, type Minor } from '../../amounts/quantity.ts'
import { MAX_TIME_ZONE_LENGTH } from './time-zones.ts'

export const MAX_NAME_LENGTH = 255
export const MAX_NOTE_LENGTH = 10_000
export const MAX_ARRAY_LENGTH = 1_000
const MAX_ID_LENGTH = 64
export const MAX_CUSTOM_VALUES = 1_000
/** The maximum size of one record's custom values, in bytes of JSON in UTF-8. */
export const MAX_CUSTOM_VALUES_BYTES = 65_536

/**
 * Our own JSON Schema keywords (see commands/validation.ts). `text` trims, and refuses U+0000 and broken surrogates.
 * `unit` checks the decimals and converts the number to integer thousandths ('milli'), kopecks ('minor') or hundredths of a
 * per cent ('percent'). The standard `multipleOf` is not used: validators compute it in binary and refuse valid decimals.
 * `moment` and `timeZone` refuse invalid values and normalize valid ones. `gapless` joins digits that are written in groups.
 */
const text = { type: 'string', text: true } as const
const nullable = <T extends { type: string }>(schema: T) => ({ ...schema, type: [schema.type, 'null'] })

/** Makes an object schema that refuses unknown keys. */
export function strictObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

/** Makes the schema of a field that may be omitted, or given as null to clear it. */
export function optional<T>(schema: TSchema & { type?: string }) {
  return Type.Optional(Type.Unsafe<T | null>(nullable(schema as unknown as { type: string })))
}

/** An id as the service issues it. An id in another format is simply reported as not found (S-VALUE-5). */
export const Id = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: MAX_ID_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
})

const ISSUED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * True for text in the format of the ids that the service issues. Only such text may be sent to the database as an id.
 */
export function isIssuedId(text: string): boolean {
  return ISSUED_ID.test(text)
}

export const Name = Type.Unsafe<string>({ ...text, minLength: 1, maxLength: MAX_NAME_LENGTH })
export const ShortText = Type.Unsafe<string>({ ...text, maxLength: MAX_NAME_LENGTH })
/**
 * A number issued by authorities or banks. Spaces between digits are removed. Text that contains other characters is
 * left unchanged.
 */
export const LegalNumber = Type.Unsafe<string>({ ...text, gapless: true, maxLength: MAX_NAME_LENGTH })
export const Note = Type.Unsafe<string>({ ...text, maxLength: MAX_NOTE_LENGTH })
export const ReasonText = Type.Unsafe<string>({ ...text, minLength: 1, maxLength: MAX_NOTE_LENGTH })
export const Flag = Type.Boolean()

/** A timestamp (RFC 3339) or a calendar day. It is stored in UTC with milliseconds. */
export const Moment = Type.Unsafe<string>({ ...text, moment: true, maxLength: 40 })

/** A date as shown on documents. A calendar day stays a day; a timestamp is stored in UTC with milliseconds. */
export const DayOrMoment = Type.Unsafe<string>({ ...text, moment: 'or day', maxLength: 40 })

/** A calendar day in the company's time zone, such as 2026-03-01. */
export const Day = Type.Unsafe<string>({ ...text, moment: 'day', maxLength: 40 })

/** The name of a time zone, stored as the IANA list spells it. */
export const TimeZone = Type.Unsafe<string>({ ...text, timeZone: true, minLength: 1, maxLength: MAX_TIME_ZONE_LENGTH })

/** How many hours an order reserves goods for: at most ten years. */
export const ReservationHours = Type.Integer({ minimum: 1, maximum: 87_600 })

/** A quantity of goods moved or ordered: at least 0.001. */
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
/**
 * A quantity of accumulated stock, or the total cost of goods taken from many lots. Neither is limited to MAX_UNITS
 * (S-VALUE-10).
 */
export const StockQuantity = Type.Unsafe<Milli>({ type: 'number', unit: 'milli', minimum: 0 })
export const StockCost = Type.Unsafe<Minor>({ type: 'number', unit: 'minor', minimum: 0 })
/** A percentage from 0 to 100 in steps of 0.01. */
export const Percent = Type.Unsafe<BasisPoints>({ type: 'number', unit: 'percent', minimum: 0, maximum: 100 })
/** A number that is neither money nor a quantity of goods: weight, volume, per cent. */
export const Measure = Type.Unsafe<number>({ type: 'number', minimum: 0, maximum: MAX_UNITS })

export const CustomValues = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  customValues: true,
  maxProperties: MAX_CUSTOM_VALUES,
  additionalProperties: true,
})

export const FreeObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** Makes the schema of an array of at most MAX_ARRAY_LENGTH entries. */
export function list<T extends TSchema>(entries: T, options: { minItems?: number } = {}) {
  return Type.Unsafe<Static<T>[]>({ type: 'array', items: entries, maxItems: MAX_ARRAY_LENGTH, ...options })
}

/** Makes the schema of one word from a fixed set. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: words })
}

/** Makes the schema for a value that may be null in a record. Use it for responses, not for request bodies. */
export function orNull<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type: string; enum?: readonly unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...nullable(plain),
    ...(plain.enum === undefined ? {} : { enum: [...plain.enum, null] }),
  })
}

/**
 * The maximum number of values that a query may give for one filter. A client with more values should split its
 * query.
 */
const MAX_VALUES = 100

/** Makes the schema of one or more words from a fixed set. */
export const anyOfSchema = (words: readonly string[]) => Type.Array(oneOf(words), { maxItems: MAX_VALUES, minItems: 1 })

/** The schema of one or more ids. */
export const anyOfIdsSchema = Type.Array(Id, { maxItems: MAX_VALUES, minItems: 1 })
