/**
 * Layouts of invented documents: official forms, forms printed by accounting programs, and forms that people designed
 * themselves.
 */
import type { Chance } from './chance.ts'
import {
  type Contents,
  contentsOf,
  dateText,
  type Good,
  moneyText,
  quantityText,
  type Style,
  styleOf,
} from './contents.ts'
import {
  drawLine,
  drawTable,
  drawText,
  type Sheet,
  sheetOf,
  type TableColumn,
  type TableStyle,
  wrapped,
} from './drawing.ts'

export interface Drawn {
  readonly sheet: Sheet
  readonly contents: Contents
  readonly kind: 'invoice' | 'torg12' | 'upd' | 'receipt'
  readonly layout: string
  readonly hasUnits?: boolean
  /** The vertical position of a stamp that may cover the text. */
  readonly stampY: number
}

type Layout = (chance: Chance, font: string) => Drawn

const MARGIN = 36

interface Cell {
  readonly title: string
  readonly width: number
  readonly align: TableColumn['align']
  readonly text: (good: Good, index: number) => string
}

function tableStyleOf(chance: Chance, rules: TableStyle['rules']): TableStyle {
  return {
    rules,
    vertical: chance.of(['top', 'middle']),
    shadedHead: chance.is(0.4),
    padding: chance.between(1.8, 4.5),
    numbering: false,
  }
}

/** Returns a function that joins a product's name and code, for tables without a code column. */
function describedBy(chance: Chance): (good: Good) => string {
  const way = chance.whole(0, 2)
  return ({ name, sku }) =>
    sku === null
      ? name
      : way === 0
        ? `${name}, арт. ${sku}`
        : way === 1
          ? `${name} (${sku})`
          : /-/.test(sku)
            ? `${sku} ${name}`
            : `${name} арт. ${sku}`
}

function drawCells(
  sheet: Sheet,
  y: number,
  { cells, goods, style }: { cells: readonly Cell[]; goods: readonly Good[]; style: TableStyle },
): number {
  const wide = cells.reduce((sum, cell) => sum + cell.width, 0)
  const scale = (sheet.width - 2 * MARGIN) / wide
  const columns = cells.map(({ title, width, align }) => ({ title, width: width * scale, align }))
  const rows = goods.map((good, index) => cells.map((cell) => cell.text(good, index)))
  return drawTable(sheet, { x: MARGIN, y, columns }, rows, style)
}

const numberCell: Cell = { title: '№', width: 22, align: 'middle', text: (_, index) => String(index + 1) }

function figures(style: Style): Record<'quantity' | 'price' | 'amount' | 'rate' | 'vat' | 'withVat', Cell> {
  return {
    quantity: { title: 'Кол-во', width: 48, align: 'end', text: (good) => quantityText(good.quantityMilli, style) },
    price: { title: 'Цена', width: 60, align: 'end', text: (good) => moneyText(good.priceMinor, style) },
    amount: { title: 'Сумма', width: 68, align: 'end', text: (good) => moneyText(good.amountMinor, style) },
    rate: {
      title: 'Ставка НДС',
      width: 40,
      align: 'middle',
      text: (good) => (good.vatRate === 0 ? 'Без НДС' : `${good.vatRate}%`),
    },
    vat: {
      title: 'Сумма НДС',
      width: 58,
      align: 'end',
      text: (good) => (good.vatRate === 0 ? '-' : moneyText(good.vatMinor, style)),
    },
    withVat: {
      title: 'Всего с НДС',
      width: 68,
      align: 'end',
      text: (good) => moneyText(good.amountMinor + good.vatMinor, style),
    },
  }
}

function drawParagraph(sheet: Sheet, x: number, y: number, { text, width }: { text: string; width: number }): number {
  const lines = wrapped(text, width, sheet.size)
  for (const [index, line] of lines.entries()) drawText(sheet, x, y + index * sheet.size * 1.25, line)
  return y + lines.length * sheet.size * 1.25
}

const partyText = ({ name, inn, kpp, address }: Contents['supplier']) =>
  `${name}, ИНН ${inn}${kpp === null ? '' : `, КПП ${kpp}`}, ${address}`

