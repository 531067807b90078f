/**
 * Corrects Latin words in Russian names of goods, such as LED, FFP2, IP54, 10W-40 and Renault, which the Russian model
 * turns into Russian letters and symbols.
 */
import type { LookAgain } from '../picture/looks.ts'
import type { Piece } from '../picture/pieces.ts'
import { mayBeMarking, mayBeName } from '../words/latin-names.ts'
import { foldedText } from '../words/likeness.ts'
import { type DoubtfulWord, wholly } from '../words/name-doubts.ts'
import { type BothReadings, isKnown, latinLeads, SURE_LEAD } from '../words/word-script.ts'
import { diameterIn, markingIn, withDigits } from './markings.ts'
import { groupsOf, type ModelReading, placedWords, type ReadWord, type WordGroup } from './word-groups.ts'

/** A piece of a name, with its spelling chosen from both models' readings. */
export interface SpelledPiece extends Piece {
  /** Words, and single letters of words, whose script could not be decided or that were read poorly. */
  readonly unsure: readonly DoubtfulWord[]
  /** Whether the Russian model was unsure of a word that stayed Russian. */
  readonly isPoor: boolean
}

/**
 * Replaces the Latin words in the pieces of a name with the Latin model's readings. `looks`: the number of pieces
 * that may still be reread.
 */
export async function withLatinWords(
  pieces: readonly Piece[],
  { again, looks }: { again: LookAgain; looks: { left: number } },
): Promise<SpelledPiece[]> {
  const spelled: SpelledPiece[] = []
  for (const [index, piece] of pieces.entries()) {
    const isContinued = index > 0
    const isAsked = looks.left > 0 && isWorthALook(piece, isContinued)
    if (isAsked) looks.left--
    const latin = isAsked ? await again(piece.page, piece, 'latin') : piece.text
    const russian = { text: piece.text, sureness: piece.sureness ?? [], spans: piece.spans ?? [] }
    const read =
      isAsked && latin !== piece.text
        ? { text: latin, ...wordsIn(await again(piece.page, piece, 'latin-words')) }
        : russian
    const words = spelledWords(russian, read, { isContinued, ends: [piece.left, piece.right] })
    spelled.push({
      ...piece,
      text: words.map(({ word }) => word).join(' '),
      unsure: isAsked ? words.flatMap(({ doubt }) => doubt ?? []) : [],
      isPoor: words.some(({ isPoor }) => isPoor),
    })
  }
  return spelled
}

/** Reads the results of the look 'latin-words' for each word. */
function wordsIn(said: string): Pick<ModelReading, 'sureness' | 'spans'> {
  const words = said.split(' ').map((word) => word.split(',').map(Number))
  const spans = words.map(([, left = Number.NaN, right = Number.NaN]) => [left, right] as const)
  return {
    sureness: words.map(([sureness = Number.NaN]) => sureness),
    spans: spans.every(([, right]) => Number.isFinite(right)) ? spans : [],
  }
}

/** The confidence, in percent, below which a word was read poorly. */
const POORLY_READ_WORD = 70

/**
 * Whether a text contains a word that may be Latin: a word in capitals, a word that looks like a name, or a word of
 * which the Russian model is not sure.
 */
function isWorthALook({ text, sureness = [] }: Piece, isContinued: boolean): boolean {
  const words = text.split(' ')
  const isPoor = (word: string, at: number) =>
    sureness.length === words.length && sureness[at]! < POORLY_READ_WORD && /[\p{L}\d]{2}/u.test(word)
  return words.some(
    (word, at) => mayBeMarking(bareWord(word)) || mayBeName(bareWord(word), isContinued || at > 0) || isPoor(word, at),
  )
}

