/**
 * Finds words of a product's name that cannot have been read correctly: they contain odd characters among letters,
 * letters of two alphabets, or impossible letter pairs.
 */
import { unlikeRussian } from './letter-pairs.ts'

/** A word with the positions of its doubtful letters. */
export interface DoubtfulWord {
  readonly word: string
  readonly places: readonly number[]
}

/** Marks all letters of a word as doubtful. */
export const wholly = (word: string): DoubtfulWord => ({ word, places: Array.from(word, (_, at) => at) })

const BARE = /^[«»"'‘’“”„(.,;:№]+|[«»"'‘’“”).,;:%!]+$/gu

/** Characters that never occur in words, and digits or capitals between lowercase letters. */
const ODD =
  /\p{L}[$!{}\\|[\]?£€©®]|[$!{}\\|[\]£€©®]\p{L}|[$€£]\d|\p{Ll}\d\p{Ll}|(?<![\p{L}\d])\d\p{Ll}{4,}|[а-яё][А-ЯЁ][а-яё]|(?<!\p{L})\p{Ll}{2,}\p{Lu}{2,}/u
const MIXED = /[А-яЁё][A-Za-z]{2,}|[A-Za-z]{2,}[А-яЁё]/u
/** Matches sizes, marks and hyphenated words, which may have any form and are not checked. */
const FREE = /\d[хx×*]\d|^\p{Lu}+-?\d|[-/]/u
/** The rareness of letter pairs from which a word is doubtful. Russian words for goods are below this value. */
const RAREST = 4.9
const SHORTEST = 4

/**
 * Returns, by item line, the words that a person should compare with the document. `words` is '' if nothing in a name
 * is readable.
 */
export function nameDoubts(names: readonly string[]): { readonly line: number; readonly words: string }[] {
  return names.flatMap((name, index) => {
    const words = doubtfulWords(name).join(', ')
    return words === '' && /\p{L}{2}/u.test(name) ? [] : [{ line: index + 1, words }]
  })
}

/** Returns the words of a name that a person should compare with the document. */
export function doubtfulWords(name: string): string[] {
  return name.split(/\s+/).flatMap((word) => {
    const bare = word.replace(BARE, '')
    return isDoubtful(bare) ? [bare] : []
  })
}

function isDoubtful(word: string): boolean {
  if (ODD.test(word)) return true
  if (FREE.test(word)) return false
  if (MIXED.test(word)) return true
  return word.length >= SHORTEST && /^[А-ЯЁ]?[а-яё]+$/u.test(word) && unlikeRussian(word) > RAREST
}
