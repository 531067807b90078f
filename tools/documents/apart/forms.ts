/** Layouts of legally prescribed forms for the hold-out set, on which recognition is only measured, never tuned. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, innKpp, type Layout, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import type { Deal } from '../pages/trade.ts'
import { cellsOf, GRID, kppOf, signed } from './parts.ts'

const FORM = `${GRID}.end{break-inside:avoid;padding-bottom:12mm}.goods th{font-weight:normal;font-size:88%;line-height:1.05}.marks td{border:1px solid #222;text-align:center;font-size:84%;padding:0}p{margin:.12em 0}.r{text-align:right}.b{font-weight:bold}.tiny{font-size:78%}.line{border-bottom:1px solid #222}`

/** Returns the rows from «Продавец … (2)» on, above the table of a VAT invoice (счёт-фактура). */
function factureHead(deal: Deal, chance: Chance): string {
  const { seller, buyer } = deal
  const paid = chance.is(0.4) ? `${chance.whole(10, 900)} от ${dateIn('dd.mm.yyyy', deal.date)}` : '--'
  const rows: readonly (readonly [string, string, string])[] = [
    ['Продавец', escaped(seller.name), '(2)'],
    ['Адрес', seller.address, '(2а)'],
    ['ИНН/КПП продавца', innKpp(seller), '(2б)'],
    ['Грузоотправитель и его адрес', chance.is(0.6) ? 'он же' : `${escaped(seller.name)}, ${seller.address}`, '(3)'],
    ['Грузополучатель и его адрес', `${escaped(buyer.name)}, ${buyer.address}`, '(4)'],
    ['К платежно-расчетному документу №', paid, '(5)'],
    [
      'Документ об отгрузке',
      `№ п/п 1-${deal.lines.length} № ${deal.number} от ${dateIn('dd.mm.yyyy', deal.date)}`,
      '(5а)',
    ],
    ['Покупатель', escaped(buyer.name), '(6)'],
    ['Адрес', buyer.address, '(6а)'],
    ['ИНН/КПП покупателя', innKpp(buyer), '(6б)'],
    ['Валюта: наименование, код', 'Российский рубль, 643', '(7)'],
    ['Идентификатор государственного контракта, договора (соглашения) (при наличии)', '', '(8)'],
  ]
  return `<table class="who">${rows.map(([what, value, mark]) => `<tr><td>${what}</td><td class="line">${value}</td><td>${mark}</td></tr>`).join('')}</table>`
}

const WHO = '.who td{padding:.03em .2em}.who td:first-child{width:48mm}.who td:last-child{width:8mm}'

function factureColumns(deal: Deal, isTransfer: boolean): { columns: Column[]; marks: string[] } {
  const { number, sku, name, unit, okei, quantity, price, amount, vat, whole } = cellsOf(deal)
  const isFree = deal.vat === 'none'
  const columns: Column[] = [
    ...(isTransfer ? [{ ...sku, head: 'Код товара/ работ, услуг', width: 10 }] : []),
    { ...number, head: '№ п/п', width: 3 },
    {
      ...name,
      head: 'Наименование товара (описание выполненных работ, оказанных услуг), имущественного права',
      width: 28,
    },
    { head: 'Код вида то&shy;вара', width: 5, align: 'center', cell: () => '--' },
    { ...okei, head: 'код', width: 4 },
    { ...unit, head: 'условное обозна&shy;чение', width: 7 },
    { ...quantity, head: 'Коли&shy;чество (объем)', width: 8 },
    { ...price, head: 'Цена (тариф) за единицу измере&shy;ния', width: 10 },
    { ...amount, head: 'Стоимость товаров (работ, услуг), имущественных прав без налога — всего', width: 11 },
    { head: 'В том числе сумма акциза', width: 7, align: 'center', cell: () => 'без акциза' },
    {
      head: 'Нало&shy;говая ставка',
      width: 6,
      align: 'center',
      cell: ({ vatRate }) => (isFree ? 'без НДС' : `${vatRate}%`),
    },
    {
      ...vat,
      head: 'Сумма налога, предъяв&shy;ляемая покупателю',
      width: 10,
      cell: (line) => (isFree ? 'без НДС' : deal.money(line.vatMinor)),
    },
    { ...whole, head: 'Стоимость товаров с налогом — всего', width: 11 },
    { head: 'Циф&shy;ро&shy;вой код', width: 5, align: 'center', cell: () => '--' },
    { head: 'Краткое наимено&shy;вание', width: 6, align: 'center', cell: () => '--' },
    { head: 'Регистра&shy;ционный номер декларации на товары', width: 9, align: 'center', cell: () => '--' },
  ]
  const marks = [
    ...(isTransfer ? ['А'] : []),
    '1',
    '1а',
    '1б',
    '2',
    '2а',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '10а',
    '11',
  ]
  return { columns, marks }
}

