/** Reads the text layer of an electronic PDF, but only if the text matches the visible content of the page. */
import { type InkComponent, inkComponentsOf } from '../picture/components.ts'
import { type Piece, wholeWords } from '../picture/pieces.ts'
import { type Origin, placeOf, rotationOf, SAME_PLACE, type Size } from '../picture/places.ts'
import { LETTER_HEIGHT } from '../picture/prepare.ts'
import { type Box, type Gray, heightOf, quarterTurned, widthOf } from '../picture/raster.ts'
import { withoutRules } from '../picture/rules.ts'
import { INK_THRESHOLD } from '../picture/straighten.ts'
import type { Bitmap, Glyph, Pdf } from './pdfium.ts'
import { letterWidthOf, type TextPiece, textPiecesOf } from './text-pieces.ts'

/** The text layer of a page. Its coordinates have the same scale as those of text recognized in pictures. */
export interface TextPage {
  /** The page's rotation, as `rotationOf` returns it. */
  readonly rotation: number
  readonly pieces: readonly Omit<Piece, 'page'>[]
  /** Whether the page contains three squares that look like the corner marks of a QR code. */
  readonly mayHaveCode: boolean
}

/** The number of characters below which a page is treated as a picture on which a program stamped some text. */
const MIN_CHARACTERS = 40
/**
 * Limits above which the text layer is not trusted: the shares of characters that are unknown, invisible, without ink
 * or on top of pictures.
 */
const MAX_UNKNOWN = 0.02
const MAX_INVISIBLE = 0.1
const MAX_WITHOUT_INK = 0.25
const MAX_ON_PICTURES = 0.3
/**
 * The maximum amount of slanted text that is tolerated, as a number of characters and as a share. The number allows for
 * a round stamp on a page with little other text.
 */
const MAX_ASKEW = { characters: 80, share: 0.1 }
/**
 * The maximum amount of ink outside the text that is tolerated. Logos, stamps and signatures also contain letter-sized
 * pieces, but fewer than `pieces`.
 */
const MAX_LOOSE = { pieces: 100, share: 0.4 }
/** The contrast below which text is not visible. Black and white differ by 255. */
const MIN_CONTRAST = 40
/** The share of the page below which a picture is a logo or a stamp. */
const MIN_PICTURE = 0.2
const MAX_PIXELS = 12_000_000
/**
 * How many times smaller than the scale of its text the page is rendered. This size is enough to find ruled lines and
 * ink.
 */
const COARSE = 2
/** The number of degrees by which a horizontal or vertical text line may deviate. */
const SLANT = 1.5
/** The usual width of a letter, divided by the height of lowercase letters. */
const WIDTH_OF_HEIGHT = 1.1

/**
 * Returns a page's text, or null if the text layer cannot be trusted, so that the text must be recognized from the
 * picture. A text layer is not trusted if it is empty or hidden, if its fonts do not reveal the characters, if it is
 * not in a real language, or if the page shows more than the text contains.
 */
export function textPageOf(pdf: Pdf, index: number): TextPage | null {
  const found = pdf.textOf(index)
  if (found === null) return null
  const drawn = found.glyphs.filter(({ isGap, text }) => !isGap && text.trim() !== '')
  const visible = found.glyphs.filter(({ isInvisible }) => !isInvisible)
  const marks = visible.filter(({ isGap, text }) => !isGap && text.trim() !== '')
  const size = pdf.sizeOf(index)
  if (marks.length < MIN_CHARACTERS || drawn.length - marks.length > MAX_INVISIBLE * drawn.length) return null
  if (shareOf(marks, isUnknown) > MAX_UNKNOWN || !isLanguage(marks)) return null
  const large = found.pictures.filter((one) => areaOf(one) > MIN_PICTURE * size.width * size.height)
  if (shareOf(marks, ({ box }) => large.some((picture) => isMiddleIn(box, picture))) > MAX_ON_PICTURES) return null
  const turns = turnsOf(marks)
  const level = marks.filter(({ angle }) => isAlong(angle, turns))
  if (marks.length - level.length > Math.max(MAX_ASKEW.characters, MAX_ASKEW.share * marks.length)) return null
  const scale = scaleFor(marks, size)
  const picture = pdf.draw(index, scale / COARSE, 'grey')
  const isThere = (glyph: Glyph) => glyph.isGap || isSeen(glyph, picture, scale / COARSE)
  const seen = visible.filter((glyph) => isAlong(glyph.angle, turns) && isThere(glyph))
  if (shareOf(level, (glyph) => !isThere(glyph)) > MAX_WITHOUT_INK) return null
  return readUpright(seen, picture, { turns, scale })
}

const shareOf = (glyphs: readonly Glyph[], matches: (glyph: Glyph) => boolean) =>
  glyphs.filter(matches).length / glyphs.length

/** Treat private-use and control characters as unknown, because they mean nothing outside the file. */
const isUnknown = ({ text, isUnknown: isUnmapped }: Glyph) => isUnmapped || /[\p{Co}\p{Cc}\p{Cn}\ufffd]/u.test(text)

