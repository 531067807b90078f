/** Tests which rows of a table are item lines and which are totals, on pieces of text with positions. */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

/** The cells of a row, each with its text and the position of its left edge; rows are printed one below another. */
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

test('page totals and sums carried over to the next page are not item lines', async () => {
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

test('digits in a signature below the totals are not mistaken for an item line', async () => {
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

test('a cell in which a price and a VAT rate run together is read as a price', async () => {
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

test('an item line of a till receipt with an illegible amount is kept and marked as doubtful', async () => {
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

test('a name over several rows belongs to the numbers beside its first row', async () => {
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

test('the headings decide which column is the quantity and which the price', async () => {
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

/** Two item lines in which quantity and price both have two decimals. */
const TWO_FACTORS: Cells[] = [
  [
    [0, '1'],
    [40, 'Филе грудки'],
    [360, '183.32'],
    [500, '12.00'],
    [600, '2199.84'],
  ],
  [
    [0, '2'],
    [40, 'Цепь приводная'],
    [360, '272.00'],
    [500, '20.50'],
    [600, '5576.00'],
  ],
]
const SUM: Cells = [
  [500, 'Итого'],
  [600, '7775.84'],
]

test('headings are assigned to the number columns in the same order, even if they are far from their columns', async () => {
  const head: Cells = [
    [0, '№'],
    [40, 'Наименование'],
    [270, 'Цена'],
    [408, 'Количество'],
    [600, 'Сумма'],
  ]
  const { lines } = await read([head, ...TWO_FACTORS, SUM])
  expect(lines).toMatchObject([
    { quantity: 12_000, unitCost: 18_332, confidence: 0.99 },
    { quantity: 20_500, unitCost: 27_200, confidence: 0.99 },
  ])
})

test('every line is doubtful if nothing distinguishes the quantity from the price', async () => {
  const { lines } = await read([...TWO_FACTORS, SUM])
  expect(lines.map(({ confidence }) => confidence)).toEqual([0.6, 0.6])
})

test('the name of an item on a till receipt begins after the VAT of the previous item', async () => {
  const goods = [
    ['27389', 'Плёнка 3х100 м', '5 200,00 х 2 = 10 400,00'],
    ['61371', 'Файл-вкладыш А4', '140,00 х 3 = 420,00'],
    ['', 'Сельдь с/с бочковая', '200,00 х 4 = 800,00'],
    ['86635', 'Прожектор СДО-5', '500,00 х 5 = 2 500,00'],
  ] as const
  const { lines } = await read([
    [[0, 'Чек № 8398 08.04.25 16:52']],
    [[0, 'Приход']],
    ...goods.flatMap(([code, name, product]): Cells[] => [
      [[0, `${code} ${name}`.trim()]],
      [[200, product]],
      [
        [0, 'в т.ч. НДС 22%'],
        [300, '12,34'],
      ],
    ]),
    [
      [0, 'ИТОГО'],
      [300, '14 120,00'],
    ],
  ])
  expect(lines.map(({ sku, name }) => [sku, name])).toEqual(goods.map(([code, name]) => [code || null, name]))
})

test('a quantity may be followed by its unit in the same cell', async () => {
  const line = (number: string, name: string, [quantity, price, amount]: readonly string[]): Cells => [
    [0, number],
    [40, name],
    [300, quantity!],
    [460, price!],
    [560, amount!],
  ]
  const { lines } = await read([
    HEAD,
    line('1', 'Семена газонные', ['4 пачка', '607,21', '2428,84']),
    line('2', 'Услуги', ['10,0 усл. ед', '210,00', '2100,00']),
    line('3', 'Болт', ['2 тыс. шт', '300,00', '600,00']),
  ])
  expect(lines).toMatchObject([
    { quantity: 4_000, unit: 'пачка', sku: null },
    { quantity: 10_000, unit: 'усл. ед', sku: null },
    { quantity: 2_000, unit: 'тыс. шт', sku: null },
  ])
})

test('a till receipt’s product line whose × was not read is recognized if its numbers multiply correctly', async () => {
  const { lines } = await read([
    [[0, 'Арматура А500С d12 мм']],
    [[200, '56269,00 19,900 = 1119753,10']],
    [[0, 'НАС не облагается']],
    [[0, 'Провод СИП-4']],
    [[200, '48,00 X 2,000 = 96,00']],
    [
      [0, 'ИТОГО'],
      [300, '1119849,10'],
    ],
  ])
  expect(lines).toMatchObject([
    { name: 'Арматура А500С d12 мм', quantity: 19_900, unitCost: 5_626_900, confidence: 0.99 },
    { name: 'Провод СИП-4', quantity: 2_000, unitCost: 4_800 },
  ])
})

test('a row of a name that has only lowercase letters counts as equally close to the rows above and below it', async () => {
  const row = (top: number, cells: Cells): Piece[] =>
    rowOf(cells, 0, 0).map((piece) => ({ ...piece, top, bottom: top + (/[А-Я\d]/u.test(piece.text) ? 18 : 14) }))
  const line = (at: number, number: string): Piece[] =>
    row(at, [
      [0, number],
      [40, 'Болт М20 для'],
      [300, 'шт'],
      [360, '2'],
      [460, '10,50'],
      [560, '21,00'],
    ])
  const pieces = [
    ...row(0, HEAD),
    ...line(30, '1'),
    ...row(54, [[40, 'ЦЕХОВ 1-Й']]),
    ...row(83, [[40, 'новая окраска']]),
    ...line(107, '2'),
    ...row(131, [[40, 'ЦЕХОВ 2-Й']]),
    ...row(160, [[40, 'новая окраска']]),
  ]
  const { lines } = judged(await assembled(pieces, async () => ''))
  expect(lines.map(({ name }) => name)).toEqual([
    'Болт М20 для ЦЕХОВ 1-Й новая окраска',
    'Болт М20 для ЦЕХОВ 2-Й новая окраска',
  ])
})
