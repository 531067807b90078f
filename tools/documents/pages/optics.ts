/**
 * Imitates a photo of a page: computes for each pixel of the picture the point of the bent paper that it shows, and the
 * light on that point.
 */
import type { Chance } from '../chance.ts'
import type { Picture } from './press.ts'

export interface Shot {
  /** The width of the picture in pixels. */
  readonly width: number
  readonly height: number
  /** The page's corners in the picture, as fractions from 0 to 1: top left, top right, bottom right, bottom left. */
  readonly corners: readonly (readonly [number, number])[]
  /** The curvature of the paper in each of the two directions, as a fraction of its height. */
  readonly curl: readonly [number, number]
  /** The number of folds in the paper, and the distance by which they displace the paper. */
  readonly folds: readonly [number, number]
  /**
   * By how much the page gets darker towards its darkest side, from 0 to 1, and the direction of that side in radians.
   */
  readonly slope: readonly [number, number]
  /** The brightness of the whole picture, from 0 to 1. */
  readonly light: number
  /** Shadows with soft edges, such as those of a hand or a phone. */
  readonly shadows: readonly Shadow[]
  readonly glare: readonly Glare[]
  /** The colour of the desk around the page. */
  readonly desk: readonly [number, number, number]
  readonly grain: number
}

export interface Shadow {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle: number
  readonly darkness: number
  readonly softness: number
}

export interface Glare {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly strength: number
}

const NODE = 12

type Matrix = readonly number[]

/**
 * Returns the projective transformation from the picture to the page: the inverse of the transformation that maps the
 * page to these corners.
 */
function fromCorners(corners: Shot['corners']): Matrix {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as readonly [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ]
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3]
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / determinant
  const h = (dx1 * dy3 - dx3 * dy1) / determinant
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0]
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0]
  return [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

interface Fold {
  readonly cos: number
  readonly sin: number
  readonly at: number
  readonly height: number
}

function foldsOf(chance: Chance, [count]: Shot['folds']): Fold[] {
  return Array.from({ length: count }, () => {
    const angle = chance.between(0, Math.PI)
    return { cos: Math.cos(angle), sin: Math.sin(angle), at: chance.between(-0.2, 1.1), height: chance.between(-1, 1) }
  })
}

/**
 * For each node of a coarse grid over the picture: the position of the point on the page, its brightness and its glare.
 */
interface Field {
  readonly across: number
  readonly values: Float32Array
}

function fieldOf(shot: Shot, chance: Chance): Field {
  const [across, down] = [Math.ceil(shot.width / NODE) + 2, Math.ceil(shot.height / NODE) + 2]
  const values = new Float32Array(across * down * 4)
  const matrix = fromCorners(shot.corners)
  const folds = foldsOf(chance, shot.folds)
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const [x, y] = [(column * NODE) / shot.width, (row * NODE) / shot.height]
      values.set(nodeOf(shot, { x, y, matrix, folds }), (row * across + column) * 4)
    }
  return { across, values }
}

function nodeOf(
  shot: Shot,
  { x, y, matrix, folds }: { x: number; y: number; matrix: Matrix; folds: readonly Fold[] },
): number[] {
  const depth = matrix[6]! * x + matrix[7]! * y + matrix[8]!
  let u = (matrix[0]! * x + matrix[1]! * y + matrix[2]!) / depth
  let v = (matrix[3]! * x + matrix[4]! * y + matrix[5]!) / depth
  const [arch, bow] = shot.curl
  ;[u, v] = [u + bow * Math.sin(Math.PI * v), v + arch * Math.sin(Math.PI * u)]
  let light = shot.light
  for (const { cos, sin, at, height } of folds) {
    const distance = u * cos + v * sin - at
    const near = Math.exp(-((distance / 0.16) ** 2))
    u += shot.folds[1] * height * near * cos * distance * 4
    v += shot.folds[1] * height * near * sin * Math.abs(distance) * 4
    light += shot.light * shot.folds[1] * 7 * height * Math.sign(distance) * near
  }
  const [slope, angle] = shot.slope
  light *= 1 - slope * Math.min(1, Math.max(0, 0.5 + (x - 0.5) * Math.cos(angle) + (y - 0.5) * Math.sin(angle)))
  light *= 1 + arch * 5 * Math.cos(Math.PI * u)
  for (const shadow of shot.shadows) light *= 1 - shadow.darkness * covered(shadow, x, y)
  let glare = 0
  for (const spot of shot.glare)
    glare += spot.strength * Math.exp(-(((x - spot.x) ** 2 + (y - spot.y) ** 2) / spot.radius ** 2))
  return [u, v, light, Math.min(0.85, glare)]
}

