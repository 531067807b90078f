/**
 * Recognizes Latin names such as Renault and AeroTwin, which the Russian model reads as «Вепаий» and «АегоТуйп».
 * Decides a word's script by the letters of both readings.
 */
import { BRANDS } from './brands.ts'
import { unlikeLatin, unlikeRussian } from './letter-pairs.ts'
import { LATIN_PRINT, misfit, RUSSIAN_PRINT } from './reader-slips.ts'

/**
 * Signs that the Russian model could not read a word: symbols and digits among letters, and capitals after lowercase
 * letters.
 */
const ODD_RUSSIAN = /[\d$!{}\\|[\]/?£€(]|(?<=[а-яё])[А-ЯЁ]|^[ъыь]/gu

/**
 * The rareness of letter pairs below which a word without odd characters is Russian, whatever the Latin model reads.
 */
const HARDLY_RUSSIAN = 3.7

/** The lead of one script over the other, in bits, below which a word is doubtful. */
export const SURE_LEAD = 1.5

/** Whether a word's letter pairs are too rare for Russian. */
export const hardlyRussian = (word: string): boolean => unlikeRussian(word) >= HARDLY_RUSSIAN

/** Matches a size such as 25х100, which is written in either alphabet. */
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
  if (isInside && /^\p{Lu}/u.test(word)) return true
  if (word.length < 3) return false
  return countOf(word, ODD_RUSSIAN) > 0 || unlikeRussian(word) > RARE
}