function drawTotals(
  sheet: Sheet,
  y: number,
  { contents, style, chance }: { contents: Contents; style: Style; chance: Chance },
): number {
  const right = sheet.width - MARGIN
  const rows: [string, string][] = [[chance.of(['Итого:', 'ИТОГО', 'Итого']), moneyText(contents.netMinor, style)]]
  if (contents.vat === 'none') rows.push(['Без налога (НДС)', '-'])
  else rows.push([contents.vat === 'included' ? 'В том числе НДС:' : 'Сумма НДС:', moneyText(contents.vatMinor, style)])
  rows.push([chance.of(['Всего к оплате:', 'ВСЕГО К ОПЛАТЕ', 'К оплате:']), moneyText(contents.totalMinor, style)])
  for (const [index, [label, amount]] of rows.entries()) {
    const at = y + (index + 1.4) * sheet.size * 1.5
    drawText(sheet, right - 95, at, label, { anchor: 'end', isBold: index === 2 })
    drawText(sheet, right - 4, at, amount, { anchor: 'end', isBold: index === 2 })
  }
  return y + 5.5 * sheet.size * 1.5
}

/** An invoice (счёт) with the bank details at the top and a varying order of columns. */
const bankInvoice: Layout = (chance, font) => {
  const sheet = sheetOf(595, 842, font, chance.between(8.2, 10.5))
  const hasSkuColumn = chance.is(0.4)
  const contents = contentsOf(chance, { maxGoods: 16, withSku: hasSkuColumn || chance.is(0.4) })
  const { supplier, buyer } = contents
  const style = styleOf(chance)
  const line = sheet.size * 1.4
  drawText(
    sheet,
    MARGIN,
    50,
    `Банк получателя: АО «Пробный банк», БИК 0440${chance.whole(10000, 99999)}, к/с 3010181${chance.whole(1000000, 9999999)}000001`,
  )
  drawText(
    sheet,
    MARGIN,
    50 + line,
    `Получатель: ${supplier.name}, ИНН ${supplier.inn}, р/с 4070281${chance.whole(1000000, 9999999)}000012`,
  )
  drawLine(sheet, [MARGIN, 58 + line, 559, 58 + line], 1)
  const title = chance.of(['Счёт на оплату', 'СЧЕТ', 'Счет на оплату', 'Счет-договор'])
  drawText(sheet, 297, 92 + line, `${title} № ${contents.number} от ${dateText(chance, contents.date)}`, {
    size: sheet.size * 1.5,
    isBold: true,
    anchor: 'middle',
  })
  let y = 92 + 3 * line
  for (const [label, party] of [
    [chance.of(['Поставщик:', 'Исполнитель:', 'Продавец:']), supplier],
    [chance.of(['Покупатель:', 'Заказчик:', 'Плательщик:']), buyer],
  ] as const) {
    drawText(sheet, MARGIN, y, label)
    y = drawParagraph(sheet, MARGIN + 75, y, { text: partyText(party), width: 440 }) + 4
  }
  const { quantity, price, amount, rate, vat, withVat } = figures(style)
  const describe = describedBy(chance)
  const name: Cell = {
    title: chance.of(['Наименование', 'Товары (работы, услуги)', 'Наименование товара']),
    width: 200,
    align: 'start',
    text: hasSkuColumn ? (good) => good.name : describe,
  }
  const sku: Cell = { title: 'Артикул', width: 55, align: 'start', text: (good) => good.sku ?? '' }
  const unit: Cell = { title: 'Ед.', width: 30, align: 'middle', text: (good) => good.unit }
  const order = chance.of([
    [quantity, unit, price],
    [unit, quantity, price],
    [price, quantity, unit],
  ])
  const tail = contents.vat === 'on-top' && chance.is(0.6) ? [rate, vat, withVat] : []
  const cells = [numberCell, ...(hasSkuColumn ? [sku] : []), name, ...order, amount, ...tail]
  y = drawCells(sheet, y + 4, {
    cells,
    goods: contents.goods,
    style: tableStyleOf(chance, chance.of(['grid', 'grid', 'rows'])),
  })
  y = drawTotals(sheet, y, { contents, style, chance })
  drawText(
    sheet,
    MARGIN,
    y,
    `Всего наименований ${contents.goods.length}, на сумму ${moneyText(contents.totalMinor, style)} руб.`,
  )
  drawText(sheet, MARGIN, y + 40, 'Руководитель ________________   Бухгалтер ________________')
  return { sheet, contents, kind: 'invoice', layout: 'bank-invoice', stampY: y + 35 }
}

