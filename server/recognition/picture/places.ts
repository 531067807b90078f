/** Maps places in the prepared picture, where text was recognized, back to the page as displayed. */
import type { Box } from './raster.ts'

/** Maps a point of a picture to the corresponding point of the picture it was made from. */
export type Origin = (x: number, y: number) => readonly [number, number]

/** The mapping for an unchanged picture: every point stays where it is. */
export const SAME_PLACE: Origin = (x, y) => [x, y]

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * A part of the upright page: its position and size as shares of the page's width and height, from the upper left
 * corner.
 */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The number of degrees from a quarter turn below which redrawing a page is not worth the time. */
const SLIGHT_DEGREES = 0.25
const QUARTER = 90

/**
 * Returns the clockwise rotation, in degrees, that makes the lines of a decoded page horizontal. `read`: the size of
 * the prepared picture.
 */
export function rotationOf(origin: Origin, read: Size): number {
  const [fromX, fromY] = origin(read.width / 4, read.height / 2)
  const [toX, toY] = origin((3 * read.width) / 4, read.height / 2)
  const degrees = -(Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI
  const quarter = QUARTER * Math.round(degrees / QUARTER)
  const rotation = Math.abs(degrees - quarter) < SLIGHT_DEGREES ? quarter : Math.round(10 * degrees) / 10
  return rotation <= -180 ? rotation + 360 : rotation + 0
}

/** Maps a box of the prepared picture to the page rotated by `rotation`. */
export function placeOf(box: Box, origin: Origin, { page, rotation }: { page: Size; rotation: number }): Place {
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  const width = Math.abs(page.width * cos) + Math.abs(page.height * sin)
  const height = Math.abs(page.width * sin) + Math.abs(page.height * cos)
  const middle = (box.left + box.right) / 2
  const corners = [box.left, middle, box.right].flatMap((left) =>
    [box.top, box.bottom].map((top) => {
      const [x, y] = origin(left, top)
      const [right, down] = [x - page.width / 2, y - page.height / 2]
      return [(right * cos - down * sin) / width + 0.5, (right * sin + down * cos) / height + 0.5] as const
    }),
  )
  const [left, right] = spanOf(corners.map(([x]) => x))
  const [top, bottom] = spanOf(corners.map(([, y]) => y))
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
}

/** Returns the smallest area that contains all places, or null if there are none. */
export function placeAround(places: readonly Place[]): Place | null {
  if (places.length === 0) return null
  const x = Math.min(...places.map((one) => one.x))
  const y = Math.min(...places.map((one) => one.y))
  const right = Math.max(...places.map((one) => one.x + one.width))
  const bottom = Math.max(...places.map((one) => one.y + one.height))
  return { x, y, width: rounded(right - x), height: rounded(bottom - y) }
}

const spanOf = (shares: readonly number[]) =>
  [rounded(Math.max(0, Math.min(...shares))), rounded(Math.min(1, Math.max(...shares)))] as [number, number]

/** Rounds to a ten-thousandth of the page, which is less than a pixel. */
const rounded = (share: number) => Math.max(0, Math.round(10_000 * share) / 10_000)
