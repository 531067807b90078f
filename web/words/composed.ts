/** Adjusts quotation marks and full stops in a sentence into which names were inserted. */
import { withInnerQuotes } from '../../spellings/quotes.ts'

/** Matches two full stops: one that ends an inserted name, such as `Э. Ю.`, and one that ends the sentence. */
const TWO_STOPS = /(?<!\.)\.\.(?=\s|$)/g

/**
 * Cleans up a sentence into which names were inserted: quotation marks inside others become „ “ or ‘ ’, and the
 * sentence ends with a single full stop.
 */
export const composed = (text: string): string => withInnerQuotes(text).replace(TWO_STOPS, '.')

const numbers = new Map<string, Intl.NumberFormat>()

/**
 * Formats a value that is inserted into a sentence. A number gets the format of the language (`2 154`); a text is
 * unchanged.
 */
export function written(value: unknown, _format?: string, language = 'ru'): string {
  if (typeof value !== 'number') return String(value)
  const format = numbers.get(language) ?? new Intl.NumberFormat(language === 'ru' ? 'ru-RU' : 'en-GB')
  numbers.set(language, format)
  return format.format(value)
}

/**
 * Formats a percentage with the percent sign, always with two decimals, so that percentages in a column are aligned.
 */
export const shareIn = (percent: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent)}\u00a0%`
