/** Which letters of a name are doubtful: those that another look at the same print makes others of. */
import type { LookAgain } from '../picture/looks.ts'
import { foldedText } from '../words/likeness.ts'
import { doubtfulWords } from '../words/name-doubts.ts'
import type { SpelledPiece } from './latin-words.ts'

const IS_LETTER = /[\p{L}\d]/u

/** Capitals and small letters, and those that both alphabets have. */
const isSame = (one: string, other: string) =>
  one === other || (IS_LETTER.test(one) && foldedText(one) === foldedText(other))

/**
 * The places in `text` of letters and figures that `other` has otherwise, by the fewest changes that make one of the other. Of a letter that only
 * `other` has, the one in front of it is named, or the first. Nothing is said of gaps and signs.
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

/** By how much of both texts, from their beginnings: the fewest changes (Levenshtein). */
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

/** A word with the places of its letters that are doubtful. */
export interface DoubtfulWord {
  readonly word: string
  readonly places: readonly number[]
}

/** With all of its letters. */
const wholly = (word: string): DoubtfulWord => ({ word, places: Array.from(word, (_, at) => at) })

/** The words of a text that another look has otherwise. */
export function doubtfulWordsOf(text: string, other: string): DoubtfulWord[] {
  const differing = differingLetters(text, other)
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const places = differing.filter((at) => at >= index && at < index + word.length).map((at) => at - index)
    // Of a word that is read half as another one nothing is sure.
    return places.length === 0 ? [] : [2 * places.length >= word.length ? wholly(word) : { word, places }]
  })
}

/** Where in a name, of which a code was perhaps parted, the letters of such words are, wherever they stand. */
export function placesIn(name: string, words: readonly DoubtfulWord[]): number[] {
  return words.flatMap(({ word, places }) => {
    const found: number[] = []
    for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + word.length))
      found.push(...places.map((place) => at + place))
    return found
  })
}

/** Pieces that were read less surely than that are looked at once more. */
const SURE = 0.8

/** What stands in Latin letters was read by the other reader. */
const IS_LATIN = /[A-Za-z]/

/** The words of a name that another look at them has otherwise. `looks`: how many pieces may still be looked at. */
export async function wordsReadOtherwise(
  pieces: readonly SpelledPiece[],
  { again, looks }: { again: LookAgain; looks: { left: number } },
): Promise<DoubtfulWord[]> {
  const words: DoubtfulWord[] = []
  for (const piece of pieces) {
    words.push(...piece.unsure.map(wholly))
    if (piece.confidence >= SURE || looks.left <= 0) continue
    looks.left--
    const other = await again(piece.page, piece, 'text-larger')
    words.push(...doubtfulWordsOf(piece.text, other).filter(({ word }) => !IS_LATIN.test(word)))
  }
  return words
}

/** Of a name as it is: with the letters of words that no reader can have read right. */
export function doubtfulPlaces(name: string, words: readonly DoubtfulWord[]): number[] {
  const odd = doubtfulWords(name).map(wholly)
  return [...new Set([...placesIn(name, words), ...placesIn(name, odd)])].sort((a, b) => a - b)
}
