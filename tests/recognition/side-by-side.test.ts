/**
 * Checks that two tables side by side are read one after another, and that each number belongs to a name in its own
 * table.
 */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import { gapBetween } from '../../server/recognition/judge/missing-lines.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

type Cells = readonly (readonly [left: number, text: string])[]

const piecesOf = (rows: readonly Cells[]): Piece[] =>
  rows.flatMap((cells, index) =>
    cells.map(([left, text]) => ({
      page: 0,
      text,
      confidence: 1,
      left,
      right: left + 9 * text.length,
      top: 24 * index,
      bottom: 24 * index + 18,
    })),
  )

const half = (from: number, [name, quantity, price, amount]: readonly [string, string, string, string]): Cells => [
  [from, name],
  [from + 180, quantity],
  [from + 260, price],
  [from + 340, amount],
]

const HEAD = ['Наименование', 'Кол-во', 'Цена', 'Сумма'] as const
const [LEFT, RIGHT] = [0, 480]

const ROWS: Cells[] = [
  [...half(LEFT, HEAD), ...half(RIGHT, HEAD)],
  [...half(LEFT, ['Болт стальной', '2', '10,25', '20,50']), ...half(RIGHT, ['Шайба плоская', '6', '1,10', '6,60'])],
  [
    ...half(LEFT, ['Гайка стальная', '7', '15,50', '108,50']),
    ...half(RIGHT, ['Дюбель распорный', '3', '4,20', '12,60']),
  ],
  half(LEFT, ['Скоба', '4', '3,30', '13,20']),
  [[RIGHT + 200, 'Итого к оплате: 161,40']],
]

test('if two tables are side by side, the rows of the right table follow those of the left table', async () => {
  const { lines, total } = judged(await assembled(piecesOf(ROWS), async () => ''))
  expect(lines).toMatchObject([
    { name: 'Болт стальной', quantity: 2_000, unitCost: 1_025, confidence: 0.99 },
    { name: 'Гайка стальная', quantity: 7_000, unitCost: 1_550 },
    { name: 'Скоба', quantity: 4_000, unitCost: 330 },
    { name: 'Шайба плоская', quantity: 6_000, unitCost: 110 },
    { name: 'Дюбель распорный', quantity: 3_000, unitCost: 420 },
  ])
  expect(total).toBe(16_140)
})

test('if two tables are side by side, a cell is read again at its own place on the page', async () => {
  const misread = ROWS.map((cells) => cells.map(([left, text]) => [left, text === '6,60' ? 'б,6?' : text] as const))
  const looked: number[] = []
  await assembled(piecesOf(misread), async (_, { left, top }) => {
    if (top < 48) looked.push(left)
    return ''
  })
  expect(Math.max(...looked)).toBeGreaterThan(RIGHT)
})

test('two amount columns, with and without VAT, do not split a table in two', async () => {
  const table: Cells[] = [
    [
      [0, 'Наименование'],
      [180, 'Кол-во'],
      [260, 'Цена'],
      [340, 'Сумма'],
      [430, 'Цена с НДС'],
      [560, 'Сумма с НДС'],
    ],
    [
      [0, 'Болт стальной'],
      [180, '2'],
      [260, '10,00'],
      [340, '20,00'],
      [430, '12,00'],
      [560, '24,00'],
    ],
    [
      [0, 'Гайка стальная'],
      [180, '7'],
      [260, '15,50'],
      [340, '108,50'],
      [430, '18,60'],
      [560, '130,20'],
    ],
    [[340, 'Всего к оплате: 154,20']],
  ]
  const { lines } = judged(await assembled(piecesOf(table), async () => ''))
  expect(lines).toMatchObject([{ quantity: 2_000 }, { quantity: 7_000 }])
})

test('two heading rows that both have a name and a quantity belong to one table', async () => {
  const table: Cells[] = [
    [
      [40, 'Товар'],
      [180, 'Количество'],
      [300, 'Количество'],
      [430, 'Цена'],
      [560, 'Сумма'],
    ],
    [
      [40, 'наименование'],
      [180, 'мест'],
      [300, 'масса'],
    ],
    [
      [40, 'Болт стальной'],
      [180, '1'],
      [300, '2'],
      [430, '10,25'],
      [560, '20,50'],
    ],
    [
      [40, 'Гайка стальная'],
      [180, '3'],
      [300, '7'],
      [430, '15,50'],
      [560, '108,50'],
    ],
    [[340, 'Всего к оплате: 129,00']],
  ]
  const { lines } = judged(await assembled(piecesOf(table), async () => ''))
  expect(lines).toMatchObject([{ quantity: 2_000 }, { quantity: 7_000 }])
})

test('an item line that was not read is located where the gap between rows is twice as large as elsewhere', () => {
  const at = (y: number) => ({ page: 1, x: 0, y, width: 0.8, height: 0.02 })
  expect(gapBetween([at(0.1), at(0.13), at(0.16), at(0.22), at(0.25)])).toEqual({ before: 3, page: 1 })
  expect(gapBetween([at(0.1), at(0.13), at(0.16), at(0.19)])).toBeNull()
})
