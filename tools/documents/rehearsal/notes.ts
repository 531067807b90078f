/** Layouts of delivery notes, lists and till receipts for the rehearsal set, a former hold-out set. */
import { type Column, escaped, type Layout, partyText, signature, stamp, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import type { Deal } from '../pages/trade.ts'
import { columnsOf, counted } from './bills.ts'

const GRID = '.goods th,.goods td{border:1px solid #333}.goods th{text-align:center}'

export const specification: Layout = {
  name: 'specification of a contract',
  kind: 'receipt',
  paper: 'a4',
  size: [9.5, 11],
  vat: ['net', 'included', 'none'],
  sku: false,
  most: 13,
  html(deal, chance) {
    const { name, quantity, unit, price, amount } = columnsOf(deal)
    const columns: Column[] = [
      { ...counted, head: '№ п/п', width: 6 },
      { ...name, head: 'Наименование Товара' },
      { ...quantity, head: 'Коли-<br>чество' },
      { ...unit, head: 'Ед. изм.' },
      { ...price, head: deal.vat === 'net' ? 'Цена без НДС, руб.' : 'Цена, руб.' },
      { ...amount, head: deal.vat === 'net' ? 'Стоимость без НДС, руб.' : 'Стоимость, руб.' },
    ]
    const { seller, buyer } = deal
    const sums =
      deal.vat === 'net'
        ? `<p class="r">Итого без НДС: ${deal.money(deal.sumMinor)}</p><p class="r">НДС ${deal.rate}%: ${deal.money(deal.vatMinor)}</p>`
        : ''
    return {
      body: `<p class="r">к Договору поставки № ${chance.whole(2, 90)}-Д<br>от 15 января 2025 г.</p><h1>СПЕЦИФИКАЦИЯ № ${deal.number}</h1><p class="c">от ${deal.dateText}</p><p class="j">Поставщик: ${escaped(seller.name)}, ИНН ${seller.inn}, и Покупатель: ${escaped(buyer.name)}, ИНН ${buyer.inn}, согласовали поставку следующего Товара:</p>${table({ columns, lines: deal.lines })}${sums}<p class="r"><b>Всего: ${deal.money(deal.totalMinor)}</b></p><p class="j">Общая стоимость Товара составляет ${deal.money(deal.totalMinor)} (${roublesInWords(deal.totalMinor)})${deal.vat === 'none' ? ', НДС не облагается в связи с применением УСН (гл. 26.2 НК РФ)' : ''}.</p><p class="j">1. Срок поставки: ${chance.whole(5, 30)} календарных дней. 2. Оплата: 50 % предоплата, 50 % по факту поставки. 3. Доставка силами Поставщика.</p><table class="two"><tr><td><b>Поставщик</b><br>${escaped(seller.short)}<br><br>___________ ${seller.head}</td><td><b>Покупатель</b><br>${escaped(buyer.short)}<br><br>___________ ${buyer.head}</td></tr></table><div class="place">${chance.is(0.6) ? stamp(chance, seller, [10, -16]) : ''}${chance.is(0.5) ? stamp(chance, buyer, [110, -16]) : ''}</div>`,
      css: `${GRID}h1{font-size:125%;text-align:center;margin-top:1em}.c{text-align:center}.r{text-align:right}.j{text-align:justify;text-indent:1.5em}p{margin:.4em 0}.goods{margin:.8em 0}.two{margin-top:2em}`,
    }
  },
}

export const weighed: Layout = {
  name: 'накладная with weights and places',
  kind: 'receipt',
  paper: 'a4',
  size: [7.8, 8.8],
  vat: ['none', 'included'],
  sku: true,
  most: 20,
  isLong: true,
  html(deal, chance) {
    const { name, quantity, unit, price, amount, sku } = columnsOf(deal)
    const weights = deal.lines.map(() => chance.whole(2, 900) / 10)
    const columns: Column[] = [
      counted,
      { ...sku, head: 'Код' },
      { ...name, head: 'Товар', width: 34 },
      { head: 'Мест', width: 6, align: 'right', cell: (_, index) => String(1 + (index % 5)) },
      quantity,
      unit,
      { head: 'Вес, кг', width: 8, align: 'right', cell: (_, index) => weights[index]!.toFixed(1).replace('.', ',') },
      price,
      amount,
    ]
    return {
      body: `<h1>Реализация товаров № ${deal.number} от ${deal.dateText}</h1><p>Исполнитель: <b>${partyText(deal.seller)}</b></p><p>Заказчик: <b>${partyText(deal.buyer)}</b></p><p>Склад отгрузки: Центральный; заказ № ${chance.whole(100, 9999)}</p>${table({ columns, lines: deal.lines })}<p class="r">Итого: <b>${deal.money(deal.totalMinor)}</b></p>${deal.vat === 'included' ? `<p class="r">В том числе НДС: ${deal.money(deal.vatMinor)}</p>` : ''}<p>Общий вес ${weights
        .reduce((sum, weight) => sum + weight, 0)
        .toFixed(1)
        .replace(
          '.',
          ',',
        )} кг</p><p>Всего отпущено ${deal.lines.length} наименований на сумму ${roublesInWords(deal.totalMinor)}</p><p class="foot">Отгрузил ______________ Получил ______________</p><div class="place">${chance.is(0.5) ? signature(chance, [14, -9]) : ''}${chance.is(0.4) ? stamp(chance, deal.seller, [40, -12]) : ''}</div>`,
      css: `${GRID}h1{font-size:140%;border-bottom:2px solid #333;padding-bottom:.2em}p{margin:.3em 0}.goods{margin:.6em 0}.goods th{font-weight:bold}.r{text-align:right}.foot{margin-top:2em}`,
    }
  },
}

export const halfSheet: Layout = {
  name: 'накладная on half a sheet',
  kind: 'receipt',
  paper: 'a5-landscape',
  size: [8, 9.2],
  vat: ['none'],
  sku: false,
  most: 9,
  html(deal, chance) {
    const { name, quantity, unit, price, amount } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      { ...name, head: 'Наименование', width: 42 },
      { ...unit, head: 'Ед. изм.' },
      quantity,
      price,
      amount,
    ]
    return {
      body: `<div class="two"><p>От кого: ${escaped(deal.seller.name)}<br>ИНН ${deal.seller.inn}</p><p>Кому: ${escaped(deal.buyer.short)}</p></div><h1>НАКЛАДНАЯ № ${deal.number} <span>${deal.dateText}</span></h1>${table({ columns, lines: deal.lines, after: `<tr><td colspan="5" class="right">Итого:</td><td class="right"><b>${deal.money(deal.totalMinor)}</b></td></tr>` })}<p>${roublesInWords(deal.totalMinor)}</p><p class="foot">Сдал ____________ &emsp; Принял ____________</p><div class="place">${chance.is(0.7) ? stamp(chance, deal.seller, [100, -20]) : ''}</div>`,
      css: `${GRID}.two{display:flex;justify-content:space-between}h1{text-align:center;font-size:130%;margin:.5em 0}h1 span{font-weight:normal}.foot{margin-top:1.2em}p{margin:.2em 0}`,
    }
  },
}

