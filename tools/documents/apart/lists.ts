/** Layouts for the hold-out set: delivery notes of particular trades, and dot-matrix printouts. */
import { type Column, escaped, type Layout, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'
import { barCode, cellsOf, clerkStamp, GRID, kppOf, linesOf, rateOf, signed, sumOf } from './parts.ts'

const PLAIN =
  '.end{break-inside:avoid;padding-bottom:22mm}.r{text-align:right}.c{text-align:center}.b{font-weight:bold}p{margin:.25em 0}.two{display:flex;gap:8mm}.two>div{flex:1}.row{display:flex;justify-content:space-between;gap:2mm}'

export const medicalNote: Layout = {
  name: 'накладная of a medical wholesaler, with series',
  kind: 'receipt',
  paper: 'a4-landscape',
  size: [7.6, 8.6],
  vat: ['net'],
  sku: false,
  trade: 'medical',
  most: 12,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, unit, quantity, price, amount, rate, vat, whole } = cellsOf(deal)
    const series = deal.lines.map(() => `${chance.whole(10, 99)}${chance.whole(1000, 9999)}`)
    const until = deal.lines.map(() => `${String(chance.whole(1, 12)).padStart(2, '0')}.20${chance.whole(27, 30)}`)
    const columns: Column[] = [
      number,
      { ...name, head: 'Наименование, форма выпуска', width: 32 },
      { head: 'Серия', width: 9, align: 'center', cell: (_, index) => series[index]! },
      { head: 'Годен до', width: 8, align: 'center', cell: (_, index) => until[index]! },
      { ...unit, head: 'Ед. изм.', width: 6 },
      { ...quantity, head: 'Кол-во', width: 8 },
      { ...price, head: 'Цена без НДС', width: 10 },
      { ...amount, head: 'Сумма без НДС', width: 12 },
      { ...rate, head: 'НДС, %', width: 6, cell: ({ vatRate }) => String(vatRate) },
      { ...vat, head: 'Сумма НДС', width: 10 },
      { ...whole, head: 'Сумма с НДС', width: 12 },
    ]
    const after = `<tr class="b"><td colspan="7">Итого по документу</td><td class="right">${deal.money(deal.sumMinor)}</td><td></td><td class="right">${deal.money(deal.vatMinor)}</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
    return {
      body: `<div class="two"><div><p class="b">${escaped(seller.name)}</p><p>ИНН ${seller.inn}${kppOf(seller)}; ${seller.address}</p><p>Лицензия Л042-0${chance.whole(1000, 9999)}-77/00${chance.whole(100_000, 999_999)} от 14.06.2022</p></div><div class="r">${barCode(chance, 50)}</div></div><h1>Приходная накладная № ${deal.number} от ${dateIn('dd.mm.yyyy', deal.date)}</h1><p>Получатель: ${escaped(buyer.name)}, ИНН ${buyer.inn}; аптечный пункт № ${chance.whole(1, 40)}, ${buyer.address}</p>${table({ columns, lines: deal.lines, after })}<div class="end"><p>Сумма к оплате: ${roublesInWords(deal.totalMinor)}. Отсрочка ${chance.of([14, 21, 30, 45])} дней.</p><p>Товар соответствует требованиям, декларации указаны в реестре.</p><div class="row sign"><span>Отпустил ______________</span><span>Проверил ______________</span><span>Принял ______________</span></div>${signed(chance, seller, [16, -8])}</div>`,
      css: `${PLAIN}${GRID}h1{font-size:140%;margin:.5em 0}.goods{margin:.5em 0}.goods th{background:#eef4ee}.sign{margin-top:2em}`,
    }
  },
}

/**
 * Divides the item lines, in their order, into groups headed by workshop names, with the totals of each workshop below
 * its lines.
 */
