/** Converts times from MoySklad. Times without a zone are in Moscow time. */
import { isWithinYears, readDay, readMoment } from '../../domain/moments.ts'
import { sourceText } from './source-values.ts'

const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/
const ZONE = '+03:00'
const ZONE_MS = 3 * 60 * 60 * 1_000

/**
 * Returns a MoySklad time as UTC with milliseconds, or null when it is invalid or outside the years that Skladno
 * supports.
 */
export function momentOf(value: unknown): string | null {
  const at = millisecondsOf(sourceText(value))
  return at === null || !isWithinYears(at) ? null : new Date(at).toISOString()
}

/** Returns the Moscow calendar day of a MoySklad time, or null when the time is invalid. */
export function dayOf(value: unknown): string | null {
  const moment = momentOf(value)
  if (moment === null) return null
  const day = new Date(Date.parse(moment) + ZONE_MS).toISOString().slice(0, 10)
  const start = readDay(day)
  return start === null || !isWithinYears(start) ? null : day
}

/** Whether a MoySklad time has a time of day, that is, differs from midnight in Moscow. */
export function hasTimeOfDay(value: unknown): boolean {
  const moment = momentOf(value)
  return moment !== null && (Date.parse(moment) + ZONE_MS) % (24 * 60 * 60 * 1_000) !== 0
}

/** Formats a time (milliseconds since 1970) for MoySklad's filters, in Moscow time: `2026-03-01 13:00:00`. */
export function inSourceTime(milliseconds: number): string {
  return new Date(milliseconds + ZONE_MS).toISOString().slice(0, 19).replace('T', ' ')
}

function millisecondsOf(text: string): number | null {
  const match = WITHOUT_ZONE.exec(text)
  if (match === null) return readMoment(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00${ZONE}` : text)
  const [, day, time = ''] = match
  return readMoment(`${day}T${time.length === 5 ? `${time}:00` : time}${ZONE}`)
}
