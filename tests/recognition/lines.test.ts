/**
 * Tests how the service decides which number of a line is which: by arithmetic, by the table's number format, and by
 * the total.
 */
import { expect, test } from 'vitest'
import type { Minor } from '../../amounts/quantity.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import type { Reading, ReadLine, ReadTotal } from '../../server/recognition/words/extraction.ts'
import { numberReadings } from '../../server/recognition/words/numbers.ts'

function line(quantity: string, unitCost: string, amount: string, amountWithVat = ''): ReadLine {
  const numbers = { quantity: numberReadings(quantity), unitCost: numberReadings(unitCost) }
  const amounts = { amount: numberReadings(amount), amountWithVat: numberReadings(amountWithVat) }
  return { name: 'Болт', sku: null, unit: 'шт', ...numbers, ...amounts }
}

const total = (label: ReadTotal['label'], minor: number): ReadTotal => ({ label, minor: minor as Minor })

function read(lines: ReadLine[], ...totals: ReadTotal[]): ReturnType<typeof judged> {
  const supplier = { name: null, inn: null }
  const reading: Reading = { text: '', kind: 'upd', reference: '1', issuedAt: null, supplier, lines, totals }
  return judged(reading)
}

const codes = (extraction: ReturnType<typeof judged>) => extraction.warnings.map(({ code }) => code)

test('a quantity with three decimals is not mistaken for thousands if price and amount confirm it', () => {
  const lines = [line('20,000', '3 362', '67 240'), line('8,000', '3,362', '26,896'), line('144,000', '1,50', '216,00')]
  expect(read(lines, total('payable', 9_435_200)).lines).toMatchObject([
    { quantity: 20_000, unitCost: 336_200, amount: 6_724_000, confidence: 0.99 },
    { quantity: 8_000, unitCost: 336_200, amount: 2_689_600, confidence: 0.99 },
    { quantity: 144_000, unitCost: 150, amount: 21_600, confidence: 0.99 },
  ])
})

test('three digits after a separator in an amount are thousands, because amounts never have three decimals', () => {
  expect(read([line('20,000', '3,362', '67,240')]).lines[0]).toMatchObject({ quantity: 20_000, unitCost: 336_200 })
})

test('a quantity without a decimal mark is assumed to have lost it if all other quantities have one decimal', () => {
  const lines = [line('12,0', '15,25', '183,00'), line('7,5', '4,00', '30,00'), line('100', '326,00', '3 260,00')]
  expect(read(lines).lines[2]).toMatchObject({ quantity: 10_000, unitCost: 32_600, amount: 326_000 })
  expect(read(lines.slice(2)).lines[0]).toMatchObject({ quantity: 100_000, confidence: 0.3 })
})

test('a quantity without a decimal mark has certainly lost it if all other quantities have three decimals', () => {
  const lines = [line('12,000', '15,25', '183,00'), line('7,500', '4,00', '30,00'), line('75000', '2,50', '187,50')]
  expect(read(lines).lines[2]).toMatchObject({ quantity: 75_000, unitCost: 250, confidence: 0.95 })
  expect(read(lines.slice(2)).lines[0]).toMatchObject({ quantity: 75_000, unitCost: 250, confidence: 0.8 })
})

test('the document’s total decides between two ways to read an item line whose numbers multiply correctly', () => {
  const lines = [line('3', '1250', '3750'), line('2', '40,00', '80,00'), line('4', '10,00', '40,00')]
  expect(read(lines, total('payable', 387_000)).lines[0]).toMatchObject({ unitCost: 125_000, amount: 375_000 })
  expect(read(lines, total('payable', 15_750)).lines[0]).toMatchObject({ unitCost: 1_250, amount: 3_750 })
})

