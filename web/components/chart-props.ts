/** Types for the data of a chart and the texts around it. */

export interface ChartPoint {
  readonly key: string
  readonly label: string
  /** The short form of the point's label, shown below the chart. */
  readonly short: string
}

export interface ChartSeries {
  readonly label: string
  readonly shape: 'bars' | 'line'
  /** The value of the point in each series of the chart. */
  readonly values: readonly number[]
}

interface ChartWords {
  readonly title: string
  /** A sentence that explains the keyboard controls of the chart. */
  readonly hint: string
  readonly asTable: string
  /** The word for what the points of the chart stand for, such as days. */
  readonly points: string
}

export interface ChartProps {
  readonly words: ChartWords
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly print: (value: number) => string
  readonly printShort: (value: number) => string
}

export const CHART_HEIGHT_PX = 200
