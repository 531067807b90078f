/**
 * Tests how scanned codes are read (GS1's own test cases, variants of one number, scale labels, keyboard layouts), and
 * how scans are distinguished from typing.
 */
import { expect, test } from 'vitest'
import { dayOf, readGs1 } from '../../web/codes/gs1.ts'
import { type Burst, begun, continued, isDoubtful, isScan, isUnendedScan, joined } from '../../web/codes/scan-burst.ts'
import { amountOf, goodsOf, isMisread, readCode } from '../../web/codes/scanned-code.ts'
import { meantExactly } from '../../web/data/coded-products.ts'

const GS = '\x1d'
const shown = (text: string) =>
  readGs1(text)
    ?.map(({ ai, value }) => `(${ai})${value}`)
    .join('') ?? null

// These cases are from gs1encoders (github.com/gs1/gs1-syntax-engine): test_ai_parseAIdata and
// test_scandata_processScanData.
test.each([
  ['(01)12345678901231', '(01)12345678901231'],
  ['(10)12345', '(10)12345'],
  ['(01)12345678901231(10)12345', '(01)12345678901231(10)12345'],
  ['(3100)123456(10)12345', '(3100)123456(10)12345'],
  ['(10)12345(11)991225', '(10)12345(11)991225'],
  ['(3900)12345(11)991225', '(3900)12345(11)991225'],
  ['(235)ABCDEFGHIJKLMNOPQRSTUVWXYZ12', '(235)ABCDEFGHIJKLMNOPQRSTUVWXYZ12'],
  ['(01)12345678901231(235)XYZ(10)BATCH', '(01)12345678901231(235)XYZ(10)BATCH'],
  [`]Q3011231231231233310ABC123${GS}99TESTING`, '(01)12312312312333(10)ABC123(99)TESTING'],
  [`]d2011231231231233310ABC123${GS}99TESTING`, '(01)12312312312333(10)ABC123(99)TESTING'],
  [`]J1011231231231233310ABC123${GS}99TESTING`, '(01)12312312312333(10)ABC123(99)TESTING'],
  [`]e0011231231231233310ABC123${GS}99TESTING${GS}98XYZ`, '(01)12312312312333(10)ABC123(99)TESTING(98)XYZ'],
  [
    `]e0011231231231233310ABC123${GS}1199122598TESTING${GS}97XYZ`,
    '(01)12312312312333(10)ABC123(11)991225(98)TESTING(97)XYZ',
  ],
  [`]e00112312312312333235XYZ${GS}10ABC`, '(01)12312312312333(235)XYZ(10)ABC'],
  [`]C1011231231231233310ABC123${GS}99TESTING`, '(01)12312312312333(10)ABC123(99)TESTING'],
])('the scanned code %j has the GS1 elements %s', (text, elements) => {
  expect(shown(text)).toBe(elements)
})

test.each([
  ...[
    '(235)ABCDEFGHIJKLMNOPQRSTUVWXYZ123',
    '(10)(11)98765',
    '(10)12345(11)',
    '(1A)12345',
    '1(12345',
    '12345',
    '()12345',
  ],
  ...['(1)12345', '(12345)12345', '(15', '(1', '(', '(01)123456789012312(10)12345', '(10)12345^', '(17)9(90)217'],
  ...['', 'ABC', ']', ']X', ']XX', ']e0', ']Q3', ']d2', ']J1', ']C1', ']C101123123123133^10ABC'],
  ...['(01)12345678901230', '(11)991325', '(11)990230', '0112345678901230'],
])('the scanned code %j is not a GS1 code', (text) => {
  expect(readGs1(text)).toBeNull()
})

test('dates on GS1 labels are assigned to the right century', () => {
  expect([dayOf('261231', 2026), dayOf('261100', 2026), dayOf('991225', 2026), dayOf('240200', 2026)]).toEqual([
    '2026-12-31',
    '2026-11-30',
    '1999-12-25',
    '2024-02-29',
  ])
})

const product = (given: object) => ({
  barcodes: [] as string[],
  sku: null,
  code: null,
  packages: [],
  uom: 'шт',
  ...given,
})
const EAN = '4601234567893'
const box = { name: 'Коробка', quantity: 12, barcode: '14601234567890' }

test.each([
  ['04601234567893', 1],
  ['4601234567893', 1],
  ['010460123456789321SERIAL1', 1],
  [`010460123456789321S1${GS}10LOT7`, 1],
  [`${GS}010460123456789321S1${GS}10LOT7`, 1],
  [`]d2010460123456789321S1${GS}10LOT7`, 1],
  [']C10104601234567893', 1],
  [']E04601234567893', 1],
  ['(01)04601234567893(10)LOT', 1],
  ['ъв2010460123456789310ДЩЕ', 1],
  ['020460123456789337024', 24],
  ['14601234567890', 12],
  ['0214601234567890372', 24],
])('the scanned code %j finds the product with that EAN', (code, count) => {
  const kettle = product({ barcodes: [EAN], packages: [box] })
  const meant = meantExactly(code, [product({ barcodes: ['4600000000017'] }), kettle])
  expect(meant).toEqual({ products: [kettle], count })
})

