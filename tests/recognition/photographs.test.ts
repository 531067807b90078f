/**
 * Tests how photographs are corrected before they are read. The tests use boxes that stand for letters, and small
 * pictures, which show the same effects as whole pages.
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { judged } from '../../server/recognition/judge/judge.ts'
import { legibilityOf, lightOf, obstacleOf, type Sight } from '../../server/recognition/legibility.ts'
import { type InkComponent, isGrainy, letterHeightOf } from '../../server/recognition/picture/components.ts'
import { flattened, grainOf, greyOf, isSoft, sharpenedBy } from '../../server/recognition/picture/flatten.ts'
import { originOf, pageLayoutOf } from '../../server/recognition/picture/page-layout.ts'
import { partingOf } from '../../server/recognition/picture/papers.ts'
import type { Box, Gray } from '../../server/recognition/picture/raster.ts'
import { unruled } from '../../server/recognition/picture/rules.ts'
import { deskew } from '../../server/recognition/picture/straighten.ts'

/** Returns boxes that stand for twelve lines of forty letters each, rotated around the origin and flattened. */
function lettersOfPage(degrees: number, flatness = 1): InkComponent[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return Array.from({ length: 480 }, (_, index) => {
    const [line, place] = [Math.floor(index / 40), index % 40]
    // The space between words is wider than the space between letters, and one letter in five is tall.
    const [x, y] = [place * 12 + Math.floor(place / 6) * 8, line * 40]
    const [width, height] = [9 + (place % 3), (place % 5 === 0 ? 16 : 12) / flatness]
    const [left, top] = [x * cos - (y / flatness) * sin, x * sin + (y / flatness) * cos]
    const [across, down] = [
      Math.abs(width * cos) + Math.abs(height * sin),
      Math.abs(width * sin) + Math.abs(height * cos),
    ]
    const corner = { left: left - across / 2, top: top - down / 2 }
    return { ...corner, right: corner.left + across, bottom: corner.top + down, area: (width * height) / 2 }
  })
}

const degreesOf = (radians: number) => (radians * 180) / Math.PI

test.each([-40, -25, 14, 33, 60, 100, 160])(
  'the tilt of a page is found from letters rotated by %i degrees',
  (degrees) => {
    const quarter = 90 * Math.round(degrees / 90)
    expect(Math.abs(degreesOf(pageLayoutOf(lettersOfPage(degrees)).tilt) - (degrees - quarter))).toBeLessThan(4)
  },
)

test.each([
  [0, false],
  [-6, false],
  [7, false],
  [180, false],
  [90, true],
  [268, true],
])('a page rotated by %i degrees is not reported as tilted', (degrees, isSideways) => {
  expect(pageLayoutOf(lettersOfPage(degrees))).toEqual({ isSideways, tilt: 0, stretch: { across: 1, down: 1 } })
})

test('letters that a fax flattened are stretched to their real height, whichever way the page lies', () => {
  expect(pageLayoutOf(lettersOfPage(0, 204 / 98)).stretch.down).toBeCloseTo(204 / 98)
  expect(pageLayoutOf(lettersOfPage(90, 204 / 98)).stretch.across).toBeCloseTo(204 / 98)
  // Check that neither a fax in fine resolution nor a page with wide letters is stretched.
  expect(pageLayoutOf(lettersOfPage(0, 204 / 196)).stretch.down).toBe(1)
  expect(pageLayoutOf(lettersOfPage(0, 1.25)).stretch.down).toBe(1)
})

test('a page with too few letters is treated as level, because its tilt cannot be measured', () => {
  expect(pageLayoutOf(lettersOfPage(30).slice(0, 20)).tilt).toBe(0)
})

test('a point of a rotated or stretched picture can be mapped back to its place in the original', () => {
  const before = { width: 400, height: 300 }
  const upright = { isSideways: false, stretch: { across: 1, down: 1 } }
  const turned = originOf({ ...upright, tilt: Math.PI / 6 }, before, { width: 500, height: 460 })
  // The point that is now 100 pixels to the right of the page's middle was to the right of the middle and below it
  // before the page was levelled.
  expect(turned(350, 230).map(Math.round)).toEqual([287, 200])
  const stretched = originOf({ ...upright, tilt: 0, stretch: { across: 1, down: 2 } }, before, {
    width: 400,
    height: 600,
  })
  expect(stretched(100, 600)).toEqual([100, 300])
})

