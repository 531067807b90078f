/** From a page's picture to level dark text of a known size on white, without table rules. */
import sharp from 'sharp'
import { withoutBands } from './bands.ts'
import { inkComponentsOf, isGrainy, letterHeightOf } from './components.ts'
import { withoutStrokes } from './drawn-columns.ts'
import { flattened, grainOf, isSoft, sharpenedBy } from './flatten.ts'
import { type Lie, originOf, pageLayoutOf } from './page-layout.ts'
import { type Parting, partingOf } from './papers.ts'
import { type Origin, SAME_PLACE } from './places.ts'
import { type Gray, quarterTurned } from './raster.ts'
import { type Rulings, unruled } from './rules.ts'
import { deskew, INK_THRESHOLD, lettersOf, type Traced } from './straighten.ts'

export interface PreparedPage {
  readonly gray: Gray
  readonly rulings: Rulings
  /** Of most small letters and figures, in pixels. */
  readonly letterHeight: number
  /** As high as they were in the picture before it was brought to that. */
  readonly lettersTaken: number
  /** Another whole paper lay at the right of it. */
  readonly isOneOfTwo: boolean
  /** Where a point of `gray` is on the page as decoded. */
  readonly origin: Origin
}

/** Letters are brought to this height: what the recognizer was trained on, and no more pixels than it uses. */
export const LETTER_HEIGHT = 15

/** Pixels over which grain is smoothed, until it is gone; letters are much larger where grain shows. */
const GRAINS = [0.8, 1.2, 2, 3]

/** All pages of a document are kept until it is judged. */
const MAX_PREPARED_PIXELS = 12_000_000

/** A page evenly lit and laid right, without what lies beside it: what letters of any height are drawn from. */
export interface LaidPage {
  readonly laid: Gray
  readonly isOneOfTwo: boolean
  /** Where a point of `laid` is on the page as decoded. */
  readonly origin: Origin
}

/** `grey`: the page as `greyOf` makes it. */
export async function laidPage(grey: Gray): Promise<LaidPage> {
  const { gray: whole, origin } = await laidRight(await quieted(withoutBands(grey)))
  const parting = partingOf(lettersOf(whole), whole)
  const laid = parting === null ? whole : onlyPaper(whole, parting)
  return { laid, isOneOfTwo: parting?.neighbour === 'both', origin }
}

/** `wanted`: the height that small letters are brought to. */
export async function preparePage(page: LaidPage, wanted = LETTER_HEIGHT): Promise<PreparedPage> {
  const { laid, isOneOfTwo, origin: beforeLaid } = page
  const scaled = await scaledToText(laid, wanted)
  const { gray: straight, origin: beforeStraight } = deskew(scaled)
  const level = await fittedToText(straight, wanted)
  const beforeLevel: Origin = (x, y) =>
    beforeStraight((x * straight.width) / level.width, (y * straight.height) / level.height)
  const letterHeight = heightOfLetters(level)
  const { gray: plain, rulings, origin: beforeUnruled } = unruled(level, letterHeight)
  const components = inkComponentsOf(plain, INK_THRESHOLD)
  const height = letterHeightOf(components) || letterHeight
  const { gray: unstroked, upright } = withoutStrokes(plain, components, height)
  const gray = isSoft(unstroked) ? await sharpened(unstroked) : unstroked
  const origin: Origin = (x, y) => {
    const [scaledX, scaledY] = beforeLevel(...beforeUnruled(x, y))
    return beforeLaid((scaledX * laid.width) / scaled.width, (scaledY * laid.height) / scaled.height)
  }
  const lettersTaken = (height * laid.width * straight.width) / (scaled.width * level.width)
  const ruled = { ...rulings, upright: [...rulings.upright, ...upright] }
  return { gray, rulings: ruled, letterHeight: height, lettersTaken, isOneOfTwo, origin }
}

/** Evenly lit. Grain is taken for letters, and hides how light the paper is: it is smoothed away where there is more of it than of anything else. */
async function quieted(grey: Gray): Promise<Gray> {
  const { width, height } = grey
  let flat = flattened(grey)
  if (grainOf(grey) < MUCH_GRAIN) return flat
  for (const sigma of GRAINS) {
    if (!isGrainy(inkComponentsOf(flat, INK_THRESHOLD))) break
    flat = flattened({ width, height, pixels: await smoothed(grey, sigma) })
  }
  return flat
}

