/**
 * Tests which sum is taken as the amount to pay: not a sum before a discount, without VAT or without a lost line.
 * Labels and arithmetic decide.
 */
import { expect, test } from 'vitest'
import type { Minor } from '../../amounts/quantity.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Reading, ReadLine, ReadTotal } from '../../server/recognition/words/extraction.ts'
import { numberReadings } from '../../server/recognition/words/numbers.ts'

function line(quantity: string, unitCost: string, amount: string): ReadLine {
  const numbers = { quantity: numberReadings(quantity), unitCost: numberReadings(unitCost) }
  return { name: 'Болт', sku: null, unit: 'шт', ...numbers, amount: numberReadings(amount), amountWithVat: [] }
}

const total = (label: ReadTotal['label'], minor: number): ReadTotal => ({ label, minor: minor as Minor })

function read(lines: ReadLine[], ...totals: ReadTotal[]) {
  const supplier = { name: null, inn: null }
  const reading: Reading = { text: '', kind: 'invoice', reference: '1', issuedAt: null, supplier, lines, totals }
  return judged(reading)
}

const LINES = [line('4', '25,00', '100,00'), line('2', '50,00', '100,00')]
const codes = (extraction: ReturnType<typeof judged>) => extraction.warnings.map(({ code }) => code)

test('the sum after a discount printed below the lines is the amount to pay, whatever its label', () => {
  for (const label of ['payable', 'sum'] as const)
    expect(read(LINES, total('sum', 20_000), total('discount', 1_000), total(label, 19_000))).toMatchObject({
      total: 19_000,
      warnings: [],
    })
})

test('a delivery charge is added to the sum of the lines, whether or not there is a discount', () => {
  expect(read(LINES, total('extra', 5_000), total('payable', 25_000))).toMatchObject({ total: 25_000, warnings: [] })
  expect(
    read(LINES, total('sum', 20_000), total('discount', 1_000), total('extra', 5_000), total('payable', 24_000)),
  ).toMatchObject({ total: 24_000, warnings: [] })
})

test('the sum before a discount is not shown as the amount to pay, even if the sum after it is illegible', () => {
  expect(codes(read(LINES, total('sum', 20_000), total('discount', 1_000)))).toEqual(['TOTAL_DIFFERS'])
})

test('a printed discount that the prices already include is not subtracted again', () => {
  expect(read(LINES, total('sum', 21_000), total('discount', 1_000), total('payable', 20_000))).toMatchObject({
    total: 20_000,
    warnings: [],
  })
})

test('a second sum that no discount or charge explains makes the total doubtful', () => {
  expect(codes(read(LINES, total('sum', 20_000), total('sum', 18_700)))).toEqual(['TOTAL_DIFFERS'])
  expect(codes(read(LINES, total('sum', 20_000), { ...total('sum', 600), isAside: true }))).toEqual([])
})

test('a difference that a missing line explains is not mistaken for VAT', () => {
  const extraction = read(LINES, total('other', 7_300), total('payable', 27_300))
  expect(codes(extraction)).toEqual(['TOTAL_DIFFERS'])
  expect(extraction.lines.every(({ confidence }) => confidence < 0.99)).toBe(true)
})

test('the warning about a total that does not match gives the missing amount in roubles', () => {
  const { warnings } = read(LINES, total('payable', 1_963_600))
  expect(warnings[0]!.message).toContain('не хватает 19 436,00 ₽')
})

test('page subtotals are not mistaken for the amount to pay', () => {
  const lines = [...LINES, line('5', '10,00', '50,00')]
  const onPage = { ...total('payable', 20_000), isAside: true }
  expect(read(lines, onPage, total('payable', 5_000), total('sum', 25_000))).toMatchObject({
    total: 25_000,
    warnings: [],
  })
})

test('the row with the amount to pay may also contain the amount without VAT', () => {
  const totals = [total('payable', 20_000), total('payable', 4_400), total('payable', 24_400)]
  expect(read(LINES, ...totals)).toMatchObject({ total: 24_400 })
})
