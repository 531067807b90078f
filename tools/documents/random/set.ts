/**
 * A set of pages in which each page has a random layout. The layouts are named after the cause of errors that they
 * test.
 */
import type { Chance } from '../chance.ts'
import { type Layout, stamp } from '../pages/html.ts'
import type { NamedWay, PageSet } from '../pages/set.ts'
import type { Deal, VatMode } from '../pages/trade.ts'
import type { PhotoWay, ScanWay } from '../pages/way-kinds.ts'
import { FOOT_CSS, type FootWishes, footOf, type OnAll, withOnAll } from './foot.ts'
import { byHand, HAND_FONTS, HEAD_CSS, type HeadWishes, headOf, type Titled } from './head.ts'
import { columnsOf, namesAbove, styleOf, type TableWishes, tableOf } from './table.ts'
import { tillOf } from './till.ts'
import { randomWords } from './words.ts'

interface Cause extends TableWishes, HeadWishes, FootWishes {
  readonly name: string
  readonly kind?: Titled
  readonly vat?: readonly VatMode[]
  readonly trade?: string
  readonly onAll?: OnAll
  readonly isSideBySide?: boolean
  readonly isStamped?: boolean
}

const INCLUDED: readonly VatMode[] = ['included', 'none']

const CAUSES: readonly Cause[] = [
  { name: 'plain' },
  { name: 'plain, bill', kind: 'invoice' },
  { name: 'columns of VAT', hasVat: true, vat: ['net', 'rounded', 'included'] },
  { name: 'discount below', onAll: 'discount', kind: 'invoice' },
  { name: 'delivery below', onAll: 'delivery', kind: 'invoice' },
  { name: 'VAT on top', vat: ['net'], kind: 'invoice' },
  { name: 'side by side', isSideBySide: true, isNarrow: true },
  { name: 'stamp over rows', isStamped: true },
  { name: 'pale rules', isPale: true },
  { name: 'two storeys', hasStoreys: true, withSku: true },
  { name: 'pictures of goods', hasPictures: true },
  { name: 'names above figures', areNamesAbove: true },
  { name: 'Latin names', trade: 'electronics', withSku: true },
  { name: 'hours and cans', trade: 'vehicles', withSku: true },
  { name: 'number at the right', title: 'right' },
  { name: 'number without a sign', title: 'bare' },
  { name: 'number in boxes', title: 'boxes' },
  { name: 'number by hand', title: 'hand' },
  { name: 'parties in boxes', parties: 'boxes' },
  { name: 'parties in prose', parties: 'prose' },
  { name: 'code to pay by', kind: 'invoice', hasCode: true },
]

function layoutOf(cause: Cause): Layout {
  const { name, kind = 'receipt', vat = INCLUDED, onAll, trade } = cause
  const adjusted =
    onAll !== undefined
      ? { adjusted: (deal: Deal, chance: Chance) => withOnAll(deal, chance, onAll) }
      : cause.title === 'hand'
        ? { adjusted: byHand }
        : {}
  return {
    name,
    kind,
    paper: cause.isSideBySide === true ? 'a4-landscape' : 'a4',
    size: cause.hasVat === true || cause.isSideBySide === true ? [7.6, 8.8] : [8.2, 9.8],
    vat: onAll === undefined ? vat : INCLUDED,
    sku: cause.withSku === true,
    most: cause.isSideBySide === true ? 20 : 14,
    ...(trade === undefined ? {} : { trade }),
    ...adjusted,
    html(deal, chance) {
      return {
        body: `${headOf(deal, chance, { ...cause, kind })}${goodsOf(deal, chance, cause)}${footOf(deal, chance, cause)}`,
        css: `${HEAD_CSS}${FOOT_CSS}${styleOf(chance, cause)}.goods{margin:.8em 0}.halves{display:flex;gap:8mm;align-items:flex-start}`,
      }
    },
  }
}

function goodsOf(deal: Deal, chance: Chance, cause: Cause): string {
  const columns = columnsOf(deal, chance, cause)
  const { lines } = deal
  if (cause.areNamesAbove === true) return namesAbove(columns, lines)
  if (cause.isSideBySide === true && lines.length > 3) {
    const half = Math.ceil(lines.length / 2)
    const right = tableOf({ columns, lines: lines.slice(half), from: half })
    return `<div class="halves">${tableOf({ columns, lines: lines.slice(0, half) })}${right}</div>`
  }
  if (cause.isStamped !== true) return tableOf({ columns, lines })
  const at = chance.whole(0, lines.length - 1)
  const over = `<span class="place">${stamp(chance, deal.seller, [chance.whole(60, 120), -14])}</span>`
  return tableOf({ columns, lines, behind: (index) => (index === at ? over : '') })
}

const PHOTO: PhotoWay = {
  kind: 'photo',
  em: [19, 30],
  lean: [0.01, 0.05],
  tilt: [0, 4],
  fill: [0.82, 0.95],
  curl: [0, 0.006],
  folds: [0, 2],
  fold: [0, 0.004],
  slope: [0.05, 0.3],
  blur: [0.3, 0.8],
  grain: [1, 5],
  quality: [65, 92],
  desks: [
    [86, 72, 60],
    [150, 142, 130],
    [52, 56, 64],
  ],
}

const SCAN: ScanWay = {
  kind: 'scan',
  em: [18, 28],
  angle: [0, 1.5],
  blur: [0.3, 0.6],
  grain: [1, 4],
  quality: [60, 90],
  isGrey: true,
  paper: [234, 252],
  ink: [10, 50],
}

const WAYS: readonly NamedWay[] = [
  { name: 'scan', share: 4, way: SCAN },
  { name: 'scan, in colour', share: 3, way: { ...SCAN, isGrey: false } },
  { name: 'scan, pale', share: 1, way: { ...SCAN, ink: [80, 115] } },
  { name: 'photo', share: 4, way: PHOTO },
]

/**
 * Ways to make a page unreadable: enlarged from about 17 dots per inch, out of focus, in the dark, with faded ink, or
 * too small.
 */
const HOPELESS: readonly NamedWay[] = [
  { name: 'made large again', share: 1, way: { ...SCAN, em: [2, 2.6], enlarged: [8, 12] } },
  { name: 'out of focus', share: 1, way: { ...PHOTO, blur: [6, 8] } },
  { name: 'in the dark', share: 1, way: { ...PHOTO, light: [0.04, 0.06], grain: [16, 22] } },
  { name: 'faded', share: 1, way: { ...SCAN, paper: [236, 246], ink: [222, 228], grain: [5, 7] } },
  { name: 'far away', share: 1, way: { ...SCAN, em: [2.2, 2.8] } },
]

export const random: PageSet = {
  words: randomWords,
  layouts: [
    ...CAUSES.map(layoutOf),
    tillOf('till-58', false),
    tillOf('till-80', false),
    tillOf('till-80', true),
    tillOf('till-58', true),
  ],
  ways: WAYS,
  hopeless: HOPELESS,
  fonts: [
    'Liberation Sans',
    'Liberation Serif',
    'Carlito',
    'PT Sans',
    'Roboto',
    'DejaVu Sans',
    'Open Sans',
    'FreeSans',
  ],
  narrow: ['Liberation Sans Narrow', 'PT Sans Narrow'],
  monospaced: ['Liberation Mono', 'DejaVu Sans Mono', 'PT Mono'],
  handwritten: HAND_FONTS,
}
