/** Imitates scanners, copiers, fax machines, dot-matrix printers, and screens. */
import sharp from 'sharp'
import type { Chance } from '../chance.ts'
import { fromRange, laid, pictureOf, sharpOf, signed, type Taken, turnedWay, withGrain } from './pixels.ts'
import type { Picture } from './press.ts'
import type { CopyWay, FaxWay, NeedleWay, ScanWay, ScreenWay } from './way-kinds.ts'

export async function scanned(
  page: Picture,
  way: ScanWay,
  { chance, dpi }: { chance: Chance; dpi: number },
): Promise<Taken> {
  const [ink, paper] = [fromRange(chance, way.ink), fromRange(chance, way.paper)]
  const toned = sharpOf(laid(page, signed(chance, way.angle), chance))
    .linear((paper - ink) / 245, ink)
    .blur(Math.max(0.3, fromRange(chance, way.blur) * Math.max(1, dpi / 200)))
  const grained = withGrain(await pictureOf(toned), chance, fromRange(chance, way.grain))
  const sized = way.enlarged === undefined ? grained : await enlarged(grained, fromRange(chance, way.enlarged))
  const done = turnedWay(sized, way.turns, {
    chance,
    format: 'jpeg',
    quality: Math.round(fromRange(chance, way.quality)),
    dpi,
  })
  return way.isGrey ? { ...done, picture: done.picture.greyscale() } : done
}

const enlarged = (picture: Picture, times: number): Promise<Picture> =>
  pictureOf(sharpOf(picture).resize(Math.round(picture.width * times), null, { kernel: 'cubic' }))

function speckled(picture: Picture, chance: Chance, count: number): Picture {
  const { width, height, colours } = picture
  for (let speck = 0; speck < count; speck++) {
    const [x, y, size] = [chance.whole(0, width - 4), chance.whole(0, height - 4), chance.of([1, 1, 1, 2, 3])]
    const ink = chance.is(0.7) ? 20 : 255
    for (let row = 0; row < size; row++)
      colours.fill(ink, ((y + row) * width + x) * 3, ((y + row) * width + x + size) * 3)
  }
  return picture
}

export async function copied(
  page: Picture,
  way: CopyWay,
  { chance, dpi }: { chance: Chance; dpi: number },
): Promise<Taken> {
  let copy = page
  const generations = Math.round(fromRange(chance, way.generations))
  for (let turn = 0; turn < generations; turn++) {
    const bent = laid(copy, signed(chance, way.angle), chance)
    const contrast = chance.between(1.5, 2.1)
    const soft = sharpOf(bent)
      .greyscale()
      .blur(Math.max(0.3, fromRange(chance, way.blur) * Math.max(0.8, dpi / 200)))
      .linear(contrast, 255 - 232 * contrast + 30)
    copy = speckled(
      await pictureOf(soft),
      chance,
      Math.round((fromRange(chance, way.specks) * page.width * page.height) / 1e6),
    )
  }
  const { width, height } = copy
  if (way.isBitonal)
    return { picture: sharpOf(copy).threshold(chance.whole(130, 165)), width, height, format: 'png', quality: 80, dpi }
  return { picture: sharpOf(copy).greyscale(), width, height, format: 'jpeg', quality: chance.whole(60, 85), dpi }
}

const FAX_WIDTH = 1728

/** Turns the page into a fax with one bit per pixel. In the coarse mode, pixels are taller than wide. */
export async function faxed(page: Picture, way: FaxWay, chance: Chance): Promise<Taken> {
  const tall = page.height >= page.width ? page : await pictureOf(sharpOf(page).rotate(90))
  const bent = laid(tall, signed(chance, way.angle), chance)
  const width = FAX_WIDTH
  const height = Math.round(((bent.height * width) / bent.width) * (way.lines / 204))
  const small = await pictureOf(
    sharpOf(bent).greyscale().blur(0.5).resize({ width, height, fit: 'fill', kernel: 'cubic' }),
  )
  const specks = speckled(small, chance, Math.round(fromRange(chance, way.specks)))
  return {
    picture: sharpOf(specks).threshold(chance.whole(150, 175)),
    width,
    height,
    format: 'fax',
    quality: way.lines,
    dpi: 204,
  }
}

