/** QR codes and DataMatrix on a page: exact where letters are guessed. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { resized } from './prepare.ts'
import type { Gray } from './raster.ts'

/** Dots of a code are legible at 150 dpi of A4, which is less. */
const MOST_PIXELS = 2_600_000
/** A page has no more of them that say anything of it. */
const MOST_CODES = 6
const LONGEST = 2000

let binary: Promise<ArrayBuffer> | null = null

async function loaded(): Promise<ArrayBuffer> {
  const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  return new Uint8Array(file).buffer
}

/** What the codes of a page say, as it was taken: it may lie in any way. What cannot be read is no code. */
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
    // A page can be read without its codes.
    return []
  } finally {
    // Its memory is as large as the picture: it is made anew for the next page.
    purgeZXingModule()
  }
}
