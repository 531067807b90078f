/** Reads the figures of a table's cells. */
import { readFigure, unread } from '../../../spellings/figures.ts'
import { cellText, type TableCell } from '../../components/table-file.ts'
import { figureWords } from '../../parts/figure-words.ts'
import { sayOf } from '../../words/words.ts'

/** A figure as text, `''` if the cell is empty; with a problem, the marked text of the cell. */
export interface ReadCell {
  readonly text: string
  readonly problem?: string
}

/** The significant digits of a number that a workbook calculated; further ones are the noise of binary rounding. */
const DIGITS = 12

/**
 * Reads a figure with at most `decimals` decimals. A number of a workbook is one; a text is read like a typed one, so
 * that a text that could mean two figures is refused.
 */
export function figureIn(cell: TableCell, decimals: number): ReadCell {
  const words = figureWords(sayOf('core'))
  if (typeof cell === 'string') {
    const reading = readFigure(cell, decimals, words)
    return 'text' in reading ? reading : { text: unread(cell), problem: reading.problem }
  }
  const text = cellText(Number(cell.toPrecision(DIGITS)))
  const places = text.split('.')[1]?.length ?? 0
  // A number has no thousands separators, so it cannot mean two figures.
  if (places > decimals) return { text: unread(text), problem: words.tooManyDecimals(decimals) }
  if (cell < 0) return { text: unread(text), problem: words.negative }
  const reading = readFigure(text, Math.max(decimals, places), { ...words, isCommaOfThousands: true })
  return 'text' in reading ? reading : { text: unread(text), problem: reading.problem }
}
