/** Plans MoySklad's attributes as custom fields in Skladno, including the options of select fields. */
import { MAX_ARRAY_LENGTH } from '../../domain/schema.ts'
import { valueTypeOf } from './attributes.ts'
import type { FieldDefinition, FieldEntity } from './dictionaries.ts'
import { type Draft, draftOf, type Plan, planOf, report } from './plan.ts'
import { readSourceRow } from './read-row.ts'
import { ATTRIBUTE_DEFINITION } from './shapes.ts'
import { type SourceRow, sourceIdOf, sourceRowOf, sourceText } from './source-values.ts'
import { distinct, fitName, fitText } from './texts.ts'

const UNNAMED = 'Поле'

/** The attributes of one MoySklad entity. */
export interface AttributeSource {
  readonly entityKind: FieldEntity
  /** The word that distinguishes equally named fields of different entities, such as «приёмка». */
  readonly label: string
  readonly rows: readonly unknown[]
}

/** The plans of all custom fields, and the field definitions needed to read values. */
export interface FieldPlans {
  readonly plans: readonly Plan[]
  readonly fields: ReadonlyMap<string, FieldDefinition>
}

/**
 * Plans the custom fields of an account. `optionsOf`: returns the names of a custom entity's elements by the entity's
 * id, or undefined when they could not be read. `local`: our existing fields by attribute id. The type of a field never
 * changes, so existing fields decide how values are read, even if their attributes could not be read.
 */
export function planCustomFields(
  sources: readonly AttributeSource[],
  optionsOf: (customEntityId: string) => readonly string[] | undefined,
  local: ReadonlyMap<string, FieldDefinition> = new Map(),
): FieldPlans {
  const plans: Plan[] = []
  const fields = new Map<string, FieldDefinition>()
  const read = new Set<string>()
  for (const { entityKind, label, rows } of sources)
    for (const row of rows.map(sourceRowOf)) {
      const id = sourceIdOf(row)
      if (id !== '' && read.has(id)) continue
      read.add(id)
      const taken = new Set(
        [...fields.values()].filter((field) => field.entityKind === entityKind).map(({ name }) => name),
      )
      const options = optionsOf(customEntityOf(row))
      const { plan, definition } = planField(row, { entityKind, label, taken, options, local: local.get(id) })
      plans.push(plan)
      if (id !== '') fields.set(id, definition)
    }
  return { plans, fields: new Map([...local, ...fields]) }
}

/**
 * Returns the id of the custom entity whose elements are an attribute's possible values, or '' for other attributes.
 */
export function customEntityOf(row: SourceRow): string {
  const address = sourceText(sourceRowOf(row.customEntityMeta).href)
  const parts = address.split(/[?#]/, 1)[0]!.split('/')
  return parts.findLast((part) => part !== '' && part !== 'metadata') ?? ''
}

interface FieldContext {
  readonly entityKind: FieldEntity
  readonly label: string
  readonly taken: ReadonlySet<string>
  readonly options: readonly string[] | undefined
  /** Our existing field for the attribute; undefined when there is none. */
  readonly local: FieldDefinition | undefined
}

function planField(source: SourceRow, context: FieldContext): { plan: Plan; definition: FieldDefinition } {
  const draft = draftOf('custom_field', source, new Map())
  const row = readSourceRow(draft, ATTRIBUTE_DEFINITION)
  const { entityKind } = context
  const name = freeName(draft, fitName(draft, row.name, [UNNAMED]), context)
  const { valueType: simple, code } = valueTypeOf(sourceText(row.type))
  const isOfRecords = code === 'attribute_reference'
  if (code !== null)
    report(draft, isOfRecords ? 'attribute_of_records' : code, { field: name, value: sourceText(row.type) })
  const options = simple === 'select' ? optionsOf(draft, context.options ?? []) : []
  const hasOptions = options.length > 0 && options.length <= MAX_ARRAY_LENGTH
  const { local } = context
  // An existing select field stays a select field and keeps its options.
  const isKept = simple === 'select' && !hasOptions && local?.valueType === 'select'
  if (isKept) {
    draft.unread.add('options')
    report(draft, 'options_unread', { field: name })
  }
  const valueType = simple === 'select' && !hasOptions && !isKept ? 'string' : simple
  if (valueType !== simple) report(draft, 'select_as_text', { field: name, value: String(options.length) })
  const planned = { entityKind, name, valueType, options: hasOptions ? options : [] }
  const definition =
    local === undefined
      ? planned
      : { ...planned, valueType: local.valueType, options: [...new Set([...local.options, ...planned.options])] }
  const { required, description } = row
  if (required === true || sourceText(description) !== '')
    draft.left.definition = { required: required === true, description: sourceText(description) }
  const plan = planOf(draft, name, valueType === null ? null : planned)
  return { plan, definition }
}

/**
 * Returns the field's name. If another field of the same kind of record already has that name, adds the entity's label.
 */
function freeName(draft: Draft, name: string, { label, taken }: FieldContext): string {
  if (!taken.has(name)) return name
  let free = fitText(draft, 'name', { value: `${name} (${label})` })
  for (let number = 2; taken.has(free); number += 1)
    free = fitText(draft, 'name', { value: `${label} ${number}: ${name}` })
  report(draft, 'field_name_repeated', { field: 'name', value: name })
  return free
}

function optionsOf(draft: Draft, names: readonly string[]): string[] {
  return distinct(
    draft,
    'options',
    names.map((value) => fitText(draft, 'options', { value })),
  )
}
