/** The audit log: who did what when, and the record before and after. */
import { NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { AuditEntry, ReadAuditQuery } from '../../../sdk/types.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Empty } from '../../components/notices.tsx'
import { Panel, Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { dayAndTime } from '../../words/format.ts'
import { type Say, sayIfKnown, sayOf, useWords } from '../../words/words.ts'
import { Fact, Facts } from '../records/record-facts.tsx'
import type { SayAny } from '../records/spec.ts'
import { Failure } from '../shell/failure.tsx'
import { Differences, didOf, differencesOf, print } from '../shell/record-history.tsx'
import { useTableWords } from '../shell/table-words.ts'
import { auditEntities } from './audit-entities.ts'
import classes from './settings.module.css'

const PAGE = 100

function queryOf({ from, to, actor, about }: Address): ReadAuditQuery {
  return {
    limit: PAGE,
    ...(from && { from }),
    ...(to && { to }),
    ...(actor && { actorType: actor as 'user' }),
    ...(about && { entityType: about }),
  }
}

export function Audit() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const say = useWords('settings')
  const core = useWords('core')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const query = useMemo(() => queryOf(address), [address])
  const found = useInfiniteQuery({
    queryKey: ['audit', 'list', query],
    queryFn: ({ pageParam, signal }) => client.audit.list(query, { signal }).page(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const rows = useMemo(() => found.data?.pages.flatMap(({ items }) => items) ?? [], [found.data])
  const words = useTableWords(say('audit'))
  const open = useCallback(
    (row: AuditEntry) => void navigate({ to: `/settings/audit/${row.id}`, search: true }),
    [navigate],
  )
  const close = useCallback(() => void navigate({ to: '/settings/audit', search: true }), [navigate])
  const chosen = rows.find((row) => row.id === id)
  return (
    <Split
      list={
        <>
          <Bar say={say} address={address} change={change} />
          <DataTable
            words={words}
            rows={rows}
            columns={columnsOf(say)}
            idOf={(row) => row.id}
            nameOf={(row) => row.summary}
            isPending={found.isPending}
            hasMore={found.hasNextPage}
            onMore={() => {
              if (!found.isFetchingNextPage) void found.fetchNextPage()
            }}
            openId={id}
            onOpen={open}
          >
            {found.error !== null ? (
              <Failure error={found.error} title={core('notLoaded')} onRetry={() => void found.refetch()} />
            ) : (
              <Empty title={say('auditEmpty')} text={say('auditEmptyText')} />
            )}
          </DataTable>
        </>
      }
      record={chosen === undefined ? null : <Entry key={chosen.id} entry={chosen} onClose={close} />}
    />
  )
}

const nameOfEntity = (entityType: string) => sayIfKnown('settings', `entity-${entityType}`) ?? entityType

const columnsOf = (say: Say<'settings'>): Column<AuditEntry>[] => [
  { key: 'at', label: say('auditWhen'), width: '132px', cell: ({ at }) => dayAndTime(at) },
  { key: 'who', label: say('auditWho'), width: 'minmax(90px, 1fr)', cell: ({ actor }) => actor.name },
  {
    key: 'about',
    label: say('auditAbout'),
    width: 'minmax(90px, 1fr)',
    from: 420,
    cell: ({ entityType }) => nameOfEntity(entityType),
  },
  { key: 'what', label: say('auditWhat'), width: 'minmax(90px, 1fr)', cell: ({ action }) => didOf(action) },
  {
    key: 'name',
    label: say('name'),
    width: 'minmax(120px, 2fr)',
    from: 680,
    cell: ({ details }) => nameIn(details.result),
  },
]

/** What people call the record that an entry is about. */
function nameIn(result: Readonly<Record<string, unknown>> | undefined): string {
  const inner = (result?.token ?? result?.invitation ?? result) as Readonly<Record<string, unknown>> | undefined
  for (const name of ['name', 'number', 'companyName', 'email', 'reference'])
    if (typeof inner?.[name] === 'string') return inner[name]
  return ''
}

interface BarProps {
  readonly say: Say<'settings'>
  readonly address: Address
  readonly change: (parts: Address) => void
}

function Bar({ say, address, change }: BarProps) {
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    change({ [name]: event.currentTarget.value || undefined })
  return (
    <Stack gap={10} px={16} pt={12} pb={10}>
      <Text component="h1" fw={600} fz={18}>
        {say('audit')}
      </Text>
      <div className={classes.period}>
        <TextInput
          size="sm"
          type="date"
          aria-label={say('auditFrom')}
          value={address.from ?? ''}
          onChange={choose('from')}
        />
        <TextInput size="sm" type="date" aria-label={say('auditTo')} value={address.to ?? ''} onChange={choose('to')} />
        <NativeSelect
          size="sm"
          aria-label={say('auditWho')}
          value={address.actor ?? ''}
          data={[
            { value: '', label: say('auditAnyone') },
            ...(['user', 'token', 'system'] as const).map((one) => ({ value: one, label: say(`actor-${one}`) })),
          ]}
          onChange={choose('actor')}
        />
        <NativeSelect
          size="sm"
          aria-label={say('auditAbout')}
          value={address.about ?? ''}
          data={[
            { value: '', label: say('auditAll') },
            ...auditEntities.map((one) => ({ value: one, label: nameOfEntity(one) })),
          ]}
          onChange={choose('about')}
        />
      </div>
    </Stack>
  )
}

function Entry({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const say = useWords('settings')
  const core = useWords('core')
  const { action, actor, at, entityType, entityId, summary, details } = entry
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'before', entry.id],
    queryFn: async ({ signal }) => {
      const { items } = await client.audit.list({ entityType, entityId, to: at, limit: 10 }, { signal }).page()
      return items.find(({ revision }) => revision < entry.revision) ?? null
    },
  })
  const fields = sayOf('settings') as SayAny
  const isChanged = data !== undefined && data !== null && differencesOf(data.details.result, details.result).length > 0
  return (
    <Panel title={`${nameOfEntity(entityType)} · ${didOf(action)}`} closeLabel={core('close')} onClose={onClose}>
      <Stack gap="lg">
        <Facts>
          <Fact label={say('auditWhen')}>{dayAndTime(at)}</Fact>
          <Fact label={say('auditWho')}>{`${actor.name} (${say(`actor-${actor.type}`)})`}</Fact>
          <Fact label={say('auditWhat')}>
            <span lang="en">{summary}</span>
          </Fact>
        </Facts>
        <section>
          <Text component="h3" fw={600} fz={14} mb={8}>
            {say('auditChanged')}
          </Text>
          <Failure error={error} onRetry={() => void refetch()} />
          {data === undefined && error === null && <Skeleton height={60} />}
          {data !== undefined && isChanged && <Differences entry={entry} before={data ?? undefined} part="settings" />}
          {data !== undefined && !isChanged && <Text c="dimmed">{say('auditSame')}</Text>}
        </section>
        {details.result !== undefined && (
          <Facts title={say('auditAfter')}>
            {Object.entries(details.result).map(([name, value]) => (
              <Fact key={name} label={fields(name)}>
                {print(value)}
              </Fact>
            ))}
          </Facts>
        )}
      </Stack>
    </Panel>
  )
}
