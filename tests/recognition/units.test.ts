/**
 * Checks that units of measure are recognized by their spelling, by typical misreadings, by codes of the classifier
 * ОКЕИ and by neighbouring lines.
 */
import { expect, test } from 'vitest'
import { unitCodeOf, unitOf, unitsOf } from '../../server/recognition/words/units.ts'
import { HEADINGS, INVOICE, readingOf } from '../support/papers/text-pages.ts'

test.each([
  ['бухта', 'бухта'],
  ['м3', 'м3'],
  ['М³', 'м³'],
  ['куб. м', 'куб. м'],
  ['уп', 'уп'],
  ['пог. м.', 'пог. м'],
  ['усл. ед', 'усл. ед'],
  ['тыс. шт', 'тыс. шт'],
  ['к-т', 'к-т'],
  ['(кор.)', 'кор'],
  ['60 банка', 'банка'],
  ['100 шт', '100 шт'],
])('the text "%s" contains the unit %s', (text, unit) => {
  expect(unitOf(text)).toBe(unit)
})

test.each([
  ['тысшт', 'тыс.шт'],
  ['кубм', 'куб.м'],
  ['квм', 'кв.м'],
])('the text "%s" is the unit %s whose full stop was not read', (text, unit) => {
  expect(unitOf(text)).toBe(unit)
})

test.each([
  ['шг', 'шт'],
  ['шi', 'шт'],
  ['щт', 'шт'],
  ['кт', 'к-т'],
  ['yn', 'уп'],
  ['мз', 'м3'],
  ['ynaк', 'упак'],
  ['кoмnл', 'компл'],
  ['компп', 'компл'],
  ['ил.', 'шт'],
  ['ш', 'шт'],
  ['м?', 'м2'],
])('the text "%s" is a misread spelling of the unit %s', (text, unit) => {
  expect(unitOf(text)).toBe(unit)
})

test.each(['и', 'п', 'Итого', '12,5', '796', 'бел', 'Болт'])('the text "%s" is not a unit', (text) => {
  expect(unitOf(text)).toBeNull()
})

test.each([
  ['796', '796'],
  ['55', '055'],
  ['006', '006'],
  ['1', null],
  ['796,00', null],
  ['999', null],
])('the text "%s", read as a code of the unit classifier ОКЕИ, is %s', (text, code) => {
  expect(unitCodeOf(text)).toBe(code)
})

test('an illegible unit is found by its ОКЕИ code', () => {
  const cells = [
    { text: 'уп', code: '778' },
    { text: '=', code: '778' },
    { text: '', code: '166' },
    { text: 'мг', code: '055' },
    { text: 'м', code: '796' },
  ]
  expect(unitsOf(cells)).toEqual(['уп', 'уп', 'кг', 'м2', 'шт'])
})

test('an ОКЕИ code that is the same for all lines and contradicts the printed units is ignored', () => {
  const cells = ['уп', 'кг', 'т', '='].map((text) => ({ text, code: '796' }))
  expect(unitsOf(cells)).toEqual(['уп', 'кг', 'т', null])
})

test('a misread unit is replaced by the only similar unit in its column', () => {
  const cells = ['бухта', 'бхта', 'шт', ''].map((text) => ({ text, code: null }))
  expect(unitsOf(cells)).toEqual(['бухта', 'бухта', 'шт', null])
})

test('the parts of a unit that is printed over two rows of its column are joined', async () => {
  const broken = INVOICE[5]!.map(([at, text]): [number, string] => [at, text === 'шт' ? 'тыс.' : text])
  const rows = [...INVOICE.slice(0, 4), HEADINGS, broken, [[750, 'шт'] satisfies [number, string]], INVOICE[6]!]
  const { lines } = await readingOf(rows)
  expect(lines.map(({ unit }) => unit)).toEqual(['тыс. шт', 'м'])
})

test('a unit of one letter that was overlooked is read again at a larger size', async () => {
  const rows = INVOICE.map((row) => row.filter(([, text]) => text !== 'м'))
  const more = [...rows.slice(0, 6), INVOICE[5]!, ...rows.slice(6)]
  const { lines } = await readingOf(more, async (_page, _box, look) => (look === 'text-larger' ? 'м' : ''))
  expect(lines.map(({ unit }) => unit)).toEqual(['шт', 'шт', 'м'])
})
