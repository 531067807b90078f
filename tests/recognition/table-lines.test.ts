/** Rows of a table as pieces with places: which of them are lines, which are totals. */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge.ts'
import type { Piece } from '../../server/recognition/pieces.ts'

/** Texts by the place of their left edge, one row below the other. */
type Cells = readonly (readonly [left: number, text: string])[]

const rowOf = (cells: Cells, index: number, page: number): Piece[] =>
  cells.map(([left, text]) => ({
    page,
    text,
    confidence: 1,
    left,
    right: left + 9 * text.length,
    top: 24 * index,
    bottom: 24 * index + 18,
  }))

async function read(...pages: Cells[][]) {
  const pieces = pages.flatMap((rows, page) => rows.flatMap((cells, index) => rowOf(cells, index, page)))
  return judged(await assembled(pieces, async () => ''))
}

const HEAD: Cells = [
  [0, '№'],
  [40, 'Наименование'],
  [300, 'Ед.'],
  [360, 'Кол-во'],
  [460, 'Цена'],
  [560, 'Сумма'],
]

test('totals of a page and what is carried over are no lines; the last total is that of all pages', async () => {
  const extraction = await read(
    [
      HEAD,
      [
        [0, '1'],
        [40, 'Болт стальной'],
        [300, 'шт'],
        [360, '2,000'],
        [460, '10,00'],
        [560, '20,00'],
      ],
      [
        [0, '2'],
        [40, 'Гайка стальная'],
        [300, 'шт'],
        [360, '7,000'],
        [460, '15,50'],
        [560, '108,50'],
      ],
      [
        [40, 'Итого по странице'],
        [360, '9,000'],
        [560, '128,50'],
      ],
    ],
    [
      [
        [40, 'Перенесено с предыдущей страницы'],
        [360, '9,000'],
        [560, '128,50'],
      ],
      HEAD,
      [
        [0, '3'],
        [40, 'Шайба усиленная'],
        [300, 'шт'],
        [360, '3,000'],
        [460, '12,25'],
        [560, '36,75'],
      ],
      [
        [40, 'Всего к оплате'],
        [560, '165,25'],
      ],
    ],
  )
  expect(extraction.lines.map(({ name }) => name)).toEqual(['Болт стальной', 'Гайка стальная', 'Шайба усиленная'])
  expect(extraction.total).toBe(16_525)
  expect(extraction.warnings.map(({ code }) => code).filter((code) => !code.endsWith('_DOUBTFUL'))).toEqual([])
})

test('figures of a signature below the totals are no line', async () => {
  const extraction = await read([
    HEAD,
    [
      [0, '1'],
      [40, 'Болт стальной'],
      [300, 'шт'],
      [360, '2'],
      [460, '10,00'],
      [560, '20,00'],
    ],
    [
      [0, '2'],
      [40, 'Гайка стальная'],
      [300, 'шт'],
      [360, '7'],
      [460, '15,50'],
      [560, '108,50'],
    ],
    [
      [40, 'Всего к оплате'],
      [560, '128,50'],
    ],
    [
      [40, 'Отпустил'],
      [360, '1'],
      [460, '1'],
    ],
  ])
  expect(extraction.lines).toHaveLength(2)
})

test('a cell of price and VAT rate run together is a price', async () => {
  const extraction = await read([
    HEAD,
    [
      [0, '1'],
      [40, 'Болт стальной'],
      [300, 'шт'],
      [360, '18,00'],
      [440, '17,49 Без НДС'],
      [580, '314,82'],
    ],
    [
      [0, '2'],
      [40, 'Гайка стальная'],
      [300, 'шт'],
      [360, '5,00'],
      [440, '19,31 Без НДС'],
      [580, '96,55'],
    ],
    [
      [40, 'Итого'],
      [580, '411,37'],
    ],
  ])
  expect(extraction.lines).toMatchObject([
    { unitCost: 1_749, confidence: 0.99 },
    { unitCost: 1_931, confidence: 0.99 },
  ])
})

test('a line of a till receipt whose amount is not legible stays, marked', async () => {
  const extraction = await read([
    [[0, '1. Болт стальной оцинкованный М10х60']],
    [
      [0, "1'000,000 * 228,09"],
      [200, "=228'090,00"],
    ],
    [[0, '2. Гайка']],
    [[0, '2,000 + 588,00']],
    [
      [0, 'ИТОГ'],
      [200, "=229'266,00"],
    ],
  ])
  expect(extraction.lines).toMatchObject([
    { quantity: 1_000_000, unitCost: 22_809, amount: 22_809_000 },
    { quantity: 2_000, unitCost: 58_800, confidence: 0.3 },
  ])
  expect(extraction.total).toBe(22_926_600)
})

test('names of several rows belong to the figures beside their first row, however evenly all rows stand', async () => {
  const extraction = await read([
    HEAD,
    [
      [0, '1'],
      [40, 'Крупа гречневая'],
      [300, 'шт'],
      [360, '2'],
      [460, '10,50'],
      [560, '21,00'],
    ],
    [[40, 'цвет по согласованию']],
    [[40, 'с покупателем']],
    [
      [0, '2'],
      [40, 'Гайка стальная'],
      [300, 'шт'],
      [360, '7'],
      [460, '15,50'],
      [560, '108,50'],
    ],
    [[40, 'в упаковке']],
    [[40, 'производителя']],
    [
      [0, '3'],
      [40, 'Шайба'],
      [300, 'шт'],
      [360, '3'],
      [460, '12,25'],
      [560, '36,75'],
    ],
    [
      [40, 'Всего к оплате'],
      [560, '166,25'],
    ],
  ])
  expect(extraction.lines.map(({ name }) => name)).toEqual([
    'Крупа гречневая цвет по согласованию с покупателем',
    'Гайка стальная в упаковке производителя',
    'Шайба',
  ])
})

test('headings tell quantity from price, whatever their decimals and however many lines there are', async () => {
  const line = (at: number): Cells => [
    [0, String(at)],
    [40, `Уголок стальной ${at}`],
    [300, 'шт'],
    [360, `${at + 1},00`],
    [460, String(100 + at)],
    [560, `${(at + 1) * (100 + at)},00`],
  ]
  const lines = Array.from({ length: 17 }, (_, index) => line(index + 1))
  const sum = lines.reduce((all, _, index) => all + (index + 2) * (101 + index), 0)
  const extraction = await read([
    HEAD,
    ...lines,
    [
      [460, 'Итого'],
      [560, `${sum},00`],
    ],
  ])
  expect(extraction.lines.map(({ quantity, unitCost }) => [quantity, unitCost])).toEqual(
    lines.map((_, index) => [(index + 2) * 1_000, (101 + index) * 100]),
  )
})
