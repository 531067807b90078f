/**
 * Reads dates as people type them: `5.3`, `05.03.26`, `05032026`, `5 марта`, `сегодня`. The day comes before the month
 * in both languages.
 */

/** Words that name a day, each with its distance from today in days. */
const NAMED: Readonly<Record<string, number>> = {
  ...{ сегодня: 0, завтра: 1, вчера: -1, послезавтра: 2, позавчера: -2 },
  ...{ today: 0, tomorrow: 1, yesterday: -1 },
}
/** The first letters of the names of the months, starting with January. */
const MONTHS = [
  ...['янв|jan', 'фев|feb', 'мар|mar', 'апр|apr', 'ма[йя]|may', 'июн|jun', 'июл|jul', 'авг|aug', 'сен|sep'],
  ...['окт|oct', 'ноя|nov', 'дек|dec'],
].map((one) => new RegExp(`^(${one})`))
const FIRST_YEAR = 1900
const LAST_YEAR = 2199
/**
 * A date with a two-digit year is at most this many years in the future. Otherwise the year belongs to the past: `85`
 * means 1985 while 2085 is further away.
 */
const YEARS_AHEAD = 50

/**
 * Returns whether the date is complete, so that no further digits are expected. It is complete if its year has four
 * digits.
 */
export const isWholeDay = (text: string): boolean =>
  /^\s*\d{1,2}[.,/\s-]\s*\d{1,2}[.,/\s-]\s*\d{4}\s*$|^\d{8}$|^\d{4}-\d{2}-\d{2}$/.test(text)

/**
 * Returns the date in a form such as `2026-03-05`; null if the text is not a date. If the text has no year, the current
 * year is meant.
 */
export function readDay(typed: string, today: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/\s*г(\.|ода)?$/, '')
  const ahead = NAMED[text]
  if (ahead !== undefined)
    return isoOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)), Number(today.slice(8)) + ahead)
  const parts = /^\d+$/.test(text) ? partsOfFigures(text) : text.split(/[.,/\s-]+/).filter((one) => one !== '')
  if (parts === null || parts.length < 2 || parts.length > 3) return null
  const [first, second, third] = parts as [string, string, string?]
  const isYearFirst = first.length === 4
  const day = figureOf(isYearFirst ? (third ?? '') : first)
  const month = monthOf(second)
  const year = yearOf(isYearFirst ? first : third, Number(today.slice(0, 4)))
  if (day === null || month === null || year === null) return null
  const found = isoOf(year, month, day)
  // Days that the month does not have are refused, because JavaScript would turn the 31st of a short month into a day
  // of the next month.
  return Number(found.slice(5, 7)) === month && Number(found.slice(8)) === day ? found : null
}

/**
 * Splits a date typed without separators: `0503`, `050326` or `05032026`. Eight digits whose third and fourth digits
 * cannot be a month begin with the year: `20260305`.
 */
function partsOfFigures(text: string): string[] | null {
  if (![4, 6, 8].includes(text.length)) return null
  if (text.length === 8 && Number(text.slice(2, 4)) > 12) return [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
  return [text.slice(0, 2), text.slice(2, 4), text.slice(4)].filter((one) => one !== '')
}

const figureOf = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : null)

function monthOf(text: string): number | null {
  const named = MONTHS.findIndex((one) => one.test(text))
  if (named !== -1) return named + 1
  const month = figureOf(text)
  return month !== null && month >= 1 && month <= 12 ? month : null
}

function yearOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return now
  if (!/^(\d{2}|\d{4})$/.test(text)) return null
  if (text.length === 2) return 2000 + Number(text) > now + YEARS_AHEAD ? 1900 + Number(text) : 2000 + Number(text)
  const year = Number(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

const isoOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
