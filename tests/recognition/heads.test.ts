/**
 * Checks which number and date on a page are the document's own, and which belong to another document that the page
 * mentions.
 */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import { textIn } from '../../server/recognition/pdf/text-layer.ts'
import type { Look, LookAgain } from '../../server/recognition/picture/looks.ts'
import { tidyNumber } from '../../server/recognition/words/document-numbers.ts'
import { INVOICE, readingOf } from '../support/papers/text-pages.ts'

type Cells = [left: number, text: string][]

/** Reads a bill with the given rows above its item lines, and returns its number and date. */
const headOf = async (...rows: (string | Cells)[]) => {
  const head = rows.map((row): Cells => (typeof row === 'string' ? [[0, row]] : row))
  const { reference, issuedAt } = await readingOf([...head, ...INVOICE.slice(4)])
  return { reference, issuedAt }
}

test.each([
  ['in one line', ['Приложение № 1 к постановлению Правительства Российской Федерации от 26.12.2011 № 1137']],
  [
    'over several lines',
    ['Приложение №1', 'к постановлению Правительства', 'Российской Федерации', 'от 26 декабря 2011 г. № 1137'],
  ],
  ['with its later editions', ['(в ред. Постановления Правительства РФ от 02.04.2021 № 534, от 16.08.2024 № 1096)']],
  [
    'with misread letters',
    ['Приложеке № 1 к посталовлению Правительства', 'Российской Фелерации ог 26.12.2011 М 1137'],
  ],
  ['with only its date and number', ['от 30.06.2023 № 1088']],
])('a decree cited in small print (%s) does not change the number or date of a УПД', async (_how, decree) => {
  expect(await headOf(...decree, 'Счет-фактура № 125 от 22.01.2024 (1)')).toEqual({
    reference: '125',
    issuedAt: '2024-01-22',
  })
  // The decree must be ignored even if the document's own number and date are illegible.
  expect(await headOf(...decree, 'Счет-фактура № ___ от ___ (1)')).toEqual({ reference: null, issuedAt: null })
})

test('only a decree printed beside the title is ignored, not the title', async () => {
  const beside: Cells = [
    [0, 'Счет-фактура № 125 от 22.01.2024 (1)'],
    [700, 'Приложение № 1 к постановлению от 26.12.2011 № 1137'],
  ]
  expect(await headOf(beside)).toEqual({ reference: '125', issuedAt: '2024-01-22' })
  expect(await headOf([...beside].map(([left, text]): [number, string] => [700 - left, text]))).toEqual({
    reference: '125',
    issuedAt: '2024-01-22',
  })
})

test.each([
  'Договор поставки № 58-8 от 12.02.2023',
  'К платежно-расчетному документу № 96 от 28.05.2023',
  'Доверенность № 14 от 01.03.2023, выдана ООО «Ромашка»',
  'Сертификат соответствия № РОСС-17 от 11.11.2022',
  'Исправление № 3 от 05.05.2023',
  'Свидетельство № 4417 от 12.05.2014',
  'Основание: Счёт на оплату № 90 от 01.02.2023',
  'Срок оплаты: до 14.04.2027',
  'Форма № М-4 от 30.10.1997',
])('«%s» is not mistaken for the document’s own number and date', async (other) => {
  const own = { reference: '133/26', issuedAt: '2024-03-02' }
  expect(await headOf(other, 'Накладная № 133/26 от 02.03.2024')).toEqual(own)
  expect(await headOf('Накладная № 133/26 от 02.03.2024', other)).toEqual(own)
  expect(await headOf('Накладная № 133/26', other, 'от 02.03.2024')).toEqual(own)
  expect(await headOf(other)).toEqual({ reference: null, issuedAt: null })
})

test('the words after a title that refer to another document do not change the document’s number and date', async () => {
  expect(await headOf('Накладная № 7 от 02.03.2024 к договору № 58 от 12.02.2023')).toEqual({
    reference: '7',
    issuedAt: '2024-03-02',
  })
})

