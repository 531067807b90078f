/** Whether the codes of a document are written in Russian or in Latin letters, by what both readers make of them. */
import { type CodeReadings, isCodeLike, latinized } from '../words/article-codes.ts'

/** null: nothing tells. */
export type Script = 'russian' | 'latin' | null

/** Fewer codes than this say nothing by how they are alike. */
const FEW = 3

/** Of all codes: so many have the same letters where a reader sees them right, and so few where he guesses. */
const CONSTANT = 0.7
const GUESSED = 0.55

/** One script has so many times the other's votes. */
const CLEAR = 2

/**
 * The reader who knows the script sees the same letters in front again and again, the other one guesses anew in every row: KQ, Kg, Kf
 * for КД. Where that does not tell, each code votes by its letters. Codes whose letters change and say nothing are Latin.
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

/** What stands before the figures; behind them a letter is a misread figure as often as not. */
const headOf = (code: string) => /^[^\d]*/u.exec(code)![0].replace(/[бзэт]/gu, '')

/** Letters that a Russian reader does not take a Latin one for, and the other way round. */
const SURE_RUSSIAN = /[ГДЖЛПФЦЩЪЫЭЮ]/u
const SURE_LATIN = /[FGJLSZ]/u

/** What a Russian reader makes of V, W, N and S: signs that stand before the figures of no code. */
const TORN = /[\\/|$№]/

function voteOf(code: CodeReadings): Script {
  if (TORN.test(headOf(code.russian)) && /^[A-Z]+$/.test(headOf(code.latin))) return 'latin'
  return scriptVote(headOf(code.russian).toUpperCase(), headOf(code.latin))
}

/** Of a word as both readers spell it: whose letters they are. */
export function scriptVote(russian: string, latin: string): Script {
  const [isRussian, isLatin] = [SURE_RUSSIAN.test(russian), SURE_LATIN.test(latin)]
  if (isRussian !== isLatin) return isRussian ? 'russian' : 'latin'
  if (russian.length !== latin.length) return null
  const pairs = [...russian].map((letter, at) => pairVote(letter, latin[at]!))
  const [forRussian, forLatin] = [pairs.includes('russian'), pairs.includes('latin')]
  return forRussian === forLatin ? null : forRussian ? 'russian' : 'latin'
}

/** Ш and М are what a Russian reader makes of W, but not И. */
const RUSSIAN_PAIRS = new Set(['ИW'])

/**
 * A letter that both scripts draw alike is read alike by both readers. Where one of them reads such a letter and the other one reads a
 * letter of his own script alone, it is of that script: В and R stand for an R, Г and P for a Г.
 */
function pairVote(russian: string, latin: string): Script {
  if (!/^[А-Я]$/u.test(russian) || !/^[A-Z]$/.test(latin)) return null
  if (RUSSIAN_PAIRS.has(russian + latin)) return 'russian'
  const [isRussianShared, isLatinShared] = [latinized(russian) !== russian, /^[ABCEHKMOPTXY]$/.test(latin)]
  if (isRussianShared === isLatinShared) return null
  return isRussianShared ? 'latin' : 'russian'
}