/** Returns the row «Всего к оплате (9)» below the table. `before` is the number of columns before the amount. */
function factureSum(deal: Deal, before: number): string {
  const vat = deal.vat === 'none' ? 'без НДС' : deal.money(deal.vatMinor)
  return `<tr class="b"><td colspan="${before}">Всего к оплате (9)</td><td class="right">${deal.money(deal.sumMinor)}</td><td colspan="2" class="center">X</td><td class="right">${vat}</td><td class="right">${deal.money(deal.totalMinor)}</td><td colspan="3"></td></tr>`
}

function handedOver({ seller, buyer, date }: Deal): string {
  const day = dateIn('«dd» month yyyy', date)
  const side = (role: string, { name, inn, head }: typeof seller, kpp: string, words: readonly string[]) =>
    `<div><p>${words[0]}</p><p class="line">${role} &emsp; ________________ &emsp; ${head}</p><p>${words[1]} ${day} года</p><p>Иные сведения: <span class="tiny">нет</span></p><p>Ответственный за правильность оформления факта хозяйственной жизни</p><p class="line">&nbsp;</p><p>${words[2]}</p><p class="line">${escaped(name)}, ИНН/КПП ${inn}${kpp}</p><p>М.П.</p></div>`
  const [given, got] = [
    [
      'Товар (груз) передал / услуги, результаты работ, права сдал',
      'Дата отгрузки, передачи (сдачи)',
      'Наименование экономического субъекта – составителя документа',
    ],
    [
      'Товар (груз) получил / услуги, результаты работ, права принял',
      'Дата получения (приемки)',
      'Наименование экономического субъекта – составителя документа',
    ],
  ]
  return `<div class="sides">${side('Кладовщик', seller, kppOf(seller, '/'), given!)}${side('Зав. складом', buyer, kppOf(buyer, '/'), got!)}</div>`
}

const SIDES =
  '.sides{display:flex;border-top:2px solid #111;margin-top:1mm}.sides>div{flex:1;padding:1mm 2mm}.sides>div+div{border-left:2px solid #111}'

const RULING = 'Приложение № 1 к постановлению Правительства Российской Федерации от 26 декабря 2011 г. № 1137'

