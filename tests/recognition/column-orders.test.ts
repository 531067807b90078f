/**
 * Checks that quantity, price and amount are found whatever the order of their columns, because each program prints
 * them in its own order.
 */
import { expect, test } from 'vitest'
import { assembled } from '../../server/recognition/assemble.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Piece } from '../../server/recognition/picture/pieces.ts'

/** A column of the printed table: its heading, its cells from first line to last, and the text below the lines. */
interface Printed {
  readonly heading: string
  readonly cells: readonly string[]
  readonly below?: string
}

const QUANTITY: Printed = { heading: 'Кол-во', cells: ['2', '1', '12', '7'] }
const PRICE: Printed = { heading: 'Цена', cells: ['310,50', '84,00', '15,25', '1 120,00'] }
const AMOUNT: Printed = {
  heading: 'Сумма',
  cells: ['621,00', '84,00', '183,00', '7 840,00'],
  below: '8 728,00',
}
const NUMBER: Printed = { heading: '№', cells: ['1', '2', '3', '4'] }
const NAME: Printed = {
  heading: 'Наименование',
  cells: ['Кронштейн настенный', 'Скоба стальная', 'Дюбель распорный', 'Верёвка капроновая'],
  below: 'Итого',
}
const UNIT: Printed = { heading: 'Ед.', cells: ['шт', 'упак', 'кг', 'м'] }
const RATE: Printed = { heading: 'НДС', cells: ['20%', '20%', '20%', '20%'] }
const VAT: Printed = { heading: 'Сумма НДС', cells: ['103,50', '14,00', '30,50', '1 306,67'], below: '1 454,67' }
const DISCOUNT: Printed = { heading: 'Скидка', cells: ['0,00', '0,00', '0,00', '0,00'] }

const LINES = NAME.cells.map((name, at) => ({
  name,
  unit: UNIT.cells[at],
  quantity: 1_000 * Number(QUANTITY.cells[at]),
  unitCost: Number(PRICE.cells[at]!.replace(/\D/g, '')),
}))

const ORDERS = [
  [QUANTITY, PRICE, AMOUNT],
  [PRICE, QUANTITY, AMOUNT],
  [QUANTITY, AMOUNT, PRICE],
  [PRICE, AMOUNT, QUANTITY],
  [AMOUNT, QUANTITY, PRICE],
  [AMOUNT, PRICE, QUANTITY],
]
const WAYS = ORDERS.flatMap((order) => [true, false].map((hasHeadings) => ({ order, hasHeadings })))
const named = (columns: readonly Printed[]) => columns.map(({ heading }) => heading).join(', ')

/** Returns the table's text pieces. Numbers are right-aligned in their columns, words and headings left-aligned. */
function piecesOf(columns: readonly Printed[], hasHeadings: boolean): Piece[] {
  const pieces: Piece[] = []
  let left = 0
  for (const { heading, cells, below = '' } of columns) {
    const width = 9 * Math.max(...[heading, ...cells, below].map(({ length }) => length))
    for (const [at, text] of [hasHeadings ? heading : '', ...cells, below].entries()) {
      const start = at > 0 && /^\d/.test(text) ? left + width - 9 * text.length : left
      const box = { left: start, right: start + 9 * text.length, top: 24 * at, bottom: 24 * at + 18 }
      if (text !== '') pieces.push({ page: 0, text, confidence: 1, ...box })
    }
    left += width + 30
  }
  return pieces
}

async function read(columns: readonly Printed[], hasHeadings: boolean) {
  return judged(await assembled(piecesOf(columns, hasHeadings), async () => ''))
}

test.each(WAYS)(
  'a table’s columns are found in the order $order.0.heading, $order.1.heading, $order.2.heading; headings: $hasHeadings',
  async (way) => {
    const { order, hasHeadings } = way
    const [first, second, third] = order as [Printed, Printed, Printed]
    const tables = [
      [NAME, first, second, third],
      [NUMBER, NAME, UNIT, first, second, third],
      [NUMBER, NAME, first, UNIT, second, third],
      [NUMBER, NAME, first, second, third, UNIT],
      [NUMBER, NAME, UNIT, first, RATE, second, VAT, third],
      [NUMBER, NAME, first, DISCOUNT, second, third, UNIT],
      [first, second, NUMBER, NAME, UNIT, third],
    ]
    for (const columns of tables) {
      const { lines, total } = await read(columns, hasHeadings)
      const units = columns.includes(UNIT) ? LINES : LINES.map(({ unit: _, ...line }) => line)
      expect(lines, named(columns)).toMatchObject(units)
      expect(Math.min(...lines.map(({ confidence }) => confidence)), named(columns)).toBeGreaterThanOrEqual(0.97)
      expect(total, named(columns)).toBe(872_800)
    }
  },
)

test.each(ORDERS)(
  'if the numbers in a table do not add up, its headings alone identify the columns: %o',
  async (...order) => {
    const misread = order.map((column) =>
      column === AMOUNT ? { ...AMOUNT, cells: ['627,01', '34,10', '133,11', '7 340,77'] } : column,
    )
    const { lines } = await read([NUMBER, NAME, UNIT, ...misread], true)
    expect(lines).toMatchObject(LINES.map((line) => ({ ...line, confidence: 0.3 })))
  },
)