test('a page whose letters run together is not mistaken for a fax', () => {
  const blurred = lettersOfPage(0).map((one, index) => (index % 3 === 0 ? one : { ...one, right: one.left + 24 }))
  expect(pageLayoutOf(blurred).stretch.down).toBe(1)
})

const speck = (area: number): InkComponent => ({ left: 0, top: 0, right: 4, bottom: 4, area })

test('a page is grainy only if it has far more specks than anything else', () => {
  expect(isGrainy([...Array.from({ length: 1_300 }, () => speck(5)), ...lettersOfPage(0)])).toBe(true)
  expect(isGrainy([...Array.from({ length: 900 }, () => speck(5)), ...lettersOfPage(0)])).toBe(false)
  // Check that a short receipt on speckled paper is not grainy.
  expect(isGrainy([...Array.from({ length: 300 }, () => speck(5)), ...lettersOfPage(0).slice(0, 40)])).toBe(false)
})

test('the measured height of letters is the same however many specks a page has', () => {
  const specks = Array.from({ length: 2_000 }, () => speck(6))
  expect(letterHeightOf(lettersOfPage(0))).toBe(12)
  expect(letterHeightOf([...specks, ...lettersOfPage(0)])).toBe(12)
  // Check that large letters, as in a title and a total, change nothing, because the text has more letters.
  const large = lettersOfPage(0)
    .slice(0, 20)
    .map((one) => ({ ...one, right: one.left + 40, bottom: one.top + 60, area: 1_200 }))
  expect(letterHeightOf([...large, ...lettersOfPage(0)])).toBe(12)
})

test('the dark table around a sheet of paper is removed, however grainy the photograph', () => {
  const [width, height] = [640, 640]
  const isPaper = (x: number, y: number) => x >= 120 && x < 520 && y >= 120 && y < 520
  let noise = 1
  const colours = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at++) {
    noise = (noise * 16_807) % 2_147_483_647
    const light = (isPaper(at % width, Math.floor(at / width)) ? 80 : 31) + (noise % 63) - 31
    colours.fill(light, 3 * at, 3 * at + 3)
  }
  const { pixels } = flattened(greyOf({ width, height, colours }))
  const dark = (left: number, right: number) =>
    Array.from(
      { length: (right - left) * height },
      (_, at) => pixels[Math.floor(at / (right - left)) * width + left + (at % (right - left))]!,
    ).filter((value) => value < 100).length
  expect(dark(0, 100) + dark(540, 640)).toBeLessThan(200)
})

/** Draws black boxes on white paper. */
function drawn(width: number, height: number, boxes: readonly Box[]): Gray {
  const pixels = new Uint8Array(width * height).fill(255)
  for (const { left, top, right, bottom } of boxes)
    for (let y = top; y < bottom; y++) pixels.fill(0, y * width + left, y * width + right)
  return { width, height, pixels }
}

const isLetter = (x: number, y: number) => y % 40 >= 10 && y % 40 < 24 && x % 12 < 3 && x % 120 < 96

/** Draws a photograph of lines of text on which four fingers cast shadows from the right. */
function underFingers(width: number, height: number): Gray {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const away = Math.min(...[420, 540, 660, 780].map((finger) => Math.abs(y - finger)))
    const shade = 0.6 * Math.min(1, Math.max(0, (40 - away) / 20))
    for (let x = 0; x < width; x++) pixels[y * width + x] = (isLetter(x, y) ? 40 : 225) * (1 - (x > 700 ? shade : 0))
  }
  return { width, height, pixels }
}

test('paper in the shadow of fingers becomes as white as the rest of the paper', () => {
  const [width, height] = [1_600, 1_300]
  const { pixels } = flattened(underFingers(width, height))
  let [darkPaper, paleLetters] = [0, 0]
  for (let y = 380; y < 820; y++)
    for (let x = 720; x < width; x++) {
      const isDark = pixels[y * width + x]! < 165
      if (isLetter(x, y)) paleLetters += isDark ? 0 : 1
      else darkPaper += isDark ? 1 : 0
    }
  expect({ darkPaper, paleLetters }).toEqual({ darkPaper: 0, paleLetters: 0 })
})

