/** Layouts of invoices for the practice set, on which the recognizer may be tuned. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, type Layout, partyText, signature, stamp, table } from '../pages/html.ts'
import { roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'

const named = ({ name }: Line) => escaped(name)

export const numberColumn: Column = { head: '№', width: 4, align: 'center', cell: (_, index) => String(index + 1) }

const vatWord = ({ vat, rate }: Deal) =>
  vat === 'none' ? 'Без налога (НДС)' : vat === 'included' ? `В том числе НДС (${rate}%)` : 'Сумма НДС'
const vatSum = (deal: Deal) => (deal.vat === 'none' ? '-' : deal.money(deal.vatMinor))

function bankBlock({ seller }: Deal): string {
  const { bank } = seller
  return `<table class="bank"><colgroup><col style="width:27%"><col style="width:27%"><col style="width:9%"><col></colgroup><tr><td colspan="2" rowspan="2">${escaped(bank.name)}<br><small>Банк получателя</small></td><td>БИК</td><td>${bank.bik}</td></tr><tr><td>Сч. №</td><td>${bank.corr}</td></tr><tr><td>ИНН ${seller.inn}</td><td>КПП ${seller.kpp ?? ''}</td><td rowspan="2">Сч. №</td><td rowspan="2">${bank.account}</td></tr><tr><td colspan="2">${escaped(seller.name)}<br><small>Получатель</small></td></tr></table>`
}

const BANK_CSS = '.bank td{border:1px solid #222;padding:.2em .4em}small{font-size:80%}'
const GRID_CSS = '.goods{margin:.6em 0}.goods th,.goods td{border:1px solid #222}.goods th{text-align:center}'

function signatures(chance: Chance, deal: Deal): string {
  const marks = `${chance.is(0.55) ? stamp(chance, deal.seller, [44, -12]) : ''}${chance.is(0.5) ? signature(chance, [32, -8]) : ''}`
  return `<p style="margin-top:2.4em">Руководитель ______________ ${deal.seller.head} &nbsp; &nbsp; Бухгалтер ______________ ${deal.seller.head}</p><div class="place">${marks}</div>`
}

function accountingBill(deal: Deal, chance: Chance): string {
  const amount = deal.vat === 'net' ? 'Сумма без НДС' : 'Сумма'
  const columns: Column[] = [
    numberColumn,
    { head: chance.of(['Товары (работы, услуги)', 'Наименование товара', 'Товар']), width: 46, cell: named },
    { head: 'Кол-во', width: 9, align: 'right', cell: ({ quantityMilli }) => deal.quantity(quantityMilli) },
    { head: 'Ед.', width: 7, cell: ({ unit }) => unit },
    { head: 'Цена', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    { head: amount, width: 14, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
  ]
  const basis = chance.is(0.5)
    ? `<p><b>Основание:</b> Договор № ${chance.whole(1, 90)}/25 от 1${chance.whole(0, 9)}.02.2025</p>`
    : ''
  return `${bankBlock(deal)}<h1>Счет на оплату № ${deal.number} от ${deal.dateText}</h1><p><b>Поставщик<br>(Исполнитель):</b> ${partyText(deal.seller)}, тел.: ${deal.seller.phone}</p><p><b>Покупатель<br>(Заказчик):</b> ${partyText(deal.buyer)}</p>${basis}${table({ columns, lines: deal.lines })}<table class="sums"><tr><td>Итого:</td><td>${deal.money(deal.sumMinor)}</td></tr><tr><td>${vatWord(deal)}:</td><td>${vatSum(deal)}</td></tr><tr><td>Всего к оплате:</td><td>${deal.money(deal.totalMinor)}</td></tr></table><p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} руб.</p><p><b>${roublesInWords(deal.totalMinor)}</b></p><hr>${signatures(chance, deal)}`
}

export const accounting: Layout = {
  name: 'bill, 1С accounting',
  kind: 'invoice',
  paper: 'a4',
  size: [8.5, 10],
  vat: ['none', 'included', 'included', 'net'],
  sku: false,
  most: 18,
  isLong: true,
  html: (deal, chance) => ({
    body: accountingBill(deal, chance),
    css: `${BANK_CSS}${GRID_CSS}h1{font-size:150%;margin:.8em 0 .3em;border-bottom:2px solid #222}p{margin:.4em 0}.sums td{text-align:right;font-weight:bold}.sums td:last-child{width:18%}`,
  }),
}

function tradeBill(deal: Deal): string {
  const columns: Column[] = [
    numberColumn,
    { head: 'Артикул', width: 12, cell: ({ sku }) => sku ?? '' },
    { head: 'Товары (работы, услуги)', width: 38, cell: named },
    {
      head: 'Количество',
      width: 15,
      align: 'right',
      cell: ({ quantityMilli, unit }) => `${deal.quantity(quantityMilli)} ${unit}`,
    },
    { head: 'Цена', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    { head: 'Сумма', width: 13, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
  ]
  return `<p class="hint">Внимание! Оплата данного счета означает согласие с условиями поставки товара. Счет действителен в течение 5 (пяти) банковских дней.</p>${bankBlock(deal)}<h1>Счет на оплату № ${deal.number} от ${deal.dateText}</h1><p>Поставщик: <b>${partyText(deal.seller)}</b></p><p>Покупатель: <b>${partyText(deal.buyer)}</b></p>${table({ columns, lines: deal.lines })}<p class="r"><b>Итого: ${deal.money(deal.sumMinor)}</b></p><p class="r"><b>${vatWord(deal)}: ${vatSum(deal)}</b></p>${deal.vat === 'net' ? `<p class="r"><b>Всего с НДС: ${deal.money(deal.totalMinor)}</b></p>` : ''}<p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} RUB</p><p><b>${roublesInWords(deal.totalMinor)}</b></p>`
}

export const trade: Layout = {
  name: 'bill, 1С trade',
  kind: 'invoice',
  paper: 'a4',
  size: [8.5, 9.6],
  vat: ['included', 'included', 'none', 'net'],
  sku: true,
  most: 16,
  isLong: true,
  html: (deal, chance) => ({
    body: tradeBill(deal) + signatures(chance, deal),
    css: `${BANK_CSS}${GRID_CSS}.hint{text-align:center;font-size:80%}h1{font-size:145%;margin:.7em 0}p{margin:.4em 0}.r{text-align:right}`,
  }),
}

function storeBill(deal: Deal): string {
  const columns: Column[] = [
    numberColumn,
    {
      head: 'Наименование',
      width: 42,
      cell: ({ name, sku }) => `${escaped(name)}${sku === null ? '' : `, арт. ${sku}`}`,
    },
    { head: 'Кол-во', width: 9, align: 'right', cell: ({ quantityMilli }) => deal.quantity(quantityMilli) },
    { head: 'Ед.', width: 7, align: 'center', cell: ({ unit }) => unit },
    { head: 'Цена', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    { head: 'НДС', width: 8, align: 'right', cell: ({ vatRate }) => (vatRate === 0 ? 'Без НДС' : `${vatRate}%`) },
    { head: 'Сумма', width: 13, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
  ]
  return `<h1>Счет № ${deal.number} от ${deal.dateText}</h1><table class="who"><tr><td>Поставщик</td><td>${partyText(deal.seller)}<br>Р/с ${deal.seller.bank.account} в ${escaped(deal.seller.bank.name)}, БИК ${deal.seller.bank.bik}, к/с ${deal.seller.bank.corr}</td></tr><tr><td>Покупатель</td><td>${partyText(deal.buyer)}</td></tr><tr><td>Договор</td><td>№ ${deal.number.length + 11} от 14.01.2025</td></tr></table>${table({ columns, lines: deal.lines })}<p class="r">Итого: <b>${deal.money(deal.totalMinor)}</b></p><p class="r">${deal.vat === 'none' ? 'Без НДС' : `В том числе НДС: <b>${deal.money(deal.vatMinor)}</b>`}</p><p class="r">Всего к оплате: <b>${deal.money(deal.totalMinor)}</b></p><p>${roublesInWords(deal.totalMinor)}</p>`
}

export const store: Layout = {
  name: 'bill, warehouse in the cloud',
  kind: 'invoice',
  paper: 'a4',
  size: [8.5, 10],
  vat: ['included', 'none'],
  sku: true,
  most: 16,
  html: (deal, chance) => ({
    body: storeBill(deal) + signatures(chance, deal),
    css: 'h1{font-size:160%;margin:.2em 0 .8em}.who td{padding:.3em .2em}.who td:first-child{width:16%;color:#555}.goods{margin:.8em 0}.goods th{border-bottom:2px solid #333;background:#eee}.goods td{border-bottom:1px solid #bbb}.r{text-align:right}p{margin:.35em 0}',
  }),
}

function taxBill(deal: Deal): string {
  const columns: Column[] = [
    numberColumn,
    { head: 'Наименование товара, работ, услуг', width: 32, cell: named },
    { head: 'Ед. изм.', width: 7, align: 'center', cell: ({ unit }) => unit },
    { head: 'Коли-<br>чество', width: 8, align: 'right', cell: ({ quantityMilli }) => deal.quantity(quantityMilli) },
    { head: 'Цена', width: 11, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    { head: 'Сумма', width: 12, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
    { head: 'Ставка НДС', width: 8, align: 'center', cell: ({ vatRate }) => `${vatRate}%` },
    { head: 'Сумма НДС', width: 11, align: 'right', cell: ({ vatMinor }) => deal.money(vatMinor) },
    {
      head: 'Всего',
      width: 12,
      align: 'right',
      cell: ({ amountMinor, vatMinor }) => deal.money(amountMinor + vatMinor),
    },
  ]
  const after = `<tr class="sum"><td colspan="5">Итого</td><td class="right">${deal.money(deal.sumMinor)}</td><td></td><td class="right">${deal.money(deal.vatMinor)}</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
  return `<p><b>${escaped(deal.seller.name)}</b></p><p>ИНН ${deal.seller.inn}${deal.seller.kpp === null ? '' : ` КПП ${deal.seller.kpp}`}</p><p>${deal.seller.address}, ${deal.seller.phone}</p><p>Расчётный счёт ${deal.seller.bank.account}, ${escaped(deal.seller.bank.name)}, БИК ${deal.seller.bank.bik}</p><h1>СЧЁТ № ${deal.number}<br>от ${deal.dateText}</h1><p>Плательщик: ${partyText(deal.buyer)}</p><p>Грузополучатель: он же</p>${table({ columns, lines: deal.lines, after })}<p>К оплате: ${roublesInWords(deal.totalMinor)}, в т. ч. НДС ${deal.money(deal.vatMinor)}</p>`
}

export const taxed: Layout = {
  name: 'bill with VAT columns',
  kind: 'invoice',
  paper: 'a4',
  size: [7.6, 8.8],
  vat: ['net', 'rounded'],
  sku: false,
  most: 18,
  html: (deal, chance) => ({
    body: taxBill(deal) + signatures(chance, deal),
    css: `${GRID_CSS}h1{font-size:140%;text-align:center;margin:1em 0}p{margin:.35em 0}.sum td{font-weight:bold}.goods th{background:#e4e4e4}`,
  }),
}
