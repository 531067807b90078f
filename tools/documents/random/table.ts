/** Tables with random columns, order of columns, headings, borders and cells. */
import type { Chance } from '../chance.ts'
import { escaped } from '../pages/html.ts'
import type { Deal, Line } from '../pages/trade.ts'

export interface RandomColumn {
  readonly head: string
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
  /** Returns the HTML of the column's cell for an item line. */
  cell(line: Line, index: number): string
}

/** The properties that a table needs in order to test a certain cause of errors. Everything else is random. */
export interface TableWishes {
  /** Whether the table has columns for VAT: rate, VAT amount, amount including VAT. */
  readonly hasVat?: boolean
  readonly hasStoreys?: boolean
  readonly hasPictures?: boolean
  readonly areNamesAbove?: boolean
  readonly isPale?: boolean
  /** Whether the table is only half as wide as the page and has only the necessary columns. */
  readonly isNarrow?: boolean
  readonly withSku?: boolean
}

const QUANTITY = ['Кол-во', 'Количество', 'Кол.', 'К-во', 'Объём', 'Отпущено', 'Отгружено']
const NAME = ['Наименование', 'Товар', 'Товары (работы, услуги)', 'Номенклатура', 'Наименование товара', 'Описание']
const UNIT = ['Ед.', 'Ед. изм.', 'Единица', 'Ед.изм', 'Изм.']
const CODE = ['Артикул', 'Код', 'Арт.', 'Каталожный №', 'Код товара']
const PRICE = ['Цена', 'Цена, руб.', 'Цена за ед.', 'Цена, ₽', 'Стоимость ед.']
const AMOUNT = ['Сумма', 'Сумма, руб.', 'Стоимость', 'Всего', 'Сумма, ₽', 'Итого']

type Writer = (line: Line) => string

/** Returns the columns of a table, in a random order. */
export function columnsOf(deal: Deal, chance: Chance, wishes: TableWishes): RandomColumn[] {
  const right = (head: string, width: number, cell: Writer): RandomColumn => ({ head, width, align: 'right', cell })
  const middle = (head: string, width: number, cell: Writer): RandomColumn => ({ head, width, align: 'center', cell })
  const isOnTop = deal.vat === 'net' || deal.vat === 'rounded'
  const ending = wishes.hasVat === true ? (isOnTop ? ' без НДС' : ' с НДС') : ''
  const counted: RandomColumn = {
    head: chance.of(['№', '№ п/п', 'N', '#']),
    width: 5,
    align: 'center',
    cell: (_, index) => String(index + 1),
  }
  const unit = middle(chance.of(UNIT), 8, (line) => line.unit)
  const quantity = right(chance.of(QUANTITY), 9, (line) => deal.quantity(line.quantityMilli))
  const price = right(chance.of(PRICE) + ending, 12, (line) => deal.money(line.priceMinor))
  const amount = right(chance.of(AMOUNT) + ending, 13, (line) => deal.money(line.amountMinor))
  const sku: RandomColumn = { head: chance.of(CODE), width: 13, align: 'left', cell: ({ sku }) => escaped(sku ?? '') }
  const name = nameColumn(chance, wishes)
  const figures = figuresInOrder(chance, { unit, quantity, price, amount })
  const isCounted = wishes.isNarrow !== true && chance.is(0.75)
  const vat = wishes.hasVat === true ? vatColumns(deal, chance, isOnTop) : []
  const front = [...(isCounted ? [counted] : []), ...(wishes.hasPictures === true ? [picture(chance)] : [])]
  const codes = wishes.withSku === true && wishes.hasStoreys !== true ? [sku] : []
  const named = chance.is(0.5) ? [...codes, name] : [name, ...codes]
  const places = wishes.isNarrow !== true && vat.length === 0 && chance.is(0.2) ? [placesColumn(chance)] : []
  return [...front, ...named, ...places, ...figures, ...vat]
}

const placesColumn = (chance: Chance): RandomColumn => {
  const [head, least] = chance.of([
    ['Мест', 1],
    ['Остаток', 4],
    ['Вес, кг', 2],
  ] as const)
  return { head, width: 7, align: 'right', cell: ({ priceMinor }) => String(least + (priceMinor % 13)) }
}

/**
 * Arranges the columns with numbers in one of several orders: the usual order, price first, unit last, or amount before
 * price.
 */
function figuresInOrder(
  chance: Chance,
  { unit, quantity, price, amount }: Record<'unit' | 'quantity' | 'price' | 'amount', RandomColumn>,
): RandomColumn[] {
  return chance.of([
    [unit, quantity, price, amount],
    [unit, quantity, price, amount],
    [quantity, unit, price, amount],
    [unit, price, quantity, amount],
    [price, quantity, unit, amount],
    [quantity, unit, amount, price],
  ])
}

