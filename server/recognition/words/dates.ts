/** Parses dates in the formats that documents use. */
import { distanceOf } from './likeness.ts'

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

/**
 * Matches dates in digits. Both separators must be the same, because «26 - 07.01.2026» is the end of a number followed
 * by a date. Only a complete date, with leading zeros and a four-digit year, may have two different separators.
 */
const FIGURES = [
  /(?<!\d)(?<day>\d{1,2})\s?(?<sign>[./-])\s?(?<month>\d{1,2})\s?\k<sign>\s?(?<year>\d{4}|\d{2})(?!\d|\k<sign>\d)/g,
  /(?<!\d)(?<day>\d{2})[.,/:·•-](?<month>\d{2})[.,/:·•-](?<year>20\d{2})(?!\d)/g,
  /["«“„”](?<day>\d{1,2})["»”“]\s?[.,]?(?<month>\d{2})[\s.,]{1,2}(?<year>20\d{2}|\d{2}(?=\s?г))(?!\d)/g,
  // The parts of a date may be in three boxes, or separated by a gap instead of a point.
  /(?<!\d)(?<day>\d{2})(?:\s|[.,]\s?|\s?[|[\]]\s?)(?<month>\d{2})\s?(?:\s|[|[\]]\s?)(?<year>20[012]\d)(?!\d)/g,
  /(?<!\d)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>20\d\s\d)(?!\d)/g,
  // Till receipts print the time right after the date, without a gap.
  /(?<!\d)(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{2})(?=[012]\d:[0-5]\d)/g,
]
/** Matches dates in which a point was missed: «2010.2026». */
const RUN_TOGETHER =
  /(?<!\d)(?:(?<day>\d{2})(?<month>\d{2})[.,/]|(?<day>\d{2})[.,/](?<month>\d{2}))(?<year>20\d{2})(?!\d)/g
const YEAR_FIRST = /(?<!\d)(20\d{2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})(?!\d)/g
const WORDS =
  /(?<!\d)(\d{1,2})(?:\s?-?го(?!\p{L}))?\s?["'«»“”„‘’<>?*°]*(?:\s\p{Ll}(?=["'»”\s]))?["'»”’]*[\s-]*([а-яёaceopxyktmhb]{3,9})\.?[\s-]*(\d{4}|20\s\d{2}|\d{2}(?=\s?г))(?!\d)/giu
/** English dates: «March 5, 2026», «5 March 2026», «5-Mar-26». */
const ENGLISH_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const ENGLISH = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?<month>(?:${ENGLISH_MONTHS.join('|')})[a-z]{0,6})\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s|(?<first>\d{1,2})(?:st|nd|rd|th)?[\s-](?<second>(?:${ENGLISH_MONTHS.join('|')})[a-z]{0,6})\.?[\s,-]{1,2})(?<year>20\d{2})(?!\d)`,
  'giu',
)
/** Dates with a Roman month: «2/III/2024». */
const ROMAN = /(?<!\d)(\d{1,2})\s?[./-]\s?(I{1,3}|I?V|VI{1,3}|I?X|XI{1,2})\s?[./-]\s?(20\d{2})(?!\d)/g
const ROMAN_MONTHS = 'I II III IV V VI VII VIII IX X XI XII'.split(' ')

/**
 * The years that are accepted in dates of documents. Any other year belongs to a reference to an old form («98») or is
 * misread (2075).
 */
const YEARS = { from: 2000, to: 2060 }

/**
 * Returns the dates in a text, in order, as `YYYY-MM-DD`. Recognizes 05.03.2026, 5.3.26, 2026-03-05, 5 марта 2026 г.,
 * «05» марта 2026, «05» 03 2026 and 05 мар 2026. Skips dates that do not exist.
 */
export const datesIn = (text: string): string[] => placedDates(text).map(([, date]) => date)

/** Returns the text before its first date. */
export const beforeDates = (text: string): string => text.slice(0, placedDates(text)[0]?.[0] ?? text.length)

/** Matches letters that may be misread digits of a day or month: «Об» сентября, О5.ОЗ.2026. */
const MISREAD =
  /(?<![\p{L}\d])(?=\S?[ОоOoЗзбБ])[\dОоOoЗзбБ]{1,2}(?=\s?["'«»“”]*\s*(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)|[./]\d|[./][\dОоOoЗзбБ]{2}[./]\d)|(?<=\d[./])[\dОоOoЗзбБ]{2}(?=[./]\d)|(?<=\d[./]\d\d[./])2[\dОоOo]{3}(?![\p{L}\d])/giu

/** Corrects misread digits, and removes the underscores printed where a date is filled in by hand. */
const figured = (text: string) =>
  text.replace(/_/g, ' ').replace(MISREAD, (token) =>
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
    const year = Number(match[3]!.replace(/\s/, ''))
    if (month !== 0) add(match.index, [year < 100 ? 2000 + year : year, month, Number(match[1])])
  }
  for (const match of text.matchAll(ROMAN))
    add(match.index, [Number(match[3]), ROMAN_MONTHS.indexOf(match[2]!) + 1, Number(match[1])])
  for (const { index, groups } of text.matchAll(ENGLISH)) {
    const month = (groups!.month ?? groups!.second!).slice(0, 3).toLowerCase()
    add(index, [Number(groups!.year), ENGLISH_MONTHS.indexOf(month) + 1, Number(groups!.day ?? groups!.first)])
  }
  for (const match of text.matchAll(YEAR_FIRST))
    add(match.index, [Number(match[1]), Number(match[2]), Number(match[3])])
  for (const pattern of FIGURES)
    for (const { index, groups } of text.matchAll(pattern)) {
      const [day, month, year] = [groups!.day, groups!.month, groups!.year!.replace(/\s/, '')].map(Number)
      add(index, [year! > YEARS.to - 2000 ? year! : 2000 + year!, month!, day!])
    }
  return found.sort(([a], [b]) => a - b)
}

/**
 * Guesses dates from texts that are not valid dates. A zero with a stroke or dot is read as 8, 9 or 6, so «81.91.2926»
 * can only be 01.01.2026. If a point was missed, «2010.2026» is 20.10.2026.
 */
export const guessedDatesIn = (text: string): string[] =>
  datesIn(
    text
      .replace(/(?<!\d)2[689](?=\d{2}(?!\d))/g, '20')
      .replace(RUN_TOGETHER, (...match) => {
        const { day, month, year } = match.at(-1) as Record<string, string>
        return `${day}.${month}.${year}`
      })
      .replace(FIGURES[0]!, (...match) => {
        const date = match[0] as string
        const { day, month, year } = match.at(-1) as { day: string; month: string; year: string }
        const withNought = (part: string, most: number) => (Number(part) > most ? part.replace(/^[689]/, '0') : part)
        return `${withNought(day, 31)}.${withNought(month, 12)}.${year}${' '.repeat(Math.max(0, date.length - 10))}`
      }),
  )

/** Replaces Latin letters with the Russian letters that look like them. */
const inRussian = (word: string) =>
  word.replace(/[aceopxyktmhb]/g, (letter) => 'асеорхуктмнв'.charAt('aceopxyktmhb'.indexOf(letter)))

/**
 * Returns the month, 1 to 12, from its name, its first three letters or a name with one misread letter. Returns 0 for
 * any other word.
 */
function monthOf(word: string): number {
  const lower = inRussian(word.toLowerCase())
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
