/** Adjusts quotes and full stops where a name is inserted into a sentence. */
import { withInnerQuotes } from '../../spellings/quotes.ts'

/** A name that ends with a full stop, such as `Э. Ю.`, also ends the sentence. */
const TWO_STOPS = /(?<!\.)\.\.(?=\s|$)/g

/** A sentence with names inserted: inner quotes become „ “ or ‘ ’, and it ends with a single full stop. */
export const composed = (text: string): string => withInnerQuotes(text).replace(TWO_STOPS, '.')

const numbers = new Map<string, Intl.NumberFormat>()

/** Formats a value inserted into a sentence: a number in the language's format (`2 154`), a text unchanged. */
export function written(value: unknown, _format?: string, language = 'ru'): string {
  if (typeof value !== 'number') return String(value)
  const format = numbers.get(language) ?? new Intl.NumberFormat(language === 'ru' ? 'ru-RU' : 'en-GB')
  numbers.set(language, format)
  return format.format(value)
}

/** A percentage with its sign, always with two decimals, so that percentages in a column align. */
export const shareIn = (percent: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent)}\u00a0%`
