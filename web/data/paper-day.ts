/**
 * Checks whether the date on a paper document is so far from today that it may be a mistake. The user is asked about
 * such a date, but it is not refused.
 */

const DAY_MS = 86_400_000
const LONG_AGO_DAYS = 183
const FAR_AHEAD_DAYS = 31

/**
 * Returns whether a date such as `2026-03-05` is long past or far in the future. Null if it is neither, or if there is
 * no date.
 */
export function farFrom(today: string, day: string): 'longAgo' | 'farAhead' | null {
  if (day === '') return null
  const days = (Date.parse(today) - Date.parse(day)) / DAY_MS
  if (days > LONG_AGO_DAYS) return 'longAgo'
  return days < -FAR_AHEAD_DAYS ? 'farAhead' : null
}
