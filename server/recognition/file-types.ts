/** Identifies an uploaded file from its bytes alone. This is fast enough to do during the upload request. */
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { Refusal } from '../domain/refusals.ts'

/*
 * These refusals are shown to users in their list of files and returned to integrators, so they are in both Russian and
 * English.
 */

/** The accepted media types, recognized by content, with the file extension for each. */
export const READABLE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'application/pdf': 'pdf',
} as const

export type ReadableType = keyof typeof READABLE_TYPES

/**
 * The number of pixels above which a picture is not decoded. A page at 600 dpi has 35 million pixels, and the largest
 * phone photos have 50 million.
 */
const MAX_PIXELS = 51_000_000

/** The maximum number of pages in a file. Invoices are short, so a longer file is a book or an attack. */
export const MAX_PAGES = 30

export interface Identified {
  readonly contentType: ReadableType
  /** The number of pages in a TIFF; 1 for other pictures. Null for a PDF, whose pages are counted when it is opened. */
  readonly pages: number | null
}

const isReadable = (type: string): type is ReadableType => Object.hasOwn(READABLE_TYPES, type)

/**
 * Identifies a file by its content, ignoring its name and HTTP header. For a picture, reads only the picture's header.
 * Refuses with UNSUPPORTED_MEDIA_TYPE anything except pictures and PDFs, and with BODY_TOO_LARGE too many pixels or
 * pages (S-FILE-3).
 */
export async function identifyFile(bytes: Uint8Array): Promise<Identified> {
  const found = bytes.length === 0 ? undefined : await fileTypeFromBuffer(bytes)
  if (found?.mime === 'image/heic' || found?.mime === 'image/heif')
    throw unreadable(
      'heic',
      'Снимки HEIC здесь не открываются: пришлите JPEG. (HEIC photos cannot be opened here. Send the photo as JPEG: phones do so under "Most compatible".)',
    )
  if (found === undefined || !isReadable(found.mime))
    throw unreadable(
      'type',
      'Файл — не JPEG, PNG, WebP, GIF, TIFF и не PDF, как бы он ни назывался. (The file is no JPEG, PNG, WebP, GIF, TIFF or PDF, whatever its name says.)',
    )
  if (found.mime === 'application/pdf') return { contentType: found.mime, pages: null }
  const { width, height, pages } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged()
    })
  checkPixels(width, height)
  const count = found.mime === 'image/tiff' ? (pages ?? 1) : 1
  checkPages(count)
  return { contentType: found.mime, pages: count }
}

export function checkPixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS || width * height === 0)
    throw new Refusal(
      'BODY_TOO_LARGE',
      `Снимок слишком велик: пришлите его с разрешением 300 точек на дюйм. (The picture has ${width} × ${height} pixels; at most ${MAX_PIXELS / 1e6} million are read. Send it at 300 dpi.)`,
      { figures: { reason: 'pixels', width, height, most: MAX_PIXELS } },
    )
}

export function checkPages(count: number): void {
  if (count > MAX_PAGES)
    throw new Refusal(
      'BODY_TOO_LARGE',
      `В файле слишком много страниц: пришлите только сам документ. (The file has ${count} pages; at most ${MAX_PAGES} are read. Send the document alone.)`,
      { figures: { reason: 'pages', pages: count, most: MAX_PAGES } },
    )
}

/** The reason why a file cannot be read. */
type Obstacle = 'type' | 'damaged' | 'locked' | 'heic' | 'illegible'

export const unreadable = (reason: Obstacle, detail: string) =>
  new Refusal('UNSUPPORTED_MEDIA_TYPE', detail, { figures: { reason } })

export const damaged = () =>
  unreadable(
    'damaged',
    'Файл повреждён или загружен не целиком: пришлите его ещё раз. (The file is damaged or incomplete: it cannot be opened. Send it once more.)',
  )
