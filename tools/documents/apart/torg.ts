/** Layouts of ТОРГ-12 (a delivery note) and similar forms for the hold-out set of invented documents. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, type Layout, table } from '../pages/html.ts'
import { dateIn, inWords, MONTHS, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'
import { cellsOf, GRID, kppOf, sheetsOf, signed, sumOf } from './parts.ts'

const FORM = `${GRID}.end{break-inside:avoid;padding-bottom:12mm}.goods th{font-weight:normal;font-size:88%;line-height:1.05}.marks td{border:1px solid #222;text-align:center;font-size:84%;padding:0}p{margin:.15em 0}.r{text-align:right}.b{font-weight:bold}.tiny{font-size:78%}.line{border-bottom:1px solid #222}.goods .none td,.goods td.none{border:0}`

function torgColumns(deal: Deal, chance: Chance): { columns: Column[]; marks: string[] } {
  const { number, name, sku, unit, okei, quantity, price, amount, rate, vat, whole } = cellsOf(deal)
  const hasPacks = chance.is(0.3)
  const columns: Column[] = [
    { ...number, head: 'Но&shy;мер по по&shy;рядку', width: 5 },
    { ...name, head: 'наименование, характеристика, сорт, артикул товара', width: 31 },
    { ...sku, head: 'код', width: 11 },
    { ...unit, head: 'наиме&shy;нование', width: 7 },
    { ...okei, head: 'код по ОКЕИ', width: 5 },
    { head: 'Вид упа&shy;ковки', width: 5, cell: () => '' },
    { head: 'в одном месте', width: 6, align: 'right', cell: () => (hasPacks ? '1' : '') },
    { head: 'мест, штук', width: 6, align: 'right', cell: () => '' },
    { head: 'Масса брутто', width: 6, align: 'right', cell: () => '' },
    { ...quantity, head: 'Коли&shy;чество (масса нетто)', width: 9 },
    { ...price, head: 'Цена, руб. коп.', width: 10 },
    { ...amount, head: 'Сумма без учета НДС, руб. коп.', width: 12 },
    { ...rate, head: 'ставка, %', width: 7 },
    { ...vat, head: 'сумма, руб. коп.', width: 10 },
    { ...whole, head: 'Сумма с учетом НДС, руб. коп.', width: 12 },
  ]
  return { columns, marks: columns.map((_, index) => String(index + 1)) }
}

/** Returns a row with the total («Итого») of some item lines, in the columns of ТОРГ-12. */
function torgSum(deal: Deal, lines: readonly Line[], what: string): string {
  const quantity = sumOf(lines, (line) => line.quantityMilli)
  const amount = sumOf(lines, (line) => line.amountMinor)
  const isFree = deal.vat === 'none'
  const vat = isFree ? 0 : sumOf(lines, (line) => line.vatMinor)
  return `<tr class="sum"><td colspan="7" class="right none">${what}</td><td></td><td></td><td class="right">${deal.quantity(quantity)}</td><td class="center">Х</td><td class="right">${deal.money(amount)}</td><td class="center">Х</td><td class="right">${isFree ? '—' : deal.money(vat)}</td><td class="right">${deal.money(amount + vat)}</td></tr>`
}

