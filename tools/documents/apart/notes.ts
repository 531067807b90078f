/** Layouts of delivery notes and receipts for the hold-out set, on which recognition is only measured, never tuned. */
import { type Column, escaped, type Layout, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'
import { cellsOf, clerkStamp, GRID, kppOf, linesOf, rateOf, signed, squareCode, sumOf, ticks } from './parts.ts'

const PLAIN =
  '.end{break-inside:avoid;padding-bottom:22mm}.r{text-align:right}.c{text-align:center}.b{font-weight:bold}p{margin:.3em 0}.two{display:flex;gap:8mm}.two>div{flex:1}.row{display:flex;justify-content:space-between;gap:2mm}'

export const salesNote: Layout = {
  name: 'расходная накладная with places and a pen’s ticks',
  kind: 'receipt',
  paper: 'a4',
  size: [8.6, 10],
  vat: ['none', 'included'],
  sku: true,
  most: 18,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, sku, name, quantity, unit, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...name, head: 'Товар', width: 36 },
      { ...sku, head: 'Код' },
      {
        head: 'Мест',
        width: 6,
        align: 'right',
        cell: ({ quantityMilli }) => String(Math.ceil(quantityMilli / 24_000)),
      },
      { ...quantity, head: 'Количество', width: 11 },
      { ...unit, head: '' },
      price,
      amount,
    ]
    const vat =
      deal.vat === 'none' ? '' : `<p class="r b">В том числе НДС${rateOf(deal)}: ${deal.money(deal.vatMinor)}</p>`
    const pen = deal.lines.length < 12 && chance.is(0.5) ? ticks(chance, deal.lines.length, { left: 8, step: 5.2 }) : ''
    return {
      body: `<h1>Расходная накладная № ${deal.number} от ${dateIn('d month yyyy г.', deal.date)}</h1><table class="who"><tr><td>Поставщик:</td><td><b>${escaped(seller.name)}, ИНН ${seller.inn}${kppOf(seller)}, ${seller.address}</b></td></tr><tr><td>Покупатель:</td><td><b>${escaped(buyer.name)}, ИНН ${buyer.inn}</b></td></tr><tr><td>Основание:</td><td>Заказ покупателя № ${chance.whole(100, 9000)}</td></tr></table>${table({ columns, lines: deal.lines })}${pen}<div class="end"><p class="r b">Итого: ${deal.money(deal.totalMinor)}</p>${vat}<p>Всего ${linesOf(deal)}, на сумму ${deal.money(deal.totalMinor)} руб.</p><p class="b">${roublesInWords(deal.totalMinor)}</p><hr><div class="two"><div>Отпустил ______________________</div><div>Получил ______________________</div></div>${signed(chance, seller, [24, -8])}${chance.is(0.3) ? clerkStamp(chance, [130, -9]) : ''}</div>`,
      css: `${PLAIN}${GRID}h1{font-size:145%;border-bottom:2px solid #111;padding-bottom:.3em}.who{margin:.8em 0}.who td:first-child{width:24mm}.goods{border:2px solid #111}.goods th{font-weight:bold}hr{border:0;border-top:2px solid #111;margin:.8em 0 2em}`,
    }
  },
}

