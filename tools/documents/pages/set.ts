/** Writes a set of invented pages with their truth (the expected results of recognition). */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Chance, chanceOf } from '../chance.ts'
import { type Layout, pageOf } from './html.ts'
import { fromRange, type Taken } from './pixels.ts'
import { openPress, type Press, picturesOf } from './press.ts'
import { type Deal, dealOf, type Words, withGoods } from './trade.ts'
import type { Way } from './way-kinds.ts'
import { dpiOf, taken } from './ways.ts'

export interface NamedWay {
  readonly name: string
  readonly share: number
  readonly way: Way
  /** Returns whether this kind of damage may be applied to a layout. If omitted, it may be applied to every layout. */
  readonly fits?: (layout: Layout) => boolean
}

/** A set of invented pages. The sets share the code that draws pages, but have no contents in common. */
export interface PageSet {
  readonly words: Words
  readonly layouts: readonly Layout[]
  readonly ways: readonly NamedWay[]
  readonly hopeless: readonly NamedWay[]
  readonly fonts: readonly string[]
  readonly monospaced: readonly string[]
  readonly narrow: readonly string[]
  /** Fonts that look like handwriting, which some layouts use. */
  readonly handwritten?: readonly string[]
}

export interface SetOrder {
  readonly to: string
  readonly seed: number
  /** The number of pages to skip. The pages after them are the same as if none were skipped. */
  readonly first: number
  readonly count: number
  /** The name of the only kind of damage to use, so that rare kinds can be produced; null means all kinds. */
  readonly damage: string | null
  readonly hopeless: number
  readonly textLayers: number
  readonly fonts: string | null
  /**
   * Goods that replace the set's own. Each line has the format of `Words`, and lines such as «# fishing» begin a trade.
   * Null means the set's own goods.
   */
  readonly names: string | null
}

interface Made {
  readonly layout: Layout
  readonly deal: Deal
  readonly font: string
  readonly size: number
  readonly pdf: Uint8Array
}

interface Writing {
  readonly order: SetOrder
  readonly set: PageSet
  readonly press: Press
}

export async function writeSet(own: PageSet, order: SetOrder): Promise<void> {
  await mkdir(join(order.to, 'text-layer'), { recursive: true })
  const set = order.names === null ? own : { ...own, words: withGoods(own.words, order.names) }
  const { fonts, monospaced, narrow, handwritten = [] } = set
  const press = await openPress(order.fonts, [...fonts, ...monospaced, ...narrow, ...handwritten])
  const writing = { order, set, press }
  try {
    for (let index = order.first; index < order.first + order.count; index++) await writePage(writing, index, set.ways)
    for (let index = 0; index < order.hopeless; index++) await writeHopeless(writing, index)
    for (let index = 0; index < order.textLayers; index++) await writeTextLayer(writing, index)
  } finally {
    await press.close()
  }
}

/** Takes the choices one after another, so that every choice occurs in a set that is large enough. */
const inTurn = <T>(choices: readonly T[], index: number) => choices[index % choices.length]!

async function made({ set, press }: Writing, chance: Chance, layout: Layout): Promise<Made> {
  const isLong = layout.isLong === true && chance.is(0.25)
  const most = isLong ? chance.whole(Math.max(14, layout.most), 60) : layout.most
  const count = isLong ? most : Math.min(most, Math.max(1, Math.round(most * chance.next())))
  const drawn = dealOf(chance, set.words, {
    count,
    vat: chance.of(layout.vat),
    withSku: layout.sku,
    withDiscount: layout.withDiscount === true,
    longNames: chance.of([0, 0.15, 0.4]),
    ...(layout.trade === undefined ? {} : { trade: layout.trade }),
  })
  const deal = layout.adjusted?.(drawn, chance) ?? drawn
  const fonts = layout.fonts === 'mono' ? set.monospaced : layout.fonts === 'narrow' ? set.narrow : set.fonts
  const font = chance.of(fonts)
  const size = Math.round(fromRange(chance, layout.size) * 10) / 10
  const html = pageOf(layout, { ...layout.html(deal, chance), font, size })
  return { layout, deal, font, size, pdf: await press.print(html, layout.paper) }
}

function wayFor(chance: Chance, ways: readonly NamedWay[], layout: Layout): NamedWay {
  const fitting = ways.filter(({ fits }) => fits === undefined || fits(layout))
  let left = chance.next() * fitting.reduce((sum, { share }) => sum + share, 0)
  for (const way of fitting) {
    left -= way.share
    if (left < 0) return way
  }
  return fitting[0]!
}

async function writePage(writing: Writing, index: number, ways: readonly NamedWay[]): Promise<void> {
  const chance = chanceOf(writing.order.seed * 10_000 + index)
  const { damage } = writing.order
  const chosen = damage === null ? ways : ways.filter(({ name }) => name === damage)
  const layouts = writing.set.layouts.filter(
    (one) => damage === null || chosen.some(({ fits }) => fits?.(one) !== false),
  )
  const layout = inTurn(layouts, index)
  const document = await made(writing, chance, layout)
  const way = wayFor(chance, chosen, layout)
  await writeTaken(writing, { document, way, chance, name: String(index + 1).padStart(4, '0') })
}

