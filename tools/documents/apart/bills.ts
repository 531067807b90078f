/** Layouts of invoices for the hold-out set, on which recognition is only measured, never tuned. */
import { type Column, escaped, type Layout, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import {
  BANK_STYLE,
  bankBlock,
  cellsOf,
  clerkStamp,
  GRID,
  kppOf,
  linesOf,
  rateOf,
  signed,
  squareCode,
} from './parts.ts'

const RIGHT =
  '.end{break-inside:avoid;padding-bottom:22mm}.r{text-align:right}.c{text-align:center}.b{font-weight:bold}p{margin:.25em 0}'

export const accountingBill: Layout = {
  name: 'bill of an accounting program, with a warning above',
  kind: 'invoice',
  paper: 'a4',
  size: [8.6, 10],
  vat: ['none', 'included', 'net'],
  sku: false,
  most: 16,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, quantity, unit, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...name, head: 'Товары (работы, услуги)', width: 45 },
      quantity,
      unit,
      price,
      amount,
    ]
    const onTop = deal.vat === 'net' ? 'Сумма НДС' : 'В том числе НДС'
    const vat =
      deal.vat === 'none'
        ? '<tr><td>Без налога (НДС)</td><td>-</td></tr>'
        : `<tr><td>${onTop}${rateOf(deal)}:</td><td>${deal.money(deal.vatMinor)}</td></tr>`
    const party = (role: string, { name: full, inn, address, phone }: typeof seller, kpp: string) =>
      `<tr><td>${role}</td><td><b>${escaped(full)}, ИНН ${inn}${kpp}, ${address}, тел.: ${phone}</b></td></tr>`
    const code = chance.is(0.5) ? `<div class="code">${squareCode(chance, 24)}<br>Оплата по коду</div>` : ''
    return {
      body: `${code}<p class="warn">Внимание! Оплата данного счета означает согласие с условиями поставки товара. Уведомление об оплате обязательно, в противном случае не гарантируется наличие товара на складе. Товар отпускается по факту прихода денег на р/с Поставщика, самовывозом, при наличии доверенности и паспорта.</p>${bankBlock(seller)}<h1>Счет на оплату № ${deal.number} от ${dateIn('d month yyyy г.', deal.date)}</h1><table class="who">${party('Поставщик<br>(Исполнитель):', seller, kppOf(seller))}${party('Покупатель<br>(Заказчик):', buyer, kppOf(buyer))}<tr><td>Основание:</td><td><b>${chance.of(['Основной договор', 'Без договора', `№ ${chance.whole(3, 99)} от 11.01.2024`])}</b></td></tr></table>${table({ columns, lines: deal.lines })}<div class="end"><table class="sums"><tr><td>Итого:</td><td>${deal.money(deal.sumMinor)}</td></tr>${vat}<tr><td>Всего к оплате:</td><td>${deal.money(deal.totalMinor)}</td></tr></table><p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} руб.</p><p class="b">${roublesInWords(deal.totalMinor)}</p><hr><p class="sign"><b>Руководитель</b> ____________________ ${seller.head} &emsp; <b>Бухгалтер</b> ____________________ ${seller.head}</p>${signed(chance, seller, [30, -10])}</div>`,
      css: `${RIGHT}${BANK_STYLE}${GRID}.warn{text-align:center;font-size:84%;margin:0 14mm}.code{float:right;font-size:70%;text-align:center}h1{font-size:150%;border-bottom:2px solid #111;padding-bottom:.3em}.who{margin:2mm 0}.who td:first-child{width:30mm}.goods{border:2px solid #111}.goods th{font-weight:bold}.sums td{text-align:right;font-weight:bold}.sums td:last-child{width:28mm}hr{border:0;border-top:2px solid #111}.sign{margin-top:2em}`,
    }
  },
}

