/** Prints HTML as programs do: to a PDF with a text layer, and to pictures of its pages. */
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Browser } from 'playwright-core'
import { startChromium } from '../../../tests/support/app/chromium.ts'
import { PAPERS, type Paper } from './html.ts'

const MM_PER_INCH = 25.4
const CSS_DPI = 96

/** A picture with three bytes for each pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}

export interface Press {
  print(html: string, paper: Paper): Promise<Uint8Array>
  /** Makes a PDF with one picture per page, like the PDFs of scanners and scanner apps. */
  bind(pictures: readonly { jpeg: Uint8Array; width: number; height: number }[], dpi: number): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Starts the browser that prints. `fonts` is a folder with fonts in addition to the machine's. Throws if a font family
 * that the sets require is missing.
 */
export async function openPress(fonts: string | null, families: readonly string[]): Promise<Press> {
  if (fonts !== null) process.env.FONTCONFIG_FILE = await fontSettings(resolve(fonts))
  const found = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' })
  const missing = families.filter((family) => !found.includes(family))
  if (missing.length > 0) throw new Error(`Fonts are missing: ${missing.join(', ')}. See docs/recognition.md.`)
  const browser = await startChromium()
  const page = await browser.newPage()
  return {
    async print(html, paper) {
      await page.setContent(html)
      const [width, fixed] = PAPERS[paper]
      if (fixed !== null) return page.pdf({ preferCSSPageSize: true, printBackground: true })
      const pixels = await page.evaluate('document.body.scrollHeight')
      const height = Math.ceil((Number(pixels) * MM_PER_INCH) / CSS_DPI) + 4
      return page.pdf({ width: `${width}mm`, height: `${height}mm`, printBackground: true })
    },
    bind: (pictures, dpi) => bound(browser, pictures, dpi),
    close: () => browser.close(),
  }
}

async function fontSettings(folder: string): Promise<string> {
  await mkdir(join(folder, 'cache'), { recursive: true })
  const file = join(folder, 'fonts.conf')
  const include = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${include}<dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  return file
}

async function bound(
  browser: Browser,
  pictures: readonly { jpeg: Uint8Array; width: number; height: number }[],
  dpi: number,
): Promise<Uint8Array> {
  const page = await browser.newPage()
  const sizes = pictures.map(({ width, height }) => [width / dpi, height / dpi] as const)
  const style = sizes.map(([width, height], at) => `@page p${at}{size:${width}in ${height}in;margin:0}`).join('')
  const images = pictures.map(({ jpeg }, at) => {
    const [width, height] = sizes[at]!
    return `<img style="page:p${at};display:block;width:${width}in;height:${height - 0.005}in;break-after:page" src="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}">`
  })
  await page.setContent(`<style>${style}body{margin:0}</style>${images.join('')}`, { waitUntil: 'load' })
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  await page.close()
  return file
}

/** Renders the pages of a PDF as pictures, at `dpi` dots per inch. */
export async function picturesOf(pdf: Uint8Array, dpi: number, most = 30): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  try {
    const file = await library.loadDocument(pdf)
    const pictures: Picture[] = []
    for (let index = 0; index < Math.min(most, file.getPageCount()); index++) {
      const { width, height, data } = await file
        .getPage(index)
        .render({ scale: dpi / 72, render: 'bitmap', colorSpace: 'BGRA', renderFormFields: false })
      const colours = new Uint8Array(width * height * 3)
      for (let from = 0, to = 0; to < colours.length; from += 4, to += 3) {
        colours[to] = data[from]!
        colours[to + 1] = data[from + 1]!
        colours[to + 2] = data[from + 2]!
      }
      pictures.push({ width, height, colours })
    }
    file.destroy()
    return pictures
  } finally {
    library.destroy()
  }
}
