/**
 * Decides whether a document's codes are in Russian or Latin letters, by comparing what the recognizer's Russian
 * model and its Latin model read.
 */
import { type CodeReadings, isCodeLike, latinized } from '../words/article-codes.ts'
import { scriptFitOf } from '../words/latin-names.ts'

/** The script of the codes, or null when it is undecided. */
export type Script = 'russian' | 'latin' | null

/** The number of codes below which similarities between them prove nothing. */
const FEW = 3

/**
 * Limits for the share of codes that begin with the same letters. The model for the right script reads the same
 * letters in at least CONSTANT of the codes, and the other model, which guesses, in at most GUESSED.
 */
const CONSTANT = 0.7
const GUESSED = 0.55

/** How many times the votes of the other script a script must have to be chosen. */
const CLEAR = 2

/**
 * Decides the script. The model that knows the script reads the same leading letters in every row, while the other
 * model guesses differently each time: КД becomes KQ, Kg, Kf. If that does not decide, each code votes by its letters.
 * Codes with varying letters and no decision are taken as Latin.
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

/** The part of a code before its digits. A letter after the digits may just as well be a misread digit. */
const headOf = (code: string) => /^[^\d]*/u.exec(code)![0].replace(/[бзэт]/gu, '')

/** Letters that only appear in a reading if the printed letter is of the same script. */
const SURE_RUSSIAN = /[ГДЖЛПФЦЩЪЫЭЮ]/u
const SURE_LATIN = /[FGJLSZ]/u

/** Characters as which the Russian model reads V, W, N and S. They never precede the digits of a code. */
const TORN = /[\\/|$№]/

function voteOf(code: CodeReadings): Script {
  if (TORN.test(headOf(code.russian)) && /^[A-Z]+$/.test(headOf(code.latin))) return 'latin'
  return scriptVote(headOf(code.russian).toUpperCase(), headOf(code.latin)) ?? fitVote(code)
}

/** The number of bits by which both readings must fit one script better. */
const FITS_BETTER = 3

/** Votes by what each model makes of the other alphabet: «ЛЛ-5071» read as JIN-5071, «ББ-5726» read as 65-5726. */
function fitVote({ russian, latin }: CodeReadings): Script {
  // Letters that both scripts have say nothing.
  if (!/[А-ЯЁ]/.test(latinized(russian.toUpperCase().replace(/\d/g, '')))) return null
  const bits = scriptFitOf(russian.toUpperCase(), latin).lead * Math.max(russian.length, latin.length)
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

/** A pair that looks Latin but is not: the Russian model reads a printed W as Ш or М, never as И. */
const RUSSIAN_PAIRS = new Set(['ИW'])

/**
 * Compares two readings of one letter. Both models agree on a letter that exists in both scripts. If one reads a shared
 * letter and the other a letter of one script, the printed letter is of that script: В and R mean R, Г and P mean Г.
 */
function pairVote(russian: string, latin: string): Script {
  if (!/^[А-Я]$/u.test(russian) || !/^[A-Z]$/.test(latin)) return null
  if (RUSSIAN_PAIRS.has(russian + latin)) return 'russian'
  const [isRussianShared, isLatinShared] = [latinized(russian) !== russian, /^[ABCEHKMOPTXY]$/.test(latin)]
  if (isRussianShared === isLatinShared) return null
  return isRussianShared ? 'latin' : 'russian'
}
