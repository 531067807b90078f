/** Parts that several layouts of the hold-out set of invented documents share. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, signature, stamp } from '../pages/html.ts'
import { formOf } from '../pages/russian.ts'
import type { Deal, Line, Party } from '../pages/trade.ts'

export const GRID = '.goods th,.goods td{border:1px solid #222}.goods th{text-align:center;vertical-align:middle}'

type Key = 'number' | 'name' | 'sku' | 'unit' | 'okei' | 'quantity' | 'price' | 'amount' | 'rate' | 'vat' | 'whole'

/** Returns the columns that most tables have, with default headings and widths that layouts replace. */
export function cellsOf(deal: Deal): Record<Key, Column> {
  const isFree = deal.vat === 'none'
  return {
    number: { head: '№', width: 4, align: 'center', cell: (_, index) => String(index + 1) },
    name: { head: 'Наименование', width: 36, cell: ({ name }) => escaped(name) },
    sku: { head: 'Артикул', width: 14, cell: ({ sku }) => (sku === null ? '' : escaped(sku)) },
    unit: { head: 'Ед.', width: 9, align: 'center', cell: ({ unit }) => unit },
    okei: { head: 'код', width: 5, align: 'center', cell: okeiOf },
    quantity: { head: 'Кол-во', width: 9, align: 'right', cell: (line) => deal.quantity(line.quantityMilli) },
    price: { head: 'Цена', width: 12, align: 'right', cell: (line) => deal.money(line.priceMinor) },
    amount: { head: 'Сумма', width: 14, align: 'right', cell: (line) => deal.money(line.amountMinor) },
    rate: { head: 'НДС', width: 8, align: 'center', cell: (line) => (isFree ? 'Без НДС' : `${line.vatRate}%`) },
    vat: { head: 'Сумма НДС', width: 12, align: 'right', cell: (line) => (isFree ? '—' : deal.money(line.vatMinor)) },
    whole: {
      head: 'Всего',
      width: 14,
      align: 'right',
      cell: (line) => deal.money(isFree ? line.amountMinor : line.amountMinor + line.vatMinor),
    },
  }
}

/**
 * Returns the unit code for a form. Official codes have three digits; four-digit codes are a program's own, so forms
 * show a dash instead.
 */
const okeiOf = ({ okei }: Line) => (okei.length === 3 ? okei : '—')

/**
 * Returns the VAT rate for a heading, such as «20%», if all item lines have the same rate, and otherwise an empty
 * string.
 */
export function rateOf({ lines }: Deal): string {
  const [first] = lines
  return lines.every(({ vatRate }) => vatRate === first!.vatRate) ? ` ${first!.vatRate}%` : ''
}

export const kppOf = ({ kpp }: Party, before = ', КПП ') => (kpp === null ? '' : `${before}${kpp}`)

export const linesOf = ({ lines }: Deal) =>
  `${lines.length} ${formOf(lines.length, ['наименование', 'наименования', 'наименований'])}`

/** Returns the payment block at the top of invoices: bank, account, recipient. */
export function bankBlock({ bank, inn, kpp, name }: Party): string {
  return `<table class="bank"><tr><td colspan="2" rowspan="2">${escaped(bank.name)}<br><br><small>Банк получателя</small></td><td>БИК</td><td>${bank.bik}</td></tr><tr><td>Сч. №</td><td>${bank.corr}</td></tr><tr><td>ИНН ${inn}</td><td>КПП ${kpp ?? ''}</td><td rowspan="2">Сч. №</td><td rowspan="2">${bank.account}</td></tr><tr><td colspan="2">${escaped(name)}<br><br><small>Получатель</small></td></tr></table>`
}

export const BANK_STYLE =
  '.bank{margin:2mm 0 4mm}.bank td{border:1px solid #222}.bank td:nth-child(1):not([colspan]){width:26%}small{font-size:80%}'

