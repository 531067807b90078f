/** Layouts of invoices for the rehearsal set, a former hold-out set. */
import type { Chance } from '../chance.ts'
import { type Column, escaped, innKpp, type Layout, partyText, signature, stamp, table } from '../pages/html.ts'
import { roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'

/** Returns a product code, in a smaller font if it is long, so that it fits into its column. */
export const skuText = ({ sku }: Line) =>
  sku !== null && sku.length > 11 ? `<span style="font-size:82%">${sku}</span>` : (sku ?? '')

export const named = ({ name }: Line) => escaped(name)
export const counted: Column = { head: '№', width: 4, align: 'center', cell: (_, index) => String(index + 1) }

export function columnsOf(
  deal: Deal,
): Record<'quantity' | 'unit' | 'price' | 'amount' | 'rate' | 'vat' | 'whole' | 'sku' | 'name', Column> {
  return {
    quantity: { head: 'Кол-во', width: 9, align: 'right', cell: ({ quantityMilli }) => deal.quantity(quantityMilli) },
    unit: { head: 'Ед.', width: 8, align: 'center', cell: ({ unit }) => unit },
    price: { head: 'Цена', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
    amount: { head: 'Сумма', width: 14, align: 'right', cell: ({ amountMinor }) => deal.money(amountMinor) },
    rate: {
      head: 'НДС',
      width: 8,
      align: 'center',
      cell: ({ vatRate }) => (deal.vat === 'none' ? 'без НДС' : `${vatRate}%`),
    },
    vat: {
      head: 'Сумма НДС',
      width: 11,
      align: 'right',
      cell: ({ vatMinor }) => (deal.vat === 'none' ? '—' : deal.money(vatMinor)),
    },
    whole: {
      head: 'Всего с НДС',
      width: 13,
      align: 'right',
      cell: ({ amountMinor, vatMinor }) => deal.money(amountMinor + vatMinor),
    },
    sku: { head: 'Артикул', width: 16, cell: skuText },
    name: { head: 'Наименование', width: 38, cell: named },
  }
}

const signed = (chance: Chance, deal: Deal, words: string) =>
  `<p style="margin-top:2.6em">${words}</p><div class="place">${chance.is(0.55) ? stamp(chance, deal.seller, [50, -14]) : ''}${chance.is(0.55) ? signature(chance, [30, -9]) : ''}</div>`

const GRID = '.goods th,.goods td{border:1px solid #333}.goods th{text-align:center}'

export const bankBill: Layout = {
  name: 'bill of a bank for small business',
  kind: 'invoice',
  paper: 'a4',
  size: [9, 10.5],
  vat: ['none', 'included'],
  sku: false,
  most: 13,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, price, amount, rate } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      { ...name, head: 'Товар или услуга' },
      {
        head: 'Количество',
        width: 14,
        align: 'right',
        cell: ({ quantityMilli, unit }) => `${deal.quantity(quantityMilli)} ${unit}`,
      },
      price,
      rate,
      amount,
    ]
    const card = (title: string, lines: readonly string[]) =>
      `<div><p class="t">${title}</p>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`
    return {
      body: `<div class="band"></div><div class="two"><h1>Счёт № ${deal.number}</h1><p class="d">${deal.dateText}</p></div><div class="two cards">${card('Получатель', [`<b>${escaped(seller.name)}</b>`, `ИНН ${seller.inn}${seller.kpp === null ? '' : ` · КПП ${seller.kpp}`}`, `Счёт ${seller.bank.account}`, escaped(seller.bank.name), `БИК ${seller.bank.bik} · Корр. счёт ${seller.bank.corr}`])}${card('Плательщик', [`<b>${escaped(buyer.name)}</b>`, `ИНН ${buyer.inn}${buyer.kpp === null ? '' : ` · КПП ${buyer.kpp}`}`])}</div>${table({ columns, lines: deal.lines })}<p class="sum">К оплате: ${deal.money(deal.totalMinor)} ₽</p><p class="r">${deal.vat === 'none' ? 'НДС не облагается' : `в том числе НДС ${deal.money(deal.vatMinor)} ₽`}</p><p class="hint">Назначение платежа: оплата по счёту № ${deal.number}. Оплатите до ${chance.whole(1, 28)}.12.2026</p>${signed(chance, deal, `${seller.head} ______________`)}`,
      css: `.band{height:5mm;background:${chance.of(['#ffdd2d', '#21a038', '#e8e8f8'])};margin-bottom:6mm}.two{display:flex;justify-content:space-between;align-items:baseline;gap:8mm}.two>div{flex:1}h1{font-size:210%}.cards{margin:5mm 0;align-items:flex-start}.t{color:#777;font-size:85%}.goods th{color:#777;border-bottom:1px solid #ccc}.goods td{border-bottom:1px solid #e3e3e3;padding:.45em .3em}.sum{text-align:right;font-size:150%;font-weight:bold;margin-top:.8em}.r{text-align:right}.hint{margin-top:1em;color:#555;font-size:85%}`,
    }
  },
}

