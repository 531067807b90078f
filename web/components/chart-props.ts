/** What a chart is drawn of. */

export interface ChartPoint {
  readonly key: string
  readonly label: string
  /** Below the picture, where there is little room. */
  readonly short: string
}

export interface ChartSeries {
  readonly label: string
  readonly shape: 'bars' | 'line'
  /** One for each point. */
  readonly values: readonly number[]
}

interface ChartWords {
  readonly title: string
  /** What its keys do. */
  readonly hint: string
  readonly asTable: string
  /** Of what the points are. */
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