export const salesSlip: Layout = {
  name: 'товарный чек of a sole trader',
  kind: 'receipt',
  paper: 'a5',
  size: [8.4, 9.6],
  vat: ['none'],
  sku: false,
  most: 12,
  html(deal, chance) {
    const { number, name, quantity, unit, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...name, head: 'Наименование, характеристика товара', width: 40 },
      { ...unit, head: 'Ед.', width: 12 },
      { ...quantity, head: 'Кол-во', width: 11 },
      { ...price, width: 15 },
      { ...amount, width: 16 },
    ]
    const blank = `<tr>${'<td>&nbsp;</td>'.repeat(6)}</tr>`.repeat(chance.whole(0, 3))
    return {
      body: `<p>${escaped(deal.seller.name)}</p><p>ИНН ${deal.seller.inn}</p><p>${deal.seller.address}</p><h1>ТОВАРНЫЙ ЧЕК № ${deal.number}</h1><p class="c">от ${dateIn(chance.of(['«dd» month yyyy г.', 'dd.mm.yyyy']), deal.date)}</p>${table({ columns, lines: deal.lines, after: blank })}<div class="end"><p class="r b">Всего: ${deal.money(deal.totalMinor)}</p><p>Всего отпущено на сумму: <u>${roublesInWords(deal.totalMinor)}</u></p><p class="foot">Продавец ________________ ${deal.seller.head}</p>${signed(chance, deal.seller, [20, -6])}</div>`,
      css: `${PLAIN}${GRID}h1{text-align:center;font-size:140%;margin-top:.6em}.goods{margin:.5em 0}.foot{margin-top:1.6em}`,
    }
  },
}

export const tillSlip: Layout = {
  name: 'till receipt of a wholesale shop',
  kind: 'receipt',
  paper: 'till-80',
  size: [7.6, 8.8],
  fonts: 'mono',
  vat: ['none', 'included'],
  sku: false,
  hasUnits: false,
  most: 11,
  html(deal, chance) {
    const goods = deal.lines.map(
      (line, index) =>
        `<p>${index + 1}. ${escaped(line.name)}</p><p class="row"><span>${deal.quantity(line.quantityMilli)} x ${deal.money(line.priceMinor)}</span><span>=${deal.money(line.amountMinor)}</span></p>${deal.vat === 'none' ? '' : `<p class="s">НДС ${line.vatRate}% в т.ч.</p>`}`,
    )
    const isCash = chance.is(0.4)
    return {
      body: `<p class="c b">${escaped(deal.seller.name)}</p><p class="c">${deal.seller.address}</p><p class="row"><span>ИНН ${deal.seller.inn}</span><span>Смена ${chance.whole(10, 500)}</span></p><p class="c">КАССОВЫЙ ЧЕК / ПРИХОД</p><p class="row"><span>Чек № ${deal.number}</span><span>${dateIn('dd.mm.yyyy', deal.date)} ${chance.whole(10, 20)}:${chance.whole(10, 59)}</span></p><p>Кассир ${deal.seller.head}</p><hr>${goods.join('')}<hr><p class="row big"><span>ИТОГ</span><span>=${deal.money(deal.totalMinor)}</span></p><p class="row"><span>${isCash ? 'НАЛИЧНЫМИ' : 'БЕЗНАЛИЧНЫМИ'}</span><span>=${deal.money(deal.totalMinor)}</span></p>${deal.vat === 'none' ? '<p>СУММА БЕЗ НДС</p>' : `<p class="row"><span>СУММА НДС</span><span>=${deal.money(deal.vatMinor)}</span></p>`}<p>СНО: ${deal.vat === 'none' ? 'УСН доход' : 'ОСН'}</p><p>ЗН ККТ 0${chance.whole(1e7, 9e7)} РН ККТ 000${chance.whole(1e8, 9e8)}</p><p>ФН 728${chance.whole(1e8, 9e8)} ФД ${chance.whole(1000, 99_999)}</p><p>ФП ${chance.whole(1e8, 9e8)} сайт ФНС nalog.gov.ru</p><p class="c">${squareCode(chance, 26)}</p>`,
      css: `${PLAIN}p{margin:0}hr{border:0;border-top:1px dashed #111}.s{font-size:86%}.big{font-size:150%;font-weight:bold}`,
    }
  },
}

