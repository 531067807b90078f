/**
 * Checks that white letters on a dark band are read like dark letters on paper, and that a shadow is not taken for such
 * a band.
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutBands } from '../../server/recognition/picture/bands.ts'
import type { Gray } from '../../server/recognition/picture/raster.ts'

const [WIDTH, HEIGHT] = [1000, 1400]

async function drawn(content: string): Promise<Gray> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#eee"/>${content}</svg>`
  const pixels = await sharp(Buffer.from(svg)).greyscale().toColourspace('b-w').raw().toBuffer()
  return { width: WIDTH, height: HEIGHT, pixels }
}

/** Draws strokes that are as wide as the strokes of letters. */
const letters = (y: number, colour: string) =>
  Array.from(
    { length: 14 },
    (_, at) => `<rect x="${130 + 22 * at}" y="${y}" width="5" height="24" fill="${colour}"/>`,
  ).join('')

const band = (inside: string, turn = '') =>
  `<g transform="${turn}"><rect x="100" y="100" width="800" height="50" fill="#333"/>${inside}</g>`

const at = ({ pixels }: Gray, x: number, y: number) => pixels[y * WIDTH + x]!

test.each(['', 'rotate(3 500 125)', 'rotate(90 500 500)'])(
  'before reading, a dark band with white letters is inverted on a page with the SVG transform "%s"',
  async (turn) => {
    const page = await drawn(band(letters(113, '#fff'), turn))
    const plain = withoutBands(page)
    const dark = plain.pixels.filter((value) => value < 120).length
    // The dark pixels that remain are the letters, not the band.
    expect(dark).toBeGreaterThan(14 * 5 * 24 * 0.7)
    expect(dark).toBeLessThan(14 * 5 * 24 * 1.6)
  },
)

test('inverting a dark band leaves the rest of the page unchanged', async () => {
  const page = await drawn(band(letters(113, '#fff')) + letters(300, '#222'))
  const plain = withoutBands(page)
  expect(at(plain, 132, 120)).toBeLessThan(30)
  expect(at(plain, 600, 120)).toBeGreaterThan(220)
  expect(Buffer.compare(plain.pixels.subarray(200 * WIDTH), page.pixels.subarray(200 * WIDTH))).toBe(0)
})

test.each([
  ['paper in a shadow', `<rect x="100" y="100" width="800" height="50" fill="#777"/>${letters(113, '#111')}`],
  ['a bar without letters', band('')],
  ['letters', letters(113, '#111')],
  ['a dark desk', `<rect x="0" y="0" width="1000" height="90" fill="#333"/>${letters(30, '#fff')}`],
])('%s is not mistaken for a dark band with white letters', async (_what, content) => {
  const page = await drawn(content)
  expect(withoutBands(page) === page).toBe(true)
})
