/**
 * Converts the attributes of a MoySklad row to the `customValues` of our record. Attributes of simple types become
 * typed fields; all other attributes go into the report.
 */
import { MAX_CUSTOM_VALUES, MAX_CUSTOM_VALUES_BYTES } from '../../domain/schema.ts'
import { readDecimal } from './decimals.ts'
import type { Dictionaries, FieldDefinition, FieldEntity } from './dictionaries.ts'
import { dayOf, hasTimeOfDay } from './moscow-time.ts'
import { type Draft, fieldKey, report, type Unread } from './plan.ts'
import type { MappingProblemCode } from './problem-codes.ts'
import { isEmptyValue, plainValue, type SourceRow, sourceIdOf, sourceRowOf, sourceText } from './source-values.ts'
import { fitText } from './texts.ts'
import { wordsOfValue } from './words-of-values.ts'

/** Simple attribute types, with the type of custom field that each becomes. */
const SIMPLE: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'date' | 'select'>> = {
  string: 'string',
  text: 'string',
  link: 'string',
  long: 'number',
  double: 'number',
  boolean: 'boolean',
  time: 'date',
  customentity: 'select',
}
const NAMING = [
  'product',
  'counterparty',
  'contract',
  'project',
  'store',
  'employee',
  'productfolder',
  'organization',
  'service',
  'bundle',
  'variant',
]
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const RENAMED = ' (МойСклад)'

/** Returns the custom field type for an attribute type, or the code of the problem if there is none. */
export function valueTypeOf(type: string): {
  valueType: FieldDefinition['valueType']
  code: MappingProblemCode | null
} {
  const valueType = Object.hasOwn(SIMPLE, type) ? SIMPLE[type]! : null
  if (valueType !== null) return { valueType, code: null }
  if (type === 'file') return { valueType, code: 'attribute_file' }
  return { valueType, code: NAMING.includes(type) ? 'attribute_reference' : 'attribute_unknown_type' }
}

interface Valued {
  readonly entityKind: FieldEntity
  readonly attributes: readonly SourceRow[] | undefined
  /** Values besides the attributes, whose keys do not belong to any custom field. */
  readonly free?: readonly (readonly [name: string, text: string])[]
}

/**
 * Returns a record's custom values: the values of the row's attributes and the `free` values, limited to the number and
 * total bytes that a record may have.
 */
export function customValuesOf(
  draft: Draft,
  dictionaries: Dictionaries,
  { entityKind, attributes = [], free = [] }: Valued,
): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const attribute of attributes) {
    const name =
      sourceText(attribute.name) || dictionaries.fields.get(sourceIdOf(attribute))?.name || sourceIdOf(attribute)
    const isDefined = dictionaries.fields.has(sourceIdOf(attribute))
    const valueType = dictionaries.fields.get(sourceIdOf(attribute))?.valueType ?? null
    const hasField = valueType !== null
    // A value of null or an empty string means that the attribute has no value. An attribute without the key `value`
    // counts as unread.
    const { value: given } = attribute
    if (given === null || (!hasField && isEmptyValue(given)) || (valueType === 'string' && given === '')) continue
    const value = attributeValue(draft, attribute, { dictionaries, name }) ?? (hasField ? UNREAD : undefined)
    if (value === undefined) continue
    values.set(
      isDefined ? fieldKey(sourceIdOf(attribute)) : freeKey(draft, name, { dictionaries, entityKind, values }),
      value,
    )
  }
  for (const [name, value] of free)
    if (value !== '') values.set(freeKey(draft, name, { dictionaries, entityKind, values }), value)
  return withinBytes(draft, values)
}

/** A placeholder for an unusable value. It makes our record keep its current value. */
const UNREAD: Unread = { unread: true }

