/**
 * Tests how the header above the lines is read, and how a page's pieces of text become a result. No pictures are used.
 */
import { expect, test } from 'vitest'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { LookAgain } from '../../server/recognition/picture/looks.ts'
import { HEADINGS, INVOICE, LINE, readingOf } from '../support/papers/text-pages.ts'

test('an invoice is read with its kind, number, date, seller, lines and total', async () => {
  expect(await readingOf(INVOICE)).toMatchObject({
    kind: 'invoice',
    reference: 'УТ-000245',
    issuedAt: '2025-11-18',
    supplier: { name: 'ООО «Сантехкварц»', inn: '9746611237' },
    lines: [
      { name: 'Болт М8х40', sku: 'KR-0840', unit: 'шт' },
      { name: 'Труба ПП 20х3,4', sku: null, unit: 'м' },
    ],
    totals: [{ label: 'sum', minor: 634_092 }],
  })
})

test('a bill that is also a contract is read as a bill', async () => {
  const rows = [[[0, 'Счет-договор № 45/24 от «09» ноября 2026 г.'] as [number, string]], ...INVOICE.slice(1)]
  expect(await readingOf(rows)).toMatchObject({ kind: 'invoice', reference: '45/24', issuedAt: '2026-11-09' })
})

test('the line number 1 of a document’s only line is not mistaken for a quantity', async () => {
  const headings: [number, string][] = [...HEADINGS.slice(0, 5), [1000, 'Сумма без НДС'], [1300, 'Сумма с НДС']]
  const line: [number, string][] = [
    [0, '1'],
    [100, 'Профиль потолочный'],
    [750, 'шт'],
    [850, '211,21'],
    [1000, '25 345,20'],
    [1300, '25 345,20'],
  ]
  const { lines } = await readingOf([...INVOICE.slice(0, 4), headings, line])
  expect(lines.map((one) => one.unitCost[0]?.milli)).toEqual([211_210])
})

test('the columns of a table without headings are recognized by which two of their numbers multiply to a third', async () => {
  const rows: [number, string][][] = [
    [
      [0, 'Чай чёрный'],
      [400, '150,50'],
      [600, '12'],
      [800, '1 806,00'],
    ],
    [
      [0, 'Кофе зерновой'],
      [400, '900,00'],
      [600, '3'],
      [800, '2 700,00'],
    ],
  ]
  const { lines } = await readingOf(rows)
  expect(lines.map((line) => [line.name, line.quantity[0]!.milli, line.unitCost[0]!.milli])).toEqual([
    ['Чай чёрный', 12_000, 150_500],
    ['Кофе зерновой', 3_000, 900_000],
  ])
})

test('rows of column numbers and totals are not mistaken for item lines', async () => {
  const numbering = HEADINGS.map(([left], index): [number, string] => [left, String(index + 1)])
  const rows = [...INVOICE.slice(0, 5), numbering, ...INVOICE.slice(5)]
  expect((await readingOf(rows)).lines).toHaveLength(2)
})

test('only the table cell whose number does not fit the other numbers of its line is read again', async () => {
  const misread = INVOICE.map((row) =>
    row.map(([left, text]): [number, string] => [left, text === '42,86' ? '42,36' : text]),
  )
  const looked: string[] = []
  const again: LookAgain = async (_page, box, look) => {
    looked.push(`${Math.round(box.top / LINE)} ${look}`)
    return look === 'larger' && box.left === 850 ? '42,86' : ''
  }
  const { lines } = await readingOf(misread, again)
  expect(lines[0]!.unitCost.map((reading) => reading.milli)).toContain(42_860)
  expect(looked.filter((one) => one.startsWith('5 ') && !one.endsWith('latin'))).not.toEqual([])
  expect(looked.filter((one) => one.startsWith('6 '))).toEqual([])
})