export const bookkeeperBill: Layout = {
  name: 'bill of an online bookkeeper',
  kind: 'invoice',
  paper: 'a4',
  size: [9, 10.5],
  vat: ['none', 'included'],
  sku: true,
  most: 13,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, price, quantity, unit, amount } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      { ...name, cell: (line) => `${line.sku === null ? '' : `${line.sku} `}${escaped(line.name)}` },
      price,
      { ...quantity, head: 'Количество', width: 11 },
      unit,
      amount,
    ]
    return {
      body: `<table class="pay"><tr><td class="u">${escaped(seller.bank.name)}</td><td class="l">БИК</td><td>${seller.bank.bik}</td></tr><tr><td class="c">Банк получателя</td><td class="l">К/с</td><td>${seller.bank.corr}</td></tr><tr><td class="u">${escaped(seller.name)}, ИНН ${seller.inn}${seller.kpp === null ? '' : `, КПП ${seller.kpp}`}</td><td class="l">Р/с</td><td>${seller.bank.account}</td></tr></table><h1>Счёт на оплату № ${deal.number}<br><span>от ${deal.dateText}</span></h1><p>Заказчик: ${partyText(buyer)}</p><p>Исполнитель: ${partyText(seller)}</p>${table({ columns, lines: deal.lines })}<p class="r">Итого ${deal.money(deal.totalMinor)} руб.</p><p class="r">${deal.vat === 'none' ? 'Без НДС' : `В том числе НДС ${deal.rate}% ${deal.money(deal.vatMinor)} руб.`}</p><p>Всего ${deal.lines.length} наимен. на сумму ${roublesInWords(deal.totalMinor).toLowerCase()}</p>${signed(chance, deal, `Руководитель ____________________ (${seller.head})`)}`,
      css: `.pay td{border:1px solid #777}.pay .u{width:62%}.pay .c{font-size:78%}.pay .l{width:7%}h1{text-align:center;font-size:150%;margin:1em 0}h1 span{font-size:75%;font-weight:normal}p{margin:.4em 0}.goods{margin:1em 0}.goods th{border-top:2px solid #222;border-bottom:1px solid #222;font-weight:bold}.goods tr:last-child td{border-bottom:2px solid #222}.r{text-align:right;font-weight:bold}`,
    }
  },
}

