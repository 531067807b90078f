/**
 * Tests pictures whose pixels are not square, such as faxes with half the lines, as various machines and programs save
 * them.
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openFile } from '../../server/recognition/open-file.ts'
import { heightSaid } from '../../server/recognition/picture/pixel-shape.ts'

const WIDTH = 1728
const COARSE = { width: WIDTH, height: 1175 }

/** Draws a page with black bars. */
function page({ width, height }: { width: number; height: number }, ink = 0) {
  const pixels = Buffer.alloc(width * height, 255)
  for (let y = 100; y < height - 100; y += 20) pixels.fill(ink, y * width + 100, y * width + width - 300)
  return sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
}

const tiffOf = (lines: number, size = COARSE, ink = 0) =>
  page(size, ink)
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 204 / 25.4, yres: lines / 25.4, resolutionUnit: 'inch' })
    .toBuffer()

async function sizeOf(bytes: Uint8Array) {
  const { width, height, colours } = await (await openFile(bytes)).page(0)
  expect(colours).toHaveLength(3 * width * height)
  return [width, height]
}

test('a fax of 98 lines per inch is stretched to the sheet’s real height by the resolution given in its file', async () => {
  expect(await sizeOf(await tiffOf(98))).toEqual([WIDTH, Math.round((COARSE.height * 204) / 98)])
  // Check that a page of any size is stretched if its file gives the resolution.
  expect(await sizeOf(await tiffOf(102, { width: 900, height: 600 }))).toEqual([900, 1200])
})

test('each page of a TIFF has its own resolution', async () => {
  const bytes = await tiffOf(98)
  expect(heightSaid(bytes, 0)).toBeCloseTo(204 / 98, 2)
  expect(heightSaid(bytes, 1)).toBeNull()
  expect(heightSaid(bytes.subarray(0, 40), 0)).toBeNull()
  expect(heightSaid(Buffer.from('II*'), 0)).toBeNull()
})

test('a picture with square pixels or an implausible resolution is not stretched', async () => {
  expect(await sizeOf(await tiffOf(196, { width: WIDTH, height: 2350 }))).toEqual([WIDTH, 2350])
  expect(await sizeOf(await tiffOf(20, { width: 900, height: 600 }))).toEqual([900, 600])
})

test('a fax saved without its resolution is recognized by its width and by being black and white', async () => {
  const high = Math.round((COARSE.height * 204) / 98)
  expect(await sizeOf(await page(COARSE).png().toBuffer())).toEqual([WIDTH, high])
  expect(await sizeOf(await page(COARSE).jpeg({ quality: 90 }).toBuffer())).toEqual([WIDTH, high])
  // Check that a grey scan, a page of another width, and a short strip are not stretched.
  expect(await sizeOf(await page(COARSE, 128).png().toBuffer())).toEqual([WIDTH, COARSE.height])
  expect(await sizeOf(await page({ width: 1730, height: 1175 }).png().toBuffer())).toEqual([1730, 1175])
  expect(await sizeOf(await page({ width: WIDTH, height: 500 }).png().toBuffer())).toEqual([WIDTH, 500])
})
