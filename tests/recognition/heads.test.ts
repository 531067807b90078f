/** Whose number and date stand on a page: the document's own, or those of another paper that it names. */
import { expect, test } from 'vitest'
import { tidyNumber } from '../../server/recognition/document-numbers.ts'
import { judged } from '../../server/recognition/judge.ts'
import type { Look, LookAgain } from '../../server/recognition/table.ts'
import { INVOICE, readingOf } from '../support/text-pages.ts'

type Cells = [left: number, text: string][]

/** What is read above the lines of a bill. */
const headOf = async (...rows: (string | Cells)[]) => {
  const head = rows.map((row): Cells => (typeof row === 'string' ? [[0, row]] : row))
  const { reference, issuedAt } = await readingOf([...head, ...INVOICE.slice(4)])
  return { reference, issuedAt }
}

test.each([
  ['in one line', ['Приложение № 1 к постановлению Правительства Российской Федерации от 26.12.2011 № 1137']],
  [
    'over lines',
    ['Приложение №1', 'к постановлению Правительства', 'Российской Федерации', 'от 26 декабря 2011 г. № 1137'],
  ],
  ['in an edition', ['(в ред. Постановления Правительства РФ от 02.04.2021 № 534, от 16.08.2024 № 1096)']],
  ['misread', ['Приложеке № 1 к посталовлению Правительства', 'Российской Фелерации ог 26.12.2011 М 1137']],
  ['of another law', ['от 30.06.2023 № 1088']],
])('a decree in small print %s says nothing of a УПД', async (_how, decree) => {
  expect(await headOf(...decree, 'Счет-фактура № 125 от 22.01.2024 (1)')).toEqual({
    reference: '125',
    issuedAt: '2024-01-22',
  })
  // Not even when the document's own is not legible.
  expect(await headOf(...decree, 'Счет-фактура № ___ от ___ (1)')).toEqual({ reference: null, issuedAt: null })
})

test('a decree beside the title is left out, the title is not', async () => {
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
])('«%s» is not the document itself', async (other) => {
  const own = { reference: '133/26', issuedAt: '2024-03-02' }
  expect(await headOf(other, 'Накладная № 133/26 от 02.03.2024')).toEqual(own)
  expect(await headOf('Накладная № 133/26 от 02.03.2024', other)).toEqual(own)
  expect(await headOf('Накладная № 133/26', other, 'от 02.03.2024')).toEqual(own)
  expect(await headOf(other)).toEqual({ reference: null, issuedAt: null })
})

test('what stands behind a title in one line is of the other paper', async () => {
  expect(await headOf('Накладная № 7 от 02.03.2024 к договору № 58 от 12.02.2023')).toEqual({
    reference: '7',
    issuedAt: '2024-03-02',
  })
})

test('any paper «№ … от …» has a title, though an order comes last', async () => {
  expect(
    await headOf('Заказ покупателя № 287 от 28.02.2023', 'Реализация товаров № Э-71/515 от 02.05.2026 г.'),
  ).toEqual({ reference: 'Э-71/515', issuedAt: '2026-05-02' })
  expect(await headOf('Передаточная ведомость № 12 от 02.05.2026', 'Склад: Основной')).toEqual({
    reference: '12',
    issuedAt: '2026-05-02',
  })
  expect((await headOf('Заказ покупателя № 287 от 28.02.2023')).reference).toBe('287')
})

