/**
 * Tests the headers of documents in the layouts of various programs, and how the date and the number are read again.
 */
import { expect, test } from 'vitest'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { LookAgain } from '../../server/recognition/picture/looks.ts'
import { INVOICE, LINE, readingOf } from '../support/papers/text-pages.ts'

type Cells = [left: number, text: string][]

const blind: LookAgain = async () => ''

/** Reads a bill with the given rows above its item lines, and returns the reading with its warnings. */
async function headOf(rows: readonly (string | Cells)[], again = blind) {
  const head = rows.map((row): Cells => (typeof row === 'string' ? [[0, row]] : row))
  const reading = await readingOf([...head, ...INVOICE.slice(4)], again)
  const warnings = judged(reading).warnings.map(({ code }) => code)
  return { ...reading, warnings }
}

/**
 * Returns a function that simulates reading again: for the row with the given index, it returns the given texts one
 * after another.
 */
const seenAt = (row: number, ...texts: string[]): LookAgain => {
  const left = [...texts]
  return async (_page, { top }) => (top === row * LINE ? (left.shift() ?? '') : '')
}

test.each([
  ['the date before the number', ['Расходная накладная от 5 марта 2026 г. № 44/488']],
  ['a title that is longer than its first word', ['НАКЛАДНАЯ НА ПЕРЕДАЧУ ТОВАРА', '№ 44/488   дата 05.03.2026']],
  [
    'the title in the line below small print',
    [
      'Форма по ОКУД 0330212 по ОКПО',
      [
        [0, 'НАКЛАДНАЯ'],
        [200, '№ документа 44/488'],
        [480, 'дата составления “05”'],
        [800, 'марта 2026 г.'],
      ] as Cells,
    ],
  ],
  [
    'another document’s number beside them',
    ['Приходная накладная № 44/488 от', 'Входящий документ: УПД № 5 от 31.01.2026', 'Дата: 05.03.2026'],
  ],
  ['an invoice in English', ['INVOICE', 'Invoice No. 44/488', 'Invoice date March 5, 2026', 'Due date March 20, 2026']],
])('a document’s number and date are found with %s', async (_how, rows) => {
  const { reference, issuedAt } = await headOf(rows)
  expect({ reference, issuedAt }).toEqual({ reference: '44/488', issuedAt: '2026-03-05' })
})

const PLACE_AND_DAY: Cells = [
  [0, 'г. Тула'],
  [700, '«05» марта 2026 г.'],
]

test.each([
  ['in the second line', [[[300, 'АКТ']], [[250, 'приема-передачи товара № 44/488']], PLACE_AND_DAY]],
  ['in the third line', [[[300, 'А К Т']], [[200, 'приёма-передачи товара']], [[300, '№ 44/488']], PLACE_AND_DAY]],
  [
    'between the place and the date',
    [[[300, 'АКТ СДАЧИ-ПРИЁМКИ']], [...PLACE_AND_DAY.slice(0, 1), [400, '№ 44/488'], ...PLACE_AND_DAY.slice(1)]],
  ],
  ['without a number sign', [[[300, 'АКТ ПРИЁМА-ПЕРЕДАЧИ ТОВАРА']], [[0, '44/488 от 5 марта 2026 г.']]]],
  ['by its label', [[[300, 'Акт приёма-передачи']], [[0, 'Номер акта: 44/488']], PLACE_AND_DAY]],
  ['after the date', ['АКТ приёма-передачи от 05.03.2026 № 44/488']],
] as [string, (string | Cells)[]][])('the number of an act (акт) is found %s', async (_where, rows) => {
  const { reference, issuedAt } = await headOf(rows)
  expect({ reference, issuedAt }).toEqual({ reference: '44/488', issuedAt: '2026-03-05' })
})

test('the number of a shop, a contract or an order below the title is not mistaken for the document’s number', async () => {
  for (const other of ['Склад № 5', 'к договору № 5', 'по заказу № 5', 'Магазин № 5'])
    expect((await headOf([[[300, 'АКТ']], [[250, other]], PLACE_AND_DAY])).reference).toBeNull()
})

