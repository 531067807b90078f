/**
 * Layouts that belonged to the hold-out set until developers of the recognizer learned something about them. Since
 * then, they can no longer be used to measure the recognizer fairly.
 */
import type { Chance } from '../chance.ts'
import { type Column, escaped, type Layout, signature, stamp, table } from '../pages/html.ts'
import { dateIn, formOf, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line, Party } from '../pages/trade.ts'
import { columnsOf, counted } from './bills.ts'

const GRID = '.goods th,.goods td{border:1px solid #333}.goods th{text-align:center}'
const PLAIN =
  '.end{break-inside:avoid;padding-bottom:22mm}.r{text-align:right}.b{font-weight:bold}.two{display:flex;gap:8mm}.two>div{flex:1}.row{display:flex;justify-content:space-between;gap:2mm}'

const kppOf = ({ kpp }: Party, before = ', КПП ') => (kpp === null ? '' : `${before}${kpp}`)

const linesOf = ({ lines }: Deal) =>
  `${lines.length} ${formOf(lines.length, ['наименование', 'наименования', 'наименований'])}`

/** Returns a stamp and a signature at the place where the seller signs. Either of them may be missing. */
function signed(chance: Chance, party: Party, [left, top]: readonly [number, number]): string {
  const round = chance.is(0.55) ? stamp(chance, party, [left + 26, top - 14]) : ''
  return `<div class="place">${round}${chance.is(0.6) ? signature(chance, [left, top - 7]) : ''}</div>`
}

export const supplierOrder: Layout = {
  name: 'order to a supplier, confirmed',
  kind: 'receipt',
  paper: 'a4',
  size: [8.2, 9.4],
  vat: ['included', 'none'],
  sku: true,
  most: 18,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { sku, name, quantity, unit, price, amount } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      { ...sku, head: 'Артикул поставщика', width: 17 },
      { ...name, head: 'Номенклатура', width: 37 },
      amount,
      price,
      { ...quantity, head: 'Заказано' },
      { ...unit, head: 'Ед. изм.', width: 9 },
    ]
    const count = deal.lines.length
    const vat = deal.vat === 'none' ? '' : `<p class="r">В том числе НДС: <b>${deal.money(deal.vatMinor)}</b></p>`
    const party = (one: Party) => `${escaped(one.name)}, ИНН ${one.inn}${kppOf(one)}`
    return {
      body: `<h1>Заказ поставщику № ${deal.number} от ${deal.dateText}</h1><p>Исполнитель: <b>${party(seller)}, ${seller.address}</b></p><p>Заказчик: <b>${party(buyer)}</b></p><p>Склад поступления: ${chance.of(['Основной', 'Магазин на Мира', 'Розница № 3'])}. Желаемая дата поступления: не позднее ${chance.whole(2, 14)} дней</p>${table({ columns, lines: deal.lines })}<div class="end"><p class="r big">Итого: <b>${deal.money(deal.totalMinor)}</b></p>${vat}<p>Всего ${count} ${formOf(count, ['наименование', 'наименования', 'наименований'])} на сумму ${deal.money(deal.totalMinor)} RUB</p><p><b>${roublesInWords(deal.totalMinor)}</b></p><div class="sides"><div>Заказ подтверждаю (поставщик)<br><br>____________ ${seller.head}</div><div>Заказал<br><br>____________ ${buyer.head}</div></div><div class="place">${chance.is(0.55) ? stamp(chance, seller, [28, -22]) : ''}${chance.is(0.6) ? signature(chance, [2, -15]) : ''}</div></div>`,
      css: `${GRID}.end{break-inside:avoid;padding-bottom:22mm}p{margin:.3em 0}.r{text-align:right}h1{font-size:140%;border-bottom:1px solid #222;padding-bottom:.2em;margin-bottom:.6em}.goods{margin:.7em 0}.goods th{background:#f0f0e6;vertical-align:middle}.big{font-size:110%}.sides{display:flex;gap:8mm;margin-top:1.8em}.sides>div{flex:1}`,
    }
  },
}