function byWorkshop(deal: Deal, columns: readonly Column[], workshops: readonly string[]): string {
  const size = Math.ceil(deal.lines.length / workshops.length)
  const sums = (what: string, lines: readonly Line[]) => {
    const [net, vat] = [sumOf(lines, (line) => line.amountMinor), sumOf(lines, (line) => line.vatMinor)]
    return `<td colspan="6" class="right">${what}</td><td class="right">${deal.money(net)}</td><td class="center">X</td><td class="right">${deal.money(vat)}</td><td class="right">${deal.money(net + vat)}</td>`
  }
  const rows = workshops.map((workshop, at) => {
    const from = at * size
    const lines = deal.lines.slice(from, from + size)
    if (lines.length === 0) return ''
    const cells = (line: Line, index: number) =>
      columns.map(({ align = 'left', cell }) => `<td class="${align}">${cell(line, from + index)}</td>`).join('')
    const body = lines.map((line, index) => `<tr>${cells(line, index)}</tr>`).join('')
    return `<tr class="shop"><td colspan="${columns.length}">${workshop}</td></tr>${body}<tr>${sums('Итого по цеху:', lines)}</tr>`
  })
  return table({
    columns,
    lines: [],
    after: `${rows.join('')}<tr class="b">${sums('Всего по накладной:', deal.lines)}</tr>`,
  })
}

export const bakeryNote: Layout = {
  name: 'накладная of a bakery’s supplier, by workshops with sums',
  kind: 'receipt',
  paper: 'a4-landscape',
  size: [8, 9.2],
  vat: ['net', 'net', 'rounded'],
  sku: true,
  trade: 'bakery',
  most: 11,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, sku, name, unit, quantity, price, amount, rate, vat, whole } = cellsOf(deal)
    const columns: Column[] = [
      { ...number, head: '№<br>п/п' },
      { ...name, head: 'Сырьё и материалы', width: 34 },
      { ...sku, head: 'Код' },
      { ...unit, head: 'Ед. изм.', width: 8 },
      { ...quantity, head: 'Количество', width: 10 },
      { ...price, head: 'Цена, руб.', width: 10 },
      { ...amount, head: 'Сумма без НДС, руб.', width: 12 },
      { ...rate, head: 'Ставка НДС', width: 7 },
      { ...vat, head: 'Сумма НДС, руб.', width: 11 },
      { ...whole, head: 'Сумма с НДС, руб.', width: 12 },
    ]
    const workshops = chance.some(
      ['Цех хлебный', 'Цех кондитерский', 'Цех слоёных изделий', 'Цех № 2 (батоны)', 'Пекарня при магазине'],
      deal.lines.length > 8 ? 3 : 2,
    )
    const field = (role: string, text: string, what: string) =>
      `<tr><td>${role}</td><td class="line">${text}</td></tr><tr><td></td><td class="under">${what}</td></tr>`
    const party = (one: Deal['seller']) =>
      `${escaped(one.name)}, ИНН ${one.inn}${kppOf(one)}, ${one.address}, тел. ${one.phone}`
    const ground = `договор поставки № ${chance.whole(3, 190)}-П, заявка на ${dateIn('dd.mm', deal.date)}`
    return {
      body: `<h1>НАКЛАДНАЯ № ${deal.number} от ${deal.dateText}</h1><p class="c">на отпуск сырья по цехам</p><table class="who">${field('Поставщик', party(seller), 'организация, ИНН, адрес, телефон')}${field('Получатель', party(buyer), 'организация, ИНН, адрес, телефон')}${field('Основание', ground, 'договор, заявка')}</table>${byWorkshop(deal, columns, workshops)}<div class="end"><p>Всего отпущено ${linesOf(deal)} на сумму <span class="line">${roublesInWords(deal.totalMinor)}</span>, в том числе НДС ${deal.money(deal.vatMinor)} руб.</p><p>Качественные удостоверения и ветеринарные документы приложены.</p><div class="row sign"><span>Отпустил кладовщик ______________ ${seller.head}</span><span>Доставил водитель ______________</span><span>Принял ______________ ${buyer.head}</span></div>${signed(chance, seller, [34, -8])}${chance.is(0.25) ? clerkStamp(chance, [206, -14]) : ''}</div>`,
      css: `${PLAIN}${GRID}.end{padding-bottom:14mm}h1{font-size:145%;text-align:center}.who{margin:.4em 0}.who td{padding:.05em .2em}.who td:first-child{width:24mm}.line{border-bottom:1px solid #222}.under{font-size:74%;text-align:center;color:#333}.goods{margin:.5em 0}.goods th{font-size:92%}.shop td{font-weight:bold;text-align:center;background:${chance.of(['#fff', '#fff', '#ececec'])}}.sign{margin-top:2em}`,
    }
  },
}

