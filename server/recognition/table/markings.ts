/** Spells markings of letters and digits, whose letters and digits the two models confuse. */
import { foldedText } from '../words/likeness.ts'
import { isMarking } from '../words/word-script.ts'

/** Returns «Ø68», for example, for 068 if the Latin model reads a letter in place of the zero. */
export function diameterIn(russian: string, latin: string): string | null {
  const isSeen = /^0\d{2,3}$/.test(russian) && /^[OQ@]$/.test(latin[0] ?? '') && latin.slice(1) === russian.slice(1)
  return isSeen ? `Ø${russian.slice(1)}` : null
}

/** Letters that the Latin model reads instead of digits. */
const FIGURES: Readonly<Record<string, string>> = { S: '5', O: '0', o: '0', I: '1', l: '1' }

/** A word, and the positions of its doubtful letters. */
interface Marking {
  readonly word: string
  readonly places: readonly number[]
}

/**
 * Corrects the Latin model's reading of a marking. A letter that looks like a digit, where the Russian model read that
 * digit, is the digit if that makes the word a marking that is known, such as 5W-40, or if there are digits on both
 * sides of it. Beside one digit, or beside another such letter, it is doubtful. An l after two capitals is an I, as in PCIe.
 */
export function markingIn(latin: string, russian: string): Marking {
  const letters = [...latin.replace(/(?<=[A-Z]{2})l(?=[a-z])/g, 'I')]
  const alike = alikePlaces(letters, russian)
  const corrected = letters.map((letter, at) => (alike.has(at) ? FIGURES[letter]! : letter)).join('')
  if (alike.size > 0 && isMarking(corrected)) return { word: corrected, places: [] }
  const isFigure = (at: number) => /\d/.test(letters[at] ?? '')
  const isBesideAlike = (at: number) => alike.has(at - 1) || alike.has(at + 1)
  const places = [...alike]
    .sort((one, other) => one - other)
    .filter((at) => isFigure(at - 1) !== isFigure(at + 1) || isBesideAlike(at))
  const between = [...alike].filter((at) => isFigure(at - 1) && isFigure(at + 1))
  for (const at of between) letters[at] = FIGURES[letters[at]!]!
  return { word: letters.join(''), places }
}

/** Returns the places of the letters that look like digits where the Russian model read these digits. */
function alikePlaces(letters: readonly string[], russian: string): Set<number> {
  const isAlike = (at: number, sign: string | undefined) => FIGURES[letters[at]!] === sign
  const isSame = (at: number, sign: string | undefined) =>
    sign !== undefined && (isAlike(at, sign) || foldedText(sign) === foldedText(letters[at]!))
  const alike = new Set<number>()
  const shift = russian.length - letters.length
  for (let at = 0; at < letters.length && (shift === 0 || isSame(at, russian[at])); at++)
    if (isAlike(at, russian[at])) alike.add(at)
  for (let at = letters.length - 1; at >= 0 && shift !== 0 && isSame(at, russian[at + shift]); at--)
    if (isAlike(at, russian[at + shift])) alike.add(at)
  if (alike.size > 0) return alike
  // The two readings differ too much to compare their letters one by one, so the letters are counted.
  const countOf = (text: Iterable<string>, sign: string) => [...text].filter((one) => one === sign).length
  const isCounted = (letter: string) => countOf(letters, letter) === countOf(russian, FIGURES[letter]!)
  return new Set(letters.flatMap((letter, at) => (letter in FIGURES && isCounted(letter) ? [at] : [])))
}

/** Maps lowercase letters among digits to the digits that were misread as these letters, as in «еб84». */
const FIGURES_OF_SMALL: Readonly<Record<string, string>> = { б: '6', з: '3', о: '0' }

/** Replaces lowercase Russian letters that look like digits by these digits, in a word with digits. */
export const withDigits = (russian: string): string =>
  /\d/.test(russian) ? russian.replace(/[бзо]/gu, (letter) => FIGURES_OF_SMALL[letter]!) : russian
