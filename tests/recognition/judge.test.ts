/**
 * Tests the check by arithmetic: readings of a document that add up are used; all others are marked as doubtful and
 * left as read.
 */
import { expect, test } from 'vitest'
import type { Minor } from '../../amounts/quantity.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Reading, ReadLine, ReadTotal } from '../../server/recognition/words/extraction.ts'
import { numberReadings } from '../../server/recognition/words/numbers.ts'

function line(quantity: string, unitCost: string, amount: string, amountWithVat = ''): ReadLine {
  return {
    name: 'Болт',
    sku: null,
    unit: 'шт',
    quantity: numberReadings(quantity),
    unitCost: numberReadings(unitCost),
    amount: numberReadings(amount),
    amountWithVat: numberReadings(amountWithVat),
  }
}

const total = (label: ReadTotal['label'], minor: number): ReadTotal => ({ label, minor: minor as Minor })

function reading(lines: ReadLine[], totals: ReadTotal[] = [], inn: string | null = '9756585057'): Reading {
  return {
    text: '',
    kind: 'invoice',
    reference: '1',
    issuedAt: null,
    supplier: { name: 'ООО «А»', inn },
    lines,
    totals,
  }
}

const codes = (read: Reading) => judged(read).warnings.map((warning) => warning.code)

test('item lines and a total that add up have full confidence', () => {
  const read = judged(
    reading([line('72', '42,86', '3 085,92'), line('30', '108,50', '3 255,00')], [total('payable', 634_092)]),
  )
  expect(read.lines).toMatchObject([
    { quantity: 72_000, unitCost: 4_286, amount: 308_592, confidence: 0.99 },
    { quantity: 30_000, unitCost: 10_850, amount: 325_500, confidence: 0.99 },
  ])
  expect(read).toMatchObject({ total: 634_092, warnings: [] })
})

test('a decimal mark that was not read is restored if the numbers of the line then multiply correctly', () => {
  expect(judged(reading([line('36000', '4286', '1542,96')])).lines[0]).toMatchObject({
    quantity: 36_000,
    unitCost: 4_286,
    amount: 154_296,
  })
})

test('an amount with one misread digit is corrected from price and quantity if the total agrees', () => {
  const lines = [line('72', '42,86', '3 085,92'), line('120', '81,62', '9794,46')]
  const read = judged(reading(lines, [total('payable', 1_288_032)]))
  expect(read).toMatchObject({ total: 1_288_032 })
  expect(read.lines[0]).toMatchObject({ amount: 308_592, confidence: 0.99 })
  expect(read.lines[1]).toMatchObject({ quantity: 120_000, unitCost: 8_162, amount: 979_440 })
  expect(read.lines[1]!.confidence).toBeLessThan(0.9)
  // The price may just be rounded, so without a total that confirms another amount, the amount stays as read.
  expect(judged(reading(lines)).lines[1]).toMatchObject({ amount: 979_446 })
})

test('an item line whose quantity times price is not its amount is marked as doubtful', () => {
  const read = judged(reading([line('72', '47,12', '3 085,92')], [total('payable', 308_592)]))
  expect(read.lines[0]).toMatchObject({ quantity: 72_000, unitCost: 4_712, amount: 308_592 })
  expect(read.lines[0]!.confidence).toBeLessThan(0.5)
  expect(read.warnings.map((warning) => warning.code)).toEqual(['LINE_DOES_NOT_ADD_UP', 'TOTAL_DIFFERS'])
  expect(read.warnings[0]!.message).toContain('Line 1')
})

test('an item line with an illegible number is marked as doubtful', () => {
  const read = judged(reading([line('', '42,86', '3 085,92')]))
  expect(read.lines[0]).toMatchObject({ quantity: null, unitCost: 4_286, amount: 308_592, confidence: 0.3 })
})

test('an item line with the quantity one has lower confidence unless the total confirms its price', () => {
  const alone = judged(reading([line('1', '46,00', '46,00')])).lines[0]!
  const borneOut = judged(reading([line('1', '46,00', '46,00')], [total('sum', 4_600)])).lines[0]!
  expect(alone.confidence).toBeLessThan(0.9)
  expect(borneOut.confidence).toBeGreaterThanOrEqual(0.9)
})