export const partsNote: Layout = {
  name: 'sheet of issue of car parts, makers before codes',
  kind: 'receipt',
  paper: 'a4',
  size: [8, 9.2],
  vat: ['none', 'included'],
  sku: true,
  trade: 'carParts',
  most: 18,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, sku, name, quantity, price, amount } = cellsOf(deal)
    const makers = deal.lines.map(() =>
      chance.of(['TRIALLO', 'ФЕНОКС-М', 'LUZARD', 'KRAFTEK', 'ПЕКАР+', 'BELMAG', 'MASUMO', '']),
    )
    const columns: Column[] = [
      number,
      { head: 'Производитель', width: 16, cell: (_, index) => makers[index]! },
      { ...sku, head: 'Каталожный №', width: 16 },
      { ...name, head: 'Деталь', width: 36 },
      {
        ...quantity,
        head: 'Кол-во, шт/ед.',
        width: 10,
        align: 'center',
        cell: (line) => `${deal.quantity(line.quantityMilli)} ${line.unit}`,
      },
      price,
      amount,
      { head: 'Ячейка', width: 8, align: 'center', cell: () => `${chance.of(['А', 'Б', 'В'])}${chance.whole(1, 40)}` },
    ]
    const vat = deal.vat === 'none' ? 'Без НДС' : `В т.ч. НДС${rateOf(deal)}: ${deal.money(deal.vatMinor)}`
    return {
      body: `<div class="row"><p class="b big">${escaped(seller.name)}</p><p>${seller.phone}</p></div><p>ИНН ${seller.inn}${kppOf(seller)}, ${seller.address}</p><h1>РАСХОДНАЯ НАКЛАДНАЯ ${deal.number} / ${dateIn('dd.mm.yyyy', deal.date)}</h1><div class="row"><p>Клиент: ${escaped(buyer.short)}, ИНН ${buyer.inn}</p><p>Автомобиль: ${chance.of(['ВАЗ 2190', 'KIA RIO', 'FORD FOCUS II', 'ГАЗ-3302', 'не указан'])}</p></div>${table({ columns, lines: deal.lines })}<div class="end"><div class="row"><p>Позиций: ${deal.lines.length}</p><p>${vat}</p><p class="b big">Итого: ${deal.money(deal.totalMinor)}</p></div><p>${roublesInWords(deal.totalMinor)}</p><p class="tiny">Электрооборудование возврату не подлежит. Возврат в течение 14 дней при сохранении упаковки.</p><p class="sign">Выдал ____________ &emsp; С комплектностью согласен ____________</p>${signed(chance, seller, [16, -8])}${chance.is(0.35) ? clerkStamp(chance, [122, -1]) : ''}</div>`,
      css: `${PLAIN}.goods{margin:.5em 0}.goods th{border-top:2px solid #222;border-bottom:1px solid #222;text-align:left}.goods td{border-bottom:1px dotted #777}.big{font-size:118%}h1{font-size:130%;margin:.6em 0}.tiny{font-size:82%}.sign{margin-top:2em}`,
    }
  },
}

const cut = (text: string, width: number) => text.slice(0, width).padEnd(width)

/** Breaks a name between words into rows of at most `width` characters. */
function wrapped(text: string, width: number): string[] {
  const rows = ['']
  for (const word of text.split(' ')) {
    const row = rows.at(-1)!
    if (row === '') rows[rows.length - 1] = word.slice(0, width)
    else if (row.length + 1 + word.length <= width) rows[rows.length - 1] = `${row} ${word}`
    else rows.push(word.slice(0, width))
  }
  return rows
}

const printed = (rows: readonly string[]) => rows.map((row) => escaped(row).replace(/ /g, '\u00a0')).join('<br>')

