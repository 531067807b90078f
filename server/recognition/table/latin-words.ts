/**
 * Corrects Latin words in Russian names of goods, such as LED, FFP2, IP54, 10W-40. The Russian model turns them into
 * Russian letters and signs.
 */
import type { LookAgain } from '../picture/looks.ts'
import type { Piece } from '../picture/pieces.ts'
import { latinized } from '../words/article-codes.ts'
import { BRANDS } from '../words/brands.ts'
import { hardlyRussian, isName, likelierName, mayBeName } from '../words/latin-names.ts'
import { scriptVote } from './code-script.ts'

/** A piece of a name, with its spelling chosen from both models' readings. */
export interface SpelledPiece extends Piece {
  /** Words whose script could not be decided. */
  readonly unsure: readonly string[]
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
  for (const piece of pieces) {
    const isAsked = looks.left > 0 && isWorthALook(piece.text)
    if (isAsked) looks.left--
    const latin = isAsked ? await again(piece.page, piece, 'latin') : piece.text
    const words = spelledWords(piece.text, latin)
    const unsure = isAsked ? words.filter(({ isUnsure }) => isUnsure).map(({ word }) => word) : []
    spelled.push({ ...piece, text: words.map(({ word }) => word).join(' '), unsure })
  }
  return spelled
}

/** Whether a text contains a word that may be Latin: one in capitals, or one that looks like a name. */
const isWorthALook = (text: string) =>
  text.split(' ').some((word, index) => mayBeLatin(word) || mayBeName(bareName(word), index > 0))

/** Characters that no word contains. The Russian model produces them for V, W, 2 and S. */
const ODD = /[\\?$№|]|(?<=[\p{Lu}\d])\/|[бз](?=[\p{Lu}\d]|$)/u

/** Common Russian abbreviations, which must not be replaced by Latin words. */
const USUAL = /^(?:ГОСТ|ТУ|ПВХ|ПНД|ДВП|ДСП|ЛДСП|МДФ|ОСП|ГКЛ|ГВЛ|НДС|СССР|РФ|ООО|АО)$/u
const mayBeLatin = (word: string) => {
  const bare = bareWord(word)
  return bare.length >= 2 && bare.length <= 8 && !/\p{Ll}/u.test(bare.replace(/[бз]/gu, '')) && hasDoubt(bare)
}
/**
 * Words that are certainly Russian, because no Latin letter looks like these. Sizes such as А4 and М8 are also kept,
 * because they are written in either script.
 */
const SURELY_RUSSIAN = /[ДЖЙЛПФЦЩЪЫЬЭЮ]|^[АСМНКХ]\d{1,2}$/u
/** Matches numbers that begin with zero, because they are misread words: «058-3» is OSB-3, and «0084» is DDR4. */
const NOUGHT_IN_FRONT = /^0\d\d?-|^0\d{3}$/
const hasDoubt = (word: string) =>
  !USUAL.test(word) &&
  (NOUGHT_IN_FRONT.test(word) || ODD.test(word) || (/[А-ЯЁ]/u.test(word) && !SURELY_RUSSIAN.test(word)))

