/** Article codes of one table: one script for all of them, and letters and figures told apart by the shape that most of them have. */
import { isCodeLike, latinized } from './article-codes.ts'

/** One code as a Russian and as a Latin reader see it. */
export interface CodeReadings {
  readonly russian: string
  readonly latin: string
}

/** Letters that no Latin one is taken for. */
const ONLY_RUSSIAN = /[БЖФЦЩЪЫЭЮЯ]/u

/** The codes of a table in the script that its column uses; null stays where there is none. */
export function spelledCodes(codes: readonly (CodeReadings | null)[]): (string | null)[] {
  const found = codes.filter((code) => code !== null)
  const script = scriptOf(found)
  const spelled = codes.map((code) => (code === null ? null : spelledIn(script, code)))
  return inOneShape(spelled)
}

type Script = 'russian' | 'latin' | null

/** Fewer codes than this say nothing of their column. */
const FEW = 3

/** Of all codes: so many have the same letters where a reader sees them right, and so few where he guesses. */
const CONSTANT = 0.7
const GUESSED = 0.55
/** So many have letters that only Russian has: a Russian reader sees these here and there in Latin codes, too. */
const MANIFEST = 0.8

/**
 * The reader who knows the script sees the same letters in front again and again, the other one guesses anew in every row: KQ, Kg, Kf for
 * КД. Codes whose letters change are Latin unless nearly all of them have Russian ones. null: too few to tell.
 */
function scriptOf(codes: readonly CodeReadings[]): Script {
  if (codes.length < FEW) return null
  const shareOf = (script: 'russian' | 'latin') => {
    const kinds = codes.map((code) => code[script].replace(/[^\p{L}]/gu, '')).filter((kind) => kind !== '')
    return Math.max(0, ...kinds.map((kind) => kinds.filter((one) => one === kind).length)) / codes.length
  }
  const [russian, latin] = [shareOf('russian'), shareOf('latin')]
  if (russian >= CONSTANT && latin < GUESSED) return 'russian'
  if (latin >= CONSTANT && russian < GUESSED) return 'latin'
  const countOf = (matching: (code: CodeReadings) => boolean) => codes.filter(matching).length / codes.length
  if (countOf((code) => ONLY_RUSSIAN.test(code.russian) && isCodeLike(code.russian)) >= MANIFEST) return 'russian'
  return countOf((code) => isCodeLike(code.latin)) > 0.5 ? 'latin' : null
}

function spelledIn(script: Script, { russian, latin }: CodeReadings): string {
  const asLatin = isCodeLike(latin) ? latin : latinized(russian)
  if (script === 'russian') return isCodeLike(russian) ? russianized(russian.toUpperCase()) : asLatin
  if (script === 'latin') return asLatin
  return ONLY_RUSSIAN.test(russian) && isCodeLike(russian) ? russian : asLatin
}

const RUSSIAN_TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCEHKMOPTXY'].map((latin, index) => [latin, 'АВСЕНКМОРТХУ'[index]!]),
)

const russianized = (code: string) => [...code].map((letter) => RUSSIAN_TWINS[letter] ?? letter).join('')

/** Of all codes, to say that their column has one shape. */
const MOST = 0.6

const shapeOf = (code: string) => code.replace(/\p{L}/gu, 'L').replace(/\d/g, '0')

/** A code as long as most others, with a letter where they have a figure or a figure where they have a letter, has misread it. */
function inOneShape(codes: readonly (string | null)[]): (string | null)[] {
  const found = codes.filter((code) => code !== null)
  const shapes = found.map(shapeOf)
  const countOf = (shape: string) => shapes.filter((one) => one === shape).length
  const shape = shapes.find((one) => countOf(one) >= MOST * shapes.length)
  if (found.length < FEW || shape === undefined) return [...codes]
  const isRussian = found.some((code) => /[А-Я]/u.test(code))
  return codes.map((code) => (code === null ? null : fitted(code, shape, isRussian)))
}

const FIGURE_OF: Readonly<Record<string, string>> = {
  O: '0',
  О: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  З: '3',
  S: '5',
  G: '6',
  Б: '6',
  T: '7',
  Т: '7',
  B: '8',
  В: '8',
}
const LATIN_OF: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 7: 'T', 8: 'B' }
const RUSSIAN_OF: Readonly<Record<string, string>> = { 0: 'О', 3: 'З', 4: 'Ч', 6: 'Б', 8: 'В' }

/** As it was read when a sign fits neither way. */
function fitted(code: string, shape: string, isRussian: boolean): string {
  const letters = [...code]
  if (letters.length !== shape.length || shapeOf(code) === shape) return code
  const fit = letters.map((letter, at) => {
    const wanted = shape[at]!
    if (shapeOf(letter) === wanted) return letter
    if (wanted === '0') return FIGURE_OF[letter.toUpperCase()]
    return wanted === 'L' ? (isRussian ? RUSSIAN_OF : LATIN_OF)[letter] : undefined
  })
  return fit.every((letter) => letter !== undefined) ? fit.join('') : code
}