/** Returns a stamp and a signature at the place where the seller signs. Either of them may be missing. */
export function signed(chance: Chance, party: Party, [left, top]: readonly [number, number]): string {
  const round = chance.is(0.55) ? stamp(chance, party, [left + 26, top - 14]) : ''
  return `<div class="place">${round}${chance.is(0.6) ? signature(chance, [left, top - 7]) : ''}</div>`
}

/**
 * Returns a stamp such as «Оплачено» ("Paid") or «Получено» ("Received"). It does not contain any data of the document.
 */
export function clerkStamp(chance: Chance, [left, top]: readonly [number, number]): string {
  const colour = chance.of(['#3a4fb0', '#a8324a', '#4a3f96'])
  const word = chance.of(['ОПЛАЧЕНО', 'ПОЛУЧЕНО', 'ПРОВЕРЕНО', 'В РАБОТЕ', 'СКЛАД № 2'])
  return `<div class="place"><svg class="stamp" style="left:${left}mm;top:${top}mm;transform:rotate(${chance.between(-9, 9)}deg)" viewBox="0 0 120 36" width="38mm" fill="none" stroke="${colour}"><rect x="2" y="2" width="116" height="32" stroke-width="2"/><text x="60" y="24" text-anchor="middle" stroke="none" fill="${colour}" font-size="17" font-weight="bold">${word}</text></svg></div>`
}

/** Returns a meaningless square code that looks like a payment QR code. */
export function squareCode(chance: Chance, millimetres: number): string {
  const size = 29
  const isEye = (x: number, y: number) => [x, size - 1 - x].some((a) => a < 8) && y < 8
  const cells: string[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const inEye = isEye(x, y) || (x < 8 && y >= size - 8)
      if (!inEye && chance.is(0.48)) cells.push(`M${x} ${y}h1v1h-1z`)
    }
  const eye = (x: number, y: number) =>
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="6" height="6" fill="none" stroke="#111"/><rect x="${x + 2}" y="${y + 2}" width="3" height="3"/>`
  return `<svg viewBox="-1 -1 ${size + 2} ${size + 2}" width="${millimetres}mm" height="${millimetres}mm"><path d="${cells.join('')}"/>${eye(0, 0)}${eye(size - 7, 0)}${eye(0, size - 7)}</svg>`
}

/** Returns a barcode with its digits below. */
export function barCode(chance: Chance, millimetres: number): string {
  let at = 0
  const bars: string[] = []
  while (at < 92) {
    const width = chance.of([1, 1, 2, 3])
    bars.push(`<rect x="${at}" y="0" width="${width}" height="20"/>`)
    at += width + chance.of([1, 1, 2])
  }
  return `<svg viewBox="0 0 100 28" width="${millimetres}mm">${bars.join('')}</svg>`
}

/**
 * Returns pen ticks beside some rows, as people make them when they receive the goods. Rows are counted from the top.
 */
export function ticks(chance: Chance, count: number, options: { left: number; step: number }): string {
  const marks = Array.from({ length: count }, (_, row) =>
    chance.is(0.75)
      ? `<path d="M ${chance.between(0, 2)} ${row * options.step + 2} l 1.4 1.6 l 3 -4.6" stroke="#2436a0" stroke-width="0.45" fill="none"/>`
      : '',
  )
  const height = count * options.step + 6
  return `<div class="place"><svg class="stamp" style="left:${options.left}mm;top:-${height}mm" viewBox="0 -4 8 ${height}" width="8mm" height="${height}mm">${marks.join('')}</svg></div>`
}

/** Splits the item lines into sheets: `first` lines on the first sheet, at most `next` on each further sheet. */
export function sheetsOf(lines: readonly Line[], first: number, next: number): Line[][] {
  const sheets = [lines.slice(0, first)]
  for (let from = first; from < lines.length; from += next) sheets.push(lines.slice(from, from + next))
  return sheets
}

export const sumOf = (lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)