export const electronicSlip: Layout = {
  name: 'electronic till receipt, as mailed',
  kind: 'receipt',
  paper: 'a5',
  size: [8.6, 9.8],
  vat: ['none', 'included'],
  sku: false,
  hasUnits: true,
  most: 10,
  html(deal, chance) {
    const { number, name, price, quantity, amount } = cellsOf(deal)
    const columns: Column[] = [
      { ...number, head: '№', width: 5 },
      { ...name, head: 'Предмет расчёта', width: 42 },
      { ...price, head: 'Цена за ед.', width: 16 },
      { ...quantity, head: 'Кол.', width: 18, cell: (line) => `${deal.quantity(line.quantityMilli)} ${line.unit}` },
      { ...amount, head: 'Сумма', width: 17 },
    ]
    const pair = (what: string, value: string) => `<p class="row"><span>${what}</span><span>${value}</span></p>`
    return {
      body: `<h1>Кассовый чек</h1><p class="c">Приход</p><p class="c b">${escaped(deal.seller.name)}</p><p class="c">ИНН ${deal.seller.inn}</p>${pair('Место расчётов', deal.seller.address)}${pair(`Чек № ${deal.number}`, `${dateIn('dd.mm.yyyy', deal.date)} ${chance.whole(10, 21)}:${chance.whole(10, 59)}`)}${table({ columns, lines: deal.lines })}<div class="end"><div class="big">${pair('ИТОГО', deal.money(deal.totalMinor))}</div>${pair('Безналичными', deal.money(deal.totalMinor))}${deal.vat === 'none' ? pair('НДС', 'не облагается') : pair('В том числе НДС', deal.money(deal.vatMinor))}${pair('Регистрационный номер ККТ', `000${chance.whole(1e9, 9e9)}`)}${pair('№ ФН', `7380${chance.whole(1e9, 9e9)}`)}${pair('№ ФД', String(chance.whole(100, 99_999)))}${pair('ФПД', String(chance.whole(1e8, 9e8)))}<div class="c">${squareCode(chance, 30)}</div><p class="c">Оператор фискальных данных: ofd-${chance.of(['one', 'help', 'cheki'])}.ru</p></div>`,
      css: `${PLAIN}h1{text-align:center;font-size:170%}.row span:last-child{text-align:right}.goods{border-top:1px dashed #888;border-bottom:1px dashed #888;margin:.5em 0}.goods th{color:#555}.big{font-size:145%;font-weight:bold}`,
    }
  },
}

