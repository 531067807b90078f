/** Layouts of invoices that also contain the terms of a contract, and of offers, for the hold-out set. */
import { type Column, escaped, type Layout, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import { barCode, cellsOf, GRID, kppOf, linesOf, rateOf, signed, squareCode } from './parts.ts'

const PLAIN =
  '.end{break-inside:avoid;padding-bottom:22mm}.r{text-align:right}.c{text-align:center}.b{font-weight:bold}p{margin:.3em 0}.two{display:flex;gap:8mm}.two>div{flex:1}'

export const reportingBill: Layout = {
  name: 'bill of an exchange service, with VAT by line',
  kind: 'invoice',
  paper: 'a4',
  size: [8, 9.2],
  vat: ['included'],
  sku: false,
  most: 17,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, quantity, unit, price, amount, rate, vat } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...name, head: 'Наименование товара, работы, услуги', width: 33 },
      { ...unit, head: 'Ед. изм' },
      { ...quantity, head: 'Кол-во' },
      { ...price, head: 'Цена, с НДС' },
      { ...amount, head: 'Сумма, с НДС' },
      { ...rate, head: 'Ставка НДС' },
      { ...vat, head: 'в т.ч. НДС' },
    ]
    const after = `<tr class="b"><td colspan="5">Итого к оплате</td><td class="right">${deal.money(deal.totalMinor)}</td><td></td><td class="right">${deal.money(deal.vatMinor)}</td></tr>`
    const pair = (what: string, value: string) => `<p><span class="k">${what}</span>${value}</p>`
    return {
      body: `<div class="two"><div><p class="b big">${escaped(seller.name)}</p>${pair('ИНН/КПП', `${seller.inn}${kppOf(seller, '/')}`)}${pair('Адрес', seller.address)}${pair('Телефон', seller.phone)}</div><div>${pair('Банк', escaped(seller.bank.name))}${pair('БИК', seller.bank.bik)}${pair('Корр. счет', seller.bank.corr)}${pair('Расч. счет', seller.bank.account)}</div></div><h1>Счет на оплату № ${deal.number} от ${deal.dateText}</h1>${pair('Заказчик', `<b>${escaped(buyer.name)}</b>, ИНН ${buyer.inn}${kppOf(buyer)}`)}${pair('Назначение', `Оплата по счету, в т.ч. НДС${rateOf(deal)}`)}${table({ columns, lines: deal.lines, after })}<div class="end"><p>Всего ${linesOf(deal)}, сумма: <b>${roublesInWords(deal.totalMinor)}</b></p><div class="two sign"><div>Руководитель<br><br>_____________ / ${seller.head} /</div><div>Главный бухгалтер<br><br>_____________ / ${seller.head} /</div></div>${signed(chance, seller, [6, -8])}</div>`,
      css: `${PLAIN}.big{font-size:120%}.k{display:inline-block;width:22mm;color:#555}h1{font-size:150%;margin:1em 0 .5em}.goods{margin:4mm 0}.goods th{background:#e9edf3;border-bottom:1px solid #8a94a6;text-align:center}.goods td{border-bottom:1px solid #c6ccd6}.sign{margin-top:2em}`,
    }
  },
}

export const contractBill: Layout = {
  name: 'bill that is a contract, with its terms',
  kind: 'invoice',
  paper: 'a4',
  size: [8.6, 9.8],
  vat: ['none', 'included'],
  sku: false,
  most: 9,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, quantity, unit, price, amount } = cellsOf(deal)
    const columns: Column[] = [
      { ...name, head: 'Наименование Товара', width: 44 },
      { ...unit, head: 'Ед. изм.' },
      { ...quantity, head: 'Количество', width: 11 },
      { ...price, head: deal.vat === 'none' ? 'Цена, руб.' : 'Цена с НДС, руб.', width: 13 },
      { ...amount, head: deal.vat === 'none' ? 'Стоимость, руб.' : 'Стоимость с НДС, руб.' },
    ]
    const vat =
      deal.vat === 'none'
        ? 'без НДС (применяется УСН)'
        : `в том числе НДС${rateOf(deal)} — ${deal.money(deal.vatMinor)} руб`
    const side = (role: string, { name: full, inn, address, phone, bank, head }: typeof seller, kpp: string) =>
      `<div><p class="b">${role}</p><p>${escaped(full)}</p><p>ИНН ${inn}${kpp}</p><p>${address}</p><p>Р/с ${bank.account}</p><p>${escaped(bank.name)}</p><p>БИК ${bank.bik}, к/с ${bank.corr}</p><p>Тел. ${phone}</p><p class="sign">______________ ${head}</p></div>`
    const days = chance.whole(3, 15)
    return {
      body: `<h1>СЧЕТ-ДОГОВОР № ${deal.number}</h1><div class="two"><div>${seller.address.split(', ')[1]}</div><div class="r">${deal.dateText}</div></div><p class="j">${escaped(seller.name)}, именуемое в дальнейшем «Поставщик», и ${escaped(buyer.name)}, именуемое в дальнейшем «Покупатель», заключили настоящий счет-договор о нижеследующем:</p><p class="j">1. Поставщик обязуется передать, а Покупатель — принять и оплатить следующий Товар:</p>${table({ columns, lines: deal.lines, after: `<tr class="b"><td colspan="4" class="right">Итого</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>` })}<div class="end"><p class="j">2. Общая стоимость Товара ${deal.money(deal.totalMinor)} (${roublesInWords(deal.totalMinor)}), ${vat}.</p><p class="j">3. Оплата производится в порядке 100 % предоплаты в течение ${days} банковских дней. Счет-договор действителен ${days} дней с даты составления.</p><p class="j">4. Срок поставки — ${chance.whole(2, 30)} рабочих дней с момента поступления денежных средств. Право собственности переходит в момент подписания накладной.</p><p class="j">5. За просрочку поставки Поставщик уплачивает пеню 0,1 % за каждый день, но не более 10 % стоимости Товара.</p><p class="j">6. Споры рассматриваются в Арбитражном суде по месту нахождения Поставщика. Факсимильные копии имеют юридическую силу.</p><div class="two sides">${side('ПОСТАВЩИК', seller, kppOf(seller))}${side('ПОКУПАТЕЛЬ', buyer, kppOf(buyer))}</div>${signed(chance, seller, [4, -6])}</div>`,
      css: `${PLAIN}${GRID}h1{text-align:center;font-size:140%;margin-bottom:.6em}.j{text-align:justify;text-indent:6mm}.goods{margin:.5em 0}.sides{margin-top:1.2em}.sign{margin-top:2em}`,
    }
  },
}

