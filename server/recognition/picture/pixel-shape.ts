/**
 * Determines the aspect ratio of a picture's pixels. Faxes have non-square pixels, which only the file's metadata or
 * the picture's dimensions reveal.
 */
import type { Size } from './places.ts'

/** The resolution of a coarse fax: dots per inch across, and lines per inch down (ITU-T T.4). */
const FAX_ACROSS = 204
const FAX_COARSE = 98

/** The number of dots in a line of a fax, for A4, B4 and A3. */
const FAX_WIDTHS: readonly number[] = [1728, 2048, 2432]

/**
 * The height-to-width range of a sheet of paper. A squeezed page is stretched only if this brings its proportions into
 * the range; otherwise it could be a long strip of paper.
 */
const SHEET: readonly [number, number] = [1.15, 1.7]

/**
 * Limits for a pixel ratio stated by a file. It is ignored above MOST, because it must be wrong, and below LEAST,
 * because it makes no difference.
 */
const MOST = 2.6
const LEAST = 1.2

/**
 * Returns the height of a pixel divided by its width, as stated in a TIFF, or null if no credible value is stated.
 * `bytes`: the file. `page`: from 0.
 */
export function heightSaid(bytes: Uint8Array, page: number): number | null {
  const said = resolutionOf(bytes, page)
  if (said === null) return null
  const height = said.across / said.down
  const stretch = Math.max(height, 1 / height)
  return stretch >= LEAST && stretch <= MOST ? height : null
}

/**
 * Returns the height of a pixel divided by its width. This is 1, unless the picture is black and white, as wide as a
 * fax, and so low that it must have been sent in coarse mode.
 */
export function heightOfFax({ width, height }: Size, isTwoToned: () => boolean): number {
  const pressed = FAX_ACROSS / FAX_COARSE
  const shape = (height * pressed) / width
  const isLow = FAX_WIDTHS.includes(width) && shape >= SHEET[0] && shape <= SHEET[1]
  return isLow && isTwoToned() ? pressed : 1
}

/** The share of pixels that may be neither ink nor paper in a fax, even after lossy compression. */
const BETWEEN = 0.02
const DARK = 64
const LIGHT = 192
/** The distance between two pixels that are checked. Checking more pixels would not give a better result. */
const SPARSE = 7

/** Whether a picture consists only of ink and paper, without shades between. `colours`: three bytes per pixel. */
export function isTwoToned(colours: Uint8Array): boolean {
  let [between, total] = [0, 0]
  for (let at = 0; at < colours.length; at += 3 * SPARSE, total++)
    if (colours[at]! > DARK && colours[at]! < LIGHT) between++
  return between <= BETWEEN * total
}

const X_RESOLUTION = 282
const Y_RESOLUTION = 283
const RATIONAL = 5

/**
 * Reads the resolution of a TIFF page in dots per unit. Returns null for files of other types and for broken ones; a
 * broken file is reported when it is decoded.
 */
function resolutionOf(bytes: Uint8Array, page: number): { across: number; down: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = view.byteLength > 8 && view.getUint16(0) === 0x4949
  if (view.byteLength <= 8 || view.getUint16(2, isLittle) !== 42) return null
  try {
    let directory = view.getUint32(4, isLittle)
    for (let left = page; left > 0; left--)
      directory = view.getUint32(directory + 2 + 12 * view.getUint16(directory, isLittle), isLittle)
    const rational = (tag: number) => {
      const count = view.getUint16(directory, isLittle)
      for (let entry = directory + 2, left = count; left > 0; entry += 12, left--) {
        if (view.getUint16(entry, isLittle) !== tag || view.getUint16(entry + 2, isLittle) !== RATIONAL) continue
        const at = view.getUint32(entry + 8, isLittle)
        return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle)
      }
      return Number.NaN
    }
    const [across, down] = [rational(X_RESOLUTION), rational(Y_RESOLUTION)]
    return across > 0 && down > 0 ? { across, down } : null
  } catch {
    return null
  }
}