/** A modern invoice (счёт) without borders. Amounts have the rouble sign, and codes are below the names. */
const modernInvoice: Layout = (chance, font) => {
  const sheet = sheetOf(595, 842, font, chance.between(8.8, 11))
  const contents = contentsOf(chance, { maxGoods: 12, withSku: chance.is(0.5) })
  const style = styleOf(chance)
  const rouble = chance.is(0.4) ? ' ₽' : ''
  drawText(sheet, MARGIN, 60, contents.supplier.name, { size: 15, isBold: true })
  drawText(
    sheet,
    MARGIN,
    78,
    `ИНН ${contents.supplier.inn}${contents.supplier.kpp === null ? '' : ` / КПП ${contents.supplier.kpp}`}`,
  )
  drawText(sheet, MARGIN, 93, contents.supplier.address)
  drawText(sheet, MARGIN, 130, `Счёт № ${contents.number}`, { size: 18, isBold: true })
  drawText(sheet, MARGIN, 148, `от ${dateText(chance, contents.date)}`)
  drawText(sheet, MARGIN, 172, `Покупатель: ${contents.buyer.name}, ИНН ${contents.buyer.inn}`)
  const { quantity, price, amount } = figures(style)
  const money = (cell: Cell): Cell => ({
    ...cell,
    width: cell.width + 8,
    text: (good, index) => cell.text(good, index) + rouble,
  })
  const describe = describedBy(chance)
  const name: Cell = { title: 'Товар', width: 240, align: 'start', text: describe }
  const withUnit: Cell = {
    ...quantity,
    title: 'Количество',
    width: 66,
    text: (good, index) => `${quantity.text(good, index)} ${good.unit}`,
  }
  const cells = chance.is(0.5)
    ? [name, money(price), withUnit, money(amount)]
    : [numberCell, name, withUnit, money(price), money(amount)]
  const y = drawCells(sheet, 195, {
    cells,
    goods: contents.goods,
    style: tableStyleOf(chance, chance.of(['rows', 'none'])),
  })
  const end = drawTotals(sheet, y, { contents, style, chance })
  return { sheet, contents, kind: 'invoice', layout: 'modern-invoice', stampY: end }
}

