/** Names in Latin letters, as Renault and AeroTwin, of which a Russian reader makes «Вепаий» and «АегоТуйп»: whose word it is, by the letters of both readings. */
import { BRANDS } from './brands.ts'
import { unlikeLatin, unlikeRussian } from './letter-pairs.ts'

/** Signs and figures among letters, and capitals behind small ones: what a reader makes of another alphabet. */
const ODD_RUSSIAN = /[\d$!{}\\|[\]/?£€(]|(?<=[а-яё])[А-ЯЁ]|^[ъыь]/gu
const ODD_LATIN = /[\d$!{}\\|[\]/?£€]|[^\x20-\x7e]|(?<=[a-z])[A-Z]|^[a-z]+[A-Z]/g

/** Each of them weighs like so many bits in each pair of letters. */
const ODD_WEIGHT = { russian: 1, latin: 0.8 }
/** A name of the list is likely whatever its letters. */
const KNOWN_WEIGHT = 2.5
/** So much likelier must the Latin word be. */
const LIKELIER = 1.1
/** Words of fewer letters are alike by chance. */
const SHORTEST = 4
/** A word of usual pairs without an odd sign is Russian, whatever the other reader makes of it. */
const HARDLY_RUSSIAN = 3.7
/** Letters that the Russian reader may have lost of a known name. */
const MOST_LOST = 4

/** A word whose letters seldom follow one another so. */
export const hardlyRussian = (word: string): boolean => unlikeRussian(word) >= HARDLY_RUSSIAN

/** A size, 25х100, is written in either alphabet. */
const IS_SIZE = /^\d+(?:[.,]\d+)?[хx×*]\d/u

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** How rare pairs of letters must be for a word to be worth another look. */
const RARE = 4.6

/** A word as the Russian reader sees it that may be a Latin name: odd signs in it, rare pairs of letters, or a capital where names have none. */
export function mayBeName(word: string, isInside: boolean): boolean {
  if (IS_SIZE.test(word) || !/\p{Ll}/u.test(word) || countOf(word, /\p{L}/gu) < 2) return false
  if (/^[A-Za-z-]+$/.test(word)) return false
  if (isInside && /^\p{Lu}\p{Ll}/u.test(word)) return true
  if (word.length < 3) return false
  return countOf(word, ODD_RUSSIAN) > 0 || unlikeRussian(word) > RARE
}

/** Written as names are: Bosch, TP-Link, AeroTwin, plus, cat.5e. */
export const isName = (latin: string): boolean =>
  /^[A-Za-z][A-Za-z\d]*(?:[-.&'][A-Za-z\d]+)*$/.test(latin) && /[a-z]{2}/.test(latin)

/** Letters that a Latin reader makes of no Russian one: «Барлоу» is Bapnoy to him, «Лещ» Jlew. */
const NO_RUSSIAN = /[dfgvz]|(?<!^.?)l|^[DFGLQRSVZ]/
const LATIN_ENOUGH = 4.2

/** A name of which he cannot have seen Russian letters. Only of a capital inside of a name, where makers stand, it is enough. */
const isShapedLatin = (latin: string): boolean =>
  latin.length >= SHORTEST && /^[A-Z][a-z]/.test(latin) && NO_RUSSIAN.test(latin) && unlikeLatin(latin) <= LATIN_ENOUGH

/** Whether the Latin reader's word is the likelier one. */
export function likelierName(russian: string, latin: string, isInside = false): boolean {
  const parts = latin.toLowerCase().split(/[^a-z]+/)
  const isKnown = parts.some((part) => BRANDS.has(part))
  // A reader who does not know the letters loses some of them.
  const lost = latin.length - russian.length
  const most = countOf(russian, ODD_RUSSIAN) + (isKnown ? MOST_LOST : 2)
  if (isInside && /^\p{Lu}/u.test(russian) && Math.abs(lost) <= MOST_LOST && isShapedLatin(latin)) return true
  if (IS_SIZE.test(russian) || Math.abs(lost) > most) return false
  // Words in small letters are Russian ones, but for those that are known.
  if (!isKnown && (latin.length < SHORTEST || !/^[A-Z]/.test(latin))) return false
  if (!isKnown && countOf(russian, ODD_RUSSIAN) === 0 && unlikeRussian(russian) < HARDLY_RUSSIAN) return false
  const [oddRussian, oddLatin] = [countOf(russian, ODD_RUSSIAN), countOf(latin, ODD_LATIN)]
  const lead =
    unlikeRussian(russian) - unlikeLatin(latin) + ODD_WEIGHT.russian * oddRussian - ODD_WEIGHT.latin * oddLatin
  return lead + (isKnown ? KNOWN_WEIGHT : 0) >= LIKELIER
}