/** As a share of the paper's brightness. What looks like grain without it is dotted lines, or dust. */
const MUCH_GRAIN = 0.03

/** In pixels: about half of a letter's stroke. */
const SHARPENED_RADIUS = 1.5

/** A picture out of focus or coarse: letters of a known size, so that one radius fits all. */
async function sharpened(gray: Gray): Promise<Gray> {
  return sharpenedBy(gray, await smoothed(gray, SHARPENED_RADIUS))
}

function smoothed({ width, height, pixels }: Gray, sigma: number): Promise<Uint8Array> {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/** Lines nearly level or upright, and letters not pressed flat: the rest is seen to where letters are of a known size. */
async function laidRight(flat: Gray): Promise<Traced> {
  const lie = pageLayoutOf(lettersOf(flat))
  const { across, down } = lie.stretch
  const isStretched = across !== 1 || down !== 1
  const gray =
    lie.tilt !== 0
      ? await turnedBack(flat, lie)
      : isStretched
        ? await resized(flat, Math.round(flat.width * across), Math.round(flat.height * down))
        : flat
  const origin = gray === flat ? SAME_PLACE : originOf(lie, flat, gray)
  if (!lie.isSideways) return { gray, origin }
  return { gray: quarterTurned(gray, 1), origin: (x, y) => origin(y, gray.height - x) }
}

/** Without the paper beside it: a part of a neighbour, or the right one of two. */
function onlyPaper({ width, height, pixels }: Gray, { neighbour, at }: Parting): Gray {
  const kept = new Uint8Array(pixels)
  for (let y = 0; y < height; y++) {
    const edge = y * width + Math.round(at(y))
    if (neighbour === 'left') kept.fill(255, y * width, edge)
    else kept.fill(255, edge, (y + 1) * width)
  }
  return { width, height, pixels: kept }
}

async function turnedBack(gray: Gray, { tilt }: Lie): Promise<Gray> {
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const { data, info } = await sharp(gray.pixels, { raw: { width: gray.width, height: gray.height, channels: 1 } })
    .affine([cos, sin, -sin, cos], { background: '#ffffff', interpolator: 'bicubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

async function scaledToText(flat: Gray, wanted: number): Promise<Gray> {
  const scaled = await broughtToHeight(flat, wanted)
  // Thin faint letters fall apart: their fragments are measured instead of them.
  return heightOfLetters(scaled) >= 0.6 * wanted ? scaled : broughtToHeight(darkened(flat), wanted)
}

/** Letters that are this much too high cost time and are read worse. */
const MAX_TOO_HIGH = 1.3

/** Specks of a photograph are measured for letters; when it was made level, its rows of letters are too many for that. */
async function fittedToText(level: Gray, wanted: number): Promise<Gray> {
  const height = heightOfLetters(level)
  if (height <= MAX_TOO_HIGH * wanted) return level
  return resized(level, Math.round((level.width * wanted) / height), Math.round((level.height * wanted) / height))
}

async function broughtToHeight(flat: Gray, wanted: number): Promise<Gray> {
  const height = heightOfLetters(flat)
  if (height === 0) return flat
  const most = Math.sqrt(MAX_PREPARED_PIXELS / (flat.width * flat.height))
  const factor = Math.min(wanted / height, 4, most)
  if (Math.abs(factor - 1) < 0.1) return flat
  return resized(flat, Math.round(flat.width * factor), Math.round(flat.height * factor))
}

/** Twice as much ink everywhere. */
function darkened({ width, height, pixels }: Gray): Gray {
  return { width, height, pixels: pixels.map((value) => Math.max(0, 2 * value - 255)) }
}

export async function resized(gray: Gray, width: number, height: number): Promise<Gray> {
  const pixels = await sharp(gray.pixels, { raw: { width: gray.width, height: gray.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { width, height, pixels }
}

function heightOfLetters(gray: Gray): number {
  return letterHeightOf(inkComponentsOf(gray, INK_THRESHOLD))
}
