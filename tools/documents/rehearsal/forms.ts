/** Layouts of official forms for the rehearsal set, a former hold-out set. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, innKpp, type Layout, partyText, signature, stamp, table } from '../pages/html.ts'
import { inWords, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'
import { columnsOf, counted, named, skuText } from './bills.ts'

const BOX =
  '.goods th,.goods td{border:1px solid #222;padding:.1em .2em}.goods th{text-align:center;font-size:80%}.marks td{text-align:center;font-size:85%}'

function transferColumns(deal: Deal): Column[] {
  const { sku, quantity, price, amount, rate, vat, whole } = columnsOf(deal)
  return [
    { ...sku, head: 'Код товара/ работ, услуг', width: 9, cell: (line) => (line.sku === null ? '--' : skuText(line)) },
    { ...counted, head: '№ п/п', width: 3 },
    {
      head: 'Наименование товара (описание выполненных работ, оказанных услуг), имущественного права',
      width: 25,
      cell: named,
    },
    { head: 'Код вида товара', width: 4, align: 'center', cell: () => '--' },
    { head: 'код', width: 4, align: 'center', cell: ({ okei }) => okei },
    { head: 'условное обозначение', width: 6, align: 'center', cell: ({ unit }) => unit },
    { ...quantity, head: 'Количество (объем)', width: 7 },
    { ...price, head: 'Цена (тариф) за единицу измерения', width: 9 },
    { ...amount, head: 'Стоимость товаров (работ, услуг) без налога — всего', width: 10 },
    { head: 'Сумма акциза', width: 5, align: 'center', cell: () => 'без акциза' },
    { ...rate, head: 'Налоговая ставка', width: 5 },
    { ...vat, head: 'Сумма налога', width: 8 },
    { ...whole, head: 'Стоимость товаров с налогом — всего', width: 10 },
    { head: 'Рег. номер партии', width: 4, align: 'center', cell: () => '--' },
  ]
}

const TRANSFER_MARKS = ['А', '1', '1а', '1б', '2', '2а', '3', '4', '5', '6', '7', '8', '9', '11']

const factRows = (rows: readonly (readonly [string, string, string])[]) =>
  `<table class="facts">${rows.map(([label, text, mark]) => `<tr><td>${label}</td><td>${text}</td><td>${mark}</td></tr>`).join('')}</table>`

function partyRows(
  { seller, buyer, number, dateText, lines }: Deal,
  sender: string,
): (readonly [string, string, string])[] {
  return [
    ['Продавец:', escaped(seller.name), '(2)'],
    ['Адрес:', seller.address, '(2а)'],
    ['ИНН/КПП продавца:', innKpp(seller), '(2б)'],
    ['Грузоотправитель и его адрес:', sender, '(3)'],
    ['Грузополучатель и его адрес:', `${escaped(buyer.name)}, ${buyer.address}`, '(4)'],
    ['К платежно-расчетному документу:', '№ -- от --', '(5)'],
    [
      'Документ об отгрузке:',
      `Универсальный передаточный документ, № ${number} от ${dateText}, № п/п 1-${lines.length}`,
      '(5а)',
    ],
    ['Покупатель:', escaped(buyer.name), '(6)'],
    ['Адрес:', buyer.address, '(6а)'],
    ['ИНН/КПП покупателя:', innKpp(buyer), '(6б)'],
    ['Валюта: наименование, код', 'российский рубль, 643', '(7)'],
  ]
}

const transferSum = (deal: Deal) =>
  `<tr><td></td><td colspan="7"><b>Всего к оплате (9)</b></td><td class="right">${deal.money(deal.sumMinor)}</td><td colspan="2" class="center">Х</td><td class="right">${deal.vat === 'none' ? '—' : deal.money(deal.vatMinor)}</td><td class="right">${deal.money(deal.totalMinor)}</td><td></td></tr>`

export const statusTwo: Layout = {
  name: 'УПД, status 2',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [6.6, 7.6],
  vat: ['none', 'none', 'net'],
  sku: true,
  fonts: 'narrow',
  most: 11,
  isLong: true,
  html(deal, chance) {
    const { seller } = deal
    const law = `Приложение № 1 к постановлению Правительства Российской Федерации от 26.12.2011 № 1137 (в ред. Постановления Правительства РФ от ${chance.of(['02.04.2021 № 534', '16.08.2024 № 1096', '19.08.2017 № 981'])})`
    return {
      body: `<table class="frame"><tr><td class="side"><b>Универсальный<br>передаточный<br>документ</b><p>Статус: <b class="box">2</b></p><p class="tiny">1 – счет-фактура и передаточный документ (акт)<br>2 – передаточный документ (акт)</p></td><td><p class="tiny r">${law}</p><p class="t">Передаточный документ (акт) № <b>${deal.number}</b> от <b>${deal.dateText}</b> (1)</p><p class="t">Исправление № -- от -- (1а)</p>${factRows(partyRows(deal, chance.is(0.5) ? 'он же' : partyText(seller)))}</td></tr></table>${table({ columns: transferColumns(deal), lines: deal.lines, marks: TRANSFER_MARKS, after: transferSum(deal) })}<p class="foot">Документ составлен на 1 листе &emsp; Индивидуальный предприниматель или иное уполномоченное лицо ____________ ${seller.head}</p><p class="foot">Основание передачи (сдачи) / получения (приемки) Заказ покупателя № ${chance.whole(20, 800)} от 05.0${chance.whole(1, 9)}.2025 [10]</p><p class="foot">Данные о транспортировке и грузе _____________________ [11] &emsp; Товар передал ____________ ${seller.head} [12]</p><div class="place">${chance.is(0.6) ? stamp(chance, seller, [150, -14]) : ''}${signature(chance, [120, -12])}</div>`,
      css: `${BOX}.frame td{padding:0}.side{width:13%;border-right:2px solid #000}.tiny{font-size:76%}.r{text-align:right}.t{margin:.2em .6em;font-size:115%}.facts{margin-left:.6em;width:98%}.facts td{padding:.03em .2em}.facts td:first-child{width:21%}.facts td:nth-child(2){border-bottom:1px solid #666}.facts td:last-child{width:4%;text-align:right}.box{border:2px solid #222;padding:0 .5em}.goods{margin-top:.5em}.foot{margin-top:.8em}`,
    }
  },
}

const electronic = (chance: Chance, deal: Deal) =>
  `<div class="esign"><p><b>ДОКУМЕНТ ПОДПИСАН ЭЛЕКТРОННОЙ ПОДПИСЬЮ</b></p><p>Оператор ЭДО ${chance.of(['ООО «Компания «Тензор»', 'АО «ПФ «СКБ Контур»', 'ООО «Такском»'])}</p><p>Сертификат: 0${chance.whole(1e8, 9e8)}A7${chance.whole(1e7, 9e7)}F4 &emsp; Владелец: ${escaped(deal.seller.short)}, ${deal.seller.head}</p><p>Подписан: ${chance.whole(10, 28)}.11.2026 1${chance.whole(0, 9)}:2${chance.whole(0, 9)} МСК &emsp; Идентификатор документа ${chance.whole(1e8, 9e8).toString(16)}-77c1-4b0e-9d2f-${chance.whole(1e10, 9e10).toString(16)}</p></div>`

const ESIGN =
  '.esign{border:2px solid #1f4fa3;color:#1f4fa3;border-radius:2mm;padding:1.5mm;margin-top:4mm;width:60%;font-size:90%}'

export const operatorTransfer: Layout = {
  name: 'УПД as an operator of electronic documents prints it',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [6.8, 7.8],
  vat: ['net', 'rounded'],
  sku: true,
  most: 9,
  html: (deal, chance) => ({
    body: `<p class="tiny">Идентификатор документа: ON_NSCHFDOPPR_2BM-${deal.buyer.inn}-2026${chance.whole(100000, 999999)}</p><div class="two"><p><b>Универсальный передаточный документ</b> &emsp; Статус: 1</p><p class="tiny">Приложение № 1 к постановлению Правительства РФ от 26 декабря 2011 г. № 1137<br>(в редакции, действующей с 01.10.2024)</p></div><p class="t">Счет-фактура № ${deal.number} от ${deal.dateText}</p><div class="two">${factRows(partyRows(deal, 'он же').slice(0, 6))}${factRows(partyRows(deal, 'он же').slice(6))}</div>${table({ columns: transferColumns(deal), lines: deal.lines, marks: TRANSFER_MARKS, after: transferSum(deal) })}${electronic(chance, deal)}`,
    css: `${BOX}${ESIGN}.tiny{font-size:78%}.two{display:flex;gap:5mm;justify-content:space-between}.t{font-size:130%;font-weight:bold;margin:.4em 0}.facts{flex:1}.facts td:first-child{width:34%;color:#333}.facts td:last-child{width:7%}.goods{margin-top:.6em}.goods th{background:#eef2f8}`,
  }),
}

export const plainFacture: Layout = {
  name: 'счёт-фактура with the seal of an operator',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [7.4, 8.6],
  vat: ['net', 'rounded'],
  sku: false,
  most: 11,
  html(deal, chance) {
    const columns = transferColumns(deal).slice(1)
    const sum = transferSum(deal).replace('<td></td><td colspan="7">', '<td colspan="7">')
    const { seller, buyer } = deal
    return {
      body: `<p class="tiny">Приложение № 1 к постановлению Правительства Российской Федерации от 26.12.2011 № 1137</p><h1>Счет-фактура № ${deal.number} от ${deal.dateText}</h1><p>Исправление № — от —</p><p>Покупатель: ${escaped(buyer.name)}</p><p>Адрес: ${buyer.address}</p><p>ИНН/КПП покупателя: ${innKpp(buyer)}</p><p>Продавец: ${escaped(seller.name)}</p><p>Адрес: ${seller.address}</p><p>ИНН/КПП продавца: ${innKpp(seller)}</p><p>Грузоотправитель и его адрес: он же</p><p>Грузополучатель и его адрес: ${escaped(buyer.short)}, ${buyer.address}</p><p>Валюта: Российский рубль, код 643</p>${table({ columns, lines: deal.lines, marks: TRANSFER_MARKS.slice(1), after: sum })}<p class="foot">Руководитель организации ___________ (${seller.head}) &emsp; Главный бухгалтер ___________ (${seller.head})</p>${electronic(chance, deal)}`,
      css: `${BOX}${ESIGN}.tiny{font-size:76%;text-align:right}h1{font-size:140%;text-align:center;margin:.3em 0}p{margin:.1em 0}.goods{margin-top:.5em}.foot{margin-top:1em}`,
    }
  },
}

const torgColumns = (deal: Deal): Column[] => {
  const { quantity, price, amount, rate, vat, whole, unit, sku } = columnsOf(deal)
  return [
    { ...counted, head: '№ п/п', width: 3 },
    { head: 'Наименование, характеристика, сорт, артикул товара', width: 28, cell: named },
    { ...sku, head: 'Код', width: 9 },
    { ...unit, head: 'Ед. изм.', width: 5 },
    { head: 'Код ОКЕИ', width: 4, align: 'center', cell: ({ okei }) => okei },
    { head: 'Вид упак.', width: 4, cell: () => '' },
    { head: 'в одном месте', width: 4, cell: () => '' },
    { head: 'мест, штук', width: 4, cell: () => '' },
    { head: 'Масса брутто', width: 5, cell: () => '' },
    { ...quantity, head: 'Количество (масса нетто)', width: 8 },
    { ...price, head: 'Цена', width: 9 },
    { ...amount, head: 'Сумма без учёта НДС', width: 10 },
    { ...rate, head: 'Ставка НДС', width: 5 },
    { ...vat, head: 'Сумма НДС', width: 8 },
    { ...whole, head: 'Сумма с учётом НДС', width: 10 },
  ]
}

function torgSum(deal: Deal, lines: readonly Line[], label: string): string {
  const [quantity, net, vat] = lines.reduce(
    ([q, n, v], line) => [q + line.quantityMilli, n + line.amountMinor, v + line.vatMinor],
    [0, 0, 0] as [number, number, number],
  )
  return `<tr><td colspan="9" class="right">${label}</td><td class="right">${deal.quantity(quantity)}</td><td class="center">Х</td><td class="right">${deal.money(net)}</td><td class="center">Х</td><td class="right">${deal.vat === 'none' ? '' : deal.money(vat)}</td><td class="right">${deal.money(net + vat)}</td></tr>`
}

/** Returns the sheets of a document, each of which carries its running total over to the next sheet. */
function carried(deal: Deal, [first, next]: readonly [number, number]): string {
  const sheets: string[] = []
  for (let from = 0; from < deal.lines.length; ) {
    const until = Math.min(deal.lines.length, from + (from === 0 ? first : next))
    const isLast = until === deal.lines.length
    const lines = deal.lines.slice(from, until)
    const after =
      torgSum(deal, lines, 'Итого по листу') +
      (isLast
        ? torgSum(deal, deal.lines, 'Всего по накладной')
        : torgSum(deal, deal.lines.slice(0, until), 'Перенос на следующий лист'))
    const marks = Array.from({ length: 15 }, (_, at) => String(at + 1))
    sheets.push(table({ columns: torgColumns(deal), lines, marks, after, from }))
    from = until
  }
  return sheets.join('<p class="break"></p><p class="r">ТОРГ-12, продолжение</p>')
}