export const openOffer: Layout = {
  name: 'offer with days of delivery',
  kind: 'invoice',
  paper: 'a4',
  size: [9, 10.4],
  vat: ['none', 'included'],
  sku: false,
  most: 12,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, name, quantity, unit, price, amount } = cellsOf(deal)
    const days = deal.lines.map(() => chance.of(['в наличии', '3-5 дн.', '7 дн.', 'под заказ', '10-14 дн.']))
    const columns: Column[] = [
      { ...number, head: 'Поз.', width: 5 },
      { ...name, head: 'Предмет предложения', width: 34 },
      { head: 'Срок', width: 11, align: 'center', cell: (_, index) => days[index]! },
      { ...quantity, head: 'Кол.' },
      { ...unit, head: 'Ед.' },
      { ...price, head: 'Цена, ₽' },
      { ...amount, head: 'Стоимость, ₽' },
    ]
    const colour = chance.of(['#1c4e80', '#7a1f2b', '#2f5d3a', '#333'])
    const vat = deal.vat === 'none' ? 'НДС не облагается' : `в т. ч. НДС${rateOf(deal)}: ${deal.money(deal.vatMinor)} ₽`
    return {
      body: `<div class="two top"><div class="logo">${escaped(seller.short)}</div><div class="r">${seller.address}<br>${seller.phone}</div></div><h1>Счёт-оферта № ${deal.number}</h1><p class="c">от ${deal.dateText}</p><p>Для кого: ${escaped(buyer.short)}</p><p>Настоящий счёт является офертой (ст. 435 ГК РФ). Акцепт — оплата в течение ${chance.whole(3, 10)} дней.</p>${table({ columns, lines: deal.lines })}<div class="end"><p class="r big">Итого: ${deal.money(deal.totalMinor)} ₽</p><p class="r">${vat}</p><p>${roublesInWords(deal.totalMinor)}</p><p class="b">Реквизиты для оплаты</p><p>Получатель: ${escaped(seller.name)}; ИНН ${seller.inn}${kppOf(seller, '; КПП ')}; р/с ${seller.bank.account}; банк ${escaped(seller.bank.name)}; БИК ${seller.bank.bik}; к/с ${seller.bank.corr}</p><div class="two sign"><div>С уважением,<br>${seller.head}</div><div class="r">${squareCode(chance, 22)}</div></div>${signed(chance, seller, [30, -20])}</div>`,
      css: `${PLAIN}.top{border-bottom:3px solid ${colour};padding-bottom:2mm;font-size:88%}.logo{font-size:150%;font-weight:bold;color:${colour}}h1{text-align:center;font-size:160%;margin-top:.7em}.goods{margin:.8em 0}.goods th{background:${colour};color:#fff;text-align:center}.goods td{border-bottom:1px solid #bbb}.big{font-size:130%;font-weight:bold}.sign{margin-top:1.5em}`,
    }
  },
}