test('no dark pixels of the table are left at the edges of the paper', () => {
  const [width, height] = [800, 1_000]
  const pixels = new Uint8Array(width * height)
  // The paper is tilted, so that its edges run across the blocks in which the brightness is measured.
  const isPaper = (x: number, y: number) => x > 130 + y / 40 && x < 640 + y / 40 && y > 110 && y < 890
  const isInk = (x: number, y: number) => x > 200 && x < 600 && y > 160 && y < 840 && isLetter(x, y)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = isPaper(x, y) ? (isInk(x, y) ? 30 : 220) : 45 + (x % 7)
  const flat = flattened({ width, height, pixels }).pixels
  let [darkBeside, paleLetters] = [0, 0]
  for (let y = 120; y < 880; y++)
    for (let x = 0; x < width; x++) {
      const isDark = flat[y * width + x]! < 165
      if (isInk(x, y)) paleLetters += isDark ? 0 : 1
      else darkBeside += isDark ? 1 : 0
    }
  expect({ darkBeside, paleLetters }).toEqual({ darkBeside: 0, paleLetters: 0 })
})

test('a black bar printed on the paper is not mistaken for a shadow and stays black', () => {
  const bar = { left: 100, top: 100, right: 1_100, bottom: 220 }
  const { pixels } = flattened(drawn(1_400, 1_200, [bar]))
  expect(pixels[160 * 1_400 + 600]).toBeLessThan(60)
})

test('a thick bar across the page is recognized as a rule, but a word whose letters run together is not', () => {
  const word = { left: 40, top: 40, right: 240, bottom: 50 }
  const bar = { left: 20, top: 100, right: 480, bottom: 110 }
  const { gray, rulings } = unruled(drawn(500, 160, [word, bar]), 15)
  expect(gray.pixels[45 * 500 + 140]).toBe(0)
  expect(gray.pixels[105 * 500 + 140]).toBe(255)
  expect(rulings.level).toHaveLength(1)
})

test('a vertical rule is found even if text is right beside it', () => {
  const rule = { left: 100, top: 20, right: 103, bottom: 180 }
  const text = Array.from({ length: 8 }, (_, row) => ({
    left: 105,
    top: 22 + row * 20,
    right: 160,
    bottom: 36 + row * 20,
  }))
  const { gray, rulings } = unruled(drawn(300, 200, [rule, ...text]), 15)
  expect(rulings.upright.map(({ at }) => Math.round(at))).toEqual([102])
  expect(gray.pixels[100 * 300 + 101]).toBe(255)
  expect(gray.pixels[30 * 300 + 130]).toBe(0)
})

const CLEAR: Sight = { paper: 230, edge: 0.4, contrast: 0.7, ink: 0.03, letters: 16 }

test('a page counts as legible if its text could be read, whatever the measurements of its picture', () => {
  // Check that a picture that is small, dark and without sharp edges is accepted as long as it can be read.
  expect(obstacleOf(0.44, () => ({ ...CLEAR, paper: 30, edge: 0.01, ink: 0.2 }))).toBeNull()
  expect(obstacleOf(0.2, () => ({ ...CLEAR, letters: 3 }))).toBe('far')
  expect(obstacleOf(0.2, () => CLEAR)).toBe('unclear')
  expect(obstacleOf(0.2, () => ({ ...CLEAR, edge: 0.08 }))).toBe('blurred')
  expect(obstacleOf(null, () => ({ ...CLEAR, paper: 25, edge: 1 }))).toBe('dark')
  expect(obstacleOf(null, () => ({ ...CLEAR, edge: 0.08 }))).toBe('blurred')
  // Pale ink in thin strokes must be reported as faint, and ink that is as pale but smeared must be reported as
  // blurred. Neither may be reported as too small.
  expect(obstacleOf(0.2, () => ({ ...CLEAR, contrast: 0.12, edge: 0.11 }))).toBe('faint')
  expect(obstacleOf(0.2, () => ({ ...CLEAR, contrast: 0.17, edge: 0.05, letters: 3 }))).toBe('blurred')
  expect(obstacleOf(0.2, () => ({ ...CLEAR, paper: 80, letters: 3 }))).toBe('dark')
  // Check that an empty sheet, or one with only a stroke or two, is accepted.
  expect(obstacleOf(null, () => ({ ...CLEAR, ink: 0.001 }))).toBeNull()
})

