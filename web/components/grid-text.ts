/** The cells of a spreadsheet, as they are copied and pasted. */
import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** The cells of what was copied from a spreadsheet. An empty line at the end is none. */
export function cellsOf(text: string): string[][] {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'))
  while (rows.length > 1 && rows.at(-1)!.every((cell) => cell === '')) rows.pop()
  return rows
}

/** Cells as a spreadsheet takes them. */
export const textOfCells = (cells: readonly (readonly string[])[]): string =>
  tsvFormatRows(cells as unknown as string[][])