export const qrBill: Layout = {
  name: 'bill with a code to pay by and VAT inside',
  kind: 'invoice',
  paper: 'a4',
  size: [8, 9],
  vat: ['included'],
  sku: true,
  most: 16,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, quantity, unit, price, rate, vat, amount, sku } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      { ...sku, head: 'Код', width: 15 },
      { ...name, head: 'Товары (работы, услуги)', width: 32 },
      quantity,
      unit,
      { ...price, head: 'Цена с НДС' },
      { ...rate, width: 6 },
      { ...vat, head: 'в т.ч. НДС' },
      amount,
    ]
    const cells = Array.from({ length: 625 }, (_, at) =>
      (at % 25 < 7 && at < 175) || chance.is(0.48)
        ? `<rect x="${at % 25}" y="${Math.floor(at / 25)}" width="1" height="1"/>`
        : '',
    ).join('')
    return {
      body: `<div class="two"><div><p>${escaped(seller.short)}</p><p>${seller.address}</p><p>Тел. ${seller.phone}</p><table class="pay"><tr><td>ИНН ${seller.inn}</td><td>КПП ${seller.kpp ?? '-'}</td></tr><tr><td colspan="2">Получатель ${escaped(seller.name)}<br>Р/сч № ${seller.bank.account}</td></tr><tr><td colspan="2">Банк получателя ${escaped(seller.bank.name)}<br>БИК ${seller.bank.bik} К/сч № ${seller.bank.corr}</td></tr></table></div><svg width="30mm" height="30mm" viewBox="0 0 25 25">${cells}</svg></div><h1>СЧЕТ № ${deal.number} от ${deal.dateText}</h1><p><b>Поставщик:</b> ${partyText(seller)}</p><p><b>Грузоотправитель:</b> он же</p><p><b>Покупатель:</b> ${partyText(buyer)}</p><p><b>Грузополучатель:</b> ${escaped(buyer.short)}, ${buyer.address}</p>${table({ columns, lines: deal.lines })}<table class="sums"><tr><td>Итого:</td><td>${deal.money(deal.totalMinor)}</td></tr><tr><td>в том числе НДС:</td><td>${deal.money(deal.vatMinor)}</td></tr></table><p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} руб.<br><b>${roublesInWords(deal.totalMinor)}</b></p>${signed(chance, deal, `Руководитель ___________ ${seller.head} &emsp; Бухгалтер ___________ ${seller.head}`)}`,
      css: `${GRID}.two{display:flex;gap:6mm}.two>div{flex:1}.pay td{border:1px solid #222}h1{font-size:150%;margin:.8em 0 .4em}p{margin:.25em 0}.goods{margin:.6em 0}.goods th{font-weight:bold;background:#f2f2f2}.sums td{text-align:right;font-weight:bold}.sums td:last-child{width:17%}`,
    }
  },
}

export const discountBill: Layout = {
  name: 'bill with discounts, code below the name',
  kind: 'invoice',
  paper: 'a4',
  size: [8, 9.2],
  vat: ['included', 'none'],
  sku: true,
  withDiscount: true,
  most: 13,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, quantity, unit, amount } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      {
        ...name,
        head: 'Товар',
        width: 36,
        cell: (line) => `${escaped(line.name)}${line.sku === null ? '' : `<br><i>код: ${line.sku}</i>`}`,
      },
      quantity,
      unit,
      { head: 'Цена', width: 11, align: 'right', cell: ({ fullPriceMinor }) => deal.money(fullPriceMinor) },
      { head: '% ск.', width: 6, align: 'center', cell: ({ discount }) => (discount === 0 ? '—' : String(discount)) },
      { head: 'Цена со скидкой', width: 12, align: 'right', cell: ({ priceMinor }) => deal.money(priceMinor) },
      amount,
    ]
    return {
      body: `<h1>Счет на оплату № ${deal.number} от ${deal.dateText}</h1><table class="who"><tr><td>Покупатель:</td><td>${partyText(buyer)}</td></tr><tr><td>Поставщик:</td><td>${partyText(seller)}</td></tr><tr><td>Банк:</td><td>${escaped(seller.bank.name)}, БИК ${seller.bank.bik}, р/с ${seller.bank.account}</td></tr><tr><td>Основание:</td><td>Заказ клиента № ${chance.whole(100, 9000)} от 02.0${chance.whole(1, 9)}.2025</td></tr></table>${table({ columns, lines: deal.lines })}<p class="r">Итого со скидкой: <b>${deal.money(deal.totalMinor)}</b></p>${deal.vat === 'none' ? '<p class="r">Без налога (НДС)</p>' : `<p class="r">В том числе НДС: <b>${deal.money(deal.vatMinor)}</b></p>`}<p>К оплате: <b>${roublesInWords(deal.totalMinor)}</b></p>${signed(chance, deal, `Менеджер ___________ ${seller.head}`)}`,
      css: `h1{font-size:150%;border-bottom:3px double #222;padding-bottom:.2em}.who td:first-child{width:14%}.goods{margin-top:.8em}.goods th{border:1px solid #999;background:#ececec;text-align:center}.goods td{border-left:1px solid #999;border-right:1px solid #999;border-bottom:1px dotted #999}i{font-size:88%}p{margin:.35em 0}.r{text-align:right}`,
    }
  },
}

