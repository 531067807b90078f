/** Who changed a record when, with what was before and after. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { dayAndTime } from '../../words/format.ts'
import { sayIfKnown, useWords } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import classes from './records.module.css'
import type { SayAny } from './spec.ts'

const ENTRIES = 50

interface HistoryProps {
  readonly entityType: string
  readonly entityId: string
  /** Of the names of fields. */
  readonly say: SayAny
}

export function History({ entityType, entityId, say }: HistoryProps) {
  const core = useWords('core')
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', entityType, entityId],
    queryFn: async ({ signal }) =>
      (await client.audit.list({ entityId, entityType, limit: ENTRIES }, { signal }).page()).items,
  })
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={120} />
  if (data.length === 0) return <Text c="dimmed">{core('noHistory')}</Text>
  return (
    <ol className={classes.entries}>
      <Stack gap="md">
        {data.map((entry, index) => (
          <li key={entry.id}>
            <Text size="sm">
              {didOf(entry.action)} · {entry.actor.name}
            </Text>
            <Text size="xs" c="dimmed">
              {dayAndTime(entry.at)}
            </Text>
            <Differences entry={entry} before={data[index + 1]} say={say} />
          </li>
        ))}
      </Stack>
    </ol>
  )
}

/** `created`, `updated` and so on, in words. */
export function didOf(action: string): string {
  const verb = action.split('.')[1] ?? ''
  return sayIfKnown('core', `did-${verb}`) ?? verb
}

interface DifferencesProps {
  readonly entry: AuditEntry
  readonly before: AuditEntry | undefined
  readonly say: SayAny
}

/** Each entry has the whole record after it, so the one before says what it was. */
export function Differences({ entry, before, say }: DifferencesProps) {
  const core = useWords('core')
  const differences = before === undefined ? [] : differencesOf(before.details.result, entry.details.result)
  if (differences.length === 0) return null
  return (
    <dl className={classes.facts}>
      {differences.map(({ name, was, is }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{labelOf(name, say)}</dt>
          <dd>
            <del className={classes.before}>{print(was) ?? core('nothing')}</del> →{' '}
            <ins className={classes.after}>{print(is) ?? core('nothing')}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const labelOf = (name: string, say: SayAny) => {
  const said = say(name)
  return said === name ? (sayIfKnown('core', `field-${name}`) ?? name) : said
}

const UNSAID = new Set(['id', 'createdAt', 'updatedAt', 'revision'])
const MAX_SHOWN = 200

interface FieldDifference {
  readonly name: string
  readonly was: unknown
  readonly is: unknown
}

type Kept = Readonly<Record<string, unknown>> | undefined

/** What differs between a record before and after. */
export function differencesOf(before: Kept, after: Kept): FieldDifference[] {
  if (before === undefined || after === undefined) return []
  return Object.keys(after)
    .filter((name) => !UNSAID.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, was: before[name], is: after[name] }))
}

/** null: nothing stands there. */
export function print(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return sayIfKnown('core', value ? 'yes' : 'no')
  if (Array.isArray(value)) {
    const all = value.map((one) => print(one) ?? '').join(', ')
    return value.length === 0 ? null : all.slice(0, MAX_SHOWN)
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([name]) => !UNSAID.has(name))
      .map(([, one]) => print(one))
      .filter((one) => one !== null)
      .join(' · ')
      .slice(0, MAX_SHOWN)
  return String(value)
}
