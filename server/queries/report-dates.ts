/** Moments and days of report queries. A day is that of a time zone; what is asked is always cut between two milliseconds. */
import { isWithinYears, LAST_YEAR, looksLikeDay, readDay, readMoment } from '../domain/moments.ts'
import { invalid } from '../domain/refusals.ts'
import type { Year } from '../store/turnover-totals.ts'

export const DEFAULT_TIME_ZONE = 'Europe/Moscow'
/** No place on earth is further from UTC. */
const FARTHEST_MS = 15 * 3_600_000
const DAY_MS = 86_400_000

/** The formatter of a time zone's calendar. Refuses VALIDATION_FAILED for a name that is none. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
  } catch {
    throw invalid('query/timeZone', 'is not a time zone such as Europe/Moscow')
  }
}

/** The day of a moment in a calendar, as a number that grows with the days. */
function dayAt(calendar: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(calendar.formatToParts(at).map(({ type, value }) => [type, value]))
  return Date.UTC(Number(parts.get('year')), Number(parts.get('month')) - 1, Number(parts.get('day')))
}

/**
 * The first millisecond of a calendar day in a time zone, found by halving: right also where the day begins at one o'clock.
 * @param day as the UTC midnight of the same date.
 */
function startOfDay(calendar: Intl.DateTimeFormat, day: number): number {
  let before = day - FARTHEST_MS
  let within = day + FARTHEST_MS
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayAt(calendar, middle) >= day) within = middle
    else before = middle
  }
  return within
}

/**
 * A day or an RFC 3339 moment of the query as milliseconds: an edge, with what happened before it on one side.
 * @param side a day as the `end` of a report counts whole, so its edge is the beginning of the next day.
 */
export function readEdge(name: string, value: string, timeZone: string, side: 'start' | 'end'): number {
  const isDay = looksLikeDay(value)
  const at = isDay ? readDay(value) : readMoment(value)
  // Ids know no time before 1970.
  if (at === null || at < 0 || !isWithinYears(at))
    throw invalid(
      `query/${name}`,
      `must be a day such as 2026-03-01 or a moment such as 2026-03-01T10:00:00Z, from 1970 to ${LAST_YEAR}`,
    )
  // Of a moment what is finer than milliseconds is cut off: nothing that is kept happened between.
  if (!isDay) return at
  return Math.max(0, startOfDay(calendarOf(timeZone), side === 'end' ? at + DAY_MS : at))
}

/** Refuses VALIDATION_FAILED for a name that is no time zone. */
export function checkTimeZone(timeZone: string): void {
  calendarOf(timeZone)
}

/** The smallest id that the clock could give at a moment: ids begin with their milliseconds (docs/decisions/0009). */
export function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The years of Moscow, where most reports are asked for: those begin and end at the edges of such years. It is at UTC+3 since 2014. */
const YEAR_OFFSET_MS = 3 * 3_600_000

/** The years that lie wholly between two moments, ascending. */
export function yearsBetween(from: number, before: number): Year[] {
  const years: Year[] = []
  const last = new Date(before + YEAR_OFFSET_MS).getUTCFullYear()
  for (let year = new Date(from + YEAR_OFFSET_MS).getUTCFullYear(); year < last; year += 1) {
    const [start, end] = [year, year + 1].map((one) => Date.UTC(one, 0, 1) - YEAR_OFFSET_MS) as [number, number]
    if (start >= from) years.push({ year, start, end, startId: idAt(start), endId: idAt(end) })
  }
  return years
}
