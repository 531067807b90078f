/** Whose number and date stand on a page: the document's own, or those of another paper that it names. */
import { expect, test } from 'vitest'
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
