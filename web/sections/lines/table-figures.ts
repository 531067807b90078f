/** Reads the figures of a table's cells. */
import { readFigure, unread } from '../../../spellings/figures.ts'
import { cellText, type TableCell } from '../../components/table-file.ts'

/** The significant digits of a number that a workbook calculated; further ones are the noise of binary rounding. */
const DIGITS = 12

/** Nobody reads these words: the field that shows an unread figure says what is wrong with it. */
const WORDS = { noNumber: '', tooManyDecimals: () => '', negative: '', tooLarge: '' } as const

/**
 * Reads a figure with at most `decimals` decimals: a number with a decimal point, '' if the cell is empty, or its
 * marked text if it is not a figure. A number of a workbook has no thousands separators, and a text is read as if it
 * were typed, so that a text that could mean two figures is not taken for one. `isCommaOfThousands`: whether the app's
 * language separates thousands with a comma.
 */
export function figureIn(cell: TableCell, decimals: number, isCommaOfThousands: boolean): string {
  const isNumber = typeof cell === 'number'
  const text = isNumber ? cellText(Number(cell.toPrecision(DIGITS))) : cell
  const reading = readFigure(text, decimals, { ...WORDS, isCommaOfThousands: isNumber || isCommaOfThousands })
  return 'text' in reading ? reading.text : unread(text)
}