test('a UPC-A code matches the same EAN with a leading zero, and vice versa', () => {
  for (const [stored, scanned] of [
    ['0416000336108', '416000336108'],
    ['416000336108', '0416000336108'],
    ['416000336108', '00416000336108'],
  ] as const)
    expect(meantExactly(scanned, [product({ barcodes: [stored] })]).products).toHaveLength(1)
})

test('a label printed by the shop’s scales identifies the product and its weight', () => {
  for (const known of [{ barcodes: ['2100123000000'] }, { code: '2100123' }, { barcodes: ['2100123000005'] }]) {
    const cheese = product({ ...known, uom: 'кг' })
    expect(meantExactly('2100123012347', [cheese])).toEqual({ products: [cheese], count: 1.234 })
    expect(meantExactly('02100123012343', [cheese])).toEqual({ products: [cheese], count: 1.234 })
    expect(meantExactly('2100123012347', [{ ...cheese, uom: 'г' }]).count).toBe(1234)
  }
  // If a product has exactly this code as its barcode, the code means that product and contains no weight.
  const whole = product({ barcodes: ['2100123012347'], uom: 'кг' })
  expect(meantExactly('2100123012347', [whole])).toEqual({ products: [whole], count: 1 })
})

test('the weight on a GS1 label becomes the quantity of a product sold by weight', () => {
  const [lookup] = readCode('(01)04601234567893(3103)001750').lookups.slice(1)
  expect(amountOf(lookup!, 'кг')).toBe(1.75)
  expect(amountOf(lookup!, 'шт')).toBeNull()
})

test('other data on a GS1 label, such as the batch and the serial number, are kept', () => {
  const { label } = readCode(`]d20104601234567893${'17261231'}10LOT7${GS}21S1`)
  expect(label).toMatchObject({ goods: '04601234567893', batch: 'LOT7', serial: 'S1', expiry: '2026-12-31' })
  expect(label!.elements).toHaveLength(4)
  expect(goodsOf(`010460123456789321S1${GS}10A`)).toBe(goodsOf('010460123456789321S2'))
})

test('a code that was scanned with the Russian keyboard layout is still found', () => {
  expect(meantExactly('Е-00419', [product({ sku: 'T-00419' })]).products).toHaveLength(1)
  expect(meantExactly('е-00419', [product({ sku: 'T-00419' })]).products).toHaveLength(1)
  expect(meantExactly('Е-00419', [product({ sku: 'Е-00419' })]).products).toHaveLength(1)
})

test('a wrong check digit in a scanned code is detected', () => {
  expect([isMisread('4601234567890'), isMisread(EAN), isMisread('12345')]).toEqual([true, false, false])
  expect(joined('460123', '4567893')).toBe(EAN)
  expect(joined('460123', '567893')).toBeNull()
  expect(joined('4601', EAN)).toBe(EAN)
  expect(joined('4601', 'T-419')).toBe('T-419')
})

/** Returns the key presses that type a text, `everyMs` milliseconds apart. */
const keys = (text: string, everyMs: number): Burst =>
  [...text.slice(1)].reduce((burst, letter, at) => continued(burst, letter, (at + 1) * everyMs), begun(text[0]!, 0))

test.each([
  ['7788', 10, 'figure', true],
  ['T-00420', 30, 'figure', true],
  ['00123', 30, 'figure', true],
  ['120', 10, 'figure', false],
  ['810,50', 5, 'figure', false],
  ['1500', 130, 'figure', false],
  ['5000', 80, 'figure', false],
  ['12345', 80, 'figure', false],
  [EAN, 200, 'figure', true],
  ['K-1', 20, 'text', true],
  ['T-00419', 60, 'none', true],
  ['ABC', 20, 'text', true],
  ['Ваза', 60, 'text', false],
  [EAN, 120, 'text', true],
  ['T-00420', 130, 'text', false],
  ['чайник', 110, 'text', false],
  ['ул. Мира 5', 5, 'text', false],
  ['1027700132195', 120, 'text', false],
] as const)(
  'whether %s counts as a scan if a key is pressed every %i ms in a field for a %s: %s',
  (text, everyMs, aim, isOne) => {
    expect(isScan(keys(text, everyMs), aim, everyMs)).toBe(isOne)
  },
)

test('a short number counts as a scan only if its keys came fast, and is doubtful unless they came very fast', () => {
  const rolled = continued(continued(continued(begun('5', 0), '0', 100), '0', 130), '0', 160)
  expect([isScan(rolled, 'figure', 20), isScan(keys('5000', 20), 'figure', 120)]).toEqual([false, false])
  const doubtful = [keys('5000', 60), keys('5000', 10), keys(EAN, 60), keys('12а', 60)].map((one) =>
    isDoubtful(one, 'figure'),
  )
  expect(doubtful).toEqual([true, false, false, true])
  expect(isDoubtful(keys('7788', 60), 'none')).toBe(false)
})

test('a scan without a terminating key is recognized by its speed and format', () => {
  expect(isUnendedScan(keys('T-00420', 10), 'text', false)).toBe(true)
  expect(isUnendedScan(keys('T-00420', 10), 'text', true)).toBe(false)
  expect(isUnendedScan(keys(EAN, 10), 'text', true)).toBe(true)
  expect(isUnendedScan(keys(EAN, 60), 'text', false)).toBe(false)
  expect(isUnendedScan(keys('ул.Мира', 5), 'text', false)).toBe(false)
})
