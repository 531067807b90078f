/** Groups the characters of a PDF page into text pieces like those found when a picture is recognized. */
import { type Box, heightOf, overlapOf, quantileOf, unionOf, widthOf } from '../picture/raster.ts'
import type { Ruling } from '../picture/rules.ts'
import { isParted } from '../picture/segments.ts'
import type { Glyph } from './pdfium.ts'
import { partedByColumns } from './text-columns.ts'
import { boxOfLetters, inkBoxOf, type Letter, textOfLetters } from './text-letters.ts'

/** A piece of text: one line of a table cell or of a phrase. */
export interface TextPiece extends Box {
  readonly text: string
}

/** The gap, in letter widths, above which texts belong to different columns. */
const COLUMN_GAP = 1.2
/**
 * The corresponding limit for a gap without a space character, in text that otherwise contains spaces. It is lower than
 * COLUMN_GAP, because such a gap can only separate two cells.
 */
const COLUMN_GAP_WITHOUT_BLANK = 0.75
/**
 * The share of a letter's width by which a string may overlap the letter before it. A larger overlap means that the
 * text before was too long for its cell and extends into the next one.
 */
const OVERLAP = 0.33
/** How far letters of one line may be shifted up or down, as a share of their height. */
const LEVEL = 0.35
/** The largest distance between a letter and its copy, where bold print is simulated by drawing each letter twice. */
const STRIKE = 0.4
/**
 * Letters of one string are less than `apart` from each other or overlap by less than `over`, as shares of the wider
 * letter.
 */
const SAME_STRING = { apart: 0.6, over: 0.33 }

const isBlank = ({ text, isGap }: Glyph) => isGap || /^[\s\u00a0\u2000-\u200b\u202f\u205f\u3000]$/u.test(text)

/** Returns the usual width of the letters and digits among the glyphs. */
export function letterWidthOf(glyphs: readonly Glyph[]): number {
  const widths = glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ cell }) => widthOf(cell))
  return quantileOf(
    widths.filter((width) => width > 0),
    0.5,
  )
}

/**
 * The minimum distance, in letter widths, from the previous letter at which a string may belong to another cell. Words
 * are 0.5 apart.
 */
const STRING_GAP = { besideBlanks: 0.25, withoutBlanks: 0.8 }

/**
 * Returns the minimum gap at which a string may belong to another cell. In monospaced text, gaps between words are as
 * wide as letters, so gaps do not indicate cells.
 */
function stringGapOf(glyphs: readonly Glyph[], { hasBlanks }: Page): number {
  if (hasBlanks) return STRING_GAP.besideBlanks
  const widths = glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ cell }) => widthOf(cell))
  const isMonospaced = quantileOf(widths, 0.85) < 1.05 * quantileOf(widths, 0.15)
  return isMonospaced ? Infinity : STRING_GAP.withoutBlanks
}

/** The maximum number of text pieces on a page, which is the same as for pictures. */
const MAX_PIECES = 3_000

/**
 * Forms the text pieces. All `glyphs` must run from left to right. `upright`: the vertical ruled lines; text on one
 * side of a line is separate from text on the other. Returns null if there is more text than any real document has.
 */
export function textPiecesOf(glyphs: readonly Glyph[], upright: readonly Ruling[]): TextPiece[] | null {
  const unit = letterWidthOf(glyphs)
  if (!(unit > 0)) return []
  const blanks = glyphs.filter((glyph) => isBlank(glyph) && !glyph.isGap && widthOf(glyph.cell) > 0).length
  const page = { upright, hasBlanks: blanks > 0.05 * glyphs.length }
  const levels = levelsOf(glyphs, unit).map((level) => joined(stringsOf(level), page))
  if (levels.reduce((sum, level) => sum + level.length, 0) > MAX_PIECES) return null
  const pieces = partedByColumns(levels, unit, stringGapOf(glyphs, page)).flat()
  return withRaised(
    pieces
      .map((letters) => ({ ...boxOfLetters(letters), text: textOfLetters(letters) }))
      .filter(({ text }) => text !== ''),
  )
}

/** Groups characters by text line, each group in drawing order. */
function levelsOf(glyphs: readonly Glyph[], unit: number): Glyph[][] {
  const orders = new Map(glyphs.map((glyph, index) => [glyph, index]))
  const levels: Glyph[][] = []
  for (const glyph of glyphs.filter((one) => !one.isGap).sort((a, b) => a.baseline - b.baseline)) {
    const level = levels.at(-1)
    if (level !== undefined && glyph.baseline - level[0]!.baseline <= LEVEL * unit) level.push(glyph)
    else levels.push([glyph])
  }
  return levels.map((level) => onceEach(level, unit).sort((a, b) => orders.get(a)! - orders.get(b)!))
}

