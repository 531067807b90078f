/** Shows the details of a record. Fields without a value are hidden. */
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Fact, FactList } from '../../components/facts.tsx'
import { useAll } from '../../data/lists.ts'
import { NameOf, RecordHistory } from '../../parts/record-history.tsx'
import { day, dayAndTime, money, quantity } from '../../words/format.ts'
import { type SayAny, useWords } from '../../words/words.ts'
import { useSpecWords } from './all.ts'
import { loadedPart } from './loaded-part.tsx'
import { type AnyFields, type Field, partOf, type Values } from './spec.ts'

interface RecordFactsProps {
  readonly spec: AnyFields
  readonly record: object
  /** Further names and values to show, which the definition of this kind of record does not contain. */
  readonly facts?: readonly Fact[]
}

export function RecordFacts({ spec, record, facts = [] }: RecordFactsProps) {
  const say = useSpecWords(spec)
  const values = record as Values
  const plain = spec.fields.filter(({ name, type }) => type !== 'lines' && type !== 'custom' && isFilled(values[name]))
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          ...facts,
          ...plain.map((field): Fact => {
            const { name } = field
            return [say(name), <FieldValue key={name} field={field} value={values[name]} say={say} />]
          }),
        ]}
      />
      {spec.fields.map((field) =>
        field.type === 'lines' ? (
          <LineFacts key={field.name} field={field} lines={(values[field.name] ?? []) as Values[]} say={say} />
        ) : field.type === 'custom' ? (
          <CustomFacts key={field.name} title={say(field.name)} values={values[field.name] as Values} />
        ) : null,
      )}
    </Stack>
  )
}

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''

interface SpecHistoryProps {
  readonly spec: AnyFields
  readonly id: string
  /**
   * The keys of the fields' labels in the app's texts, by field name. Fields that are missing here use their own name
   * as the key.
   */
  readonly names?: Readonly<Record<string, string>>
  /** Formats those fields that the definition of the record does not describe. */
  readonly show?: (name: string, value: unknown) => ReactNode
}

/** Shows the history of a record. Its plain fields are named and formatted as the definition of the record says. */
export function SpecHistory({ spec, id, show, ...names }: SpecHistoryProps) {
  const say = useSpecWords(spec)
  const showField = (name: string, value: unknown) => {
    const field = spec.fields.find((one) => one.name === name)
    return field !== undefined && MORE_THAN_TEXT.has(field.type) ? (
      <FieldValue field={field} value={value} say={say} />
    ) : (
      show?.(name, value)
    )
  }
  return <RecordHistory entityType={spec.entityType} id={id} part={partOf(spec)} show={showField} {...names} />
}

const MORE_THAN_TEXT: ReadonlySet<Field['type']> = new Set(['money', 'number', 'record', 'reference', 'custom'])

interface FieldValueProps {
  readonly field: Field
  readonly value: unknown
  readonly say: SayAny
}

/** Shows the value of a field, in the same way in the details panel and in the rows of a list. */
export function FieldValue({ field, value, say }: FieldValueProps): ReactNode {
  const core = useWords('core')
  if (value === null || value === undefined || value === '') return null
  switch (field.type) {
    case 'choice':
      return say(`${field.name}-${value}`)
    case 'number':
      return [quantity(value as number), field.unit].filter(Boolean).join(' ')
    case 'money':
      return money(value as number)
    case 'day':
      return day(value as string)
    case 'moment':
      return dayAndTime(value as string)
    case 'flag':
      return core(value ? 'yes' : 'no')
    case 'tags':
      return (value as string[]).join(', ')
    case 'record':
    case 'reference':
      return <NameOf kind={field.kind} id={value as string} />
    case 'special': {
      const Shown = loadedPart(field.shown)
      return <Shown value={value} />
    }
    case 'custom':
      return <CustomTexts values={value as Values} />
    default:
      return String(value)
  }
}

interface LineFactsProps {
  readonly field: Extract<Field, { type: 'lines' }>
  readonly lines: readonly Values[]
  readonly say: SayAny
}

function LineFacts({ field, lines, say }: LineFactsProps) {
  const [first, ...rest] = Object.keys(field.columns)
  const labelled = (line: Values) => (column: string) =>
    line[column] ? `${say(`${field.name}-${column}`)}: ${line[column]}` : []
  const textOf = (line: Values) => rest.flatMap(labelled(line)).join('\n') || '—'
  return <FactList title={say(field.name)} facts={lines.map((line) => [String(line[first!] ?? ''), textOf(line)])} />
}

/** Returns the names and values of a record's custom fields. A field that no longer exists is named by its key. */
function useCustomTexts(values: Values): (readonly [name: string, text: string])[] {
  const core = useWords('core')
  const { record: fields = [] } = useAll('customFields')
  const names = new Map(fields.map(({ id, name }) => [id, name]))
  const textOf = (value: unknown) =>
    typeof value === 'boolean'
      ? core(value ? 'yes' : 'no')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return Object.entries(values ?? {}).map(([key, value]) => [names.get(key) ?? key, textOf(value)])
}

function CustomFacts({ title, values }: { readonly title: string; readonly values: Values }) {
  return <FactList title={title} facts={useCustomTexts(values)} />
}

const CustomTexts = ({ values }: { readonly values: Values }) =>
  useCustomTexts(values)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')
