/** Compares fast integer computations, which skip plain paper, with a simple computation of every pixel. */
import { expect, test } from 'vitest'
import { evened, nearest } from '../../server/recognition/picture/light-blocks.ts'
import type { Gray } from '../../server/recognition/picture/raster.ts'
import { movedAcross, movedDown, type Shift } from '../../server/recognition/picture/resample.ts'
import { stripesOf } from '../../server/recognition/picture/stripes.ts'
import { createChance } from '../support/chance/chance.ts'

const chance = createChance(11)
const [WIDTH, HEIGHT] = [150, 90]

/** Draws spots of random brightness on plain paper. */
function spotted(): Gray {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255)
  for (let spot = 0; spot < 40; spot++) {
    const [left, top] = [chance.below(WIDTH - 6), chance.below(HEIGHT - 6)]
    for (let at = 0; at < 36; at++) pixels[(top + Math.floor(at / 6)) * WIDTH + left + (at % 6)] = chance.below(256)
  }
  return { width: WIDTH, height: HEIGHT, pixels }
}

/** The value of the Catmull–Rom curve through four pixels. */
const curve = (a: number, b: number, c: number, d: number, t: number) =>
  Math.min(255, Math.max(0, b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))))

// The shifts are linear, so that interpolating between grid points gives their exact values everywhere.
const SHIFTS: readonly (readonly [string, Shift])[] = [
  ['none', () => 0],
  ['whole pixels', () => 7],
  ['back by a part of one', () => -3.25],
  ['leaning', (x, y) => 0.11 * y - 0.07 * x - 2.5],
  ['more than the picture', () => 400],
]

test.each(SHIFTS)('the pixels of a picture are shifted across and down by: %s', (_name, shift) => {
  const { pixels } = spotted()
  const gray = { width: WIDTH, height: HEIGHT, pixels }
  const [across, down] = [movedAcross(gray, shift).pixels, movedDown(gray, shift).pixels]
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = (column: number, row: number) => pixels[row * WIDTH + column]!
      const [toX, toY] = [x + shift(x, y), y + shift(x, y)]
      const [column, row] = [Math.floor(toX), Math.floor(toY)]
      const fromAcross =
        column < 1 || column >= WIDTH - 2
          ? 255
          : curve(at(column - 1, y), at(column, y), at(column + 1, y), at(column + 2, y), toX - column)
      const fromDown =
        row < 1 || row >= HEIGHT - 2
          ? 255
          : curve(at(x, row - 1), at(x, row), at(x, row + 1), at(x, row + 2), toY - row)
      expect(Math.abs(across[y * WIDTH + x]! - fromAcross), `across at ${x}, ${y}`).toBeLessThan(3)
      expect(Math.abs(down[y * WIDTH + x]! - fromDown), `down at ${x}, ${y}`).toBeLessThan(3)
    }
})

test('uneven light is evened out block by block, with values interpolated in between', () => {
  const size = 16
  const [columns, rows] = [Math.ceil(WIDTH / size), Math.ceil(HEIGHT / size)]
  const light = Float64Array.from({ length: columns * rows }, () => 40 + chance.below(216))
  const gray = spotted()
  const into = new Uint8Array(gray.pixels.length)
  evened(gray, light, { size, columns, rows }, into)
  const between = (place: number, count: number) => {
    const held = Math.min(Math.max((place + 0.5) / size - 0.5, 0), count - 1)
    const first = Math.min(Math.floor(held), count - 2)
    return [first, held - first] as const
  }
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [[column, right], [row, below]] = [between(x, columns), between(y, rows)]
      const of = (c: number, r: number) => light[r * columns + c]!
      const here =
        (of(column, row) * (1 - below) + of(column, row + 1) * below) * (1 - right) +
        (of(column + 1, row) * (1 - below) + of(column + 1, row + 1) * below) * right
      const expected = Math.min(255, (255 * gray.pixels[y * WIDTH + x]!) / here)
      expect(Math.abs(into[y * WIDTH + x]! - expected), `at ${x}, ${y}`).toBeLessThan(3)
    }
})

test.each(['highest', 'lowest'] as const)(
  'the %s value among each block of pixels and its neighbours is found',
  (chosen) => {
    const [columns, rows] = [9, 7]
    const values = Float64Array.from({ length: columns * rows }, () => chance.below(1_000))
    const found = nearest(values, { columns, rows }, chosen)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const around = [...values].filter(
          (_, at) => Math.abs(Math.floor(at / columns) - row) <= 1 && Math.abs((at % columns) - column) <= 1,
        )
        expect(found[row * columns + column]).toBe(chosen === 'highest' ? Math.max(...around) : Math.min(...around))
      }
  },
)

test('a long stroke is found in rows and in columns, even at the edge of the picture', () => {
  const [width, height] = [60, 40]
  const across = new Uint8Array(width * height)
  for (const y of [0, 20, height - 1]) across.fill(1, y * width + 5, y * width + 45)
  across.fill(1, 10 * width + 5, 10 * width + 15)
  // Remove one pixel: such a gap must not break the stroke.
  across[20 * width + 25] = 0
  const standing = new Uint8Array(width * height)
  for (let at = 0; at < across.length; at++) standing[(at % width) * height + Math.floor(at / width)] = across[at]!
  const found = stripesOf(across, width, height, 30, false)
  expect(stripesOf(standing, height, width, 30, true)).toEqual(found)
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    [5, 45],
    [5, 45],
    [5, 45],
  ])
})