const GROUPS = ['Хозяйственная группа', 'Основной ассортимент', 'Сопутствующие товары', 'Новинки сезона']

export const groupedOffer: Layout = {
  name: 'order from a price list, in groups',
  kind: 'receipt',
  paper: 'a4',
  size: [8.6, 9.8],
  vat: ['included', 'none'],
  sku: true,
  most: 18,
  html(deal, chance) {
    const { name, quantity, unit, price, amount, sku } = columnsOf(deal)
    const columns: Column[] = [sku, name, price, { ...quantity, head: 'Заказ' }, unit, amount]
    const plain = table({ columns, lines: deal.lines })
    const every = chance.whole(3, 6)
    let row = 0
    const grouped = plain.replace(/<tbody>|<tr><td class="left">/g, (match) => {
      if (match === '<tbody>') return match
      const group =
        row++ % every === 0
          ? `<tr class="g"><td colspan="6">${GROUPS[Math.floor((row - 1) / every) % GROUPS.length]}</td></tr>`
          : ''
      return `${group}${match}`
    })
    return {
      body: `<div class="band">${escaped(deal.seller.short)}</div><p>${deal.seller.address}, тел. ${deal.seller.phone}, ИНН ${deal.seller.inn}</p><h1>Заказ покупателя № ${deal.number} от ${deal.dateText}</h1><p>Клиент: ${escaped(deal.buyer.short)}, ИНН ${deal.buyer.inn}</p>${grouped}<p class="r">Итого по заказу: <b>${deal.money(deal.totalMinor)} руб.</b></p><p class="r">${deal.vat === 'none' ? 'Без НДС' : `в т.ч. НДС ${deal.money(deal.vatMinor)} руб.`}</p>`,
      css: `.band{background:${chance.of(['#264653', '#6a4c93', '#333'])};color:#fff;font-size:150%;padding:2mm}h1{font-size:140%;margin:.6em 0}.goods th{border-bottom:2px solid #333;font-weight:bold}.goods td{border-bottom:1px solid #ccc}.g td{background:#e9ecef;font-weight:bold}p{margin:.3em 0}.r{text-align:right}`,
    }
  },
}

