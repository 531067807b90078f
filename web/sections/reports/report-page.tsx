/**
 * The page of a report: its settings, which are stored in the page address, its rows and totals, a chart, and a
 * download as a file.
 */
import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { BehindButton, WIDE_PX } from '../../components/behind-button.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Empty } from '../../components/notices.tsx'
import { type Address, useAddress } from '../../data/address.ts'
import { type ReportRow, type ReportView, reportHref, useReport } from '../../data/reports.ts'
import { isAllowed, useMe } from '../../data/session.ts'
import { settingsQuery } from '../../data/settings.ts'
import { NoPageHere, NotForRole } from '../../parts/dead-ends.tsx'
import { DownloadMenu } from '../../parts/download-menu.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useTableWords } from '../../parts/table-words.ts'
import { dayAndTime } from '../../words/format.ts'
import { inLanguage, useWords } from '../../words/words.ts'
import { loadedPart } from '../records/loaded-part.tsx'
import { reportNamed } from './all.ts'
import { reportQuery, withDefaults } from './query.ts'
import { tableColumns } from './report-cells.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportFilters } from './report-filters.tsx'
import classes from './reports.module.css'
import { type ActionProps, type ReportSpec, rowKey } from './spec.ts'
import { useToday } from './today.ts'

export function ReportPage() {
  const { report } = useParams({ strict: false }) as { readonly report?: string }
  const me = useMe()
  const today = useToday()
  const settings = useQuery(settingsQuery)
  const spec = reportNamed(report)
  if (spec === undefined) return <NoPageHere />
  if (!isAllowed(spec.may, me)) return <NotForRole />
  if (settings.error !== null && today === null) return <NoDay spec={spec} {...settings} />
  if (today === null) return <Skeleton height={200} m="md" />
  // The key makes React treat each report as a new screen, so that no state remains from the report shown before.
  return <OneReport key={spec.name} spec={spec} today={today} />
}

interface NoDayProps {
  readonly spec: ReportSpec
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Shown if the company's time zone could not be loaded. Without the time zone it is not known which day it is. */
function NoDay({ spec, error, refetch }: NoDayProps) {
  const core = useWords('core')
  return (
    <section className={classes.report}>
      <header className={classes.head}>
        <Text component="h1" fw={600} fz={18}>
          {inLanguage(spec.words.name)}
        </Text>
      </header>
      <div className={classes.failure}>
        <Failure error={error} title={core('notLoaded')} onRetry={() => void refetch()} />
      </div>
    </section>
  )
}

/** The parameters of the page address that limit or change a report. */
const NARROWING = ['date', 'from', 'to', 'groupBy', 'show', 'warehouse', 'product', 'customer', 'channel']

const isAskedFor = ({ time, groups, narrows }: ReportSpec) =>
  time !== 'now' || Object.keys(groups).length > 0 || narrows.length > 0

interface OneReportProps {
  readonly spec: ReportSpec
  readonly today: string
}

function OneReport({ spec, today }: OneReportProps) {
  const say = useWords('reports')
  const core = useWords('core')
  const { ref: measured, width } = useElementSize()
  const [given, change] = useAddress()
  const address = useMemo(() => withDefaults(spec, given, today), [spec, given, today])
  const query = useMemo(() => reportQuery(spec, address), [spec, address])
  const report = useReport(spec.name, query)
  const drawn = spec.drawn?.(address.groupBy) ?? []
  const isDrawn = drawn.length > 0 && address.view === 'chart'
  return (
    <section className={classes.report} aria-label={inLanguage(spec.words.name)}>
      <header ref={measured} className={classes.head}>
        <div className={classes.title}>
          <Link to="/reports" className={classes.back}>
            {say('title')}
          </Link>
          <Text component="h1" fw={600} fz={18}>
            {inLanguage(spec.words.name)}
          </Text>
        </div>
        <div className={classes.tools}>
          <BehindButton
            isWide={width === 0 || width >= WIDE_PX}
            filters={isAskedFor(spec) && <ReportFilters spec={spec} address={address} change={change} today={today} />}
            label={core('filters')}
            count={NARROWING.filter((name) => given[name]).length}
          />
          {drawn.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={say('view')}
              value={isDrawn ? 'chart' : 'table'}
              data={(['table', 'chart'] as const).map((value) => ({ value, label: say(value) }))}
              onChange={(view) => change({ view: view === 'chart' ? view : undefined })}
            />
          )}
          <DownloadMenu hrefOf={(format) => reportHref(spec.name, { ...query, format })} />
        </div>
        <Moment report={report} />
        {spec.action !== undefined && !report.isOld && <Action load={spec.action.load} rows={report.items} />}
      </header>
      {isDrawn ? (
        <ReportChart spec={spec} report={report} groupBy={address.groupBy} />
      ) : (
        <ReportTable spec={spec} report={report} address={address} />
      )}
    </section>
  )
}

type ActionOf = NonNullable<ReportSpec['action']> & ActionProps

function Action({ load, rows }: ActionOf) {
  const Loaded = loadedPart(load)
  return <Loaded rows={rows} />
}

/** Shows when the figures were calculated. */
function Moment({ report: { head, retry, isOld } }: { readonly report: ReportView }) {
  const say = useWords('reports')
  if (head === undefined) return null
  return (
    <Text size="xs" c="dimmed" component="div" aria-live="polite">
      {isOld ? say('asking') : say('until', { time: dayAndTime(head.before), count: head.rowCount })}{' '}
      <Button size="compact-xs" variant="subtle" onClick={retry}>
        {say('refresh')}
      </Button>
    </Text>
  )
}

interface TableProps {
  readonly spec: ReportSpec
  readonly report: ReportView
  readonly address: Address & { readonly groupBy: string }
}

function ReportTable({ spec, report, address }: TableProps) {
  const say = useWords('reports')
  const core = useWords('core')
  const navigate = useNavigate()
  const words = useTableWords(inLanguage(spec.words.name))
  const totals = report.head?.totals
  const { empty, emptyText } = spec.words
  const { seesCosts } = useMe()
  const columns = useMemo(() => {
    // If the user may not see costs, the response contains none. The cost columns would be empty, so leave them out.
    const shown = spec.columns(address, totals).filter(({ kind }) => seesCosts || kind !== 'money')
    return tableColumns({ columns: shown, totals, address, say })
  }, [spec, address, totals, say, seesCosts])
  const open = (row: ReportRow) => {
    const place = spec.opens(row, address)
    if (place !== null) void navigate({ to: place.to, search: (place.search ?? {}) as never })
  }
  return (
    <DataTable
      words={words}
      rows={report.items}
      columns={columns}
      idOf={rowKey}
      nameOf={rowKey}
      isPending={report.isPending && report.error === null}
      hasMore={report.hasMore}
      onMore={report.readMore}
      onOpen={open}
    >
      {report.error === null ? (
        <Empty
          title={empty === undefined ? say('empty') : inLanguage(empty)}
          text={emptyText === undefined ? say('emptyText') : inLanguage(emptyText)}
        />
      ) : (
        <Failure error={report.error} title={core('notLoaded')} onRetry={report.retry} />
      )}
    </DataTable>
  )
}
