/**
 * Compares how sure the Russian and the Latin model are of a word. A model is rarely sure of a word in the other
 * alphabet.
 */
import { partnerOf } from '../words/latin-names.ts'
import { misfit, RUSSIAN_PRINT } from '../words/reader-slips.ts'

/** A model's reading of a piece, with its confidence in each word in percent, if known. */
export interface ModelReading {
  readonly text: string
  readonly sureness: readonly number[]
}

export interface PlacedWord {
  readonly word: string
  /** The middle of the word, as a share of the text's length. */
  readonly at: number
  /** The model's confidence in the word, in percent, or null if it is unknown. */
  readonly sureness: number | null
}

export function placedWords({ text, sureness }: ModelReading): PlacedWord[] {
  let from = 0
  const words = text.split(' ')
  const isKnown = sureness.length === words.length && sureness.every(Number.isFinite)
  return words.map((word, index) => {
    const at = (from + word.length / 2) / Math.max(1, text.length)
    from += word.length + 1
    return { word, at, sureness: isKnown ? sureness[index]! : null }
  })
}

export const bareWord = (word: string) => word.replace(/^[«»"'(.,;:]+|[«»"').,;:]+$/gu, '')

/**
 * The maximum distance between the positions of a word in the two models' readings, as a share of the piece's width.
 */
export const NEARBY = 0.08

export const bareName = (word: string) => word.replace(/^[«»"'‘’“”„.,;:]+|[«»"'‘’“”.,;:]+$/gu, '')

/** The confidence, in percent, below which a word was read poorly. */
export const POORLY_READ_WORD = 70

/**
 * Returns how much likelier, in bits, a word is to be Latin because the Latin model is surer of it than the Russian
 * model. A model is rarely sure of a word in the other alphabet.
 */
export function surenessLead(russian: number | null, latin: number | null): number {
  if (russian === null || latin === null) return 0
  const lead = BITS_OF_SURENESS * (latin - Math.max(russian, LEAST_SURENESS))
  return Math.max(-MAX_LEAD, Math.min(MAX_LEAD, lead))
}

/**
 * The evidence from a difference in confidence: the bits per percent (BITS_OF_SURENESS) and the maximum number of bits
 * (MAX_LEAD). A confidence below LEAST_SURENESS percent is raised to LEAST_SURENESS.
 */
const BITS_OF_SURENESS = 0.1
const MAX_LEAD = 5
const LEAST_SURENESS = 20

/** The difference in confidence, in percent, up to which both models count as equally sure of a word. */
export const NEARLY = 8

/** Returns the Latin model's confidence in one of its words. */
export const surenessOf = (name: string, words: readonly PlacedWord[]): number | null =>
  words.find(({ word }) => bareName(word) === name || bareWord(word) === name)?.sureness ?? null

/** Matches markings with lowercase letters, digits or symbols: 2600mAh, 64Gb, 3,7V, M/L, Pro+, Vesta/X-Ray. */
export const MARKING = /^(?=.*[A-Za-z])[A-Za-z\d][A-Za-z\d.,/*+-]*$/
/** The minimum number of letters in a marking without digits. */
export const MIN_LETTERS = 2

export const FIGURES_ONLY = /^\d[\d.,/+-]+$/

/** Whether the Latin model reads different digits, or letters among them, where the Russian model reads only digits. */
export function isOtherMarking(figures: string, { word, sureness }: PlacedWord): boolean {
  const latin = bareWord(word)
  if (FIGURES_ONLY.test(latin)) return latin.length === figures.length
  const isMarking = MARKING.test(latin) && /\d/.test(latin) && /[A-Z]/.test(latin)
  return isMarking && (sureness ?? 0) >= POORLY_READ_WORD && partnerOf(figures, [latin]) !== null
}

/**
 * Returns the Latin model's reading of a word if only that model is sure of the word. Both models read digits, so the
 * Latin model need be only a little surer that a word of digits contains letters.
 */
export function clearlyLatin({ word, at, sureness }: PlacedWord, nearby: readonly PlacedWord[]): string | null {
  const bare = bareWord(word)
  const isOfFigures = FIGURES_ONLY.test(bare)
  if (sureness === null || sureness >= (isOfFigures ? GOOD : POORLY_READ_WORD - 5) || !/[\p{L}\d]{2}|\$/u.test(bare))
    return null
  const fitting = nearby.filter((one) => {
    const latin = bareWord(one.word)
    const isLetters = (latin.match(/[A-Za-z]/g)?.length ?? 0) >= MIN_LETTERS || (isOfFigures && /[A-Za-z]/.test(latin))
    return MARKING.test(latin) && isLetters && (one.sureness ?? 0) >= GOOD && one.sureness! >= sureness + NEARLY
  })
  const [nearest] = fitting.sort((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))
  return nearest === undefined ? null : bareWord(nearest.word)
}

/** The Latin model's confidence in a word, in percent, from which the word is hardly ever Russian. */
export const GOOD = 85
/** The misfit from which two readings have little in common. */
export const FAR_OFF = 2.2

/** Whether the Russian model was not sure of a word, and the Latin model reads a different word in that position. */
export function isPoorlyRead({ word, sureness }: PlacedWord, nearby: readonly PlacedWord[]): boolean {
  const bare = bareWord(word)
  if (sureness === null || sureness >= POORLY_READ_WORD || !/[\p{L}\d]{2}/u.test(bare)) return false
  const misfits = nearby.map((one) => misfit(bare, bareWord(one.word), RUSSIAN_PRINT))
  return Math.min(...misfits) > UNLIKE
}

/**
 * If the misfit is above this number of bits per letter, the Latin model cannot have seen the word that the Russian
 * model read.
 */
const UNLIKE = 1.2

/** Returns «Ø68», for example, for 068 if the Latin model reads a letter in place of the zero. */
export function diameterFor(bare: string, others: readonly PlacedWord[]): string | null {
  if (!/^0\d{2,3}$/.test(bare) || others.some(({ word }) => bareWord(word) === bare)) return null
  const isSeen = others.some(({ word }) => /^[OQ@]$/.test(word[0]!) && word.slice(1) === bare.slice(1))
  return isSeen ? `Ø${bare.slice(1)}` : null
}