/** Returns 1 inside a shadow, 0 outside, and values between them at its soft edge. */
function covered({ x, y, width, height, angle, softness }: Shadow, atX: number, atY: number): number {
  const [dx, dy] = [atX - x, atY - y]
  const [rx, ry] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)]
  const distance = ((rx / width) ** 4 + (ry / height) ** 4) ** 0.25
  return 1 / (1 + Math.exp((distance - 1) / softness))
}

/** The number of random values after which the noise repeats. Each row of pixels starts at a different value. */
const NOISE = 65_536

function noiseOf(chance: Chance): Float32Array {
  return Float32Array.from({ length: NOISE }, () => chance.next() + chance.next() + chance.next() - 1.5)
}

/**
 * Simulates taking a photo of the page. `grain` is the approximate standard deviation of the noise, on a scale where
 * white is 255.
 */
export function shoot(page: Picture, shot: Shot, chance: Chance): Picture {
  const { width, height } = shot
  const { across, values } = fieldOf(shot, chance)
  const noise = noiseOf(chance)
  const colours = new Uint8Array(width * height * 3)
  const at = new Float32Array(4)
  const seeds = [chance.whole(0, NOISE), chance.whole(3, 40) / 1000]
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / NODE)
    const down = (y - row * NODE) / NODE
    const shift = seeds[0]! + Math.imul(y, 7919)
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / NODE)
      const right = (x - column * NODE) / NODE
      const node = (row * across + column) * 4
      const below = node + across * 4
      for (let part = 0; part < 4; part++) {
        const top = values[node + part]! * (1 - right) + values[node + 4 + part]! * right
        const bottom = values[below + part]! * (1 - right) + values[below + 4 + part]! * right
        at[part] = top * (1 - down) + bottom * down
      }
      const to = (y * width + x) * 3
      const grain = shot.grain * noise[(shift + x) & (NOISE - 1)]! * 2
      if (at[0]! < 0 || at[1]! < 0 || at[0]! > 1 || at[1]! > 1) {
        const wood =
          10 * Math.sin((x * 0.11 + 6 * Math.sin(y * seeds[1]!)) * 0.3) + 5 * noise[(shift + x) & (NOISE - 1)]!
        for (let channel = 0; channel < 3; channel++)
          colours[to + channel] = clamped((shot.desk[channel]! + wood) * Math.min(1.15, at[2]!) + grain)
        continue
      }
      put(page, at, { colours, to, grain })
    }
  }
  return { width, height, colours }
}

const clamped = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value)

/**
 * Computes one pixel of the picture: interpolates between the four nearest pixels of the page and applies the light.
 */
function put(
  page: Picture,
  at: Float32Array,
  { colours, to, grain }: { colours: Uint8Array; to: number; grain: number },
): void {
  const [x, y] = [at[0]! * (page.width - 1), at[1]! * (page.height - 1)]
  const [left, top] = [Math.min(page.width - 2, Math.floor(x)), Math.min(page.height - 2, Math.floor(y))]
  const [right, down] = [x - left, y - top]
  const from = (top * page.width + left) * 3
  const below = from + page.width * 3
  const { colours: source } = page
  for (let channel = 0; channel < 3; channel++) {
    const above = source[from + channel]! * (1 - right) + source[from + 3 + channel]! * right
    const under = source[below + channel]! * (1 - right) + source[below + 3 + channel]! * right
    const lit = (above * (1 - down) + under * down) * 0.96 * at[2]!
    colours[to + channel] = clamped(lit + (255 - lit) * at[3]! + grain)
  }
}
