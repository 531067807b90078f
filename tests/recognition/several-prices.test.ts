/**
 * Tests tables with several prices, or without amounts. The total decides which columns are meant, and if there is no
 * total, the headings decide.
 */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

type Printed = readonly [heading: string, ...cells: string[]]

const NUMBER: Printed = ['№', '1', '2', '3', '4']
const NAME: Printed = ['Наименование', 'Кронштейн настенный', 'Скоба стальная', 'Дюбель распорный', 'Верёвка']
const UNIT: Printed = ['Ед.', 'шт', 'упак', 'кг', 'м']
const QUANTITY: Printed = ['Кол-во', '2', '13', '12', '7']
const PRICE: Printed = ['Цена', '310,50', '84,00', '15,25', '1 120,00']
const AMOUNT: Printed = ['Сумма', '621,00', '1 092,00', '183,00', '7 840,00']
const FULL: Printed = ['Цена', '345,00', '93,33', '16,94', '1 244,44']
const FULL_AMOUNT: Printed = ['Сумма', '690,00', '1 213,29', '203,28', '8 711,08']
const DOLLARS: Printed = ['Цена', '3,36', '0,91', '0,16', '12,11']
const DOLLARS_AMOUNT: Printed = ['Сумма', '6,72', '11,83', '1,92', '84,77']

const LINES = [
  { quantity: 2_000, unitCost: 31_050 },
  { quantity: 13_000, unitCost: 8_400 },
  { quantity: 12_000, unitCost: 1_525 },
  { quantity: 7_000, unitCost: 112_000 },
]

const piece = (text: string, left: number, row: number): Piece => ({
  page: 0,
  text,
  confidence: 1,
  left,
  right: left + 9 * text.length,
  top: 24 * row,
  bottom: 24 * row + 18,
})

/** Reads a table. Numbers are right-aligned in their columns, words left-aligned; `below` are rows below the lines. */
async function read(columns: readonly Printed[], below: readonly string[]) {
  const pieces: Piece[] = []
  let left = 0
  for (const texts of columns) {
    const width = 9 * Math.max(...texts.map(({ length }) => length))
    for (const [at, text] of texts.entries())
      pieces.push(piece(text, at > 0 && /^\d/.test(text) ? left + width - 9 * text.length : left, at))
    left += width + 30
  }
  for (const [at, text] of below.entries()) pieces.push(piece(text, 0, columns[0]!.length + at))
  return judged(await assembled(pieces, async () => ''))
}

const called = (heading: string, [, ...cells]: Printed): Printed => [heading, ...cells]
const leastOf = (lines: readonly { confidence: number }[]) => Math.min(...lines.map(({ confidence }) => confidence))

test.each([
  ['before the discount', FULL, FULL_AMOUNT],
  ['in dollars', DOLLARS, DOLLARS_AMOUNT],
])(
  'a second price (%s) that also multiplies to an amount is not used if the total matches the other price',
  async (_, price, amount) => {
    const { lines, total } = await read(
      [NUMBER, NAME, QUANTITY, UNIT, price, amount, PRICE, AMOUNT],
      ['Итого: 9 736,00'],
    )
    expect(lines).toMatchObject(LINES)
    expect(leastOf(lines)).toBeGreaterThanOrEqual(0.97)
    expect(total).toBe(973_600)
  },
)

test('the headings decide which of two prices is meant if there is no total', async () => {
  const columns = [called('Цена без скидки', FULL), called('Сумма без скидки', FULL_AMOUNT)]
  const { lines } = await read([NUMBER, NAME, QUANTITY, UNIT, ...columns, PRICE, AMOUNT], [])
  expect(lines).toMatchObject(LINES)
})

