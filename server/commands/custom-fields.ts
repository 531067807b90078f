import type { Static } from 'typebox'
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { CUSTOM_FIELD } from '../domain/fields/custom-fields.ts'
import { type CustomField, put, remove } from '../domain/records.ts'
import { invalid } from '../domain/refusals.ts'
import { hasValueOf } from './custom-values.ts'
import { defineCommand, type Prefetch, type ReferenceGroup } from './define.ts'
import { Deleted, NoBody, refuseReferenced, updated } from './fields.ts'
import { findCustomField } from './find.ts'

const EXAMPLES = 10

/** POST /custom-fields. Refuses: VALIDATION_FAILED (options without `select`, a repeated option). Source: S-FIELD-1, S-FIELD-4. */
export const createCustomField = defineCommand({
  name: 'createCustomField',
  method: 'POST',
  path: '/api/v1/custom-fields',
  may: 'managers',
  refusals: [],
  summary: 'Define a custom field',
  description:
    'In `customValues`, products, partners and procurement documents name the field by its id or its name; the value must fit `valueType`. `options` is only for `select`.',
  tag: 'Custom fields',
  entity: 'custom_field',
  action: 'custom_field.created',
  body: CUSTOM_FIELD.create,
  result: CUSTOM_FIELD.record,
  example: { entityKind: 'product', name: 'Сезон', valueType: 'select', options: ['Лето', 'Зима'] },
  decide(_books, { body }, { now, revision, newId }) {
    checkOptions(body.valueType, body.options)
    const field: CustomField = CUSTOM_FIELD.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'customFields', record: field },
      changes: [put('customFields', field)],
      logged: log('custom_field.created', { name: field.name, entityKind: field.entityKind }),
    }
  },
})

/**
 * PATCH /custom-fields/{fieldId}. Refuses: NOT_FOUND, VALIDATION_FAILED (options without `select`), HAS_REFERENCES
 * (removing an option that is in use). Source: S-FIELD-2, S-FIELD-4.
 */
export const updateCustomField = defineCommand({
  name: 'updateCustomField',
  method: 'PATCH',
  path: '/api/v1/custom-fields/:fieldId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Change, archive or restore a custom field',
  description:
    '`entityKind` and `valueType` never change. Options that records use cannot be removed. After a rename, values stored under the id of the field still belong to it; values stored under the old name become free keys. An archived field checks no values.',
  tag: 'Custom fields',
  entity: 'custom_field',
  action: 'custom_field.updated',
  body: CUSTOM_FIELD.update,
  result: CUSTOM_FIELD.record,
  example: { name: 'Сезон', options: ['Лето', 'Зима', 'Всесезон'] },
  facts(books, { params, body }): readonly Prefetch[] {
    const field = books.customFields.get(params.fieldId!)
    const dropped = field === undefined ? [] : droppedOptions(field, body)
    return dropped.length === 0 ? [] : storedInDocuments(field!, dropped)
  },
  decide(books, { params, body, facts }, { now, revision }) {
    const field = findCustomField(books, params.fieldId!)
    checkOptions(field.valueType, body.options)
    const dropped = droppedOptions(field, body)
    if (dropped.length > 0)
      refuseReferenced(
        `option "${dropped.join('", "')}" of "${field.name}"`,
        storedIn(books, field, { dropped, facts }),
        'Keep it among the options, or give the records another value first.',
      )
    const changed: CustomField = { ...CUSTOM_FIELD.change(field, body), updatedAt: now, revision }
    return updated('customFields', { before: field, after: changed }, { entity: 'custom_field', name: changed.name })
  },
})

/** DELETE /custom-fields/{fieldId}. Refuses: NOT_FOUND, HAS_REFERENCES (stored values). Source: S-FIELD-2, S-FIELD-3. */
export const deleteCustomField = defineCommand({
  name: 'deleteCustomField',
  method: 'DELETE',
  path: '/api/v1/custom-fields/:fieldId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Delete a custom field without stored values',
  description: 'Only a field without stored values can be deleted. A field with values can be archived instead.',
  tag: 'Custom fields',
  entity: 'custom_field',
  action: 'custom_field.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts(books, { params }): readonly Prefetch[] {
    const field = books.customFields.get(params.fieldId!)
    return field === undefined ? [] : storedInDocuments(field, null)
  },
  decide(books, { params, facts }) {
    const field = findCustomField(books, params.fieldId!)
    refuseReferenced(`custom field "${field.name}"`, storedIn(books, field, { dropped: null, facts }))
    return {
      result: { deleted: field.id },
      changes: [remove('customFields', field.id)],
      logged: log('custom_field.deleted', { name: field.name }),
    }
  },
})

function checkOptions(valueType: CustomField['valueType'], options: readonly string[] | null | undefined): void {
  if (options == null) return
  if (valueType !== 'select' && options.length > 0)
    throw invalid('/options', 'only a field of type select can have options', 'NOT_HERE')
  const seen = new Set<string>()
  for (const [position, option] of options.entries()) {
    if (seen.has(option)) throw invalid(`/options/${position}`, 'is named twice', 'TWICE')
    seen.add(option)
  }
}

function droppedOptions(field: CustomField, { options }: Static<typeof CUSTOM_FIELD.update>): string[] {
  const given = new Set(options)
  return options === undefined ? [] : field.options.filter((option) => !given.has(option))
}

const WITH_VALUES = ['product', 'partner', 'procurement_document'] as const

/**
 * Returns the kinds of records that may store a value of the field. If the field's `entityKind` is unknown, records of
 * any kind may.
 */
function kindsOf({ entityKind }: CustomField): readonly (typeof WITH_VALUES)[number][] {
  const known = WITH_VALUES.find((kind) => kind === entityKind)
  return known === undefined ? WITH_VALUES : [known]
}

/**
 * Requests a prefetch of the documents that store a value of the field, because not all finished documents are in
 * memory.
 */
function storedInDocuments(field: CustomField, values: readonly string[] | null): readonly Prefetch[] {
  return kindsOf(field).includes('procurement_document')
    ? [{ fact: 'customValues', keys: [field.id, field.name], values }]
    : []
}

/** Counts the records that store a value of the field, or only those that store one of the `dropped` options. */
function storedIn(
  books: Books,
  field: CustomField,
  { dropped, facts }: { dropped: readonly string[] | null; facts: { references?: readonly ReferenceGroup[] } },
): readonly ReferenceGroup[] {
  const kinds = kindsOf(field)
  if (kinds.includes('procurement_document') && facts.references === undefined)
    throw new Error(`The documents with values of field ${field.id} were not read`)
  const among = dropped === null ? null : new Set<unknown>(dropped)
  const inMemory = [
    { entity: 'product', records: books.products },
    { entity: 'partner', records: books.partners },
  ] as const
  const found = inMemory
    .filter(({ entity }) => kinds.includes(entity))
    .map(({ entity, records }): ReferenceGroup => {
      const storing = [...records.values()].filter(({ customValues }) => hasValueOf(field, customValues, among))
      const examples = storing.slice(0, EXAMPLES).map(({ id, name }) => ({ id, label: name }))
      return { entity, count: storing.length, examples }
    })
  return [...found.filter(({ count }) => count > 0), ...(facts.references ?? [])]
}