export const cloudTorg: Layout = {
  name: 'ТОРГ-12 with sums carried over',
  kind: 'torg12',
  paper: 'a4-landscape',
  size: [6.8, 7.8],
  vat: ['none', 'net', 'rounded'],
  sku: true,
  fonts: 'narrow',
  most: 8,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const row = (label: string, text: string) => `<tr><td>${label}</td><td>${text}</td></tr>`
    return {
      body: `<p class="tiny">Унифицированная форма № ТОРГ-12. Утверждена постановлением Госкомстата России от 25 декабря 1998 г. № 132</p><table class="head">${row('Организация-грузоотправитель', partyText(seller))}${row('Структурное подразделение', 'Основной склад')}${row('Грузополучатель', partyText(buyer))}${row('Поставщик', `${partyText(seller)}, р/с ${seller.bank.account} в ${escaped(seller.bank.name)} БИК ${seller.bank.bik}`)}${row('Плательщик', partyText(buyer))}${row('Основание', `Договор № ${chance.whole(1, 60)} от 09.01.2025`)}</table><p class="codes">Форма по ОКУД 0330212 &emsp; по ОКПО ${chance.whole(10000000, 99999999)} &emsp; Вид операции 00</p><p class="t">ТОВАРНАЯ НАКЛАДНАЯ &emsp; № документа <b>${deal.number}</b> &emsp; дата составления <b>${deal.dateText}</b></p>${carried(deal, [8, 14])}<p>Всего по накладной ${inWords(deal.lines.length)} наименований на сумму: <b>${roublesInWords(deal.totalMinor)}</b></p><p class="foot">Отпуск разрешил ____________ ${seller.head} &emsp; Отпуск груза произвел ____________ &emsp; Груз принял ____________</p><div class="place">${chance.is(0.6) ? stamp(chance, seller, [36, -12]) : ''}${signature(chance, [26, -10])}</div>`,
      css: `${BOX}.tiny{font-size:75%;text-align:right}.head td{border-bottom:1px solid #999}.head td:first-child{width:17%}.codes{text-align:right;margin:.2em 0}.t{text-align:center;font-size:125%;margin:.5em 0}.r{text-align:right}.foot{margin-top:1.2em}p{margin:.2em 0}`,
    }
  },
}

