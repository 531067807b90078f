/** Finds doubtful letters of a name: letters that are read differently when the same print is read again. */
import type { LookAgain } from '../picture/looks.ts'
import { foldedText } from '../words/likeness.ts'
import { type DoubtfulWord, doubtfulWords, wholly } from '../words/name-doubts.ts'
import type { SpelledPiece } from './latin-words.ts'

const IS_LETTER = /[\p{L}\d]/u

/** Compares two letters, ignoring case and treating Latin and Russian lookalikes as equal. */
const isSame = (one: string, other: string) =>
  one === other || (IS_LETTER.test(one) && foldedText(one) === foldedText(other))

/**
 * Returns the positions of the letters and digits of `text` that differ from `other`, using the fewest changes that
 * turn one into the other. For a letter that exists only in `other`, returns the position before it, or the first
 * position. Ignores gaps and punctuation.
 */
export function differingLetters(text: string, other: string): number[] {
  const steps = stepsBetween(text, other)
  const found = new Set<number>()
  let [row, column] = [text.length, other.length]
  while (row > 0 || column > 0) {
    const here = steps[row]![column]!
    if (row > 0 && column > 0 && isSame(text[row - 1]!, other[column - 1]!)) {
      if (here === steps[row - 1]![column - 1]) {
        row--
        column--
        continue
      }
    }
    const isMore = column > 0 && here === steps[row]![column - 1]! + 1
    const isChanged = row > 0 && column > 0 && here === steps[row - 1]![column - 1]! + 1
    if (isChanged || !isMore) found.add(row - 1)
    else if (IS_LETTER.test(other[column - 1]!)) found.add(Math.max(0, row - 1))
    if (isChanged || isMore) column--
    if (isChanged || !isMore) row--
  }
  return [...found].filter((at) => IS_LETTER.test(text[at] ?? '')).sort((a, b) => a - b)
}

/** Builds the table with the fewest changes between all prefixes of both texts (Levenshtein). */
function stepsBetween(text: string, other: string): number[][] {
  const steps = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= text.length; row++) {
    const [above, current] = [steps[row - 1]!, [row]]
    for (let column = 1; column <= other.length; column++) {
      const change = above[column - 1]! + (isSame(text[row - 1]!, other[column - 1]!) ? 0 : 1)
      current.push(Math.min(change, above[column]! + 1, current[column - 1]! + 1))
    }
    steps.push(current)
  }
  return steps
}

/** Returns the words of a text that differ in another reading of it. */
export function doubtfulWordsOf(text: string, other: string): DoubtfulWord[] {
  const differing = differingLetters(text, other)
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const places = differing.filter((at) => at >= index && at < index + word.length).map((at) => at - index)
    // If half of a word's letters are read differently, no letter of the word is reliable.
    return places.length === 0 ? [] : [2 * places.length >= word.length ? wholly(word) : { word, places }]
  })
}

/**
 * Returns the positions of the words' doubtful letters in the final name. A code that was part of the name may have
 * been removed from it.
 */
export function placesIn(name: string, words: readonly DoubtfulWord[]): number[] {
  return words.flatMap(({ word, places }) => {
    const found: number[] = []
    for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + word.length))
      found.push(...places.map((place) => at + place))
    return found
  })
}

/** Words with Latin letters are skipped, because they come from the Latin model. */
const IS_LATIN = /[A-Za-z]/

/**
 * Returns the words of a name whose letters differ when the name is reread. `looks`: the number of pieces that may
 * still be reread.
 */
export async function wordsReadOtherwise(
  pieces: readonly SpelledPiece[],
  { again, looks }: { again: LookAgain; looks: { left: number } },
): Promise<DoubtfulWord[]> {
  const words: DoubtfulWord[] = []
  for (const piece of pieces) {
    words.push(...piece.unsure)
    if (!piece.isPoor || looks.left <= 0) continue
    looks.left--
    const other = await again(piece.page, piece, 'text-larger')
    words.push(...doubtfulWordsOf(piece.text, other).filter(({ word }) => !IS_LATIN.test(word)))
  }
  return words
}

/**
 * Returns the doubtful positions in a final name, including the positions of words that cannot have been read
 * correctly.
 */
export function doubtfulPlaces(name: string, words: readonly DoubtfulWord[]): number[] {
  const odd = doubtfulWords(name).map(wholly)
  return [...new Set([...placesIn(name, words), ...placesIn(name, odd)])].sort((a, b) => a - b)
}
