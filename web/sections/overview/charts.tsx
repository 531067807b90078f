/** The charts of the overview: sales, stock value, and money in and out over time. Each chart links to its report. */
import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAddress } from '../../data/address.ts'
import { type ReportName, type ReportRow, useReport } from '../../data/reports.ts'
import { Failure } from '../../parts/failure.tsx'
import { money, quantity } from '../../words/format.ts'
import { inLanguage, useWords, type Word } from '../../words/words.ts'
import { reportNamed } from '../reports/all.ts'
import { dayBefore, firstDayOf, SPANS, type Span } from '../reports/query.ts'
import { RowsChart } from '../reports/report-chart.tsx'
import { useToday } from '../reports/today.ts'
import classes from './overview.module.css'
import { Title } from './to-do.tsx'

/**
 * How often, in milliseconds, the charts are refreshed. They are refreshed less often than the to-do list, because with
 * a long history one chart takes the server more than a second.
 */
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
          <OverTime key={chart.name} {...chart} span={span} today={today} />
        ))}
      </div>
    </>
  )
}

interface OverTimeProps {
  readonly name: (typeof CHARTS)[number]['name']
  readonly report: ReportName
  readonly span: Span
  readonly today: string
}

function OverTime({ name, report, span, today }: OverTimeProps) {
  const say = useWords('overview')
  const core = useWords('core')
  const from = firstDayOf(span, today)
  const groupBy = GROUPS[span]
  const query = useMemo(() => ({ from, groupBy, limit: ROWS }), [from, groupBy])
  const { items, head, isPending, error, retry } = useReport(report, query, EVERY_MS)
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
      {!isPending && <PeriodSums report={report} span={span} from={from} totals={head?.totals} rows={items} />}
      {!isPending && !isNothing && <RowsChart spec={spec} title={say(name)} rows={items} groupBy={groupBy} />}
    </section>
  )
}

interface PeriodSumsProps {
  readonly report: ReportName
  readonly span: Span
  readonly from: string
  readonly totals: ReportRow | undefined
  readonly rows: readonly ReportRow[]
}

/**
 * Shows the sum of the period next to the sum of the equally long period before it. Stock value cannot be summed up, so
 * its value at the end of each period is shown.
 */
function PeriodSums({ report, span, from, totals, rows }: PeriodSumsProps) {
  const say = useWords('overview')
  const spec = reportNamed(report)!
  const groupBy = GROUPS[span]
  const to = dayBefore(from)
  const query = useMemo(() => ({ from: firstDayOf(span, to), to, groupBy, limit: ROWS }), [span, to, groupBy])
  const before = useReport(report, query, EVERY_MS)
  const columns = spec.columns({ groupBy }, totals)
  const sumOf = (name: string, sums: ReportRow | undefined, last: ReportRow | undefined) =>
    Number(sums?.[name] ?? last?.[name] ?? 0)
  return (
    <dl className={classes.sums}>
      {(spec.drawn?.(groupBy) ?? []).map((name) => {
        const now = sumOf(name, totals, rows.at(-1))
        const then = sumOf(name, before.head?.totals, before.items.at(-1))
        return (
          <div key={name}>
            <dt>{inLanguage(columns.find((column) => column.name === name)!.label)}</dt>
            <dd>
              <Link to={`/reports/${report}`} search={{ from, groupBy } as never} className={classes.figure}>
                {money(now)}
              </Link>
              {before.head !== undefined && (
                <span className={classes.dim}>
                  {say(name === 'value' ? 'before-value' : `before-${span}`, {
                    sum: money(then),
                    change: changeOf(now, then),
                  })}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const PERCENT = 100

/**
 * Formats the change from an earlier amount to a later one, for example `, +12 %`; '' when the earlier amount is zero.
 */
function changeOf(now: number, then: number): string {
  if (then === 0) return ''
  const percent = Math.round((PERCENT * (now - then)) / Math.abs(then))
  return `, ${percent > 0 ? '+' : percent < 0 ? '−' : ''}${quantity(Math.abs(percent))}\u00a0%`
}