/** Divides the item lines, in their order, into groups with headings, with the totals of each group below its lines. */
function grouped(deal: Deal, columns: readonly Column[], heads: readonly string[]): string {
  const size = Math.ceil(deal.lines.length / heads.length)
  const rows = heads.map((head, group) => {
    const lines = deal.lines.slice(group * size, (group + 1) * size)
    if (lines.length === 0) return ''
    const cells = (line: Line, index: number) =>
      columns.map(({ align = 'left', cell }) => `<td class="${align}">${cell(line, index)}</td>`).join('')
    const body = lines.map((line, index) => `<tr>${cells(line, group * size + index)}</tr>`).join('')
    const sum = deal.money(lines.reduce((all, { amountMinor }) => all + amountMinor, 0))
    return `<tr class="g"><td colspan="${columns.length}">${head}</td></tr>${body}<tr class="s"><td colspan="${columns.length - 1}" class="right">Итого по группе</td><td class="right">${sum}</td></tr>`
  })
  const total = `<tr class="b"><td colspan="${columns.length - 1}" class="right">ВСЕГО</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
  return table({ columns, lines: [], after: `${rows.join('')}${total}` })
}

export const fabricNote: Layout = {
  name: 'накладная of fabrics, in groups with sums',
  kind: 'receipt',
  paper: 'a4',
  size: [8.4, 9.6],
  vat: ['none', 'included'],
  sku: true,
  most: 16,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { sku, name, unit, quantity, price, amount } = columnsOf(deal)
    const columns: Column[] = [
      { ...sku, head: 'Арт./цвет', width: 14 },
      { ...name, head: 'Ткань, фурнитура' },
      { ...unit, width: 9 },
      price,
      { ...quantity, head: 'Отмер / кол-во', width: 12 },
      amount,
    ]
    const heads = chance.some(
      ['Ткани', 'Трикотаж', 'Прикладные материалы', 'Фурнитура', 'Остатки, уценка'],
      deal.lines.length > 5 ? 3 : 2,
    )
    const vat = deal.vat === 'none' ? '' : `<p class="r">в т.ч. НДС ${deal.rate}% ${deal.money(deal.vatMinor)}</p>`
    return {
      body: `<div class="row"><div><p class="b">${escaped(seller.name)}</p><p>ИНН ${seller.inn}${kppOf(seller, ' / КПП ')}</p><p>${seller.address}, ${seller.phone}</p></div><div class="r"><p>Покупатель:</p><p class="b">${escaped(buyer.short)}</p><p>ИНН ${buyer.inn}</p></div></div><h1>Накладная № ${deal.number} <span>от ${deal.dateText}</span></h1>${grouped(deal, columns, heads)}<div class="end">${vat}<p>Итого ${linesOf(deal)}. Сумма: ${roublesInWords(deal.totalMinor)}</p><p class="tiny">Отмеренная ткань возврату и обмену не подлежит.</p><p class="sign">Кладовщик _____________ &emsp; Получил _____________</p>${signed(chance, seller, [20, -8])}</div>`,
      css: `${PLAIN}${GRID}p{margin:.25em 0}h1{font-size:150%;margin:.6em 0 .3em}h1 span{font-weight:normal;font-size:75%}.g td{font-weight:bold;background:#e8e8e8}.s td{font-style:italic}.tiny{font-size:85%}.sign{margin-top:2em}`,
    }
  },
}

export const handingOver: Layout = {
  name: 'акт of handing goods over',
  kind: 'receipt',
  paper: 'a4',
  size: [9.4, 11],
  vat: ['none'],
  sku: false,
  most: 10,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, unit, quantity, price, amount } = columnsOf(deal)
    const columns: Column[] = [
      { ...counted, head: '№<br>п/п', width: 6 },
      { ...name, width: 36 },
      quantity,
      { ...unit, head: 'Ед. изм.', width: 9 },
      price,
      { ...amount, head: 'Стоимость' },
      { head: 'Приме&shy;чание', width: 9, align: 'center', cell: () => chance.of(['', '', '', 'б/деф.']) },
    ]
    return {
      body: `<h1>АКТ<br>приема-передачи товара № ${deal.number}</h1><p class="row"><span>${seller.address.split(', ')[1]}</span><span>${dateIn('«dd» month yyyy г.', deal.date)}</span></p><p class="j">${escaped(seller.name)}, ИНН ${seller.inn}, в лице ${seller.head}, именуемый «Продавец», передал, а ${escaped(buyer.name)}, ИНН ${buyer.inn}, в лице ${buyer.head}, именуемый «Покупатель», принял следующий товар:</p>${table({ columns, lines: deal.lines, after: `<tr class="b"><td colspan="5">ИТОГО</td><td class="right">${deal.money(deal.totalMinor)}</td><td></td></tr>` })}<div class="end"><p class="j">Всего передано товара на сумму ${deal.money(deal.totalMinor)} (${roublesInWords(deal.totalMinor)}). НДС не облагается.</p><p class="j">Товар осмотрен, претензий по количеству и качеству Покупатель не имеет. Акт составлен в двух экземплярах.</p><div class="two sign"><div>Передал:<br><br>____________ / ${seller.head}</div><div>Принял:<br><br>____________ / ${buyer.head}</div></div>${signed(chance, seller, [4, -8])}</div>`,
      css: `${PLAIN}${GRID}p{margin:.3em 0}h1{text-align:center;font-size:125%;margin-bottom:.8em}.j{text-align:justify;text-indent:10mm;line-height:1.35}.goods{margin:.6em 0}.sign{margin-top:1.6em}`,
    }
  },
}
