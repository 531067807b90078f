/** Words of a line's name that no reader can have read right: odd signs among letters, two alphabets in a word, letters that never follow one another. */
import { unlikeRussian } from './letter-pairs.ts'

const BARE = /^[«»"'‘’“”„(.,;:№]+|[«»"'‘’“”).,;:%]+$/gu

/** Signs that no word has; a figure or a capital behind a small letter and before another one. */
const ODD =
  /\p{L}[$!{}\\|[\]?£€©®]|[$!{}\\|[\]£€©®]\p{L}|[$€£]\d|\p{Ll}\d\p{Ll}|(?<![\p{L}\d])\d\p{Ll}{4,}|[а-яё][А-ЯЁ][а-яё]|(?<!\p{L})\p{Ll}{2,}\p{Lu}{2,}/u
const MIXED = /[А-яЁё][A-Za-z]{2,}|[A-Za-z]{2,}[А-яЁё]/u
/** Sizes, marks and doubled words are written as they like. */
const FREE = /\d[хx×*]\d|^\p{Lu}+-?\d|[-/]/u
/** Of a Russian word's pairs of letters: words of goods have less. */
const RAREST = 4.9
const SHORTEST = 4

/** What is to be compared with the document, by line; nothing of a name is legible: ''. */
export function nameDoubts(names: readonly string[]): { readonly line: number; readonly words: string }[] {
  return names.flatMap((name, index) => {
    const words = doubtfulWords(name).join(', ')
    return words === '' && /\p{L}{2}/u.test(name) ? [] : [{ line: index + 1, words }]
  })
}

/** The words that are to be compared with the document. */
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
