/** Article codes in and beside names: «Болт М8 (KR-0840)», «…, арт. KR-0840», «KR-0840 Болт М8». */
import { distanceOf } from './likeness.ts'

/** Where in a name the code stands. */
export type CodePlace = 'front' | 'behind-word' | 'brackets'

/** Figures, perhaps with letters and hyphens between: no words, no sizes such as 25х3/4. */
export function isCodeLike(text: string): boolean {
  const isOfSigns = /^(?=.*\d)[\p{Lu}\d$][\p{L}\d$]*(?:[-./][\p{L}\d]+)*$/u.test(text)
  return isOfSigns && !/\p{Ll}{4}/u.test(text) && text.length >= 3 && text.length <= 24
}

/** Without what stands around a code in its cell, and without the gaps that readers see in it. */
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

/** The last such word counts: «арт. завода 7-12 арт. MN8427». */
const BEHIND_WORD =
  /[,;(\s]*(?:арт(?:икул)?|apt|art|код)[.,:\s]+(?!.*[\s,;(](?:арт(?:икул)?|apt|art|код)[.,:])(?:№\s*)?[/)|(]?([\p{L}\d$\\][\p{L}\d$\\|!?®©\s./—–-]*?)\)*\s*$/iu
const BRACKETS = /\s*[([{]\s*((?=[^)]*\d)[\p{Lu}\d$\\|!.\s—–-]{3,24}?)\s*[)\]}1]{0,2}\s*$/u
const FRONT = /^[^\p{L}\d$]*([\p{Lu}\d$][\p{Lu}\d$]*(?:\s?[-—–]\s?[\p{Lu}\d$]+)+)[\s:]+(?=.*\p{L}{3})/u

const LATIN_TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'АВСЕНКМОРТХУ'].map((russian, index) => [russian, 'ABCEHKMOPTXY'[index]!]),
)

/** In Latin letters when every letter has a Latin twin: codes are written so far more often. */
export function latinized(code: string): string {
  const latin = [...code].map((letter) => LATIN_TWINS[letter] ?? letter).join('')
  return /[А-Яа-яЁё]/.test(latin) ? code : latin
}

/** «АРТ. ЗАВОДА 7-12» has a word, not a code. */
const WORD = /(?<![\p{L}\d])\p{L}{5,}(?![\p{L}\d-])/u

/** A name without the code in it; `code` null when there is none. */
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
 * The code at a known place of a text whose words are not legible: the first or the last thing that looks like one, and has some figures
 * in common with what was read of it before.
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

/** Of their figures, so many may be others: letters in front are taken for figures, too. */
const MAX_FAR = 0.67

function farness(word: string, known: string): number {
  const [one, other] = [word.replace(/\D/g, ''), known.replace(/\D/g, '')]
  return distanceOf(one, other) / Math.max(one.length, other.length)
}

/** «1000шт», «50х50», «100»: a size or a count. */
const isMeasure = (code: string) => /^\d+(?:[хx×]\d+)+|^\d+\p{Ll}+$|^\d{1,3}$/u.test(code)

/** One code as a Russian and as a Latin reader see it. */
export interface CodeReadings {
  readonly russian: string
  readonly latin: string
  /** Of its cell, in pixels: how many signs there are, whatever the readers say. */
  readonly width?: number
}