/** A ТОРГ-12 delivery note in landscape format. */
const torg12: Layout = (chance, font) => {
  const sheet = sheetOf(842, 595, font, chance.between(6.8, 8.4))
  const contents = contentsOf(chance, { maxGoods: 12, withSku: chance.is(0.5) })
  const style: Style = { ...styleOf(chance), thousands: ' ', quantityDecimals: 'three', point: ',' }
  const small = { size: sheet.size * 0.8 }
  drawText(sheet, 806, 28, 'Унифицированная форма № ТОРГ-12', { ...small, anchor: 'end' })
  drawText(sheet, 806, 38, 'Утверждена постановлением Госкомстата России от 25.12.98 № 132', {
    ...small,
    anchor: 'end',
  })
  drawText(sheet, 806, 52, 'Форма по ОКУД 0330212', { ...small, anchor: 'end' })
  let y = 50
  for (const [label, party] of [
    ['Грузоотправитель', contents.supplier],
    ['Грузополучатель', contents.buyer],
    ['Поставщик', contents.supplier],
    ['Плательщик', contents.buyer],
  ] as const) {
    drawText(sheet, MARGIN, y, label)
    y = drawParagraph(sheet, MARGIN + 80, y, { text: partyText(party), width: 480 }) + 2
    drawLine(sheet, [MARGIN + 78, y - sheet.size * 0.9, 620, y - sheet.size * 0.9], 0.4)
    y += 3
  }
  drawText(
    sheet,
    MARGIN,
    y,
    `Основание   Договор № ${chance.whole(10, 900)} от ${chance.whole(10, 28)}.0${chance.whole(1, 9)}.2023`,
  )
  y += 14
  for (const [index, [title, value]] of [
    ['Номер документа', contents.number],
    ['Дата составления', dateText(chance, contents.date).replace(/[«»]/g, '')],
  ].entries()) {
    const x = 380 + index * 105
    sheet.parts.push(`<rect x="${x}" y="${y}" width="105" height="28" fill="none" stroke="#222" stroke-width="0.7"/>`)
    drawText(sheet, x + 52, y + 10, title!, { ...small, anchor: 'middle' })
    drawText(sheet, x + 52, y + 23, value!, { anchor: 'middle', isBold: true })
  }
  drawText(sheet, 370, y + 22, 'ТОВАРНАЯ НАКЛАДНАЯ', { size: sheet.size * 1.35, isBold: true, anchor: 'end' })
  y += 36
  const { quantity, price, amount, rate, vat, withVat } = figures(style)
  const goods =
    contents.vat === 'included' ? contents.goods.map((good) => ({ ...good, vatRate: 0, vatMinor: 0 })) : contents.goods
  const cells: Cell[] = [
    { ...numberCell, title: 'Но-мер' },
    {
      title: 'наименование, характеристика, сорт, артикул товара',
      width: 215,
      align: 'start',
      text: (good) => good.name,
    },
    { title: 'код', width: 55, align: 'middle', text: (good) => good.sku ?? '' },
    { title: 'Ед. изм.', width: 32, align: 'middle', text: (good) => good.unit },
    { title: 'код по ОКЕИ', width: 34, align: 'middle', text: () => '796' },
    { title: 'Мест, штук', width: 30, align: 'middle', text: () => '' },
    { ...quantity, title: 'Коли-чество' },
    { ...price, title: 'Цена, руб. коп.' },
    { ...amount, title: 'Сумма без учета НДС' },
    rate,
    vat,
    { ...withVat, title: 'Сумма с учетом НДС' },
  ]
  y = drawCells(sheet, y, {
    cells,
    goods,
    style: {
      rules: 'grid',
      vertical: chance.of(['top', 'middle']),
      shadedHead: false,
      padding: chance.between(1.5, 3),
      numbering: true,
    },
  })
  const right = 842 - MARGIN
  const total = goods.reduce((sum, good) => sum + good.amountMinor + good.vatMinor, 0)
  drawText(sheet, 380, y + 12, 'Всего по накладной', { anchor: 'end' })
  drawText(sheet, right - 3, y + 12, moneyText(total, style), { anchor: 'end' })
  drawText(sheet, MARGIN, y + 40, 'Отпуск груза разрешил ______________   Груз принял ______________')
  const isFlat = contents.vat === 'included'
  return {
    sheet,
    contents: isFlat ? { ...contents, goods, totalMinor: total } : contents,
    kind: 'torg12',
    layout: 'torg12',
    stampY: y + 40,
  }
}

