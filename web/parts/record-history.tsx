/** The history of a record: who changed it and when, with the values before and after. */
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { AuditEntry } from '../../sdk/types.ts'
import facts from '../components/facts.module.css'
import { client } from '../data/client.ts'
import type { Kind } from '../data/kinds.ts'
import { useRecord } from '../data/lists.ts'
import { day, dayAndTime, money, quantity } from '../words/format.ts'
import { type OwnPart, type Part, sayIfKnown, useWords } from '../words/words.ts'
import { nameOfActor } from './actor-name.ts'
import { Failure } from './failure.tsx'
import { useLoadedWords } from './loaded-words.ts'
import { sentenceOf } from './log-sentence.ts'
import classes from './parts.module.css'

const ENTRIES = 50
/**
 * The number of log pages to read at once. If a record changes rarely, a page may contain few entries about it, or
 * none.
 */
const PAGES_AT_ONCE = 25

interface RecordHistoryProps {
  readonly entityType: string
  readonly id: string
  /** The section of the app whose texts name the fields. Names missing there are taken from the part `core`. */
  readonly part: Part | OwnPart
  /**
   * The keys of the fields' labels in the app's texts, by field name. Fields that are missing here use their own name
   * as the key.
   */
  readonly names?: Readonly<Record<string, string>>
  /** Formats the value of a field for display. If it returns undefined, the value is shown unchanged. */
  readonly show?: (name: string, value: unknown) => ReactNode
}