test('any text of the form «№ … от …» can be the title of a document', async () => {
  expect(
    await headOf('Заказ покупателя № 287 от 28.02.2023', 'Реализация товаров № Э-71/515 от 02.05.2026 г.'),
  ).toEqual({ reference: 'Э-71/515', issuedAt: '2026-05-02' })
  expect(await headOf('Передаточная ведомость № 12 от 02.05.2026', 'Склад: Основной')).toEqual({
    reference: '12',
    issuedAt: '2026-05-02',
  })
  expect((await headOf('Заказ покупателя № 287 от 28.02.2023')).reference).toBe('287')
})

test('the contract’s boxes «номер» and «дата» on a ТОРГ-12 are not mistaken for the document’s own', async () => {
  const head: Cells[] = [
    [[900, 'Унифицированная форма № ТОРГ-12']],
    [
      [0, 'Основание Договор № 58 от 12.02.2023'],
      [900, 'номер'],
      [1100, '61'],
    ],
    [
      [900, 'дата'],
      [1100, '20.01.2022'],
    ],
    [
      [600, 'Номер документа'],
      [900, 'Дата составления'],
    ],
    [
      [300, 'ТОВАРНАЯ НАКЛАДНАЯ'],
      [640, '7 06.01.2024'],
    ],
  ]
  expect(await headOf(...head)).toEqual({ reference: '7', issuedAt: '2024-01-06' })
})

test('an illegible date in the title is replaced by one printed elsewhere with the same number', async () => {
  expect(
    await headOf('Счет-фактура № 125 от 22.91.2024', 'Документ об отгрузке № п/п 1-3 № 125 от 22.01.2024 (5а)'),
  ).toEqual({ reference: '125', issuedAt: '2024-01-22' })
})

test.each([
  ['ЦБ-ЗЗ39', 'ЦБ-3339'],
  ['Ц6-3339', 'ЦБ-3339'],
  ['00БП-000809', '00БП-000809'],
  ['006П-000809', '00БП-000809'],
  ['005П-000809', '00БП-000809'],
  ['ООБП-ОООВО9', '00БП-000809'],
  ['1ЗЗ/26', '133/26'],
  ['55/О3', '55/03'],
  ['7З1', '731'],
  ['ЦБЗ411', 'ЦБ3411'],
  ['УТООООО123', 'УТ00000123'],
  ['12-К', '12-К'],
  ['33-Э', '33-Э'],
  ['Э-71/515', 'Э-71/515'],
  ['45 — 7', '45-7'],
  ['СФ-12/Б', 'СФ-12/Б'],
  ['КАОО-005873', 'КА00-005873'],
  ['КАО0-005873', 'КА00-005873'],
  ['ОООО-ООО811', '0000-000811'],
  ['О00БП-000870', '00БП-000870'],
  ['НО000146', 'Н0000146'],
  ['Но000772', 'Н0000772'],
  ['А12345', 'А12345'],
])('the document number «%s» is corrected to %s, the usual form of such numbers', (read, meant) => {
  expect(tidyNumber(read)).toBe(meant)
})

test.each([
  ['№133/26 от 02.03.2024', '133/26'],
  ['N 731 от 02.03.2024', '731'],
  ['№ ЦБ-3339от 02.03.2024', 'ЦБ-3339'],
  ['№ 00БП-000809 02.03.2024', '00БП-000809'],
  ['№_55/03_от_02.03.2024', '55/03'],
])('the title «Накладная %s» has the number %s', async (behind, number) => {
  expect(await headOf(`Накладная ${behind}`)).toEqual({ reference: number, issuedAt: '2024-03-02' })
})

/** Returns a function that simulates reading again: it returns the given texts for normal, larger and smaller scale. */
const looks =
  (...texts: string[]): LookAgain =>
  async (_page, _box, look) =>
    texts[(['text', 'text-larger', 'text-smaller'] as Look[]).indexOf(look)] ?? ''

const titleSeenAs = async (first: string, ...texts: string[]) => {
  const reading = await readingOf([[[0, first]], ...INVOICE.slice(1)], looks(...texts))
  const warnings = judged(reading).warnings.map(({ code }) => code)
  return { reference: reading.reference, issuedAt: reading.issuedAt, warnings }
}