test('a blurred picture is sharpened', async () => {
  const page = drawn(
    300,
    200,
    lettersOfPage(0)
      .slice(0, 80)
      .map(({ left, top, right, bottom }) => ({
        left: Math.max(0, Math.round(left / 2) + 10),
        top: Math.round(top) + 20,
        right: Math.round(right / 2) + 10,
        bottom: Math.round(bottom) + 20,
      })),
  )
  const smoothed = ({ width, height, pixels }: Gray, sigma: number): Promise<Uint8Array> =>
    sharp(pixels, { raw: { width, height, channels: 1 } })
      .blur(sigma)
      .toColourspace('b-w')
      .raw()
      .toBuffer()
  const soft = { ...page, pixels: await smoothed(page, 2) }
  expect([isSoft(page), isSoft(soft)]).toEqual([false, true])
  const crisp = sharpenedBy(soft, await smoothed(soft, 1.5))
  const halfDark = ({ pixels }: Gray) => pixels.filter((value) => value > 90 && value < 200).length
  expect(halfDark(crisp)).toBeLessThan(0.95 * halfDark(soft))
})

test('grain is measured only where the paper is even, away from edges and dotted lines', () => {
  const dots = Array.from({ length: 900 }, (_, at) => {
    const [left, top] = [(at % 60) * 8 + 4, Math.floor(at / 60) * 20 + 10]
    return { left, top, right: left + 3, bottom: top + 2 }
  })
  const clean = drawn(500, 400, dots)
  expect(grainOf(clean)).toBe(0)
  let state = 1
  const grained = clean.pixels.map((value) => {
    state = (state * 16_807) % 2_147_483_647
    return Math.min(255, Math.max(0, 0.8 * value + (state % 61) - 30))
  })
  expect(grainOf({ ...clean, pixels: grained })).toBeGreaterThan(0.05)
})

/** Draws grey stripes in two shades, with three bytes per pixel. */
function striped(dark: number, light: number, softness: number) {
  const [width, height] = [240, 120]
  const colours = Uint8Array.from({ length: 3 * width * height }, (_, at) => {
    const wave = Math.sin((2 * Math.PI * (Math.floor(at / 3) % width)) / 24)
    return (light + dark) / 2 + ((light - dark) / 2) * Math.max(-1, Math.min(1, wave / softness))
  })
  return { width, height, colours }
}

test('the brightness and sharpness of a picture are measured before the picture is changed', () => {
  const blank = { gray: drawn(10, 10, []), lettersTaken: 12 }
  const clear = legibilityOf(lightOf(striped(30, 220, 0.05)), blank)
  expect(clear).toMatchObject({ paper: expect.closeTo(220, -1), ink: 0, letters: 12 })
  expect(clear.contrast).toBeCloseTo(190 / 220, 1)
  expect(lightOf(striped(200, 220, 0.05)).contrast).toBeLessThan(0.1)
  expect(legibilityOf(lightOf(striped(30, 220, 0.05)), blank).edge).toBeGreaterThan(0.5)
  expect(legibilityOf(lightOf(striped(190, 220, 1)), blank).edge).toBeLessThan(0.1)
  expect(legibilityOf(lightOf(striped(5, 25, 0.05)), blank).paper).toBeLessThan(40)
  const half = { ...blank, gray: drawn(10, 10, [{ left: 0, top: 0, right: 5, bottom: 10 }]) }
  expect(legibilityOf(lightOf(striped(5, 25, 0.05)), half).ink).toBe(0.5)
})

const movedBy = (letters: readonly InkComponent[], right: number, down = 0): InkComponent[] =>
  letters.map((one) => ({
    ...one,
    left: one.left + right,
    right: one.right + right,
    top: one.top + down,
    bottom: one.bottom + down,
  }))

test('two papers side by side are separated along the strip between them, at any angle', () => {
  const [first, second] = [lettersOfPage(3), movedBy(lettersOfPage(-4), 640, 80)]
  const parting = partingOf([...first, ...second], drawn(1_200, 600, []))
  expect(parting?.neighbour).toBe('both')
  for (const y of [0, 300, 500]) {
    expect(parting!.at(y)).toBeGreaterThan(
      Math.max(...first.filter((one) => Math.abs(one.top - y) < 60).map((one) => one.right), 0),
    )
    expect(parting!.at(y)).toBeLessThan(
      Math.min(...second.filter((one) => Math.abs(one.top - y) < 60).map((one) => one.left), 1_200),
    )
  }
})