function torgHead({ seller, buyer }: Deal, chance: Chance): string {
  const okpo = () => chance.whole(10_000_000, 99_999_999)
  const party = ({ name, inn, address, phone, bank }: typeof seller, kpp: string) =>
    `${escaped(name)}, ИНН ${inn}${kpp}, ${address}, тел.: ${phone}, р/с ${bank.account}, в банке ${escaped(bank.name)}, БИК ${bank.bik}, к/с ${bank.corr}`
  const row = (what: string, value: string, code: string | number) =>
    `<tr><td>${what}</td><td class="line">${value}</td><td class="okpo">по ОКПО</td><td class="cell">${code}</td></tr>`
  return `<p class="r tiny">Унифицированная форма № ТОРГ-12<br>Утверждена постановлением Госкомстата России от 25.12.98 № 132</p><table class="who"><tr><td></td><td></td><td class="okpo">Форма по ОКУД</td><td class="cell">0330212</td></tr>${row('Грузоотправитель', party(seller, kppOf(seller)), okpo())}${row('Грузополучатель', party(buyer, kppOf(buyer)), '')}${row('Поставщик', party(seller, kppOf(seller)), okpo())}${row('Плательщик', party(buyer, kppOf(buyer)), '')}<tr><td>Основание</td><td class="line">${chance.of(['Основной договор', `Договор № ${chance.whole(2, 88)} от 01.02.2025`, `Заказ покупателя ${chance.whole(100, 9000)}`])}</td><td class="okpo">номер</td><td class="cell"></td></tr></table>`
}

const titled = (deal: Deal, date: string) =>
  `<table class="title"><tr><td></td><td class="cell">Номер документа</td><td class="cell">Дата составления</td></tr><tr><td class="r b">ТОВАРНАЯ НАКЛАДНАЯ&ensp;</td><td class="cell b">${deal.number}</td><td class="cell b">${date}</td></tr></table>`

function torgFoot({ lines, totalMinor, seller, buyer, date }: Deal): string {
  const day = `«${date.getUTCDate()}» ${MONTHS[date.getUTCMonth()]!} ${date.getUTCFullYear()} года`
  return `<p>Товарная накладная имеет приложение на <span class="line">&emsp;&emsp;</span> листах и содержит <span class="line">${inWords(lines.length)}</span> порядковых номеров записей</p><div class="two"><div><p>Масса груза (нетто) <span class="line">&emsp;&emsp;&emsp;&emsp;</span></p><p>Всего мест <span class="line">&emsp;&emsp;&emsp;&emsp;</span></p></div><div><p>Масса груза (брутто) <span class="line">&emsp;&emsp;&emsp;&emsp;</span></p></div></div><div class="two feet"><div><p>Всего отпущено на сумму <span class="line">${roublesInWords(totalMinor)}</span></p><p>Отпуск груза разрешил <span class="line">Директор</span> ________ ${seller.head}</p><p>Главный (старший) бухгалтер ________ ${seller.head}</p><p>Отпуск груза произвел ________ ________</p><p class="b">М.П. &emsp; ${day}</p></div><div><p>По доверенности № ______ от ______</p><p>выданной ______________________</p><p>Груз принял ________ ________</p><p>Груз получил грузополучатель <span class="line">${buyer.head}</span></p><p class="b">М.П. &emsp; «___» ____________ 20__ года</p></div></div>`
}

const TORG = `${FORM}.who td{padding:.05em .2em}.who td:first-child{width:27mm}.okpo{width:26mm;text-align:right}.cell{width:24mm;border:1px solid #222;text-align:center}.title{width:auto;margin:1mm auto}.title td{width:40mm}.two{display:flex;gap:8mm}.two>div{flex:1}.feet{border-top:1px solid #222;margin-top:1mm}.sum td{font-weight:bold}`

const torgAbove =
  '<tr><th rowspan="2">Но&shy;мер по по&shy;рядку</th><th colspan="2">Товар</th><th colspan="2">Единица измерения</th><th rowspan="2">Вид упа&shy;ковки</th><th colspan="2">Количество</th><th rowspan="2">Масса брутто</th><th rowspan="2">Коли&shy;чество (масса нетто)</th><th rowspan="2">Цена, руб. коп.</th><th rowspan="2">Сумма без учета НДС, руб. коп.</th><th colspan="2">НДС</th><th rowspan="2">Сумма с учетом НДС, руб. коп.</th></tr><tr><th>наименование, характеристика, сорт, артикул товара</th><th>код</th><th>наиме&shy;нование</th><th>код по ОКЕИ</th><th>в одном месте</th><th>мест, штук</th><th>ставка, %</th><th>сумма, руб. коп.</th></tr>'