export const contractList: Layout = {
  name: 'specification with makers and countries',
  kind: 'receipt',
  paper: 'a4',
  size: [9, 10.4],
  vat: ['included', 'net'],
  sku: false,
  most: 11,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, quantity, unit, price, amount } = cellsOf(deal)
    const lands = deal.lines.map(() => chance.of(['Россия', 'Россия', 'Беларусь', 'Китай', 'Турция', 'Казахстан']))
    const columns: Column[] = [
      { ...number, head: '№<br>п/п', width: 5 },
      { ...name, head: 'Наименование Товара', width: 32 },
      { head: 'Страна происхож&shy;дения', width: 11, align: 'center', cell: (_, index) => lands[index]! },
      { ...unit, head: 'Ед. изм.' },
      { ...quantity, head: 'Кол-во' },
      { ...price, head: deal.vat === 'net' ? 'Цена за ед. без НДС, руб.' : 'Цена за ед. с НДС, руб.' },
      { ...amount, head: deal.vat === 'net' ? 'Сумма без НДС, руб.' : 'Сумма с НДС, руб.' },
    ]
    const rows: readonly (readonly [string, number])[] =
      deal.vat === 'net'
        ? [
            ['ИТОГО без НДС', deal.sumMinor],
            [`НДС${rateOf(deal)}`, deal.vatMinor],
            ['ВСЕГО с НДС', deal.totalMinor],
          ]
        : [
            ['ИТОГО с НДС', deal.totalMinor],
            [`в том числе НДС${rateOf(deal)}`, deal.vatMinor],
          ]
    const after = rows.map(
      ([what, much]) => `<tr class="b"><td colspan="6">${what}</td><td class="right">${deal.money(much)}</td></tr>`,
    )
    const side = (role: string, name: string, head: string) =>
      `<td>${role}<br><b>${escaped(name)}</b><br><br>________________ ${head}<br>М.П.</td>`
    return {
      body: `<p class="r">Приложение № ${chance.whole(1, 12)}<br>к Договору поставки № ${chance.whole(4, 300)}/${chance.whole(24, 26)}<br>от 20.01.2025</p><h1>Спецификация № ${deal.number}</h1><p class="row"><span>${seller.address.split(', ')[1]}</span><span>${deal.dateText}</span></p><p class="j">${escaped(seller.name)} (ИНН ${seller.inn}${kppOf(seller)}), далее — Поставщик, и ${escaped(buyer.name)} (ИНН ${buyer.inn}${kppOf(buyer)}), далее — Покупатель, составили настоящую Спецификацию:</p>${table({ columns, lines: deal.lines, after: after.join('') })}<div class="end"><p class="j">Общая стоимость Товара: ${roublesInWords(deal.totalMinor)}.</p><p class="j">Условия оплаты: аванс ${chance.of([30, 50, 70])} %, остаток в течение ${chance.whole(5, 30)} календарных дней после поставки. Доставка: склад Покупателя. Гарантия: 12 месяцев.</p><table class="sides"><tr>${side('Поставщик', seller.short, seller.head)}${side('Покупатель', buyer.short, buyer.head)}</tr></table>${signed(chance, seller, [10, -12])}</div>`,
      css: `${PLAIN}${GRID}h1{text-align:center;font-size:130%;margin:.6em 0}.j{text-align:justify;text-indent:8mm}.goods{margin:.6em 0}.goods th{font-weight:bold}.sides{margin-top:1.5em}`,
    }
  },
}

/**
 * Returns the final part of a contract: the tax numbers, addresses and bank details of both sides, each with a place to
 * sign.
 */
function endingSides({ seller, buyer }: Deal): string {
  const side = (role: string, { name, inn, kpp, address, bank, phone, head }: Deal['seller']) =>
    `<td><p class="b">${role}</p><p>${escaped(name)}</p><p>ИНН ${inn}${kpp === null ? '' : ` / КПП ${kpp}`}</p><p>Адрес: ${address}</p><p>Р/с ${bank.account}</p><p>${escaped(bank.name)}</p><p>К/с ${bank.corr}</p><p>БИК ${bank.bik}</p><p>Тел. ${phone}</p><p class="hand">________________ /${head}/</p><p>М.П.</p></td>`
  return `<table class="sides"><tr>${side('Поставщик:', seller)}${side('Покупатель:', buyer)}</tr></table>`
}

