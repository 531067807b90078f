/** How high a picture's pixels are for their width: those of a fax are not square, and only its file, or its measures, say so. */
import type { Size } from './places.ts'

/** Dots an inch across, and lines an inch in the coarse way: ITU-T T.4. */
const FAX_ACROSS = 204
const FAX_COARSE = 98

/** How many dots a line of a fax has, for paper as wide as A4, B4 and A3. */
const FAX_WIDTHS: readonly number[] = [1728, 2048, 2432]

/** Sheets are up to this many times as high as wide; a strip of paper lying on its side is wider than pressed ones of these are. */
const SHEET: readonly [number, number] = [1.15, 1.7]

/** What files say beyond it is a mistake, and what they say within it makes no difference. */
const MOST = 2.6
const LEAST = 1.2

/** A file's own word; null where it has none, or none to believe. `bytes` are those of a TIFF, `page` is counted from 0. */
export function heightSaid(bytes: Uint8Array, page: number): number | null {
  const said = resolutionOf(bytes, page)
  if (said === null) return null
  const height = said.across / said.down
  const stretch = Math.max(height, 1 / height)
  return stretch >= LEAST && stretch <= MOST ? height : null
}

/** Of a picture in black and white as wide as a fax, and so low that the sheet was sent in the coarse way: how high its pixels are; else 1. */
export function heightOfFax({ width, height }: Size, isTwoToned: () => boolean): number {
  const pressed = FAX_ACROSS / FAX_COARSE
  const shape = (height * pressed) / width
  const isLow = FAX_WIDTHS.includes(width) && shape >= SHEET[0] && shape <= SHEET[1]
  return isLow && isTwoToned() ? pressed : 1
}

/** What is neither ink nor paper is this share of a fax at most, also after a program saved it with losses. */
const BETWEEN = 0.02
const DARK = 64
const LIGHT = 192
/** One pixel of so many is enough. */
const SPARSE = 7

/** Whether there is nothing but ink and paper. `colours`: three bytes a pixel. */
export function isTwoToned(colours: Uint8Array): boolean {
  let [between, total] = [0, 0]
  for (let at = 0; at < colours.length; at += 3 * SPARSE, total++)
    if (colours[at]! > DARK && colours[at]! < LIGHT) between++
  return between <= BETWEEN * total
}

const X_RESOLUTION = 282
const Y_RESOLUTION = 283
const RATIONAL = 5

/** Dots a unit, of a page of a TIFF. What is broken or of another kind says nothing: who decodes it will tell. */
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