/** A column of product names that contain the words of a quantity heading, at the beginning or inside. */
const TELLING: Printed = {
  ...NAME,
  cells: ['Канистра, объём 10 л', 'Объём воды, датчик', 'Брокколи свежая', 'Количество витков 7, пружина'],
}
/** A column of quantities with as many decimals as prices, so that the decimals do not distinguish the two. */
const IN_HUNDREDTHS: Printed = { heading: 'Выбыло', cells: ['1,00', '1,50', '12,25', '7,00'] }
const WHOLE: Printed = { heading: 'Выбыло', cells: ['1', '3', '12', '7'] }
/** Returns the column made so wide that its heading at the left is not above its numbers at the right. */
const wide = (column: Printed): Printed => ({ ...column, below: 'x'.repeat(26) })
const AMOUNTS: Printed = { ...AMOUNT, cells: ['310,50', '126,00', '186,81', '7 840,00'], below: '8 463,31' }
const WHOLE_PRICE: Printed = { heading: 'Цена', cells: ['310', '84', '15', '1 120'] }
const WHOLE_AMOUNT: Printed = { heading: 'Сумма', cells: ['310', '252', '180', '7 840'], below: '8 582' }

test.each([
  [[IN_HUNDREDTHS, wide(PRICE), AMOUNTS]],
  [[wide(PRICE), IN_HUNDREDTHS, AMOUNTS]],
  [[WHOLE, wide(WHOLE_PRICE), WHOLE_AMOUNT]],
  [[wide(WHOLE_PRICE), WHOLE, WHOLE_AMOUNT]],
])(
  'a word in a product name is not taken for a quantity heading, and without other evidence no line is certain: %j',
  async (figures) => {
    const { lines } = await read([NUMBER, TELLING, UNIT, ...figures, RATE], true)
    expect(lines).toHaveLength(4)
    expect(Math.max(...lines.map(({ confidence }) => confidence))).toBeLessThan(0.9)
  },
)

test.each([[[QUANTITY, PRICE, AMOUNT, RATE, VAT]], [[PRICE, QUANTITY, AMOUNT, RATE, VAT]]])(
  'names that contain the words of headings do not affect the column order given by the headings: %j',
  async (figures) => {
    const { lines } = await read([NUMBER, TELLING, UNIT, ...figures], true)
    expect(lines).toMatchObject(LINES.map(({ quantity, unitCost }) => ({ quantity, unitCost })))
    expect(Math.min(...lines.map(({ confidence }) => confidence))).toBeGreaterThanOrEqual(0.97)
  },
)

/** Returns the pieces of a table in which the headings of two adjacent columns were read as one text. */
function withJoinedHeadings(columns: readonly Printed[], [one, other]: readonly [Printed, Printed]): Piece[] {
  const pieces = piecesOf(columns, true)
  const [left, right] = [one, other].map(
    ({ heading }) => pieces.find(({ text, top }) => top === 0 && text === heading)!,
  )
  const joined = { ...left!, text: `${left!.text} ${right!.text}`, right: right!.right }
  return [joined, ...pieces.filter((piece) => piece !== left && piece !== right)]
}

const HUNDREDTHS: Printed = { heading: 'Объём', cells: ['2,00', '1,00', '12,00', '7,00'] }
const NET_PRICE: Printed = { ...PRICE, heading: 'Цена, руб. без' }

test.each([[[HUNDREDTHS, NET_PRICE] as const], [[NET_PRICE, HUNDREDTHS] as const]])(
  'two headings that were read as one text still give the order of their columns: %j',
  async (factors) => {
    const columns = [NUMBER, NAME, ...factors, UNIT, AMOUNT, RATE, VAT]
    const { lines } = judged(await assembled(withJoinedHeadings(columns, factors), async () => ''))
    expect(lines).toMatchObject(LINES.map(({ quantity, unitCost }) => ({ quantity, unitCost })))
    expect(Math.min(...lines.map(({ confidence }) => confidence))).toBeGreaterThanOrEqual(0.97)
  },
)

/**
 * A column whose heading is printed above both the quantity and the price, like the heading of a group of columns, but
 * names only one of the two.
 */
const ABOVE_BOTH: Printed = { ...NET_PRICE, heading: 'Цена за единицу, с учётом доставки, р.' }

test.each([
  [[ABOVE_BOTH, { ...HUNDREDTHS, heading: '' }]],
  [
    [
      { ...ABOVE_BOTH, heading: '' },
      { ...HUNDREDTHS, heading: ABOVE_BOTH.heading },
    ],
  ],
])(
  'if one heading stands above both quantity and price, only kopecks tell them apart, without certainty: %#',
  async (factors) => {
    const pieces = piecesOf([NUMBER, NAME, ...factors, UNIT, AMOUNT, RATE, VAT], true)
    const isWide = ({ text }: Piece) => text === ABOVE_BOTH.heading
    const numbers = pieces.filter(({ text, top }) => top > 0 && factors.some(({ cells }) => cells.includes(text)))
    const [left, right] = [Math.min(...numbers.map((one) => one.left)), Math.max(...numbers.map((one) => one.right))]
    const found = await assembled(
      pieces.map((piece) => (isWide(piece) ? { ...piece, left, right } : piece)),
      async () => '',
    )
    const { lines, warnings } = judged(found)
    expect(lines).toMatchObject(LINES.map(({ quantity, unitCost }) => ({ quantity, unitCost })))
    expect(Math.max(...lines.map(({ confidence }) => confidence))).toBeLessThan(0.9)
    expect(warnings.map(({ code }) => code)).toContain('COLUMNS_DOUBTFUL')
  },
)