test('the number and the date of a ТОРГ-12 form are read from the boxes below their labels', async () => {
  const reading = await readingOf([
    [[900, 'Унифицированная форма № ТОРГ-12']],
    [[900, 'Утверждена постановлением Госкомстата России от 25.12.98 № 132']],
    [
      [0, 'Поставщик'],
      [200, 'ИП Пробникова Э. Ю., ИНН 970084525770, 153679, г. Заречноград'],
    ],
    [
      [600, 'Номер документа'],
      [900, 'Дата составления'],
    ],
    [
      [300, 'ТОВАРНАЯ НАКЛАДНАЯ'],
      [620, 'ЦБ-1567'],
      [920, '03.09.2025'],
    ],
    ...INVOICE.slice(4),
  ])
  expect(reading).toMatchObject({
    kind: 'torg12',
    reference: 'ЦБ-1567',
    issuedAt: '2025-09-03',
    supplier: { name: 'ИП Пробникова Э. Ю.', inn: '970084525770' },
  })
})

test('the number of the form on a счёт-фактура is not mistaken for the number of a correction', async () => {
  const reading = await readingOf([
    [[0, 'Счет-фактура № 2291 от 24 декабря 2025 г. (1)']],
    [[0, 'Исправление № -- от -- (1а)']],
    [
      [0, 'Продавец'],
      [300, 'АО «Металлоснаб»'],
    ],
    [
      [0, 'ИНН/КПП продавца'],
      [300, '9754887366/975401001'],
    ],
    [
      [0, 'ИНН/КПП покупателя'],
      [300, '9738116616/973801001'],
    ],
    ...INVOICE.slice(4),
  ])
  expect(reading).toMatchObject({
    kind: 'upd',
    reference: '2291',
    issuedAt: '2025-12-24',
    supplier: { name: 'АО «Металлоснаб»', inn: '9754887366' },
  })
})

test('a tax number with letters in place of digits is accepted if its check digits are right', async () => {
  const supplier = async (inn: string) =>
    (await readingOf([[[0, `Поставщик: ИП Пробникова Э. Ю., ИНН ${inn}`]]])).supplier
  expect(await supplier('97ОО84525770')).toEqual({ name: 'ИП Пробникова Э. Ю.', inn: '970084525770' })
  expect((await supplier('97ОО84525771')).inn).not.toBe('970084525770')
})

test('a tax number is read again if its check digits are wrong', async () => {
  const again: LookAgain = async (_page, _box, look) => (look === 'larger' ? '970084525770' : '')
  const rows: [number, string][][] = [
    [
      [0, 'ИНН/КПП продавца'],
      [300, '97008452577'],
    ],
  ]
  expect((await readingOf(rows, again)).supplier.inn).toBe('970084525770')
  expect((await readingOf(rows)).supplier.inn).toBeNull()
})

test('only a few places on a page full of long numbers are read again to find a tax number', async () => {
  const places = new Set<number>()
  const again: LookAgain = async (_page, box, look) => {
    places.add(box.top)
    return look === 'text-larger' && box.top === 90 * LINE ? 'ИНН 970084525770' : ''
  }
  const rows: [number, string][][] = Array.from({ length: 100 }, (_, index) => [
    [0, index === 90 ? 'ИНН 970084525771' : `lot ${10_000_000 + index} and more`],
  ])
  expect((await readingOf(rows, again)).supplier.inn).toBe('970084525770')
  expect(places.size).toBeLessThan(20)
})

test('an extra digit in a tax number is found with the help of the check digits', async () => {
  expect((await readingOf([[[0, 'Исполнитель: ИП Гусев Н. Н., ИНН 9714940129355']]])).supplier.inn).toBe('971494012935')
})

test('the payee is not mistaken for the buyer', async () => {
  const rows: [number, string][][] = [
    [[0, 'Получатель: ООО «Сантехкварц», ИНН 9746611237']],
    [[0, 'Покупатель: ООО «Ромашка», ИНН 9764954357']],
  ]
  expect((await readingOf(rows)).supplier.inn).toBe('9746611237')
})

