/** The figures of a soak, and whether they meet its goals. */
import type { Timed } from './clients.ts'

const MIB = 1_048_576
const PARTS = 12
/** Memory is judged from here on: after ten minutes, or after half of a shorter run. */
const WARM_MS = 600_000
const MEMORY_PARTS = 5
/** How much the memory of a part may differ from that of the first one. */
const MEMORY_SPREAD = 0.1
/** How much slower the last third may be than the first one, at the 99th percentile. */
const SLOWER = 1.5

export interface Sample {
  readonly at: number
  readonly bytes: number
}

export interface Verdict {
  readonly isMet: boolean
  readonly told: string
}

interface Span {
  readonly startAt: number
  readonly endAt: number
}

/** Returns the value below which the given share of the values lies. */
function percentile(unsorted: readonly number[], share: number): number {
  const sorted = [...unsorted].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function partsOf<T extends { readonly at: number }>(all: readonly T[], { startAt, endAt }: Span, count: number): T[][] {
  const length = (endAt - startAt) / count
  return Array.from({ length: count }, (_, part) =>
    all.filter(({ at }) => at >= startAt + part * length && at < startAt + (part + 1) * length),
  )
}

const medianMib = (samples: readonly Sample[]) =>
  percentile(
    samples.map(({ bytes }) => bytes),
    0.5,
  ) / MIB

/** Prints commands, times and memory of each twelfth of the time. */
export function printTable(
  all: Span & { readonly times: readonly Timed[]; readonly samples: readonly Sample[] },
): void {
  const times = partsOf(all.times, all, PARTS)
  const samples = partsOf(all.samples, all, PARTS)
  console.log('minute | commands | p50 ms | p99 ms | slowest ms | memory MiB')
  for (let part = 0; part < PARTS; part += 1) {
    const ms = times[part]!.map((one) => one.ms)
    const minute = ((part * (all.endAt - all.startAt)) / PARTS / 60_000).toFixed(1)
    const figures = [percentile(ms, 0.5).toFixed(1), percentile(ms, 0.99).toFixed(0), percentile(ms, 1).toFixed(0)]
    console.log([minute, ms.length, ...figures, medianMib(samples[part]!).toFixed(0)].join(' | '))
  }
}

export function verdictOnMemory(samples: readonly Sample[], { startAt, endAt }: Span): Verdict {
  const warmAt = startAt + Math.min(WARM_MS, (endAt - startAt) / 2)
  const medians = partsOf(samples, { startAt: warmAt, endAt }, MEMORY_PARTS).map(medianMib)
  const changes = medians.map((one) => one / medians[0]! - 1)
  const most = changes.reduce((far, one) => (Math.abs(one) > Math.abs(far) ? one : far), 0)
  const minute = ((warmAt - startAt) / 60_000).toFixed(0)
  const listed = medians.map((one) => one.toFixed(0)).join(', ')
  const told = `from minute ${minute} on ${listed} MiB, at most ${(100 * most).toFixed(1)} % from the first`
  return { isMet: Math.abs(most) <= MEMORY_SPREAD, told: `${told} (goal: ${100 * MEMORY_SPREAD} %)` }
}

interface Calm extends Span {
  readonly disturbances: readonly { readonly from: number; readonly until: number }[]
}

export function verdictOnTimes(times: readonly Timed[], { disturbances, ...span }: Calm): Verdict {
  const isCalm = ({ at, ms }: Timed) => disturbances.every(({ from, until }) => at + ms < from || at > until)
  const [first, , last] = partsOf(times.filter(isCalm), span, 3).map((part) =>
    percentile(
      part.map(({ ms }) => ms),
      0.99,
    ),
  )
  const told = `without faults, p99 was ${first!.toFixed(0)} ms in the first third and ${last!.toFixed(0)} ms in the last`
  return { isMet: last! <= SLOWER * first!, told }
}
