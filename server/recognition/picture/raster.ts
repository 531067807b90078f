/**
 * Grey pictures as bytes, where 0 is black and 255 is white, and the few operations on pictures that are needed to read
 * a page.
 */

export interface Gray {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A rectangle in pixels; `right` and `bottom` are exclusive. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const widthOf = (box: Box): number => box.right - box.left
export const heightOf = (box: Box): number => box.bottom - box.top

export function unionOf(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.left)
    top = Math.min(top, box.top)
    right = Math.max(right, box.right)
    bottom = Math.max(bottom, box.bottom)
  }
  return { left, top, right, bottom }
}

/**
 * Returns the number of pixels that two spans have in common. If the result is negative, it is the width of the gap
 * between them.
 */
export function overlapOf(fromA: number, toA: number, fromB: number, toB: number): number {
  return Math.min(toA, toB) - Math.max(fromA, fromB)
}

/** Rotates a picture clockwise by quarter turns. */
export function quarterTurned({ width, height, pixels }: Gray, turns: 0 | 1 | 2 | 3): Gray {
  if (turns === 0) return { width, height, pixels }
  const turned = new Uint8Array(pixels.length)
  const newWidth = turns === 2 ? width : height
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at =
        turns === 1
          ? x * newWidth + (height - 1 - y)
          : turns === 2
            ? (height - 1 - y) * newWidth + (width - 1 - x)
            : (width - 1 - x) * newWidth + y
      turned[at] = pixels[y * width + x]!
    }
  return { width: newWidth, height: turns === 2 ? height : width, pixels: turned }
}

/** Cuts out a part of a picture and adds a margin. Areas outside the original picture become white. */
export function cropped(gray: Gray, box: Box, margin: number): Gray {
  const width = widthOf(box) + 2 * margin
  const height = heightOf(box) + 2 * margin
  const pixels = new Uint8Array(width * height).fill(255)
  for (let y = Math.max(box.top, 0); y < Math.min(box.bottom, gray.height); y++) {
    const from = Math.max(box.left, 0)
    const to = Math.min(box.right, gray.width)
    const row = gray.pixels.subarray(y * gray.width + from, y * gray.width + to)
    pixels.set(row, (y - box.top + margin) * width + margin + from - box.left)
  }
  return { width, height, pixels }
}

/** Marks each pixel that is ink with 1. */
export function inkOf({ pixels }: Gray, threshold: number): Uint8Array {
  const ink = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at++) ink[at] = pixels[at]! < threshold ? 1 : 0
  return ink
}

/** Returns the value below which the given share of the numbers lies, or NaN if there are no numbers. */
export function quantileOf(numbers: readonly number[], share: number): number {
  if (numbers.length === 0) return Number.NaN
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

/** A decoded page: three bytes of colour per pixel. */
export interface PageImage {
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}
