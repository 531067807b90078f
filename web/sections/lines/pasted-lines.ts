/** Lines pasted from a spreadsheet: a code or a name, a quantity, and optionally a price. */
import { readFigure, unread } from '../../../spellings/figures.ts'
import { cellsOf } from '../../components/grid-text.ts'
import { figureWords } from '../../parts/figure-words.ts'
import { sayOf } from '../../words/words.ts'
import { newLine, type ProductLine } from './product-line.ts'

/** The maximum number of lines that a form accepts in one paste. */
const MAX_PASTED = 500

interface PastedLine extends ProductLine {
  /** The third column as pasted; '' when there is none. */
  readonly price: string
}

export interface Pasted {
  readonly lines: readonly PastedLine[]
  /** The number of further lines that were dropped. */
  readonly left: number
}

const QUANTITY_DECIMALS = 3
const MONEY_DECIMALS = 2
const NO_FIGURE = /^\D+$/

/** Reads pasted text as lines; null when it is not a list and belongs into the field as text. */
export function pastedLines(text: string): Pasted | null {
  if (!/[\t\n]/.test(text.trim())) return null
  const rows = cellsOf(text)
    .map((row) => row.map((cell) => cell.trim()))
    .filter(([code]) => code !== undefined && code !== '')
  const [first, second] = rows
  // A header row above numbers is not a line.
  const hasHead = NO_FIGURE.test(first?.[1] ?? '') && /\d/.test(second?.[1] ?? '')
  const all = hasHead ? rows.slice(1) : rows
  const lines = all.slice(0, MAX_PASTED).map(([code = '', quantity = '', price = '']) => ({
    ...newLine({ text: code, quantity: kept(quantity, QUANTITY_DECIMALS) || '1' }),
    price: kept(price, MONEY_DECIMALS),
  }))
  return { lines, left: all.length - lines.length }
}

/** Keeps text that is not a number as it is, so that the line shows an error. */
function kept(cell: string, decimals: number): string {
  const reading = readFigure(cell, decimals, figureWords(sayOf('core')))
  return 'text' in reading ? reading.text : unread(cell)
}
