/**
 * Handles two tables side by side on a page: moves the right table below the left table, so that each row belongs to
 * only one table.
 */
import type { LookAgain } from '../picture/looks.ts'
import { centreOf, type Piece, type Row, textRowsOf } from '../picture/pieces.ts'
import { type Box, heightOf, unionOf } from '../picture/raster.ts'
import { foldedText } from '../words/likeness.ts'
import { type HeadingKind, headingKindOf } from './table-headings.ts'
import { isTotalsRow } from './table-rows.ts'

/**
 * The kinds of headings that both tables must have, and the minimum number of headings that must occur in both. Other
 * kinds are not required, because a price's heading, for example, may also be «Стоимость».
 */
const MUST = ['name', 'quantity'] as const satisfies readonly HeadingKind[]
const MIN_TWINS = 3

/** Two tables side by side: where they begin and end, and how far the right table is from the left table. */
interface Pair {
  readonly page: number
  readonly top: number
  readonly bottom: number
  /** The x of the border between the two tables. */
  readonly border: number
  readonly shift: number
}

/**
 * Moves the right table below the left table. The returned `again` converts places back to their original positions on
 * the page.
 */
export function unfolded(
  pieces: readonly Piece[],
  again: LookAgain,
): { readonly pieces: readonly Piece[]; readonly again: LookAgain } {
  const rows = textRowsOf(pieces)
  const pairs = [...new Set(rows.map(({ page }) => page))].flatMap(
    (page) => pairIn(rows.filter((row) => row.page === page)) ?? [],
  )
  if (pairs.length === 0) return { pieces, again }
  const pairOn = (page: number) => pairs.find((one) => one.page === page)
  return {
    pieces: pieces.map((piece) => {
      const pair = pairOn(piece.page)
      return pair === undefined ? piece : moved(piece, pair)
    }),
    again: (page, box, look) => {
      const pair = pairOn(page)
      return again(page, pair === undefined ? box : movedBack(box, pair), look)
    },
  }
}

const stepOf = ({ top, bottom }: Pair) => bottom - top

function moved(piece: Piece, pair: Pair): Piece {
  if (piece.top < pair.top) return piece
  const down = stepOf(pair)
  if (piece.top >= pair.bottom) return shiftedBy(piece, 0, down)
  return centreOf(piece) < pair.border ? piece : shiftedBy(piece, -pair.shift, down)
}

function movedBack(box: Box, pair: Pair): Box {
  if (box.top < pair.bottom) return box
  const down = stepOf(pair)
  return box.top < pair.bottom + down ? shiftedBy(box, pair.shift, -down) : shiftedBy(box, 0, -down)
}

const shiftedBy = <T extends Box>(box: T, across: number, down: number): T => ({
  ...box,
  left: box.left + across,
  right: box.right + across,
  top: box.top + down,
  bottom: box.bottom + down,
})

/** The maximum difference in height of headings that belong to one row of headings, in row heights. */
const NEAR = 2

function pairIn(rows: readonly Row[]): Pair | null {
  for (const [index, row] of rows.entries()) {
    const { top, bottom } = unionOf(row.pieces)
    const near = rows.slice(Math.max(0, index - 2), index + 3).flatMap(({ pieces }) => pieces)
    const band = near.filter(
      (piece) => piece.bottom > top - NEAR * (bottom - top) && piece.top < bottom + NEAR * (bottom - top),
    )
    const heads = headsIn(band)
    if (heads === null) continue
    const from = Math.min(...band.map((piece) => piece.top))
    const below = rows.slice(index + 1).filter(({ pieces }) => pieces.every((piece) => piece.top >= from))
    const border = borderIn(below, heads)
    const pair = border === null ? null : { page: row.page, top: from, border, shift: heads.shift }
    if (pair === null) continue
    const end = below.find((one) => isTotalsRow(one) || one.pieces.some((piece) => crosses(piece, pair.border)))
    const last = unionOf((end === undefined ? below.at(-1)! : end).pieces)
    return { ...pair, bottom: end === undefined ? last.bottom + heightOf(last) : last.top }
  }
  return null
}

const crosses = ({ left, right }: Box, at: number) => left < at && right > at

interface Heads {
  /**
   * `from`: where the last heading of the left table begins. `to`: where the first heading of the right table begins.
   */
  readonly from: number
  readonly to: number
  readonly shift: number
}

/** Finds two copies of each heading, with all headings of the left table before all headings of the right table. */
function headsIn(band: readonly Piece[]): Heads | null {
  const kinds = MUST.map((kind) =>
    band.filter(({ text }) => headingKindOf(text) === kind).sort((a, b) => a.left - b.left),
  )
  if (kinds.some((pieces) => pieces.length !== 2)) return null
  const [firsts, seconds] = [kinds.map(([first]) => first!), kinds.map(([, second]) => second!)]
  const to = Math.min(...seconds.map(({ left }) => left))
  const from = Math.max(...firsts.map(({ right }) => right))
  if (from >= to) return null
  const [name] = kinds as [Piece[], ...Piece[][]]
  const shift = name[1]!.left - name[0]!.left
  if (shift < NARROWEST * heightOf(name[0]!)) return null
  // Accept a table only if enough headings are repeated on the right, all at the same distance.
  const twins = band.filter((one) => band.some((other) => isTwin(one, other, shift)))
  if (twins.length < MIN_TWINS) return null
  const pairs = [...firsts, ...twins].map((first) => ({ first, right: first.right + shift }))
  return {
    from: Math.max(...pairs.map(({ first }) => first.left)),
    to: Math.min(...pairs.map(({ right }) => right)),
    shift,
  }
}

/** The difference, in heading heights, below which distances between headings count as equal. */
const SAME_PLACE = 1.5
/**
 * The minimum width of a table, in heading heights. Without it, two lines of one heading, such as «Товар» with
 * «наименование» below it, would look like two tables.
 */
const NARROWEST = 10

const isTwin = (one: Piece, other: Piece, shift: number) =>
  other !== one &&
  Math.abs(other.left - one.left - shift) < SAME_PLACE * heightOf(one) &&
  foldedText(one.text) === foldedText(other.text)

/** The number of rows below the headings that are searched for the border between the tables. */
const SHOWN = 8

/**
 * Returns the middle of the widest strip between the headings that contains no text in the rows below; null when there
 * is no such strip.
 */
function borderIn(below: readonly Row[], heads: Heads): number | null {
  const foot = below.findIndex(isTotalsRow)
  // Text below a short table may extend across both tables. If no strip is free of text, leave out the lowest rows one
  // by one.
  for (let count = Math.min(SHOWN, foot < 0 ? below.length : foot); count > 0; count--) {
    const border = stripIn(below.slice(0, count), heads)
    if (border !== null) return border
  }
  return null
}

function stripIn(rows: readonly Row[], { from, to }: Heads): number | null {
  const shown = rows.flatMap(({ pieces }) => pieces).filter(({ left, right }) => right > from && left < to)
  let best = { width: 0, at: 0 }
  let reached = from
  for (const { left, right } of [...shown.sort((a, b) => a.left - b.left), { left: to, right: to }]) {
    if (left - reached > best.width) best = { width: left - reached, at: (reached + left) / 2 }
    reached = Math.max(reached, right)
  }
  return best.width > 0 ? best.at : null
}
