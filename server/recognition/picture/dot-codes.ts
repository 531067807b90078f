/** Reads QR and DataMatrix codes on a page. Their contents are exact, unlike recognized letters. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { resized } from './prepare.ts'
import type { Gray } from './raster.ts'

/**
 * The number of pixels to which the picture is reduced. Codes are readable at 150 dpi, and an A4 page at 150 dpi has
 * fewer pixels.
 */
const MOST_PIXELS = 2_600_000
/** The maximum number of codes that are read on a page. */
const MOST_CODES = 6
const LONGEST = 2000

let binary: Promise<ArrayBuffer> | null = null

async function loaded(): Promise<ArrayBuffer> {
  const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  return new Uint8Array(file).buffer
}

/** Reads the matrix codes of a page in any orientation. Ignores codes that cannot be read. */
export async function codesIn(page: Gray): Promise<string[]> {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (page.width * page.height)))
  const { width, height, pixels } =
    scale === 1 ? page : await resized(page, Math.round(scale * page.width), Math.round(scale * page.height))
  binary ??= loaded()
  prepareZXingModule({ overrides: { wasmBinary: await binary } })
  try {
    const picture = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
    const found = await readBarcodes(picture, {
      formats: ['QRCode', 'DataMatrix'],
      maxNumberOfSymbols: MOST_CODES,
      tryInvert: false,
    })
    return found.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text.slice(0, LONGEST))
  } catch {
    // Ignore the error, because the page can be read without its codes.
    return []
  } finally {
    // Free the module now and create it again for the next page, because its memory grows to the size of the picture.
    purgeZXingModule()
  }
}