export const compactTorg: Layout = {
  name: 'ТОРГ-12, compact',
  kind: 'torg12',
  paper: 'a4-landscape',
  size: [7.4, 8.4],
  vat: ['net', 'none'],
  sku: true,
  most: 8,
  html(deal, chance) {
    const { seller, buyer } = deal
    const columns = torgColumns(deal)
      .filter((_, at) => at !== 2 && (at < 5 || at > 8))
      .map((column, at) =>
        at === 1
          ? {
              ...column,
              width: 34,
              cell: (line: Line) => `${escaped(line.name)}${line.sku === null ? '' : ` (арт. ${line.sku})`}`,
            }
          : column,
      )
    const after = torgSum(deal, deal.lines, 'Всего').replace('colspan="9"', 'colspan="4"')
    return {
      body: `<div class="two"><div><p>${partyText(seller)}</p><p class="s">(организация-грузоотправитель, адрес, телефон)</p><p>Поставщик: ${escaped(seller.name)}</p><p>Плательщик: ${partyText(buyer)}</p><p>Грузополучатель: он же</p></div><table class="n"><tr><td>ОКУД</td><td>0330212</td></tr><tr><td>Номер документа</td><td>${deal.number}</td></tr><tr><td>Дата составления</td><td>${deal.dateText}</td></tr></table></div><h1>ТОВАРНАЯ НАКЛАДНАЯ (ТОРГ-12)</h1>${table({ columns, lines: deal.lines, after })}<p>Сумма к оплате: ${roublesInWords(deal.totalMinor)}</p><p class="foot">Отпустил __________________ Принял __________________ М.П.</p><div class="place">${stamp(chance, seller, [70, -14])}</div>`,
      css: `${BOX}.two{display:flex;gap:8mm}.two>div{flex:1}.n{width:26%}.n td{border:1px solid #222;text-align:center}.s{font-size:72%}h1{text-align:center;font-size:140%;margin:.4em 0}.foot{margin-top:1.8em}p{margin:.2em 0}`,
    }
  },
}

