/** Reads numbers from a table's cells. */
import { readFigure, unread } from '../../../spellings/figures.ts'
import { cellText, type TableCell } from '../../components/table-file.ts'

/**
 * The number of significant digits to keep of a number calculated by a workbook. Further digits are only binary
 * rounding errors.
 */
const DIGITS = 12

/** These messages are never shown: the field that shows an unreadable number explains what is wrong with it. */
const WORDS = { noNumber: '', tooManyDecimals: () => '', negative: '', tooLarge: '' } as const

/**
 * Reads a number with at most `decimals` decimals. Returns it with a decimal point, '' if the cell is empty, or the
 * marked text if the cell is not a number. Numbers from a workbook have no thousands separators. Text is read as if it
 * were typed; text that could mean two numbers is treated as not a number. `isCommaOfThousands`: whether the app's
 * language separates thousands with a comma.
 */
export function figureIn(cell: TableCell, decimals: number, isCommaOfThousands: boolean): string {
  const isNumber = typeof cell === 'number'
  const text = isNumber ? cellText(Number(cell.toPrecision(DIGITS))) : cell
  const reading = readFigure(text, decimals, { ...WORDS, isCommaOfThousands: isNumber || isCommaOfThousands })
  return 'text' in reading ? reading.text : unread(text)
}