export const sheetBill: Layout = {
  name: 'bill from a spreadsheet, on its side',
  kind: 'invoice',
  paper: 'a4-landscape',
  size: [9, 10.5],
  vat: ['none', 'net'],
  sku: true,
  most: 13,
  html(deal, chance) {
    const { name, quantity, unit, price, amount, sku } = columnsOf(deal)
    const columns: Column[] = [
      { ...counted, head: 'п/п' },
      sku,
      name,
      { ...unit, head: 'Ед. изм' },
      { ...price, head: 'Цена, руб' },
      quantity,
      { ...amount, head: 'Стоимость, руб' },
      {
        head: 'Примечание',
        width: 14,
        cell: (_, index) => (index % 4 === 1 ? chance.of(['под заказ', 'в наличии', 'склад 2', '']) : ''),
      },
    ]
    const row = (label: string, sum: number) =>
      `<tr class="sum"><td colspan="6" class="right">${label}</td><td class="right">${deal.money(sum)}</td><td></td></tr>`
    const after =
      deal.vat === 'net'
        ? row('Итого без НДС', deal.sumMinor) +
          row(`НДС ${deal.rate}%`, deal.vatMinor) +
          row('ИТОГО с НДС', deal.totalMinor)
        : row('ИТОГО', deal.totalMinor)
    return {
      body: `<div class="two"><p><b>${escaped(deal.seller.name)}</b><br>ИНН ${innKpp(deal.seller)}<br>${deal.seller.address}<br>р/с ${deal.seller.bank.account} ${escaped(deal.seller.bank.name)} БИК ${deal.seller.bank.bik}</p><p>Плательщик:<br><b>${escaped(deal.buyer.short)}</b><br>ИНН ${deal.buyer.inn}</p></div><h1>СЧЕТ №${deal.number} от ${deal.dateText}</h1>${table({ columns, lines: deal.lines, after })}${signed(chance, deal, `Директор ____________ ${deal.seller.head}`)}`,
      css: `${GRID}.goods th{background:${chance.of(['#bdd7ee', '#c6e0b4', '#f8cbad'])};font-weight:bold}.two{display:flex;justify-content:space-between;gap:10mm}.two p{flex:1}h1{text-align:center;font-size:150%;margin:.6em 0}.sum td{font-weight:bold}`,
    }
  },
}

