/**
 * Builds the columns and filters of a list from the definition of a kind of record. A list may add columns and filters
 * of its own.
 */
import type { Column } from '../../components/data-table.tsx'
import { ChoiceFilter } from '../../parts/list-filters.tsx'
import type { SayAny } from '../../words/words.ts'
import { useSpecWords } from './all.ts'
import { FieldValue } from './record-facts.tsx'
import type { AnyFields, Field, Values } from './spec.ts'

/**
 * Returns the columns of a list. A column that is named after a field shows the field's value as the details panel
 * does.
 */
export function plainColumns<Row>(spec: AnyFields, say: SayAny): Column<Row>[] {
  return spec.columns.map(({ name, width, sort, from, align, textOf }) => {
    const field: Field = spec.fields.find((one) => one.name === name) ?? { name, label: NO_LABEL, type: 'text' }
    return {
      key: name,
      label: say(name),
      width,
      ...(sort !== undefined && { sort }),
      ...(from !== undefined && { from }),
      ...(align !== undefined && { align }),
      cell: (row) =>
        textOf !== undefined ? (
          textOf(row as never, say)
        ) : (
          <FieldValue field={field} value={(row as Values)[name]} say={say} />
        ),
    }
  })
}

/** A label that is never shown. A column that is not a field needs one for the type, but has its own title. */
const NO_LABEL = { ru: '', en: '' }

/** Returns the names that the filters of a definition have in the page address. */
export const plainFilters = ({ filters = [] }: AnyFields) => filters.map(({ name }) => name)

export function PlainFilters({ spec }: { readonly spec: AnyFields }) {
  const say = useSpecWords(spec)
  const choicesOf = (name: string) => {
    const field = spec.fields.find((one) => one.name === name)
    return field?.type === 'choice' ? Object.keys(field.choices) : []
  }
  return (spec.filters ?? []).map(({ name }) => (
    <ChoiceFilter
      key={name}
      name={name}
      label={say(name)}
      choices={[
        { value: '', label: say(`${name}-all`) },
        ...choicesOf(name).map((one) => ({ value: one, label: say(`${name}-${one}`) })),
      ]}
    />
  ))
}