export const contractAct: Layout = {
  name: 'акт by a contract, the parties’ numbers at its end',
  kind: 'receipt',
  paper: 'a4',
  size: [9, 10.2],
  vat: ['included', 'none', 'included'],
  sku: true,
  most: 9,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, sku, name, unit, quantity, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      { ...number, head: '№<br>п/п', width: 5 },
      { ...name, head: 'Наименование товара', width: 35 },
      { ...sku, head: 'Артикул', width: 17 },
      { ...unit, head: 'Единица измерения', width: 12 },
      { ...quantity, head: 'Коли&shy;чество', width: 10, align: 'center' },
      { ...price, head: 'Цена за единицу, руб.', width: 12 },
      { ...amount, head: 'Стоимость, руб.' },
    ]
    const isTaxed = deal.vat !== 'none'
    const taxRow = `<tr><td colspan="6">в том числе НДС${rateOf(deal)}</td><td class="right">${deal.money(deal.vatMinor)}</td></tr>`
    const after = `<tr class="b"><td colspan="6">Итого:</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>${isTaxed ? taxRow : ''}`
    const party = ({ name: full, kpp }: typeof seller, role: string) =>
      kpp === null
        ? `${escaped(full)}, именуемый в дальнейшем «${role}», действующий на основании записи в ЕГРИП`
        : `${escaped(full)}, именуемое в дальнейшем «${role}», в лице уполномоченного представителя, действующего на основании ${chance.of(['Устава', 'доверенности', 'приказа'])}`
    const town = seller.address.split(', ').find((part) => /^г\. (?!о\.)/.test(part))
    const contract = `${chance.whole(2, 290)}/${chance.of(['24', '25', 'П', 'ПС'])}`
    const vat = isTaxed ? `, в том числе НДС ${deal.money(deal.vatMinor)} руб.` : ', НДС не облагается.'
    return {
      body: `<h1>Акт приёма-передачи товара № ${deal.number}</h1><p class="c">по договору поставки № ${contract} от 15.01.2025 г.</p><p class="row top"><span>${town}</span><span>${dateIn(chance.of(['«dd» month yyyy г.', 'dd.mm.yyyy г.', 'dd month yyyy года']), deal.date)}</span></p><p class="j">${party(seller, 'Поставщик')}, с одной стороны, и ${party(buyer, 'Покупатель')}, с другой стороны, вместе именуемые «Стороны», составили настоящий акт о нижеследующем:</p><p class="j">1. Поставщик передал, а Покупатель принял следующий товар:</p>${table({ columns, lines: deal.lines, after })}<p class="j">2. Стоимость переданного товара составляет ${deal.money(deal.totalMinor)} руб. (${roublesInWords(deal.totalMinor)})${vat}</p><p class="j">3. Количество и качество товара проверены при приёмке и соответствуют условиям договора. Стороны претензий друг к другу не имеют.</p><p class="j">4. Настоящий акт составлен в двух экземплярах, имеющих равную юридическую силу, по одному для каждой из Сторон.</p><div class="end"><p class="c b">Реквизиты и подписи Сторон</p>${endingSides(deal)}${signed(chance, seller, [6, -15])}</div>`,
      css: `${PLAIN}${GRID}h1{text-align:center;font-size:130%}.top{margin:.9em 0}.j{text-align:justify;text-indent:9mm;line-height:1.2}.goods{margin:.5em 0}.goods th{vertical-align:middle}.sides{margin-top:.4em}.sides p{margin:.1em 0}.sides .hand{margin-top:1.8em}`,
    }
  },
}

export const halfPage: Layout = {
  name: 'накладная and its second copy cut off',
  kind: 'receipt',
  paper: 'a5-landscape',
  size: [7.8, 9],
  vat: ['none', 'included'],
  sku: true,
  most: 9,
  html(deal, chance) {
    const { number, sku, name, unit, quantity, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...sku, head: 'Арт.' },
      { ...name, width: 34 },
      quantity,
      { ...unit, head: 'ед' },
      price,
      amount,
    ]
    const all = sumOf(deal.lines, (line) => line.quantityMilli)
    const after = `<tr class="b"><td colspan="3" class="right">Итого:</td><td class="right">${deal.quantity(all)}</td><td colspan="2"></td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
    return {
      body: `<div class="row"><h1>Накладная ${deal.number}</h1><span>${deal.dateText}</span></div><p>Поставщик: ${escaped(deal.seller.name)}, ИНН ${deal.seller.inn}, ${deal.seller.phone}</p><p>Получатель: ${escaped(deal.buyer.short)}; маршрут ${chance.whole(1, 18)}, торг. агент ${deal.buyer.head}</p>${table({ columns, lines: deal.lines, after })}<div class="end">${deal.vat === 'none' ? '' : `<p>НДС в сумме: ${deal.money(deal.vatMinor)}</p>`}<p>Сумма прописью: ${roublesInWords(deal.totalMinor)}</p><p class="foot">Отпустил ____________ &emsp; Экспедитор ____________ &emsp; Принял ____________</p>${signed(chance, deal.seller, [18, -7])}<p class="cut">✂ - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -</p></div>`,
      css: `${PLAIN}${GRID}h1{font-size:130%}.goods{margin:.4em 0}.foot{margin-top:1.4em}.cut{color:#888;overflow:hidden;white-space:nowrap;margin-top:1em}`,
    }
  },
}