const bareWord = (word: string) => word.replace(/^[«»"'(.,;:]+|[«»"').,;:]+$/gu, '')

/** The share of a piece's width by which two positions may differ if both models read the same word there. */
const SAME_PLACE = 0.08

/** Replaces the Latin words in `text` by those in `latin`, which is the Latin model's reading of the same piece. */
export const withWordsOf = (text: string, latin: string): string =>
  spelledWords(text, latin)
    .map(({ word }) => word)
    .join(' ')

function spelledWords(text: string, latin: string): { readonly word: string; readonly isUnsure: boolean }[] {
  const [words, others] = [placedWords(text), placedWords(latin)]
  return words.map(({ word, at }, index) => {
    const name = nameFor(word, { at, isInside: index > 0 }, others)
    // The name is not in the list of brands, but the Russian model saw only letters in it.
    const isGuessed = name !== null && !isKnown(name) && /^[А-Яа-яЁё-]+$/u.test(bareName(word))
    if (name !== null) return { word: word.replace(bareName(word), () => name), isUnsure: isGuessed }
    const bare = bareWord(word)
    const near = others.filter((one) => Math.abs(one.at - at) < SAME_PLACE).map((one) => bareWord(one.word))
    const found = mayBeLatin(word) ? near.find((one) => isLatin(bare, one)) : undefined
    if (found !== undefined) {
      const spelled = isKnown(found) ? found : withFigures(found, bare)
      return { word: word.replace(bare, () => spelled), isUnsure: spelled !== found }
    }
    const isAsked = mayBeLatin(word) || mayBeName(bareName(word), index > 0)
    // Within the name of a product, makers' names are capitalized, while Russian words without quotes are not.
    const isCapital = index > 0 && /^\p{Lu}\p{Ll}/u.test(word)
    const isEither = isAsked && (near.some(isKnown) || ((isCapital || !isPlainRussian(bare)) && near.some(isLatinWord)))
    return { word, isUnsure: isEither || near.some((one) => isOtherSize(bare, one)) }
  })
}

/** Whether a text looks like a Latin word: a name, or capitals that may include digits. */
const isLatinWord = (word: string) => isName(word) || /^(?=.*[A-Z]{2})[A-Z\d][A-Z\d./+-]*$/.test(word)

/**
 * Whether a word is a letter with digits, such as «С12» for G12, where the models agree on the digits but not on the
 * letter.
 */
const isOtherSize = (russian: string, latin: string) =>
  /^[АСМНКХВЕРТ]\d{1,2}$/u.test(russian) &&
  /^[A-Z]\d{1,2}$/.test(latin) &&
  latin.slice(1) === russian.slice(1) &&
  latinized(russian) !== latin

/**
 * Whether a word is clearly Russian: in capitals with a letter that exists only in Russian, or with letter pairs that
 * are usual in Russian.
 */
const isPlainRussian = (word: string) =>
  USUAL.test(word) ||
  (/^[А-Яа-яЁё.-]+$/u.test(word) && (SURELY_RUSSIAN.test(word) || (/\p{Ll}/u.test(word) && !hardlyRussian(word))))

const bareName = (word: string) => word.replace(/^[«»"'‘’“”„.,;:]+|[«»"'‘’“”.,;:]+$/gu, '')

/** Returns the Latin model's reading of a word if it looks like a Latin name, otherwise null. */
function nameFor(
  word: string,
  { at, isInside }: { readonly at: number; readonly isInside: boolean },
  others: readonly { readonly word: string; readonly at: number }[],
): string | null {
  const bare = bareName(word)
  // A word of only capitals and digits, such as «В10» for Rio, is replaced only by a known name.
  const isSmall = /\p{Ll}/u.test(bare)
  if (!isSmall && !/^(?=.*\d)\p{Lu}/u.test(bare)) return null
  const near = others
    .filter((one) => Math.abs(one.at - at) < SAME_PLACE)
    .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
  const names = near.map((one) => bareName(one.word)).filter((name) => isName(name) && (isSmall || isKnown(name)))
  return names.find((name) => likelierName(bare, name, isInside)) ?? null
}

function placedWords(text: string): { word: string; at: number }[] {
  let from = 0
  return text.split(' ').map((word) => {
    const at = (from + word.length / 2) / Math.max(1, text.length)
    from += word.length + 1
    return { word, at }
  })
}

/**
 * Letters that the Latin model reads instead of digits, such as «SSW» where the Russian model sees «55». If both models
 * see something at a place, the Russian model's digit is right.
 */
const FIGURES: Readonly<Record<string, string>> = { S: '5', O: '0', B: '8', Z: '2', G: '6' }
const withFigures = (latin: string, russian: string) =>
  [...latin].map((letter, at) => (FIGURES[letter] === russian[at] ? russian[at] : letter)).join('')

/** Markings printed on goods worldwide. */
const KNOWN =
  /^(?:LED|USB|HDMI|VGA|DVI|OSB|SDS|FFP[1-3]|IP\d\d|DIN|ISO|RAL|PN\d{2}|HSS|LS|X{0,3}L|SSD|HDD|DDR\d|RJ\d\d|[EG]\d\d|GU\d+|R\d\d|\d+[VW]|\d+W-\d+|\d+[GMT]B|NPK|WD-\d+)$/

const isKnown = (latin: string) =>
  latin.split('-').some((part) => KNOWN.test(part) || (part.length > 2 && BRANDS.has(part.toLowerCase())))

/** Whether the Latin model's reading of a word is the right one. */
function isLatin(russian: string, latin: string): boolean {
  if (!/^[A-Z\d][A-Z\d./+-]*$/.test(latin) || !/[A-Z]/.test(latin)) return false
  const odd = russian.match(new RegExp(ODD, 'gu'))?.length ?? 0
  const isAsLong = Math.abs(russian.length - latin.length) <= odd
  // The lengths may differ, because the Russian model can read a single W as three characters.
  if (isKnown(latin)) return Math.abs(russian.length - latin.length) <= odd + 1
  if (!isAsLong || latinized(russian) === latin) return false
  return odd > 0 ? scriptVote(russian, latin) !== 'russian' : scriptVote(russian, latin) === 'latin'
}
