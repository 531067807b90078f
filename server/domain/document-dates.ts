/** The date on a record's paper document, and which dates are allowed. Source: docs/decisions/0073. */
import { looksLikeDay, readMoment } from './moments.ts'
import { invalid } from './refusals.ts'
import { dayIn } from './time-zones.ts'

/** The earliest date allowed on a paper document. */
const FIRST_DOCUMENT_DAY = '2000-01-01'

/** The time of a command, and the time zone of the company. */
export interface Today {
  readonly now: string
  readonly timeZone: string
}

/** Returns the calendar day of a date that is given as a day or as a timestamp. */
export function dayOfDate(date: string, timeZone: string): string {
  return looksLikeDay(date) ? date : printDay(dayIn(timeZone, readMoment(date)!))
}

/**
 * Refuses with VALIDATION_FAILED when the date is before 2000 or more than a year from now. `path`: the field in the
 * body.
 */
export function checkDocumentDate(date: string | null | undefined, path: string, { now, timeZone }: Today): void {
  if (date == null) return
  const day = dayOfDate(date, timeZone)
  const last = aYearAfter(dayOfDate(now, timeZone))
  if (day >= FIRST_DOCUMENT_DAY && day <= last) return
  throw invalid(path, `must be a day from ${FIRST_DOCUMENT_DAY} to ${last}`, {
    code: 'NOT_BETWEEN',
    figures: { first: FIRST_DOCUMENT_DAY, last },
  })
}

function aYearAfter(day: string): string {
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))]
  return printDay(Date.UTC(year + 1, month, date))
}

const printDay = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)