test('the number and date on which most readings of a title agree are used without a warning', async () => {
  const sure = { reference: 'ЦБ-25650', issuedAt: '2024-03-02', warnings: [] }
  const right = 'Счет № ЦБ-25650 от 02.03.2024'
  expect(await titleSeenAs(right, right)).toEqual(sure)
  expect(await titleSeenAs('Счет № ЦЕ-25650 от 02.03.2024', right, right)).toEqual(sure)
  expect(await titleSeenAs('Счет № ЦБ-25650 от 02.93.2024', right)).toEqual(sure)
  expect(await titleSeenAs('Счет № от 2024 г.', right, right)).toEqual(sure)
})

test('a number or date on which no two readings agree is used with a warning', async () => {
  expect(await titleSeenAs('Счет № 125 от 02.03.2024', 'Счет № 128 от 02.03.2024', 'Счет № 725 от 02.03.2024')).toEqual(
    { reference: '125', issuedAt: '2024-03-02', warnings: ['NUMBER_DOUBTFUL'] },
  )
  const dates = ['Счет № 125 от 02.03.2024', 'Счет № 125 от 02.08.2024', 'Счет № 125 от 02.05.2024']
  expect((await titleSeenAs(dates[0]!, ...dates.slice(1))).warnings).toEqual(['DATE_DOUBTFUL'])
  const either = 'Счет № МЗ8567 от 02.03.2024'
  expect((await titleSeenAs(either, either)).warnings).toEqual(['NUMBER_DOUBTFUL'])
  for (const number of ['0051-000589', '0000-00239', '00БП-00239']) {
    const title = `Счет № ${number} от 02.03.2024`
    expect((await titleSeenAs(title, title)).warnings).toEqual(['NUMBER_DOUBTFUL'])
  }
  const none = { reference: null, issuedAt: null, warnings: ['NUMBER_DOUBTFUL', 'DATE_DOUBTFUL'] }
  expect(await titleSeenAs('Счет № ___ от ___')).toEqual(none)
})

test('a shipment document mentioned on a УПД is used only for details that the title does not give', async () => {
  const upd = async (title: string, shipment: string, ...seen: string[]) => {
    const rows: Cells[] = [[[0, title]], [[0, `Документ об отгрузке № п/п 1-3 ${shipment} (5а)`]], ...INVOICE.slice(1)]
    const reading = await readingOf(rows, looks(...seen))
    return [reading.reference, reading.issuedAt, ...(reading.doubts ?? [])]
  }
  const [misread, other] = ['Счет-фактура № ЦЕ25650 от 22.01.2024 (1)', 'Счет-фактура № 25650 от 22.01.2024 (1)']
  const right = 'Счет-фактура № ЦБ25650 от 22.01.2024 (1)'
  expect(await upd(misread, '№ ЦБ25650 от 22.01.2024', right, other)).toEqual(['ЦБ25650', '2024-01-22'])
  expect(await upd('Счет-фактура № от (1)', '№ ЦБ25650 от 22.01.2024')).toEqual(['ЦБ25650', '2024-01-22', 'number'])
  expect(await upd(right, '№ 917 от 20.01.2024', right)).toEqual(['ЦБ25650', '2024-01-22'])
})

test('a misread zero in a date is corrected if the calendar allows only one date, with a warning', async () => {
  const title = 'Накладная № 149 от 81.91.2026'
  expect(await titleSeenAs(title, title)).toMatchObject({ issuedAt: '2026-01-01', warnings: ['DATE_DOUBTFUL'] })
  expect(await titleSeenAs(title, 'Накладная № 149 от 01.01.2026')).toMatchObject({
    issuedAt: '2026-01-01',
    warnings: [],
  })
  expect(await titleSeenAs('Накладная № 149 от 77.31.2026')).toMatchObject({ issuedAt: null })
  const inWords = 'Накладная № 149 от 11 апреля 2925 г.'
  expect(await titleSeenAs(inWords, inWords)).toMatchObject({ issuedAt: '2025-04-11', warnings: ['DATE_DOUBTFUL'] })
})