test('an item line that lost the decimal marks of both price and amount is doubtful unless the total confirms it', () => {
  const read = judged(reading([line('72', '4286', '308592')]))
  expect(read.lines[0]!.confidence).toBeLessThan(0.9)
  const withTotal = judged(reading([line('72', '4286', '308592')], [total('payable', 308_592)]))
  expect(withTotal.lines[0]).not.toMatchObject({ unitCost: 428_600, confidence: 0.99 })
})

test('a rounded price without VAT is accepted if the total confirms the amounts', () => {
  const lines = () => [line('250', '4 855,04', '1 213 760,59'), line('3', '245,16', '735,47')]
  const borneOut = judged(reading(lines(), [total('payable', 121_449_606)]))
  expect(borneOut.lines).toMatchObject([
    { quantity: 250_000, unitCost: 485_504, amount: 121_376_059, confidence: 0.99 },
    { quantity: 3_000, unitCost: 24_516, amount: 73_547, confidence: 0.99 },
  ])
  expect(judged(reading(lines())).lines.map((one) => one.confidence)).toEqual([0.8, 0.8])
  expect(judged(reading([line('250', '4 855,05', '1 213 760,59')])).lines[0]!.confidence).toBe(0.3)
})

test('a total above the sum of the lines shows a missing item line', () => {
  expect(codes(reading([line('2', '10,00', '20,00')], [total('payable', 9_000)]))).toEqual(['TOTAL_DIFFERS'])
})

test('the amount to pay is the sum of the lines plus VAT if VAT is added on top', () => {
  const totals = [total('sum', 10_000), total('vat', 2_200), total('payable', 12_200)]
  expect(judged(reading([line('10', '10,00', '100,00')], totals))).toMatchObject({ total: 12_200, warnings: [] })
})

test('the sum of the lines is not shown as the total if VAT is added on top and the total is illegible', () => {
  const lines = [line('10', '10,00', '100,00')]
  expect(codes(reading(lines, [total('sum', 10_000), total('vat', 2_200)]))).toEqual(['TOTAL_DIFFERS'])
  expect(codes(reading(lines, [total('sum', 10_000), total('other', 12_300)]))).toEqual(['TOTAL_DIFFERS'])
  expect(codes(reading(lines, [total('sum', 10_000), total('vat', 1_803)]))).toEqual([])
})

test('the amount to pay is the sum of the lines if their prices include VAT', () => {
  const totals = [total('sum', 12_200), total('vat', 2_200), total('payable', 12_200)]
  expect(judged(reading([line('10', '12,20', '122,00')], totals))).toMatchObject({ total: 12_200, warnings: [] })
})

test('the column of amounts with VAT is compared with its own total', () => {
  const lines = [line('2', '10,00', '20,00', '24,40'), line('3', '10,00', '30,00', '33,00')]
  expect(judged(reading(lines, [total('sum', 5_740), total('sum', 5_000)]))).toMatchObject({
    total: 5_740,
    warnings: [],
  })
})

test('a page with nothing legible on it is reported as such', () => {
  expect(codes(reading([], [], null))).toEqual(['NO_LINES', 'TOTAL_NOT_FOUND'])
})

test('a tax number with wrong check digits gets a warning', () => {
  expect(codes(reading([line('1', '5,00', '5,00')], [total('payable', 500)], '9756585058'))).toEqual([
    'INN_CHECK_FAILED',
  ])
})

test('price times quantity is rounded half up to the kopeck, as on documents', () => {
  expect(judged(reading([line('40,74', '336,74', '13 718,79')])).lines[0]).toMatchObject({
    amount: 1_371_879,
    confidence: 0.95,
  })
})

test('lines with fractional quantities of pieces at whole prices are not certain, whatever the headings say', () => {
  const exchanged = [line('2693,43', '7', '18854,01'), line('433,15', '1500', '649725'), line('2870', '500', '1435000')]
  const read = reading(exchanged, [total('payable', 210_357_901)])
  expect(judged(read).lines.map(({ confidence }) => confidence)).toEqual([0.6, 0.6, 0.6])
  expect(codes(read)).toEqual(['COLUMNS_DOUBTFUL'])
  // Goods sold by weight may have fractional quantities.
  const weighed = { ...read, lines: exchanged.map((one) => ({ ...one, unit: 'кг' })) }
  expect(judged(weighed).lines.map(({ confidence }) => confidence)).toEqual([0.99, 0.99, 0.99])
})
