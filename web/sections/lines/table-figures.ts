/** Reads numbers from a table's cells. */
import { readFigure, unread } from '../../../spellings/figures.ts'
import { cellText, type TableCell } from '../../components/table-file.ts'

/**
 * The number of significant digits to keep of a number calculated by a workbook. Further digits are only binary
 * rounding errors.
 */
const DIGITS = 12

/**
 * The messages are empty because they are never shown: the field that shows an unreadable number explains what is wrong
 * with it.
 */
const WORDS = { noNumber: '', tooManyDecimals: () => '', negative: '', tooLarge: '' } as const

/**
 * Reads a number with at most `decimals` decimals from a cell. Returns it with a decimal point, '' if the cell is
 * empty, or the marked text (see `unread`) if the cell is not a number. Text is read as if the user had typed it; a
 * text that could mean two numbers is not a number. `isCommaOfThousands` says whether the app's language separates
 * thousands with a comma.
 */
export function figureIn(cell: TableCell, decimals: number, isCommaOfThousands: boolean): string {
  const isNumber = typeof cell === 'number'
  const text = isNumber ? cellText(Number(cell.toPrecision(DIGITS))) : cell
  const reading = readFigure(text, decimals, { ...WORDS, isCommaOfThousands: isNumber || isCommaOfThousands })
  return 'text' in reading ? reading.text : unread(text)
}