/** Whether a text is written like a name: Bosch, TP-Link, AeroTwin, plus, cat.5e. */
export const isName = (latin: string): boolean =>
  /^[A-Za-z][A-Za-z\d]*(?:[-.&'/][A-Za-z\d]+)*\+?$/.test(latin) && /[a-z]{2}/.test(latin)

/** Signs that the Latin model could not read a word. */
const ODD_LATIN = /[\d$!{}\\|[\]/?£€]|[^\x20-\x7e]|(?<=[a-z])[A-Z]|^[a-z]+[A-Z]/g
/** The maximum number of odd characters in a word that count. */
const MAX_ODD = 2

/**
 * The weight, in bits, of each piece of evidence that a word was printed in Latin letters. `slips`: for each bit by
 * which the readings fit Latin print better than Russian print. `pairs`: for each bit by which the letter pairs are
 * likelier in Latin. `oddRussian`, `oddLatin`: for each odd character in a reading. `known`: the name is in the list of
 * brands. `isCapital`: a capitalized word inside a product's name, where makers' names usually are. `isSmall`: a word
 * in lowercase letters, which is almost always Russian. Fitted to 2494 words of practice pages, 690 of them Latin.
 */
const EVIDENCE = {
  usual: -3,
  slips: 3.7,
  pairs: 1,
  oddRussian: 1.9,
  oddLatin: -1,
  known: 4,
  isCapital: 4.5,
  isSmall: -3.6,
}

/** The misfit from which two readings belong to different words. */
const OTHER_WORD = 2.6

/** The misfit from which even the better explanation is poor. The lead is then at most UNSURE. */
const POOR_FIT = 1.5
const UNSURE = 1

/** The result of comparing the two models' readings of one word. */
interface Fit {
  /** By how many bits per letter the readings fit Latin print better than Russian print. */
  readonly lead: number
  /** The misfit with the likelier print. If it is OTHER_WORD or more, the readings belong to different words. */
  readonly misfit: number
}

/** Compares both models' readings of one word to find whether Russian or Latin print explains them better. */
export function scriptFitOf(russian: string, latin: string): Fit {
  const [asRussian, asLatin] = [misfit(russian, latin, RUSSIAN_PRINT), misfit(latin, russian, LATIN_PRINT)]
  return { lead: asRussian - asLatin, misfit: Math.min(asRussian, asLatin) }
}

/** Returns the Latin model's reading that fits a word best, whichever script was printed, or null if none fits. */
export function partnerOf(russian: string, readings: readonly string[]): string | null {
  const fits = readings.map((latin) => ({ latin, misfit: scriptFitOf(russian, latin).misfit }))
  const best = fits.reduce((one, other) => (other.misfit < one.misfit ? other : one), { latin: '', misfit: OTHER_WORD })
  return best.latin === '' ? null : best.latin
}

const pairsLead = (russian: string, latin: string) =>
  unlikeRussian(russian.replace(/[^А-Яа-яЁё]/g, '')) - unlikeLatin(latin.replace(/[^A-Za-z]/g, ''))

const oddIn = (text: string, pattern: RegExp) => Math.min(MAX_ODD, countOf(text, pattern))

/**
 * Returns how much likelier it is, in bits, that a word was printed in Latin letters than in Russian letters. `russian`
 * and `latin` are the two models' readings. `isInside`: whether the word is inside a product's name and not in
 * quotation marks. `isEqual`: whether the Latin model is as sure of its reading as the Russian model is.
 */
export function latinLead(russian: string, latin: string, { isInside = false, isEqual = false } = {}): number {
  const odd = oddIn(russian, ODD_RUSSIAN)
  const isKnown = latin
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((part) => BRANDS.has(part))
  // The first word of a name is usually a common noun for the product, so take it as Russian whenever possible.
  const isPlain = !isInside && odd === 0 && !hardlyRussian(russian)
  const fit = scriptFitOf(russian, latin)
  if (IS_SIZE.test(russian) || (isPlain && !isKnown && !(isEqual && fit.lead > 0))) return Number.NEGATIVE_INFINITY
  const lead =
    EVIDENCE.usual +
    EVIDENCE.slips * fit.lead +
    EVIDENCE.pairs * pairsLead(russian, latin) +
    EVIDENCE.oddRussian * odd +
    EVIDENCE.oddLatin * oddIn(latin, ODD_LATIN) +
    (isKnown ? EVIDENCE.known : 0) +
    (isInside && /^[A-Z]/.test(latin) ? EVIDENCE.isCapital : 0) +
    (/^\p{Ll}/u.test(russian) ? EVIDENCE.isSmall : 0)
  return fit.misfit > POOR_FIT ? Math.min(lead, UNSURE) : lead
}

/**
 * The weights of evidence for words of capitals and digits, such as UV400. In a text entirely in capitals, most words
 * are Russian. Short words have too few letter pairs to tell. `odd`: for each character that never occurs in words.
 */
const IN_CAPITALS = { usual: -1.5, usualAmongCapitals: -3, odd: 3, fewLetters: 4 }

/** Characters that the Russian model reads instead of Latin capitals or digits. */
const ODD_CAPITALS = /[\\$?|№]|[бз](?=[\p{Lu}\d]|$)/gu

/**
 * Returns how much likelier it is, in bits, that a word of capitals and digits was printed in Latin letters than in
 * Russian letters. `isLoud`: whether the whole name is in capitals.
 */
export function latinLeadOfCapitals(russian: string, latin: string, isLoud: boolean): number {
  const fit = scriptFitOf(russian, latin)
  if (fit.misfit >= OTHER_WORD) return Number.NEGATIVE_INFINITY
  return (
    (isLoud ? IN_CAPITALS.usualAmongCapitals : IN_CAPITALS.usual) +
    EVIDENCE.slips * fit.lead +
    IN_CAPITALS.odd * oddIn(russian, ODD_CAPITALS) +
    (countOf(latin, /[A-Z]/g) < IN_CAPITALS.fewLetters ? 0 : EVIDENCE.pairs * pairsLead(russian, latin))
  )
}

/** Returns how much likelier, in bits, a marking with digits or symbols (2600mAh, M/L) is to be Latin than Russian. */
export function latinLeadOfMarking(russian: string, latin: string): number {
  return (
    IN_CAPITALS.usual +
    EVIDENCE.slips * scriptFitOf(russian, latin).lead +
    EVIDENCE.oddRussian * oddIn(russian, ODD_RUSSIAN_MARKING)
  )
}

/** Symbols that the Russian model reads instead of Latin letters, also among digits. */
const ODD_RUSSIAN_MARKING = /[$!{}\\|[\]?£€(]|(?<=[а-яё])[А-ЯЁ]|^[ъыь]/gu
