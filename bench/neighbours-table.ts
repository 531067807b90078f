/**
 * Compares the response times of the neighbour (the company that behaves normally) with the goals for each attack.
 * Prints one run, or two side by side.
 */
import type { Tally } from './neighbours-hostile.ts'
import type { ReadAnswer, Watched } from './neighbours-watch.ts'
import { count, figure, printTable } from './report.ts'

/**
 * The goal for the 95th percentile of the neighbour's order times while another company attacks. Further goals: no
 * order gets a 503 response, and reports and self-checks finish in time.
 */
const GOAL_P95_MS = 50
/**
 * The goal on a slow machine, in place of GOAL_P95_MS: by which factor the p95 of orders during an attack may exceed
 * the p95 measured without an attack in the same run.
 */
const GOAL_FACTOR = 10
/** The goal for memory, in bytes: the limit for PostgreSQL and the server with all its processes together. */
const GOAL_BYTES = 1.5e9
const GOAL_READ_MS = 10_000
/**
 * The time within which a small file must be recognized while an attacker's long file is being recognized. It may have
 * to wait for one page of the long file, but not for the whole file.
 */
const GOAL_FILE_MS = 30_000

export const UNDISTURBED = 'undisturbed'

export interface Result {
  readonly name: string
  readonly what: string
  /** The results of the hostile company's requests. */
  readonly tally: Tally
  readonly watched: Watched
  /** The peak memory of the server's process, in bytes. Null if the process has ended or there is no /proc. */
  readonly peakBytes: number | null
  /** The peak memory of PostgreSQL and the server with all its processes; absent in results of older versions. */
  readonly allBytes?: number
}

/** The results of one run, as `--json` writes them. */
export interface RunRecord {
  readonly machine: string
  readonly isQuick: boolean
  readonly results: readonly Result[]
}

interface Orders {
  readonly p50: number
  readonly p95: number
  readonly max: number
  readonly unavailable: number
  readonly otherFailures: number
}

function ordersOf({ orderMs, orderOutcomes }: Watched): Orders {
  const total = Object.values(orderOutcomes).reduce((sum, one) => sum + one, 0)
  const unavailable = orderOutcomes['503'] ?? 0
  const otherFailures = total - unavailable - (orderOutcomes['200'] ?? 0)
  return { ...spread(orderMs), unavailable, otherFailures }
}