/** Replaces the heading row that `table` writes with a heading of two rows. */
const twoStoreys = (html: string, above: string) => html.replace(/<thead><tr>.*?<\/tr>/s, `<thead>${above}`)

export const sheetsTorg: Layout = {
  name: 'ТОРГ-12 with a sum on each sheet',
  kind: 'torg12',
  paper: 'a4-landscape',
  size: [7, 8],
  vat: ['net', 'rounded', 'none'],
  sku: true,
  fonts: 'narrow',
  most: 7,
  isLong: true,
  html(deal, chance) {
    const { columns, marks } = torgColumns(deal, chance)
    const sheets = sheetsOf(deal.lines, deal.lines.length <= 7 ? 7 : 11, 21)
    let from = 0
    const pieces = sheets.map((lines, sheet) => {
      const isLast = sheet === sheets.length - 1
      const after = `${torgSum(deal, lines, 'Итого')}${isLast ? torgSum(deal, deal.lines, 'Всего по накладной') : ''}`
      const html = twoStoreys(table({ columns, lines, marks, after, from }), torgAbove)
      from += lines.length
      return `${sheet === 0 ? '' : `<p class="r">Страница ${sheet + 1}</p>`}${html}${isLast ? '' : '<div class="break"></div>'}`
    })
    return {
      body: `${torgHead(deal, chance)}${titled(deal, dateIn('dd.mm.yyyy', deal.date))}${pieces.join('')}<div class="end">${torgFoot(deal)}${signed(chance, deal.seller, [44, -14])}</div>`,
      css: TORG,
    }
  },
}

export const plainTorg: Layout = {
  name: 'ТОРГ-12 of an online service, without empty columns',
  kind: 'torg12',
  paper: 'a4-landscape',
  size: [7.8, 8.8],
  vat: ['none', 'net'],
  sku: false,
  most: 9,
  html(deal, chance) {
    const { number, name, unit, okei, quantity, price, amount, rate, vat, whole } = cellsOf(deal)
    const isFree = deal.vat === 'none'
    const columns: Column[] = [
      { ...number, head: '№' },
      { ...name, head: 'Товар: наименование, характеристика', width: 36 },
      { ...unit, head: 'Ед. изм.' },
      { ...okei, head: 'ОКЕИ', width: 6 },
      { ...quantity, head: 'Количество (масса нетто)', width: 10 },
      { ...price, head: 'Цена, ₽' },
      { ...amount, head: 'Сумма без НДС, ₽' },
      { ...rate, head: 'Ставка НДС' },
      { ...vat, head: 'Сумма НДС, ₽' },
      { ...whole, head: 'Сумма с НДС, ₽' },
    ]
    const after = `<tr class="sum"><td colspan="4" class="right">Всего по накладной</td><td class="right">${deal.quantity(sumOf(deal.lines, (line) => line.quantityMilli))}</td><td class="center">X</td><td class="right">${deal.money(deal.sumMinor)}</td><td class="center">X</td><td class="right">${isFree ? '—' : deal.money(deal.vatMinor)}</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
    const { seller, buyer } = deal
    const party = (role: string, { name: full, inn, address }: typeof seller, kpp: string) =>
      `<p><span class="k">${role}</span>${escaped(full)}, ИНН ${inn}${kpp}, ${address}</p>`
    return {
      body: `<p class="r tiny">Унифицированная форма № ТОРГ-12 &ensp; Код по ОКУД 0330212</p><h1>Товарная накладная № ${deal.number} от ${dateIn('d month yyyy г.', deal.date)}</h1>${party('Поставщик', seller, kppOf(seller))}${party('Грузоотправитель', seller, kppOf(seller))}${party('Плательщик', buyer, kppOf(buyer))}${party('Грузополучатель', buyer, kppOf(buyer))}<p><span class="k">Основание</span>Счёт № ${chance.whole(10, 990)}</p>${table({ columns, lines: deal.lines, after })}<div class="end">${torgFoot(deal)}${signed(chance, seller, [40, -14])}</div>`,
      css: `${TORG}h1{font-size:150%;margin:.2em 0 .5em}.k{display:inline-block;width:34mm;color:#444}.goods{margin:2mm 0}.goods th{background:#f3f3f3}`,
    }
  },
}

