/** Divides a report into days, weeks or months, and determines when each of them begins. */
import { invalid } from '../domain/refusals.ts'
import { dayIn, startsOfDays } from '../domain/time-zones.ts'

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/**
 * The maximum number of periods in a report: two years by day. It is limited because computing the beginning of a day
 * takes some microseconds.
 */
const MAX_PERIODS = 750
const DAY_MS = 86_400_000
/** Day 4 was a Monday, counting days from 1970-01-01. */
const MONDAY = 4
const DAYS_OF_WEEK = 7

/** The consecutive periods into which a report is divided. */
export interface Periods {
  /** For each period, its first day within the report, such as `2026-03-01`. */
  readonly days: readonly string[]
  /** When each period begins, in milliseconds; the first period begins with the report. */
  readonly starts: readonly number[]
  /** The last day that the report covers. */
  readonly lastDay: string
}

export function isPeriod(grouping: string | undefined): grouping is Period {
  return PERIODS.some((one) => one === grouping)
}

/**
 * Divides a report into periods in its time zone; weeks begin on Monday. Refuses VALIDATION_FAILED
 * for too many periods.
 */
export function periodsBetween(
  { start, end, timeZone }: { start: number; end: number; timeZone: string },
  period: Period,
): Periods {
  const first = dayIn(timeZone, start)
  const last = Math.max(first, dayIn(timeZone, end - 1))
  const days = [first]
  for (let next = nextOf(period, first); next <= last; next = nextOf(period, next)) {
    if (days.length === MAX_PERIODS)
      throw invalid(
        'query/groupBy',
        `would make more than ${MAX_PERIODS} rows; choose a longer one, or a shorter time`,
        {
          code: 'TOO_MANY',
          figures: { most: MAX_PERIODS },
        },
      )
    days.push(next)
  }
  const [, ...later] = startsOfDays(timeZone, days)
  return { days: days.map(printDay), starts: [start, ...later], lastDay: printDay(last) }
}

/** Returns the first day of the period that follows a day. */
function nextOf(period: Period, day: number): number {
  if (period === 'day') return day + DAY_MS
  const date = new Date(day)
  if (period === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  const sinceMonday = (day / DAY_MS - MONDAY) % DAYS_OF_WEEK
  return day + (DAYS_OF_WEEK - sinceMonday) * DAY_MS
}

const printDay = (day: number) => new Date(day).toISOString().slice(0, 10)
