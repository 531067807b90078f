/** Draws a chart. This code and the drawing library are loaded with the first chart. */
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { CHART_HEIGHT_PX, type ChartPoint, type ChartProps, type ChartSeries } from './chart-props.ts'

interface CanvasProps extends ChartProps {
  /** The index of the selected point; null when no point is selected. */
  readonly chosen: number | null
  readonly onChoose: (index: number | null) => void
}

const LABEL_PX = 64
const AXIS_PX = 68
const BAR_PART = 0.7
const MAX_BAR_PX = 48

/** Reads a colour of the current theme, because a canvas cannot use CSS variables. */
const colour = (name: string) => () => getComputedStyle(document.documentElement).getPropertyValue(name)
const COLOURS = ['--mantine-color-blue-text', '--mantine-color-yellow-light-color']

export function ChartCanvas({ points, series, printShort, chosen, onChoose }: CanvasProps) {
  const { ref, width } = useElementSize()
  const holder = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const tell = useRef(onChoose)
  tell.current = onChoose
  const isMeasured = width > 0
  useEffect(() => {
    if (!isMeasured) return
    const target = holder.current!
    const options = optionsOf({ points, series, printShort, width: target.clientWidth, onChoose: tell })
    const drawn = new UPlot(
      options,
      [points.map((_, index) => index), ...series.map(({ values }) => [...values])],
      target,
    )
    plot.current = drawn
    // Redraw the chart when the theme changes; the theme is an attribute of the page's root element.
    const watch = new MutationObserver(() => drawn.redraw(false))
    watch.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      watch.disconnect()
      drawn.destroy()
    }
  }, [points, series, printShort, isMeasured])
  useEffect(() => {
    if (isMeasured) plot.current?.setSize({ width, height: CHART_HEIGHT_PX })
  }, [width, isMeasured])
  useEffect(() => {
    const drawn = plot.current
    if (drawn === null) return
    const left = chosen === null ? -1 : drawn.valToPos(chosen, 'x')
    drawn.setCursor({ left, top: chosen === null ? -1 : 1 }, false)
  }, [chosen])
  return (
    <div ref={ref} aria-hidden="true">
      <div ref={holder} />
    </div>
  )
}

interface Drawing extends Pick<ChartProps, 'points' | 'series' | 'printShort'> {
  readonly width: number
  readonly onChoose: { readonly current: (index: number | null) => void }
}

function optionsOf({ points, series, printShort, width, onChoose }: Drawing): UPlot.Options {
  return {
    width,
    height: CHART_HEIGHT_PX,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    scales: {
      // Bars are centred on their points, so there must be room for the outer half of the first and the last bar.
      x: { time: false, range: (_plot, least, most) => [least - 0.6, most + 0.6] },
      y: { range: (_plot, least, most) => rangeOf(least, most) },
    },
    axes: [
      {
        stroke: colour('--mantine-color-dimmed'),
        grid: { show: false },
        ticks: { show: false },
        space: LABEL_PX,
        incrs: [1, 2, 5, 7, 10, 14, 30, 60, 90, 180],
        values: (_plot, places) => places.map((place) => shortOf(points, place)),
      },
      {
        stroke: colour('--mantine-color-dimmed'),
        grid: { stroke: colour('--line'), width: 1 },
        ticks: { show: false },
        size: AXIS_PX,
        values: (_plot, values) => values.map(printShort),
      },
    ],
    series: [{}, ...series.map(drawnAs)],
    hooks: {
      setCursor: [({ cursor: { idx, left = -1 } }) => onChoose.current(left < 0 || idx == null ? null : idx)],
    },
  }
}

const shortOf = (points: readonly ChartPoint[], place: number) =>
  Number.isInteger(place) ? (points[place]?.short ?? '') : ''

/**
 * Returns the range of the chart's vertical scale. It always includes zero, so that heights are proportional to values.
 */
function rangeOf(least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.min(0, least ?? 0), Math.max(0, most ?? 0)]
  return low === high ? [0, 1] : [low * 1.05, high * 1.05]
}

function drawnAs({ label, shape }: ChartSeries, index: number): UPlot.Series {
  const stroke = colour(COLOURS[index % COLOURS.length]!)
  if (shape === 'bars')
    return {
      label,
      stroke,
      fill: stroke,
      width: 0,
      points: { show: false },
      paths: UPlot.paths.bars!({ size: [BAR_PART, MAX_BAR_PX] }),
    }
  return { label, stroke, width: 2, points: { show: false }, ...(index > 0 && { dash: [6, 4] }) }
}
