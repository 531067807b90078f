/** Finds doubtful letters of a name: those that a second look at the same print reads differently. */
import type { LookAgain } from '../picture/looks.ts'
import { foldedText } from '../words/likeness.ts'
import { doubtfulWords } from '../words/name-doubts.ts'
import type { SpelledPiece } from './latin-words.ts'

const IS_LETTER = /[\p{L}\d]/u

/** Ignores case, and the alphabet of letters that look the same. */
const isSame = (one: string, other: string) =>
  one === other || (IS_LETTER.test(one) && foldedText(one) === foldedText(other))

/**
 * The positions in `text` of letters and digits that differ in `other`, by the fewest changes between them. For a
 * letter that only `other` contains, the position before it counts, or the first. Gaps and punctuation are ignored.
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

/** The table of the fewest changes between all prefixes of both texts (Levenshtein). */
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

/** A word with the positions of its doubtful letters. */
export interface DoubtfulWord {
  readonly word: string
  readonly places: readonly number[]
}

/** A word all of whose letters are doubtful. */
const wholly = (word: string): DoubtfulWord => ({ word, places: Array.from(word, (_, at) => at) })

/** The words of a text that another look reads differently. */
export function doubtfulWordsOf(text: string, other: string): DoubtfulWord[] {
  const differing = differingLetters(text, other)
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const places = differing.filter((at) => at >= index && at < index + word.length).map((at) => at - index)
    // If half of a word is read differently, nothing of it is certain.
    return places.length === 0 ? [] : [2 * places.length >= word.length ? wholly(word) : { word, places }]
  })
}

/** The positions of these words' doubtful letters in a name, from which a code may have been removed. */
export function placesIn(name: string, words: readonly DoubtfulWord[]): number[] {
  return words.flatMap(({ word, places }) => {
    const found: number[] = []
    for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + word.length))
      found.push(...places.map((place) => at + place))
    return found
  })
}

/** Pieces with less confidence are looked at again. */
const SURE = 0.8

/** Latin letters came from the other reader. */
const IS_LATIN = /[A-Za-z]/

/** The words of a name that another look reads differently. `looks`: how many pieces may still be reread. */
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

/** The doubtful positions in a final name, including words that cannot have been read correctly. */
export function doubtfulPlaces(name: string, words: readonly DoubtfulWord[]): number[] {
  const odd = doubtfulWords(name).map(wholly)
  return [...new Set([...placesIn(name, words), ...placesIn(name, odd)])].sort((a, b) => a - b)
}