/**
 * Returns the shop's selling price: the supplier's price plus a mark-up, rounded up to whole roubles, or to tens of
 * kopecks for cheap goods.
 */
function shelfPrice({ priceMinor }: Line, markup: number): number {
  const step = priceMinor < 2000 ? 10 : 100
  return step * Math.ceil((priceMinor * (100 + markup)) / 100 / step)
}

export const shelfNote: Layout = {
  name: 'накладная of a supplier of small shops',
  kind: 'receipt',
  paper: 'a4',
  size: [8, 9.2],
  vat: ['included', 'none', 'included'],
  sku: true,
  most: 17,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, sku, name, unit, quantity, price, amount } = cellsOf(deal)
    const usual = chance.of([20, 25, 30, 35])
    const markups = deal.lines.map(() => usual + chance.of([0, 0, 0, 5, 10, 15, 20]))
    const shelf = (line: Line, index: number) => shelfPrice(line, markups[index]!)
    const columns: Column[] = [
      number,
      { ...sku, head: 'Код товара', width: 17 },
      { ...name, head: 'Товар', width: 33 },
      unit,
      quantity,
      { ...price, head: 'Цена поставщика' },
      { ...amount, head: 'Сумма поставки' },
      { head: 'Наценка, %', width: 10, align: 'center', cell: (_, index) => String(markups[index]) },
      { head: 'Цена розничная', width: 12, align: 'right', cell: (line, index) => deal.money(shelf(line, index)) },
    ]
    const shelves = deal.lines.reduce(
      (sum, line, index) => sum + Math.round((line.quantityMilli * shelf(line, index)) / 1000),
      0,
    )
    const after = `<tr class="b"><td colspan="6" class="right">Итого</td><td class="right">${deal.money(deal.totalMinor)}</td><td></td><td></td></tr>`
    const vat = deal.vat === 'none' ? 'НДС не облагается' : `в т. ч. НДС${rateOf(deal)} ${deal.money(deal.vatMinor)}`
    return {
      body: `<div class="two"><div><p class="k">Поставщик</p><p class="b">${escaped(seller.name)}</p><p>ИНН ${seller.inn}${kppOf(seller)}</p><p>${seller.address}</p><p>Тел. ${seller.phone}</p></div><div><p class="k">Магазин (получатель)</p><p class="b">${escaped(buyer.name)}</p><p>ИНН ${buyer.inn}${kppOf(buyer)}</p><p>${buyer.address}</p></div></div><h1>Накладная № ${deal.number} от ${deal.dateText}</h1><p>с розничными ценами, для отдела № ${chance.whole(1, 6)}</p>${table({ columns, lines: deal.lines, after })}<div class="end"><p class="b">К оплате поставщику: ${deal.money(deal.totalMinor)} руб., ${vat}</p><p>${roublesInWords(deal.totalMinor)}</p><p>Всего ${linesOf(deal)}. Стоимость товара в розничных ценах: ${deal.money(shelves)} руб.</p><div class="row sign"><span>Отпустил ______________ ${seller.head}</span><span>Товар принял, цены проверил ______________</span></div>${signed(chance, seller, [16, -8])}${chance.is(0.25) ? clerkStamp(chance, [128, -9]) : ''}</div>`,
      css: `${PLAIN}${GRID}p{margin:.15em 0}.k{color:#444;font-size:88%}h1{font-size:145%;margin:.9em 0 .1em}.goods{margin:.6em 0}.goods th{font-size:92%;background:${chance.of(['#f4f4f4', '#fff', '#eaf1ea'])}}.end p{margin:.35em 0}.sign{margin-top:2.2em}`,
    }
  },
}
