/**
 * Tests the rules of the product sheet and of bulk changes: how typed numbers and dates are read, where pasted cells
 * go, and how prices are rounded to the kopeck.
 */
import { expect, test } from 'vitest'
import { readFigure } from '../../spellings/figures.ts'
import { withEdits } from '../../web/components/cell-edits.ts'
import { pastedAt, placeAfter } from '../../web/components/grid-range.ts'
import { cellsOf, textOfCells } from '../../web/components/grid-text.ts'
import { changedPrice, MAIN_PRICE, priceBody, valueBody } from '../../web/sections/products/bulk-bodies.ts'
import { isWholeDay, readDay } from '../../web/words/typed-day.ts'

const WORDS = {
  noNumber: 'no number',
  negative: 'negative',
  tooLarge: 'too large',
  tooManyDecimals: (count: number) => `at most ${count}`,
}

test.each([
  ['1 234,50', '1234.5'],
  ['1\u00a0234,50', '1234.5'],
  ['1\u202f234,50\u00a0₽', '1234.5'],
  ['1234.5', '1234.5'],
  ['1.234,50', '1234.5'],
  ['1,234.50', '1234.5'],
  ["1'234.50", '1234.5'],
  ['12 руб.', '12'],
  ['12,50 р.', '12.5'],
  ['007', '7'],
  ['0,10', '0.1'],
  [',5', '0.5'],
  ['5,', '5'],
  ['12,5000', '12.5'],
  ['   ', ''],
  ['', ''],
])('in a line sheet, %j typed in a number cell is read as %j', (typed, text) => {
  expect(readFigure(typed, 2, WORDS)).toEqual({ text })
})

test.each([
  ['дорого', 'no number'],
  ['1,2,3', 'no number'],
  ['1е5', 'no number'],
  ['1e5', 'no number'],
  ['0x10', 'no number'],
  ['Infinity', 'no number'],
  ['-5', 'negative'],
  ['−5', 'negative'],
  ['1,234', 'at most 2'],
  ['1.234', 'at most 2'],
  ['1000000000000', 'too large'],
])('in a line sheet, %j typed in a number cell is refused: %s', (typed, problem) => {
  expect(readFigure(typed, 2, WORDS)).toEqual({ problem })
})

test('cells copied to and from a spreadsheet keep line breaks, tabs and quotation marks', () => {
  const text = '1\t"два\nстроки"\r\n"с ""кавычками"""\t\r\n'
  const cells = [
    ['1', 'два\nстроки'],
    ['с "кавычками"', ''],
  ]
  expect(cellsOf(text)).toEqual(cells)
  expect(cellsOf(textOfCells(cells))).toEqual(cells)
})

test('pasted cells fill the selection if they fit, and otherwise start at its first cell', () => {
  const place = (row: number, column: number) => ({ row, column })
  const range = { anchor: place(5, 3), head: place(2, 2) }
  const filled = pastedAt([['x'], ['y']], range)
  expect(filled.map(({ row, column, typed }) => `${row}:${column}${typed}`)).toEqual([
    '2:2x',
    '2:3x',
    '3:2y',
    '3:3y',
    '4:2x',
    '4:3x',
    '5:2y',
    '5:3y',
  ])
  expect(pastedAt([['a'], ['b'], ['c']], { anchor: place(1, 0), head: place(1, 0) })).toEqual([
    { row: 1, column: 0, typed: 'a' },
    { row: 2, column: 0, typed: 'b' },
    { row: 3, column: 0, typed: 'c' },
  ])
})

test('navigation keys never move the focus out of a sheet’s cells', () => {
  const size = { rows: 10, columns: 3, page: 4 }
  const after = (key: string, isFar = false) =>
    placeAfter({ key, ctrlKey: isFar, metaKey: false }, { row: 8, column: 1 }, size)
  expect(after('PageDown')).toEqual({ row: 9, column: 1 })
  expect(after('ArrowUp', true)).toEqual({ row: 0, column: 1 })
  expect(after('End')).toEqual({ row: 8, column: 2 })
  expect(after('Home', true)).toEqual({ row: 0, column: 0 })
  expect(after('x')).toBe(null)
})