/** Returns an attribute's value, or undefined when our field cannot take it. */
function attributeValue(
  draft: Draft,
  attribute: SourceRow,
  { dictionaries, name }: { dictionaries: Dictionaries; name: string },
): unknown {
  const { value, download } = attribute
  const definition = dictionaries.fields.get(sourceIdOf(attribute))
  const { valueType: ownType, code } = valueTypeOf(sourceText(attribute.type))
  const valueType = definition === undefined ? ownType : definition.valueType
  // A select field becomes a text field if its list of options could not be read.
  const read = ownType === 'select' ? sourceRowOf(value).name : value
  const found = valueType === null || code !== null ? undefined : typedValue(draft, valueType, { value: read, name })
  const isOption = valueType !== 'select' || definition === undefined || definition.options.includes(found as string)
  if (found !== undefined && isOption) return found
  const href = sourceText(sourceRowOf(download).href)
  draft.whole[`customValues: ${name}`] =
    href === '' ? plainValue(value, draft.names) : { name: sourceText(value), href }
  const why = found !== undefined ? 'option_unknown' : (code ?? 'custom_value_unusable')
  report(draft, why, { field: name, value: wordsOfValue(value, draft.names) })
  return undefined
}

function typedValue(
  draft: Draft,
  valueType: NonNullable<FieldDefinition['valueType']>,
  { value, name }: { value: unknown; name: string },
): unknown {
  switch (valueType) {
    case 'string':
      return typeof value === 'boolean' || sourceText(value) === '' ? undefined : sourceText(value)
    case 'select':
      return fitText(draft, `customValues: ${name}`, { value }) || undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'number': {
      const shown = plainValue(value, draft.names)
      return typeof shown === 'number' && readDecimal(shown) !== null ? shown : undefined
    }
    case 'date': {
      const day = dayOf(value)
      if (day === null) return undefined
      if (hasTimeOfDay(value)) {
        draft.whole[`customValues: ${name}`] = sourceText(value)
        report(draft, 'time_of_day_lost', { field: name, value: sourceText(value) })
      }
      return day
    }
  }
}

/**
 * Returns a key for a value that belongs to no custom field. If a field or another value already uses the name, the
 * name is changed and the change reported.
 */
function freeKey(
  draft: Draft,
  name: string,
  {
    dictionaries,
    entityKind,
    values,
  }: { dictionaries: Dictionaries; entityKind: FieldEntity; values: ReadonlyMap<string, unknown> },
): string {
  const isTaken = (key: string) =>
    FORBIDDEN_KEYS.has(key) || dictionaries.takenNames[entityKind].has(key) || values.has(key) || key === ''
  if (!isTaken(name)) return name
  let key = `${name}${RENAMED}`
  for (let number = 2; isTaken(key); number += 1) key = `${name}${RENAMED} ${number}`
  report(draft, 'key_renamed', { field: key, value: name })
  return key
}

/** Drops the longest values until the rest are within the limits for the number of values and their total bytes. */
function withinBytes(draft: Draft, values: Map<string, unknown>): Record<string, unknown> {
  const sizes = [...values].map(([key, value]) => [key, Buffer.byteLength(JSON.stringify([key, value]))] as const)
  let total = sizes.reduce((sum, [, size]) => sum + size, 0)
  for (const [key, size] of sizes.sort(([, a], [, b]) => b - a)) {
    if (total <= MAX_CUSTOM_VALUES_BYTES && values.size <= MAX_CUSTOM_VALUES) break
    draft.whole[`customValues: ${key}`] = values.get(key)
    report(draft, 'custom_values_too_large', { field: key })
    if (values.size <= MAX_CUSTOM_VALUES) values.set(key, UNREAD)
    else values.delete(key)
    total -= size
  }
  return Object.fromEntries(values)
}

/** Puts attributes into the report, for kinds of records that have no custom fields in Skladno. */
export function keepAttributes(draft: Draft, attributes: readonly SourceRow[] = []): void {
  for (const attribute of attributes) {
    if (isEmptyValue(attribute.value)) continue
    const field = sourceText(attribute.name) || sourceIdOf(attribute)
    const href = sourceText(sourceRowOf(attribute.download).href)
    const kept = plainValue(attribute.value, draft.names)
    draft.whole[`attributes: ${field}`] = href === '' ? kept : { name: kept, href }
    report(draft, 'attribute_no_place', { field, value: wordsOfValue(attribute.value, draft.names) })
  }
}