/** A УПД (an invoice that is also a delivery note) in landscape format. */
const upd: Layout = (chance, font) => {
  const sheet = sheetOf(842, 595, font, chance.between(6.8, 8.2))
  const made = contentsOf(chance, { maxGoods: 12, withSku: chance.is(0.8) })
  const contents: Contents =
    made.vat === 'included'
      ? {
          ...made,
          vat: 'on-top',
          vatMinor: made.goods.reduce((sum, good) => sum + good.vatMinor, 0),
          totalMinor: made.netMinor + made.goods.reduce((sum, good) => sum + good.vatMinor, 0),
        }
      : made
  const style: Style = { ...styleOf(chance), point: ',' }
  const isUpd = chance.is(0.6)
  if (isUpd)
    for (const [index, word] of ['Универсальный', 'передаточный', 'документ'].entries())
      drawText(sheet, MARGIN, 40 + index * sheet.size * 1.2, word, { isBold: true })
  const x = isUpd ? 140 : MARGIN
  drawText(sheet, x, 40, `Счет-фактура № ${contents.number} от ${dateText(chance, contents.date)} (1)`, {
    isBold: true,
    size: sheet.size * 1.15,
  })
  drawText(sheet, x, 53, 'Исправление № -- от -- (1а)')
  const { supplier, buyer } = contents
  const kppOf = ({ inn, kpp }: Contents['supplier']) => (kpp === null ? inn : `${inn}/${kpp}`)
  const rows = [
    ['Продавец', supplier.name],
    ['Адрес', supplier.address],
    ['ИНН/КПП продавца', kppOf(supplier)],
    ['Грузоотправитель и его адрес', 'он же'],
    ['Покупатель', buyer.name],
    ['Адрес', buyer.address],
    ['ИНН/КПП покупателя', kppOf(buyer)],
    ['Валюта: наименование, код', 'Российский рубль, 643'],
  ]
  for (const [index, [label, value]] of rows.entries()) {
    const y = 66 + index * sheet.size * 1.5
    drawText(sheet, x, y, label!)
    drawText(sheet, x + 140, y, value!)
    if (chance.is(0.5)) drawLine(sheet, [x + 138, y + 2.5, 780, y + 2.5], 0.4)
  }
  const { quantity, price, amount, rate, vat, withVat } = figures(style)
  const cells: Cell[] = [
    { title: 'Код товара', width: 55, align: 'start', text: (good) => good.sku ?? '--' },
    { ...numberCell, title: '№ п/п' },
    {
      title: 'Наименование товара (описание выполненных работ)',
      width: 190,
      align: 'start',
      text: (good) => good.name,
    },
    { title: 'код', width: 26, align: 'middle', text: () => '796' },
    { title: 'условное обозна-чение', width: 36, align: 'middle', text: (good) => good.unit },
    { ...quantity, title: 'Коли-чество (объем)' },
    { ...price, title: 'Цена (тариф) за единицу' },
    { ...amount, title: 'Стоимость без налога - всего' },
    { title: 'В том числе акциз', width: 40, align: 'middle', text: () => 'без акциза' },
    { ...rate, title: 'Нало-говая ставка' },
    { ...vat, title: 'Сумма налога' },
    { ...withVat, title: 'Стоимость с налогом - всего' },
  ]
  const y = drawCells(sheet, 66 + rows.length * sheet.size * 1.5 + 6, {
    cells,
    goods: contents.goods,
    style: {
      rules: 'grid',
      vertical: 'top',
      shadedHead: false,
      padding: chance.between(1.5, 2.8),
      numbering: chance.is(0.7),
    },
  })
  drawText(sheet, MARGIN + 60, y + 12, 'Всего к оплате (9)', { isBold: true })
  drawText(sheet, 470, y + 12, moneyText(contents.netMinor, style), { anchor: 'end', isBold: true })
  drawText(sheet, 842 - MARGIN - 3, y + 12, moneyText(contents.totalMinor, style), { anchor: 'end', isBold: true })
  drawText(
    sheet,
    MARGIN,
    y + 40,
    `Дата отгрузки, передачи (сдачи) ${contents.date.getUTCDate()} числа   Товар передал ____________`,
  )
  return { sheet, contents, kind: 'upd', layout: isUpd ? 'upd' : 'schet-faktura', stampY: y + 45 }
}

