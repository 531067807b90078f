/**
 * Splits table cells whose texts touch, in tables without vertical rules. The splits are made where columns begin and
 * end in other rows.
 */
import { inkBoxOf, type Letter, textOfLetters, wordStarts } from './text-letters.ts'

/** The minimum number of text pieces in a table row. */
const MIN_CELLS = 4
/** The number of other rows that must have a text edge at a place before it counts as a column's edge. */
const MIN_ROWS = 2
/** The maximum distance, in letter widths, between text edges that count as the same column edge. */
const SAME_EDGE = 0.3
/** The maximum length, in characters, of short texts that may be centred in their column, such as units and rates. */
const SHORT = 8

type Level = readonly (readonly Letter[])[]

/** The left and right edges of the text pieces in table rows, with their row numbers. */
interface Edges {
  readonly left: readonly Edge[]
  readonly right: readonly Edge[]
  readonly middle: readonly Edge[]
}

interface Edge {
  readonly at: number
  readonly row: number
}

/**
 * Splits letters into cells, grouped by row and sorted from left to right. `unit`: the width of a letter. `stringGap`:
 * the gap, in letter widths, above which letters with no space between them may belong to different cells.
 */
export function partedByColumns(levels: readonly Level[], unit: number, stringGap: number): Letter[][][] {
  const cells = levels.map((level) => level.flatMap((letters) => apart(letters, stringGap)))
  const boxes = cells.flatMap((level, row) =>
    level.length < MIN_CELLS ? [] : level.map((letters) => ({ ...spanOf(letters), row })),
  )
  const edges = {
    left: boxes.map(({ left, row }) => ({ at: left, row })),
    right: boxes.map(({ right, row }) => ({ at: right, row })),
    middle: boxes.map(({ left, right, row }) => ({ at: (left + right) / 2, row })),
  }
  return levels.map((level, row) =>
    cells[row]!.length < MIN_CELLS - 1
      ? level.map((letters) => [...letters])
      : level.flatMap((letters) => parted(letters, edges, { row, tolerance: SAME_EDGE * unit, stringGap })),
  )
}

const beginsString = ({ isFirst, isBehindBlank, gap }: Letter, stringGap: number) =>
  isFirst && !isBehindBlank && gap > stringGap

/** Splits letters into strings. A string's letters were drawn in one go and are close enough to belong to one cell. */
function apart(letters: readonly Letter[], stringGap: number): Letter[][] {
  const strings: Letter[][] = []
  for (const [index, letter] of letters.entries())
    if (index === 0 || (beginsString(letter, stringGap) && !areThousands(letters, index))) strings.push([letter])
    else strings.at(-1)!.push(letter)
  return strings
}

/** Whether a group of three digits follows, as in «12 000». */
const areThousands = (letters: readonly Letter[], at: number) =>
  /\d/.test(letters[at - 1]!.glyph.text) && /^\d{3}(?!\d)/.test(textOfLetters(letters.slice(at, at + 4)))

const spanOf = (letters: readonly Letter[]) => ({
  left: inkBoxOf(letters[0]!.glyph).left,
  right: inkBoxOf(letters.at(-1)!.glyph).right,
})

interface Place {
  readonly row: number
  readonly tolerance: number
  readonly stringGap: number
}

function parted(letters: readonly Letter[], edges: Edges, place: Place): Letter[][] {
  const starts = wordStarts(letters)
  const parts: Letter[][] = [[letters[0]!]]
  for (const [index, letter] of letters.entries()) {
    if (index === 0) continue
    const part = parts.at(-1)!
    const behind = letters.slice(index)
    const isJoint = starts.has(index) || letter.isFirst || isBetweenAmounts(part, behind)
    if (isJoint && (isBehindAmount(part, behind, place) || isEdge(part, behind, edges, place)))
      parts.push([{ ...letter, gap: 0, isBehindBlank: false, isFirst: true }])
    else part.push(letter)
  }
  return parts
}

/**
 * Whether one amount directly follows another. They cannot be a single number, because a number never continues after
 * its kopecks.
 */
const isBetweenAmounts = (part: readonly Letter[], behind: readonly Letter[]) =>
  /\d/.test(behind[0]!.glyph.text) &&
  /\d[.,]\d\d$/.test(textOfLetters(part.slice(-4))) &&
  /^\d[\d\s]*[.,]\d\d/.test(textOfLetters(behind))

/**
 * Whether a separate piece of text after an amount with kopecks belongs to another cell. A unit or a currency does not.
 */
const isBehindAmount = (part: readonly Letter[], behind: readonly Letter[], { stringGap }: Place) =>
  beginsString(behind[0]!, stringGap) &&
  /(?<!\S)\d[\d\s]*[.,]\d\d$/.test(textOfLetters(part)) &&
  /^[\p{Lu}\d]/u.test(behind[0]!.glyph.text)

const lastWord = (text: string) => text.slice(text.lastIndexOf(' ') + 1)
const firstWord = (text: string) => text.split(' ', 1)[0]!

function isEdge(
  before: readonly Letter[],
  behind: readonly Letter[],
  edges: Edges,
  { row, tolerance }: Place,
): boolean {
  const rowsAt = (where: readonly Edge[], at: number) =>
    new Set(where.filter((edge) => edge.row !== row && Math.abs(edge.at - at) <= tolerance).map((edge) => edge.row))
      .size
  const { left, right } = spanOf(before)
  const [textBefore, textBehind] = [textOfLetters(before), textOfLetters(behind)]
  const [last, first] = [lastWord(textBefore), firstWord(textBehind)]
  const endsNumber = /\d/.test(last) && rowsAt(edges.right, right) >= MIN_ROWS
  const beginsCell = rowsAt(edges.left, spanOf(behind).left) >= MIN_ROWS
  // «12 000» and «5 кг» belong together, unless a column ends before the gap and another column begins after it.
  if (/^\d{1,3}$/.test(last) && /^\d{3}(?!\d)/.test(first)) return endsNumber && beginsCell
  if (/\d$/.test(last) && /^\p{Ll}/u.test(first)) return endsNumber
  const isShort = textBefore.length <= SHORT && !/\d$/.test(last) && /^\d/.test(first)
  const endsShort = isShort && rowsAt(edges.middle, (left + right) / 2) >= MIN_ROWS
  const isNumber = behind[0]!.isFirst && /^[\d\s.,]+$/.test(textBehind)
  const beginsNumber = isNumber && rowsAt(edges.right, spanOf(behind).right) >= MIN_ROWS
  return endsNumber || beginsCell || endsShort || beginsNumber
}