export const register: Layout = {
  name: 'приходная накладная, long and dense',
  kind: 'receipt',
  paper: 'a4',
  size: [7.6, 8.4],
  vat: ['none', 'net'],
  sku: true,
  most: 34,
  isLong: true,
  html(deal, chance) {
    const { name, quantity, unit, price, amount, sku } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      { ...name, width: 40 },
      { ...sku, head: 'Номенкл. №' },
      unit,
      quantity,
      price,
      amount,
    ]
    const vat =
      deal.vat === 'net'
        ? `<tr><td colspan="6" class="right">НДС ${deal.rate}%</td><td class="right">${deal.money(deal.vatMinor)}</td></tr><tr><td colspan="6" class="right">Итого с НДС</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
        : ''
    return {
      body: `<h1>Приходная накладная № ${deal.number} от ${deal.dateText}</h1><p>Поставщик: ${partyText(deal.seller)}</p><p>Получатель: ${escaped(deal.buyer.short)}, склад № ${chance.whole(1, 9)}</p>${table({ columns, lines: deal.lines, after: `<tr><td colspan="6" class="right">Итого</td><td class="right">${deal.money(deal.sumMinor)}</td></tr>${vat}` })}<p class="foot">Принял: ______________ Проверил: ______________</p>`,
      css: '.goods td,.goods th{border-bottom:1px solid #888;padding:.1em .3em}.goods th{border-top:1px solid #888;font-weight:bold}h1{font-size:140%}p{margin:.25em 0}.foot{margin-top:1.5em}',
    }
  },
}

/** Returns a borderless table made of text characters, with columns aligned by spaces. */
function signsOf(deal: Deal): string {
  const gap = '  '
  const rows = deal.lines.flatMap((line, index) => {
    const words: string[] = []
    for (const word of line.name.split(' ')) {
      const last = words.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= 36) words[words.length - 1] = `${last} ${word}`
      else words.push(word.slice(0, 36))
    }
    const first = [
      String(index + 1).padStart(3),
      words[0]!.padEnd(36),
      line.unit.padEnd(8),
      deal.quantity(line.quantityMilli).padStart(9),
      deal.money(line.priceMinor).padStart(11),
      deal.money(line.amountMinor).padStart(14),
    ].join(gap)
    return [first, ...words.slice(1).map((more) => `${' '.repeat(5)}${more}`)]
  })
  const head = [
    'N'.padStart(3),
    'Товар'.padEnd(36),
    'Ед.изм.'.padEnd(8),
    'Кол-во'.padStart(9),
    'Цена'.padStart(11),
    'Сумма'.padStart(14),
  ].join(gap)
  const dashes = '-'.repeat(head.length)
  return [dashes, head, dashes, ...rows, dashes, `Итого:  ${deal.money(deal.totalMinor)}`.padStart(head.length)]
    .map(escaped)
    .join('\n')
}

export const needlesNote: Layout = {
  name: 'накладная in signs without frames',
  kind: 'receipt',
  paper: 'fanfold',
  size: [8.8, 9.4],
  vat: ['none'],
  sku: false,
  fonts: 'mono',
  most: 18,
  html: (deal) => ({
    body: `<pre>${escaped(`${deal.seller.name}\nИНН ${deal.seller.inn}  тел. ${deal.seller.phone}\n${deal.seller.address}\n\nНакладная № ${deal.number}\nДата: ${deal.dateText}\nПокупатель: ${deal.buyer.short}\n\n`)}${signsOf(deal)}\n\n${roublesInWords(deal.totalMinor)}\n\nОтпустил ____________   Получил ____________</pre>`,
    css: 'pre{font-family:inherit;margin:0;line-height:1.15}',
  }),
}

export const wideTill: Layout = {
  name: 'till receipt, 80 mm',
  kind: 'receipt',
  paper: 'till-80',
  size: [8, 9],
  vat: ['included', 'none'],
  sku: true,
  hasUnits: false,
  most: 14,
  html(deal, chance) {
    const star = chance.of(['X', 'х', '*'])
    const goods = deal.lines.map(
      (line) =>
        `<p>${line.sku === null ? '' : `${line.sku} `}${escaped(line.name)}</p><p class="row"><span></span><span>${deal.money(line.priceMinor)} ${star} ${deal.quantity(line.quantityMilli)} = ${deal.money(line.amountMinor)}</span></p>${deal.vat === 'none' ? '<p class="s">НДС не облагается</p>' : `<p class="row s"><span>в т.ч. НДС ${line.vatRate}%</span><span>${deal.money(line.vatMinor)}</span></p>`}`,
    )
    return {
      body: `<p class="c b">${escaped(deal.seller.name)}</p><p class="c">${deal.seller.address}</p><p class="row"><span>ИНН ${deal.seller.inn}</span><span>Касса 0${chance.whole(1, 9)}</span></p><p class="row"><span>Чек № ${deal.number}</span><span>${dateIn('dd.mm.yy', deal.date)} ${chance.whole(10, 20)}:${chance.whole(10, 59)}</span></p><p class="c">Приход</p><hr>${goods.join('')}<hr><p class="row big"><span>ИТОГО</span><span>${deal.money(deal.totalMinor)}</span></p><p class="row"><span>Карта</span><span>${deal.money(deal.totalMinor)}</span></p>${deal.vat === 'none' ? '' : `<p class="row"><span>Сумма НДС</span><span>${deal.money(deal.vatMinor)}</span></p>`}<p>Место расчетов: магазин</p><p>РН ККТ 00${chance.whole(10000000, 99999999)} ФН 72${chance.whole(10000000, 99999999)}</p><p>ФД ${chance.whole(1000, 99999)} ФПД ${chance.whole(100000000, 999999999)}</p><p class="c">СПАСИБО ЗА ПОКУПКУ</p>`,
      css: 'p{margin:0}hr{border:0;border-top:1px dashed #222}.c{text-align:center}.b{font-weight:bold}.row{display:flex;justify-content:space-between}.s{font-size:88%}.big{font-size:140%;font-weight:bold}',
    }
  },
}

export const wholesaleSlip: Layout = {
  name: 'slip of a wholesale market',
  kind: 'receipt',
  paper: 'a5',
  size: [7.8, 8.8],
  vat: ['included', 'none'],
  sku: true,
  most: 16,
  html(deal, chance) {
    const { name, quantity, unit, price, amount, sku } = columnsOf(deal)
    const columns: Column[] = [
      { ...sku, head: 'Арт.' },
      { ...name, head: 'Товар', width: 36 },
      { ...price, head: 'Цена' },
      quantity,
      { ...unit, head: '' },
      amount,
    ]
    return {
      body: `<p class="b">${escaped(deal.seller.name)}</p><p>${deal.seller.address}</p><p>ИНН ${deal.seller.inn}${deal.seller.kpp === null ? '' : ` КПП ${deal.seller.kpp}`}</p><p class="row"><span>ТОВАРНЫЙ ЧЕК ${deal.number}</span><span>${deal.dateText}</span></p><p>Карта клиента ${chance.whole(100000, 999999)} ${escaped(deal.buyer.short)}</p>${table({ columns, lines: deal.lines })}<p class="row b"><span>К ОПЛАТЕ</span><span>${deal.money(deal.totalMinor)}</span></p>${deal.vat === 'none' ? '' : `<p class="row"><span>НДС</span><span>${deal.money(deal.vatMinor)}</span></p>`}<p class="row"><span>Позиций ${deal.lines.length}</span><span>Кассир ${deal.seller.head}</span></p>`,
      css: '.goods th{border-top:1px dashed #222;border-bottom:1px dashed #222}.goods td{padding:.1em .2em}.goods{border-bottom:1px dashed #222;margin:.4em 0}p{margin:.15em 0}.b{font-weight:bold;font-size:115%}.row{display:flex;justify-content:space-between}',
    }
  },
}