const IN_FRONT = /^[«»"'‘’“”„(.,;:]+/u
const BEHIND = /[«»"'‘’“”).,;:]+$/u
const bareWord = (word: string) => word.replace(IN_FRONT, '').replace(BEHIND, '')

/** Replaces the Latin words in `text` by the words in `latin`, which is the Latin model's reading of the same piece. */
export const withWordsOf = (text: string, latin: string): string =>
  spelledWords(
    { text, sureness: [], spans: [] },
    { text: latin, sureness: [], spans: [] },
    { isContinued: false, ends: [0, 1] },
  )
    .map(({ word }) => word)
    .join(' ')

/** A word in its final spelling. */
interface SpelledWord {
  readonly word: string
  readonly doubt?: DoubtfulWord | undefined
  readonly isPoor: boolean
}

/** Where a piece is: whether it continues a name, and the ends of its text. */
interface Setting {
  readonly isContinued: boolean
  readonly ends: readonly [left: number, right: number]
}

/** Spells the words of a text. */
function spelledWords(russian: ModelReading, latin: ModelReading, { isContinued, ends }: Setting): SpelledWord[] {
  const own = placedWords(russian, ends)
  const [left, right] = [own[0]!.left, own.at(-1)!.right]
  // The picture may show more than the text: a number in front, or figures behind it.
  const others = placedWords(latin, ends).filter((word) => word.right > left && word.left < right)
  const groups = groupsOf(own, others)
  const leads = latinLeads(groups.map((group, at) => bothReadings(group, !isContinued && at === 0)))
  return groups.flatMap((group, at) => spelledGroup(group, leads[at]!))
}

const textOf = (words: readonly ReadWord[]) => words.map(({ word }) => word).join(' ')

/** The model's confidence in the word of which it is least sure, or null if that is unknown. */
function surenessOf(words: readonly ReadWord[]): number | null {
  const known = words.flatMap(({ sureness }) => sureness ?? [])
  return known.length < words.length || known.length === 0 ? null : Math.min(...known)
}

const isBelow = (sureness: number | null, least: number) => sureness !== null && sureness < least

/** Collects what both models read in one place, without the punctuation around it. */
function bothReadings({ russian, latin }: WordGroup, isFirst: boolean): BothReadings {
  return {
    russian: bareWord(textOf(russian)).replaceAll(' ', ''),
    latin: bareWord(textOf(latin)).replaceAll(' ', ''),
    russianSureness: surenessOf(russian),
    latinSureness: surenessOf(latin),
    isFirst,
  }
}

/** Spells the words of a group. `lead`: how much likelier, in bits, they are Latin. */
function spelledGroup({ russian, latin }: WordGroup, lead: number): SpelledWord[] {
  if (russian.length === 0) return lostWords(latin)
  const [text, other] = [textOf(russian), textOf(latin)]
  const [bare, bareOther] = [bareWord(text), bareWord(other)]
  const isSame = latin.length === 0 || foldedText(bare) === foldedText(bareOther)
  if (isSame || isNumber(bare, bareOther) || !/[\p{L}\d]/u.test(bareOther)) return asRead(russian)
  const figures = withDigits(bare)
  if (foldedText(figures) === foldedText(bareOther)) return [{ word: text.replace(bare, () => figures), isPoor: false }]
  const diameter = diameterIn(bare, bareOther)
  if (diameter !== null) return [{ word: text.replace(bare, () => diameter), doubt: wholly(diameter), isPoor: false }]
  // Both models read digits, so digits on which they differ are doubtful.
  const isDisputed = !/\p{L}/u.test(bare + bareOther)
  if (lead <= 0) return asRead(russian, -lead < SURE_LEAD || isDisputed)
  const isPoor = isBelow(surenessOf(latin), POORLY_READ_WORD) && !isKnown(bareOther)
  const { word, places } = markingIn(bareOther, bare)
  const front = IN_FRONT.exec(text)?.[0] ?? ''
  const whole = front + word + (BEHIND.exec(text.slice(front.length))?.[0] ?? '')
  if (lead < SURE_LEAD || isPoor || isDisputed) return [{ word: whole, doubt: wholly(whole), isPoor: false }]
  const isSure = places.length === 0 || isKnown(bareOther) || !isBelow(surenessOf(latin), SURE_OF_LETTERS)
  const doubt = { word: whole, places: places.map((place) => place + front.length) }
  return [{ word: whole, ...(isSure ? {} : { doubt }), isPoor: false }]
}

/** The Latin model's confidence, in percent, from which it tells letters such as S and O from the digits 5 and 0. */
const SURE_OF_LETTERS = 88

/** Keeps the Russian model's reading. */
const asRead = (words: readonly ReadWord[], isUnsure = false): SpelledWord[] =>
  words.map(({ word, sureness }) => ({
    word,
    doubt: isUnsure ? wholly(word) : undefined,
    isPoor: isBelow(sureness, POORLY_READ_WORD) && /[\p{L}\d]{2}/u.test(word),
  }))

/** Whether a word is a number sign with a number: the Latin model reads №24/6 as N224/6, Ne24/6 or No24/6. */
const isNumber = (russian: string, latin: string) => /^№\d[\d/.-]*$/.test(russian) && !/^N[\d/.-]*[A-Z]/.test(latin)

/** The Latin model's confidence, in percent, from which a word counts that the Russian model did not see. */
const SEEN = 85

/** Returns the words that only the Latin model saw. Single letters are specks or the edges of other words. */
const lostWords = (words: readonly ReadWord[]): SpelledWord[] =>
  words
    .filter(({ word, sureness }) => /^[A-Za-z]{2,}$/.test(word) && (sureness ?? 0) >= SEEN)
    .map(({ word }) => ({ word, doubt: wholly(word), isPoor: false }))