export const material: Layout = {
  name: 'накладная М-15',
  kind: 'receipt',
  paper: 'a4-landscape',
  size: [8, 9.2],
  vat: ['net', 'none'],
  sku: true,
  most: 10,
  html(deal, chance) {
    const { quantity, price, amount, vat, whole, unit, sku } = columnsOf(deal)
    const columns: Column[] = [
      { head: 'Материальные ценности<br>наименование, сорт, марка, размер', width: 30, cell: named },
      { ...sku, head: 'номенклатурный номер', width: 11 },
      { head: 'Ед. изм.<br>код', width: 5, align: 'center', cell: ({ okei }) => okei },
      { ...unit, head: 'наименование', width: 8 },
      { ...quantity, head: 'Количество<br>надлежит отпустить', width: 9 },
      { ...quantity, head: 'отпущено', width: 9 },
      { ...price, head: 'Цена, руб. коп.' },
      { ...amount, head: 'Сумма без учета НДС, руб. коп.' },
      ...(deal.vat === 'none'
        ? []
        : [
            { ...vat, head: 'Сумма НДС' },
            { ...whole, head: 'Всего с учетом НДС' },
          ]),
    ]
    return {
      body: `<p class="tiny">Типовая межотраслевая форма № М-15<br>Утверждена постановлением Госкомстата России от 30.10.97 № 71а</p><h1>НАКЛАДНАЯ № ${deal.number}<br>на отпуск материалов на сторону</h1><p>Дата составления: ${deal.dateText}</p><p>Организация: ${partyText(deal.seller)}</p><p>Кому: ${partyText(deal.buyer)}</p><p>Через кого: водитель</p>${table({ columns, lines: deal.lines })}<p>Всего отпущено ${inWords(deal.lines.length)} наименований на сумму ${roublesInWords(deal.totalMinor)}${deal.vat === 'none' ? '' : `, в том числе сумма НДС ${deal.money(deal.vatMinor)} руб.`}</p><p>Итого: ${deal.money(deal.totalMinor)}</p><p class="foot">Отпуск разрешил ____________ ${deal.seller.head} &emsp; Отпустил ____________ &emsp; Получил ____________</p><div class="place">${signature(chance, [36, -10])}</div>`,
      css: `${BOX}.tiny{font-size:76%;text-align:right}h1{text-align:center;font-size:130%;margin:.4em 0}p{margin:.3em 0}.foot{margin-top:1.6em}`,
    }
  },
}