export const transferOne: Layout = {
  name: 'УПД of status 1, with acceptance below',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [6.8, 7.6],
  vat: ['net', 'rounded'],
  sku: true,
  fonts: 'narrow',
  most: 7,
  html(deal, chance) {
    const { columns, marks } = factureColumns(deal, true)
    const after = factureSum(deal, 8)
    return {
      body: `<div class="upd"><div class="left"><p>Универсальный передаточный документ</p><p>Статус: <span class="box">1</span></p><p class="tiny">1 – счет-фактура и передаточный документ (акт)<br>2 – передаточный документ (акт)</p></div><div class="main"><p class="r tiny">${RULING}<br>(в редакции постановления Правительства Российской Федерации от 16 августа 2024 г. № 1096)</p><p class="big">Счет-фактура № <b>${deal.number}</b> от <b>${dateIn('dd month yyyy г.', deal.date)}</b> (1)</p><p>Исправление № -- от -- (1а)</p>${factureHead(deal, chance)}</div></div>${table({ columns, lines: deal.lines, marks, after })}<div class="end"><div class="heads"><span>Руководитель организации или иное уполномоченное лицо ___________ ${deal.seller.head}</span><span>Главный бухгалтер или иное уполномоченное лицо ___________ ${deal.seller.head}</span></div><p>Документ составлен на ${1} листе. Основание передачи (сдачи) / получения (приемки): Договор № ${chance.whole(3, 400)} от 09.01.2025</p>${handedOver(deal)}${signed(chance, deal.seller, [40, -24])}</div>`,
      css: `${FORM}${WHO}${SIDES}.upd{display:flex}.left{width:28mm;border-right:2px solid #111;padding-right:2mm;margin-right:2mm}.main{flex:1}.box{border:2px solid #111;padding:0 1.2mm;font-weight:bold}.big{font-size:118%}.heads{display:flex;gap:6mm;margin:1.5mm 0}.goods{margin-top:1mm}`,
    }
  },
}

export const transferTwo: Layout = {
  name: 'УПД of status 2, without VAT',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [7, 8],
  vat: ['none'],
  sku: true,
  most: 6,
  html(deal, chance) {
    const { columns, marks } = factureColumns(deal, true)
    const digital = `<div class="key"><b>Документ подписан электронной подписью</b><br>${escaped(deal.seller.short)}, ${deal.seller.head}<br>Сертификат 02${chance.whole(1e7, 9e7)}AF${chance.whole(1e7, 9e7)}</div>`
    return {
      body: `<div class="top"><p class="box">УПД</p><p>Статус <b class="box">2</b></p><p class="tiny">передаточный документ (акт)</p><p class="big">Передаточный документ (акт) № ${deal.number} от ${dateIn('dd.mm.yyyy', deal.date)} <span class="tiny">(1)</span></p><p class="tiny r">${RULING}</p></div>${factureHead(deal, chance)}${table({ columns, lines: deal.lines, marks, after: factureSum(deal, 8) })}<div class="end"><p>Данные о транспортировке и грузе: <span class="line">самовывоз</span> (10)</p><p>Всего отпущено на сумму: ${roublesInWords(deal.totalMinor)}</p>${handedOver(deal)}${chance.is(0.5) ? digital : signed(chance, deal.seller, [30, -22])}</div>`,
      css: `${FORM}${WHO}${SIDES}.top{display:flex;gap:4mm;align-items:center;border-bottom:2px solid #111;padding-bottom:1mm;margin-bottom:1mm}.top .r{flex:1;max-width:70mm;margin-left:auto}.box{border:1.5px solid #111;padding:.3mm 1.5mm}.big{font-size:125%;font-weight:bold;white-space:nowrap}.key{border:2px solid #2a54a8;color:#2a54a8;width:80mm;padding:1mm 2mm;margin-top:2mm;border-radius:2mm}`,
    }
  },
}

export const facture: Layout = {
  name: 'счёт-фактура alone',
  kind: 'upd',
  paper: 'a4-landscape',
  size: [7.2, 8.4],
  vat: ['net', 'rounded'],
  sku: false,
  most: 8,
  html(deal, chance) {
    const { columns, marks } = factureColumns(deal, false)
    return {
      body: `<p class="r tiny">${RULING}</p><p class="big">СЧЕТ-ФАКТУРА № ${deal.number} от ${deal.dateText} (1)</p><p class="big2">ИСПРАВЛЕНИЕ № ____ от «___» ______________ (1а)</p>${factureHead(deal, chance)}${table({ columns, lines: deal.lines, marks, after: factureSum(deal, 7) })}<div class="end"><div class="heads"><div>Руководитель организации<br>или иное уполномоченное лицо ______________ <span class="line">${deal.seller.head}</span></div><div>Главный бухгалтер<br>или иное уполномоченное лицо ______________ <span class="line">${deal.seller.head}</span></div></div><div class="heads"><div>Индивидуальный предприниматель<br>или иное уполномоченное лицо ______________</div><div class="tiny">(реквизиты свидетельства о государственной регистрации индивидуального предпринимателя)</div></div>${signed(chance, deal.seller, [52, -12])}</div>`,
      css: `${FORM}${WHO}.big{font-size:150%;font-weight:bold;margin-top:2mm}.big2{font-size:120%}.who{margin:2mm 0}.heads{display:flex;gap:12mm;margin-top:4mm}.heads>div{flex:1}`,
    }
  },
}

