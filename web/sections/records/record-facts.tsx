/** What is known of a plain record: only what is filled in is shown. */
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Heading } from '../../components/facts.tsx'
import { useAll } from '../../data/lists.ts'
import { day, dayAndTime, money, quantity } from '../../words/format.ts'
import { type SayAny, useWords } from '../../words/words.ts'
import { NameOf } from '../shell/record-history.tsx'
import { isFilled } from './plain-fields.tsx'
import { useSpecWords } from './record-section.tsx'
import classes from './records.module.css'
import type { AnyRecord, AnySpec, Field, Values } from './spec.ts'

/** A list of names and values. */
export function Facts({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section>
      {title !== undefined && <Heading text={title} />}
      <dl className={classes.facts}>{children}</dl>
    </section>
  )
}

/** Nothing, when there is nothing to say. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

export function RecordFacts({ spec, record }: { readonly spec: AnySpec; readonly record: AnyRecord }) {
  const say = useSpecWords(spec)
  const { fields } = spec
  const isPlain = ({ type }: Field) => type !== 'lines' && type !== 'custom'
  const isSaid = ({ name }: Field) => isFilled(record[name])
  return (
    <Stack gap="lg">
      <Facts>
        {fields
          .filter((field) => isPlain(field) && isSaid(field))
          .map((field) => (
            <Fact key={field.name} label={say(field.name)}>
              <FieldValue field={field} value={record[field.name]} say={say} />
            </Fact>
          ))}
      </Facts>
      {fields.map((field) =>
        field.type === 'lines' && isSaid(field) ? (
          <LineFacts key={field.name} field={field} lines={record[field.name] as Values[]} say={say} />
        ) : field.type === 'custom' ? (
          <CustomFacts key={field.name} entityKind={field.entityKind} values={record[field.name] as Values} />
        ) : null,
      )}
    </Stack>
  )
}

interface FieldValueProps {
  readonly field: Field
  readonly value: unknown
  readonly say: SayAny
}

/** What a field holds as people read it, in the facts of a record and in a row of a list. */
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
  return (
    <Facts title={say(field.name)}>
      {lines.map((line, index) => {
        const [first, ...rest] = Object.keys(field.columns)
        const texts = rest.filter((column) => line[column]).map((column) => String(line[column]))
        return (
          <Fact key={index} label={String(line[first!] ?? '')}>
            {texts.join('\n') || '—'}
          </Fact>
        )
      })}
    </Facts>
  )
}

/** Those of the company's own fields by their names, and what else was kept. */
export function CustomFacts({ entityKind, values }: { readonly entityKind: string; readonly values: Values }) {
  const core = useWords('core')
  const { record: fields = [] } = useAll('customFields')
  const named = new Map(fields.filter((one) => one.entityKind === entityKind).map((one) => [one.id, one.name]))
  const entries = Object.entries(values ?? {})
  if (entries.length === 0) return null
  const show = (value: unknown) =>
    typeof value === 'boolean'
      ? core(value ? 'yes' : 'no')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return (
    <Facts title={core('customFields')}>
      {entries.map(([key, value]) => (
        <Fact key={key} label={named.get(key) ?? key}>
          {show(value)}
        </Fact>
      ))}
    </Facts>
  )
}
