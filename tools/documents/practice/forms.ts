/** Layouts of official forms for the practice set, on which the recognizer may be tuned. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, innKpp, type Layout, partyText, signature, stamp, table } from '../pages/html.ts'
import { inWords, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'
import { numberColumn } from './bills.ts'

const named = ({ name }: Line) => escaped(name)
const SMALL_PRINT = 'Приложение № 1 к постановлению Правительства Российской Федерации от 26 декабря 2011 г. № 1137'

function updColumns(deal: Deal, withCodes: boolean): Column[] {
  const { money } = deal
  const rateOf = ({ vatRate }: Line) => (deal.vat === 'none' ? 'без НДС' : `${vatRate}%`)
  const code: Column = { head: 'Код товара/ работ, услуг', width: 8, cell: ({ sku }) => sku ?? '-' }
  return [
    ...(withCodes ? [code] : []),
    { ...numberColumn, head: '№ п/п' },
    {
      head: 'Наименование товара (описание выполненных работ, оказанных услуг), имущественного права',
      width: 27,
      cell: named,
    },
    { head: 'Код вида товара', width: 4, align: 'center', cell: () => '-' },
    { head: 'Единица измерения код', width: 4, align: 'center', cell: ({ okei }) => okei },
    { head: 'условное обозначение (национальное)', width: 5, align: 'center', cell: ({ unit }) => unit },
    {
      head: 'Коли-чество (объём)',
      width: 7,
      align: 'right',
      cell: ({ quantityMilli }) => deal.quantity(quantityMilli),
    },
    {
      head: 'Цена (тариф) за единицу измерения',
      width: 8,
      align: 'right',
      cell: ({ priceMinor }) => money(priceMinor),
    },
    {
      head: 'Стоимость товаров (работ, услуг), имущественных прав без налога - всего',
      width: 9,
      align: 'right',
      cell: ({ amountMinor }) => money(amountMinor),
    },
    { head: 'В том числе сумма акциза', width: 5, align: 'center', cell: () => 'без акциза' },
    { head: 'Налоговая ставка', width: 5, align: 'center', cell: rateOf },
    {
      head: 'Сумма налога, предъявляемая покупателю',
      width: 8,
      align: 'right',
      cell: ({ vatMinor }) => (deal.vat === 'none' ? 'без НДС' : money(vatMinor)),
    },
    {
      head: 'Стоимость товаров (работ, услуг), имущественных прав с налогом - всего',
      width: 9,
      align: 'right',
      cell: ({ amountMinor, vatMinor }) => money(amountMinor + vatMinor),
    },
    { head: 'Страна происхож-дения', width: 4, align: 'center', cell: () => '-' },
  ]
}

function upd(deal: Deal, chance: Chance): string {
  const { seller, buyer, money } = deal
  const isEdited = chance.is(0.6)
  const columns = updColumns(deal, true)
  const marks = ['А', '1', '1а', '1б', '2', '2а', '3', '4', '5', '6', '7', '8', '9', '10']
  const after = `<tr class="sum"><td></td><td colspan="7">Всего к оплате (9)</td><td class="right">${money(deal.sumMinor)}</td><td class="center" colspan="2">X</td><td class="right">${deal.vat === 'none' ? '' : money(deal.vatMinor)}</td><td class="right">${money(deal.totalMinor)}</td><td></td></tr>`
  const rows = [
    ['Продавец', escaped(seller.name), '(2)'],
    ['Адрес', seller.address, '(2а)'],
    ['ИНН/КПП продавца', innKpp(seller), '(2б)'],
    ['Грузоотправитель и его адрес', chance.is(0.6) ? 'он же' : `${escaped(seller.short)}, ${seller.address}`, '(3)'],
    ['Грузополучатель и его адрес', `${escaped(buyer.short)}, ${buyer.address}`, '(4)'],
    ['К платежно-расчетному документу №', `${chance.whole(10, 900)} от 11.01.2025`, '(5)'],
    ['Документ об отгрузке № п/п', `1-${deal.lines.length} № ${deal.number} от ${deal.dateText}`, '(5а)'],
    ['Покупатель', escaped(buyer.name), '(6)'],
    ['Адрес', buyer.address, '(6а)'],
    ['ИНН/КПП покупателя', innKpp(buyer), '(6б)'],
    ['Валюта: наименование, код', 'Российский рубль, 643', '(7)'],
  ]
  return `<div class="head"><div class="status"><b>Универсальный передаточный документ</b><p>Статус: <span class="box">1</span></p><p class="tiny">1 - счет-фактура и передаточный документ (акт)<br>2 - передаточный документ (акт)</p></div><div class="facts"><p class="tiny right">${SMALL_PRINT}${isEdited ? '<br>(в редакции постановления Правительства Российской Федерации от 16 августа 2024 г. № 1096)' : ''}</p><p class="title">Счет-фактура № <u>${deal.number}</u> от <u>${deal.dateText}</u> (1)</p><p>Исправление № <u>--</u> от <u>--</u> (1а)</p><table class="facts">${rows.map(([label, text, mark]) => `<tr><td>${label}</td><td>${text}</td><td>${mark}</td></tr>`).join('')}</table></div></div>${table({ columns, lines: deal.lines, marks, after })}<p class="foot">Руководитель организации или иное уполномоченное лицо ____________ ${seller.head} &nbsp; Главный бухгалтер ____________ ${seller.head}</p><div class="place">${chance.is(0.5) ? stamp(chance, seller, [90, -8]) : ''}${signature(chance, [64, -8])}</div><p class="foot">Основание передачи (сдачи) / получения (приемки): Договор поставки № ${chance.whole(2, 80)} от 03.02.2025 [8]</p><p class="foot">Товар (груз) передал / услуги, результаты работ, права сдал ____________ Дата отгрузки, передачи (сдачи) ${deal.dateText} [11]</p>`
}

export const transfer: Layout = {
  name: 'УПД, status 1',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [6.6, 7.6],
  vat: ['net', 'net', 'rounded', 'none'],
  sku: true,
  fonts: 'narrow',
  most: 11,
  isLong: true,
  html: (deal, chance) => ({
    body: upd(deal, chance),
    css: '.head{display:flex}.status{width:14%;border-right:2px solid #222;margin-right:.6em}.box{border:1px solid #222;padding:.1em .5em}.tiny{font-size:78%}.tiny.right{text-align:right}div.facts{flex:1}.title{font-size:125%;margin:.3em 0}.facts td{border-bottom:1px solid #888;padding:.05em .3em}.facts td:first-child{width:22%;border:0}.facts td:last-child{width:4%;border:0}.goods{margin-top:.5em}.goods th,.goods td{border:1px solid #222;padding:.12em .2em}.goods th{text-align:center;font-size:82%}.marks td{text-align:center;font-size:85%}.foot{margin-top:.9em}',
  }),
}

function facture(deal: Deal, chance: Chance): string {
  const { seller, buyer, money } = deal
  const columns = updColumns(deal, false)
  const marks = ['1', '1а', '1б', '2', '2а', '3', '4', '5', '6', '7', '8', '9', '10']
  const after = `<tr class="sum"><td colspan="7">Всего к оплате</td><td class="right">${money(deal.sumMinor)}</td><td class="center" colspan="2">X</td><td class="right">${money(deal.vatMinor)}</td><td class="right">${money(deal.totalMinor)}</td><td></td></tr>`
  return `<p class="tiny">${SMALL_PRINT}<br>(в ред. Постановления Правительства РФ от 02.04.2021 № 534)</p><p class="title">СЧЕТ-ФАКТУРА № ${deal.number} от ${deal.dateText}</p><p>ИСПРАВЛЕНИЕ № ------ от ------</p><p>Продавец: ${escaped(seller.name)}</p><p>Адрес: ${seller.address}</p><p>ИНН/КПП продавца: ${innKpp(seller)}</p><p>Грузоотправитель и его адрес: он же</p><p>Грузополучатель и его адрес: ${escaped(buyer.short)}, ${buyer.address}</p><p>К платежно-расчетному документу № ______ от ______</p><p>Документ об отгрузке: № п/п 1-${deal.lines.length} № ${deal.number} от ${deal.dateText}</p><p>Покупатель: ${escaped(buyer.name)}</p><p>Адрес: ${buyer.address}</p><p>ИНН/КПП покупателя: ${innKpp(buyer)}</p><p>Валюта: наименование, код Российский рубль, 643</p>${table({ columns, lines: deal.lines, marks, after })}<p class="foot">Руководитель организации или иное уполномоченное лицо ______________ (${seller.head}) &nbsp; Главный бухгалтер или иное уполномоченное лицо ______________ (${seller.head})</p><div class="place">${chance.is(0.6) ? stamp(chance, seller, [80, -10]) : ''}</div>`
}

export const invoice: Layout = {
  name: 'счёт-фактура',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [7, 8],
  vat: ['net', 'net', 'rounded'],
  sku: false,
  fonts: 'narrow',
  most: 11,
  html: (deal, chance) => ({
    body: facture(deal, chance),
    css: 'p{margin:.12em 0}.tiny{font-size:75%;text-align:right}.title{font-size:130%;font-weight:bold;margin:.3em 0}.goods{margin-top:.5em}.goods th,.goods td{border:1px solid #222;padding:.12em .2em}.goods th{text-align:center;font-size:82%}.marks td{text-align:center}.foot{margin-top:1.4em}',
  }),
}

const TORG_COLUMNS = (deal: Deal): Column[] => [
  { ...numberColumn, head: 'Но-мер по по-рядку' },
  { head: 'Товар<br>наименование, характеристика, сорт, артикул товара', width: 27, cell: named },
  { head: 'код', width: 8, align: 'center', cell: ({ sku }) => sku ?? '' },
  { head: 'Единица измерения<br>наиме-нование', width: 6, align: 'center', cell: ({ unit }) => unit },
  { head: 'код по ОКЕИ', width: 5, align: 'center', cell: ({ okei }) => okei },
  { head: 'Вид упаковки', width: 4, cell: () => '' },
  { head: 'Количество<br>в одном месте', width: 4, cell: () => '' },
  { head: 'мест, штук', width: 4, cell: () => '' },
  { head: 'Масса брутто', width: 4, cell: () => '' },
  {
    head: 'Коли-чество (масса нетто)',
    width: 7,
    align: 'right',
    cell: ({ quantityMilli }) => deal.quantity(quantityMilli),
  },
  { head: 'Цена, руб. коп.', width: 8, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
  {
    head: 'Сумма без учета НДС, руб. коп.',
    width: 9,
    align: 'right',
    cell: ({ amountMinor }) => deal.money(amountMinor),
  },
  {
    head: 'НДС<br>ставка, %',
    width: 5,
    align: 'center',
    cell: ({ vatRate }) => (deal.vat === 'none' ? 'без НДС' : `${vatRate}%`),
  },
  {
    head: 'сумма, руб. коп.',
    width: 8,
    align: 'right',
    cell: ({ vatMinor }) => (deal.vat === 'none' ? '' : deal.money(vatMinor)),
  },
  {
    head: 'Сумма с учетом НДС, руб. коп.',
    width: 9,
    align: 'right',
    cell: ({ amountMinor, vatMinor }) => deal.money(amountMinor + vatMinor),
  },
]

const TORG_MARKS = Array.from({ length: 15 }, (_, at) => String(at + 1))
const FIRST_PAGE = 9
const NEXT_PAGE = 15

function sumRow(deal: Deal, lines: readonly Line[], label: string): string {
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
  const net = sum(({ amountMinor }) => amountMinor)
  const vat = sum(({ vatMinor }) => (deal.vat === 'none' ? 0 : vatMinor))
  return `<tr><td colspan="9" class="right">${label}</td><td class="right">${deal.quantity(sum(({ quantityMilli }) => quantityMilli))}</td><td class="center">X</td><td class="right">${deal.money(net)}</td><td class="center">X</td><td class="right">${deal.vat === 'none' ? '' : deal.money(vat)}</td><td class="right">${deal.money(net + vat)}</td></tr>`
}

/**
 * Returns the sheets of a ТОРГ-12 delivery note. Each sheet has its own total; the last sheet also has the grand total.
 */