const areaOf = (box: Box) => widthOf(box) * heightOf(box)

function isMiddleIn(box: Box, around: Box): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  return x > around.left && x < around.right && y > around.top && y < around.bottom
}

/**
 * The most frequent letter pairs in Russian and English. They make up a third of the pairs in real text, but only a
 * tenth in random letters.
 */
const PAIRS = new Set(
  'ст но ен то на ов ни ра во ко ро ос ел ре ор ер пр го ал ол ес от ва ло ли ка ри ат ан не по ле та ом ть тр ет ие ая ый ка ин ит ил ам ук мм шт ск ны об ла ть th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ou io le ve co me de ri ro ic ne ea'.split(
    ' ',
  ),
)
const MIN_PAIRS = 20
const MIN_COMMON = 0.15
/**
 * The largest accepted share of letters from other alphabets. Wrong letters appear, for example, when Windows Russian
 * text is read without its code page.
 */
const MAX_FOREIGN = 0.05

function isLanguage(marks: readonly Glyph[]): boolean {
  const letters = marks.filter(({ text }) => /\p{L}/u.test(text))
  if (letters.length > 0 && shareOf(letters, ({ text }) => !/[a-zа-яё\ufb00-\ufb06]/iu.test(text)) > MAX_FOREIGN)
    return false
  const text = marks
    .map((glyph) => glyph.text)
    .join('')
    .toLowerCase()
  const pairs = [...text].slice(1).map((letter, index) => text[index]! + letter)
  const ofLetters = pairs.filter((pair) => /^[a-zа-яё]{2}$/u.test(pair))
  return (
    ofLetters.length < MIN_PAIRS || ofLetters.filter((pair) => PAIRS.has(pair)).length > MIN_COMMON * ofLetters.length
  )
}

/** Returns the most common rotation of the text, in quarter turns clockwise. */
function turnsOf(marks: readonly Glyph[]): 0 | 1 | 2 | 3 {
  const counts = [0, 0, 0, 0]
  for (const { angle } of marks) counts[quarterOf(angle)]!++
  return counts.indexOf(Math.max(...counts)) as 0 | 1 | 2 | 3
}

