/** Forms words from letters that are side by side. */
import { type Box, heightOf, unionOf, widthOf } from '../picture/raster.ts'
import type { Glyph } from './pdfium.ts'

/** A letter and the gap before it. */
export interface Letter {
  readonly glyph: Glyph
  /** The gap before the letter, in letter widths. */
  readonly gap: number
  readonly isBehindBlank: boolean
  /**
   * Whether the letter begins a new string, that is, a run of letters drawn in one go. Even if it touches the previous
   * letter, it may belong to another cell.
   */
  readonly isFirst: boolean
}

/**
 * The gap, in letter widths, above which letters belong to different words. A space is about half a letter wide in any
 * font.
 */
const WORD_GAP = 0.3
/**
 * The number of isolated letters from which they form a word printed with spaces between its letters. Fewer isolated
 * letters are one-letter words.
 */
const MIN_SPACED = 4
/** The largest difference, in letter widths, between gaps that count as equal. */
const SAME_GAP = 0.12

/** Ligatures, with the letters that they represent. */
const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** Returns the box of a glyph's ink, or the glyph's cell when it has no ink. */
export const inkBoxOf = ({ box, cell }: Glyph): Box => (widthOf(box) > 0 && heightOf(box) > 0 ? box : cell)

export const boxOfLetters = (letters: readonly Letter[]): Box => unionOf(letters.map(({ glyph }) => inkBoxOf(glyph)))

/** Joins letters into a string. Keeps a soft hyphen only at the end of a line. */
export function textOfLetters(letters: readonly Letter[]): string {
  const words = wordStarts(letters)
  const text = letters
    .map(({ glyph }, index) => `${words.has(index) ? ' ' : ''}${LIGATURES[glyph.text] ?? glyph.text}`)
    .join('')
  return closedUp(text.replace(/\u00ad(?=.)/gu, '').trim())
}

/** Returns the indexes of the letters that begin a word, except the first letter of the text. */
export function wordStarts(letters: readonly Letter[]): Set<number> {
  const spaced = letterSpaced(letters)
  const starts = letters.flatMap(({ gap, isBehindBlank }, index) =>
    index > 0 && (isBehindBlank || (gap > WORD_GAP && !spaced.has(index))) ? [index] : [],
  )
  return new Set(starts)
}

/** Finds words with wide letter-spacing, whose letters all have the same gap. */
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

/** Joins the letters of words that were typed with spaces between them: «И Т О Г О». */
const closedUp = (text: string) =>
  text.replace(/(?<!\S)\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}])/gu, (letters) => letters.replace(/ /g, ''))
