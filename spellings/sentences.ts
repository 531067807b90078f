/**
 * Fills values into sentences, such as those of the audit log: `Отгружен заказ {{number}}[,
 * себестоимость {{cost:cost}}]`. Double braces contain the name of a value and, after a colon, its kind. A
 * part in square brackets is left out if any of its values is missing, for example because the reader may not see
 * costs.
 */
import { moneyText, quantityText } from './amounts.ts'
import { withInnerQuotes } from './quotes.ts'

const FIGURE = /\{\{(\w+)(?::(\w+))?\}\}/g
const PART = /\[([^\]]*)\]/g

/** Returns the text of the value with this name; null if there is no such value. */
type Write = (name: string, kind: string) => string | null

/** Returns the sentence with its values filled in. Braces and brackets in a value's text have no special meaning. */
export function fillSentence(sentence: string, write: Write): string {
  const isThere = (part: string) =>
    [...part.matchAll(FIGURE)].every(([, name, kind]) => write(name!, kind ?? '') !== null)
  return sentence
    .replace(PART, (_all, part: string) => (isThere(part) ? part : ''))
    .replace(FIGURE, (_all, name: string, kind?: string) => write(name, kind ?? '') ?? '')
}

/** The content of an audit log entry as data: its action, and its names, amounts and quantities in `figures`. */
export interface LoggedAction {
  readonly action: string
  readonly figures: Readonly<Record<string, unknown>>
}

/**
 * Returns an audit log entry as a sentence for people. `textOf` looks up a text by its key. The key of a sentence is
 * its action and, if the action has several sentences, `how`: for example `order-shipped` or `token-issued-read`. The
 * key of a word begins with `word-`.
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
