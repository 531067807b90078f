/**
 * Days and timestamps in the form that the API accepts in bodies and queries: RFC 3339, within years that every part of
 * the service can store.
 */

/**
 * The first year that the API accepts. From this year to LAST_YEAR, a timestamp has a four-digit year in every time
 * zone, and PostgreSQL and JavaScript agree on it.
 */
export const FIRST_YEAR = 1900
export const LAST_YEAR = 2200
const EARLIEST = Date.UTC(FIRST_YEAR, 0, 1)
const LATEST = Date.UTC(LAST_YEAR + 1, 0, 1) - 1

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** The error message for a valid day or timestamp outside the years that the API accepts. */
export const OUT_OF_YEARS = `must be between the years ${FIRST_YEAR} and ${LAST_YEAR}`

/** True for a string in the format of a day, such as 2026-03-01, even if that day does not exist. */
export const looksLikeDay = (text: string): boolean => DAY.test(text)

/** Returns the UTC midnight at which a day begins, in milliseconds; null when the day does not exist. */
export function readDay(text: string): number | null {
  return DAY.test(text) ? dayOf(text) : null
}

/**
 * Converts an RFC 3339 timestamp to milliseconds, dropping finer fractions. Returns null when the text is not a
 * timestamp.
 */
export function readMoment(text: string): number | null {
  if (!MOMENT.test(text) || dayOf(text.slice(0, 10)) === null) return null
  // Convert the text to the only format that Date parses by fixed rules. In other formats, Date guesses and reads year
  // 0 as 2000.
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11).toUpperCase()}`)
  return Number.isNaN(at) ? null : at
}

export const isWithinYears = (at: number): boolean => at >= EARLIEST && at <= LATEST

/** Returns null for days such as 2026-02-30, which Date would turn into a day of March. */
function dayOf(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null
}
