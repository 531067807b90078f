/**
 * Decides whether a document's codes are in Russian or Latin letters, by comparing the readings of the recognizer's
 * Russian and Latin models.
 */
import { type CodeReadings, isCodeLike, latinized } from '../words/article-codes.ts'
import { scriptFitOf } from '../words/reader-slips.ts'

/** The script of the codes, or null when it is undecided. */
export type Script = 'russian' | 'latin' | null

/** The number of codes below which similarities between them prove nothing. */
const FEW = 3

/**
 * Limits for the share of codes that begin with the same letters. The model for the right script reads the same letters
 * in at least CONSTANT of the codes. The other model, which guesses, does this in less than GUESSED of the codes.
 */
const CONSTANT = 0.7
const GUESSED = 0.55

/** How many times as many votes as the other script a script needs to be chosen. */
const CLEAR = 2

/**
 * Decides the script. The model for the right script reads the same leading letters in every row, while the other model
 * guesses differently each time: КД becomes KQ, Kg, Kf. If this does not decide, each code votes by its letters. If the
 * letters vary and nothing decides, the codes are taken as Latin.
 */
export function scriptOf(codes: readonly CodeReadings[]): Script {
  const shareOf = (script: 'russian' | 'latin') => {
    const kinds = codes.map((code) => lettersOf(code[script].toUpperCase())).filter((kind) => kind !== '')
    return Math.max(0, ...kinds.map((kind) => kinds.filter((one) => one === kind).length)) / codes.length
  }
  const [russian, latin] = codes.length < FEW ? [0, 0] : [shareOf('russian'), shareOf('latin')]
  if (russian >= CONSTANT && latin < GUESSED) return 'russian'
  if (latin >= CONSTANT && russian < GUESSED) return 'latin'
  const votes = codes.map(voteOf)
  const countOf = (script: Script) => votes.filter((vote) => vote === script).length
  if (countOf('russian') > CLEAR * countOf('latin')) return 'russian'
  if (countOf('latin') > CLEAR * countOf('russian')) return 'latin'
  const isReadAsLatin = codes.filter((code) => isCodeLike(code.latin)).length > 0.5 * codes.length
  return codes.length >= FEW && isReadAsLatin ? 'latin' : null
}

const lettersOf = (code: string) => code.replace(/[^\p{L}]/gu, '')

/** The part of a code before its digits. An apparent letter after the digits may just as well be a misread digit. */
const headOf = (code: string) => /^[^\d]*/u.exec(code)![0].replace(/[бзэт]/gu, '')

/** Letters that appear in a reading only if the printed letter is of the same script. */
const SURE_RUSSIAN = /[ГДЖЛПФЦЩЪЫЭЮ]/u
const SURE_LATIN = /[FGJLSZ]/u

/**
 * Characters that the Russian model reads in place of V, W, N and S. In reality, they never precede the digits of a
 * code.
 */
const TORN = /[\\/|$№]/

function voteOf(code: CodeReadings): Script {
  if (TORN.test(headOf(code.russian)) && /^[A-Z]+$/.test(headOf(code.latin))) return 'latin'
  return scriptVote(headOf(code.russian).toUpperCase(), headOf(code.latin)) ?? fitVote(code)
}

/** The minimum number of bits by which the readings must fit one script better than the other. */
const FITS_BETTER = 3

/** Votes by how each model misreads the other alphabet: «ЛЛ-5071» as JIN-5071, «ББ-5726» as 65-5726. */
function fitVote({ russian, latin }: CodeReadings): Script {
  // Letters that exist in both scripts are no evidence.
  if (!/[А-ЯЁ]/.test(latinized(russian.toUpperCase().replace(/\d/g, '')))) return null
  const bits = scriptFitOf(russian.toUpperCase(), latin).lead
  return Math.abs(bits) < FITS_BETTER ? null : bits > 0 ? 'latin' : 'russian'
}

/** Returns the script of a code's letters, judged by both models' readings. */
function scriptVote(russian: string, latin: string): Script {
  const [isRussian, isLatin] = [SURE_RUSSIAN.test(russian), SURE_LATIN.test(latin)]
  if (isRussian !== isLatin) return isRussian ? 'russian' : 'latin'
  if (russian.length !== latin.length) return null
  const pairs = [...russian].map((letter, at) => pairVote(letter, latin[at]!))
  const [forRussian, forLatin] = [pairs.includes('russian'), pairs.includes('latin')]
  return forRussian === forLatin ? null : forRussian ? 'russian' : 'latin'
}

/**
 * A pair of readings (Russian, Latin) that looks Latin but is Russian: the Russian model reads a printed W as Ш or М,
 * but never as И.
 */
const RUSSIAN_PAIRS = new Set(['ИW'])

/**
 * Compares two readings of one letter. Both models agree on a letter that exists in both scripts. If one model reads
 * such a shared letter and the other reads a letter that exists only in its own script, the printed letter is of that
 * script: В and R mean R, Г and P mean Г.
 */
function pairVote(russian: string, latin: string): Script {
  if (!/^[А-Я]$/u.test(russian) || !/^[A-Z]$/.test(latin)) return null
  if (RUSSIAN_PAIRS.has(russian + latin)) return 'russian'
  const [isRussianShared, isLatinShared] = [latinized(russian) !== russian, /^[ABCEHKMOPTXY]$/.test(latin)]
  if (isRussianShared === isLatinShared) return null
  return isRussianShared ? 'latin' : 'russian'
}
