/**
 * Spells the article codes of one document: all in one script, and with letters and digits distinguished by the shape
 * that most codes have.
 */
import { type CodeReadings, isCodeLike, latinized } from '../words/article-codes.ts'
import { scriptOf } from './code-script.ts'
import { inOneShape } from './code-shape.ts'

/** The codes of a document in their common script; null stays where there is no code. */
export function spelledCodes(read: readonly (CodeReadings | null)[]): (string | null)[] {
  const codes = read.map((code) => (code === null ? null : inCapitals(code)))
  const found = codes.filter((code) => code !== null)
  const script = scriptOf(found)
  const spelled = codes.map((code) => (code === null ? null : { ...code, spelled: spelledIn(script, code) }))
  return inOneShape(spelled, script === 'russian')
}

/**
 * Converts small v, w, s and x, which look like capitals, and removes characters that were read twice, in both sizes:
 * «vw1476», «MvV9216».
 */
function inCapitals(code: CodeReadings): CodeReadings {
  if (code.russian === code.latin) return code
  const signs = [...code.latin]
  const once = signs.filter((sign, at) => {
    const large = sign.toUpperCase()
    return sign === large || (signs[at - 1] !== large && signs[at + 1] !== large)
  })
  return { ...code, latin: once.join('').toUpperCase() }
}

/** Letters that no Latin letter is mistaken for. */
const ONLY_RUSSIAN = /[БЖФЦЩЪЫЭЮЯ]/u

function spelledIn(script: ReturnType<typeof scriptOf>, { russian, latin }: CodeReadings): string {
  const large = russian.toUpperCase()
  const asLatin = isCodeLike(latin) ? latin : latinized(large)
  if (script === 'russian') return isCodeLike(large) ? russianized(large) : asLatin
  if (script === 'latin') return asLatin
  return ONLY_RUSSIAN.test(russian) && isCodeLike(russian) ? russian : asLatin
}

const RUSSIAN_TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ABCEHKMOPTXY'].map((latin, index) => [latin, 'АВСЕНКМОРТХУ'[index]!]),
)

const russianized = (code: string) => [...code].map((letter) => RUSSIAN_TWINS[letter] ?? letter).join('')