test('a seller and a buyer printed side by side are told apart by their position', async () => {
  const sides: [number, string][][] = [
    [
      [0, 'Покупатель:'],
      [700, 'Продавец:'],
    ],
    [
      [0, 'ООО «Ромашка-Тест»'],
      [700, 'ООО «Сантехкварц»'],
    ],
    [
      [0, 'ИНН 9764954357'],
      [700, 'ИНН 9746611237 КПП 974601001'],
    ],
  ]
  const reading = await readingOf([INVOICE[0]!, ...sides, ...INVOICE.slice(3)])
  expect(reading.supplier).toEqual({ name: 'ООО «Сантехкварц»', inn: '9746611237' })
})

test.each([
  [['Счет покупателю № 17 от 02.03.2024'], 'invoice', '17'],
  [['Счёт на оплату', '№ 000000272 от 02.03.2024'], 'invoice', '000000272'],
  [['СЧЁТ-ДОГОВОР № 12-К', '«02» марта 2024 г.'], 'invoice', '12-К'],
  [['Накладная № 5 от 02.03.2024', 'Основание: счет на оплату № 90'], 'receipt', '5'],
])('the title %j is recognized as the kind %s with the number %s', async (title, kind, reference) => {
  const rows = title.map((text): [number, string][] => [[0, text]])
  expect(await readingOf([...rows, ...INVOICE.slice(1)])).toMatchObject({ kind, reference, issuedAt: '2024-03-02' })
})

test('only a document number in Latin letters is read again as Latin', async () => {
  const latin: LookAgain = async (_page, _box, look) => (look === 'latin' ? 'CyeT Ne INV-20391 ot 02.03.2024' : '')
  const numberOf = async (title: string) => (await readingOf([[[0, title]], ...INVOICE.slice(1)], latin)).reference
  expect(await numberOf('Счёт № 1М\\У-20391 от 02.03.2024')).toBe('INV-20391')
  expect(await numberOf('Счёт № 00БП-020391 от 02.03.2024')).toBe('00БП-020391')
})

test('an article code that breaks over two rows of its column is joined', async () => {
  const rows = [12, 13, 14].flatMap((line): [number, string][][] => [
    [
      [0, String(line - 11)],
      [60, `46073${line}045`],
      [300, 'Перфоратор ударный'],
      [600, '3'],
      [750, 'шт'],
      [850, '100,50'],
      [1000, '301,50'],
    ],
    [
      [60, '716'],
      [300, 'в чемодане'],
    ],
  ])
  const { lines } = await readingOf([...INVOICE.slice(0, 4), HEADINGS, ...rows])
  expect(lines.map((line) => line.sku)).toEqual(['4607312045716', '4607313045716', '4607314045716'])
})

test('a till receipt is read even though it has no columns', async () => {
  const reading = await readingOf([
    [[0, 'ООО «Офис-Меридиан-Т»']],
    [[0, 'ИНН 9769443074']],
    [[0, 'ТОВАРНЫЙ ЧЕК № 00417']],
    [[0, 'Дата 19.03.2026 11:46']],
    [[0, '1. Лист стальной 3х1250х2500']],
    [[0, '19 т х 64173,93']],
    [[200, '=1219304,67']],
    [[0, '2. Папка-регистратор']],
    [[0, '200 шт х 256,50']],
    [[200, '=51300,00']],
    [
      [0, 'ИТОГ'],
      [200, '=1270604,67'],
    ],
  ])
  expect(reading).toMatchObject({
    kind: 'receipt',
    reference: '00417',
    issuedAt: '2026-03-19',
    supplier: { inn: '9769443074' },
  })
  expect(reading.lines.map(({ name, unit, amount }) => [name, unit, amount[0]!.milli])).toEqual([
    ['Лист стальной 3х1250х2500', 'т', 1_219_304_670],
    ['Папка-регистратор', 'шт', 51_300_000],
  ])
})

