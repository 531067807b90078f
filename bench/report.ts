/** Formats the results of a section of the benchmark as tables for docs/performance.md. */
import { median, type Run } from './compare.ts'

export interface Row {
  readonly what: string
  readonly connections: number
  readonly run: Run
  /** The number of requests per second, divided by the number that the bare Fastify route reached. */
  readonly toHello?: number
  /** For each round: the number of requests per second, divided by the number that the one-INSERT baseline reached. */
  readonly toInsert?: readonly number[]
}

export interface Goal {
  readonly goal: string
  readonly measured: string
  /** Whether the goal is met; null if it was not measured under the conditions stated in the goal. */
  readonly isMet: boolean | null
}

export interface Section {
  readonly rows: readonly Row[]
  /** Remarks on the results that do not fit in the table. */
  readonly notes: readonly string[]
  readonly goals: readonly Goal[]
}

const HEADINGS = [
  'what',
  'connections',
  'per second',
  'p50 ms',
  'p99 ms',
  '× hello (a)',
  '× INSERT (b)',
  'CPU µs: server',
  'PostgreSQL',
  'generator',
  'core wait',
]

/** Formats the rows as a Markdown table. */
export function printRows(rows: readonly Row[]): string {
  return printTable(HEADINGS, rows.map(cellsOf))
}

export function printGoals(goals: readonly Goal[]): string {
  const cells = goals.map(({ goal, measured, isMet }) => [goal, measured, isMet === null ? '–' : isMet ? '✓' : '✗'])
  return printTable(['goal', 'measured', ''], cells)
}

function cellsOf({ what, connections, run, toHello, toInsert }: Row): string[] {
  return [
    what,
    String(connections),
    count(run.requestsPerSecond),
    figure(run.p50Ms),
    figure(run.p99Ms),
    toHello === undefined ? '' : figure(toHello),
    toInsert === undefined ? '' : ratios(toInsert),
    ...[run.cost.server, run.cost.postgres, run.cost.generator].map((one) => (one === null ? 'n/a' : count(one))),
    run.cost.waitShare === null ? 'n/a' : `${Math.round(run.cost.waitShare * 100)} %`,
  ]
}

export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, at) => Math.max(heading.length, 1, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}

/** Formats the median and the range of the rounds. */
export function ratios(rounds: readonly number[]): string {
  const middle = figure(median(rounds))
  return rounds.length === 1 ? middle : `${middle} (${figure(Math.min(...rounds))}–${figure(Math.max(...rounds))})`
}

/** Formats a whole number with thousands separators. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Formats a number with two decimals if it is below 10, one if below 100, otherwise none. */
export function figure(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : count(value)
}

export function megabytes(bytes: number): string {
  return `${figure(bytes / 1_000_000)} MB`
}