/** A delivery note (накладная) that a shop designed itself. */
const ownNote: Layout = (chance, font) => {
  const sheet = sheetOf(595, 842, font, chance.between(9, 12))
  const hasSkuColumn = chance.is(0.4)
  const made = contentsOf(chance, { maxGoods: 18, withSku: hasSkuColumn || chance.is(0.3) })
  const contents: Contents = { ...made, vat: 'none', vatMinor: 0, totalMinor: made.netMinor }
  const style = styleOf(chance)
  const title = chance.of(['Накладная', 'Расходная накладная', 'РАСХОДНАЯ НАКЛАДНАЯ', 'Товарный чек', 'Заказ'])
  drawText(sheet, 297, 55, `${title} № ${contents.number} от ${dateText(chance, contents.date)}`, {
    size: sheet.size * 1.4,
    isBold: true,
    anchor: 'middle',
  })
  drawText(
    sheet,
    MARGIN,
    85,
    `${chance.of(['Поставщик', 'От кого', 'Продавец'])}: ${contents.supplier.name}, ИНН ${contents.supplier.inn}`,
  )
  drawText(sheet, MARGIN, 102, `${chance.of(['Покупатель', 'Кому', 'Получатель'])}: ${contents.buyer.name}`)
  const { quantity, price, amount } = figures(style)
  const describe = describedBy(chance)
  const name: Cell = {
    title: 'Наименование',
    width: 220,
    align: 'start',
    text: hasSkuColumn ? (good) => good.name : describe,
  }
  const sku: Cell = { title: chance.of(['Артикул', 'Код']), width: 62, align: 'start', text: (good) => good.sku ?? '' }
  const unit: Cell = { title: 'Ед. изм.', width: 38, align: 'middle', text: (good) => good.unit }
  const middle = chance.of([
    [unit, quantity, price],
    [quantity, unit, price],
    [quantity, price],
  ])
  const front = chance.is(0.8) ? [numberCell] : []
  const cells = [
    ...front,
    ...(hasSkuColumn ? (chance.is(0.5) ? [sku, name] : [name, sku]) : [name]),
    ...middle,
    { ...amount, title: 'Сумма, руб' },
  ]
  const y = drawCells(sheet, 120, {
    cells,
    goods: contents.goods,
    style: tableStyleOf(chance, chance.of(['grid', 'grid', 'rows', 'none'])),
  })
  drawText(sheet, 559 - 100, y + 20, chance.of(['ИТОГО:', 'Итого', 'Всего']), { anchor: 'end', isBold: true })
  drawText(sheet, 559 - 4, y + 20, moneyText(contents.totalMinor, style), { anchor: 'end', isBold: true })
  drawText(sheet, MARGIN, y + 60, 'Отпустил ____________   Получил ____________')
  const units = middle.includes(unit) ? {} : { hasUnits: false }
  return { sheet, contents, kind: 'receipt', layout: 'own-note', stampY: y + 50, ...units }
}

/** A till receipt, which is a narrow strip. */
const tillReceipt: Layout = (chance, font) => {
  const made = contentsOf(chance, { maxGoods: 8, withSku: false })
  const contents: Contents = { ...made, vat: 'none', vatMinor: 0, totalMinor: made.netMinor }
  const style: Style = { ...styleOf(chance), thousands: '' }
  const sheet = sheetOf(230, 160 + contents.goods.length * 50, font, chance.between(8.5, 10))
  const line = sheet.size * 1.35
  let y = 30
  const write = (text: string, anchor: 'start' | 'middle' | 'end' = 'start') => {
    drawText(sheet, anchor === 'start' ? 14 : anchor === 'end' ? 216 : 115, y, text, { anchor })
    y += line
  }
  write(contents.supplier.name, 'middle')
  write(`ИНН ${contents.supplier.inn}`, 'middle')
  write(`${chance.of(['ТОВАРНЫЙ ЧЕК', 'Чек', 'КАССОВЫЙ ЧЕК'])} № ${contents.number}`, 'middle')
  write(`${chance.of(['Дата', 'от'])} ${dateText(chance, contents.date)}`)
  const sign = chance.of(['х', '*', 'x'])
  for (const [index, good] of contents.goods.entries()) {
    for (const part of wrapped(`${index + 1}. ${good.name}`, 200, sheet.size)) write(part)
    write(`${quantityText(good.quantityMilli, style)} ${good.unit} ${sign} ${moneyText(good.priceMinor, style)}`)
    write(`=${moneyText(good.amountMinor, style)}`, 'end')
  }
  y += 4
  drawText(sheet, 14, y, 'ИТОГ', { isBold: true })
  write(`=${moneyText(contents.totalMinor, style)}`, 'end')
  return { sheet, contents, kind: 'receipt', layout: 'till-receipt', stampY: y }
}

export const LAYOUTS: readonly Layout[] = [bankInvoice, modernInvoice, torg12, upd, ownNote, tillReceipt]
