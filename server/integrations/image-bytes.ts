/**
 * Examines and converts pictures. libvips decodes only a few at a time, on its own threads, to limit memory use and
 * keep other requests fast.
 */
import { availableParallelism } from 'node:os'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { Refusal } from '../domain/refusals.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import { TOO_MANY_FILES } from './file-store.ts'

/**
 * The maximum number of pixels in all frames together. It is enough for every photograph of up to 10 MiB. Decoding this
 * many pixels takes up to 0.5 GB of memory and 3 seconds.
 */
const MAX_IMAGE_PIXELS = 64_000_000
/**
 * How many pictures libvips processes at a time. It must not occupy all cores, or all threads of Node's pool, which is
 * also used to read files.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const MAX_WAITING = 1_000
const MAX_THUMBNAIL_HEIGHT = 8_000
const QUALITY = 80

/** The accepted picture formats. No other bytes are given to sharp, because it would try many more formats. */
const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
}

export const IMAGE_TYPES = [...new Set(Object.values(FORMATS))]

const inTurn = fairLimiter({ atOnce: AT_ONCE, perCompany: AT_ONCE, maxWaiting: MAX_WAITING, refusal: TOO_MANY_FILES })

sharp.concurrency(1)
sharp.cache(false)

export interface ImageFacts {
  readonly contentType: string
  /** The width of one frame in its upright position, in pixels. `height` is measured in the same way. */
  readonly width: number
  readonly height: number
}

/**
 * Identifies the picture in a file, ignoring the type that the sender stated. Decodes every pixel once, to make sure
 * that an accepted picture can be shown. Refuses with UNSUPPORTED_MEDIA_TYPE (damaged, or not a picture in an accepted
 * format), BODY_TOO_LARGE (too many pixels) or UNAVAILABLE (too many pictures at once).
 */
export async function examineImage(asker: Asker, path: string): Promise<ImageFacts> {
  const contentType = FORMATS[(await fileTypeFromFile(path))?.mime ?? '']
  if (contentType === undefined)
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      'The bytes are not a picture. Send a JPEG, PNG, WebP or GIF unchanged.',
      {
        figures: { reason: 'type' },
      },
    )
  return inTurn(asker, async () => {
    const picture = sharp(path, { failOn: 'error', pages: -1, limitInputPixels: false, sequentialRead: true })
    const { width, height, pageHeight, autoOrient } = await picture.metadata().catch(refuseDamaged)
    if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels(width, height)
    await picture.resize(1, 1, { fit: 'fill' }).raw().toBuffer().catch(refuseDamaged)
    return { contentType, width: autoOrient.width, height: pageHeight ?? autoOrient.height }
  })
}

function refuseDamaged(error: Error): never {
  const fault = error.message.split('\n')[0]
  throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `The picture is damaged or incomplete (${fault}). Send it again.`, {
    figures: { reason: 'damaged' },
  })
}

function tooManyPixels(width: number, height: number): Refusal {
  const megapixels = Math.ceil((width * height) / 1e6)
  return new Refusal(
    'BODY_TOO_LARGE',
    `The picture has ${megapixels} megapixels (${width} × ${height}, all frames together), but at most ${MAX_IMAGE_PIXELS / 1e6} are accepted. Send a smaller one.`,
    { figures: { reason: 'pixels', width, height, most: MAX_IMAGE_PIXELS } },
  )
}

/**
 * Makes an upright thumbnail without metadata, as wide as requested but never wider than the original. For an
 * animation, uses the first frame. The bytes are read only once a limiter slot is free, so that waiting requests take
 * no memory.
 */
export function makeThumbnail(
  asker: Asker,
  readBytes: () => Promise<Buffer>,
  { width, contentType }: { readonly width: number; readonly contentType: 'image/webp' | 'image/jpeg' },
): Promise<Buffer> {
  return inTurn(asker, async () => {
    const small = sharp(await readBytes(), { failOn: 'none', limitInputPixels: MAX_IMAGE_PIXELS })
      .autoOrient()
      .resize({ width, height: MAX_THUMBNAIL_HEIGHT, fit: 'inside', withoutEnlargement: true })
    return contentType === 'image/webp'
      ? small.webp({ quality: QUALITY }).toBuffer()
      : small.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY }).toBuffer()
  })
}
