/** Letters side by side, and the words that they make. */
import { type Box, heightOf, unionOf, widthOf } from '../picture/raster.ts'
import type { Glyph } from './pdfium.ts'

/** A letter, and what stands between it and the one before. */
export interface Letter {
  readonly glyph: Glyph
  /** In widths of a letter. */
  readonly gap: number
  readonly isBehindBlank: boolean
  /** Another string begins: what is drawn next need not be of the same cell, though it touches. */
  readonly isFirst: boolean
}

/** In widths of a letter. A wider gap is one between words: a blank is half a letter wide, in any font. */
const WORD_GAP = 0.3
/** Fewer letters that stand apart are words of one letter. */
const MIN_SPACED = 4
/** In widths of a letter, how gaps differ that are meant to be the same. */
const SAME_GAP = 0.12

/** What is drawn as one sign. */
const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** The box of the ink; a sign without any is where its cell is. */
export const inkBoxOf = ({ box, cell }: Glyph): Box => (widthOf(box) > 0 && heightOf(box) > 0 ? box : cell)

export const boxOfLetters = (letters: readonly Letter[]): Box => unionOf(letters.map(({ glyph }) => inkBoxOf(glyph)))

/** What they say. A soft hyphen stays where a line ends with it. */
export function textOfLetters(letters: readonly Letter[]): string {
  const words = wordStarts(letters)
  const text = letters
    .map(({ glyph }, index) => `${words.has(index) ? ' ' : ''}${LIGATURES[glyph.text] ?? glyph.text}`)
    .join('')
  return closedUp(text.replace(/\u00ad(?=.)/gu, '').trim())
}

/** Which letters begin a word, the first one left out. */
export function wordStarts(letters: readonly Letter[]): Set<number> {
  const spaced = letterSpaced(letters)
  const starts = letters.flatMap(({ gap, isBehindBlank }, index) =>
    index > 0 && (isBehindBlank || (gap > WORD_GAP && !spaced.has(index))) ? [index] : [],
  )
  return new Set(starts)
}

/** Which letters stand apart from the one before only because all of their word do: by equal gaps. */
function letterSpaced(letters: readonly Letter[]): Set<number> {
  const spaced = new Set<number>()
  for (let from = 1; from < letters.length; ) {
    let to = from
    const isAlike = ({ gap, isBehindBlank, glyph }: Letter) =>
      !isBehindBlank && /\p{L}/u.test(glyph.text) && Math.abs(gap - letters[from]!.gap) < SAME_GAP
    while (to < letters.length && letters[from]!.gap > WORD_GAP && isAlike(letters[to]!)) to++
    if (to - from + 1 >= MIN_SPACED) for (let index = from; index < to; index++) spaced.add(index)
    from = Math.max(to, from + 1)
  }
  return spaced
}

/** «И Т О Г О», typed so. */
const closedUp = (text: string) =>
  text.replace(/(?<!\S)\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}])/gu, (letters) => letters.replace(/ /g, ''))
