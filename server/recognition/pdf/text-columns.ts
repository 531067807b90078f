/** Cells whose edges meet, as in tables without upright rules: parted where the columns of the other rows end and begin. */
import { inkBoxOf, type Letter, textOfLetters, wordStarts } from './text-letters.ts'

/** A row of a table has at least so many pieces. */
const MIN_CELLS = 4
/** So many other rows must have an edge there. */
const MIN_ROWS = 2
/** In widths of a letter. */
const SAME_EDGE = 0.3
/** A unit, a rate: short cells stand in the middle of their column. */
const SHORT = 8

type Level = readonly (readonly Letter[])[]

/** Of pieces in rows of tables, with the number of the row. */
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
 * By level, from left to right. `unit`: the width of a letter; `stringGap`, in such widths: further than that from what is before it, without
 * a blank, another cell may begin.
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

/** What is written in one go, of letters that stand near enough to be of one cell. */
function apart(letters: readonly Letter[], stringGap: number): Letter[][] {
  const strings: Letter[][] = []
  for (const [index, letter] of letters.entries())
    if (index === 0 || (beginsString(letter, stringGap) && !areThousands(letters, index))) strings.push([letter])
    else strings.at(-1)!.push(letter)
  return strings
}

/** «12 000» */
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

/** Two amounts without a gap: no number goes on behind its kopecks. */
const isBetweenAmounts = (part: readonly Letter[], behind: readonly Letter[]) =>
  /\d/.test(behind[0]!.glyph.text) &&
  /\d[.,]\d\d$/.test(textOfLetters(part.slice(-4))) &&
  /^\d[\d\s]*[.,]\d\d/.test(textOfLetters(behind))

/** What begins by itself behind kopecks is another cell, but for a unit or a currency. */
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
  // «12 000» and «5 кг» stand together in any column unless both sides say otherwise.
  if (/^\d{1,3}$/.test(last) && /^\d{3}(?!\d)/.test(first)) return endsNumber && beginsCell
  if (/\d$/.test(last) && /^\p{Ll}/u.test(first)) return endsNumber
  const isShort = textBefore.length <= SHORT && !/\d$/.test(last) && /^\d/.test(first)
  const endsShort = isShort && rowsAt(edges.middle, (left + right) / 2) >= MIN_ROWS
  const isNumber = behind[0]!.isFirst && /^[\d\s.,]+$/.test(textBehind)
  const beginsNumber = isNumber && rowsAt(edges.right, spanOf(behind).right) >= MIN_ROWS
  return endsNumber || beginsCell || endsShort || beginsNumber
}
