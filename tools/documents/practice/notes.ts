/** Layouts of delivery notes, lists and receipts for the practice set, on which the recognizer may be tuned. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, type Layout, signature, stamp, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'
import { numberColumn } from './bills.ts'

const named = ({ name }: Line) => escaped(name)
const withCode = ({ name, sku }: Line) => `${escaped(name)}${sku === null ? '' : `<br><small>Арт. ${sku}</small>`}`

const GRID =
  '.goods{margin:.7em 0}.goods th,.goods td{border:1px solid #333}.goods th{text-align:center;font-weight:bold}p{margin:.35em 0}h1{font-size:145%;margin:.6em 0}.r{text-align:right}'

function figuresOf(deal: Deal): Record<'quantity' | 'unit' | 'price' | 'amount', Column> {
  return {
    quantity: {
      head: 'Количество',
      width: 10,
      align: 'right',
      cell: ({ quantityMilli }) => deal.quantity(quantityMilli),
    },
    unit: { head: 'Ед.', width: 7, align: 'center', cell: ({ unit }) => unit },
    price: { head: 'Цена', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    amount: { head: 'Сумма', width: 14, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
  }
}

const released = (chance: Chance, deal: Deal, words: readonly [string, string]) =>
  `<p style="margin-top:2.2em">${words[0]} ______________ / ${deal.seller.head} / &nbsp; &nbsp; ${words[1]} ______________ / ______________ /</p><div class="place">${chance.is(0.5) ? stamp(chance, deal.seller, [26, -14]) : ''}${chance.is(0.6) ? signature(chance, [18, -9]) : ''}</div>`

export const release: Layout = {
  name: 'расходная накладная',
  kind: 'receipt',
  paper: 'a4',
  size: [9, 10.5],
  vat: ['none', 'included'],
  sku: true,
  most: 16,
  isLong: true,
  html(deal, chance) {
    const { quantity, unit, price, amount } = figuresOf(deal)
    const columns: Column[] = [
      numberColumn,
      { head: 'Артикул', width: 12, cell: ({ sku }) => sku ?? '' },
      { head: 'Товар', width: 40, cell: named },
      quantity,
      unit,
      price,
      amount,
    ]
    return {
      body: `<h1>Расходная накладная № ${deal.number} от ${deal.dateText}</h1><hr><p>Поставщик: <b>${escaped(deal.seller.name)}</b>, ИНН ${deal.seller.inn}, ${deal.seller.address}</p><p>Покупатель: <b>${escaped(deal.buyer.name)}</b>, ИНН ${deal.buyer.inn}</p><p>Склад: Основной склад</p>${table({ columns, lines: deal.lines })}<p class="r"><b>Итого: ${deal.money(deal.sumMinor)}</b></p>${deal.vat === 'included' ? `<p class="r"><b>В том числе НДС: ${deal.money(deal.vatMinor)}</b></p>` : ''}<p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} руб.</p><p><b>${roublesInWords(deal.totalMinor)}</b></p>${released(chance, deal, ['Отпустил', 'Получил'])}`,
      css: GRID,
    }
  },
}

export const sheet: Layout = {
  name: 'made by hand in a spreadsheet',
  kind: 'receipt',
  paper: 'a4',
  size: [9.5, 11],
  vat: ['none'],
  sku: false,
  most: 20,
  html(deal, chance) {
    const { quantity, unit, price, amount } = figuresOf(deal)
    const columns: Column[] = [
      { head: '', width: 4, align: 'right', cell: (_, index) => String(index + 1) },
      { head: 'наименование', width: 42, cell: named },
      { ...unit, head: 'ед.изм' },
      { ...quantity, head: 'кол-во' },
      { ...price, head: 'цена руб' },
      { ...amount, head: 'сумма руб' },
    ]
    const after = `<tr><td></td><td><b>ИТОГО</b></td><td></td><td></td><td></td><td class="right"><b>${deal.money(deal.totalMinor)}</b></td></tr>`
    return {
      body: `<p>Поставщик ${escaped(deal.seller.name)} ИНН ${deal.seller.inn}</p><p>тел. ${deal.seller.phone}</p><p class="h"><b>Накладная № ${deal.number}</b> от ${deal.dateText}</p><p>Кому: ${escaped(deal.buyer.short)}</p>${table({ columns, lines: deal.lines, after })}${chance.is(0.5) ? `<p>Сдал ____________ ${deal.seller.head}</p><p>Принял ____________</p>` : ''}`,
      css: `${GRID}.goods th{background:${chance.of(['#ffe699', '#d9e1f2', '#fff'])}}.h{font-size:125%;margin:.9em 0}`,
    }
  },
}

export const offer: Layout = {
  name: 'commercial offer',
  kind: 'receipt',
  paper: 'a4',
  size: [9, 10.5],
  vat: ['included', 'none'],
  sku: true,
  withDiscount: true,
  most: 13,
  html(deal, chance) {
    const { quantity, unit, amount } = figuresOf(deal)
    const columns: Column[] = [
      numberColumn,
      { head: 'Наименование', width: 34, cell: withCode },
      { ...quantity, head: 'Кол-во', width: 9 },
      unit,
      { head: 'Цена по прайсу', width: 12, align: 'right', cell: ({ fullPriceMinor }) => deal.money(fullPriceMinor) },
      { head: 'Скидка', width: 8, align: 'center', cell: ({ discount }) => (discount === 0 ? '' : `${discount}%`) },
      { head: 'Цена со скидкой', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
      { ...amount, head: 'Стоимость' },
    ]
    return {
      body: `<div class="brand">${escaped(deal.seller.short)}</div><p class="r">${deal.seller.address}<br>${deal.seller.phone}, ИНН ${deal.seller.inn}</p><h1>Коммерческое предложение № ${deal.number} от ${deal.dateText}</h1><p>Для: ${escaped(deal.buyer.short)}</p><p>Рады предложить вам следующие товары:</p>${table({ columns, lines: deal.lines })}<p class="r"><b>Итого к оплате: ${deal.money(deal.totalMinor)} руб.</b></p><p class="r">${deal.vat === 'none' ? 'НДС не облагается' : `в том числе НДС ${deal.money(deal.vatMinor)} руб.`}</p><p>Условия: предоплата 100 %, поставка в течение ${chance.whole(3, 15)} рабочих дней. Предложение действует 10 дней.</p>${released(chance, deal, ['Менеджер', 'Согласовано'])}`,
      css: `${GRID}.brand{font-size:170%;font-weight:bold;color:${chance.of(['#1f4e79', '#7a1f1f', '#2d6a2d'])}}.goods th{background:#e8eef5}.goods tr:nth-child(even) td{background:#f6f6f6}.goods small{color:#444}`,
    }
  },
}

export const salesSlip: Layout = {
  name: 'товарный чек',
  kind: 'receipt',
  paper: 'a5',
  size: [8.5, 9.5],
  vat: ['none'],
  sku: false,
  most: 12,
  html(deal, chance) {
    const { quantity, unit, price, amount } = figuresOf(deal)
    const columns: Column[] = [
      numberColumn,
      { head: 'Наименование товара', width: 38, cell: named },
      { ...unit, head: 'Ед. изм.' },
      { ...quantity, head: 'Кол-во' },
      price,
      amount,
    ]
    return {
      body: `<p>${escaped(deal.seller.name)}</p><p>ИНН ${deal.seller.inn}</p><p>${deal.seller.address}</p><h1>Товарный чек № ${deal.number} от ${deal.dateText}</h1>${table({ columns, lines: deal.lines })}<p class="r"><b>Итого: ${deal.money(deal.totalMinor)}</b></p><p>Всего на сумму: ${roublesInWords(deal.totalMinor)}</p>${released(chance, deal, ['Продавец', 'М.П.'])}`,
      css: `${GRID}h1{font-size:130%;text-align:center}`,
    }
  },
}

export const handover: Layout = {
  name: 'акт приёма-передачи',
  kind: 'receipt',
  paper: 'a4',
  size: [9.5, 11],
  vat: ['none', 'included'],
  sku: false,
  most: 14,
  html(deal, chance) {
    const { quantity, unit, price, amount } = figuresOf(deal)
    const columns: Column[] = [
      { ...numberColumn, head: '№ п/п', width: 6 },
      { head: 'Наименование Товара', width: 36, cell: named },
      { ...unit, head: 'Ед. изм.', width: 8 },
      { ...quantity, head: 'Кол-во' },
      { ...price, head: 'Цена за ед., руб.' },
      { ...amount, head: 'Сумма, руб.' },
    ]
    return {
      body: `<h1>АКТ № ${deal.number}<br>приёма-передачи товара</h1><p class="row"><span>${deal.seller.address.split(', ')[1]}</span><span>${deal.dateText}</span></p><p class="j">${escaped(deal.seller.name)} (ИНН ${deal.seller.inn}), именуемое в дальнейшем «Поставщик», в лице ${deal.seller.head}, с одной стороны, и ${escaped(deal.buyer.name)} (ИНН ${deal.buyer.inn}), именуемое в дальнейшем «Покупатель», с другой стороны, составили настоящий акт о том, что Поставщик передал, а Покупатель принял следующий товар:</p>${table({ columns, lines: deal.lines })}<p>Общая стоимость переданного товара составляет ${deal.money(deal.totalMinor)} руб. (${roublesInWords(deal.totalMinor)})${deal.vat === 'none' ? ', НДС не облагается' : `, в том числе НДС ${deal.money(deal.vatMinor)} руб.`}.</p><p>Претензий по количеству и качеству Покупатель не имеет.</p>${released(chance, deal, ['Поставщик', 'Покупатель'])}`,
      css: `${GRID}h1{text-align:center;font-size:125%}.row{display:flex;justify-content:space-between}.j{text-align:justify;text-indent:2em}`,
    }
  },
}

export const till: Layout = {
  name: 'till receipt, 58 mm',
  kind: 'receipt',
  paper: 'till-58',
  size: [7.6, 8.4],
  vat: ['included', 'none'],
  sku: false,
  hasUnits: false,
  fonts: 'mono',
  most: 14,
  html(deal, chance) {
    const times = chance.of(['x', '*', 'х'])
    const lines = deal.lines.map(
      (line, index) =>
        `<p>${index + 1}. ${escaped(line.name)}</p><p class="row"><span>${deal.quantity(line.quantityMilli)} ${times} ${deal.money(line.priceMinor)}</span><span>=${deal.money(line.amountMinor)}</span></p>`,
    )
    return {
      body: `<p class="c">${escaped(deal.seller.name)}</p><p class="c">${deal.seller.address}</p><p class="c">ИНН ${deal.seller.inn}</p><p class="c">КАССОВЫЙ ЧЕК № ${deal.number}</p><p class="c">ПРИХОД</p><p>${dateIn('dd.mm.yyyy', deal.date)} ${chance.whole(9, 20)}:${chance.whole(10, 59)}</p><p>Смена: ${chance.whole(10, 400)}</p><p>------------------------</p>${lines.join('')}<p>------------------------</p><p class="row big"><span>ИТОГ</span><span>=${deal.money(deal.totalMinor)}</span></p><p class="row"><span>${chance.of(['БЕЗНАЛИЧНЫМИ', 'НАЛИЧНЫМИ'])}</span><span>=${deal.money(deal.totalMinor)}</span></p>${deal.vat === 'none' ? '<p>СУММА БЕЗ НДС</p>' : `<p class="row"><span>СУММА НДС ${deal.rate}%</span><span>=${deal.money(deal.vatMinor)}</span></p>`}<p>ЗН ККТ 0${chance.whole(100000000, 999999999)}</p><p>РН ККТ 000${chance.whole(1000000, 9999999)}</p><p>ФН 996044${chance.whole(1000000, 9999999)}</p><p>ФД ${chance.whole(1000, 99999)} ФП ${chance.whole(100000000, 999999999)}</p>`,
      css: 'p{margin:0;word-break:break-word}.c{text-align:center}.row{display:flex;justify-content:space-between}.big{font-size:135%;font-weight:bold}',
    }
  },
}

/** Returns a table whose borders are drawn with characters, as printed by programs that can only print text. */
function framed(deal: Deal): string {
  const widths = [4, 33, 7, 12, 12, 15]
  const cut = (text: string, width: number) => {
    const rows: string[] = []
    for (const word of text.split(' ')) {
      const last = rows.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= width) rows[rows.length - 1] = `${last} ${word}`
      else rows.push(...(word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']))
    }
    return rows
  }
  const rule = `+${widths.map((width) => '-'.repeat(width)).join('+')}+`
  const row = (cells: readonly string[]) => {
    const parts = cells.map((cell, at) => cut(cell, widths[at]!))
    const height = Math.max(...parts.map((part) => part.length))
    return Array.from(
      { length: height },
      (_, line) =>
        `|${parts.map((part, at) => (at === 1 || at === 2 ? (part[line] ?? '').padEnd(widths[at]!) : (part[line] ?? '').padStart(widths[at]!))).join('|')}|`,
    ).join('\n')
  }
  const goods = deal.lines.map((line, index) =>
    row([
      String(index + 1),
      line.name,
      line.unit,
      deal.quantity(line.quantityMilli),
      deal.money(line.priceMinor),
      deal.money(line.amountMinor),
    ]),
  )
  const total = deal.money(deal.totalMinor)
  return [
    rule,
    row(['N', 'Наименование', 'Ед.', 'Количество', 'Цена', 'Сумма']),
    rule,
    ...goods,
    rule,
    `ИТОГО: ${total}`.padStart(rule.length - 1),
  ]
    .map(escaped)
    .join('\n')
}

export const printout: Layout = {
  name: 'накладная in signs',
  kind: 'receipt',
  paper: 'fanfold',
  size: [9.6, 10.6],
  vat: ['none'],
  sku: false,
  fonts: 'mono',
  most: 20,
  html: (deal, chance) => ({
    body: `<pre>${escaped(`Поставщик: ${deal.seller.name}\nИНН ${deal.seller.inn}${deal.seller.kpp === null ? '' : ` КПП ${deal.seller.kpp}`}\nАдрес: ${deal.seller.address}\n\nПолучатель: ${deal.buyer.short}  ИНН ${deal.buyer.inn}\n\n            НАКЛАДНАЯ N ${deal.number} от ${deal.dateText}\n\n`)}${framed(deal)}\n\nСумма прописью:\n${roublesInWords(deal.totalMinor)}\n\nОтпустил ______________  Получил ______________</pre>`,
    css: `pre{font-family:inherit;white-space:pre-wrap;line-height:1.12;margin:0;letter-spacing:${chance.of(['0', '0.02em'])}}`,
  }),
}
