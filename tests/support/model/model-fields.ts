/** The model's rules for custom fields and custom values, written from S-FIELD. */
import { differences, keptText, type Model, noteNewId, type Rule, takeDelete } from './model.ts'
import type { Json, ModelField } from './model-kinds.ts'

/** For each type of custom field, whether a value has that type. */
const FITS: Readonly<Record<string, (value: unknown, field: ModelField) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => value === true || value === false,
  select: (value, { options }) => options.some((option) => option === value),
  date: (value) => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value)) ?? []
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
  },
}

/** Returns a record's custom values that are stored under the id or the name of a field. */
function valuesFor({ id, name }: ModelField, customValues: Json): unknown[] {
  return Object.entries(customValues ?? {})
    .filter(([key, value]) => (key === id || key === name) && value !== null)
    .map(([, value]) => value)
}

/** Returns VALIDATION_FAILED if a custom value does not suit its field. Archived fields are not checked. */
export function customCodes(model: Model, entityKind: string, customValues: Json): string[] {
  const fields = [...model.customFields.values()].filter((field) => field.entityKind === entityKind && !field.archived)
  const isWrong = fields.some((field) =>
    valuesFor(field, customValues).some((value) => !FITS[field.valueType]!(value, field)),
  )
  return isWrong ? ['VALIDATION_FAILED'] : []
}

/** Returns every value stored in any record for a custom field. */
function storedValues(model: Model, field: ModelField): unknown[] {
  const records: Readonly<Record<string, Iterable<{ customValues: Json }>>> = {
    product: model.products.values(),
    partner: model.partners.values(),
    procurement_document: model.documents.values(),
  }
  const kept = records[field.entityKind] ?? Object.values(records).flatMap((some) => [...some])
  return [...kept].flatMap(({ customValues }) => valuesFor(field, customValues))
}

/** Compares a custom field in a response with the model's, and returns the differences. */
export function fieldDifferences(field: ModelField, actual: Json): string[] {
  const diff = differences()
  const is = [actual.id, actual.entityKind, actual.name, actual.valueType, actual.options, actual.archived]
  const { id, entityKind, name, valueType, options, archived } = field
  diff.expect(`custom field ${id}`, is, [id, entityKind, name, valueType, options, archived])
  return diff.found
}

const optionCodes = (valueType: string, options: readonly string[]): string[] =>
  (valueType !== 'select' && options.length > 0) || new Set(options).size < options.length ? ['VALIDATION_FAILED'] : []

const createCustomField: Rule = {
  refusals: (_model, { body }) => optionCodes(body.valueType, body.options ?? []),
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const { entityKind, valueType, options } = body
    const field = { id: result.id, entityKind, name: body.name.trim(), valueType, options: options ?? [] }
    model.customFields.set(field.id, { ...field, archived: false })
    return [...diff.found, ...fieldDifferences({ ...field, archived: false }, result)]
  },
}

const updateCustomField: Rule = {
  refusals(model, { params, body }) {
    const field = model.customFields.get(params.fieldId!)
    if (field === undefined) return ['NOT_FOUND']
    if (body.options === undefined) return []
    const options: string[] = body.options ?? []
    const dropped = field.options.filter((option) => !options.includes(option))
    const isUsed = storedValues(model, field).some((value) => dropped.some((option) => option === value))
    return [...optionCodes(field.valueType, options), ...(isUsed ? ['HAS_REFERENCES'] : [])]
  },
  take(model, { params, body }, { result }) {
    const field = model.customFields.get(params.fieldId!)!
    field.name = keptText(body.name, field.name)!
    if (body.options !== undefined) field.options = body.options ?? []
    if (body.archived !== undefined) field.archived = body.archived
    return fieldDifferences(field, result)
  },
}

const deleteCustomField: Rule = {
  refusals(model, { params }) {
    const field = model.customFields.get(params.fieldId!)
    if (field === undefined) return ['NOT_FOUND']
    return storedValues(model, field).length > 0 ? ['HAS_REFERENCES'] : []
  },
  take: (model, { params }, seen) => takeDelete(model.customFields, params.fieldId!, seen),
}

export const FIELD_RULES: Readonly<Record<string, Rule>> = { createCustomField, updateCustomField, deleteCustomField }
