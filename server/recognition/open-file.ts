/** Opens an uploaded file, page by page; nothing is decoded before its size is known. */
import sharp from 'sharp'
import { checkPages, checkPixels, damaged, identifyFile, type ReadableType, unreadable } from './file-types.ts'
import { openPdf, type Pdf } from './pdfium.ts'
import type { PageImage } from './prepare.ts'
import { type TextPage, textPageOf } from './text-layer.ts'

// Pages are decoded once, one after the other: what libvips would keep of them is only memory.
sharp.cache(false)

/** Larger pages are made smaller at once: letters are legible at 300 dpi of A4, which is less. */
const MAX_PAGE_PIXELS = 12_000_000

/** Pages of a PDF are drawn at this resolution. */
const PDF_DPI = 220
const POINTS_PER_INCH = 72

export interface OpenedFile {
  readonly contentType: ReadableType
  /** At most MAX_PAGES. */
  readonly pageCount: number
  /** Decodes one page, counted from 0; turned as EXIF says. Refuses UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE. */
  page(index: number): Promise<PageImage>
  /** The page's own text, when it has one that can be trusted; null: read the picture. */
  text(index: number): TextPage | null
  close(): void
}

/**
 * A file ready to be read; close it afterwards.
 * Refuses: UNSUPPORTED_MEDIA_TYPE for what cannot be opened (also later, when a page turns out damaged), BODY_TOO_LARGE.
 * The refusal's detail is for the owner.
 */
export async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const { contentType, pages } = await identifyFile(bytes)
  if (contentType === 'application/pdf') return openPdfFile(bytes)
  return {
    contentType,
    pageCount: pages ?? 1,
    page: (index) => picturePage(bytes, index),
    text: () => null,
    close: () => {},
  }
}

async function picturePage(bytes: Uint8Array, page: number): Promise<PageImage> {
  const input = () => sharp(bytes, { page, pages: 1, failOn: 'truncated', limitInputPixels: false, autoOrient: true })
  const { width, height } = await input().metadata().catch(refuseDamaged)
  checkPixels(width, height)
  const scale = Math.min(1, Math.sqrt(MAX_PAGE_PIXELS / (width * height)))
  const fitted = scale === 1 ? input() : input().resize({ width: Math.max(1, Math.round(width * scale)) })
  const { data, info } = await fitted
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
  return { width: info.width, height: info.height, colours: info.channels === 1 ? tripled(data) : data }
}

function refuseDamaged(): never {
  throw damaged()
}

function tripled(grey: Uint8Array): Uint8Array {
  const colours = new Uint8Array(grey.length * 3)
  for (let at = 0; at < grey.length; at++) colours.fill(grey[at]!, 3 * at, 3 * at + 3)
  return colours
}

async function openPdfFile(bytes: Uint8Array): Promise<OpenedFile> {
  const pdf = await openPdf(bytes)
  if (pdf === 'damaged') throw damaged()
  if (pdf === 'locked')
    throw unreadable(
      'PDF закрыт паролем: пришлите его без пароля. (The PDF is locked with a password. Send it without one.)',
    )
  const { pageCount, close } = pdf
  try {
    if (pageCount === 0) throw damaged()
    checkPages(pageCount)
    const page = async (index: number) => pdfPage(pdf, index)
    return { contentType: 'application/pdf', pageCount, page, text: (index) => textPageOf(pdf, index), close }
  } catch (error) {
    close()
    throw error
  }
}

function pdfPage(pdf: Pdf, index: number): PageImage {
  const size = pdf.sizeOf(index)
  const area = size.width * size.height
  if (!(area > 0)) throw damaged()
  const scale = Math.min(PDF_DPI / POINTS_PER_INCH, Math.sqrt(MAX_PAGE_PIXELS / area))
  const { width, height, pixels } = pdf.draw(index, scale, 'rgb')
  const colours = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < colours.length; from += 4) {
    colours[to++] = pixels[from]!
    colours[to++] = pixels[from + 1]!
    colours[to++] = pixels[from + 2]!
  }
  return { width, height, colours }
}