export function RecordHistory({ entityType, id, part, names = {}, show }: RecordHistoryProps) {
  const core = useWords('core')
  const found = useInfiniteQuery({
    queryKey: ['audit', entityType, id],
    queryFn: ({ pageParam, signal }) => readEntries({ entityId: id, entityType }, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const { error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const areWordsThere = useLoadedWords('audit')
  const entries = useMemo(() => found.data?.pages.flatMap(({ items }) => items), [found.data])
  if (error !== null) return <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
  if (entries === undefined || !areWordsThere) return <Skeleton height={120} />
  if (entries.length === 0 && !hasNextPage) return <Text c="dimmed">{core('noHistory')}</Text>
  return (
    <Stack gap="md" align="start">
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <Text size="sm">
              {sentenceOf(entry)} · {nameOfActor(entry.actor)}
            </Text>
            <Text size="xs" c="dimmed">
              {dayAndTime(entry.at)}
            </Text>
            <Differences entry={entry} before={entries[index + 1]} part={part} names={names} show={show} />
          </li>
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" size="compact-sm" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {core('earlier')}
        </Button>
      )}
    </Stack>
  )
}

/**
 * Reads further entries of a record's history. Aims for as many as are shown at once, but reads at most a few pages of
 * the log.
 */
async function readEntries(
  about: { readonly entityId: string; readonly entityType: string },
  from: string | undefined,
  signal: AbortSignal,
): Promise<{ items: AuditEntry[]; next: string | null }> {
  const list = client.audit.list({ ...about, limit: ENTRIES }, { signal })
  const items: AuditEntry[] = []
  let next: string | null = from ?? null
  for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
    const page = await list.page(next ?? undefined)
    items.push(...page.items)
    next = page.nextCursor
    if (next === null || items.length >= ENTRIES) break
  }
  return { items, next }
}

interface DifferencesProps {
  readonly entry: AuditEntry
  readonly before: AuditEntry | undefined
  readonly part: Part | OwnPart
  readonly names?: Readonly<Record<string, string>>
  readonly show?: RecordHistoryProps['show'] | undefined
}

/**
 * Shows what an entry of the history changed. Most entries contain the record only as it was after the change, so the
 * values from before the change are taken from the previous entry.
 */
export function Differences({ entry, before, part, names = {}, show }: DifferencesProps) {
  const differences = differencesSaid(entry, before, { part, names })
  if (differences.length === 0) return null
  return (
    <dl className={facts.facts}>
      {differences.map(({ name, was, is }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{wordFor(names[name] ?? name, part)}</dt>
          <dd>
            <del className={classes.before}>
              <Value name={name} value={was} part={part} show={show} />
            </del>{' '}
            →{' '}
            <ins className={classes.after}>
              <Value name={name} value={is} part={part} show={show} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ValueProps {
  readonly name: string
  readonly value: unknown
  readonly part: Part | OwnPart
  readonly show?: RecordHistoryProps['show'] | undefined
}

const MONEY = new Set(['price', 'minPrice', 'unitCost', 'cost', 'amount', 'discountAmount', 'total'])

/** The kind of record to which a field refers, by the name of the field. */
const NAMED_BY: Readonly<Record<string, Kind>> = {
  warehouseId: 'warehouses',
  organizationId: 'organizations',
  contractId: 'contracts',
  documentId: 'documents',
  sourceDocumentId: 'documents',
  priceTypeId: 'priceTypes',
  preferredSupplierId: 'partners',
  parentProductId: 'products',
}

function Value({ name, value, part, show }: ValueProps) {
  const core = useWords('core')
  const shown = print(value) === null ? undefined : show?.(name, value)
  if (shown !== undefined) return shown
  if (typeof value === 'number' && MONEY.has(name)) return money(value)
  const kind = NAMED_BY[name]
  if (kind !== undefined && typeof value === 'string') return <NameOf kind={kind} id={value} />
  return shownAs(name, value, part) ?? core('nothing')
}

/** Shows a record's name, or its number if it has no name. */
export function NameOf({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  const core = useWords('core')
  const { record, error } = useRecord(kind, id)
  if (error !== null) return core('recordGone')
  const { name, number } = (record ?? {}) as { readonly name?: string; readonly number?: string | null }
  return name ?? number ?? '…'
}

const wordFor = (name: string, part: Part | OwnPart) => sayIfKnown(part, name) ?? sayIfKnown('core', `field-${name}`)

/** Translates a fixed value of the API, such as a status, using the texts of the field's section. */
const shownAs = (name: string, value: unknown, part: Part | OwnPart) =>
  (typeof value === 'string' && WORD.test(value)
    ? (sayIfKnown(part, `${name}-${value}`) ?? sayIfKnown(part, `state-${value}`))
    : null) ?? print(value)

/**
 * Returns the label and value of each field of a record. Empty fields, ids of other records and fields without a name
 * in the app's language are left out.
 */
export function fieldsSaid(record: object, part: Part | OwnPart): { label: string; value: string }[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const label = UNSAID.has(name) || IDS.test(name) ? null : wordFor(name, part)
    const shown = label === null ? null : shownAs(name, value, part)
    return label === null || shown === null ? [] : [{ label, value: shown }]
  })
}

const UNSAID = new Set(['id', 'createdAt', 'updatedAt', 'revision'])
const IDS = /Ids?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const WORD = /^[a-z_]+$/i
const MAX_SHOWN = 200
const DAY = /^\d{4}-\d\d-\d\d$/

interface FieldDifference {
  readonly name: string
  readonly was: unknown
  readonly is: unknown
}

type Kept = Readonly<Record<string, unknown>> | undefined

/**
 * Returns whether a field with an id can be left out, because another field shows the name of the same record: for
 * example, `supplier` shows it for `supplierId`.
 */
const isSaidByName = (name: string, record: Readonly<Record<string, unknown>>) =>
  name.endsWith('Id') && name.slice(0, -2) in record

/** Returns the fields whose values differ between two states of a record. */
function differencesOf(before: Kept, after: Kept): FieldDifference[] {
  if (before === undefined || after === undefined) return []
  // A field that the record had before and no longer has counts too, such as a discount that was removed.
  return Object.keys({ ...before, ...after })
    .filter(
      (name) =>
        !UNSAID.has(name) && !isSaidByName(name, after) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    .map((name) => ({ name, was: before[name], is: after[name] }))
}

interface Said {
  readonly part: Part | OwnPart
  readonly names?: Readonly<Record<string, string>>
}

/**
 * Returns the changed fields that have a name in the app's language. Other fields are left out, because their API names
 * mean nothing to users.
 */
export function differencesSaid(entry: AuditEntry, before: AuditEntry | undefined, { part, names = {} }: Said) {
  const all = differencesOf(entry.details.before ?? before?.details.result, entry.details.result)
  return all.filter(({ name }) => wordFor(names[name] ?? name, part) !== null)
}

/** Converts the value of a field to text; null when the value is empty. */
function print(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return sayIfKnown('core', value ? 'yes' : 'no')
  if (Array.isArray(value)) {
    const all = value.map((one) => print(one) ?? '').join(', ')
    return value.length === 0 ? null : all.slice(0, MAX_SHOWN)
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([name]) => !UNSAID.has(name) && !IDS.test(name))
      .map(([, one]) => print(one))
      .filter((one) => one !== null)
      .join(' · ')
      .slice(0, MAX_SHOWN)
  if (typeof value === 'number') return quantity(value)
  const text = String(value)
  if (MOMENT.test(text)) return dayAndTime(text)
  return DAY.test(text) ? day(text) : text
}