test.each([
  [
    ['Приложение № 3 к договору поставки № 45-П от 12.01.2023', 'СПЕЦИФИКАЦИЯ № 3', 'г. Тестовск, 2 марта 2024 г.'],
    '3',
  ],
  [['Спецификация № 4 от 02.03.2024 к договору поставки № 45-П от 12.01.2023'], '4'],
  [['Типовая межотраслевая форма № М-15', 'постановление от 30.10.97 № 71а', 'НАКЛАДНАЯ № 15', 'от 02.03.2024'], '15'],
  [['КАССОВЫЙ ЧЕК', 'Чек № 00417', 'ИНН 9746611237', '02.03.24 11:46', 'Смена № 12'], '00417'],
  [['Кассовый чек', 'Приход № 45', 'Смена № 12', '02.03.2024'], '45'],
  [['Заказ-наряд № 8 от 02.03.2024', 'Договор № 7 от 01.01.2023'], '8'],
  [['Накладная', '№ 55/03', '02.03.2024'], '55/03'],
  [['НАКЛАДНАЯ № 731', 'от «02» марта 2024 г.', 'Доверенность № 8 от 01.03.2023'], '731'],
  [['Счёт для оплаты № 5/24', 'Дата: 02.03.2024', 'Оплатить до: 12.03.2024'], '5/24'],
  [['Номер счёта: 00БП-000809', 'Дата счёта: 02.03.2024'], '00БП-000809'],
  [['Номер накладной: 133/26', 'Дата: 02.03.2024'], '133/26'],
])('in the rows %j the date is 2 March and the document’s number is %s', async (rows, reference) => {
  expect(await headOf(...rows)).toEqual({ reference, issuedAt: '2024-03-02' })
})

test.each([
  [
    'a street and house number',
    ['ООО «Сантехкварц», Московский тракт, д. 24', 'ТОВАРНЫЙ ЧЕК С-232 02.03.2024г.'],
    'С-232',
  ],
  [
    'an account number',
    ['Счёт 40702810538000001234', 'Расчётный счёт № 40702810538000001234', 'Счёт № 17 от 02.03.2024'],
    '17',
  ],
  ['the name of the form', ['ТОВАРНАЯ НАКЛАДНАЯ (ТОРГ-12)', 'Номер документа 17', 'Дата составления 02.03.2024'], '17'],
  ['the word «тракт» in an address', ['Московский тракт, д. 32', 'Чек № 5873 02.03.24 10:52', 'Приход'], '5873'],
  ['an English word beside the title', ['СЧЕТ / INVOICE № INV-17', 'Дата / Date: 02.03.2024'], 'INV-17'],
  ['a date without a space before it', ['Счет-фактура М 3-МСот 02.03.24'], '3-МС'],
  ['a date after a dash', ['Счёт № 6339-26 - 02.03.2024'], '6339-26'],
  ['a number sign that was read as a letter', ['Накладная М17 от 02.03.2024'], '17'],
  ['a date after a slash', ['Счёт № 17 / 02.03.2024'], '17'],
  ['the time of printing', ['Реализация № 17 от 02.03.2024', 'Распечатано 05.04.2024 12:10'], '17'],
])('%s is not mistaken for part of the document’s number', async (_what, rows, reference) => {
  expect(await headOf(...rows)).toEqual({ reference, issuedAt: '2024-03-02' })
})