async function writeHopeless(writing: Writing, index: number): Promise<void> {
  const chance = chanceOf(writing.order.seed * 10_000 + 5_000 + index)
  const layout = inTurn(
    writing.set.layouts.filter(({ paper }) => paper.startsWith('a4')),
    index * 3,
  )
  const document = await made(writing, chance, layout)
  const way = inTurn(writing.set.hopeless, index)
  await writeTaken(writing, { document, way, chance, name: `h${String(index + 1).padStart(3, '0')}`, isHopeless: true })
}

async function writeTextLayer(writing: Writing, index: number): Promise<void> {
  const chance = chanceOf(writing.order.seed * 10_000 + 7_000 + index)
  const document = await made(writing, chance, inTurn(writing.set.layouts, index))
  const name = join(writing.order.to, 'text-layer', `t${String(index + 1).padStart(3, '0')}`)
  await writeFile(`${name}.pdf`, document.pdf)
  await writeFile(`${name}.json`, truthOf(document, { damage: 'text layer' }))
}

interface Writable {
  readonly document: Made
  readonly way: NamedWay
  readonly chance: Chance
  readonly name: string
  readonly isHopeless?: boolean
}

async function writeTaken(
  writing: Writing,
  { document, way, chance, name, isHopeless = false }: Writable,
): Promise<void> {
  const dpi = dpiOf(way.way, document.size, chance)
  const pages = await picturesOf(document.pdf, dpi, isHopeless ? 1 : undefined)
  const pictures: Taken[] = []
  for (const page of pages) pictures.push(await taken(page, way.way, { chance, dpi }))
  const { bytes, ending } = await fileOf(writing.press, pictures, chance)
  const megapixels = Math.round((pictures[0]!.width * pictures[0]!.height) / 1e5) / 10
  const file = join(writing.order.to, name)
  await writeFile(`${file}.${ending}`, bytes)
  const meta = { damage: way.name, pages: pages.length, megapixels, ...(isHopeless ? { hopeless: true } : {}) }
  await writeFile(`${file}.json`, truthOf(document, meta))
}

interface FileMade {
  readonly bytes: Uint8Array
  readonly ending: 'jpg' | 'png' | 'tif' | 'pdf' | 'webp'
}

async function fileOf(press: Press, pictures: readonly Taken[], chance: Chance): Promise<FileMade> {
  const [first] = pictures
  if (first === undefined) throw new Error('A document without pages')
  if (pictures.length > 1) return boundFile(press, pictures, chance)
  if (first.format === 'fax') return { bytes: await faxFile(first), ending: 'tif' }
  if (first.format === 'png') return { bytes: await first.picture.png().toBuffer(), ending: 'png' }
  const quality = first.quality
  if (chance.is(0.04)) return { bytes: await first.picture.webp({ quality }).toBuffer(), ending: 'webp' }
  const jpeg = await first.picture.jpeg({ quality }).toBuffer()
  if (first.isLabelled === true)
    return {
      bytes: await sharp(jpeg).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality }).toBuffer(),
      ending: 'jpg',
    }
  if (!chance.is(0.08)) return { bytes: jpeg, ending: 'jpg' }
  return { bytes: await press.bind([{ jpeg, width: first.width, height: first.height }], first.dpi), ending: 'pdf' }
}

async function faxFile({ picture, quality: lines }: Taken): Promise<Uint8Array> {
  return picture
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 204 / 25.4, yres: lines / 25.4, resolutionUnit: 'inch' })
    .toBuffer()
}

/** Combines several pages into one file: a PDF of pictures, or a TIFF if all pages have the same size. */
async function boundFile(press: Press, pictures: readonly Taken[], chance: Chance): Promise<FileMade> {
  const jpegs = await Promise.all(
    pictures.map(({ picture, quality }) => picture.jpeg({ quality: Math.min(90, Math.max(50, quality)) }).toBuffer()),
  )
  const isTiff = pictures[0]!.format === 'fax' || chance.is(0.3)
  if (isTiff) {
    const [width, height] = [
      Math.max(...pictures.map((one) => one.width)),
      Math.max(...pictures.map((one) => one.height)),
    ]
    const fitted = await Promise.all(
      jpegs.map((jpeg) => sharp(jpeg).resize({ width, height, fit: 'contain', background: '#fff' }).png().toBuffer()),
    )
    const tiff = sharp(fitted, { join: { animated: true } }).tiff({ compression: 'jpeg', quality: 85 })
    return { bytes: await tiff.toBuffer(), ending: 'tif' }
  }
  const sized = jpegs.map((jpeg, at) => ({ jpeg, width: pictures[at]!.width, height: pictures[at]!.height }))
  return { bytes: await press.bind(sized, pictures[0]!.dpi), ending: 'pdf' }
}

function truthOf({ layout, deal, font, size }: Made, meta: object): string {
  const { seller, lines, totalMinor } = deal
  const truth = {
    kind: layout.kind,
    number: deal.number,
    date: deal.date.toISOString().slice(0, 10),
    supplier: { name: seller.name, inn: seller.inn, kpp: seller.kpp },
    lines: lines.map((line) => ({
      name: line.name,
      ...(line.sku === null ? {} : { sku: line.sku }),
      ...(layout.hasUnits === false ? {} : { unit: line.unit }),
      quantity: line.quantityMilli / 1000,
      unitCost: line.priceMinor / 100,
      total: line.amountMinor / 100,
    })),
    total: totalMinor / 100,
    meta: { layout: layout.name, font, size, ...meta },
  }
  return `${JSON.stringify(truth, null, 1)}\n`
}
