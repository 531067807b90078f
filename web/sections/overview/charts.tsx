/** How it went: sales, the value of the stock, money in and out; each with its report. */
import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAddress } from '../../data/address.ts'
import { type ReportName, useReport } from '../../data/reports.ts'
import { useWords, type Word } from '../../words/words.ts'
import { reportNamed } from '../reports/all.ts'
import { firstDayOf, SPANS, type Span, useToday } from '../reports/query.ts'
import { RowsChart } from '../reports/report-chart.tsx'
import { Failure } from '../shell/failure.tsx'
import classes from './overview.module.css'
import { Title } from './to-do.tsx'

/** Over a long history a chart takes the service more than a second: it follows less closely than what is to be done. */
const EVERY_MS = 300_000
const ROWS = 400

const CHARTS = [
  { name: 'sales', report: 'gross-profit' },
  { name: 'value', report: 'stock-value-over-time' },
  { name: 'cash', report: 'cash-flow' },
] as const satisfies readonly { name: Word<'overview'>; report: ReportName }[]

const GROUPS: Record<Span, string> = { week: 'day', month: 'day', quarter: 'week', year: 'month' }

export function Charts() {
  const say = useWords('overview')
  const reports = useWords('reports')
  const [address, change] = useAddress()
  const today = useToday()
  const span = SPANS.find((one) => one === address.span) ?? 'month'
  if (today === null) return <Skeleton height={240} />
  return (
    <>
      <NativeSelect
        size="sm"
        w={160}
        aria-label={say('span')}
        value={span}
        data={SPANS.map((value) => ({ value, label: reports(`span-${value}`) }))}
        onChange={(event) =>
          change({ span: event.currentTarget.value === 'month' ? undefined : event.currentTarget.value })
        }
      />
      <div className={classes.charts}>
        {CHARTS.map((chart) => (
          <OverTime key={chart.name} {...chart} from={firstDayOf(span, today)} groupBy={GROUPS[span]} />
        ))}
      </div>
    </>
  )
}

interface OverTimeProps {
  readonly name: (typeof CHARTS)[number]['name']
  readonly report: ReportName
  readonly from: string
  readonly groupBy: string
}

function OverTime({ name, report, from, groupBy }: OverTimeProps) {
  const say = useWords('overview')
  const core = useWords('core')
  const query = useMemo(() => ({ from, groupBy, limit: ROWS }), [from, groupBy])
  const { items, isPending, error, retry } = useReport(report, query, EVERY_MS)
  const spec = reportNamed(report)!
  const drawn = spec.drawn?.(groupBy) ?? []
  const isNothing = items.every((row) => drawn.every((one) => !row[one]))
  return (
    <section aria-labelledby={`chart-${name}`} className={classes.chart}>
      <div className={classes.chartHead}>
        <Title id={`chart-${name}`} text={say(name)} />
        <Link to={`/reports/${report}`} search={{ from, groupBy } as never} className={classes.link}>
          {say('report')}
        </Link>
      </div>
      {error !== null && <Failure error={error} title={core('notLoaded')} onRetry={retry} />}
      {isPending && error === null && <Skeleton height={248} />}
      {!isPending && isNothing && <Text c="dimmed">{say('noChart')}</Text>}
      {!isPending && !isNothing && <RowsChart spec={spec} title={say(name)} rows={items} groupBy={groupBy} />}
    </section>
  )
}
