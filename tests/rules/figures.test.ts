/**
 * Tests limits and formatted numbers. `npm run mutants` found faults in this code that no other test of the rules would
 * detect.
 */
import { expect, test } from 'vitest'
import {
  dearestOf,
  formatMilli,
  formatMinor,
  isWithinBound,
  MAX_COST_MINOR,
  MAX_MINOR,
  MAX_STOCK_MILLI,
  type Milli,
  type Minor,
  multiplyMilli,
} from '../../amounts/quantity.ts'
import { checkRow, increased } from '../../server/domain/availability.ts'
import type { Books } from '../../server/domain/books.ts'
import { drawOldestFirst, withinBound } from '../../server/domain/lots.ts'
import { checkFits } from '../../server/domain/purchasing.ts'
import type { Lot, Purchase, Stock } from '../../server/domain/records.ts'
import { checkMove } from '../../server/domain/transitions.ts'

const milli = (value: number) => value as Milli
const minor = (value: number) => value as Minor

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'it is not refused'
}

test('quantities stored in thousandths are formatted without trailing zeros', () => {
  expect([0, 1, 1_005, 2_000, 1_500].map((value) => formatMilli(milli(value)))).toEqual([
    '0',
    '0.001',
    '1.005',
    '2',
    '1.5',
  ])
})

test('amounts in kopecks are formatted exactly, whatever their size and sign', () => {
  expect([0n, 5n, 1_250n, 1_200n, -1n, -1_250n, 2n ** 70n].map(formatMinor)).toEqual([
    ...['0', '0.05', '12.5', '12', '-0.01', '-12.5'],
    '11805916207174113034.24',
  ])
})

test('an amount may be 10^12 roubles but not a kopeck more', () => {
  expect([MAX_MINOR, MAX_MINOR + 1].map((value) => isWithinBound(minor(value)))).toEqual([true, false])
})

test('the highest unit cost allowed for a quantity is the largest that keeps the amount within its limit', () => {
  expect([1, 999, 1_000].map((value) => dearestOf(milli(value)))).toEqual([MAX_MINOR, MAX_MINOR, MAX_MINOR])
  expect([1_001, 3_000].map((value) => dearestOf(milli(value)))).toEqual([99_900_099_900_099, 33_333_333_333_333])
})

test('the quantity of components that many bundles need is computed exactly, even beyond the exact range of doubles', () => {
  const most = 10 ** 15
  expect(multiplyMilli(milli(most), milli(1_000))).toBe(most)
  expect(multiplyMilli(milli(most + 1_000), milli(1_000))).toBeNull()
  expect(multiplyMilli(milli(9_007_199_254_741), milli(1_001))).toBeNull()
  expect(multiplyMilli(milli(9_007_199_255_000), milli(1_001))).toBe(9_016_206_454_255)
  expect([multiplyMilli(milli(1_500), milli(2_000)), multiplyMilli(milli(1_001), milli(1_001))]).toEqual([3_000, null])
})

test('stock that would grow beyond the largest exact integer is refused with an error for the quantity field', () => {
  const row = { onHand: milli(MAX_STOCK_MILLI - 1), reserved: milli(0) } as Stock
  expect(increased(row, milli(1), 1).onHand).toBe(MAX_STOCK_MILLI)
  expect(() => increased(row, milli(2), 1)).toThrow(/9007199254740/)
  expect(messageOf(() => increased(row, milli(2), 1))).toContain('/quantity: ')
  expect(messageOf(() => increased(row, milli(2), 1, '/lines/0'))).toContain('/lines/0: ')
})

test('the refusal for a shortage names the product, the warehouse and both quantities', () => {
  const names = (id: string, name: string) => new Map([[id, { name }]])
  const books = { products: names('p', 'Чайник'), warehouses: names('w', 'Склад') } as unknown as Books
  const row = { productId: 'p', warehouseId: 'w', available: milli(1_500) } as Stock
  expect(() => checkRow(books, row, milli(1_500))).not.toThrow()
  expect(() => checkRow(books, row, milli(1_501))).toThrow(/1\.501.*"Чайник".*1\.5.*"Склад"/)
  expect(() => checkRow(books, { ...row, productId: 'x', warehouseId: 'y' }, milli(2_000))).toThrow(/"x".*"y"/)
})

test('the refusal of a cost above the limit shows the cost only to users who may see costs', () => {
  expect([withinBound(MAX_COST_MINOR, 'full'), withinBound(5, 'without costs')]).toEqual([MAX_COST_MINOR, 5])
  expect(withinBound(MAX_COST_MINOR + 1, 'without costs')).toBe(MAX_COST_MINOR)
  expect(() => withinBound(MAX_COST_MINOR + 1, 'full')).toThrow(/70368744177664/)
})

test('lots that hold less than their stock row states are reported as a bug', () => {
  const lot = { id: 'a', remaining: milli(1_000), unitCost: minor(100) } as Lot
  expect(() => drawOldestFirst([lot], milli(1_300), { revision: 1, view: 'full' })).toThrow(/300 thousandths/)
})

test('the refusal of a receipt that does not match its purchase names the differing fields', () => {
  const parts = { productId: 'p', warehouseId: 'w', supplierId: 's', number: '7' }
  const figures = { quantity: milli(10_000), received: milli(4_000), damaged: milli(1_000), missing: milli(500) }
  const purchase = { ...parts, ...figures } as Purchase
  const receipt = { product: { id: 'p' }, warehouse: { id: 'w' }, supplier: { id: 's' }, quantity: milli(4_500) }
  expect(() => checkFits(purchase, receipt)).not.toThrow()
  expect(() => checkFits(purchase, { ...receipt, product: { id: 'x' } })).toThrow(/7.*product/)
  expect(() => checkFits(purchase, { ...receipt, warehouse: { id: 'x' } })).toThrow(/7.*warehouse/)
  expect(() => checkFits(purchase, { ...receipt, supplier: { id: 'x' } })).toThrow(/7.*supplier/)
  expect(() => checkFits(purchase, { ...receipt, quantity: milli(4_501) })).toThrow(/4\.501.*7.*4\.5/)
})

test('a status change from an unknown status is refused like one from a final status', () => {
  const gone = { what: 'order', id: 'o', number: '7', status: 'gone' } as const
  const move = (moves: Record<string, readonly string[]>) => messageOf(() => checkMove(moves, gone, 'new'))
  expect(move({})).toBe(move({ gone: [] }))
  expect(move({})).toContain('"gone"')
})
