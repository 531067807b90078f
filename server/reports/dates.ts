/**
 * Days and points in time in report queries. Days depend on a time zone; periods always begin and end exactly between
 * two milliseconds.
 */
import { isWithinYears, LAST_YEAR, looksLikeDay, readDay, readMoment } from '../domain/moments.ts'
import { invalid } from '../domain/refusals.ts'
import { calendarOf, dayIn, endOfDay, startOfDay } from '../domain/time-zones.ts'
import type { Year } from './turnover-totals-sql.ts'

/**
 * Reads a day or an RFC 3339 moment of the query as a limit in milliseconds. Events before the limit are on one side of
 * it, all others on the other side.
 * @param side as the `end` of a report, a whole day is included, so the limit is the beginning of the next day.
 */
export function readEdge(name: string, value: string, timeZone: string, side: 'start' | 'end'): number {
  const isDay = looksLikeDay(value)
  const at = isDay ? readDay(value) : readMoment(value)
  // Refuse times before 1970, because ids cannot contain them.
  if (at === null || at < 0 || !isWithinYears(at))
    throw invalid(
      `query/${name}`,
      `must be a day such as 2026-03-01 or a moment such as 2026-03-01T10:00:00Z, from 1970 to ${LAST_YEAR}`,
      'NOT_VALID',
    )
  // A moment is returned as it is. Fractions of a millisecond are already cut off, and no stored event is more precise.
  if (!isDay) return at
  return Math.max(0, side === 'end' ? endOfDay(timeZone, at) : startOfDay(timeZone, at))
}

/** Refuses VALIDATION_FAILED for an unknown time zone. */
export function checkTimeZone(timeZone: string): void {
  try {
    calendarOf(timeZone)
  } catch {
    throw invalid('query/timeZone', 'is not a time zone such as Europe/Moscow', 'NOT_VALID')
  }
}

/**
 * Returns the smallest id that can be created at a given time. It can be computed because ids begin with their time in
 * milliseconds (docs/decisions/0009).
 */
export function idAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns, in ascending order, the years that lie completely between two points in time, in a given time zone. */
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