function nameColumn(chance: Chance, { hasStoreys, isNarrow }: TableWishes): RandomColumn {
  const label = chance.of(['Арт.:', 'Код:', 'арт.', ''])
  const cell = ({ name, sku }: Line) =>
    hasStoreys === true && sku !== null ? `${escaped(name)}<br><small>${label} ${escaped(sku)}</small>` : escaped(name)
  return { head: chance.of(NAME), width: isNarrow === true ? 30 : 34, align: 'left', cell }
}

function picture(chance: Chance): RandomColumn {
  const colours = ['#c0562f', '#3d7f4a', '#31589c', '#8a6a2a']
  const cell = (_: Line, index: number) =>
    `<svg width="9mm" height="9mm" viewBox="0 0 20 20"><rect x="2" y="4" width="16" height="12" rx="3" fill="${colours[index % 4]}"/><circle cx="10" cy="10" r="${3 + (index % 3)}" fill="#eee"/></svg>`
  return { head: chance.of(['Фото', 'Изображение', '']), width: 9, align: 'center', cell }
}

/**
 * Returns the columns for VAT: rate and amount in separate columns or in one column, with or without the amount
 * including VAT.
 */
function vatColumns(deal: Deal, chance: Chance, isOnTop: boolean): RandomColumn[] {
  const sign = chance.of(['%', '%', '', ' %'])
  const rate: RandomColumn = {
    head: chance.of(['НДС', 'НДС, %', 'Ставка НДС', '% НДС']),
    width: 7,
    align: 'center',
    cell: ({ vatRate }) => `${vatRate}${sign}`,
  }
  const vat: RandomColumn = {
    head: chance.of(['Сумма НДС', 'НДС, руб.', 'в т.ч. НДС']),
    width: 11,
    align: 'right',
    cell: ({ vatMinor }) => deal.money(vatMinor),
  }
  const whole: RandomColumn = {
    head: chance.of(['Всего с НДС', 'Сумма с НДС', 'Итого с НДС']),
    width: 13,
    align: 'right',
    cell: ({ amountMinor, vatMinor }) => deal.money(amountMinor + vatMinor),
  }
  return isOnTop && chance.is(0.75) ? [rate, vat, whole] : [rate, vat]
}

const STYLES = [
  '.goods th,.goods td{border:1px solid #222}',
  '.goods th,.goods td{border:1px solid #777}.goods th{background:#ececec}',
  '.goods th{border-bottom:2px solid #333}.goods td{border-bottom:1px solid #ccc}',
  '.goods td{border-bottom:1px dotted #666}.goods th{border-bottom:1px solid #222}',
  '.goods th{font-weight:bold}.goods{margin-top:1em}',
  '.goods th{background:#37474f;color:#fff}.goods tr:nth-child(even) td{background:#f4f6f7}',
]
const PALE = [
  '.goods th,.goods td{border:0.4px solid #c8c8c8}',
  '.goods th,.goods td{border:1px solid #dcdcdc}',
  '.goods td,.goods th{border:1px dotted #b4b4b4}',
]

export const styleOf = (chance: Chance, { isPale }: TableWishes): string =>
  `${chance.of(isPale === true ? PALE : STYLES)}.goods th{text-align:${chance.of(['left', 'center'])}}.goods td,.goods th{padding:${chance.of(['.1em .3em', '.25em .4em', '.4em .5em'])}}`

export interface Printed {
  readonly columns: readonly RandomColumn[]
  readonly lines: readonly Line[]
  readonly from?: number
  /** Returns HTML to insert after the row with the given index. */
  readonly behind?: (index: number) => string
}

/** Renders a random table as HTML. */
export function tableOf({ columns, lines, from = 0, behind }: Printed): string {
  const wide = columns.reduce((sum, { width }) => sum + width, 0)
  const cols = columns.map(({ width }) => `<col style="width:${((100 * width) / wide).toFixed(2)}%">`).join('')
  const head = columns.map((column) => `<th>${column.head}</th>`).join('')
  const cells = (line: Line, index: number) =>
    columns
      .map(
        ({ align, cell }, at) =>
          `<td class="${align}">${cell(line, from + index)}${at === 0 ? (behind?.(index) ?? '') : ''}</td>`,
      )
      .join('')
  const rows = lines.map((line, index) => `<tr>${cells(line, index)}</tr>`)
  return `<table class="goods"><colgroup>${cols}</colgroup><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** Returns a table in which each name has its own row, with its numbers in the row below. */
export function namesAbove(columns: readonly RandomColumn[], lines: readonly Line[]): string {
  const name = columns.find(({ align, width }) => align === 'left' && width >= 30)!
  const others = columns.filter((one) => one !== name)
  const rows = lines.map(
    (line, index) =>
      `<tr><td colspan="${others.length}">${name.cell(line, index)}</td></tr><tr>${others.map(({ align, cell }) => `<td class="${align}">${cell(line, index)}</td>`).join('')}</tr>`,
  )
  const heads = others.map(({ head }) => `<th>${head}</th>`).join('')
  return `<table class="goods"><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}
