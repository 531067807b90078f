/** Moments and days of report queries. A day is that of a time zone; what is asked is always cut between two milliseconds. */
import { isWithinYears, LAST_YEAR, looksLikeDay, readDay, readMoment } from '../domain/moments.ts'
import { invalid } from '../domain/refusals.ts'
import { calendarOf, dayIn, endOfDay, startOfDay } from '../domain/time-zones.ts'
import type { Year } from './turnover-totals-sql.ts'

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
      'NOT_VALID',
    )
  // Of a moment what is finer than milliseconds is cut off: nothing that is kept happened between.
  if (!isDay) return at
  return Math.max(0, side === 'end' ? endOfDay(timeZone, at) : startOfDay(timeZone, at))
}

/** Refuses VALIDATION_FAILED for a name that is no time zone. */
export function checkTimeZone(timeZone: string): void {
  try {
    calendarOf(timeZone)
  } catch {
    throw invalid('query/timeZone', 'is not a time zone such as Europe/Moscow', 'NOT_VALID')
  }
}

/** The smallest id that the clock could give at a moment: ids begin with their milliseconds (docs/decisions/0009). */
export function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The years of a time zone that lie wholly between two moments, ascending. */
export function yearsBetween(from: number, before: number, timeZone: string): Year[] {
  const years: Year[] = []
  const last = yearOf(timeZone, before)
  for (let year = yearOf(timeZone, from); year < last; year += 1) {
    const [start, end] = [year, year + 1].map((one) => startOfDay(timeZone, Date.UTC(one, 0, 1))) as [number, number]
    if (start >= from) years.push({ year, start, end, startId: idAt(start), endId: idAt(end) })
  }
  return years
}

const yearOf = (timeZone: string, at: number) => new Date(dayIn(timeZone, at)).getUTCFullYear()
