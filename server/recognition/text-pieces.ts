/** From the characters of a PDF's page to the pieces of text that a reader of pictures would find there. */
import type { Glyph } from './pdfium.ts'
import { type Box, heightOf, overlapOf, quantileOf, unionOf, widthOf } from './raster.ts'
import type { Ruling } from './rules.ts'
import { isParted } from './segments.ts'

/** Of one line of a cell or phrase. */
export interface TextPiece extends Box {
  readonly text: string
}

/** In widths of a letter. A wider gap is one between words: a blank is half a letter wide, in any font. */
const WORD_GAP = 0.3
/** A wider one stands between columns. */
const COLUMN_GAP = 1.2
/** The same where the text has its own blanks and there is none: two cells whose edges are near. */
const COLUMN_GAP_WITHOUT_BLANK = 0.75
/** Letters on one line may stand so much higher or lower. */
const LEVEL = 0.35
/** Bold that is made of two strikes has them so near. */
const STRIKE = 0.4

/** What is drawn as one sign, and words that break for a line. */
const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}
/** A hyphen that is there only because the line ends. */
export const SOFT_HYPHEN = '\u00ad'

const isBlank = ({ text, isGap }: Glyph) => isGap || /^[\s\u00a0\u2000-\u200b\u202f\u205f\u3000]$/u.test(text)

/** A letter or figure, as wide as usual on this page. */
export function letterWidthOf(glyphs: readonly Glyph[]): number {
  const widths = glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ cell }) => widthOf(cell))
  return quantileOf(
    widths.filter((width) => width > 0),
    0.5,
  )
}

/** All characters of `glyphs` run from left to right. `upright`: ruled lines, which part what stands on both sides of them. */
export function textPiecesOf(glyphs: readonly Glyph[], upright: readonly Ruling[]): TextPiece[] {
  const width = letterWidthOf(glyphs)
  if (!(width > 0)) return []
  const blanks = glyphs.filter((glyph) => isBlank(glyph) && !glyph.isGap && widthOf(glyph.cell) > 0).length
  const line = { upright, hasBlanks: blanks > 0.05 * glyphs.length }
  return withRaised(levelsOf(glyphs, width).flatMap((level) => piecesOfLevel(level, line)))
}

/** Characters on one line, from left to right. */
function levelsOf(glyphs: readonly Glyph[], width: number): Glyph[][] {
  const levels: Glyph[][] = []
  for (const glyph of glyphs.filter((one) => !one.isGap).sort((a, b) => a.baseline - b.baseline)) {
    const level = levels.at(-1)
    if (level !== undefined && glyph.baseline - level[0]!.baseline <= LEVEL * width) level.push(glyph)
    else levels.push([glyph])
  }
  return levels.map((level) => level.sort((a, b) => a.cell.left - b.cell.left))
}

interface Line {
  readonly upright: readonly Ruling[]
  readonly hasBlanks: boolean
}

/** A letter, and what stands between it and the one before. */
interface Letter {
  readonly glyph: Glyph
  /** In widths of a letter. */
  readonly gap: number
  readonly isBehindBlank: boolean
}

function piecesOfLevel(level: readonly Glyph[], { upright, hasBlanks }: Line): TextPiece[] {
  const pieces: Letter[][] = []
  const width = letterWidthOf(level)
  const unit = width > 0 ? width : Math.max(...level.map(({ cell }) => heightOf(cell) / 2), 1)
  let last: Glyph | null = null
  let isBehindBlank = false
  for (const glyph of level) {
    if (isBlank(glyph)) {
      isBehindBlank ||= last !== null && glyph.cell.right > last.cell.left
      continue
    }
    if (last !== null && isStruckAgain(pieces.at(-1)!, glyph, unit)) continue
    const gap = last === null ? Infinity : (glyph.cell.left - last.cell.right) / unit
    const limit = hasBlanks && !isBehindBlank ? COLUMN_GAP_WITHOUT_BLANK : COLUMN_GAP
    const isApart = last === null || gap > limit || isParted(inkOf(last), inkOf(glyph), upright)
    if (isApart) pieces.push([{ glyph, gap: 0, isBehindBlank: false }])
    else pieces.at(-1)!.push({ glyph, gap, isBehindBlank })
    last = glyph
    isBehindBlank = false
  }
  return pieces.map((letters) => ({ ...wholeBoxOf(letters), text: textOf(letters) })).filter(({ text }) => text !== '')
}

/** The box of the ink; a sign without any is where its cell is. */
const inkOf = ({ box, cell }: Glyph): Box => (widthOf(box) > 0 && heightOf(box) > 0 ? box : cell)

function wholeBoxOf(letters: readonly Letter[]): Box {
  return unionOf(letters.map(({ glyph }) => inkOf(glyph)))
}

/** The same letter in the same place by another command; one command that gives two letters of one sign draws a ligature. */
function isStruckAgain(letters: readonly Letter[], glyph: Glyph, unit: number): boolean {
  return letters
    .slice(-2)
    .some(
      ({ glyph: other }) =>
        other.text === glyph.text &&
        other.run !== glyph.run &&
        Math.abs(other.cell.left - glyph.cell.left) < STRIKE * unit &&
        overlapOf(other.cell.left, other.cell.right, glyph.cell.left, glyph.cell.right) >
          0.5 * Math.min(widthOf(other.cell), widthOf(glyph.cell)),
    )
}

function textOf(letters: readonly Letter[]): string {
  const spaced = letterSpaced(letters)
  const text = letters
    .map(({ glyph, gap, isBehindBlank }, index) => {
      const isWord = index > 0 && (isBehindBlank || (gap > WORD_GAP && !spaced.has(index)))
      return `${isWord ? ' ' : ''}${LIGATURES[glyph.text] ?? glyph.text}`
    })
    .join('')
  return closedUp(text.replace(/\u00ad(?=.)/gu, '').trim())
}

/** «И Т О Г О», typed so. */
const closedUp = (text: string) =>
  text.replace(/(?<![^\s])\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}])/gu, (letters) => letters.replace(/ /g, ''))

/** Fewer letters that stand apart are words of one letter. */
const MIN_SPACED = 4
const SAME_GAP = 0.12

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

/** «м²», where the 2 is a small figure that was raised. */
function withRaised(pieces: readonly TextPiece[]): TextPiece[] {
  const whole: TextPiece[] = []
  const raised = new Map<TextPiece, TextPiece>()
  for (const piece of pieces) {
    const host = piece.text.length > 2 ? undefined : pieces.find((one) => isRaisedBehind(piece, one))
    if (host === undefined) whole.push(piece)
    else raised.set(host, piece)
  }
  return whole.map((piece) => {
    const mark = raised.get(piece)
    return mark === undefined ? piece : { ...unionOf([piece, mark]), text: `${piece.text}${mark.text}` }
  })
}

function isRaisedBehind(piece: TextPiece, host: TextPiece): boolean {
  const gap = piece.left - host.right
  const shared = overlapOf(piece.top, piece.bottom, host.top, host.bottom)
  return (
    host !== piece &&
    heightOf(piece) < 0.8 * heightOf(host) &&
    gap > -0.2 * heightOf(host) &&
    gap < 0.25 * heightOf(host) &&
    shared > 0.2 * heightOf(piece) &&
    piece.bottom < host.bottom - 0.15 * heightOf(host)
  )
}
