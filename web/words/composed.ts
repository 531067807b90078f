/** Adjusts quotation marks and full stops where a name is inserted into a sentence. */
import { withInnerQuotes } from '../../spellings/quotes.ts'

/** Two full stops: the one that ends the inserted name, such as `Э. Ю.`, and the one that ends the sentence. */
const TWO_STOPS = /(?<!\.)\.\.(?=\s|$)/g

/**
 * Cleans up a sentence into which names were inserted: quotation marks inside others become „ “ or ‘ ’, and the
 * sentence ends with a single full stop.
 */
export const composed = (text: string): string => withInnerQuotes(text).replace(TWO_STOPS, '.')

const numbers = new Map<string, Intl.NumberFormat>()

/** Formats a value that is inserted into a sentence: a number in the language's format (`2 154`), text unchanged. */
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
