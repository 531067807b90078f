/** What a sentence and a name that was put into it do to one another. */
import { withInnerQuotes } from '../../spellings/quotes.ts'

/** The full stop of a name, such as `Э. Ю.`, is also that of the sentence. */
const TWO_STOPS = /(?<!\.)\.\.(?=\s|$)/g

/** A sentence with names in it, as it is printed: quotes within quotes are „ “ or ‘ ’, and it ends with one full stop. */
export const composed = (text: string): string => withInnerQuotes(text).replace(TWO_STOPS, '.')

const numbers = new Map<string, Intl.NumberFormat>()

/** What stands in the place of a figure of a sentence: a number as the language writes it (`2 154`), a text as it is. */
export function written(value: unknown, _format?: string, language = 'ru'): string {
  if (typeof value !== 'number') return String(value)
  const format = numbers.get(language) ?? new Intl.NumberFormat(language === 'ru' ? 'ru-RU' : 'en-GB')
  numbers.set(language, format)
  return format.format(value)
}

/** A share with its sign: two places whatever it is, so that shares stand below one another. */
export const shareIn = (percent: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent)}\u00a0%`
