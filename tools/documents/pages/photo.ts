/** Imitates a phone's photo of a page. */
import sharp from 'sharp'
import type { Chance } from '../chance.ts'
import { type Glare, type Shadow, type Shot, shoot } from './optics.ts'
import { cornersOf, fromRange, pictureOf, type Range, sharpOf, type Taken, turnedWay, withGrain } from './pixels.ts'
import type { Picture } from './press.ts'
import type { PhotoWay } from './way-kinds.ts'

export async function photographed(
  page: Picture,
  way: PhotoWay,
  { chance, dpi }: { chance: Chance; dpi: number },
): Promise<Taken> {
  const fill = fromRange(chance, way.fill)
  const tilt = ((chance.is(0.5) ? 1 : -1) * fromRange(chance, way.tilt) * Math.PI) / 180
  const spread = Math.abs(Math.sin(tilt))
  const laid = way.hasNeighbour === true ? await withNeighbour(page, chance) : page
  const frame = {
    width: Math.round((laid.width + laid.height * spread) / fill),
    height: Math.round((laid.height + laid.width * spread) / fill),
  }
  const shot: Shot = {
    ...frame,
    corners: cornersOf(chance, { fill: 1, tilt, lean: fromRange(chance, way.lean), page: laid, frame }),
    curl: [fromRange(chance, way.curl) * chance.of([1, -1]), fromRange(chance, way.curl) * 0.3],
    folds: [Math.round(fromRange(chance, way.folds)), fromRange(chance, way.fold)],
    slope: [fromRange(chance, way.slope), chance.between(0, 6.28)],
    light: way.light === undefined ? 1 : fromRange(chance, way.light),
    shadows: shadowsOf(chance, way.shadow),
    glare: way.glare === undefined ? [] : [glareOf(chance, way.glare)],
    desk: chance.of(way.desks),
    grain: 0,
  }
  const seen = shoot(laid, shot, chance)
  const scale = Math.max(1, dpi / 200)
  const blurred = await pictureOf(sharpOf(seen).blur(Math.max(0.3, fromRange(chance, way.blur) * scale)))
  const coloured = await tintedAndShaken(blurred, way, chance)
  const lively = withGrain(coloured, chance, fromRange(chance, way.grain))
  const grained = way.shrunk === undefined ? lively : await sentOn(lively, fromRange(chance, way.shrunk))
  const done = turnedWay(grained, way.turns, {
    chance,
    format: 'jpeg',
    quality: Math.round(fromRange(chance, way.quality)),
    dpi,
  })
  return way.isLabelled === true ? { ...done, isLabelled: true } : done
}

async function tintedAndShaken(picture: Picture, { tints, shake }: PhotoWay, chance: Chance): Promise<Picture> {
  if (tints === undefined && shake === undefined) return picture
  const [red, green, blue] = tints === undefined ? [1, 1, 1] : chance.of(tints)
  const toned = await pictureOf(sharpOf(picture).linear([red, green, blue], [0, 0, 0]))
  return shake === undefined ? toned : shakenBy(toned, fromRange(chance, shake), chance.between(0, Math.PI))
}

/** Adds motion blur: each point becomes a stroke of the given length in pixels. */
async function shakenBy(picture: Picture, pixels: number, angle: number): Promise<Picture> {
  const size = 2 * Math.ceil(pixels / 2) + 1
  const middle = (size - 1) / 2
  const kernel = new Array<number>(size * size).fill(0)
  const steps = 8 * size
  for (let step = 0; step <= steps; step++) {
    const along = (step / steps - 0.5) * pixels
    const [x, y] = [middle + along * Math.cos(angle), middle + along * Math.sin(angle)]
    for (const [atX, atY] of [
      [Math.floor(x), Math.floor(y)],
      [Math.floor(x) + 1, Math.floor(y)],
      [Math.floor(x), Math.floor(y) + 1],
      [Math.floor(x) + 1, Math.floor(y) + 1],
    ] as const)
      if (atX >= 0 && atY >= 0 && atX < size && atY < size)
        kernel[atY * size + atX]! += (1 - Math.abs(x - atX)) * (1 - Math.abs(y - atY))
  }
  return pictureOf(sharpOf(picture).convolve({ width: size, height: size, kernel }))
}

/** Saves the photo as a phone does, then makes it smaller as a messenger does. */
async function sentOn(picture: Picture, times: number): Promise<Picture> {
  const saved = await sharpOf(picture).jpeg({ quality: 88 }).toBuffer()
  return pictureOf(sharp(saved).resize({ width: Math.round(picture.width / times) }))
}

/** Adds a strip of another page to the right of the page. The page itself keeps its size. */
async function withNeighbour(page: Picture, chance: Chance): Promise<Picture> {
  const strip = Math.round(page.width * chance.between(0.2, 0.3))
  const gap = Math.round(page.width * 0.03)
  const other = await sharpOf(page)
    .extract({ left: 0, top: Math.round(page.height * 0.1), width: strip, height: Math.round(page.height * 0.85) })
    .flip()
    .flop()
    .png()
    .toBuffer()
  const wide = page.width + strip + gap
  const colour = { r: 120, g: 108, b: 96 }
  const laid = sharp({ create: { width: wide, height: page.height, channels: 3, background: colour } }).composite([
    { input: await sharpOf(page).png().toBuffer(), left: 0, top: 0 },
    { input: other, left: page.width + gap, top: Math.round(page.height * 0.1) },
  ])
  return pictureOf(sharp(await laid.png().toBuffer()))
}

function shadowsOf(chance: Chance, kind: PhotoWay['shadow']): Shadow[] {
  if (kind === undefined) return []
  const darkness = chance.between(0.3, 0.55)
  if (kind === 'telephone')
    return [
      {
        x: chance.between(0.3, 0.7),
        y: chance.between(0.5, 0.9),
        width: 0.2,
        height: 0.36,
        angle: chance.between(-0.4, 0.4),
        darkness,
        softness: 0.05,
      },
    ]
  const [x, y, angle] = [chance.of([0.05, 0.95]), chance.between(0.4, 0.9), chance.between(-0.5, 0.5)]
  const fingers = [0, 1, 2, 3].map(
    (finger): Shadow => ({
      x: x < 0.5 ? x + 0.27 : x - 0.27,
      y: y - 0.12 + finger * 0.07,
      width: 0.2,
      height: 0.024,
      angle: angle / 3,
      darkness,
      softness: 0.09,
    }),
  )
  return [{ x, y, width: 0.2, height: 0.16, angle, darkness, softness: 0.06 }, ...fingers]
}

const glareOf = (chance: Chance, strength: Range): Glare => ({
  x: chance.between(0.15, 0.85),
  y: chance.between(0.15, 0.85),
  radius: chance.between(0.08, 0.2),
  strength: fromRange(chance, strength),
})
