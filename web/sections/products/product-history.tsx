/** Who changed a product when, with what was before and after. */
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry, Product } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { dayAndTime, quantity } from '../../words/format.ts'
import { sayIfKnown, useWords, type Word } from '../../words/words.ts'
import { Failure } from '../shell/failure.tsx'
import classes from './products.module.css'

const ENTRIES = 50

export function ProductHistory({ product }: { readonly product: Product }) {
  const say = useWords('products')
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'products', product.id],
    queryFn: async ({ signal }) => {
      const query = { entityId: product.id, entityType: 'product', limit: ENTRIES }
      return (await client.audit.list(query, { signal }).page()).items
    },
  })
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={120} />
  if (data.length === 0) return <Text c="dimmed">{say('noHistory')}</Text>
  return (
    <Stack component="ol" gap="md" p={0} m={0}>
      {data.map((entry, index) => (
        <Entry key={entry.id} entry={entry} before={data[index + 1]} />
      ))}
    </Stack>
  )
}

/** Each entry has the whole record after it, so the one before says what it was. */
function Entry({ entry, before }: { readonly entry: AuditEntry; readonly before: AuditEntry | undefined }) {
  const say = useWords('products')
  const did = `did-${entry.action.split('.')[1] ?? 'other'}`
  const what = sayIfKnown('products', did) ?? say('did-other')
  const differences = before === undefined ? [] : differencesOf(before.details.result, entry.details.result)
  return (
    <li style={{ listStyle: 'none' }}>
      <Text size="sm">{say('by', { what, who: entry.actor.name })}</Text>
      <Text size="xs" c="dimmed">
        {dayAndTime(entry.at)}
      </Text>
      {differences.length > 0 && (
        <dl className={classes.facts}>
          {differences.map(({ name, was, is }) => (
            <Difference key={name} name={name} was={was} is={is} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Difference({ name, was, is }: FieldDifference) {
  const say = useWords('products')
  const label = sayIfKnown('products', NAMES[name] ?? name) ?? name
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <del className={classes.before}>{print(was) ?? say('nothing')}</del> → <ins>{print(is) ?? say('nothing')}</ins>
      </dd>
    </>
  )
}

/** Fields whose word in the texts is another. */
const NAMES: Readonly<Record<string, Word<'products'>>> = {
  archived: 'archive',
  filterValueIds: 'filterValues',
  customValues: 'customFields',
  preferredSupplierId: 'preferredSupplier',
  parentProductId: 'parent',
}
const UNSAID = new Set(['id', 'createdAt', 'updatedAt', 'revision'])
const MAX_SHOWN = 200

interface FieldDifference {
  readonly name: string
  readonly was: unknown
  readonly is: unknown
}

type Kept = Readonly<Record<string, unknown>> | undefined

function differencesOf(before: Kept, after: Kept): FieldDifference[] {
  if (before === undefined || after === undefined) return []
  return Object.keys(after)
    .filter((name) => !UNSAID.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, was: before[name], is: after[name] }))
}

/** null: nothing stands there. */
function print(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return value.length === 0
      ? null
      : value
          .map((one) => print(one) ?? '')
          .join(', ')
          .slice(0, MAX_SHOWN)
  if (typeof value === 'object') return JSON.stringify(value).slice(0, MAX_SHOWN)
  if (typeof value === 'number') return quantity(value)
  return String(value)
}
