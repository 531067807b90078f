/** Finds article codes in and beside names: «Болт М8 (KR-0840)», «…, арт. KR-0840», «KR-0840 Болт М8». */
import { distanceOf } from './likeness.ts'

/** Where a code is in a name: at its start, after a word such as «арт.», or in brackets. */
export type CodePlace = 'front' | 'behind-word' | 'brackets'

/**
 * Whether a text looks like a code: digits, possibly mixed with letters and hyphens, but not a word and not a size such
 * as 25х3/4.
 */
export function isCodeLike(text: string): boolean {
  const isOfSigns = /^(?=.*\d)[\p{Lu}\d$][\p{L}\d$]*(?:[-./][\p{L}\d]+)*$/u.test(text)
  return isOfSigns && !/\p{Ll}{4}/u.test(text) && text.length >= 3 && text.length <= 24
}

/** Removes the text around a code in its cell, and gaps that the recognizer inserted into the code. */
export function bareCode(text: string): string {
  return text
    .replace(/\$/g, 'S')
    .replace(/T?™M?/g, 'TM')
    .replace(/(?<=\p{L})\s?[!|]\s?(?=\d)/gu, '1')
    .replace(/[\\|!?®©]/g, '')
    .replace(/[—–]/g, '-')
    .replace(/\s*\.?-+\.?\s*/g, '-')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
    .replace(/\s+/g, '')
    .replace(/(?<=\d)[OОoо]|[OОoо](?=\d)/g, '0')
}

/**
 * Matches a code after a word such as «арт.». If there are several codes, the last one counts: «арт. завода 7-12 арт.
 * MN8427».
 */
const BEHIND_WORD =
  /[,;(\s]*(?<!\p{L})(?:арт(?:икул)?|apt|art|код)[.,:\s]+(?!.*[\s,;(](?:арт(?:икул)?|apt|art|код)[.,:])(?:№\s*)?[/)|(]?([\p{L}\d$\\][\p{L}\d$\\|!?®©\s./—–-]*?)\)*\s*$/iu
const BRACKETS = /\s*[([{]\s*((?=[^)]*\d)[\p{Lu}\d$\\|!.\s—–-]{3,24}?)\s*[)\]}1]{0,2}\s*$/u
const FRONT = /^[^\p{L}\d$]*([\p{Lu}\d$][\p{Lu}\d$]*(?:\s?[-—–]\s?[\p{Lu}\d$]+)+)[\s:]+(?=.*\p{L}{3})/u

const LATIN_TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'АВСЕНКМОРТХУ'].map((russian, index) => [russian, 'ABCEHKMOPTXY'[index]!]),
)

/**
 * Returns the code in Latin letters if every letter has a Latin lookalike, because a code with only such letters is far
 * more often Latin than Russian.
 */
export function latinized(code: string): string {
  const latin = [...code].map((letter) => LATIN_TWINS[letter] ?? letter).join('')
  return /[А-Яа-яЁё]/.test(latin) ? code : latin
}

/** Matches a whole word. A text that contains a whole word, such as «АРТ. ЗАВОДА 7-12», is not a code. */
const WORD = /(?<![\p{L}\d])\p{L}{5,}(?![\p{L}\d-])/u

/** Separates a name from the code in it. `code` is null if there is no code. */
export function nameAndCode(text: string): { name: string; code: string | null; place?: CodePlace } {
  for (const [where, pattern] of [
    ['behind-word', BEHIND_WORD],
    ['brackets', BRACKETS],
    ['front', FRONT],
  ] as const) {
    const match = pattern.exec(text)
    const code = match === null ? '' : bareCode(match[1]!)
    if (match !== null && isCodeLike(code) && !isMeasure(code) && !WORD.test(match[1]!))
      return { name: text.replace(match[0], ' ').trim(), code, place: where }
  }
  return { name: text, code: null }
}

/**
 * Finds a code in a text whose words are unreadable. Returns the part of the text that looks like a code, has enough
 * digits in common with the earlier reading, and is nearest to the known place.
 */
export function codeAt(text: string, place: CodePlace, known: string): string | null {
  const words = text
    .replace(/\s*[-—–]\s+/g, '-')
    .split(/[\s:]+/)
    .map(bareCode)
    .filter(isCodeLike)
  const inPlace = place === 'front' ? words : words.reverse()
  return inPlace.find((word) => farness(word, known) <= MAX_FAR) ?? null
}

/**
 * The maximum share of a code's digits that may differ from the earlier reading. It is large, because leading letters
 * may have been read as digits, too.
 */
const MAX_FAR = 0.67

function farness(word: string, known: string): number {
  const [one, other] = [word.replace(/\D/g, ''), known.replace(/\D/g, '')]
  return distanceOf(one, other) / Math.max(one.length, other.length)
}

/** Whether a text is a size or a count: «1000шт», «50х50», «100». */
const isMeasure = (code: string) => /^\d+(?:[хx×]\d+)+|^\d+\p{Ll}+$|^\d{1,3}$/u.test(code)

/** One code, as read by the Russian and by the Latin model. */
export interface CodeReadings {
  readonly russian: string
  readonly latin: string
  /** The width of the code's cell in pixels. It shows how many characters the code has, whatever the models read. */
  readonly width?: number
}
