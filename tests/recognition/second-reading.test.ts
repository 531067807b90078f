/** Tests which of two results is used if a page was read at two scales. */
import { expect, test } from 'vitest'
import type { Minor } from '../../amounts/quantity.ts'
import { betterReading, hasRemainder } from '../../server/recognition/judge/second-reading.ts'
import type { Reading, ReadLine } from '../../server/recognition/words/extraction.ts'
import { numberReadings } from '../../server/recognition/words/numbers.ts'

const line = (quantity: string, unitCost: string, amount: string): ReadLine => ({
  ...{ name: 'Болт', sku: null, unit: 'шт', amountWithVat: [] },
  ...{ quantity: numberReadings(quantity), unitCost: numberReadings(unitCost), amount: numberReadings(amount) },
})

const reading = (lines: ReadLine[], total: number, reference: string | null = null): Reading => ({
  ...{ text: 'Накладная '.repeat(20), kind: 'receipt', reference, issuedAt: null, lines },
  ...{ supplier: { name: null, inn: null }, totals: [{ label: 'payable', minor: total as Minor }] },
})

const BOTH = [line('2', '10,00', '20,00'), line('3', '15,00', '45,00')]

test('a page is read a second time only if its lines do not add up to the total', () => {
  expect(hasRemainder(reading(BOTH.slice(0, 1), 6_500))).toBe(true)
  expect(hasRemainder(reading([line('2', '10,00', '27,13')], 2_713))).toBe(true)
  expect(hasRemainder(reading(BOTH, 6_500))).toBe(false)
  expect(hasRemainder({ ...reading([], 6_500), text: 'пятно' })).toBe(false)
})

test('of two reading attempts for a page, the one whose lines match the total is used', () => {
  const [first, second] = [reading(BOTH.slice(0, 1), 6_500, '15'), reading(BOTH, 6_500, '16')]
  expect(betterReading(first, second)).toEqual({ ...first, lines: BOTH })
  expect(betterReading(second, first)).toEqual(second)
})

test('the second reading of a page changes no line unless it confirms more than the first', () => {
  const first = reading(BOTH.slice(0, 1), 6_500)
  expect(betterReading(first, reading([line('2', '11,00', '22,00')], 6_500, '16'))).toEqual({
    ...first,
    reference: '16',
  })
})
