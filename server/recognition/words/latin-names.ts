/**
 * Recognizes Latin names such as Renault and AeroTwin, which the Russian model reads as «Вепаий» and «АегоТуйп».
 * Decides a word's script by the letters of both readings.
 */
import { BRANDS } from './brands.ts'
import { unlikeLatin, unlikeRussian } from './letter-pairs.ts'

/**
 * Signs of a word that the Russian model cannot read: symbols and digits among letters, and capitals after small
 * letters.
 */
const ODD_RUSSIAN = /[\d$!{}\\|[\]/?£€(]|(?<=[а-яё])[А-ЯЁ]|^[ъыь]/gu
const ODD_LATIN = /[\d$!{}\\|[\]/?£€]|[^\x20-\x7e]|(?<=[a-z])[A-Z]|^[a-z]+[A-Z]/g

/** How much an odd character counts, in bits for each letter pair. */
const ODD_WEIGHT = { russian: 1, latin: 0.8 }
/** How much more likely a name is, in bits for each letter pair, if it is in the list of brands. */
const KNOWN_WEIGHT = 2.5
/** By how much the Latin reading of a word must be likelier than the Russian one. */
const LIKELIER = 1.1
/** The length below which words resemble each other by chance. */
const SHORTEST = 4
/**
 * The rareness of letter pairs below which a word without odd characters is Russian, whatever the Latin model reads.
 */
const HARDLY_RUSSIAN = 3.7
/** The maximum number of letters of a known name that the Russian model may have lost. */
const MOST_LOST = 4

/** Whether a word's letter pairs are too rare for Russian. */
export const hardlyRussian = (word: string): boolean => unlikeRussian(word) >= HARDLY_RUSSIAN

/** A size such as 25х100, which is written in either alphabet. */
const IS_SIZE = /^\d+(?:[.,]\d+)?[хx×*]\d/u

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** The rareness of letter pairs from which a word is worth rereading. */
const RARE = 4.6

/**
 * Whether a word as read by the Russian model may be a Latin name: it contains odd characters, rare letter pairs, or a
 * capital where Russian names of goods have none.
 */
export function mayBeName(word: string, isInside: boolean): boolean {
  if (IS_SIZE.test(word) || !/\p{Ll}/u.test(word) || countOf(word, /\p{L}/gu) < 2) return false
  if (/^[A-Za-z-]+$/.test(word)) return false
  if (isInside && /^\p{Lu}\p{Ll}/u.test(word)) return true
  if (word.length < 3) return false
  return countOf(word, ODD_RUSSIAN) > 0 || unlikeRussian(word) > RARE
}

/** Whether a text is written like a name: Bosch, TP-Link, AeroTwin, plus, cat.5e. */
export const isName = (latin: string): boolean =>
  /^[A-Za-z][A-Za-z\d]*(?:[-.&'][A-Za-z\d]+)*$/.test(latin) && /[a-z]{2}/.test(latin)

/**
 * Latin letters that Russian print is never misread as: the Latin model reads «Барлоу» as Bapnoy, and «Лещ» as Jlew.
 */
const NO_RUSSIAN = /[dfgvz]|(?<!^.?)l|^[DFGLQRSVZ]/
const LATIN_ENOUGH = 4.2

/**
 * Whether a word cannot be misread Russian. This is enough only for a capitalized word inside a product's name, which
 * is where makers' names are.
 */
const isShapedLatin = (latin: string): boolean =>
  latin.length >= SHORTEST && /^[A-Z][a-z]/.test(latin) && NO_RUSSIAN.test(latin) && unlikeLatin(latin) <= LATIN_ENOUGH

/** Whether the Latin model's reading of a word is the likelier one. */
export function likelierName(russian: string, latin: string, isInside = false): boolean {
  const parts = latin.toLowerCase().split(/[^a-z]+/)
  const isKnown = parts.some((part) => BRANDS.has(part))
  // The Russian model drops letters of names that are not Russian.
  const lost = latin.length - russian.length
  const most = countOf(russian, ODD_RUSSIAN) + (isKnown ? MOST_LOST : 2)
  if (isInside && /^\p{Lu}/u.test(russian) && Math.abs(lost) <= MOST_LOST && isShapedLatin(latin)) return true
  if (IS_SIZE.test(russian) || Math.abs(lost) > most) return false
  // Words in small letters are Russian, except for known names.
  if (!isKnown && (latin.length < SHORTEST || !/^[A-Z]/.test(latin))) return false
  if (!isKnown && countOf(russian, ODD_RUSSIAN) === 0 && unlikeRussian(russian) < HARDLY_RUSSIAN) return false
  const [oddRussian, oddLatin] = [countOf(russian, ODD_RUSSIAN), countOf(latin, ODD_LATIN)]
  const lead =
    unlikeRussian(russian) - unlikeLatin(latin) + ODD_WEIGHT.russian * oddRussian - ODD_WEIGHT.latin * oddLatin
  return lead + (isKnown ? KNOWN_WEIGHT : 0) >= LIKELIER
}