export const transport: Layout = {
  name: 'товарно-транспортная накладная',
  kind: 'receipt',
  paper: 'a4-landscape',
  size: [7.6, 8.6],
  vat: ['none', 'included'],
  sku: true,
  most: 9,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { quantity, price, amount, unit, sku } = columnsOf(deal)
    const columns: Column[] = [
      { ...sku, head: 'Код продукции', width: 11 },
      { ...quantity, head: 'Коли-чество', width: 9 },
      { ...price, head: 'Цена, руб. коп.', width: 11 },
      { head: 'Наименование продукции, товара (груза), ТУ, марка, размер, сорт', width: 34, cell: named },
      { ...unit, head: 'Единица изме-рения', width: 8 },
      {
        head: 'Вид упаковки',
        width: 7,
        align: 'center',
        cell: (_, index) => ['короб', 'паллет', 'б/у', 'мешок'][index % 4]!,
      },
      { head: 'Масса, т', width: 7, align: 'center', cell: () => '' },
      { ...amount, head: 'Сумма, руб. коп.', width: 13 },
    ]
    return {
      body: `<div class="two"><h1>ТОВАРНО-ТРАНСПОРТНАЯ НАКЛАДНАЯ № ${deal.number}</h1><p class="tiny">Типовая межотраслевая форма № 1-Т<br>Утверждена постановлением Госкомстата России от 28.11.97 № 78<br>Форма по ОКУД 0345009</p></div><p>Дата составления: <b>${deal.dateText}</b></p><p>Грузоотправитель: ${partyText(seller)}, тел. ${seller.phone}</p><p>Грузополучатель: ${partyText(buyer)}</p><p>Плательщик: ${partyText(buyer)}</p><p><b>1. ТОВАРНЫЙ РАЗДЕЛ</b> (заполняется грузоотправителем)</p>${table({ columns, lines: deal.lines })}<p class="r">Итого: <b>${deal.money(deal.totalMinor)}</b></p>${deal.vat === 'included' ? `<p class="r">в том числе НДС ${deal.money(deal.vatMinor)}</p>` : ''}<p>Всего отпущено на сумму ${roublesInWords(deal.totalMinor)}</p><p><b>2. ТРАНСПОРТНЫЙ РАЗДЕЛ</b></p><p>Автомобиль ГАЗ-3309, гос. номер А${chance.whole(100, 999)}ВС &emsp; Водитель ${buyer.head} &emsp; Срок доставки ${chance.whole(10, 28)}.12.2026</p>`,
      css: `${BOX}.two{display:flex;justify-content:space-between}h1{font-size:130%}.tiny{font-size:75%;text-align:right}p{margin:.25em 0}.r{text-align:right}`,
    }
  },
}