test('the boxes «номер» and «дата» of a contract beside a ТОРГ-12 are not its own', async () => {
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

test('a date that is not legible in the title is that of the same number elsewhere', async () => {
  expect(
    await headOf('Счет-фактура № 125 от 22.91.2024', 'Документ об отгрузке № п/п 1-3 № 125 от 22.01.2024 (5а)'),
  ).toEqual({ reference: '125', issuedAt: '2024-01-22' })
})

test.each([
  ['ЦБ-ЗЗ39', 'ЦБ-3339'],
  ['Ц6-3339', 'ЦБ-3339'],
  ['00БП-000809', '00БП-000809'],
  ['006П-000809', '00БП-000809'],
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
  ['А12345', 'А12345'],
])('the number «%s» is %s by its shape', (read, meant) => {
  expect(tidyNumber(read)).toBe(meant)
})

test.each([
  ['№133/26 от 02.03.2024', '133/26'],
  ['N 731 от 02.03.2024', '731'],
  ['№ ЦБ-3339от 02.03.2024', 'ЦБ-3339'],
  ['№ 00БП-000809 02.03.2024', '00БП-000809'],
  ['№_55/03_от_02.03.2024', '55/03'],
])('«Накладная %s» has the number %s', async (behind, number) => {
  expect(await headOf(`Накладная ${behind}`)).toEqual({ reference: number, issuedAt: '2024-03-02' })
})

/** A title that looks otherwise at every look. */
const looks =
  (...texts: string[]): LookAgain =>
  async (_page, _box, look) =>
    texts[(['text', 'text-larger', 'text-smaller'] as Look[]).indexOf(look)] ?? ''

const titleSeenAs = async (first: string, ...texts: string[]) => {
  const reading = await readingOf([[[0, first]], ...INVOICE.slice(1)], looks(...texts))
  const warnings = judged(reading).warnings.map(({ code }) => code)
  return { reference: reading.reference, issuedAt: reading.issuedAt, warnings }
}

test('what most looks at a title say is kept, without a warning', async () => {
  const sure = { reference: 'ЦБ-25650', issuedAt: '2024-03-02', warnings: [] }
  const right = 'Счет № ЦБ-25650 от 02.03.2024'
  expect(await titleSeenAs(right, right)).toEqual(sure)
  expect(await titleSeenAs('Счет № ЦЕ-25650 от 02.03.2024', right, right)).toEqual(sure)
  expect(await titleSeenAs('Счет № ЦБ-25650 от 02.93.2024', right)).toEqual(sure)
  expect(await titleSeenAs('Счет № от 2024 г.', right, right)).toEqual(sure)
})

test('a number or a date that no two looks agree on, or that none sees, has a warning', async () => {
  expect(await titleSeenAs('Счет № 125 от 02.03.2024', 'Счет № 128 от 02.03.2024', 'Счет № 725 от 02.03.2024')).toEqual(
    { reference: '125', issuedAt: '2024-03-02', warnings: ['NUMBER_DOUBTFUL'] },
  )
  const dates = ['Счет № 125 от 02.03.2024', 'Счет № 125 от 02.08.2024', 'Счет № 125 от 02.05.2024']
  expect((await titleSeenAs(dates[0]!, ...dates.slice(1))).warnings).toEqual(['DATE_DOUBTFUL'])
  const either = 'Счет № МЗ8567 от 02.03.2024'
  expect((await titleSeenAs(either, either)).warnings).toEqual(['NUMBER_DOUBTFUL'])
  const none = { reference: null, issuedAt: null, warnings: ['NUMBER_DOUBTFUL', 'DATE_DOUBTFUL'] }
  expect(await titleSeenAs('Счет № ___ от ___')).toEqual(none)
})

test('the paper of the shipment that a УПД names says what its title leaves open, and no more', async () => {
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

test('a nought that is read as another figure is found by the calendar, with a warning', async () => {
  const title = 'Накладная № 149 от 81.91.2026'
  expect(await titleSeenAs(title, title)).toMatchObject({ issuedAt: '2026-01-01', warnings: ['DATE_DOUBTFUL'] })
  expect(await titleSeenAs(title, 'Накладная № 149 от 01.01.2026')).toMatchObject({
    issuedAt: '2026-01-01',
    warnings: [],
  })
  expect(await titleSeenAs('Накладная № 149 от 77.31.2026')).toMatchObject({ issuedAt: null })
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
])('%j is of the 2nd of March, its number %s', async (rows, reference) => {
  expect(await headOf(...rows)).toEqual({ reference, issuedAt: '2024-03-02' })
})