const quarterOf = (angle: number) => (((Math.round(angle / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3

const isAlong = (angle: number, turns: number) =>
  quarterOf(angle) === turns && Math.abs(angle - 90 * Math.round(angle / 90)) <= SLANT

/** Returns the scale, in pixels per point, at which letters are as high as in prepared pictures. */
function scaleFor(marks: readonly Glyph[], { width, height }: { width: number; height: number }): number {
  const letter = letterWidthOf(marks.map((glyph) => ({ ...glyph, cell: alongLine(glyph) })))
  const wanted = letter > 0 ? (WIDTH_OF_HEIGHT * LETTER_HEIGHT) / letter : 1
  return Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)))
}

/** Returns a letter's cell with its width measured along the text line, whichever direction the line has. */
const alongLine = ({ cell, angle }: Glyph): Box =>
  quarterOf(angle) % 2 === 0 ? cell : { left: 0, right: heightOf(cell), top: 0, bottom: widthOf(cell) }

/** Whether the picture shows ink or another contrast to the background at the character's place. */
function isSeen({ box, text }: Glyph, { width, height, pixels }: Bitmap, scale: number): boolean {
  if (text.trim() === '') return true
  let [least, most] = [255, 0]
  const right = Math.min(width, Math.ceil(box.right * scale) + 1)
  const bottom = Math.min(height, Math.ceil(box.bottom * scale) + 1)
  for (let y = Math.max(0, Math.floor(box.top * scale) - 1); y < bottom; y++)
    for (let x = Math.max(0, Math.floor(box.left * scale) - 1); x < right; x++) {
      const value = pixels[y * width + x]!
      if (value < least) least = value
      if (value > most) most = value
    }
  return most - least >= MIN_CONTRAST
}

interface Standing {
  readonly turns: 0 | 1 | 2 | 3
  readonly scale: number
}

function readUpright(seen: readonly Glyph[], picture: Bitmap, { turns, scale }: Standing): TextPage | null {
  const back = ((4 - turns) % 4) as 0 | 1 | 2 | 3
  const coarse = quarterTurned(picture, back)
  // Programs draw the vertical lines of tables exactly vertical, so slanted strokes belong to signatures.
  const { rulings } = withoutRules({ ...coarse, pixels: coarse.pixels.map(darker) }, LETTER_HEIGHT / COARSE)
  const upright = rulings.upright.map(({ at, from, to }) => ({ at: at * COARSE, from: from * COARSE, to: to * COARSE }))
  const page = { width: picture.width * COARSE, height: picture.height * COARSE }
  const read = { width: coarse.width * COARSE, height: coarse.height * COARSE }
  const glyphs = seen.map((glyph) => placedUpright(glyph, scale, originOf(turns, page)))
  const pieces = textPiecesOf(glyphs, upright)
  if (pieces === null) return null
  const loose = looseInk(coarse, pieces)
  if (hasMoreToSee(loose, glyphs.length)) return null
  const origin = originOf(back, read)
  const rotation = rotationOf(origin, read)
  return {
    rotation,
    mayHaveCode: hasCorners(loose),
    pieces: pieces.map((piece) => {
      const box = wholePixels(piece)
      return { ...box, text: piece.text, confidence: 1, place: placeOf(box, origin, { page, rotation }) }
    }),
  }
}

function placedUpright(glyph: Glyph, scale: number, toUpright: Origin): Glyph {
  const [x, baseline] = toUpright(glyph.x * scale, glyph.baseline * scale)
  const moved = ({ left, right, top, bottom }: Box): Box => {
    const [fromX, fromY] = toUpright(left * scale, top * scale)
    const [toX, toY] = toUpright(right * scale, bottom * scale)
    return {
      left: Math.min(fromX, toX),
      right: Math.max(fromX, toX),
      top: Math.min(fromY, toY),
      bottom: Math.max(fromY, toY),
    }
  }
  return { ...glyph, x, baseline, box: moved(glyph.box), cell: moved(glyph.cell) }
}

/** Darkens light grey ruled lines so that they are found, but keeps backgrounds light. */
const darker = (value: number) => Math.max(0, 255 - Math.round(2.5 * (255 - value)))

/**
 * Maps points of a rotated picture to the original picture. The picture has the given size and is rotated clockwise by
 * quarter turns.
 */
function originOf(turns: 0 | 1 | 2 | 3, { width, height }: Size): Origin {
  if (turns === 0) return SAME_PLACE
  if (turns === 2) return (x, y) => [width - x, height - y]
  return turns === 1 ? (x, y) => [y, width - x] : (x, y) => [height - y, x]
}

/** Finds components of ink that are not covered by any text of the text layer. */
function looseInk(picture: Gray, pieces: readonly TextPiece[]): InkComponent[] {
  const { width, height } = picture
  const covered = new Uint8Array(width * height)
  for (const piece of pieces) {
    const { left, top, right, bottom } = wholePixels(coarseBox(piece))
    for (let y = Math.max(0, top - MARGIN); y < Math.min(height, bottom + MARGIN); y++)
      covered.fill(1, y * width + Math.max(0, left - MARGIN), y * width + Math.min(width, right + MARGIN))
  }
  return inkComponentsOf(picture, INK_THRESHOLD).filter(
    (one) => covered[Math.floor((one.top + one.bottom) / 2) * width + Math.floor((one.left + one.right) / 2)] === 0,
  )
}

/**
 * Whether many ink components outside the text are as large as letters. If so, some of the page's text is part of a
 * picture or drawn as curves.
 */
function hasMoreToSee(loose: readonly InkComponent[], characters: number): boolean {
  const letters = loose.filter((one) => {
    const height = (COARSE * heightOf(one)) / LETTER_HEIGHT
    return height >= 0.5 && height <= 2.5 && COARSE * widthOf(one) <= 3 * LETTER_HEIGHT
  })
  return letters.length > MAX_LOOSE.pieces + MAX_LOOSE.share * characters
}

/**
 * Criteria for a corner mark of a QR code: a square frame one dot thick and seven dots wide, so that about half of its
 * box is ink.
 */
const CORNER = { least: 8, filled: [0.35, 0.65] as const, alike: 1.25 }

/**
 * Whether the page contains three square frames of equal size, like the corner marks of a QR code. Only such a page is
 * searched for codes.
 */
function hasCorners(loose: readonly InkComponent[]): boolean {
  const frames = loose.filter((one) => {
    const [width, height] = [widthOf(one), heightOf(one)]
    const filled = one.area / (width * height)
    const isSquare = Math.max(width, height) <= CORNER.alike * Math.min(width, height)
    return width >= CORNER.least && isSquare && filled >= CORNER.filled[0] && filled <= CORNER.filled[1]
  })
  const sizes = frames.map(widthOf).sort((a, b) => a - b)
  return sizes.some((size, at) => at >= 2 && size <= CORNER.alike * sizes[at - 2]!)
}

const coarseBox = ({ left, top, right, bottom }: Box): Box => ({
  left: left / COARSE,
  top: top / COARSE,
  right: right / COARSE,
  bottom: bottom / COARSE,
})

/** The distance from a text piece, in pixels of the coarse picture, up to which ink counts as covered by the text. */
const MARGIN = 2

const wholePixels = ({ left, top, right, bottom }: Box): Box => ({
  left: Math.floor(left),
  top: Math.floor(top),
  right: Math.ceil(right),
  bottom: Math.ceil(bottom),
})

/**
 * Returns the text within a part of a page. For text layers this replaces rereading, which would return the same text
 * because no letter can be misread.
 */
export function textIn(pieces: readonly (Box & { readonly text: string })[], box: Box): string {
  return wholeWords(pieces.filter((piece) => isMiddleIn(piece, box)))
    .map(({ text }) => text)
    .join(' ')
}
