/** Checks the types of the values of custom fields. Source: S-FIELD-5, S-FIELD-6. */
import type { Books } from '../domain/books.ts'
import type { FieldFault } from '../domain/field-faults.ts'
import { FIRST_YEAR, isWithinYears, LAST_YEAR, readDay } from '../domain/moments.ts'
import type { CustomField } from '../domain/records.ts'
import { invalid } from '../domain/refusals.ts'

/** The kinds of records whose `customValues` are checked against the custom fields. */
export type TypedEntity = 'product' | 'partner' | 'procurement_document'

/**
 * Refuses VALIDATION_FAILED for a custom value that does not fit its field. A value belongs to the active field whose
 * id or name equals the value's key. Keys without such a field may have any value; null counts as no value.
 */
export function checkCustomValues(
  books: Books,
  entityKind: TypedEntity,
  values: Readonly<Record<string, unknown>> | null | undefined,
): void {
  if (values == null || books.customFields.size === 0) return
  for (const field of books.customFields.values()) {
    if (field.entityKind !== entityKind || field.archived) continue
    for (const key of [field.id, field.name]) {
      if (!Object.hasOwn(values, key) || values[key] === null) continue
      const message = faultOf(field, values[key])
      if (message !== null) throw invalid(`/customValues/${pointer(key)}`, message, FAULTS[field.valueType](field))
    }
  }
}

/** True when the record stores a value of the field. With `among`, only the values listed there count. */
export function hasValueOf(
  field: CustomField,
  values: Readonly<Record<string, unknown>>,
  among: ReadonlySet<unknown> | null = null,
): boolean {
  return [field.id, field.name].some((key) => {
    if (!Object.hasOwn(values, key) || values[key] === null) return false
    return among === null || among.has(values[key])
  })
}

/** For each type of field, the fault to report for a value of the wrong type. */
const FAULTS: Readonly<Record<CustomField['valueType'], (field: CustomField) => FieldFault>> = {
  string: () => ({ code: 'WRONG_TYPE', figures: { types: ['string'] } }),
  number: () => ({ code: 'WRONG_TYPE', figures: { types: ['number'] } }),
  boolean: () => ({ code: 'WRONG_TYPE', figures: { types: ['boolean'] } }),
  date: () => 'NOT_VALID',
  select: ({ options }) => ({ code: 'NOT_ALLOWED', figures: { allowed: options } }),
}

function faultOf({ valueType, options, name }: CustomField, value: unknown): string | null {
  switch (valueType) {
    case 'string':
      return typeof value === 'string' ? null : `must be a string: that is the type of the field "${name}"`
    case 'number':
      return typeof value === 'number' ? null : `must be a number: that is the type of the field "${name}"`
    case 'boolean':
      return typeof value === 'boolean' ? null : `must be true or false: that is the type of the field "${name}"`
    case 'date':
      return typeof value === 'string' && isDay(value)
        ? null
        : `must be a day such as 2026-03-01, between the years ${FIRST_YEAR} and ${LAST_YEAR}: "${name}" is a date`
    case 'select':
      return typeof value === 'string' && isOption(options, value)
        ? null
        : `must be one of the options of "${name}": ${options.join(', ')}`
  }
}

/**
 * Caches the options of each field as a set, keyed by the options array. A search in the array
 * would be slow: a body may have values for a thousand fields with a thousand options each.
 */
const optionSets = new WeakMap<readonly string[], ReadonlySet<string>>()

function isOption(options: readonly string[], value: string): boolean {
  const known = optionSets.get(options) ?? new Set(options)
  optionSets.set(options, known)
  return known.has(value)
}

function isDay(text: string): boolean {
  const at = readDay(text)
  return at !== null && isWithinYears(at)
}

/** Escapes a key for use in a JSON pointer (RFC 6901). */
function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
