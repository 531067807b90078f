/** Lines copied from a spreadsheet: a code or a name, how much of it, and perhaps a price. */
import { readFigure, unread } from '../../../spellings/figures.ts'
import { cellsOf } from '../../components/grid-text.ts'
import { figureWords } from '../../parts/figure-words.ts'
import { sayOf } from '../../words/words.ts'
import { newLine, type ProductLine } from './product-line.ts'

/** As many as a form takes at once. */
const MAX_PASTED = 500

interface PastedLine extends ProductLine {
  /** The third column, as it stands there; '' is none. */
  readonly price: string
}

export interface Pasted {
  readonly lines: readonly PastedLine[]
  /** So many more there were. */
  readonly left: number
}

const QUANTITY_DECIMALS = 3
const MONEY_DECIMALS = 2
const NO_FIGURE = /^\D+$/

/** null: it is no list, but a text to be typed. */
export function pastedLines(text: string): Pasted | null {
  if (!/[\t\n]/.test(text.trim())) return null
  const rows = cellsOf(text)
    .map((row) => row.map((cell) => cell.trim()))
    .filter(([code]) => code !== undefined && code !== '')
  const [first, second] = rows
  // A head over figures is no line.
  const hasHead = NO_FIGURE.test(first?.[1] ?? '') && /\d/.test(second?.[1] ?? '')
  const all = hasHead ? rows.slice(1) : rows
  const lines = all.slice(0, MAX_PASTED).map(([code = '', quantity = '', price = '']) => ({
    ...newLine({ text: code, quantity: kept(quantity, QUANTITY_DECIMALS) || '1' }),
    price: kept(price, MONEY_DECIMALS),
  }))
  return { lines, left: all.length - lines.length }
}

/** What cannot be read stays as it is, and is marked at its line. */
function kept(cell: string, decimals: number): string {
  const reading = readFigure(cell, decimals, figureWords(sayOf('core')))
  return 'text' in reading ? reading.text : unread(cell)
}
