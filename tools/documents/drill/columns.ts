/** Columns that purchase documents may have in addition to the product, quantity and amount. */
import type { Chance } from '../chance.ts'
import { type Column, escaped } from '../pages/html.ts'
import type { Deal, Line } from '../pages/trade.ts'

/** A column of a table. Columns with the same `group` share a group heading above their own headings. */
export interface GridColumn extends Column {
  readonly group?: string
}

const withVat = ({ priceMinor, vatRate }: Line) => Math.round((priceMinor * (100 + vatRate)) / 100)
const withoutVat = ({ priceMinor, vatRate }: Line) => Math.round((priceMinor * 100) / (100 + vatRate))
const times = (minor: number, milli: number) => Math.floor((minor * milli + 500) / 1000)

/** Derives a number from an item line. The number is the same wherever the line is printed. */
const seeded = (line: Line, salt: number) => (line.priceMinor * 7 + line.quantityMilli * 13 + salt * 101) % 997

const comma = (value: number, digits: number) => value.toFixed(digits).replace('.', ',')

/** Returns the columns that are usual in a table of goods. */
export function usual(deal: Deal) {
  return {
    counted: { head: '№', width: 4, align: 'center', cell: (_, index) => String(index + 1) },
    name: { head: 'Наименование', width: 36, cell: ({ name }) => escaped(name) },
    sku: { head: 'Артикул', width: 13, cell: ({ sku }) => escaped(sku ?? '') },
    unit: { head: 'Ед.', width: 7, align: 'center', cell: ({ unit }) => unit },
    quantity: {
      head: 'Кол-во',
      width: 9,
      align: 'right',
      cell: ({ quantityMilli }) => deal.quantity(quantityMilli),
    },
    price: { head: 'Цена', width: 11, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    amount: { head: 'Сумма', width: 13, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
  } satisfies Record<string, GridColumn>
}

/** Returns columns about VAT. */
export function taxes(deal: Deal) {
  const right = { align: 'right' } as const
  return {
    rate: { head: 'Ставка НДС', width: 7, align: 'center', cell: ({ vatRate }) => `${vatRate}%` },
    vat: { ...right, head: 'Сумма НДС', width: 11, cell: ({ vatMinor }) => deal.money(vatMinor) },
    gross: {
      ...right,
      head: 'Сумма с НДС',
      width: 13,
      cell: ({ amountMinor, vatMinor }) => deal.money(amountMinor + vatMinor),
    },
    netAmount: {
      ...right,
      head: 'Сумма без НДС',
      width: 13,
      cell: ({ amountMinor, vatMinor }) => deal.money(amountMinor - vatMinor),
    },
    grossPrice: { ...right, head: 'Цена с НДС', width: 11, cell: (line) => deal.money(withVat(line)) },
    netPrice: { ...right, head: 'Цена без НДС', width: 11, cell: (line) => deal.money(withoutVat(line)) },
  } satisfies Record<string, GridColumn>
}

/** Returns columns with discounts and other prices. */
export function prices(deal: Deal) {
  const right = { align: 'right' } as const
  const retail = (line: Line) => Math.round((line.priceMinor * (120 + (seeded(line, 1) % 40))) / 10_000) * 100
  return {
    full: { ...right, head: 'Цена без скидки', width: 11, cell: ({ fullPriceMinor }) => deal.money(fullPriceMinor) },
    fullAmount: {
      ...right,
      head: 'Сумма без скидки',
      width: 13,
      cell: ({ fullPriceMinor, quantityMilli }) => deal.money(times(fullPriceMinor, quantityMilli)),
    },
    discount: { head: 'Скидка, %', width: 7, align: 'center', cell: ({ discount }) => `${discount}` },
    taken: {
      ...right,
      head: 'Сумма скидки',
      width: 11,
      cell: ({ fullPriceMinor, quantityMilli, amountMinor }) =>
        deal.money(times(fullPriceMinor, quantityMilli) - amountMinor),
    },
    retail: { ...right, head: 'Розничная цена', width: 11, cell: (line) => deal.money(retail(line)) },
    retailAmount: {
      ...right,
      head: 'Сумма розничная',
      width: 13,
      cell: (line) => deal.money(times(retail(line), line.quantityMilli)),
    },
    markup: {
      head: 'Наценка, %',
      width: 8,
      align: 'center',
      cell: (line) => comma((100 * (retail(line) - line.priceMinor)) / line.priceMinor, 1),
    },
    dollars: { ...right, head: 'Цена, у.е.', width: 9, cell: (line) => deal.money(dollarsOf(line)) },
    dollarsAmount: {
      ...right,
      head: 'Сумма, у.е.',
      width: 11,
      cell: (line) => deal.money(times(dollarsOf(line), line.quantityMilli)),
    },
  } satisfies Record<string, GridColumn>
}

const dollarsOf = ({ priceMinor }: Line) => Math.max(1, Math.round(priceMinor / 92.5))

/** Returns columns with packs, packages, weights and other quantities. */
export function counts(deal: Deal) {
  const right = { align: 'right' } as const
  const inPack = (line: Line) => [1, 5, 6, 10, 12, 20][seeded(line, 2) % 6]!
  const packs = (line: Line) => Math.max(1, Math.ceil(line.quantityMilli / 1000 / inPack(line)))
  const weight = (line: Line) => (seeded(line, 3) + 5) / 10
  return {
    packs: { ...right, head: 'Кол-во уп.', width: 7, cell: (line) => String(packs(line)) },
    inPack: { ...right, head: 'В уп.', width: 6, cell: (line) => String(inPack(line)) },
    places: { ...right, head: 'Мест', width: 6, cell: (line) => String(packs(line)) },
    inPlace: { ...right, head: 'в одном месте', width: 7, cell: (line) => String(inPack(line)) },
    grossWeight: { ...right, head: 'Масса брутто', width: 8, cell: (line) => comma(weight(line) * 1.04, 3) },
    netWeight: { ...right, head: 'Масса нетто', width: 8, cell: (line) => comma(weight(line), 3) },
    ordered: {
      ...right,
      head: 'Заказано',
      width: 9,
      cell: (line) => deal.quantity(line.quantityMilli + 1000 * (seeded(line, 4) % 4)),
    },
    stock: { ...right, head: 'Остаток', width: 9, cell: (line) => deal.quantity(1000 * (seeded(line, 5) % 90)) },
  } satisfies Record<string, GridColumn>
}

const COUNTRIES = ['РОССИЯ', 'КИТАЙ', 'ТУРЦИЯ', 'БЕЛАРУСЬ', 'ГЕРМАНИЯ']

/** Returns columns without amounts or quantities, such as barcodes. */
export function marks(chance: Chance) {
  const places = chance.of(['А', 'Б', 'С'])
  return {
    barcode: {
      head: 'Штрихкод',
      width: 17,
      cell: (line) =>
        `46${String(10_000_000_000 + ((line.priceMinor * 7919 + line.quantityMilli * 104_729) % 89_999_999_999))}`,
    },
    country: { head: 'Страна', width: 10, cell: (line) => COUNTRIES[seeded(line, 6) % COUNTRIES.length]! },
    customs: {
      head: 'Номер ГТД',
      width: 17,
      cell: (line) => `10${seeded(line, 7) % 900}/1203${20 + (seeded(line, 8) % 6)}/00${10_000 + 31 * seeded(line, 9)}`,
    },
    shelf: {
      head: 'Место',
      width: 8,
      cell: (line) => `${places}-${1 + (seeded(line, 10) % 20)}-${1 + (seeded(line, 11) % 6)}`,
    },
    best: {
      head: 'Годен до',
      width: 11,
      cell: (line) => `${String(1 + (seeded(line, 12) % 28)).padStart(2, '0')}.0${1 + (seeded(line, 13) % 9)}.2027`,
    },
    okei: { head: 'Код по ОКЕИ', width: 6, align: 'center', cell: ({ okei }) => okei },
    note: { head: 'Примечание', width: 12, cell: (line) => (seeded(line, 14) % 4 === 0 ? 'под заказ' : '') },
  } satisfies Record<string, GridColumn>
}

export interface GridOptions {
  readonly columns: readonly GridColumn[]
  readonly lines: readonly Line[]
  /** The cells of a row of column numbers below the headings. */
  readonly marks?: readonly string[]
  /** Returns the HTML of further rows after the item line with the given index. */
  readonly between?: (index: number) => string
  readonly after?: string
  readonly className?: string
}

/** Returns a table with one or two rows of headings. */
export function grid({ columns, lines, marks: marked, between, after = '', className = 'goods' }: GridOptions): string {
  const wide = columns.reduce((sum, { width }) => sum + width, 0)
  const cols = columns.map(({ width }) => `<col style="width:${((100 * width) / wide).toFixed(2)}%">`).join('')
  const isGrouped = columns.some(({ group }) => group !== undefined)
  const first = columns.map(({ head, group }, at) => {
    if (group === undefined) return `<th${isGrouped ? ' rowspan="2"' : ''}>${head}</th>`
    if (columns[at - 1]?.group === group) return ''
    return `<th colspan="${columns.filter((one) => one.group === group).length}">${group}</th>`
  })
  const second = columns.filter(({ group }) => group !== undefined).map(({ head }) => `<th>${head}</th>`)
  const marksRow =
    marked === undefined ? '' : `<tr>${marked.map((mark) => `<td class="center">${mark}</td>`).join('')}</tr>`
  const rows = lines.map(
    (line, index) =>
      `<tr>${columns.map(({ align = 'left', cell }) => `<td class="${align}">${cell(line, index)}</td>`).join('')}</tr>${between?.(index) ?? ''}`,
  )
  const head = `<tr>${first.join('')}</tr>${isGrouped ? `<tr>${second.join('')}</tr>` : ''}`
  return `<table class="${className}"><colgroup>${cols}</colgroup><thead>${head}${marksRow}</thead><tbody>${rows.join('')}${after}</tbody></table>`
}