function torgSheets(deal: Deal): string {
  const sheets: string[] = []
  for (let from = 0; from < deal.lines.length; ) {
    const lines = deal.lines.slice(from, from + (from === 0 ? FIRST_PAGE : NEXT_PAGE))
    const isLast = from + lines.length >= deal.lines.length
    const after = sumRow(deal, lines, 'Итого') + (isLast ? sumRow(deal, deal.lines, 'Всего по накладной') : '')
    sheets.push(table({ columns: TORG_COLUMNS(deal), lines, marks: TORG_MARKS, after, from }))
    from += lines.length
  }
  return sheets
    .map((sheet, at) => (at === 0 ? sheet : `<p class="break"></p><p class="right">Страница ${at + 1}</p>${sheet}`))
    .join('')
}

function torg(deal: Deal, chance: Chance): string {
  const { seller, buyer } = deal
  const codes = `<table class="codes"><tr><td></td><td class="b">Коды</td></tr><tr><td>Форма по ОКУД</td><td class="b">0330212</td></tr><tr><td>по ОКПО</td><td class="b">${chance.whole(10000000, 99999999)}</td></tr></table>`
  const bank = `р/с ${seller.bank.account}, в банке ${escaped(seller.bank.name)}, БИК ${seller.bank.bik}, к/с ${seller.bank.corr}`
  return `<div class="top"><p class="tiny">Унифицированная форма № ТОРГ-12<br>Утверждена постановлением Госкомстата России от 25.12.98 № 132</p></div><div class="head"><div><p><u>${partyText(seller)}, тел.: ${seller.phone}, ${bank}</u></p><p class="tiny center">организация-грузоотправитель, адрес, телефон, факс, банковские реквизиты</p><p>Грузополучатель <u>${partyText(buyer)}</u></p><p>Поставщик <u>${partyText(seller)}, ${bank}</u></p><p>Плательщик <u>${partyText(buyer)}</u></p><p>Основание <u>Договор поставки № ${chance.whole(1, 99)}-П от 20.01.2025</u></p></div>${codes}</div><table class="title"><tr><td rowspan="2" class="name">ТОВАРНАЯ НАКЛАДНАЯ</td><td class="b">Номер документа</td><td class="b">Дата составления</td></tr><tr><td class="b">${deal.number}</td><td class="b">${deal.dateText}</td></tr></table>${torgSheets(deal)}<p>Товарная накладная имеет приложение на ____ листах и содержит <u>${inWords(deal.lines.length)}</u> порядковых номеров записей</p><p>Всего отпущено на сумму <u>${roublesInWords(deal.totalMinor)}</u></p><p class="foot">Отпуск груза разрешил ______________ ${seller.head} &nbsp; Груз принял ______________</p><div class="place">${chance.is(0.6) ? stamp(chance, seller, [60, -10]) : ''}${signature(chance, [40, -10])}</div>`
}

export const waybill: Layout = {
  name: 'ТОРГ-12',
  kind: 'torg12',
  paper: 'a4-landscape',
  size: [6.8, 7.8],
  vat: ['net', 'net', 'rounded', 'none'],
  sku: true,
  fonts: 'narrow',
  most: 9,
  isLong: true,
  html: (deal, chance) => ({
    body: torg(deal, chance),
    css: '.tiny{font-size:75%}.tiny.center{text-align:center}.top{text-align:right}.head{display:flex;gap:1em}.head>div{flex:1}.codes{width:20%}.b{border:1px solid #222;text-align:center}.title{width:60%;margin:.5em auto}.title .name{font-size:130%;font-weight:bold;vertical-align:bottom}.goods th,.goods td{border:1px solid #222;padding:.12em .2em}.goods th{text-align:center;font-size:84%}.marks td{text-align:center}p{margin:.18em 0}p.right{text-align:right}.foot{margin-top:1.2em}',
  }),
}
