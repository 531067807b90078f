/** Layouts with many kinds of tables in an otherwise plain document. The layouts differ in their columns. */
import type { Chance } from '../chance.ts'
import { escaped, type Layout, partyText } from '../pages/html.ts'
import { roublesInWords } from '../pages/russian.ts'
import type { Deal, VatMode } from '../pages/trade.ts'
import { counts, type GridColumn, type GridOptions, grid, marks, prices, taxes, usual } from './columns.ts'

type Columns = ReturnType<typeof all>

const all = (deal: Deal, chance: Chance) => ({
  ...usual(deal),
  ...taxes(deal),
  ...prices(deal),
  ...counts(deal),
  ...marks(chance),
})

interface Kind {
  readonly name: string
  readonly vat: readonly VatMode[]
  readonly paper?: Layout['paper']
  readonly sku?: boolean
  readonly withDiscount?: boolean
  readonly hasUnits?: boolean
  readonly size?: readonly [number, number]
  columns(c: Columns, chance: Chance, deal: Deal): GridColumn[]
  /** Returns further options for the layout's table. */
  more?(deal: Deal, columns: readonly GridColumn[]): Partial<GridOptions>
  /** Returns other content to print in place of the usual table. */
  body?(deal: Deal, columns: readonly GridColumn[]): string
}

const STYLES = [
  '.goods th,.goods td{border:1px solid #333}.goods th{text-align:center;font-weight:bold}',
  '.goods th,.goods td{border:1px solid #333}.goods th{text-align:center;background:#eee;vertical-align:middle}',
  '.goods th{border-bottom:2px solid #333;font-weight:bold}.goods td{border-bottom:1px solid #bbb}',
  '.goods th{font-weight:bold;text-align:center}',
  '.goods th{background:#2f4858;color:#fff;font-weight:bold;padding:.4em .3em}.goods td{border-bottom:1px solid #ccc}',
]

const TITLES = ['Накладная', 'Расходная накладная', 'Приходная накладная', 'Отпускная накладная']

function layoutOf(kind: Kind): Layout {
  const { name, vat, paper = 'a4', sku = false, size = [8, 9.2], withDiscount = false, hasUnits = true } = kind
  return {
    name,
    kind: 'receipt',
    paper,
    size,
    vat,
    sku,
    withDiscount,
    hasUnits,
    most: paper === 'a4' ? 20 : 14,
    html(deal, chance) {
      const columns = kind.columns(all(deal, chance), chance, deal)
      const goods = kind.body?.(deal, columns) ?? grid({ columns, lines: deal.lines, ...kind.more?.(deal, columns) })
      const isOnTop = deal.vat === 'net' || deal.vat === 'rounded'
      const net = isOnTop ? `<p class="r">Итого без НДС: ${deal.money(deal.sumMinor)}</p>` : ''
      const tax =
        deal.vat === 'none' ? '' : `<p class="r">${isOnTop ? 'НДС' : 'В т.ч. НДС'}: ${deal.money(deal.vatMinor)}</p>`
      const total = `<p class="r"><b>${isOnTop ? 'Всего с НДС' : 'Итого'}: ${deal.money(deal.totalMinor)}</b></p>`
      return {
        body: `<h1>${chance.of(TITLES)} № ${deal.number} от ${deal.dateText}</h1><p>Поставщик: ${partyText(deal.seller)}</p><p>Покупатель: ${escaped(deal.buyer.short)}, ИНН ${deal.buyer.inn}</p>${goods}${net}${isOnTop || chance.is(0.5) ? `${tax}${total}` : `${total}${tax}`}<p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} руб.</p><p>${roublesInWords(deal.totalMinor)}</p><p class="foot">Отпустил ____________ Получил ____________</p>`,
        css: `${chance.of(STYLES)}h1{font-size:140%;margin-bottom:.5em}.goods{margin:.8em 0}p{margin:.25em 0}.r{text-align:right}.foot{margin-top:2em}.goods .g td{background:#eee;font-weight:bold}.goods .s td{font-style:italic;text-align:right}`,
      }
    },
  }
}

const headed = <T extends GridColumn>(column: T, head: string, group?: string): GridColumn =>
  group === undefined ? { ...column, head } : { ...column, head, group }

const INCLUDED: readonly VatMode[] = ['included', 'none']
const GROUPS = ['Крепёж и метизы', 'Прочие товары', 'Отделочные материалы', 'Группа 3', 'Сезонное']

function grouped(deal: Deal, columns: readonly GridColumn[], withSums: boolean): Partial<GridOptions> {
  const every = 4
  const head = (at: number) => `<tr class="g"><td colspan="${columns.length}">${GROUPS[at % GROUPS.length]}</td></tr>`
  const between = (index: number) => {
    if ((index + 1) % every !== 0 && index !== deal.lines.length - 1) return ''
    const from = every * Math.floor(index / every)
    const sum = deal.lines.slice(from, index + 1).reduce((minor, { amountMinor }) => minor + amountMinor, 0)
    const subtotal = `<tr class="s"><td colspan="${columns.length - 1}">Итого по группе</td><td class="right">${deal.money(sum)}</td></tr>`
    return `${withSums ? subtotal : ''}${index === deal.lines.length - 1 ? '' : head((index + 1) / every)}`
  }
  return { between }
}

