/** Types and functions shared by all ways of turning a page into a picture. */
import sharp, { type Sharp } from 'sharp'
import type { Chance } from '../chance.ts'
import { type Shot, shoot } from './optics.ts'
import type { Picture } from './press.ts'

export type Range = readonly [from: number, to: number]

export const fromRange = (chance: Chance, [from, to]: Range) => chance.between(from, to)

export const sharpOf = ({ width, height, colours }: Picture): Sharp =>
  sharp(colours, { raw: { width, height, channels: 3 }, limitInputPixels: false })

export async function pictureOf(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  if (info.channels === 3) return { width: info.width, height: info.height, colours: new Uint8Array(data) }
  const colours = new Uint8Array(info.width * info.height * 3)
  for (let at = 0; at < data.length; at++) colours.fill(data[at]!, 3 * at, 3 * at + 3)
  return { width: info.width, height: info.height, colours }
}

export interface Taken {
  readonly picture: Sharp
  readonly width: number
  readonly height: number
  readonly format: 'jpeg' | 'png' | 'fax'
  readonly quality: number
  /** Whether the picture is stored sideways and its EXIF data contains the rotation. */
  readonly isLabelled?: boolean
  /** The resolution in dots per inch, used when a PDF is made from the picture. */
  readonly dpi: number
}

const flat: Omit<Shot, 'width' | 'height' | 'corners' | 'grain'> = {
  curl: [0, 0],
  folds: [0, 0],
  slope: [0, 0],
  light: 1,
  shadows: [],
  glare: [],
  desk: [250, 250, 250],
}

export function cornersOf(
  chance: Chance,
  {
    fill,
    tilt,
    lean,
    page,
    frame,
  }: { fill: number; tilt: number; lean: number; page: Picture; frame: { width: number; height: number } },
): Shot['corners'] {
  const [halfWide, halfHigh] = [(fill * page.width) / 2, (fill * page.height) / 2]
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const middle = [0.5 + chance.between(-0.012, 0.012), 0.5 + chance.between(-0.012, 0.012)]
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) => {
    const [px, py] = [
      x! * halfWide * (1 + chance.between(-lean, lean)),
      y! * halfHigh * (1 + chance.between(-lean, lean)),
    ]
    return [
      middle[0]! + (px * cos - py * sin) / frame.width,
      middle[1]! + (px * sin + py * cos) / frame.height,
    ] as const
  })
}

export function withGrain(picture: Picture, chance: Chance, grain: number): Picture {
  const noise = Float32Array.from(
    { length: 65_536 },
    () => (chance.next() + chance.next() + chance.next() - 1.5) * 2 * grain,
  )
  const shifts = Float64Array.from({ length: picture.height }, () => chance.whole(0, 65_535))
  const { width, colours } = picture
  for (let at = 0, pixel = 0; at < colours.length; pixel++) {
    const value = noise[(shifts[Math.floor(pixel / width)]! + pixel * 3) & 65_535]!
    for (let channel = 0; channel < 3; channel++, at++) colours[at] = Math.min(255, Math.max(0, colours[at]! + value))
  }
  return picture
}

export function turnedWay(
  picture: Picture,
  turns: readonly number[] = [0],
  { chance, ...rest }: { chance: Chance } & Pick<Taken, 'format' | 'quality' | 'dpi'>,
): Taken {
  const turn = chance.of(turns)
  const isOnSide = turn % 180 !== 0
  const [width, height] = isOnSide ? [picture.height, picture.width] : [picture.width, picture.height]
  const upright = sharpOf(picture)
  return { picture: turn === 0 ? upright : upright.rotate(turn), width, height, ...rest }
}

export function laid(page: Picture, angle: number, chance: Chance): Picture {
  const radians = (angle * Math.PI) / 180
  const frame = { width: Math.round(page.width * 1.01), height: Math.round(page.height * 1.01) }
  const corners = cornersOf(chance, { fill: 1, tilt: radians, lean: 0, page, frame })
  return shoot(page, { ...flat, ...frame, corners, grain: 0 }, chance)
}

export const signed = (chance: Chance, range: Range) => fromRange(chance, range) * chance.of([1, -1])
