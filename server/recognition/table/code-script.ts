/** Decides whether the codes of a document are in Russian or Latin letters, from the readings of both readers. */
import { type CodeReadings, isCodeLike, latinized } from '../words/article-codes.ts'

/** The script of codes; null: undecided. */
export type Script = 'russian' | 'latin' | null

/** With fewer codes, similarity between them proves nothing. */
const FEW = 3

/**
 * The share of codes with the same letters: at least CONSTANT where the reader knows the script, at most GUESSED where
 * it guesses.
 */
const CONSTANT = 0.7
const GUESSED = 0.55

/** One script must have this many times the other's votes. */
const CLEAR = 2

/**
 * Decides the script. The reader that knows it sees the same letters at the start again and again, while the other
 * guesses differently in each row: KQ, Kg, Kf for КД. If that does not decide, each code votes by its letters. Codes
 * whose letters vary without a decision are Latin.
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

/** The part before the digits; after them a letter is as likely a misread digit. */
const headOf = (code: string) => /^[^\d]*/u.exec(code)![0].replace(/[бзэт]/gu, '')

/** Letters that only result from letters of the same script. */
const SURE_RUSSIAN = /[ГДЖЛПФЦЩЪЫЭЮ]/u
const SURE_LATIN = /[FGJLSZ]/u

/** How a Russian reader sees V, W, N and S: characters that do not occur before the digits of a code. */
const TORN = /[\\/|$№]/

function voteOf(code: CodeReadings): Script {
  if (TORN.test(headOf(code.russian)) && /^[A-Z]+$/.test(headOf(code.latin))) return 'latin'
  return scriptVote(headOf(code.russian).toUpperCase(), headOf(code.latin))
}

/** The script of a word, by both readings. */
export function scriptVote(russian: string, latin: string): Script {
  const [isRussian, isLatin] = [SURE_RUSSIAN.test(russian), SURE_LATIN.test(latin)]
  if (isRussian !== isLatin) return isRussian ? 'russian' : 'latin'
  if (russian.length !== latin.length) return null
  const pairs = [...russian].map((letter, at) => pairVote(letter, latin[at]!))
  const [forRussian, forLatin] = [pairs.includes('russian'), pairs.includes('latin')]
  return forRussian === forLatin ? null : forRussian ? 'russian' : 'latin'
}

/** A Russian reader sees W as Ш or М, but not as И. */
const RUSSIAN_PAIRS = new Set(['ИW'])

/**
 * A letter that both scripts share is read the same by both readers. Where one reading is a shared letter and the other
 * a letter of a single script, the printed letter is of that script: В and R mean R, Г and P mean Г.
 */
function pairVote(russian: string, latin: string): Script {
  if (!/^[А-Я]$/u.test(russian) || !/^[A-Z]$/.test(latin)) return null
  if (RUSSIAN_PAIRS.has(russian + latin)) return 'russian'
  const [isRussianShared, isLatinShared] = [latinized(russian) !== russian, /^[ABCEHKMOPTXY]$/.test(latin)]
  if (isRussianShared === isLatinShared) return null
  return isRussianShared ? 'latin' : 'russian'
}
