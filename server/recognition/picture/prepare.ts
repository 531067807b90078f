/**
 * Prepares the picture of a page for recognition: dark horizontal text of a known size on white, without ruled lines.
 */
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
  /** The height of lowercase letters and digits in the prepared picture, in pixels. */
  readonly letterHeight: number
  /** The height of lowercase letters in the picture before it was scaled, in pixels. */
  readonly lettersTaken: number
  /** Whether another whole paper was to the right of this one in the picture. */
  readonly isOneOfTwo: boolean
  /** Maps a point of `gray` to the page as decoded. */
  readonly origin: Origin
}

/**
 * The height to which lowercase letters are scaled. The recognizer was trained with letters of this height, and more
 * pixels would not help.
 */
export const LETTER_HEIGHT = 15

/**
 * Smoothing radii in pixels, tried in order until the grain is gone. Where grain is visible, letters are much larger
 * than these.
 */
const GRAINS = [0.8, 1.2, 2, 3]

/**
 * The maximum number of pixels of a prepared page, because all pages of a document stay in memory until the document is
 * judged.
 */
const MAX_PREPARED_PIXELS = 12_000_000

/**
 * A straightened page with even lighting and without its surroundings, from which letters can be scaled to any height.
 */
export interface LaidPage {
  readonly laid: Gray
  readonly isOneOfTwo: boolean
  /** Maps a point of `laid` to the page as decoded. */
  readonly origin: Origin
}

/** Straightens a page and removes its surroundings. `grey`: the result of `greyOf`. */
export async function laidPage(grey: Gray): Promise<LaidPage> {
  const { gray: whole, origin } = await laidRight(await quieted(withoutBands(grey)))
  const parting = partingOf(lettersOf(whole), whole)
  const laid = parting === null ? whole : onlyPaper(whole, parting)
  return { laid, isOneOfTwo: parting?.neighbour === 'both', origin }
}

/** Scales a page so that lowercase letters have the height `wanted`, and removes ruled lines. */
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

/**
 * Evens out the lighting. First smooths away strong grain, because it looks like letters and hides the paper's
 * brightness.
 */
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

/** The amount of grain, as a share of the paper's brightness, below which grain is only dotted lines or dust. */
const MUCH_GRAIN = 0.03

/** The radius for sharpening, in pixels: about half the width of a letter's stroke. */
const SHARPENED_RADIUS = 1.5

/** Sharpens an unfocused or coarse picture. Because the size of its letters is known, one radius suits every page. */
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

/**
 * Makes text lines nearly horizontal or vertical, and restores the proportions of squeezed letters. Exact straightening
 * follows later, when the letters' size is known.
 */
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

/** Removes a neighbouring paper: either the visible part of another paper, or the right one of two whole papers. */
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
  // If thin, faint letters have broken apart, their fragments were measured instead of letters. In that case the ink is
  // darkened and the picture is scaled again.
  return heightOfLetters(scaled) >= 0.6 * wanted ? scaled : broughtToHeight(darkened(flat), wanted)
}

/**
 * The factor by which letters may exceed the target height. Larger letters take longer to recognize, with worse
 * results.
 */
const MAX_TOO_HIGH = 1.3

/**
 * Scales the picture again if its letters turn out too tall. This happens when specks were measured as letters before
 * straightening.
 */
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

/** Makes all ink twice as dark. */
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
