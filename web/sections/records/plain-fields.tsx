/** The fields of a definition where a page of its own shows them: among its facts, in its form, in its list. */
import type { Column } from '../../components/data-table.tsx'
import type { Fact } from '../../components/facts.tsx'
import type { Part, Say, SayAny } from '../../words/words.ts'
import { FieldValue } from './record-facts.tsx'
import type { AnyFields, Field, Values } from './spec.ts'

/** The columns of a list; that of a field shows it as its facts do. */
export function plainColumns<Row>(spec: Pick<AnyFields, 'fields' | 'columns'>, say: SayAny): Column<Row>[] {
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

/** Never shown: a column that is no field says its own title. */
const NO_LABEL = { ru: '', en: '' }

export const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''

export const plainFacts = ({ fields }: AnyFields, record: object, say: SayAny): Fact[] =>
  fields.map((field) => {
    const value = (record as Values)[field.name]
    return [say(field.name), isFilled(value) && <FieldValue key={field.name} field={field} value={value} say={say} />]
  })

/** Of a part, whose plain fields have texts that only their definition knows. */
export const sayAny = <P extends Part>(say: Say<P>): SayAny => say as unknown as SayAny