export const materialNote: Layout = {
  name: 'М-15, materials to another firm',
  kind: 'receipt',
  paper: 'a4-landscape',
  size: [8, 9],
  vat: ['net'],
  sku: true,
  most: 10,
  html(deal, chance) {
    const { name, sku, unit, okei, quantity, price, amount, vat, whole } = cellsOf(deal)
    const columns: Column[] = [
      { head: 'счет, субсчет', width: 6, align: 'center', cell: () => '10.01' },
      { head: 'код аналит. учета', width: 5, cell: () => '' },
      { ...name, head: 'наименование, сорт, марка, размер', width: 30 },
      { ...sku, head: 'номенкла&shy;турный номер', width: 14 },
      { ...okei, head: 'код', width: 5 },
      { ...unit, head: 'наимено&shy;вание', width: 7 },
      { ...quantity, head: 'надлежит отпустить', width: 9 },
      { ...quantity, head: 'отпущено', width: 9 },
      { ...price, head: 'Цена, руб. коп.', width: 11 },
      { ...amount, head: 'Сумма без учета НДС, руб. коп.', width: 12 },
      { ...vat, head: 'Сумма НДС, руб. коп.', width: 11 },
      { ...whole, head: 'Всего с учетом НДС, руб. коп.', width: 12 },
    ]
    const marks = columns.map((_, index) => String(index + 1))
    const after = `<tr class="b"><td colspan="9" class="right">Итого</td><td class="right">${deal.money(deal.sumMinor)}</td><td class="right">${deal.money(deal.vatMinor)}</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
    return {
      body: `<p class="r tiny">Типовая межотраслевая форма № М-15<br>Утверждена постановлением Госкомстата России от 30.10.97 № 71а</p><p class="mid">НАКЛАДНАЯ № ${deal.number}</p><p class="mid2">на отпуск материалов на сторону</p><table class="top"><tr><td>Организация <span class="line">${escaped(deal.seller.name)}, ИНН ${deal.seller.inn}</span></td><td class="cell">Форма по ОКУД<br>0315007</td></tr><tr><td>Дата составления: ${dateIn('dd.mm.yyyy', deal.date)} &emsp; Код вида операции: -- &emsp; Отправитель: склад № ${chance.whole(1, 9)}</td><td class="cell">по ОКПО<br>${chance.whole(10_000_000, 99_999_999)}</td></tr></table><p>Основание <span class="line">договор поставки ${chance.whole(2, 60)}/М</span></p><p>Кому <span class="line">${escaped(deal.buyer.name)}, ${deal.buyer.address}</span> &emsp; Через кого <span class="line">${deal.buyer.head}, доверенность ${chance.whole(10, 300)}</span></p>${table({ columns, lines: deal.lines, marks, after })}<div class="end"><p>Всего отпущено ${deal.lines.length} наименований на сумму ${roublesInWords(deal.totalMinor)}, в том числе сумма НДС ${deal.money(deal.vatMinor)} руб.</p><p class="foot">Отпуск разрешил ____________ ${deal.seller.head} &emsp; Отпустил ____________ &emsp; Получил ____________ ${deal.buyer.head}</p>${signed(chance, deal.seller, [60, -8])}</div>`,
      css: `${FORM}.mid{text-align:center;font-size:130%;font-weight:bold}.mid2{text-align:center}.top{margin:1mm 0}.cell{width:30mm;border:1px solid #222;text-align:center}.goods{margin:2mm 0}.foot{margin-top:2.5em}`,
    }
  },
}