test('the price on a till receipt that prints it before the quantity is recognized by its kopecks', async () => {
  const reading = await readingOf([
    [[0, 'КАССОВЫЙ ЧЕК № 12']],
    [[0, '1. Гипсокартон 2500х1200х12,5']],
    [[0, '683.00 x 2.000 =1366.00']],
    [[0, '2. Свеча зажигания']],
    [[0, '536.94 x 40.000 =21477.60']],
    [[0, 'ИТОГ =22843.60']],
  ])
  expect(reading.lines.map(({ name, quantity, unitCost }) => [name, quantity[0]!.milli, unitCost[0]!.milli])).toEqual([
    ['Гипсокартон 2500х1200х12,5', 2_000, 683_000],
    ['Свеча зажигания', 40_000, 536_940],
  ])
})

test('an item on a till receipt is recognized even if its × was read as part of a word', async () => {
  const reading = await readingOf([
    [[0, 'КАССОВЫЙ ЧЕК № 12']],
    [[0, '1. Сахар-песок, мешок 50 кг']],
    [[0, '150.00 хз 666.35 =549 952.50']],
    [[0, '2. Молоко 3,2 % 1 л']],
    [[0, '30,000 * 80,77 сия |']],
    [[0, '3 000,00']],
    [[0, '3. Свеча зажигания']],
    [[0, '40,000 * 536,94 =21 477,60']],
    [[0, 'ИТОГ =571 430,10']],
  ])
  expect(
    reading.lines.map(({ name, quantity, unitCost, amount }) => [
      name,
      quantity[0]!.milli,
      unitCost[0]!.milli,
      amount.length,
    ]),
  ).toEqual([
    ['Сахар-песок, мешок 50 кг', 150_000, 3_666_350, 1],
    ['Молоко 3,2 % 1 л', 30_000, 80_770, 0],
    ['Свеча зажигания', 40_000, 536_940, 1],
  ])
})

test('a page that shows no document gives an empty result', async () => {
  expect(await readingOf([[[0, 'Привет, мир']]])).toMatchObject({
    lines: [],
    totals: [],
    reference: null,
    issuedAt: null,
  })
  expect(await readingOf([])).toMatchObject({ text: '', lines: [] })
})

/** Reads a document with the given rows below two lines that add up to 6 340,92. Each row has a label and an amount. */
const totalBelow = async (...rows: string[]) => {
  const below = rows.map((row): [number, string][] =>
    row.split('|').map((text, index) => [index === 0 ? 0 : 1000, text]),
  )
  return judged(await readingOf([...INVOICE.slice(0, -1), ...below]))
}

test.each([
  ['the cash given and the change below it', ['ИТОГ|6 340,92', 'Получено наличными|7 000,00', 'Сдача|659,08'], 634_092],
  ['a prepayment below it', ['Итого|6 340,92', 'Предоплата 50%, к оплате до 12.03|3 170,46'], 634_092],
  ['another debt below it', ['Итого|6 340,92', 'Задолженность|21 340,92'], 634_092],
  [
    'its roubles and kopecks as separate numbers',
    ['Всего отпущено 2 наименования на сумму 6 340 руб. 92 коп.'],
    634_092,
  ],
  ['a discount below the sum', ['Итого|6 340,92', 'Скидка|317,05', 'Итого со скидкой|6 023,87'], 602_387],
  ['VAT added below the sum', ['Стоимость|6 340,92', 'НДС 20%|1 268,18', 'Общая стоимость с НДС|7 609,10'], 760_910],
])('the total of a document is found with %s', async (_what, rows, total) => {
  expect((await totalBelow(...rows)).total).toBe(total)
})

test('if the total of a document has no legible label, the card payment or an amount printed twice is used as the total', async () => {
  const lost = INVOICE.slice(0, -2)
  for (const rows of [
    ['@ ®|6 340,92', 'Карта|6 340,92'],
    ['@ ®|6 340,92', '&|6 340,92'],
  ]) {
    const below = rows.map((row): [number, string][] => row.split('|').map((text, index) => [index * 1000, text]))
    const read = judged(await readingOf([...lost, ...below]))
    expect(read.total).toBe(634_092)
    expect(read.warnings.map(({ code }) => code)).toContain('TOTAL_DIFFERS')
  }
})
