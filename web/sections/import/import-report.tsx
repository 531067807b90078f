/**
 * The report of an import from MoySklad. Each row shows its messages, the values from MoySklad, and those of them that
 * are kept only in the report.
 */
import { Anchor, Badge, Button, Code, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { ImportJob, ImportRow } from '../../../sdk/types.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FactList, Heading } from '../../components/facts.tsx'
import { Empty } from '../../components/notices.tsx'
import { save } from '../../components/save.ts'
import { Panel, Split } from '../../components/split.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { useIntegration, useRow, useRows } from '../../data/integration.ts'
import { Failure } from '../../parts/failure.tsx'
import { useTableWords } from '../../parts/table-words.ts'
import { dayAndTime } from '../../words/format.ts'
import { type Say, sayIfKnown, useLanguage, useWords } from '../../words/words.ts'

export function ImportReport() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const core = useWords('core')
  const { data, error, refetch } = useIntegration()
  const job = data?.jobs.find((one) => one.id === id)
  if (job !== undefined) return <Report key={job.id} job={job} />
  if (data !== undefined) return <Empty title={core('recordGone')} text={core('recordGoneText')} />
  if (error !== null) return <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
  return <Skeleton height={240} role="status" aria-label={core('loading')} />
}

function Report({ job }: { readonly job: ImportJob }) {
  const { row } = useParams({ strict: false }) as { readonly row?: string }
  const say = useWords('import')
  const core = useWords('core')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const problems = address.show !== 'all'
  const found = useRows(job, problems)
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data])
  const words = useTableWords(say('rows'))
  const columns = useMemo(() => columnsOf(say), [say])
  const close = useCallback(() => void navigate({ to: `/settings/import/${job.id}`, search: true }), [navigate, job.id])
  const at = row === undefined ? null : Number(row)
  return (
    <Split
      list={
        <>
          <Stack gap={10} px={16} pt={12} pb={10}>
            <Anchor component={Link} to="/settings/import" size="sm">
              {say('toImport')}
            </Anchor>
            <Text component="h1" fw={600} fz={18}>
              {say('report')} · {dayAndTime(job.createdAt)}
            </Text>
            <Group gap="xs">
              <NativeSelect
                size="sm"
                aria-label={say('rows')}
                value={problems ? 'problems' : 'all'}
                data={[
                  { value: 'problems', label: say('onlyProblems') },
                  { value: 'all', label: say('allRows') },
                ]}
                onChange={(event) => change({ show: event.currentTarget.value === 'all' ? 'all' : undefined })}
              />
              <Downloads job={job} problems={problems} />
            </Group>
          </Stack>
          <DataTable
            words={words}
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            isPending={found.isPending}
            hasMore={found.hasNextPage}
            onMore={() => {
              if (!found.isFetchingNextPage) void found.fetchNextPage()
            }}
            openId={at === null ? undefined : rows[at]?.id}
            onOpen={(one) => void navigate({ to: `/settings/import/${job.id}/${rows.indexOf(one)}`, search: true })}
          >
            {found.error !== null ? (
              <Failure error={found.error} title={core('notLoaded')} onRetry={() => void found.refetch()} />
            ) : (
              <Empty title={say('emptyRows')} />
            )}
          </DataTable>
        </>
      }
      record={at === null ? null : <RowPanel key={at} job={job} at={at} problems={problems} onClose={close} />}
    />
  )
}

const kindOf = ({ entityType }: ImportRow) => sayIfKnown('import', `entity-${entityType}`) ?? entityType

const columnsOf = (say: Say<'import'>): Column<ImportRow>[] => [
  { key: 'name', label: say('name'), width: 'minmax(120px, 2fr)', cell: ({ name, externalId }) => name || externalId },
  { key: 'kind', label: say('kind'), width: 'minmax(90px, 1fr)', from: 420, cell: kindOf },
  { key: 'plan', label: say('plan'), width: '124px', cell: ({ action }) => say(`action-${action}`) },
  { key: 'outcome', label: say('outcome'), width: '140px', from: 560, cell: ({ status }) => say(`outcome-${status}`) },
  {
    key: 'remarks',
    label: say('remarks'),
    width: '84px',
    align: 'end',
    from: 640,
    cell: ({ problems }) => problems.length,
  },
]

interface DownloadsProps {
  readonly job: ImportJob
  readonly problems: boolean
}

function Downloads({ job, problems }: DownloadsProps) {
  const say = useWords('import')
  const language = useLanguage()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const download = async (format: 'xlsx' | 'json') => {
    setSending(true)
    setFailure(null)
    try {
      const blob = await client.integration.imports.report(job.id, { format, language, problems })
      save(blob, `import-${job.createdAt.slice(0, 10)}.${format}`)
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <Button size="sm" variant="default" loading={isSending} onClick={() => void download('xlsx')}>
        {say('downloadXlsx')}
      </Button>
      <Button size="sm" variant="default" loading={isSending} onClick={() => void download('json')}>
        {say('downloadJson')}
      </Button>
      <Failure error={failure} />
    </>
  )
}

/** The address of the page that shows a record, by type of record. Types without a page in the app are missing. */
const PAGES: Partial<Record<ImportRow['entityType'], string>> = {
  product: '/products',
  service: '/products',
  variant: '/products',
  bundle: '/products',
  partner: '/partners',
  organization: '/organizations',
  warehouse: '/settings/warehouses',
  price_type: '/settings/price-types',
  custom_field: '/settings/custom-fields',
}

interface RowPanelProps extends DownloadsProps {
  readonly at: number
  readonly onClose: () => void
}

function RowPanel({ job, at, problems, onClose }: RowPanelProps) {
  const say = useWords('import')
  const core = useWords('core')
  const language = useLanguage()
  const { data: row, error, refetch } = useRow(job, at, problems)
  if (!row)
    return (
      <Panel title={say('report')} closeLabel={core('close')} onClose={onClose}>
        {error !== null ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
      </Panel>
    )
  const page = PAGES[row.entityType]
  return (
    <Panel title={row.name || row.externalId} closeLabel={core('close')} onClose={onClose}>
      <Stack gap="lg">
        <FactList
          facts={[
            [say('kind'), kindOf(row)],
            [say('plan'), say(`action-${row.action}`)],
            [say('outcome'), say(`outcome-${row.status}`)],
            [say('externalId'), row.externalId],
          ]}
        />
        {row.internalId !== undefined && page !== undefined && (
          <Anchor component={Link} to={`${page}/${row.internalId}`}>
            {say('openRecord')}
          </Anchor>
        )}
        <section>
          <Heading text={say('remarks')} />
          {row.problems.length === 0 && <Text c="dimmed">{say('noRemarks')}</Text>}
          <Stack gap="sm">
            {row.problems.map(({ code, field, severity, message, messageEn }) => (
              <div key={`${code} ${field}`}>
                <Badge
                  variant="light"
                  color={severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'gray'}
                  tt="none"
                >
                  {say(`severity-${severity}`)}
                </Badge>
                <Text size="sm">{language === 'ru' ? message : messageEn}</Text>
              </div>
            ))}
          </Stack>
        </section>
        {Object.keys(row.data).length > 0 && <Json title={say('kept')} value={row.data} />}
        {row.source === null || row.source === undefined ? (
          <Text c="dimmed">{say('sourceGone')}</Text>
        ) : (
          <Json title={say('source')} value={row.source} />
        )}
      </Stack>
    </Panel>
  )
}

const INDENT = 2

function Json({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <Code block tabIndex={0}>
        {JSON.stringify(value, null, INDENT)}
      </Code>
    </details>
  )
}
