/** Damages pages as scanners and phones do. */
import sharp, { type Sharp } from 'sharp'
import type { Chance } from './chance.ts'

interface Picture {
  readonly width: number
  readonly height: number
  readonly colours: Uint8Array
}

export interface Damaged {
  readonly bytes: Uint8Array
  readonly ending: 'jpg' | 'png'
  /** The name of the kind of damage, for the report on recognition results. */
  readonly way: string
}

/** Makes the page look as if it came from a scanner, a phone, a copier or a screen. */
export async function damaged(png: Uint8Array, chance: Chance): Promise<Damaged> {
  const way = chance.of(['scan', 'scan', 'photo', 'photo', 'copy', 'screen'] as const)
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const page = { width: info.width, height: info.height, colours: new Uint8Array(data) }
  if (way === 'screen') return { bytes: png, ending: 'png', way }
  const isPhoto = way === 'photo'
  const shape = {
    angle: (chance.between(-1, 1) * (isPhoto ? 3 : 1.6) * Math.PI) / 180,
    perspective: isPhoto ? chance.between(-0.03, 0.03) : 0,
    curl: isPhoto && chance.is(0.5) ? chance.between(-0.008, 0.008) : 0,
    margin: isPhoto ? 0.05 : 0.005,
  }
  const bentPage = bent(
    page,
    shape,
    isPhoto ? [chance.whole(40, 90), chance.whole(35, 75), chance.whole(30, 65)] : [252, 252, 252],
  )
  const lit = isPhoto ? shaded(bentPage, chance) : bentPage
  const blur = chance.between(0.3, isPhoto ? 0.8 : 0.6)
  const blurred = await raw(
    sharp(lit.colours, { raw: { width: lit.width, height: lit.height, channels: 3 } }).blur(blur),
  )
  const noisy = grained(blurred, chance, chance.between(1.5, isPhoto ? 7 : 5))
  const turn = chance.is(0.12) ? chance.of([90, 180, 270]) : 0
  const picture = sharp(noisy.colours, { raw: { width: noisy.width, height: noisy.height, channels: 3 } }).rotate(turn)
  if (way === 'copy')
    return { bytes: await picture.greyscale().threshold(chance.whole(140, 185)).png().toBuffer(), ending: 'png', way }
  const quality = chance.whole(55, 88)
  return {
    bytes: await (isPhoto ? picture : picture.greyscale()).jpeg({ quality }).toBuffer(),
    ending: 'jpg',
    way: turn === 0 ? way : `${way} turned`,
  }
}

async function raw(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, colours: new Uint8Array(data) }
}

interface Shape {
  readonly angle: number
  readonly perspective: number
  readonly curl: number
  readonly margin: number
}

/** Rotates, tilts and bends the page: for every pixel of the result, computes the point on the page that it shows. */
function bent(page: Picture, { angle, perspective, curl, margin }: Shape, around: readonly number[]): Picture {
  const width = Math.round(page.width * (1 + 2 * margin))
  const height = Math.round(page.height * (1 + 2 * margin))
  const colours = new Uint8Array(width * height * 3)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [(x - width / 2) / page.width, (y - height / 2) / page.width]
      const [rx, ry] = [dx * cos + dy * sin, -dx * sin + dy * cos]
      const depth = 1 + perspective * 2 * ry + perspective * rx
      const fromX = (rx / depth) * page.width + page.width / 2
      const fromY = (ry / depth + curl * Math.sin(rx * 2 * Math.PI)) * page.width + page.height / 2
      const to = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++)
        colours[to + channel] = sampled(page, fromX, fromY, { channel, around: around[channel]! })
    }
  return { width, height, colours }
}

function sampled(
  { width, height, colours }: Picture,
  x: number,
  y: number,
  { channel, around }: { channel: number; around: number },
): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return around
  const [right, down] = [x - left, y - top]
  const at = (top * width + left) * 3 + channel
  return (
    (colours[at]! * (1 - right) + colours[at + 3]! * right) * (1 - down) +
    (colours[at + width * 3]! * (1 - right) + colours[at + width * 3 + 3]! * right) * down
  )
}

/** Darkens the page as in a photo: light that gets weaker towards one side, tinted paper, and the shadow of a hand. */
function shaded({ width, height, colours }: Picture, chance: Chance): Picture {
  const direction = chance.between(0, 2 * Math.PI)
  const fall = chance.between(0.1, 0.45)
  const tint = [1, chance.between(0.96, 1), chance.between(0.88, 0.99)]
  const lift = chance.between(5, 35)
  const shadow = chance.is(0.4) ? { x: chance.next(), y: chance.next(), depth: chance.between(0.1, 0.3) } : null
  const lit = new Uint8Array(colours.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const along = (x / width - 0.5) * Math.cos(direction) + (y / height - 0.5) * Math.sin(direction)
      let light = 0.92 - fall * (along + 0.5)
      if (shadow !== null) {
        const distance = Math.hypot(x / width - shadow.x, y / height - shadow.y)
        light *= 1 - shadow.depth / (1 + Math.exp((distance - 0.35) * 25))
      }
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel
        lit[at] = Math.max(0, Math.min(255, (lift + (colours[at]! * (255 - lift)) / 255) * light * tint[channel]!))
      }
    }
  return { width, height, colours: lit }
}

function grained({ width, height, colours }: Picture, chance: Chance, strength: number): Picture {
  const noisy = new Uint8Array(colours.length)
  for (let at = 0; at < colours.length; at += 3) {
    const grain = (chance.next() + chance.next() + chance.next() - 1.5) * 2 * strength
    for (let channel = 0; channel < 3; channel++)
      noisy[at + channel] = Math.max(0, Math.min(255, colours[at + channel]! + grain))
  }
  return { width, height, colours: noisy }
}