export const discountedBill: Layout = {
  name: 'bill of a trade program, with codes and discounts',
  kind: 'invoice',
  paper: 'a4',
  size: [7.8, 8.8],
  vat: ['included', 'none'],
  sku: true,
  withDiscount: true,
  most: 18,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, sku, quantity, unit, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...sku, width: 16 },
      { ...name, head: 'Товар', width: 38 },
      { ...quantity, head: 'Кол-во', width: 11, cell: (line) => deal.quantity(line.quantityMilli) },
      { ...unit, head: '' },
      { ...price, head: 'Цена без скидки', cell: (line) => deal.money(line.fullPriceMinor) },
      {
        head: 'Скид&shy;ка, %',
        width: 7,
        align: 'right',
        cell: ({ discount }) => (discount === 0 ? '' : String(discount)),
      },
      { ...price, head: 'Цена' },
      amount,
    ]
    const saved = deal.lines.reduce(
      (sum, line) => sum + Math.round((line.fullPriceMinor * line.quantityMilli) / 1000) - line.amountMinor,
      0,
    )
    const vat = deal.vat === 'none' ? 'Без НДС' : `в т. ч. НДС${rateOf(deal)} ${deal.money(deal.vatMinor)}`
    return {
      body: `${bankBlock(seller)}<h1>Счёт на оплату № ${deal.number} от ${deal.dateText}</h1><p><span class="k">Поставщик:</span> ${escaped(seller.name)}, ИНН ${seller.inn}${kppOf(seller)}, ${seller.address}</p><p><span class="k">Покупатель:</span> ${escaped(buyer.name)}, ИНН ${buyer.inn}${kppOf(buyer)}, ${buyer.address}</p><p><span class="k">Менеджер:</span> ${buyer.head}, ${seller.phone}</p>${table({ columns, lines: deal.lines, after: `<tr class="b"><td colspan="8" class="right">Итого:</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>` })}<div class="end"><p class="r">Сумма скидки: ${deal.money(saved)}</p><p class="r">${vat}</p><p>Всего ${linesOf(deal)} на сумму ${deal.money(deal.totalMinor)} руб. (${roublesInWords(deal.totalMinor)})</p><p>Срок резерва — ${chance.whole(2, 5)} рабочих дня.</p><p class="sign">Менеджер ______________________ / ${seller.head} /</p>${signed(chance, seller, [26, -8])}</div>`,
      css: `${RIGHT}${BANK_STYLE}${GRID}h1{font-size:145%;margin:1em 0 .6em}.k{display:inline-block;width:24mm}.goods{margin:3mm 0}.goods th{background:#eee}.sign{margin-top:2.4em}`,
    }
  },
}

export const warehouseBill: Layout = {
  name: 'bill of an online warehouse service',
  kind: 'invoice',
  paper: 'a4',
  size: [8.4, 9.8],
  vat: ['included', 'none'],
  sku: true,
  most: 18,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, sku, quantity, unit, price, amount, rate, vat } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...name, head: 'Наименование', width: 34 },
      { ...sku, head: 'Код', width: 15 },
      unit,
      quantity,
      price,
      ...(deal.vat === 'none' ? [] : [{ ...rate, head: 'НДС' }, vat]),
      amount,
    ]
    const sums = [
      ['Итого:', deal.money(deal.sumMinor)],
      deal.vat === 'none' ? ['Без НДС', ''] : ['В том числе НДС:', deal.money(deal.vatMinor)],
    ]
    const rows = sums.map(
      ([what, much]) =>
        `<tr class="sum"><td colspan="${columns.length - 1}" class="right">${what}</td><td class="right">${much}</td></tr>`,
    )
    return {
      body: `<p class="b big">${escaped(seller.name)}</p><p>${seller.address}</p><p>ИНН ${seller.inn}${kppOf(seller, ' КПП ')} р/с ${seller.bank.account} в ${escaped(seller.bank.name)}, к/с ${seller.bank.corr}, БИК ${seller.bank.bik}</p><h1>Счет покупателю № ${deal.number} от ${dateIn('dd.mm.yyyy', deal.date)}</h1><p>Плательщик: ${escaped(buyer.name)}, ИНН ${buyer.inn}, тел. ${buyer.phone}</p>${table({ columns, lines: deal.lines, after: rows.join('') })}<div class="end"><p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)}</p><p class="b">${roublesInWords(deal.totalMinor)}</p><p class="sign">Руководитель _______________________ (${seller.head})</p>${signed(chance, seller, [34, -8])}${chance.is(0.3) ? clerkStamp(chance, [120, 2]) : ''}</div>`,
      css: `${RIGHT}.big{font-size:115%}h1{font-size:140%;text-align:center;margin:1.2em 0}.goods{margin:3mm 0}.goods th{border:1px solid #555;background:#f2f2f2;text-align:center}.goods td{border:1px solid #555}.goods .sum td{border:0;font-weight:bold}.sign{margin-top:2.6em}`,
    }
  },
}

