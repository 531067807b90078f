/**
 * Tests table columns separated by strokes that were read as characters, and cells too close together to be separated
 * by a gap.
 */
import { expect, test } from 'vitest'
import { inkComponentsOf } from '../../server/recognition/picture/components.ts'
import { withoutStrokes } from '../../server/recognition/picture/drawn-columns.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'
import type { Box, Gray } from '../../server/recognition/picture/raster.ts'
import { splitPieces } from '../../server/recognition/table/split-pieces.ts'

const LETTER_HEIGHT = 14

function pictureOf(boxes: readonly Box[]): Gray {
  const [width, height] = [200, 300]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const { left, right, top, bottom } of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(0, y * width + left, y * width + right)
  return { width, height, pixels }
}

const stroke = (left: number, row: number): Box => ({
  left,
  right: left + 3,
  top: 20 + 22 * row,
  bottom: 40 + 22 * row,
})
const letter = (left: number, row: number): Box => ({
  left,
  right: left + 9,
  top: 24 + 22 * row,
  bottom: 38 + 22 * row,
})
const ROWS = [0, 1, 2, 3, 4, 5]

function undrawn(boxes: readonly Box[]) {
  const gray = pictureOf(boxes)
  return withoutStrokes(gray, inkComponentsOf(gray, 128), LETTER_HEIGHT)
}

test('strokes one above another are recognized as the line between two table columns and removed', () => {
  const touching = letter(91, 3)
  const { gray, upright } = undrawn([
    ...ROWS.map((row) => stroke(100, row)),
    ...ROWS.map((row) => letter(60, row)),
    touching,
  ])
  expect(upright.length).toBeGreaterThan(0)
  expect(upright.every(({ at }) => Math.abs(at - 101.5) < 1)).toBe(true)
  const left = inkComponentsOf(gray, 128)
  expect(left.filter((one) => one.right > 100)).toEqual([])
  expect(left.filter((one) => one.left === 60)).toHaveLength(ROWS.length)
})

test('fewer than four strokes, or strokes that are not one above another, are taken for letters', () => {
  expect(undrawn([0, 1, 2].map((row) => stroke(100, row))).upright).toEqual([])
  expect(undrawn(ROWS.map((row) => stroke(40 + 17 * row, row))).upright).toEqual([])
})

const piece = (text: string): Piece => ({
  page: 0,
  text,
  confidence: 1,
  left: 0,
  right: 10 * text.length,
  top: 0,
  bottom: 20,
})

test.each([
  ['17,49 Без НДС', ['17,49', 'Без НДС']],
  ['1 319,68 20%', ['1 319,68', '20%']],
  ['18,00 17,49', ['18,00', '17,49']],
  ['НДС 10 % 1 050,00', ['НДС 10 %', '1 050,00']],
])('the text "%s" is split into two cells of a table', (text, cells) => {
  const found = splitPieces([piece(text)])
  expect(found.map((one) => one.text)).toEqual(cells)
  expect(found[0]!.right).toBeLessThanOrEqual(found[1]!.left)
})

test.each(['1 319,68', 'Итого 314 186,63', 'Муфта 32х1 20%', '12,5 мм', '20%'])(
  'the text "%s" stays one cell of a table',
  (text) => {
    expect(splitPieces([piece(text)])).toEqual([piece(text)])
  },
)