function spread(milliseconds: readonly number[]): Pick<Orders, 'p50' | 'p95' | 'max'> {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

/** Returns the highest 95th percentile of order times, in milliseconds, that is allowed in this run. */
export function allowedMs(results: readonly Result[]): number {
  const calm = results.filter(({ name }) => name === UNDISTURBED).flatMap(({ watched }) => watched.orderMs)
  return Math.max(GOAL_P95_MS, calm.length === 0 ? 0 : GOAL_FACTOR * spread(calm).p95)
}

/** Returns the goals that were missed during an attack; empty when all were met. */
export function missedGoals({ watched, peakBytes, allBytes = 0 }: Result, p95Ms: number): string[] {
  const orders = ordersOf(watched)
  const missed: string[] = []
  if (orders.unavailable > 0) missed.push('503')
  if (orders.otherFailures > 0) missed.push('orders')
  // If no order was accepted, p95 is NaN, which must count as a missed goal.
  if (!(orders.p95 <= p95Ms)) missed.push('p95')
  for (const name of ['report', 'self-check', 'bootstrap', 'file'] as const) {
    const limitMs = name === 'file' ? GOAL_FILE_MS : GOAL_READ_MS
    const answers = watched.reads.filter((read) => read.name === name)
    if (answers.some(({ outcome, ms }) => outcome !== 200 || ms > limitMs)) missed.push(name)
  }
  if (watched.healthFailures > 0) missed.push('connections')
  if (allBytes > GOAL_BYTES) missed.push('memory')
  if (peakBytes === null && process.platform === 'linux') missed.push('the server died')
  return missed
}

/** Formats the slowest time in seconds or, if any request failed, lists the errors. */
function readCell(reads: readonly ReadAnswer[], name: ReadAnswer['name']): string {
  const answers = reads.filter((read) => read.name === name)
  if (answers.length === 0) return ''
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const failures = answers.filter(({ outcome }) => outcome !== 200)
  if (failures.length === 0) return figure(slowest / 1_000)
  const said = [...new Set(failures.map(({ outcome }) => outcome))].join(', ')
  return `${said} (${failures.length} of ${answers.length})`
}

const milliseconds = (value: number) => (Number.isNaN(value) ? '–' : figure(value))
const verdictOf = (missed: readonly string[]) => (missed.length === 0 ? 'ok' : `FAILED: ${missed.join(', ')}`)

function tallyCell({ outcomes, bytes }: Tally): string {
  const parts = Object.entries(outcomes).map(([outcome, times]) => `${outcome} × ${count(times)}`)
  if (bytes > 1e6) parts.push(`${count(bytes / 1e6)} MB`)
  return parts.join(', ')
}

const HEADINGS = [
  'attack',
  'what the hostile company does',
  'its answers',
  'orders p50 ms',
  'p95',
  'max',
  '503',
  'other failures',
  'report s',
  'self-check s',
  'healthz p50 ms',
  'max',
  'server MB',
  'all MB',
  'verdict',
]

/** Formats the results of one run as a table. */
export function printRun({ results }: RunRecord): string {
  const p95Ms = allowedMs(results)
  const rows = results.map((result) => {
    const { name, what, tally, watched, peakBytes, allBytes = 0 } = result
    const orders = ordersOf(watched)
    const health = spread(watched.healthMs)
    return [
      name,
      what,
      tallyCell(tally),
      milliseconds(orders.p50),
      milliseconds(orders.p95),
      milliseconds(orders.max),
      count(orders.unavailable),
      count(orders.otherFailures),
      readCell(watched.reads, 'report'),
      readCell(watched.reads, 'self-check'),
      milliseconds(health.p50),
      milliseconds(health.max),
      peakBytes === null ? 'n/a' : count(peakBytes / 1e6),
      allBytes === 0 ? 'n/a' : count(allBytes / 1e6),
      verdictOf(missedGoals(result, p95Ms)),
    ]
  })
  const goal = `Goals: no order 503, p95 ≤ ${milliseconds(p95Ms)} ms, all memory ≤ ${count(GOAL_BYTES / 1e6)} MB, reports and self-checks ≤ ${GOAL_READ_MS / 1_000} s.`
  return [printTable(HEADINGS, rows), ...notesOf(results), goal].join('\n')
}

/**
 * Lists the times of requests that are made only during some attacks, and the error messages that the neighbour (the
 * company that behaves normally) got.
 */
function notesOf(results: readonly Result[]): string[] {
  return results.flatMap(({ name, watched: { reads, complaints } }) => [
    ...(['bootstrap', 'file'] as const)
      .filter((read) => reads.some((one) => one.name === read))
      .map((read) => `- ${name}: the neighbour's ${read}: ${readCell(reads, read)} s`),
    ...[...new Set(complaints)].map((complaint) => ` - ${name}: the neighbour got ${complaint}`),
  ])
}

const SHORT_HEADINGS = ['p50 ms', 'p95', '503', 'report s', 'self-check s', 'verdict']

/** Formats two runs side by side, for docs/performance.md. */
export function printRuns(before: RunRecord, after: RunRecord): string {
  const allowed = { before: allowedMs(before.results), after: allowedMs(after.results) }
  const names = new Set([...before.results, ...after.results].map(({ name }) => name))
  const rows = [...names].map((name) => {
    const [was, is] = [before, after].map(({ results }) => results.find((one) => one.name === name))
    return [(is ?? was)!.what, ...shortCells(was, allowed.before), ...shortCells(is, allowed.after)]
  })
  const headings = ['what the hostile company does']
  for (const when of ['before', 'after']) headings.push(...SHORT_HEADINGS.map((heading) => `${when}: ${heading}`))
  return printTable(headings, rows)
}

function shortCells(result: Result | undefined, p95Ms: number): string[] {
  if (result === undefined) return SHORT_HEADINGS.map(() => '')
  const { p50, p95, unavailable, otherFailures } = ordersOf(result.watched)
  const { reads } = result.watched
  const total = Object.values(result.watched.orderOutcomes).reduce((sum, one) => sum + one, 0)
  const refused = unavailable + otherFailures
  return [
    milliseconds(p50),
    milliseconds(p95),
    refused === 0 ? '0' : `${refused} of ${total}`,
    readCell(reads, 'report'),
    readCell(reads, 'self-check'),
    missedGoals(result, p95Ms).length === 0 ? '✓' : '✗',
  ]
}
