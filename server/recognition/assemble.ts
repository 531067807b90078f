/** From the pieces of text of all pages to one reading of the document. */
import type { Reading } from './extraction.ts'
import { titleOf } from './header.ts'
import { judgedLine } from './judge.ts'
import { supplierOf } from './parties.ts'
import { type Piece, rowsOf, textOf } from './pieces.ts'
import { quantileOf } from './raster.ts'
import { type LookAgain, tableOf } from './table.ts'
import { tillLinesOf } from './till-lines.ts'
import { totalsOf } from './totals.ts'

/** `again` looks at a part of a page once more, where the arithmetic says that something was misread. */
export async function assembled(pieces: readonly Piece[], again: LookAgain): Promise<Reading> {
  const rows = rowsOf(pieces)
  const letterHeight =
    quantileOf(
      pieces.map((piece) => piece.bottom - piece.top),
      0.5,
    ) || 1
  const till = await tillLinesOf(rows, again)
  const table = await tableOf(rows, letterHeight, again)
  const rightOf = (lines: Reading['lines']) => lines.filter((line) => judgedLine(line).addsUp).length
  const chosen = rightOf(till.lines) > rightOf(table.lines) ? till : table
  const itemRows = new Set(chosen.rows)
  const first = rows.findIndex((row) => itemRows.has(row))
  const above = first === -1 ? rows : rows.slice(0, first)
  const title = titleOf(above, rows)
  return {
    text: rows.map(textOf).join('\n'),
    kind: title.kind,
    reference: title.reference,
    issuedAt: title.issuedAt,
    supplier: supplierOf(above),
    lines: chosen.lines,
    totals: totalsOf(rows, itemRows),
  }
}
