/** Finds words of the Russian model's reading that may be Latin and are therefore read again by the Latin model. */
import { unlikeRussian } from './letter-pairs.ts'

/**
 * Signs that the Russian model could not read a word: symbols and digits among letters, and capitals after lowercase
 * letters.
 */
const ODD_RUSSIAN = /[\d$!{}\\|[\]/?£€(]|(?<=[а-яё])[А-ЯЁ]|^[ъыь]/u

/** Matches a size such as 25х100, which is written in either alphabet. */
const IS_SIZE = /^\d+(?:[.,]\d+)?[хx×*]\d/u

/** The rareness of letter pairs from which a word is worth rereading. */
const RARE = 4.6

/**
 * Whether a word as read by the Russian model may be a Latin name: it contains odd characters, rare letter pairs, or a
 * capital where Russian names of goods have none.
 */
export function mayBeName(word: string, isInside: boolean): boolean {
  if (IS_SIZE.test(word) || !/\p{Ll}/u.test(word) || (word.match(/\p{L}/gu)?.length ?? 0) < 2) return false
  if (/^[A-Za-z-]+$/.test(word)) return false
  if (isInside && /^\p{Lu}/u.test(word)) return true
  return word.length >= 3 && (ODD_RUSSIAN.test(word) || unlikeRussian(word) > RARE)
}

/** Characters that never occur in words. The Russian model produces them for V, W, 2 and S. */
const ODD_SIGNS = /[\\?$№|]|(?<=[\p{Lu}\d])\/|[бз](?=[\p{Lu}\d]|$)/u

/** The number of letters above which a word in capitals is not reread. */
const LONGEST_CAPITALS = 16
/**
 * Words that are certainly Russian, because they contain letters that resemble no Latin letter. Sizes such as А4 and М8
 * are also kept, because they may be written in either script.
 */
const SURELY_RUSSIAN = /[ДЖЙЛПФЦЩЪЫЬЭЮ]|^[АСМНКХ]\d{1,2}$/u
/** Matches numbers that begin with zero, because they are misread words: «058-3» is OSB-3, and «0084» is DDR4. */
const NOUGHT_IN_FRONT = /^0\d\d?-|^0\d{3}$/

/** Whether a word of capitals and digits may be Latin. */
export function mayBeMarking(bare: string): boolean {
  if (bare.length < 2 || bare.length > LONGEST_CAPITALS || /\p{Ll}/u.test(bare.replace(/[бз]/gu, ''))) return false
  return NOUGHT_IN_FRONT.test(bare) || ODD_SIGNS.test(bare) || (/[А-ЯЁ]/u.test(bare) && !SURELY_RUSSIAN.test(bare))
}