test('the amount with VAT decides between two ways to read an item line whose numbers multiply correctly', () => {
  expect(read([line('2', '1250', '2500', '30,50')]).lines[0]).toMatchObject({ unitCost: 1_250, amount: 2_500 })
  expect(read([line('2', '1250', '2500', '3 050,00')]).lines[0]).toMatchObject({ unitCost: 125_000, amount: 250_000 })
})

test('a price with four decimals is rounded to the kopeck, with a warning', () => {
  const extraction = read([line('1000', '12,3456', '12 345,60')], total('payable', 1_234_560))
  expect(extraction.lines[0]).toMatchObject({
    quantity: 1_000_000,
    unitCost: 1_235,
    amount: 1_234_560,
    confidence: 0.97,
  })
  expect(extraction.warnings).toMatchObject([{ code: 'PRICE_ROUNDED', message: expect.stringContaining('12.3456') }])
})

test('a number with more than two decimals is a price only if price times quantity equals the amount', () => {
  expect(codes(read([line('1000', '12,3456', '12 345,90')], total('payable', 1_234_590)))).toContain(
    'LINE_DOES_NOT_ADD_UP',
  )
})

test('the last digit of a quantity is doubtful unless price and amount confirm it', () => {
  const lines = [line('7,761', '2,20', '17,07'), line('2', '10,00', '20,00')]
  expect(read(lines, total('payable', 3_707)).lines.map(({ confidence }) => confidence)).toEqual([0.8, 0.99])
  expect(read([line('0,056', '273,71', '15,33')], total('payable', 1_533)).lines[0]!.confidence).toBe(0.8)
})

test('a misread digit is corrected if only one other digit makes the numbers of the line multiply correctly', () => {
  const extraction = read([line('18', '83,56', '1 500,48'), line('2', '10,00', '20,00')], total('payable', 152_048))
  expect(extraction.lines[0]).toMatchObject({ unitCost: 8_336, amount: 150_048, confidence: 0.8 })
  expect(codes(extraction)).toEqual(['LINE_MENDED'])
  expect(read([line('18', '83,56', '1 500,48')]).lines[0]!.confidence).toBe(0.6)
})

test('two misread digits in a line are corrected if its amount with VAT confirms them', () => {
  expect(read([line('2', '5 316,00', '6 652,00', '8 091,04')]).lines[0]).toMatchObject({
    unitCost: 331_600,
    amount: 663_200,
    confidence: 0.6,
  })
  expect(read([line('2', '5 316,00', '6 652,00')]).lines[0]).toMatchObject({ unitCost: 531_600, confidence: 0.3 })
})

test('a total of which only the last digits were read is replaced by the sum of the lines, with a warning', () => {
  const lines = [line('1000', '10 000,00', '10 000 000,00'), line('100', '4 248,43', '424 843,00')]
  const extraction = read(lines, total('payable', 484_300))
  expect(extraction.total).toBe(1_042_484_300)
  expect(codes(extraction)).toEqual(['TOTAL_DIFFERS'])
  expect(read(lines, total('payable', 123_400)).total).toBe(123_400)
})

test('a total with one digit too many is replaced by the sum with VAT if VAT is added on top', () => {
  const extraction = read([line('10', '1 000,00', '10 000,00')], total('sum', 1_000_000), total('payable', 11_220_000))
  expect(extraction.total).toBe(1_220_000)
  expect(codes(extraction)).toEqual(['TOTAL_DIFFERS'])
})

test('an amount in words takes precedence over a total with missing digits', () => {
  const lines = [line('2', '10,00', '20,00'), line('3', '10,00', '31,00')]
  expect(read(lines, total('payable', 5_000), total('words', 15_000)).total).toBe(15_000)
})

test('an incomplete amount to pay does not contradict a sum of lines that includes VAT', () => {
  const lines = [line('10', '12,20', '122,00')]
  const extraction = read(lines, total('sum', 12_200), total('vat', 2_200), total('payable', 200))
  expect(extraction).toMatchObject({ total: 12_200, warnings: [] })
})
