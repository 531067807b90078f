/** Reads and writes the clipboard format of spreadsheets, in which tabs separate the cells of a row. */
import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** Parses cells copied from a spreadsheet; ignores an empty line at the end. */
export function cellsOf(text: string): string[][] {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'))
  while (rows.length > 1 && rows.at(-1)!.every((cell) => cell === '')) rows.pop()
  return rows
}

/** Formats cells as text that can be pasted into a spreadsheet. */
export const textOfCells = (cells: readonly (readonly string[])[]): string =>
  tsvFormatRows(cells as unknown as string[][])
