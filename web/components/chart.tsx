/**
 * A chart of values over time or by name, with bars and lines. The values of the selected point are shown next to the
 * chart, where screen readers can read them too, and the same data is available as a table. Keyboard: arrows, Home and
 * End move between points.
 */
import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import classes from './chart.module.css'
import { CHART_HEIGHT_PX, type ChartProps } from './chart-props.ts'
import { lazyPart } from './lazy-part.tsx'

const ChartCanvas = lazyPart(async () => (await import('./chart-canvas.tsx')).ChartCanvas, {
  waiting: <Skeleton height={CHART_HEIGHT_PX} />,
})

export function Chart(props: ChartProps) {
  const { words, points, series, print } = props
  const [chosen, choose] = useState<number | null>(null)
  const last = points.length - 1
  const at = Math.min(chosen ?? last, last)
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }
    const target = moves[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(Math.max(0, Math.min(last, target)))
  }
  const point = points[at]
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.said} aria-live="polite">
        <strong>{point?.label}</strong>
        {series.map(({ label, values }, index) => (
          <span key={label} className={classes.value} data-series={index}>
            {label} <b>{print(values[at] ?? 0)}</b>
          </span>
        ))}
      </figcaption>
      <div
        role="group"
        aria-label={`${words.title}. ${words.hint}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move from point to point
        tabIndex={0}
        className={classes.picture}
        onKeyDown={onKeyDown}
      >
        <ChartCanvas {...props} chosen={chosen === null ? null : at} onChoose={choose} />
      </div>
      <ChartTable {...props} />
    </figure>
  )
}

function ChartTable({ words, points, series, print }: ChartProps) {
  return (
    <details className={classes.details}>
      <summary>{words.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className={classes.scroller} role="group" aria-label={words.title} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{words.points}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" data-end>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, label }, index) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {series.map((one) => (
                  <td key={one.label} data-end>
                    {print(one.values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