/** Removes the second copy of characters that are drawn twice to look bold. */
function onceEach(level: readonly Glyph[], unit: number): Glyph[] {
  const once: Glyph[] = []
  for (const glyph of level.toSorted((a, b) => a.cell.left - b.cell.left))
    if (!once.slice(-3).some((other) => isStruckAgain(other, glyph, unit))) once.push(glyph)
  return once
}

/**
 * Whether another drawing command draws the same letter at the same place. If a single command returns a letter twice,
 * it is a ligature instead.
 */
function isStruckAgain(other: Glyph, glyph: Glyph, unit: number): boolean {
  const shared = overlapOf(other.cell.left, other.cell.right, glyph.cell.left, glyph.cell.right)
  return (
    other.text === glyph.text &&
    other.run !== glyph.run &&
    Math.abs(other.cell.left - glyph.cell.left) < STRIKE * unit &&
    shared > 0.5 * Math.min(widthOf(other.cell), widthOf(glyph.cell))
  )
}

/**
 * Splits a text line into strings, each drawn in one go, from left to right. A letter that does not directly follow the
 * previous one begins another cell or phrase.
 */
function stringsOf(level: readonly Glyph[]): Glyph[][] {
  const strings: Glyph[][] = []
  for (const glyph of level) {
    const last = strings.at(-1)?.at(-1)
    const width = last === undefined ? 0 : Math.max(widthOf(glyph.cell), widthOf(last.cell))
    const gap = last === undefined ? Infinity : (glyph.cell.left - last.cell.right) / width
    const isLigature = last?.run === glyph.run && last.cell.left === glyph.cell.left
    if (isLigature || (gap < SAME_STRING.apart && gap > -SAME_STRING.over)) strings.at(-1)!.push(glyph)
    else strings.push([glyph])
  }
  return strings.sort((a, b) => a[0]!.cell.left - b[0]!.cell.left)
}

interface Page {
  readonly upright: readonly Ruling[]
  readonly hasBlanks: boolean
}

/** Joins adjacent strings that are parts of one phrase or number. */
function joined(strings: readonly Glyph[][], { upright, hasBlanks }: Page): Letter[][] {
  const pieces: Letter[][] = []
  const unit = letterWidthOf(strings.flat()) || Math.max(1, ...strings.flat().map(({ cell }) => heightOf(cell) / 2))
  let last: Glyph | null = null
  let isBehindBlank = false
  for (const string of strings)
    for (const [index, glyph] of string.entries()) {
      if (isBlank(glyph)) {
        isBehindBlank ||= last !== null && glyph.cell.right > last.cell.left
        continue
      }
      const gap = last === null ? Infinity : (glyph.cell.left - last.cell.right) / unit
      const limit = hasBlanks && !isBehindBlank ? COLUMN_GAP_WITHOUT_BLANK : COLUMN_GAP
      const isOver = index === 0 && gap < -OVERLAP
      const isApart = last === null || gap > limit || isOver || isParted(inkBoxOf(last), inkBoxOf(glyph), upright)
      if (isApart) pieces.push([{ glyph, gap: 0, isBehindBlank: false, isFirst: true }])
      else pieces.at(-1)!.push({ glyph, gap, isBehindBlank, isFirst: index === 0 })
      last = glyph
      isBehindBlank = false
    }
  return pieces
}

/** Attaches raised digits to the text before them, such as the 2 in «м²». */
function withRaised(pieces: readonly TextPiece[]): TextPiece[] {
  const whole: TextPiece[] = []
  const raised = new Map<TextPiece, TextPiece>()
  for (const piece of pieces) {
    const host = !/^\d$/.test(piece.text)
      ? undefined
      : pieces.find((one) => /\p{L}$/u.test(one.text) && isRaisedBehind(piece, one))
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
  const height = heightOf(host)
  const shared = overlapOf(piece.top, piece.bottom, host.top, host.bottom)
  const isRaised = piece.bottom < host.bottom - 0.15 * height && piece.top < host.top + 0.15 * height
  const isSmall = heightOf(piece) <= 1.3 * height && widthOf(piece) < height
  return host !== piece && isRaised && isSmall && gap > -0.3 * height && gap < 0.4 * height && shared > 0.1 * height
}
