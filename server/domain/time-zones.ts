/**
 * The time zones of the IANA list, and the times at which their days begin. All calculations with days are in this
 * file, and the database only receives points in time, so no second time zone table can disagree with this one.
 */

/** The time zone of a company that has chosen none. */
export const DEFAULT_TIME_ZONE = 'Europe/Moscow'
export const MAX_TIME_ZONE_LENGTH = 100
/** A time difference larger than the UTC offset of any place on earth. */
const FARTHEST_MS = 15 * 3_600_000
const DAY_MS = 86_400_000

const NAME = /^[A-Za-z][\w+/-]*$/

/** True for the name of a time zone, in upper or lower case; an offset such as +03:00 is not a name. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false
  try {
    calendarOf(name)
    return true
  } catch {
    return false
  }
}

/**
 * Returns a time zone's name as the IANA list spells it, such as Europe/Moscow for europe/moscow. An older name of a
 * zone stays as it is.
 */
export function spellTimeZone(name: string): string {
  const spelled = calendarOf(name).resolvedOptions().timeZone
  return spelled.toLowerCase() === name.toLowerCase() ? spelled : name
}

/** Makes a calendar for a time zone. @throws RangeError for an unknown name. */
export function calendarOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}

/**
 * Returns the calendar day of a point in time, as a number that increases from day to day: the UTC midnight of the same
 * date.
 */
function dayAt(calendar: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(calendar.formatToParts(at).map(({ type, value }) => [type, value]))
  return Date.UTC(Number(parts.get('year')), Number(parts.get('month')) - 1, Number(parts.get('day')))
}

/** Returns the day of a point in time in a time zone, as the UTC midnight of the same date. */
export function dayIn(timeZone: string, at: number): number {
  return dayAt(calendarOf(timeZone), at)
}

/**
 * Returns the first millisecond of a calendar day in a time zone. It is found by binary search, so
 * the result is right even where a day begins at one o'clock.
 * @param day as the UTC midnight of the same date.
 */
export function startOfDay(timeZone: string, day: number): number {
  const calendar = calendarOf(timeZone)
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
 * Returns the first millisecond of each of many days, given in ascending order. Most days begin at the same offset from
 * UTC midnight as the day before, so that offset is tried first.
 */
export function startsOfDays(timeZone: string, days: readonly number[]): number[] {
  const calendar = calendarOf(timeZone)
  let shift: number | null = null
  return days.map((day) => {
    const guess = day + (shift ?? 0)
    if (shift !== null && dayAt(calendar, guess) === day && dayAt(calendar, guess - 1) < day) return guess
    const start = startOfDay(timeZone, day)
    shift = start - day
    return start
  })
}

/** Returns the first millisecond after a calendar day. */
export function endOfDay(timeZone: string, day: number): number {
  return startOfDay(timeZone, day + DAY_MS)
}