export const upsideBill: Layout = {
  name: 'bill with the seller below',
  kind: 'invoice',
  paper: 'a4',
  size: [9, 10.5],
  vat: ['none', 'included'],
  sku: false,
  most: 14,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, quantity, unit, price, amount } = columnsOf(deal)
    const columns: Column[] = [counted, name, unit, quantity, price, amount]
    return {
      body: `<p class="r">${deal.dateText}</p><h1>Счет-оферта № ${deal.number}</h1><p>Покупатель: ${escaped(buyer.name)}</p><p>ИНН/КПП ${innKpp(buyer)}, ${buyer.address}</p>${table({ columns, lines: deal.lines })}<p class="r"><b>Итого к оплате ${deal.money(deal.totalMinor)} руб.</b></p><p class="r">${deal.vat === 'none' ? 'НДС не предусмотрен' : `в т. ч. НДС ${deal.money(deal.vatMinor)} руб.`}</p><p>${roublesInWords(deal.totalMinor)}</p><h2>Реквизиты поставщика</h2><table class="req"><tr><td>Поставщик</td><td>${escaped(seller.name)}</td></tr><tr><td>ИНН / КПП</td><td>${seller.inn}${seller.kpp === null ? '' : ` / ${seller.kpp}`}</td></tr><tr><td>Адрес</td><td>${seller.address}</td></tr><tr><td>Банк</td><td>${escaped(seller.bank.name)}</td></tr><tr><td>БИК</td><td>${seller.bank.bik}</td></tr><tr><td>Расчётный счёт</td><td>${seller.bank.account}</td></tr></table>${signed(chance, deal, `Поставщик ____________ ${seller.head}`)}`,
      css: `.r{text-align:right}h1{font-size:170%;margin:.5em 0}h2{font-size:115%;margin:1em 0 .3em}.goods{margin:.8em 0}.goods th{background:#444;color:#fff}.goods td{border-bottom:1px solid #999}.req td{border:1px solid #bbb}.req td:first-child{width:26%}p{margin:.3em 0}`,
    }
  },
}

export const boxedBill: Layout = {
  name: 'bill with the parties side by side',
  kind: 'invoice',
  paper: 'a4',
  size: [8.6, 9.8],
  vat: ['net', 'rounded', 'none'],
  sku: true,
  most: 15,
  isLong: true,
  html(deal, chance) {
    const { name, quantity, unit, price, amount, sku } = columnsOf(deal)
    const columns: Column[] = [
      counted,
      name,
      { ...sku, head: 'Арт.' },
      { ...quantity, head: 'К-во' },
      { ...unit, head: 'Ед.изм.' },
      { ...price, head: deal.vat === 'none' ? 'Цена' : 'Цена без НДС' },
      { ...amount, head: deal.vat === 'none' ? 'Сумма' : 'Сумма без НДС' },
    ]
    const box = (title: string, party: Deal['seller']) =>
      `<div><p class="t">${title}</p><p><b>${escaped(party.name)}</b></p><p>${party.address}</p><p>ИНН ${party.inn}${party.kpp === null ? '' : ` КПП ${party.kpp}`}</p><p>${party.phone}</p></div>`
    return {
      body: `<h1>Счет № ${deal.number} от ${deal.dateText}</h1><div class="two">${box('ПОСТАВЩИК', deal.seller)}${box('ПОКУПАТЕЛЬ', deal.buyer)}</div><p>Банковские реквизиты: ${escaped(deal.seller.bank.name)}, БИК ${deal.seller.bank.bik}, к/сч ${deal.seller.bank.corr}, р/сч ${deal.seller.bank.account}</p>${table({ columns, lines: deal.lines })}<table class="sums">${deal.vat === 'none' ? `<tr><td>Всего к оплате (без НДС)</td><td>${deal.money(deal.totalMinor)}</td></tr>` : `<tr><td>Сумма без НДС</td><td>${deal.money(deal.sumMinor)}</td></tr><tr><td>НДС</td><td>${deal.money(deal.vatMinor)}</td></tr><tr><td>Всего к оплате</td><td>${deal.money(deal.totalMinor)}</td></tr>`}</table><p>Сумма прописью: ${roublesInWords(deal.totalMinor)}</p>${signed(chance, deal, `Генеральный директор ____________ / ${deal.seller.head} /`)}`,
      css: `.two{display:flex;gap:4mm;margin:.6em 0}.two>div{flex:1;border:1px solid #555;padding:2mm}.t{font-weight:bold;letter-spacing:.06em;background:#ddd}h1{font-size:160%}.goods{margin:.6em 0}.goods th{border-bottom:2px solid #000;font-weight:bold}.goods tr:nth-child(odd) td{background:#f3f3f3}.sums{width:52%;margin-left:48%}.sums td{border:1px solid #999}.sums td:last-child{text-align:right;font-weight:bold}p{margin:.25em 0}`,
    }
  },
}
