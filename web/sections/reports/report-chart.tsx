/** The chart of a report. It shows the development over time or, if the rows are not periods, the first rows. */
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { Chart } from '../../components/chart.tsx'
import { Empty } from '../../components/notices.tsx'
import type { ReportRow, ReportView } from '../../data/reports.ts'
import { Failure } from '../../parts/failure.tsx'
import { calendarDay, money, shortMoney } from '../../words/format.ts'
import { inLanguage, useLanguage, useWords } from '../../words/words.ts'
import classes from './reports.module.css'
import { isPeriod, type ReportSpec } from './spec.ts'

/** A chart with names shows at most this many rows. With more rows, the names would be unreadable. */
const MAX_NAMES = 20
/** A chart over time shows at most this many points, which is about two years of days. */
const MAX_PERIODS = 750
const SHORT_NAME = 9

interface ReportChartProps {
  readonly spec: ReportSpec
  readonly report: ReportView
  readonly groupBy: string
}

export function ReportChart({ spec, report, groupBy }: ReportChartProps) {
  const say = useWords('reports')
  const core = useWords('core')
  const { items, isPending, error, retry } = report
  if (error !== null) return <Failure error={error} title={core('notLoaded')} onRetry={retry} />
  if (isPending) return <Skeleton height={240} m="md" />
  const { empty } = spec.words
  if (items.length === 0)
    return <Empty title={empty === undefined ? say('empty') : inLanguage(empty)} text={say('emptyText')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className={classes.chart} role="group" tabIndex={0} aria-label={say('chart')}>
      <RowsChart spec={spec} title={inLanguage(spec.words.name)} rows={items} groupBy={groupBy} />
    </div>
  )
}

interface RowsChartProps {
  readonly spec: ReportSpec
  readonly title: string
  readonly rows: readonly ReportRow[]
  readonly groupBy: string
}

/** Returns the name of a row, for its label in a chart. */
const nameOf = (row: ReportRow, groupBy: string) =>
  String(row[{ order: 'number', 'product-warehouse': 'product' }[groupBy] ?? groupBy] ?? '—')

/**
 * Draws the money columns of the rows. The first column is drawn as bars, or as a line if it is a balance at a point in
 * time; the second column as a line.
 */
export function RowsChart({ spec, title, rows, groupBy }: RowsChartProps) {
  const say = useWords('reports')
  const language = useLanguage()
  const isOverTime = isPeriod(groupBy)
  const { points, series } = useMemo(() => {
    const columns = spec.columns({ groupBy }, undefined)
    const shown = rows.slice(0, isOverTime ? MAX_PERIODS : MAX_NAMES)
    return {
      points: shown.map((row, index) => {
        const label = isOverTime ? calendarDay(String(row.period)) : nameOf(row, groupBy)
        const short = isOverTime ? label.slice(0, 5) : [...label].slice(0, SHORT_NAME).join('')
        return { key: `${index}`, label, short }
      }),
      series: (spec.drawn?.(groupBy) ?? []).map((name, index) => ({
        label: inLanguage(columns.find((column) => column.name === name)!.label),
        shape: index === 0 && name !== 'value' ? ('bars' as const) : isOverTime ? ('line' as const) : ('bars' as const),
        values: shown.map((row) => Number(row[name] ?? 0)),
      })),
    }
  }, [spec, rows, groupBy, isOverTime, language])
  const words = {
    title,
    hint: say('chartKeys'),
    asTable: say('asTable'),
    points: spec.groups[groupBy] === undefined ? '' : inLanguage(spec.groups[groupBy]),
  }
  return <Chart words={words} points={points} series={series} print={money} printShort={shortMoney} />
}