/**
 * Imitates a dot-matrix printer: draws the page at the printer's resolution, with round dots in the pale ink of a worn
 * ribbon.
 */
export async function needled(page: Picture, way: NeedleWay, chance: Chance): Promise<Taken> {
  const inches = [page.width / 360, page.height / 360] as const
  const [wide, high] = [Math.round(inches[0] * way.dots[0]), Math.round(inches[1] * way.dots[1])]
  const coarse = await pictureOf(
    sharpOf(page).greyscale().resize({ width: wide, height: high, fit: 'fill', kernel: 'mitchell' }),
  )
  const [width, height] = [Math.round(inches[0] * way.dpi), Math.round(inches[1] * way.dpi)]
  const colours = new Uint8Array(width * height * 3).fill(247)
  const radius = (way.dpi / Math.min(way.dots[0], way.dots[1])) * 0.62
  for (let row = 0; row < high; row++) {
    const tired = fromRange(chance, way.fade) + 18 * Math.sin(row / 9)
    for (let column = 0; column < wide; column++) {
      if (coarse.colours[(row * wide + column) * 3]! > 150) continue
      dot(
        { width, height, colours },
        {
          x: (column * width) / wide,
          y: (row * height) / high + chance.between(-0.2, 0.2),
          radius,
          ink: tired + chance.between(-14, 14),
        },
      )
    }
  }
  const bent = laid({ width, height, colours }, signed(chance, way.angle), chance)
  const soft = await pictureOf(sharpOf(bent).blur(0.6))
  const grained = withGrain(soft, chance, 3)
  return {
    picture: sharpOf(grained).greyscale(),
    width: bent.width,
    height: bent.height,
    format: 'jpeg',
    quality: 82,
    dpi: way.dpi,
  }
}

function dot(
  { width, height, colours }: Picture,
  { x, y, radius, ink }: { x: number; y: number; radius: number; ink: number },
): void {
  for (let atY = Math.max(0, Math.floor(y - radius)); atY <= Math.min(height - 1, y + radius); atY++)
    for (let atX = Math.max(0, Math.floor(x - radius)); atX <= Math.min(width - 1, x + radius); atX++) {
      const distance = Math.hypot(atX - x, atY - y) / radius
      if (distance > 1) continue
      const value = Math.max(0, Math.min(255, ink + 60 * distance * distance))
      const at = (atY * width + atX) * 3
      if (colours[at]! > value) colours.fill(value, at, at + 3)
    }
}

/** Shows the page as in a viewer on a screen, with a toolbar above the page and grey around it. */
export async function shown(
  page: Picture,
  way: ScreenWay,
  { chance, dpi }: { chance: Chance; dpi: number },
): Promise<Taken> {
  const bar = Math.round(chance.between(40, 64))
  const side = Math.round(chance.between(14, page.width * 0.2))
  const [width, height] = [page.width + 2 * side, page.height + bar + 30]
  const [r, g, b] = way.ground
  const text = `<svg width="${width}" height="${bar}"><rect width="100%" height="100%" fill="rgb(${way.bar.join(',')})"/><text x="16" y="${bar * 0.62}" font-family="sans-serif" font-size="15" fill="${way.bar[0] > 128 ? '#333' : '#eee'}">${chance.of(['document.pdf', 'Scan_0012.pdf', 'Счет.pdf', 'print.pdf'])}</text><text x="${width / 2}" y="${bar * 0.62}" font-family="sans-serif" font-size="14" fill="${way.bar[0] > 128 ? '#333' : '#eee'}">1 / 1   ${chance.of(['100%', '125%', '110%'])}</text></svg>`
  const screen = sharp({ create: { width, height, channels: 3, background: { r, g, b } } }).composite([
    { input: Buffer.from(text), left: 0, top: 0 },
    { input: await sharpOf(page).png().toBuffer(), left: side, top: bar + 15 },
  ])
  const png = sharp(await screen.png().toBuffer())
  return { picture: png, width, height, format: way.isJpeg ? 'jpeg' : 'png', quality: chance.whole(70, 90), dpi }
}
