/**
 * Reads whole pages, from their bytes to the result, with the service's built-in recognizer: invented documents
 * (tools/documents, with seeds that nothing was tuned on), and a sample scan if MATERIAL_DIR contains it.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { tesseractRecognizer } from '../../server/papers/tesseract-recognizer.ts'
import { recognizeFile } from '../../server/recognition/recognize-file.ts'
import { needing } from '../support/chance/needing.ts'
import { pdfOfPictures } from '../support/papers/pdf.ts'

const OWN = new URL('./pages/', import.meta.url)
/** The pages to read. Page 5117 is a till receipt that was scanned at a low resolution. */
const PAGES = ['5002.jpg', '5007.png', '5117.jpg'].map((name) => new URL(name, OWN))
const LIMIT_MS = 120_000

interface Truth {
  readonly kind: string
  readonly number: string
  readonly date: string
  readonly supplier: { readonly inn: string }
  readonly lines: readonly { readonly quantity: number; readonly unitCost: number; readonly total: number }[]
  readonly total: number
}

const recognizer = tesseractRecognizer()
afterAll(() => recognizer.close())

async function expectRead(page: URL): Promise<void> {
  const truth = JSON.parse(await readFile(new URL(page.href.replace(/\.\w+$/, '.json')), 'utf8')) as Truth
  const extraction = await recognizeFile(await readFile(page), { recognizer }, new AbortController().signal)
  expect(extraction).toMatchObject({
    kind: truth.kind,
    reference: truth.number,
    issuedAt: truth.date,
    supplier: { inn: truth.supplier.inn },
    total: Math.round(truth.total * 100),
    warnings: [],
  })
  expect(extraction.lines.map(({ quantity, unitCost, amount }) => ({ quantity, unitCost, amount }))).toEqual(
    truth.lines.map((line) => ({
      quantity: Math.round(line.quantity * 1000),
      unitCost: Math.round(line.unitCost * 100),
      amount: Math.round(line.total * 100),
    })),
  )
  for (const line of extraction.lines) expect(line.confidence).toBeGreaterThanOrEqual(0.9)
}

test.each(PAGES.map((page) => [page.pathname.split('/').at(-1), page] as const))(
  'the scan %s is read correctly to the kopeck',
  (_name, page) => expectRead(page),
  LIMIT_MS,
)

needing('documents/15.jpg')('a sample scan is read correctly to the kopeck', expectRead, LIMIT_MS)

test(
  'a grainy picture that is out of focus but legible is read correctly to the kopeck',
  async () => {
    const page = sharp(await readFile(PAGES[1]!))
    const { width } = await page.metadata()
    const { data, info } = await page
      .resize({ width: Math.round(1.2 * width) })
      .removeAlpha()
      .toColourspace('srgb')
      .blur(2.6)
      .raw()
      .toBuffer({ resolveWithObject: true })
    let state = 1
    const chance = () => {
      state = (state * 16_807) % 2_147_483_647
      return state / 2_147_483_647
    }
    const taken = Uint8Array.from({ length: data.length / 3 }, (_, at) => {
      const grain = 24 * (chance() + chance() + chance() - 1.5)
      return Math.min(255, Math.max(0, 0.8 * data[3 * at]! + grain))
    })
    const picture = await sharp(taken, { raw: { ...info, channels: 1 } })
      .jpeg({ quality: 50 })
      .toBuffer()
    const truth = JSON.parse(await readFile(new URL('5007.json', OWN), 'utf8')) as Truth
    const { lines, total } = await recognizeFile(picture, { recognizer }, new AbortController().signal)
    expect(lines.map((line) => [line.quantity, line.unitCost])).toEqual(
      truth.lines.map((line) => [Math.round(line.quantity * 1000), Math.round(line.unitCost * 100)]),
    )
    expect(total).toBe(Math.round(truth.total * 100))
  },
  LIMIT_MS,
)

test(
  'an upside-down page is recognized and turned upright, with its lines marked at the right places',
  async () => {
    const upright = await readFile(PAGES[1]!)
    const turned = await sharp(upright).rotate(180).png().toBuffer()
    const { signal } = new AbortController()
    const [asIs, headDown] = [
      await recognizeFile(upright, { recognizer }, signal),
      await recognizeFile(turned, { recognizer }, signal),
    ]
    expect([asIs.pages, headDown.pages]).toEqual([[{ rotation: 0 }], [{ rotation: 180 }]])
    expect(headDown.lines.length).toBe(asIs.lines.length)
    for (const [index, { place }] of asIs.lines.entries()) {
      expect(place!.page).toBe(1)
      const other = headDown.lines[index]!.place!
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(place![side]).toBeCloseTo(other[side], 2)
      // Each marked place is only a few letters high and lies below the previous line's place.
      expect(place!.height).toBeLessThan(0.04)
      expect(place!.width).toBeGreaterThan(0.5)
      if (index > 0) expect(place!.y).toBeGreaterThan(asIs.lines[index - 1]!.place!.y)
    }
  },
  LIMIT_MS,
)

test(
  'an aborted reading attempt fails with the reason given for the abort',
  async () => {
    const abort = new AbortController()
    const reason = new Error('not wanted')
    const reading = recognizeFile(await readFile(PAGES[0]!), { recognizer }, abort.signal)
    setTimeout(() => abort.abort(reason), 300)
    await expect(reading).rejects.toBe(reason)
    const next = await recognizeFile(await readFile(PAGES[1]!), { recognizer }, new AbortController().signal)
    expect(next.lines.length).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

test(
  'a page that was photographed from too far away is refused with advice',
  async () => {
    const page = sharp(await readFile(PAGES[1]!))
    const { width } = await page.metadata()
    const far = await page
      .resize({ width: Math.round(0.13 * width) })
      .jpeg({ quality: 90 })
      .toBuffer()
    const { signal } = new AbortController()
    await expect(recognizeFile(far, { recognizer }, signal)).rejects.toThrow(
      /^Снимок не читается: .* Сфотографируйте ближе/,
    )
    const both = await pdfOfPictures([far, await readFile(PAGES[1]!)])
    const extraction = await recognizeFile(both, { recognizer }, signal)
    expect(extraction.warnings.map(({ code }) => code)).toEqual(['PAGE_NOT_LEGIBLE'])
    expect(extraction.warnings[0]!.message).toMatch(/^Page 1 /)
    expect(extraction.lines.length).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

test(
  'a blurred page with a few legible words but no sums that add up is refused',
  async () => {
    const length = 7
    // Average each pixel with its neighbours, which has the effect of camera shake.
    const kernel = Array.from({ length: length * length }, (_, at) => (Math.floor(at / length) === 3 ? 1 : 0))
    const shaken = await sharp(await readFile(PAGES[1]!))
      .greyscale()
      .convolve({ width: length, height: length, kernel })
      .jpeg({ quality: 80 })
      .toBuffer()
    await expect(recognizeFile(shaken, { recognizer }, new AbortController().signal)).rejects.toThrow(
      /^Снимок не читается: /,
    )
  },
  LIMIT_MS,
)