export const carriage: Layout = {
  name: '1-Т, the part of goods',
  kind: 'receipt',
  paper: 'a4-landscape',
  size: [7.6, 8.6],
  vat: ['none', 'included'],
  sku: true,
  hasUnits: true,
  most: 9,
  html(deal, chance) {
    const { sku, name, unit, quantity, price, amount } = cellsOf(deal)
    const weights = deal.lines.map(() => (chance.whole(10, 9000) / 1000).toFixed(3).replace('.', ','))
    const columns: Column[] = [
      { ...sku, head: 'Код продукции (номенкла&shy;турный номер)', width: 13 },
      { head: 'Номер прейску&shy;ранта', width: 6, cell: () => '' },
      { ...quantity, head: 'Количество', width: 10 },
      { ...price, head: 'Цена, руб. коп.', width: 11 },
      { ...name, head: 'Наименование продукции, товара (груза), ТУ, марка, размер, сорт', width: 36 },
      { ...unit, head: 'Единица измерения', width: 8 },
      { head: 'Вид упаковки', width: 8, align: 'center', cell: (_, index) => ['короб', 'паллета', 'б/уп'][index % 3]! },
      { head: 'Масса, т', width: 7, align: 'right', cell: (_, index) => weights[index]! },
      { ...amount, head: 'Сумма, руб. коп.', width: 13 },
    ]
    const { seller, buyer } = deal
    const after = `<tr class="b"><td colspan="8" class="right">Итого</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
    const vat = deal.vat === 'none' ? '' : `, в том числе НДС ${deal.money(deal.vatMinor)}`
    return {
      body: `<p class="r tiny">Типовая межотраслевая форма № 1-Т<br>Утверждена постановлением Госкомстата России от 28.11.97 № 78</p><p class="big">ТОВАРНО-ТРАНСПОРТНАЯ НАКЛАДНАЯ № ${deal.number} &emsp; ${dateIn('dd.mm.yyyy', deal.date)}</p><p>Грузоотправитель <span class="line">${escaped(seller.name)}, ИНН ${seller.inn}${kppOf(seller)}, ${seller.address}, ${seller.phone}</span></p><p>Грузополучатель <span class="line">${escaped(buyer.name)}, ${buyer.address}, ${buyer.phone}</span></p><p>Плательщик <span class="line">${escaped(buyer.name)}, ИНН ${buyer.inn}</span></p><p class="b c">1. ТОВАРНЫЙ РАЗДЕЛ (заполняется грузоотправителем)</p>${table({ columns, lines: deal.lines, after, marks: columns.map((_, index) => String(index + 1)) })}<div class="end"><p>Товарная накладная имеет продолжение на ____ листах, на бланках за № ________ и содержит <span class="line">${inWords(deal.lines.length)}</span> порядковых номеров записей</p><p>Всего отпущено на сумму <span class="line">${roublesInWords(deal.totalMinor)}</span>${vat}</p><div class="two feet"><div><p>Отпуск разрешил ____________ ${seller.head}</p><p>Отпуск груза произвел ____________</p></div><div><p>Груз к перевозке принял: водитель-экспедитор ____________</p><p>Автомобиль ГАЗель, гос. номер А ${chance.whole(100, 999)} ВС</p><p>Груз получил ____________ ${buyer.head}</p></div></div>${signed(chance, seller, [40, -12])}</div>`,
      css: `${TORG}.c{text-align:center;margin:1.5mm 0}.big{font-size:125%;font-weight:bold;margin:1.5mm 0}`,
    }
  },
}