test.each([
  [
    'below its label',
    [['Номер документа', 'А-17'], ['Дата составления', '02.03.2024'], ['ТОВАРНАЯ НАКЛАДНАЯ (ТОРГ-12)']],
  ],
  ['after the words «№ документа»', [['ТОВАРНАЯ НАКЛАДНАЯ', '№ документа А-17', 'дата составления 02.03.2024']]],
  ['in a row of its own', [['СЧЕТ НА ОПЛАТУ'], ['Номер: А-17'], ['Дата: 02.03.2024']]],
  ['without a number sign, but with a date', [['Отгрузочная ведомость А-17 от 02.03.2024']]],
  ['after a number sign that was read as a letter', [['Заказ покупателя М А-17 от 02.03.2024']]],
  ['after a title with a misread letter', [['Нокладная № А-17', 'от 02.03.2024']]],
  ['after a short title with a misread letter', [['Снет на оплату № А-17 от 02.03.2024']]],
  ['after the misread title of a till receipt', [['Чок№ А-17 02.03.24 10:52']]],
  ['after the misread title of a bill that is also a contract', [['Счёт-логовор № А-17 от 02.03.2024']]],
  ['below a misread label', [['№ локумента', 'А-17'], ['Дато: 02.03.2024'], ['НАКЛАДНАЯ']]],
  ['after an abbreviated word', [['РН ККТ 0001234567012345'], ['Док. № А-17'], ['02.03.24 14:22']]],
  [
    'at the beginning of a row, with a date',
    [['КАССОВЫЙ ЧЕК / ПРИХОД'], ['ИНН 9746611237'], ['№ А-17 02.03.24 14:22']],
  ],
  [
    'below its title, after the number of another document',
    [['По заказу покупателя № 99 от 01.02.2024'], ['Товарная накладная'], ['№ А-17'], ['02.03.2024']],
  ],
  [
    'below a title on the right',
    [
      ['ООО «Кварц»', 'Счёт на оплату'],
      ['г. Тестовск', '№ А-17'],
      ['', '02.03.2024'],
    ],
  ],
  ['below the headings of two boxes', [['НАКЛАДНАЯ'], ['№', 'Дата'], ['А-17', '02.03.2024']]],
  ['after a title with spaces between its letters', [['Н А К Л А Д Н А Я № А-17', 'от 02.03.2024']]],
  ['after a title without its first letter', [['чет на оплату № А-17 от 02.03.2024']]],
])('a document’s number is found %s', async (_where, rows) => {
  const cells = rows.map((row) => row.map((text, index): [number, string] => [index * 400, text]))
  expect(await headOf(...cells)).toEqual({ reference: 'А-17', issuedAt: '2024-03-02' })
})

test('the parts of a document’s number that was read in pieces are joined', async () => {
  const cut: Cells = [
    [0, 'Счёт №'],
    [100, '9'],
    [114, '5'],
    [128, '61-2'],
    [178, '6'],
    [600, '02.03.2024'],
  ]
  expect(await headOf(cut)).toEqual({ reference: '9561-26', issuedAt: '2024-03-02' })
  const at = (left: number, text: string) => ({ left, right: left + 12 * text.length, top: 0, bottom: 20, text })
  const box = { left: 0, right: 800, top: 0, bottom: 20 }
  expect(
    textIn(
      cut.map(([left, text]) => at(left, text)),
      box,
    ),
  ).toBe('Счёт № 9561-26 02.03.2024')
})

test('the date below the document’s number is its date if two dates are printed side by side', async () => {
  const names: Cells = [
    [0, 'Заказ №'],
    [200, '99'],
    [400, 'Накладная №'],
    [700, '245'],
  ]
  const days: Cells = [
    [0, 'от'],
    [200, '01.02.2024'],
    [400, 'от'],
    [700, '02.03.2024'],
  ]
  expect(await headOf(names, days)).toEqual({ reference: '245', issuedAt: '2024-03-02' })
})

test('the document’s number is the one that has a № sign and a date and comes first in its row', async () => {
  expect(
    await headOf('Накладная со склада 8, ряд 4', 'Сопровождает накладная № 9', 'Накладная № 17 от 02.03.2024'),
  ).toEqual({ reference: '17', issuedAt: '2024-03-02' })
})

test('a bill with an illegible title takes its number from the payment instructions', async () => {
  const rows: Cells[] = [[[0, 'чет № т, 645 02.03.2024']], ...INVOICE.slice(1)]
  const payment: Cells = [[0, 'Назначение платежа: оплата по счёту № ТДЗ2645. Оплатите до 19.12.2024']]
  const reading = await readingOf([...rows, payment])
  expect([reading.reference, reading.doubts]).toEqual(['ТД32645', ['number', 'date']])
  const again = looks('Счёт № ТД32645 02.03.2024', '', '')
  expect(await readingOf([...rows, payment], again)).toMatchObject({ reference: 'ТД32645', doubts: [] })
})

