/** Tests files that ordinary users and attackers upload as documents. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Refusal } from '../../server/domain/refusals.ts'
import { identifyFile, MAX_PAGES } from '../../server/recognition/file-types.ts'
import { openFile } from '../../server/recognition/open-file.ts'
import type { PageImage } from '../../server/recognition/picture/raster.ts'
import { hugePng } from '../support/papers/huge-png.ts'
import { pdfOf, pdfOfPictures } from '../support/papers/pdf.ts'

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' }, limitInputPixels: false })

async function pagesOf(bytes: Uint8Array): Promise<PageImage[]> {
  const pages: PageImage[] = []
  const file = await openFile(bytes)
  for (let index = 0; index < file.pageCount; index += 1) pages.push(await file.page(index))
  file.close()
  return pages
}

/** Opens a file that must be refused, and returns the refusal's code and message. */
async function refusalOf(bytes: Uint8Array): Promise<{ code: string; detail: string }> {
  const error = await pagesOf(bytes).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  return { code: (error as Refusal).code, detail: (error as Refusal).message }
}

const SCAN = new URL('./pages/5002.jpg', import.meta.url)

test.each(['jpeg', 'png', 'webp', 'gif', 'tiff'] as const)(
  'a %s is recognized by its bytes and opened',
  async (format) => {
    const bytes = await white(30, 20).toFormat(format).toBuffer()
    expect((await openFile(bytes)).contentType).toBe(`image/${format}`)
    const [page] = await pagesOf(bytes)
    expect(page).toMatchObject({ width: 30, height: 20 })
    expect(page!.colours).toHaveLength(30 * 20 * 3)
    expect(page!.colours[0]).toBeGreaterThan(250)
  },
)

test('a photo is rotated according to its EXIF data', async () => {
  const lying = await white(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect((await pagesOf(lying))[0]).toMatchObject({ width: 20, height: 40 })
})

test.each([1, 3, 6, 7, 8])(
  'a large photo is reduced in size like any other picture, even with the EXIF orientation %i',
  async (orientation) => {
    const [page] = await pagesOf(await white(5_000, 3_600).jpeg().withMetadata({ orientation }).toBuffer())
    expect((page!.width * page!.height) / 1e6).toBeCloseTo(12, 1)
    expect(page!.width > page!.height).toBe(orientation < 5)
  },
)

test('the transparent parts of a picture become white paper', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  expect((await pagesOf(clear))[0]!.colours[0]).toBe(255)
})

test('grey, sixteen-bit and two-colour pictures can be opened too', async () => {
  const grey = await white(8, 8).toColourspace('b-w').png().toBuffer()
  const deep = await white(8, 8).toColourspace('rgb16').png().toBuffer()
  const twoColours = await white(8, 8).png({ palette: true, colours: 2 }).toBuffer()
  for (const bytes of [grey, deep, twoColours]) {
    const [page] = await pagesOf(bytes)
    expect(page!.colours).toHaveLength(8 * 8 * 3)
    expect(page!.colours[100]).toBe(255)
  }
})

test('every page of a PDF can be rendered', async () => {
  const pages = await pagesOf(pdfOf(3))
  expect(pages).toHaveLength(3)
  expect(pages[0]!.width).toBeGreaterThan(1500)
  expect(pages[0]!.height).toBeGreaterThan(pages[0]!.width)
})

test('every page of a TIFF can be opened', async () => {
  const [first, second] = await Promise.all([white(20, 10).png().toBuffer(), white(20, 10).negate().png().toBuffer()])
  const tiff = await sharp([first, second], { join: { animated: true } })
    .tiff()
    .toBuffer()
  const pages = await pagesOf(tiff)
  expect(pages.map((page) => page.colours[0])).toEqual([255, 0])
  expect(pages[1]).toMatchObject({ width: 20, height: 10 })
})

test('a PDF page as large as a house is rendered as a small picture', async () => {
  const [page] = await pagesOf(pdfOf(1, { width: 14_400, height: 14_400 }))
  expect(page!.width * page!.height).toBeLessThan(12_100_000)
})

test('a small file that would unpack to 900 million pixels is refused by its header alone', async () => {
  const bomb = hugePng(30_000)
  expect(bomb.length).toBeLessThan(200_000)
  expect(await refusalOf(bomb)).toMatchObject({
    code: 'BODY_TOO_LARGE',
    detail: expect.stringContaining('30000 × 30000') as string,
  })
  await expect(identifyFile(bomb)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
})

test('a PDF of 10,000 pages is refused', async () => {
  expect(await refusalOf(pdfOf(10_000))).toMatchObject({
    code: 'BODY_TOO_LARGE',
    detail: expect.stringContaining('10000 pages') as string,
  })
  expect(await pagesOf(pdfOf(1))).toHaveLength(1)
  expect(MAX_PAGES).toBeLessThan(10_000)
})

test.each([
  ['an empty file', () => Buffer.alloc(0)],
  ['a text named .jpg', () => Buffer.from('Счёт на оплату № 1 от 5 марта 2026 г.')],
  ['an SVG', () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a ZIP file', () => Buffer.from('504b0304140000000800', 'hex')],
  ['a PDF that begins like a GIF', () => Buffer.concat([Buffer.from('GIF89a'), pdfOf(1)])],
  ['a file with only the beginning of a PDF', () => Buffer.from('%PDF-1.7\nnonsense')],
  ['a PDF that is cut off', () => pdfOf(2).subarray(0, 120)],
])('%s is refused as an uploaded document, and the refusal gives the reason', async (_name, bytes) => {
  const { code, detail } = await refusalOf(bytes())
  expect(code).toBe('UNSUPPORTED_MEDIA_TYPE')
  expect(detail).toMatch(/damaged|no JPEG/)
})

test.each([0.02, 0.5, 0.95])(
  'a scan truncated to the fraction %d of its bytes is refused as incomplete',
  async (share) => {
    const scan = await readFile(SCAN)
    expect(await refusalOf(scan.subarray(0, Math.round(share * scan.length)))).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })
  },
)

test('a file that is both a picture and a PDF is opened as the type that its first bytes indicate', async () => {
  const both = Buffer.concat([await readFile(SCAN), pdfOf(5)])
  expect((await openFile(both)).contentType).toBe('image/jpeg')
  expect(await pagesOf(both)).toHaveLength(1)
})

const PRINTED_MEMORY = `
const { openFile } = await import(process.argv[1])
const bytes = Buffer.from(process.argv[2], 'base64')
const kept = async () => {
  for (const _ of [1, 2, 3]) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    globalThis.gc()
  }
  return process.memoryUsage().external
}
const draw = async () => {
  const file = await openFile(bytes)
  const { width } = await file.page(0)
  return { file, width }
}
const before = await kept()
const { width, file } = await draw()
console.log(width, Math.round((await kept() - before) / 1e6), file.pageCount)
`

test('the memory for rendering a PDF page is freed at once, while the file is still open', async () => {
  const scan = await white(2_600, 3_600).jpeg().toBuffer()
  const bytes = (await pdfOfPictures([scan])).toString('base64')
  const program = new URL('../../server/recognition/open-file.ts', import.meta.url).href
  const options = ['--expose-gc', '--input-type=module', '-e', PRINTED_MEMORY, program, bytes]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  const [width, kept] = stdout.trim().split(' ').map(Number)
  expect(width).toBeGreaterThan(1_000)
  // The limit is in megabytes; the PDF library alone uses 20.
  expect(kept).toBeLessThan(40)
})
