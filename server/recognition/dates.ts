/** Dates in the forms that documents use. */
import { distanceOf } from './likeness.ts'

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

const FIGURES =
  /(?<!\d)(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})(?!\d)|(?<!\d)(\d{2})[.,](\d{2})[.,](20\d{2})(?!\d)/g
const YEAR_FIRST = /(?<!\d)(20\d{2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})(?!\d)/g
const WORDS = /(?<!\d)(\d{1,2})\s?["'«»“”„‘’<>]*\s*([а-яё]{3,9})\.?\s+(\d{4})(?!\d)/giu

/** A date on a document is not older or later than this. */
const YEARS = { from: 2000, to: 2099 }

/** «98» is a form's year, not one to come. */
const MAX_SHORT_YEAR = 60

/**
 * The dates in a text in the order in which they stand there, as `YYYY-MM-DD`: 05.03.2026, 5.3.26, 2026-03-05, 5 марта 2026 г.,
 * «05» марта 2026, 05 мар 2026. Days that no calendar has are left out.
 */
export const datesIn = (text: string): string[] => placedDates(text).map(([, date]) => date)

/** A text up to the first date in it. */
export const beforeDates = (text: string): string => text.slice(0, placedDates(text)[0]?.[0] ?? text.length)

/** Letters that the figures of a day or a month are taken for: «Об» сентября, О5.ОЗ.2026. */
const MISREAD =
  /(?<![\p{L}\d])(?=\S?[ОоOoЗзбБ])[\dОоOoЗзбБ]{1,2}(?=\s?["'«»“”]*\s*(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)|[./]\d|[./][\dОоOoЗзбБ]{2}[./]\d)|(?<=\d[./])[\dОоOoЗзбБ]{2}(?=[./]\d)/giu

const figured = (text: string) =>
  text.replace(MISREAD, (token) =>
    token
      .replace(/[Оо]|[Oo]/g, '0')
      .replace(/[Зз]/g, '3')
      .replace(/[бБ]/g, '6'),
  )

function placedDates(read: string): [at: number, date: string][] {
  const text = figured(read)
  const found: [at: number, date: string][] = []
  const add = (at: number, [year, month, day]: [number, number, number]) => {
    const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    if (isRealDate(year, month, day) && !found.some(([other]) => other === at)) found.push([at, date])
  }
  for (const match of text.matchAll(WORDS)) {
    const month = monthOf(match[2]!)
    if (month !== 0) add(match.index, [Number(match[3]), month, Number(match[1])])
  }
  for (const match of text.matchAll(YEAR_FIRST))
    add(match.index, [Number(match[1]), Number(match[2]), Number(match[3])])
  for (const match of text.matchAll(FIGURES)) {
    const [day, month, year] = [match[1] ?? match[4], match[2] ?? match[5], match[3] ?? match[6]].map(Number)
    add(match.index, [year! > MAX_SHORT_YEAR ? year! : 2000 + year!, month!, day!])
  }
  return found.sort(([a], [b]) => a - b)
}

/** A nought with a stroke or a dot in it is read as an 8, a 9 or a 6: «81.91.2026» can be no other day than 01.01.2026. */
export const guessedDatesIn = (text: string): string[] =>
  datesIn(
    text.replace(FIGURES, (date, day?: string, month?: string, year?: string) => {
      if (day === undefined || month === undefined) return date
      const withNought = (part: string, most: number) => (Number(part) > most ? part.replace(/^[689]/, '0') : part)
      return `${withNought(day, 31)}.${withNought(month, 12)}.${year}${' '.repeat(Math.max(0, date.length - 10))}`
    }),
  )

/** 1 to 12, also for three letters and for a word with a misread letter; 0 for another word. */
function monthOf(word: string): number {
  const lower = word.toLowerCase()
  const exact = MONTHS.findIndex(
    (month) => month === lower || (lower.length <= 4 && month.startsWith(lower.slice(0, 3))),
  )
  if (exact !== -1) return exact + 1
  const near = MONTHS.map((month) => distanceOf(month, lower))
  const best = Math.min(...near)
  return best <= Math.floor(lower.length / 3.5) && near.filter((distance) => distance === best).length === 1
    ? near.indexOf(best) + 1
    : 0
}

function isRealDate(year: number, month: number, day: number): boolean {
  if (year < YEARS.from || year > YEARS.to || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
