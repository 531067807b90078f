/** From what people type and paste to what is kept: figures as Russians write them, yes and no, the cells of a spreadsheet. */
import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** What a cell holds, as text; or why it cannot be. */
export type Reading = { readonly text: string } | { readonly problem: string }

export interface FigureWords {
  readonly noNumber: string
  readonly tooManyDecimals: (decimals: number) => string
  readonly negative: string
  readonly tooLarge: string
}

/** As the API takes them: up to 12 digits before the point. */
const MAX_FIGURE = 999_999_999_999

/**
 * `1 234,50`, `1234.5`, `1 234,50 ₽`, with any space. A comma and a point together are thousands and decimals, whichever comes last is
 * the latter. What could be read in two ways, such as `1,234` of a price, is refused by its decimals and never guessed.
 */
export function readFigure(typed: string, decimals: number, words: FigureWords): Reading {
  const bare = typed.replace(/[\s'’]|₽|руб\.?|р\.?$/gi, '')
  if (bare === '') return { text: '' }
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  const hasBoth = bare.includes(',') && bare.includes('.')
  const plain = hasBoth
    ? `${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`
    : bare.replace(',', '.').replace('−', '-')
  if (!/^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain)) return { problem: words.noNumber }
  const value = Number(plain)
  if (value < 0) return { problem: words.negative }
  if (value > MAX_FIGURE) return { problem: words.tooLarge }
  const places = plain.split('.')[1]?.replace(/0+$/, '').length ?? 0
  if (places > decimals) return { problem: words.tooManyDecimals(decimals) }
  return { text: String(value) }
}

/** The cells of what was copied from a spreadsheet. An empty line at the end is none. */
export function cellsOf(text: string): string[][] {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'))
  while (rows.length > 1 && rows.at(-1)!.every((cell) => cell === '')) rows.pop()
  return rows
}

/** Cells as a spreadsheet takes them. */
export const textOfCells = (cells: readonly (readonly string[])[]): string =>
  tsvFormatRows(cells as unknown as string[][])
