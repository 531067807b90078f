/** The page of the audit log, which lists who did what and when. */
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { AuditEntry, ReadAuditQuery } from '../../../sdk/types.ts'
import { BehindButton } from '../../components/behind-button.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Empty } from '../../components/notices.tsx'
import { Split } from '../../components/split.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { nameOfActor } from '../../parts/actor-name.ts'
import { DayField } from '../../parts/day-field.tsx'
import { DownloadMenu } from '../../parts/download-menu.tsx'
import { Failure } from '../../parts/failure.tsx'
import { sentenceOf } from '../../parts/log-sentence.ts'
import { useTableWords } from '../../parts/table-words.ts'
import { dayAndTime } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { auditEntities, nameOfEntity } from './audit-entities.ts'
import { EntryOf } from './audit-entry.tsx'
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

/** Returns the URL for downloading the whole log with the current filters. */
function hrefOf(address: Address, format: string): string {
  const { limit: _, ...query } = queryOf(address)
  return `/api/v1/audit?${new URLSearchParams({ ...query, format } as Record<string, string>)}`
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
            nameOf={sentenceOf}
            // With filters, a page of the log can be empty although later pages have matching entries, so keep showing
            // the placeholder.
            isPending={found.isPending || (rows.length === 0 && found.hasNextPage && found.error === null)}
            hasMore={found.hasNextPage}
            onMore={() => {
              if (!found.isFetchingNextPage) void found.fetchNextPage()
            }}
            openId={id}
            onOpen={open}
            hrefOf={({ id }) => `/settings/audit/${id}`}
          >
            {found.error !== null ? (
              <Failure error={found.error} title={core('notLoaded')} onRetry={() => void found.refetch()} />
            ) : (
              <Empty
                title={say('auditEmpty')}
                text={say(NARROWING.some((name) => address[name]) ? 'auditEmptyText' : 'auditNoneYet')}
              />
            )}
          </DataTable>
        </>
      }
      record={id === undefined ? null : <EntryOf key={id} id={id} rows={rows} onClose={close} />}
    />
  )
}

const columnsOf = (say: Say<'settings'>): Column<AuditEntry>[] => [
  { key: 'at', label: say('auditWhen'), width: '132px', cell: ({ at }) => dayAndTime(at) },
  { key: 'what', label: say('auditWhat'), width: 'minmax(120px, 3fr)', cell: sentenceOf },
  {
    key: 'who',
    label: say('auditWho'),
    width: 'minmax(90px, 1fr)',
    from: 460,
    cell: ({ actor }) => nameOfActor(actor),
  },
]

interface BarProps {
  readonly say: Say<'settings'>
  readonly address: Address
  readonly change: (parts: Address) => void
}

const NARROWING = ['from', 'to', 'actor', 'about']
/**
 * The smallest width, in pixels, at which the filters are side by side. It is smaller than in other lists, because
 * there are only four short fields.
 */
const FIELDS_PX = 440

function Bar(props: BarProps) {
  const { say, address } = props
  const core = useWords('core')
  const { ref: measured, width } = useElementSize()
  return (
    <Stack ref={measured} gap={10} px={16} pt={12} pb={10}>
      <Group justify="space-between" wrap="nowrap">
        <Text component="h1" fw={600} fz={18}>
          {say('audit')}
        </Text>
        <DownloadMenu hrefOf={(format) => hrefOf(address, format)} />
      </Group>
      <div className={classes.period}>
        <BehindButton
          isWide={width === 0 || width >= FIELDS_PX}
          filters={<Fields {...props} />}
          label={core('filters')}
          count={NARROWING.filter((name) => address[name]).length}
        />
      </div>
    </Stack>
  )
}

function Fields({ say, address, change }: BarProps) {
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    change({ [name]: event.currentTarget.value || undefined })
  return (
    <>
      {(['from', 'to'] as const).map((edge) => (
        <DayField
          key={edge}
          edge={edge}
          size="sm"
          aria-label={say(edge === 'from' ? 'auditFrom' : 'auditTo')}
          value={address[edge] ?? ''}
          onChange={(day) => change({ [edge]: day || undefined })}
        />
      ))}
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
    </>
  )
}
