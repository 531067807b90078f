/** Days and moments as the API takes them, in bodies and queries alike: RFC 3339, within years that every part of the service can hold. */

/** Within them a moment keeps four digits of its year in every time zone, and PostgreSQL and JavaScript agree on it. */
export const FIRST_YEAR = 1900
export const LAST_YEAR = 2200
const EARLIEST = Date.UTC(FIRST_YEAR, 0, 1)
const LATEST = Date.UTC(LAST_YEAR + 1, 0, 1) - 1

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Said of what is a day or a moment, but out of bounds. */
export const OUT_OF_YEARS = `must be between the years ${FIRST_YEAR} and ${LAST_YEAR}`

/** True for text of the form of a day, such as 2026-03-01, whether there is such a day or not. */
export const looksLikeDay = (text: string): boolean => DAY.test(text)

/** The midnight of a day in UTC, as milliseconds; null when no calendar has it. */
export function readDay(text: string): number | null {
  return DAY.test(text) ? dayOf(text) : null
}

/** An RFC 3339 moment as milliseconds, finer parts cut off; null when it is none. */
export function readMoment(text: string): number | null {
  if (!MOMENT.test(text) || dayOf(text.slice(0, 10)) === null) return null
  // In the one form for which Date has rules: of another it makes what it can, and 2000 of the year 0.
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11).toUpperCase()}`)
  return Number.isNaN(at) ? null : at
}

export const isWithinYears = (at: number): boolean => at >= EARLIEST && at <= LATEST

/** Date rolls 2026-02-30 over to March; we do not. */
function dayOf(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null
}