export const worksheetBill: Layout = {
  name: 'bill of a worksheet, all in one grid',
  kind: 'invoice',
  paper: 'a4',
  size: [9, 11],
  vat: ['none', 'included'],
  sku: false,
  most: 14,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, quantity, unit, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      { ...number, head: '№<br>п/п', width: 6 },
      { ...name, head: 'Наименование товара', width: 40 },
      { ...price, head: 'Цена за ед., руб.' },
      { ...quantity, head: 'Кол-во', align: 'center' },
      { ...unit, head: 'Ед. изм.', width: 8 },
      { ...amount, head: 'Сумма, руб.' },
    ]
    const line = (what: string, value: string) => `<tr><td class="k">${what}</td><td>${value}</td></tr>`
    const vat = deal.vat === 'none' ? 'НДС не предусмотрен' : `в том числе НДС${rateOf(deal)}`
    const last = `<tr class="y"><td colspan="5" class="right">ИТОГО К ОПЛАТЕ:</td><td class="right">${deal.money(deal.totalMinor)}</td></tr><tr><td colspan="5" class="right">${vat}</td><td class="right">${deal.vat === 'none' ? '' : deal.money(deal.vatMinor)}</td></tr>`
    return {
      body: `<table class="head">${line('Поставщик', `${escaped(seller.name)}`)}${line('ИНН / КПП', seller.kpp === null ? seller.inn : `${seller.inn} / ${seller.kpp}`)}${line('Адрес', seller.address)}${line('Телефон', seller.phone)}${line('Расч. счёт', seller.bank.account)}${line('Банк', escaped(seller.bank.name))}${line('БИК', seller.bank.bik)}${line('Корр. счёт', seller.bank.corr)}</table><h1>СЧЁТ № ${deal.number} от ${deal.dateText}</h1><table class="head">${line('Покупатель', escaped(buyer.name))}${line('ИНН', buyer.inn)}</table>${table({ columns, lines: deal.lines, after: last })}<div class="end"><p><i>Сумма прописью: ${roublesInWords(deal.totalMinor)}</i></p><p>Счёт действителен ${chance.whole(3, 7)} банковских дней.</p><p class="sign">${seller.kpp === null ? 'Предприниматель' : 'Директор'} _____________ ${seller.head}</p>${signed(chance, seller, [24, -8])}</div>`,
      css: `${RIGHT}${GRID}.head td{border:1px solid #222}.k{width:32mm;background:${chance.of(['#fff', '#ececec', '#e2efda'])}}h1{font-size:150%;text-align:center;margin:.7em 0}.goods{margin-top:-1px}.goods th{font-weight:bold;background:${chance.of(['#d9d9d9', '#fff', '#ddebf7'])}}.y td{font-weight:bold;background:${chance.of(['#fff', '#fff2cc'])}}.sign{margin-top:2.5em}`,
    }
  },
}