test.each([
  ['Счёт на оплату № 17', 'от 0203.2024', '2024-03-02'],
  ['Накладная № 17', 'от «02» 03 2024 г.', '2024-03-02'],
  ['Накладная № 17', 'Дата отгрузки 05.04.2024', '2024-04-05'],
  ['02.03.2024', 'Накладная № 17 Дата отгрузки', '2024-03-02'],
])('in the rows «%s» and «%s» the document’s date is %s', async (first, second, issuedAt) => {
  expect(await headOf(first, second)).toEqual({ reference: '17', issuedAt })
})

test('the date of another event is ignored if the document itself has a date', async () => {
  expect(await headOf('Накладная № 17', 'Дата отгрузки 05.04.2024', 'Склад 2', '02.03.2024')).toEqual({
    reference: '17',
    issuedAt: '2024-03-02',
  })
  expect((await headOf('Накладная № 17 от 02.03.2075')).issuedAt).toBeNull()
})

/** Returns the kind of a document that has the given rows above and below its lines. */
const kindOfPage = async (above: (string | Cells)[], ...below: string[]) => {
  const rows = (texts: (string | Cells)[]) => texts.map((row): Cells => (typeof row === 'string' ? [[0, row]] : row))
  return (await readingOf([...rows(above), ...INVOICE.slice(1), ...rows(below)])).kind
}

test.each([
  ['invoice', ['Счёт на оплату № 245 от 02.03.2024'], ['Счёт-фактура и накладная выдаются при отгрузке']],
  ['invoice', ['При получении подписывается универсальный передаточный документ', 'Счёт № 245 от 02.03.2024'], []],
  ['receipt', ['Коммерческое предложение № 245 от 02.03.2024'], ['Счёт на оплату выставляется по запросу']],
  ['receipt', ['Накладная № 245 от 02.03.2024', 'Счёт № 99 от 01.03.2024'], []],
  ['receipt', ['Накладная № 245 от 02.03.2024', 'Банковский счёт № 40702810538000001234'], []],
  ['receipt', ['Расходная накладная № 245 от 02.03.2024', 'к счёту-фактуре № 99 от 01.03.2024'], []],
  ['receipt', ['Акт № 245 от 02.03.2024', 'к универсальному передаточному документу № 99'], []],
  ['receipt', ['ТОВАРНО-ТРАНСПОРТНАЯ НАКЛАДНАЯ № 245', '02.03.2024'], ['Прилагается: товарная накладная ТОРГ-12 № 99']],
  ['receipt', ['Спецификация № 245 от 02.03.2024', 'к счёту № 99 от 01.03.2024'], []],
  ['receipt', ['Упаковочный лист № 245 от 02.03.2024', 'УПД № 99 от 01.03.2024'], []],
  ['torg12', ['Форма № TОРГ-12', 'НАКЛАДНАЯ № 245 от 02.03.2024'], []],
  ['torg12', ['ТОВАРНАЯ НАКЛАДНАЯ № 245 от 02.03.2024'], ['Счёт-фактура № 99 прилагается']],
  ['upd', ['Передаточный документ (акт) № 245 от 02.03.2024', 'Документ об отгрузке: № 245 от 02.03.2024'], []],
])(
  'a page is of the kind %s according to its own title, whatever other documents it mentions: %j',
  async (kind, above, below) => {
    expect(await kindOfPage(above, ...below)).toBe(kind)
  },
)

test.each(['СЧЁТ № 245', 'СЧЁТ-ОФЕРТА № 245', 'СЧЁТ', 'С Ч Ё Т № 245'])(
  'a page with the title «%s» to the right of a company name is a bill',
  async (title) => {
    const beside: Cells = [
      [0, 'ООО «Ресурс»'],
      [600, title],
    ]
    expect(await kindOfPage([beside])).toBe('invoice')
  },
)

test('a document number that is always read with low confidence is doubtful', async () => {
  const doubtsAt = async (confidence: number) => {
    const piece = {
      page: 0,
      left: 0,
      right: 500,
      top: 0,
      bottom: 24,
      confidence,
      text: 'Накладная № 17747 от 06.08.2025',
    }
    return (await assembled([piece], async () => piece.text)).doubts
  }
  expect(await doubtsAt(0.63)).toContain('number')
  expect(await doubtsAt(0.92)).not.toContain('number')
})