test('if the quantity in pieces and the quantity in packs both give the amount, the quantity in pieces is used', async () => {
  const packs: Printed = ['Кол-во, кор.', '1', '2', '3', '7']
  const packPrice: Printed = ['Цена за кор.', '621,00', '546,00', '61,00', '1 120,00']
  const columns = [NUMBER, NAME, packs, packPrice, UNIT, QUANTITY, PRICE, AMOUNT]
  const told = await read(columns, ['Итого: 9 736,00'])
  expect(told.lines).toMatchObject(LINES)
  expect(leastOf(told.lines)).toBeGreaterThanOrEqual(0.97)
  const bare = await read(
    columns.map((column) => called('', column)),
    ['Итого: 9 736,00'],
  )
  expect(Math.max(...bare.lines.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.6)
})

test('every line is doubtful if neither a total nor headings decide which price is meant', async () => {
  const { lines } = await read([NUMBER, NAME, QUANTITY, UNIT, FULL, FULL_AMOUNT, PRICE, AMOUNT], [])
  expect(lines).toHaveLength(4)
  expect(Math.max(...lines.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.6)
})

test('a table without amounts for its lines is read by its headings', async () => {
  const columns = [NUMBER, NAME, UNIT, QUANTITY, PRICE]
  const stated = await read(columns, ['Итого: 9 736,00'])
  expect(stated.lines).toMatchObject(LINES.map((line) => ({ ...line, amount: null, confidence: 0.9 })))
  expect(stated.warnings.filter(({ code }) => code === 'TOTAL_DIFFERS')).toEqual([])
  const other = await read(columns, ['Итого: 9 136,00'])
  expect(other.lines).toMatchObject(LINES.map((line) => ({ ...line, confidence: 0.6 })))
  expect(other.warnings.map(({ code }) => code)).toContain('TOTAL_DIFFERS')
})

test('article codes beside the numbers are not mistaken for names if the names are above them', async () => {
  const names = ['1. Кронштейн настенный', '2. Скоба стальная', '3. Дюбель распорный', '4. Верёвка капроновая']
  const pieces = names.flatMap((name, at) => [
    piece(name, 0, 2 * at + 1),
    ...[`СТД18${at}`, QUANTITY[at + 1]!, UNIT[at + 1]!, PRICE[at + 1]!, AMOUNT[at + 1]!].map((text, column) =>
      piece(text, 200 + 150 * column, 2 * at + 2),
    ),
  ])
  const heads = ['Код', 'Кол-во', 'Ед.', 'Цена', 'Сумма'].map((text, column) => piece(text, 200 + 150 * column, 0))
  const { lines } = await assembled([...heads, ...pieces], async (_page, box) => {
    const found = pieces.find(({ left, top }) => left === box.left && top === box.top)
    return found?.text ?? ''
  })
  expect(lines.map(({ name, sku }) => [name, sku])).toEqual([
    ['Кронштейн настенный', 'СТД180'],
    ['Скоба стальная', 'СТД181'],
    ['Дюбель распорный', 'СТД182'],
    ['Верёвка капроновая', 'СТД183'],
  ])
})

test('a VAT rate and a VAT sum are not mistaken for quantity and price, even though they multiply to an amount', async () => {
  const rate: Printed = ['НДС, %', '10', '10', '10', '10']
  const quantity: Printed = ['Кол-во', '72', '1З?', '12', '7']
  const price: Printed = ['Цена', '18,28', '84,00', '15,25', '1 120,00']
  const amount: Printed = ['Сумма', '1 316,16', '1 092,04', '183,03', '7 840,01']
  const vat: Printed = ['Сумма НДС', '131,62', '109,20', '18,30', '784,00']
  const { lines } = await read([NUMBER, NAME, quantity, price, amount, rate, vat], [])
  expect(lines[0]).toMatchObject({ quantity: 72_000, unitCost: 1_828 })
  expect(lines.filter((line) => line.quantity === 10_000 && line.confidence >= 0.9)).toEqual([])
})

test('a heading over two rows, «Сумма без учёта» and «НДС, руб.», belongs to the column of amounts', async () => {
  const rows = [
    ['Наименование', 'Кол-во', 'Цена', 'Сумма без учета', 'Сумма'],
    ['', '', '', 'НДС, руб.', 'НДС'],
    ['Кронштейн настенный', '2', '310,50', '621,00', '124,20'],
    ['Скоба стальная', '13', '84,00', '1 092,00', '218,40'],
  ]
  const pieces = rows.flatMap((texts, row) =>
    texts.flatMap((text, at) => (text === '' ? [] : [piece(text, 220 * at, row)])),
  )
  const { lines } = judged(await assembled(pieces, async () => ''))
  expect(lines).toMatchObject([
    { quantity: 2_000, unitCost: 31_050, amount: 62_100 },
    { quantity: 13_000, unitCost: 8_400, amount: 109_200 },
  ])
})
