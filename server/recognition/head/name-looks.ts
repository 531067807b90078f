/**
 * Reads the supplier's name again with the Latin model when the Russian model produces nonsense: «СгеепТесй 5$оиНопз»
 * is really GreenTech Solutions.
 */
import type { LookAgain } from '../picture/looks.ts'
import type { Row } from '../picture/pieces.ts'
import type { FoundSupplier } from './parties.ts'

/** Signs of a misread name: a digit or symbol beside a letter, or a capital right after a lowercase letter. */
const ODD = /(?<=\p{L})[\d$€£@]|[\d$€£@](?=\p{L})|(?<=\p{Ll})\p{Lu}/gu
/** Capitals that look the same in both alphabets. */
const TWINS = /[АВЕКМНОРСТХУ]/gu
/** Capitals that exist only in Latin. J and I are left out because a misread Russian Л also looks like them. */
const LATIN_ONLY = /[DFGLNQRSUVWZ]/g
/** The share of an all-capitals name that must look like Latin letters for the name to be treated as Latin. */
const MOSTLY = 0.85
const MIN_LATIN_ONLY = 3

const QUOTED = /«(.+)»/u

/**
 * Replaces the supplier's name with the Latin model's reading if that is likelier; otherwise returns the supplier
 * unchanged.
 */
export async function nameReadAgain(
  supplier: FoundSupplier,
  rows: readonly Row[],
  again: LookAgain,
): Promise<FoundSupplier> {
  const { name } = supplier
  const inner = QUOTED.exec(name ?? '')?.[1]
  if (name === null || inner === undefined || !mayBeLatin(inner)) return supplier
  const piece = rows.flatMap(({ pieces }) => pieces).find(({ text }) => text.includes(inner))
  if (piece === undefined) return supplier
  const seen = await again(piece.page, piece, 'latin')
  const latin = /["'«»“”„<]+\s?([A-Z][A-Za-z\d&.,+ -]{2,58}?)\s?["'«»“”„>]/.exec(seen)?.[1]
  return latin !== undefined && isLikelier(latin, inner) ? { ...supplier, name: name.replace(inner, latin) } : supplier
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const isCapital = (text: string) => text === text.toUpperCase()
const isMostlyTwins = (text: string) => countOf(text, TWINS) >= MOSTLY * countOf(text, /\p{L}/gu)

const mayBeLatin = (inner: string) => (isCapital(inner) ? isMostlyTwins(inner) : countOf(inner, ODD) > 1)

function isLikelier(latin: string, russian: string): boolean {
  if (isCapital(russian)) return isCapital(latin) && new Set(latin.match(LATIN_ONLY)).size >= MIN_LATIN_ONLY
  return 2 * countOf(latin, ODD) <= countOf(russian, ODD)
}