test('part of another paper at the edge of the picture is recognized as a neighbour', () => {
  const part = movedBy(
    lettersOfPage(0).filter((one) => one.left < 210),
    640,
    15,
  )
  expect(partingOf([...lettersOfPage(0), ...part], drawn(900, 600, []))?.neighbour).toBe('right')
  expect(
    partingOf(
      [
        ...movedBy(lettersOfPage(0), 400),
        ...part.map((one) => ({ ...one, left: one.left - 640, right: one.right - 640 })),
      ],
      drawn(1_000, 600, []),
    )?.neighbour,
  ).toBe('left')
})

test('columns of one paper are not mistaken for two papers', () => {
  const columns = [...lettersOfPage(0), ...movedBy(lettersOfPage(0), 640)]
  const title = movedBy(lettersOfPage(0).slice(0, 40), 300, -60)
  expect(partingOf([...columns, ...title], drawn(1_200, 600, []))).toBeNull()
  const figures = movedBy(
    lettersOfPage(0).filter((one) => one.left < 80),
    640,
  )
  expect(partingOf([...lettersOfPage(0), ...figures], drawn(900, 600, []))).toBeNull()
  expect(partingOf(lettersOfPage(0), drawn(600, 600, []))).toBeNull()
})

test('the halves of one table are not mistaken for two papers', () => {
  const rows = [...lettersOfPage(2), ...movedBy(lettersOfPage(2), 640, 640 * Math.tan((2 * Math.PI) / 180))]
  expect(partingOf(rows, drawn(1_200, 600, []))).toBeNull()
  const cells = [...lettersOfPage(0), ...movedBy(lettersOfPage(0), 640, 15)]
  expect(partingOf(cells, drawn(1_200, 600, []))).not.toBeNull()
  const rule = { left: 0, top: 300, right: 1_200, bottom: 302 }
  expect(partingOf(cells, drawn(1_200, 600, [rule]))).toBeNull()
  // Unlike a printed rule, the strip between two papers is dark and thick, or ends at the edges of the papers.
  const desk = { left: 560, top: 0, right: 640, bottom: 600 }
  expect(partingOf(cells, drawn(1_200, 600, [desk]))).not.toBeNull()
})

test('warnings tell the user which pages, and which neighbouring papers on a picture, were not read', () => {
  const supplier = { name: null, inn: null }
  const nothing = {
    text: '',
    kind: 'invoice',
    reference: null,
    issuedAt: null,
    supplier,
    lines: [],
    totals: [],
  } as const
  const { warnings } = judged({ ...nothing, unread: [2], besideOthers: [1] })
  expect(warnings.slice(0, 2).map(({ code, message }) => [code, message.slice(0, 26)])).toEqual([
    ['PAGE_NOT_LEGIBLE', 'Page 2 cannot be read: it '],
    ['TWO_PAPERS', 'The picture of page 1 show'],
  ])
  expect(judged(nothing).warnings.map(({ code }) => code)).toEqual(['NO_LINES', 'TOTAL_NOT_FOUND'])
})

test('levelling a tilted page loses none of its letters', () => {
  const letters = lettersOfPage(1.5).map(({ left, top, bottom }) => ({
    left: Math.round(left) + 24,
    top: Math.round(top) + 40,
    right: Math.round(left) + 31,
    bottom: Math.round(bottom) + 40,
  }))
  const page = drawn(700, 2600, letters)
  const inkOf = ({ pixels }: Gray) => pixels.filter((value) => value < 128).length
  const { gray, origin } = deskew(page)
  expect(inkOf(gray)).toBeGreaterThan(0.97 * inkOf(page))
  // Check that the first letter of the last line is mapped back to its place in the original.
  const [x] = origin(30, 500)
  expect(Math.abs(x - 30)).toBeLessThan(20)
})

test('columns are straightened around the middle of the content, so that a short page keeps its left edge', () => {
  const lean = -0.03
  const at = (x: number, y: number) => Math.round(x + lean * (y - 100))
  const rules = [100, 300, 500].flatMap((x) =>
    Array.from({ length: 160 }, (_, y) => ({
      left: at(x, y + 40),
      top: y + 40,
      right: at(x, y + 40) + 2,
      bottom: y + 41,
    })),
  )
  const text = Array.from({ length: 8 }, (_, row) => ({
    left: 20,
    top: 44 + row * 20,
    right: 28,
    bottom: 58 + row * 20,
  }))
  const { gray } = unruled(drawn(600, 2400, [...rules, ...text]), 15)
  const inks = gray.pixels.filter((value) => value < 128).length
  expect(inks).toBeGreaterThanOrEqual(text.length * 8 * 14 * 0.9)
})