/** Returns a table in which each name has its own row, with its numbers in the row below. */
function below(deal: Deal, columns: readonly GridColumn[]): string {
  const [name, ...others] = columns
  const rows = deal.lines.map(
    (line, index) =>
      `<tr><td colspan="${others.length}">${index + 1}. ${name!.cell(line, index)}</td></tr><tr>${others.map(({ align = 'left', cell }) => `<td class="${align}">${cell(line, index)}</td>`).join('')}</tr>`,
  )
  const heads = others.map(({ head }) => `<th>${head}</th>`).join('')
  return `<table class="goods"><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const KINDS: readonly Kind[] = [
  {
    name: 'price before quantity',
    vat: INCLUDED,
    sku: true,
    columns: (c) => [c.counted, c.sku, c.name, c.unit, c.price, c.quantity, c.amount],
  },
  {
    name: 'two prices, one sum with VAT',
    vat: ['included'],
    columns: (c) => [
      c.counted,
      c.name,
      c.quantity,
      c.unit,
      c.netPrice,
      headed(c.price, 'Цена с НДС'),
      headed(c.amount, 'Сумма с НДС'),
    ],
  },
  {
    name: 'two prices and two sums',
    vat: ['net'],
    size: [7.4, 8.4],
    columns: (c) => [
      c.counted,
      c.name,
      c.unit,
      c.quantity,
      headed(c.price, 'Цена без НДС'),
      c.grossPrice,
      headed(c.amount, 'Сумма без НДС'),
      c.rate,
      c.vat,
      c.gross,
    ],
  },
  {
    name: 'discount with all its columns',
    vat: INCLUDED,
    withDiscount: true,
    size: [7.2, 8.2],
    columns: (c) => [
      c.counted,
      c.name,
      c.quantity,
      c.unit,
      c.full,
      c.fullAmount,
      c.discount,
      c.taken,
      headed(c.price, 'Цена со скидкой'),
      headed(c.amount, 'Сумма со скидкой'),
    ],
  },
  {
    name: 'discount between prices',
    vat: ['net', 'none'],
    withDiscount: true,
    sku: true,
    columns: (c) => [
      c.sku,
      c.name,
      headed(c.full, 'Цена'),
      headed(c.discount, 'Ск.'),
      headed(c.price, 'Цена со ск.'),
      c.quantity,
      c.unit,
      c.amount,
    ],
  },
  {
    name: 'heads in two rows',
    vat: ['net', 'rounded'],
    size: [7.4, 8.4],
    columns: (c) => [
      c.counted,
      c.name,
      headed(c.okei, 'код', 'Единица измерения'),
      headed(c.unit, 'наим.', 'Единица измерения'),
      headed(c.quantity, 'Количество'),
      c.price,
      headed(c.amount, 'Сумма без НДС'),
      headed(c.rate, 'ставка', 'НДС'),
      headed(c.vat, 'сумма', 'НДС'),
      c.gross,
    ],
  },
  {
    name: 'price of the list and price of the contract',
    vat: INCLUDED,
    withDiscount: true,
    columns: (c) => [
      c.counted,
      c.name,
      c.unit,
      headed(c.full, 'Базовая цена'),
      headed(c.price, 'Цена по договору'),
      c.quantity,
      c.amount,
    ],
  },
  {
    name: 'packs and pieces',
    vat: INCLUDED,
    sku: true,
    columns: (c) => [
      c.counted,
      c.sku,
      c.name,
      c.packs,
      c.inPack,
      headed(c.quantity, 'Всего'),
      c.unit,
      c.price,
      c.amount,
    ],
  },
  {
    name: 'places and weights',
    vat: ['none', 'net'],
    size: [7.2, 8.2],
    columns: (c) => [
      c.counted,
      c.name,
      c.unit,
      headed(c.inPlace, 'в одном месте', 'Количество'),
      headed(c.places, 'мест, штук', 'Количество'),
      c.grossWeight,
      headed(c.quantity, 'Количество (масса нетто)'),
      c.price,
      c.amount,
    ],
  },
  {
    name: 'retail price and markup',
    vat: INCLUDED,
    size: [7.4, 8.4],
    columns: (c) => [
      c.counted,
      c.name,
      c.unit,
      c.quantity,
      headed(c.price, 'Закуп. цена'),
      headed(c.amount, 'Сумма закуп.'),
      c.markup,
      c.retail,
      c.retailAmount,
    ],
  },
  {
    name: 'ordered and shipped',
    vat: INCLUDED,
    sku: true,
    columns: (c, chance) => {
      const isSecond = chance.is(0.5)
      const shipped = headed(c.quantity, 'Отгружено', 'Количество')
      const ordered = headed(c.ordered, 'Заказано', 'Количество')
      return [
        c.counted,
        c.sku,
        c.name,
        c.unit,
        ...(isSecond ? [ordered, shipped] : [shipped, ordered]),
        c.price,
        c.amount,
      ]
    },
  },
  {
    name: 'marks under the heads',
    vat: ['net'],
    size: [7.2, 8.2],
    columns: (c) => [c.counted, c.name, c.okei, c.unit, c.quantity, c.price, c.amount, c.rate, c.vat, c.gross],
    more: () => ({ marks: ['А', '1', '1а', '2', '2а', '3', '4', '5', '6', '7'] }),
  },
  {
    name: 'without sums',
    vat: ['none', 'included'],
    sku: true,
    columns: (c) => [c.counted, c.sku, c.name, c.unit, c.quantity, c.price],
  },
  {
    name: 'two currencies',
    vat: ['none', 'included'],
    columns: (c) => [
      c.counted,
      c.name,
      c.quantity,
      c.unit,
      c.dollars,
      c.dollarsAmount,
      headed(c.price, 'Цена, руб.'),
      headed(c.amount, 'Сумма, руб.'),
    ],
  },
  {
    name: 'barcode, country and customs',
    vat: ['none', 'included'],
    sku: true,
    paper: 'a4-landscape',
    columns: (c) => [c.counted, c.sku, c.name, c.unit, c.quantity, c.price, c.amount, c.country, c.customs, c.shelf],
  },
  {
    name: 'groups with sums',
    vat: INCLUDED,
    sku: true,
    columns: (c) => [c.counted, c.sku, c.name, c.quantity, c.unit, c.price, c.amount],
    more: (deal, columns) => grouped(deal, columns, true),
  },
  {
    name: 'long names in narrow cells',
    vat: INCLUDED,
    columns: (c) => [c.counted, { ...c.name, width: 22 }, c.note, c.quantity, c.unit, c.price, c.amount, c.best],
  },
  {
    name: 'English heads',
    vat: INCLUDED,
    sku: true,
    columns: (c) => [
      headed(c.counted, 'No.'),
      headed(c.sku, 'Item code'),
      headed(c.name, 'Description'),
      headed(c.quantity, 'Qty'),
      headed(c.unit, 'Unit'),
      headed(c.price, 'Unit price'),
      headed(c.amount, 'Amount'),
    ],
  },
  {
    name: 'figures below names',
    vat: INCLUDED,
    sku: true,
    columns: (c) => [c.name, headed(c.sku, 'Код'), c.quantity, c.unit, c.price, c.amount],
    body: below,
  },
  {
    name: 'two tables',
    vat: ['none'],
    columns: (c) => [c.counted, c.name, c.unit, c.quantity, c.price, c.amount],
    body(deal, columns) {
      const half = Math.ceil(deal.lines.length / 2)
      const sumOf = (lines: Deal['lines']) => lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const parts = [deal.lines.slice(0, half), deal.lines.slice(half)].filter((lines) => lines.length > 0)
      return parts
        .map(
          (lines, at) =>
            `<p><b>${['1. Материалы', '2. Оборудование'][at]}</b></p>${grid({ columns, lines })}<p class="r">Итого по разделу: ${deal.money(sumOf(lines))}</p>`,
        )
        .join('')
    },
  },
  {
    name: 'unit beside the quantity',
    vat: INCLUDED,
    sku: true,
    columns: (c) => [
      c.sku,
      c.name,
      {
        ...c.quantity,
        width: 13,
        cell: (line) => `${c.quantity.cell(line)} ${c.unit.cell(line)}`,
      },
      c.price,
      c.amount,
    ],
  },
  {
    name: 'amount before quantity',
    vat: INCLUDED,
    columns: (c) => [c.counted, c.name, c.amount, c.quantity, c.unit, c.price, c.shelf],
  },
  {
    name: 'stock and barcode beside the quantity',
    vat: ['none', 'included'],
    sku: true,
    size: [7.4, 8.4],
    columns: (c) => [c.counted, c.barcode, c.sku, c.name, c.stock, c.unit, c.quantity, c.price, c.amount],
  },
  {
    name: 'VAT within, all its columns',
    vat: ['included'],
    size: [7.4, 8.4],
    sku: true,
    columns: (c) => [
      c.counted,
      c.sku,
      c.name,
      c.unit,
      c.quantity,
      headed(c.price, 'Цена, руб. (с НДС)'),
      c.netAmount,
      c.rate,
      c.vat,
      headed(c.amount, 'Всего с НДС'),
    ],
  },
]

export const drillLayouts: readonly Layout[] = KINDS.map(layoutOf)
