/** Opens an uploaded file and decodes it page by page. Checks a page's size before decoding it. */
import sharp from 'sharp'
import { checkPages, checkPixels, damaged, identifyFile, type ReadableType, unreadable } from './file-types.ts'
import { type Bitmap, openPdf, type Pdf } from './pdf/pdfium.ts'
import { textPageOf } from './pdf/text-layer.ts'
import { codesIn } from './picture/dot-codes.ts'
import { heightOfFax, heightSaid, isTwoToned } from './picture/pixel-shape.ts'
import type { PageImage } from './picture/raster.ts'
import type { MakeRoom, SaidPage } from './recognizer.ts'

// Switch libvips' cache off, because each page is decoded only once.
sharp.cache(false)

/**
 * The number of pixels above which a page is reduced while it is decoded. Text is readable at 300 dpi, and an A4 page
 * at 300 dpi has fewer pixels.
 */
const MAX_PAGE_PIXELS = 12_000_000

/**
 * The sizes above which decoding takes 100 MB of memory or more: in pixels for pictures, and in bytes for PDFs,
 * because the pixels of the pictures in a PDF are not known in advance.
 */
const LARGE_PIXELS = 20_000_000
const LARGE_BYTES = 1_000_000

/** The resolution at which PDF pages are rendered. */
const PDF_DPI = 220
const POINTS_PER_INCH = 72

export interface OpenedFile {
  readonly contentType: ReadableType
  /** The number of pages, at most MAX_PAGES. */
  readonly pageCount: number
  /**
   * Decodes a page (counted from 0), rotated according to EXIF. Calls `makeRoom` before decoding a picture that takes
   * much memory. Refuses with UNSUPPORTED_MEDIA_TYPE or BODY_TOO_LARGE.
   */
  page(index: number, makeRoom?: MakeRoom): Promise<PageImage>
  /**
   * Returns the page's text layer, if it can be trusted, and the contents of matrix codes on the page. Returns null if
   * the text must be recognized from the picture.
   */
  text(index: number): Promise<SaidPage | null>
  close(): void
}

/**
 * Opens a file; the caller must close it. Refuses with UNSUPPORTED_MEDIA_TYPE a file that cannot be opened, and with
 * BODY_TOO_LARGE a file that is too large. Decoding a damaged page later is refused in the same way. The detail of the
 * refusal is written for the user.
 */
export async function openFile(bytes: Uint8Array): Promise<OpenedFile> {
  const { contentType, pages } = await identifyFile(bytes)
  if (contentType === 'application/pdf') return openPdfFile(bytes)
  return {
    contentType,
    pageCount: pages ?? 1,
    page: (index, makeRoom = noRoom) => picturePage({ bytes, contentType, makeRoom }, index),
    text: async () => null,
    close: () => {},
  }
}

const noRoom: MakeRoom = async () => {}

interface PictureFile {
  readonly bytes: Uint8Array
  readonly contentType: ReadableType
  readonly makeRoom: MakeRoom
}

/** The rotation in degrees for each EXIF orientation that does not mirror the picture. */
const DEGREES: Readonly<Record<number, number>> = { 1: 0, 3: 180, 6: 90, 8: 270 }

async function picturePage({ bytes, contentType, makeRoom }: PictureFile, page: number): Promise<PageImage> {
  const options = { page, pages: 1, failOn: 'truncated', limitInputPixels: false } as const
  const { width, height, orientation = 1 } = await sharp(bytes, options).metadata().catch(refuseDamaged)
  checkPixels(width, height)
  if (width * height > LARGE_PIXELS) await makeRoom()
  const degrees = DEGREES[orientation]
  const input = sharp(bytes, { ...options, autoOrient: degrees === undefined })
  const scale = Math.min(1, Math.sqrt(MAX_PAGE_PIXELS / (width * height)))
  const side = Math.max(1, Math.round(scale * Math.max(width, height)))
  const fitted = scale === 1 ? input : input.resize({ width: side, height: side, fit: 'inside' })
  const { data, info } = await fitted
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
  const small = { width: info.width, height: info.height, colours: info.channels === 1 ? tripled(data) : data }
  const said = contentType === 'image/tiff' ? heightSaid(bytes, page) : null
  const shaped = await squared(small, said ?? heightOfFax(small, () => isTwoToned(small.colours)))
  return degrees === undefined || degrees === 0 ? shaped : turnedBy(shaped, degrees)
}

/** Resamples a page so that its pixels are square. `pixelHeight`: a pixel's height divided by its width. */
async function squared(page: PageImage, pixelHeight: number): Promise<PageImage> {
  if (pixelHeight === 1) return page
  const [wide, high] = [page.width * Math.max(1, 1 / pixelHeight), page.height * Math.max(1, pixelHeight)]
  const scale = Math.min(1, Math.sqrt(MAX_PAGE_PIXELS / (wide * high)))
  const { data, info } = await sharp(page.colours, { raw: { width: page.width, height: page.height, channels: 3 } })
    .resize(Math.round(scale * wide), Math.round(scale * high), { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, colours: data }
}

/** Rotates a page that has already been downscaled. Rotating it earlier would need the whole original in memory. */
async function turnedBy({ width, height, colours }: PageImage, degrees: number): Promise<PageImage> {
  const { data, info } = await sharp(colours, { raw: { width, height, channels: 3 } })
    .rotate(degrees)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, colours: data }
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
  let pdf: Pdf | null = await openedPdf(bytes)
  const { pageCount } = pdf
  const close = () => {
    pdf?.close()
    pdf = null
  }
  const opened = async () => (pdf ??= await openedPdf(bytes))
  const page = async (index: number, makeRoom = noRoom) => {
    if (bytes.length > LARGE_BYTES * pageCount) await makeRoom()
    const drawn = pdfPage(await opened(), index)
    // The PDF renderer keeps the page's pictures in memory, 100 MB or more, and is not needed while the text is
    // recognized.
    close()
    return drawn
  }
  const text = async (index: number): Promise<SaidPage | null> => {
    const own = textPageOf(await opened(), index)
    if (own === null) return null
    const { rotation, pieces, mayHaveCode } = own
    return { rotation, pieces, codes: mayHaveCode ? await codesIn(drawnIn(await opened(), index, 'grey')) : [] }
  }
  try {
    if (pageCount === 0) throw damaged()
    checkPages(pageCount)
    return { contentType: 'application/pdf', pageCount, page, text, close }
  } catch (error) {
    close()
    throw error
  }
}

async function openedPdf(bytes: Uint8Array): Promise<Pdf> {
  const pdf = await openPdf(bytes)
  if (pdf === 'damaged') throw damaged()
  if (pdf === 'locked')
    throw unreadable(
      'locked',
      'PDF закрыт паролем: пришлите его без пароля. (The PDF is locked with a password. Send it without one.)',
    )
  return pdf
}

function pdfPage(pdf: Pdf, index: number): PageImage {
  const { width, height, pixels } = drawnIn(pdf, index, 'rgb')
  return { width, height, colours: pixels }
}

function drawnIn(pdf: Pdf, index: number, colours: 'grey' | 'rgb'): Bitmap {
  const size = pdf.sizeOf(index)
  const area = size.width * size.height
  if (!(area > 0)) throw damaged()
  return pdf.draw(index, Math.min(PDF_DPI / POINTS_PER_INCH, Math.sqrt(MAX_PAGE_PIXELS / area)), colours)
}
