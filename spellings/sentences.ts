/**
 * Fills figures into sentences, such as those of the audit log: `Отгружен заказ {{number}}[, себестоимость
 * {{cost:cost}}]`. A figure is written in double braces, with its kind after a colon. A part in square brackets is left
 * out if any of its figures is not given to the reader.
 */
import { moneyText, quantityText } from './amounts.ts'
import { withInnerQuotes } from './quotes.ts'

const FIGURE = /\{\{(\w+)(?::(\w+))?\}\}/g
const PART = /\[([^\]]*)\]/g

/** Returns the text of the figure with this name, or null if there is no such figure. */
type Write = (name: string, kind: string) => string | null

/** Returns the sentence with its figures filled in. Braces and brackets in a figure's text have no special meaning. */
export function fillSentence(sentence: string, write: Write): string {
  const isThere = (part: string) =>
    [...part.matchAll(FIGURE)].every(([, name, kind]) => write(name!, kind ?? '') !== null)
  return sentence
    .replace(PART, (_all, part: string) => (isThere(part) ? part : ''))
    .replace(FIGURE, (_all, name: string, kind?: string) => write(name, kind ?? '') ?? '')
}

/** The content of an audit log entry as data: the action, and its figures in main units. */
export interface LoggedAction {
  readonly action: string
  readonly figures: Readonly<Record<string, unknown>>
}

/**
 * Returns the sentence of an audit log entry for people. `textOf` looks up a text by its key: a sentence by action, and
 * by `how` if the action has several, such as `order-shipped` or `token-issued-read`; a word by `word-…`.
 * @returns null when there is no sentence for the action.
 */
export function logSentence(
  { action, figures }: LoggedAction,
  language: 'ru' | 'en',
  textOf: (key: string) => string | null,
): string | null {
  const deed = action.replace('.', '-')
  const sentence = textOf(typeof figures.how === 'string' ? `${deed}-${figures.how}` : deed)
  if (sentence === null) return null
  const wordOf = (word: unknown) => textOf(`word-${word}`) ?? String(word)
  const writers: Readonly<Record<string, (value: never) => string>> = {
    money: (value: number) => moneyText(value, language),
    cost: (value: number) => moneyText(value, language),
    quantity: (value: number) => quantityText(value, language),
    count: (value: number) => quantityText(value, language),
    day: (value: string) => dayText(value, language),
    word: wordOf,
    words: (value: readonly unknown[]) => value.map(wordOf).join(', '),
  }
  const write: Write = (name, kind) => {
    const value = figures[name]
    return value === undefined || value === null ? null : (writers[kind] ?? String)(value as never)
  }
  return withInnerQuotes(fillSentence(sentence, write))
}

/** Formats a calendar day such as `2026-11-22` as `22.11.2026`, or as `22/11/2026` in English. */
const dayText = (day: string, language: 'ru' | 'en'): string =>
  day
    .split('-')
    .reverse()
    .join(language === 'ru' ? '.' : '/')