test('a date printed far from the document’s number is read again at the place where it is printed', async () => {
  const rows = ['Счет № 125', 'Дата счета: 05.03.2026']
  const one = await headOf(rows, seenAt(1, 'Дата счета: 05.03.2026'))
  expect([one.issuedAt, one.warnings]).toEqual(['2026-03-05', expect.not.arrayContaining(['DATE_DOUBTFUL'])])
  const other = await headOf(rows, seenAt(1, 'Дата счета: 05.08.2026', 'Дата счета: 05.08.2026'))
  expect([other.issuedAt, other.warnings]).toEqual(['2026-08-05', expect.not.arrayContaining(['DATE_DOUBTFUL'])])
  const none = await headOf(rows, seenAt(1, 'Дата счета: 05.08.2026', 'Дата счета: 05.02.2026'))
  expect(none.warnings).toContain('DATE_DOUBTFUL')
})

test('an illegible date is read again, and needs no warning if two readings agree', async () => {
  const rows = ['Счет № 125', 'Дата счета: 05.0ж.2Ф26']
  const found = await headOf(rows, seenAt(1, 'Дата счета: 05.03.2026', 'Дата счета: 05.03.2026'))
  expect([found.issuedAt, found.warnings]).toEqual(['2026-03-05', expect.not.arrayContaining(['DATE_DOUBTFUL'])])
  expect((await headOf(rows)).warnings).toContain('DATE_DOUBTFUL')
})

test('of two document numbers that were read equally often, the number that appears elsewhere or has the usual form is used', async () => {
  const paid = await headOf(
    ['Счёт № 1295-26 от 05.03.2026', 'Назначение платежа: оплата по счёту № 7295-26'],
    seenAt(0, 'Счёт № 71295-26', 'Счёт № 1295-26', 'Счёт № 7295-26'),
  )
  expect(paid.reference).toBe('7295-26')
  const usual = await headOf(
    ['Счёт № ТДОо0-0001.01 от 05.03.2026'],
    seenAt(0, 'Счёт № ТДО0-000101', 'Счёт № ТДОо0-0001.01', 'Счёт № ТДО0-000101'),
  )
  expect(usual.reference).toBe('ТД00-000101')
})

test('the shipper is not mistaken for the seller if another party in the document is labelled as the seller', async () => {
  const sender = 'Грузоотправитель: АО «Сосна», ИНН 9764954357'
  const seller = 'Продавец: ООО «Сантехкварц», ИНН 9746611237'
  const both = await headOf(['Счёт № 125 от 05.03.2026', sender, seller, 'Покупатель: ООО «Ель»'])
  expect(both.supplier).toEqual({ name: 'ООО «Сантехкварц»', inn: '9746611237' })
  const alone = await headOf(['Счёт № 125 от 05.03.2026', sender, 'Покупатель: ООО «Ель»'])
  expect(alone.supplier).toEqual({ name: 'АО «Сосна»', inn: '9764954357' })
})

test.each([
  ['Приемка № 15 от 05.03.2026', 'Контрагент'],
  ['Отгрузка № 15 от 05.03.2026', 'Организация'],
])('in the document «%s» the seller is the party labelled %s', async (title, label) => {
  const other = label === 'Контрагент' ? 'Организация' : 'Контрагент'
  const parties = [`${label}: ООО «Сантехкварц», ИНН 9746611237`, `${other}: АО «Сосна», ИНН 9764954357`]
  for (const rows of [parties, parties.toReversed()])
    expect((await headOf([title, ...rows])).supplier.inn).toBe('9746611237')
})

test('the number of a cash register is not mistaken for a tax number', async () => {
  const { supplier } = await headOf(['Товарный чек № 125 от 05.03.2026', 'РН ККТ 9764954357 ФН 9746611237'])
  expect(supplier.inn).toBeNull()
})

test.each([
  ['ООО «СгеепТесй 5$оиНопз»', 'OO0 «GreenTech Solutions», VHH 9746611237', 'ООО «GreenTech Solutions»'],
  ['ООО «ЕОМЕМ РКО»', '000 "LUMEN PRO", MHH 9746611237', 'ООО «LUMEN PRO»'],
  ['ООО «ОптПродТорг»', 'OOO «OnTNponTopr», VHH 9746611237', 'ООО «ОптПродТорг»'],
  ['ООО «ВОСТОК»', 'OOO «BOCTOK», VHH 9746611237', 'ООО «ВОСТОК»'],
])('a seller’s name that may be Latin is read again as Latin: %s', async (read, seen, name) => {
  const again: LookAgain = async (_page, _box, look) => (look === 'latin' ? seen : '')
  const { supplier } = await headOf(['Счёт № 125 от 05.03.2026', `Поставщик: ${read}, ИНН 9746611237`], again)
  expect(supplier.name).toBe(name)
})