test('undoing an edit of a sheet removes only that edit', () => {
  const before = withEdits({}, [{ row: 'a', column: 'price', text: '5' }])
  const after = withEdits(before, [
    { row: 'a', column: 'price', text: null },
    { row: 'b', column: 'sku', text: 'x' },
  ])
  expect([before, after]).toEqual([{ a: { price: '5' } }, { b: { sku: 'x' } }])
})

const PRODUCT = {
  name: 'Чай',
  price: 1.15,
  prices: [{ priceTypeId: 'wholesale', price: 10 }],
  filterValueIds: ['red', 'large'],
} as never

test.each([
  [1.15, 10, 1.27],
  [0.05, 10, 0.06],
  [99.99, 10, 109.99],
  [100, -100, 0],
  [19.99, -33.33, 13.33],
])('the price %f changed by %f per cent is %f', (price, percent, after) => {
  const product = { ...(PRODUCT as object), price } as never
  expect(changedPrice(product, MAIN_PRICE, { how: 'percent', percent })).toBe(after)
})

test('changing the price of one price type does not change other prices', () => {
  const value = { how: 'value', value: 7 } as const
  expect(priceBody(PRODUCT, 'retail', value)).toEqual({
    name: 'Чай',
    prices: [
      { priceTypeId: 'wholesale', price: 10 },
      { priceTypeId: 'retail', price: 7 },
    ],
  })
  expect(priceBody(PRODUCT, 'retail', { how: 'percent', percent: 5 })).toBe(null)
  expect(priceBody(PRODUCT, MAIN_PRICE, { how: 'value', value: 1.15 })).toBe(null)
})

test('a filter column in the product sheet sets one value of that filter, or none', () => {
  const colour = { values: [{ id: 'red' }, { id: 'blue' }] } as never
  expect(valueBody(PRODUCT, colour, 'blue')).toEqual({ name: 'Чай', filterValueIds: ['large', 'blue'] })
  expect(valueBody(PRODUCT, colour, null)).toEqual({ name: 'Чай', filterValueIds: ['large'] })
  expect(valueBody(PRODUCT, colour, 'red')).toBe(null)
})

const TODAY = '2026-03-01'

test.each([
  ['5.3', '2026-03-05'],
  ['05/03', '2026-03-05'],
  ['0503', '2026-03-05'],
  ['5,3,26', '2026-03-05'],
  ['05.03.26', '2026-03-05'],
  ['050326', '2026-03-05'],
  ['05032026', '2026-03-05'],
  ['20260305', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  [' 5 3 2026 ', '2026-03-05'],
  ['5 марта 2026 г.', '2026-03-05'],
  ['5 May 26', '2026-05-05'],
  ['17.12.85', '1985-12-17'],
  ['29.02.2028', '2028-02-29'],
  ['Сегодня', TODAY],
  ['today', TODAY],
])('the text "%s" is accepted as a date', (typed, day) => {
  expect(readDay(typed, TODAY)).toBe(day)
})

test.each([
  '',
  '5',
  '31.02.2026',
  '29.02.2027',
  '32.13',
  '5.3.2',
  '5.3.026',
  '5.3.3026',
  '1.2.3.4',
  'скоро',
  '050320261',
])('the text "%s" is not accepted as a date', (typed) => {
  expect(readDay(typed, TODAY)).toBeNull()
})

test('words such as yesterday and tomorrow give the right date, even at the end of a month', () => {
  const days = ['позавчера', 'вчера', 'сегодня', 'завтра', 'послезавтра'].map((typed) =>
    Date.parse(readDay(typed, TODAY)!),
  )
  expect(days.slice(1).map((day, index) => day - days[index]!)).toEqual([
    86_400_000, 86_400_000, 86_400_000, 86_400_000,
  ])
})

test('a typed date counts as complete once its year has four digits', () => {
  const typed = ['5.3.2026', '05032026', '2026-03-05', '05.03.26', '050326', '5.3.20']
  expect(typed.filter(isWholeDay)).toEqual(['5.3.2026', '05032026', '2026-03-05'])
})