export const signsNote: Layout = {
  name: 'накладная of an old program, ruled with signs',
  kind: 'receipt',
  paper: 'fanfold',
  size: [9.6, 10.4],
  vat: ['none', 'included'],
  sku: false,
  hasUnits: true,
  fonts: 'mono',
  most: 14,
  html(deal, chance) {
    const [nameWide, wide] = [34, 92]
    const rule = `+----+${'-'.repeat(nameWide + 2)}+--------+------------+-------------+----------------+`
    const row = (cells: readonly [string, string, string, string, string, string]) =>
      `|${cells[0].padStart(3)} | ${cut(cells[1], nameWide)} | ${cells[2].padEnd(6)} |${cells[3].padStart(11)} |${cells[4].padStart(12)} |${cells[5].padStart(15)} |`
    const body = deal.lines.flatMap((line, index) =>
      wrapped(line.name, nameWide).map((part, at) =>
        at === 0
          ? row([
              String(index + 1),
              part,
              line.unit,
              deal.quantity(line.quantityMilli),
              deal.money(line.priceMinor),
              deal.money(line.amountMinor),
            ])
          : row(['', part, '', '', '', '']),
      ),
    )
    const vat = deal.vat === 'none' ? [] : [`В том числе НДС: ${deal.money(deal.vatMinor)}`.padStart(wide)]
    const rows = [
      `Поставщик:  ${deal.seller.name}`,
      `            ИНН ${deal.seller.inn}${kppOf(deal.seller, ' КПП ')}`,
      `Покупатель: ${deal.buyer.short}`,
      '',
      `Н А К Л А Д Н А Я  № ${deal.number}  от ${dateIn('dd.mm.yyyy', deal.date)}`.padStart(66),
      '',
      rule,
      row(['№', 'Наименование товара', 'Ед.изм', 'Количество', 'Цена', 'Сумма']),
      rule,
      ...body,
      rule,
      `ИТОГО: ${deal.money(deal.totalMinor)}`.padStart(wide),
      ...vat,
      '',
      ...wrapped(`Сумма прописью: ${roublesInWords(deal.totalMinor)}`, wide),
      '',
      `Отпустил ___________________          Получил ___________________   ${chance.of(['', 'М.П.'])}`,
    ]
    return {
      body: `<p class="print">${printed(rows)}</p>`,
      css: '.print{white-space:nowrap;margin:0;line-height:1.15}body{letter-spacing:0}',
    }
  },
}

export const twoRowNote: Layout = {
  name: 'list of a wholesale base, figures below names',
  kind: 'receipt',
  paper: 'a4',
  size: [10.5, 12],
  vat: ['none'],
  sku: true,
  hasUnits: true,
  fonts: 'mono',
  most: 12,
  html(deal, chance) {
    const wide = 72
    const line = '-'.repeat(wide)
    const body = deal.lines.flatMap(({ name, sku, unit, quantityMilli, priceMinor, amountMinor }, index) => [
      ...wrapped(`${index + 1}. ${name}`, wide - 2),
      `   ${(sku ?? '').padEnd(16)}${deal.quantity(quantityMilli).padStart(11)} ${unit.padEnd(8)}${deal.money(priceMinor).padStart(14)}${deal.money(amountMinor).padStart(17)}`,
    ])
    const rows = [
      deal.seller.name,
      `ИНН ${deal.seller.inn}   тел. ${deal.seller.phone}`,
      line,
      `   НАКЛАДНАЯ N ${deal.number}   от ${dateIn('dd.mm.yyyy', deal.date)}   лист 1`,
      `   Кому: ${deal.buyer.short}`,
      line,
      `   ${'Код'.padEnd(16)}${'Кол-во'.padStart(11)} ${'Ед'.padEnd(8)}${'Цена'.padStart(14)}${'Сумма'.padStart(17)}`,
      line,
      ...body,
      line,
      `   ИТОГО ${linesOf(deal)}`.padEnd(wide - 19) + deal.money(deal.totalMinor).padStart(17),
      '',
      ...wrapped(roublesInWords(deal.totalMinor), wide),
      '',
      `   Сдал _______________     Принял _______________   склад ${chance.whole(1, 12)}`,
    ]
    return { body: `<p class="print">${printed(rows)}</p>`, css: '.print{white-space:nowrap;margin:0;line-height:1.2}' }
  },
}
