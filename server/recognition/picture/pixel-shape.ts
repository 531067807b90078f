/**
 * The aspect ratio of a picture's pixels. Those of a fax are not square; only the file's metadata or its dimensions
 * show this.
 */
import type { Size } from './places.ts'

/** Dots per inch across, and lines per inch in coarse mode: ITU-T T.4. */
const FAX_ACROSS = 204
const FAX_COARSE = 98

/** Dots per line of a fax for A4, B4 and A3. */
const FAX_WIDTHS: readonly number[] = [1728, 2048, 2432]

/**
 * The range of sheets' height divided by width. A squeezed sheet must fall into it after stretching; a strip of paper
 * on its side does not.
 */
const SHEET: readonly [number, number] = [1.15, 1.7]

/** Larger ratios in files are errors, and smaller ones make no difference. */
const MOST = 2.6
const LEAST = 1.2

/** The ratio that a TIFF states; null without a credible one. `bytes`: the file; `page`: from 0. */
export function heightSaid(bytes: Uint8Array, page: number): number | null {
  const said = resolutionOf(bytes, page)
  if (said === null) return null
  const height = said.across / said.down
  const stretch = Math.max(height, 1 / height)
  return stretch >= LEAST && stretch <= MOST ? height : null
}

/**
 * The pixel height of a black-and-white picture as wide as a fax and so low that it was sent in coarse mode; else 1.
 */
export function heightOfFax({ width, height }: Size, isTwoToned: () => boolean): number {
  const pressed = FAX_ACROSS / FAX_COARSE
  const shape = (height * pressed) / width
  const isLow = FAX_WIDTHS.includes(width) && shape >= SHEET[0] && shape <= SHEET[1]
  return isLow && isTwoToned() ? pressed : 1
}

/** The largest share of pixels in a fax that are neither ink nor paper, even after lossy compression. */
const BETWEEN = 0.02
const DARK = 64
const LIGHT = 192
/** Sampling one of this many pixels is enough. */
const SPARSE = 7

/** Whether a picture contains only ink and paper. `colours`: three bytes per pixel. */
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
 * The resolution of a TIFF page in dots per unit. Returns null for broken or other files; decoding reports their
 * faults.
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
