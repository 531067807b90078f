/**
 * Spells the article codes of a document consistently: all in one script (Russian or Latin), with letters and digits in
 * the positions where most codes have them.
 */
import { type CodeReadings, isCodeLike, latinized } from '../words/article-codes.ts'
import { scriptOf } from './code-script.ts'
import { inOneShape } from './code-shape.ts'

/** Returns a document's codes, all in the script they share. Entries without a code stay null. */
export function spelledCodes(read: readonly (CodeReadings | null)[]): (string | null)[] {
  const codes = read.map((code) => (code === null ? null : inCapitals(code)))
  const found = codes.filter((code) => code !== null)
  const script = scriptOf(found)
  const spelled = codes.map((code) => (code === null ? null : { ...code, spelled: spelledIn(script, code) }))
  return inOneShape(spelled, script === 'russian')
}

/**
 * Capitalizes lowercase v, w, s and x, which look like their capitals. Also removes a letter that was read twice, once
 * in each case: «vw1476», «MvV9216».
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

/** Russian letters that never result from misreading a Latin letter. */
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