export const webShopBill: Layout = {
  name: 'bill of a shop on the web, codes below the names',
  kind: 'invoice',
  paper: 'a4',
  size: [8.8, 10],
  vat: ['none', 'included'],
  sku: true,
  most: 13,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { name, price, amount, quantity } = cellsOf(deal)
    const columns: Column[] = [
      {
        ...name,
        head: 'Товар',
        width: 50,
        cell: (line) =>
          `${escaped(line.name)}${line.sku === null ? '' : `<br><span class="g">Артикул: ${escaped(line.sku)}</span>`}`,
      },
      { ...price, head: 'Цена', cell: (line) => `${deal.money(line.priceMinor)} ₽`, width: 15 },
      {
        ...quantity,
        head: 'Количество',
        align: 'center',
        cell: (line) => `${deal.quantity(line.quantityMilli)} ${line.unit}`,
        width: 15,
      },
      { ...amount, head: 'Итого', cell: (line) => `${deal.money(line.amountMinor)} ₽`, width: 17 },
    ]
    return {
      body: `<div class="two"><div><h1>Счёт № ${deal.number}</h1><p class="g">от ${deal.dateText}</p><p>по заказу ${chance.whole(100_000, 999_999)}</p></div><div class="r">${squareCode(chance, 26)}</div></div><div class="two cards"><div><p class="g">Продавец</p><p class="b">${escaped(seller.name)}</p><p>ИНН ${seller.inn}${kppOf(seller, '<br>КПП ')}</p><p>${seller.address}</p><p>Р/с ${seller.bank.account}<br>${escaped(seller.bank.name)}<br>БИК ${seller.bank.bik}<br>К/с ${seller.bank.corr}</p></div><div><p class="g">Покупатель</p><p class="b">${escaped(buyer.name)}</p><p>ИНН ${buyer.inn}${kppOf(buyer, '<br>КПП ')}</p><p class="g">Доставка</p><p>Самовывоз, пункт выдачи № ${chance.whole(2, 60)}</p></div></div>${table({ columns, lines: deal.lines })}<div class="end"><table class="sums"><tr><td>Товаров на</td><td>${deal.money(deal.totalMinor)} ₽</td></tr><tr><td>Доставка</td><td>бесплатно</td></tr><tr><td>${deal.vat === 'none' ? 'НДС' : 'В т. ч. НДС'}</td><td>${deal.vat === 'none' ? 'не облагается' : `${deal.money(deal.vatMinor)} ₽`}</td></tr><tr class="b"><td>К оплате</td><td>${deal.money(deal.totalMinor)} ₽</td></tr></table><p class="g foot">Счёт сформирован автоматически и действителен без подписи и печати.</p></div>`,
      css: `${PLAIN}h1{font-size:190%}.g{color:#444;font-size:93%}.cards{margin:4mm 0}.goods th{border-bottom:2px solid #444;text-align:left;color:#444}.goods th:not(:first-child){text-align:right}.goods td{border-bottom:1px solid #ddd;padding:.4em .3em}.sums{width:50%;margin:3mm 0 0 50%}.sums td:last-child{text-align:right;white-space:nowrap}.foot{margin-top:1.5em}`,
    }
  },
}

export const wideBill: Layout = {
  name: 'bill across, VAT on top in columns',
  kind: 'invoice',
  paper: 'a4-landscape',
  size: [8, 9.2],
  vat: ['net', 'rounded'],
  sku: true,
  most: 13,
  isLong: true,
  html(deal, chance) {
    const { seller, buyer } = deal
    const { number, sku, name, unit, quantity, price, amount, rate, vat, whole } = cellsOf(deal)
    const columns: Column[] = [
      number,
      { ...sku, head: 'Номенкл. №' },
      { ...name, width: 38 },
      { ...unit, head: 'ЕИ' },
      quantity,
      { ...price, head: 'Цена без НДС' },
      { ...amount, head: 'Сумма без НДС' },
      { ...rate, head: '% НДС' },
      { ...vat, head: 'НДС' },
      { ...whole, head: 'Сумма с НДС' },
    ]
    const after = `<tr class="b"><td colspan="6" class="right">ИТОГО:</td><td class="right">${deal.money(deal.sumMinor)}</td><td></td><td class="right">${deal.money(deal.vatMinor)}</td><td class="right">${deal.money(deal.totalMinor)}</td></tr>`
    return {
      body: `<div class="two"><div><p class="b">Поставщик: ${escaped(seller.name)}</p><p>ИНН ${seller.inn}${kppOf(seller)}; ${seller.address}; ${seller.phone}</p><p>р/с ${seller.bank.account}, ${escaped(seller.bank.name)}, БИК ${seller.bank.bik}, к/с ${seller.bank.corr}</p></div><div><p class="b">Плательщик: ${escaped(buyer.name)}</p><p>ИНН ${buyer.inn}${kppOf(buyer)}; ${buyer.address}</p></div></div><div class="two mid"><div><h1>СЧЕТ № ${deal.number} от ${dateIn('dd.mm.yyyy', deal.date)}</h1><p>к договору поставки ${chance.whole(10, 400)}-П/24</p></div><div class="r">${barCode(chance, 46)}</div></div>${table({ columns, lines: deal.lines, after })}<div class="end"><p>К оплате: ${roublesInWords(deal.totalMinor)}, в том числе НДС ${deal.money(deal.vatMinor)}</p><p class="sign">Руководитель предприятия ________________ ${seller.head} &emsp;&emsp; Главный бухгалтер ________________ ${seller.head}</p>${signed(chance, seller, [44, -8])}</div>`,
      css: `${PLAIN}${GRID}.two>div{padding:1mm}h1{font-size:150%}.mid{align-items:center}.goods{margin:2mm 0}.goods th{font-size:92%}.sign{margin-top:2.2em}`,
    }
  },
}
