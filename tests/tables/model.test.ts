/**
 * Compares random table imports with a tiny model: which rows are written, and which records the company has in the
 * end.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Cell,
  isBarcode,
  readBarcodes,
  readDayCell,
  readFlag,
  readNumber,
  UNITS,
} from '../../server/tables/cells.ts'
import { delimiterOf, textRows } from '../../spellings/table-text.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { applied, mapped, rowsOf, upload } from '../support/scene/tables.ts'

const service = useService()
const RUNS = 12
/** The time limit of a test in milliseconds. It is long because a table's job may have to wait for a worker. */
const TIMEOUT_MS = 300_000

interface Line {
  readonly sku: string
  readonly name: string
  /** The text in the price cell of the row. */
  readonly price: string
}

const GOOD_PRICES: Readonly<Record<string, number>> = {
  '1 234,50 ₽': 1234.5,
  '7': 7,
  '0.5': 0.5,
  '1,234.50': 1234.5,
  '12 руб.': 12,
}
const BAD_PRICES = ['дорого', '-1', '1,005', '#N/A']

const line: fc.Arbitrary<Line> = fc.record({
  sku: fc.constantFrom('', 'A', 'a', 'B', 'C', 'D', 'E', 'F'),
  name: fc.constantFrom('', 'Чай', 'Кофе; в зёрнах', 'Мёд "Липа"', '=1+1'),
  price: fc.constantFrom('', ...Object.keys(GOOD_PRICES), ...BAD_PRICES),
})

type Known = Map<string, { sku: string; name: string; price: number | null }>

/** Applies a table row by row. `known` contains the records that exist before the table, and is updated. */
function run(known: Known, lines: readonly Line[]): string[] {
  const seen = new Set<string>()
  return lines.map(({ sku, name, price }) => {
    const key = sku.toLowerCase()
    if (key === '' || seen.has(key)) return 'problem'
    seen.add(key)
    const before = known.get(key)
    if (BAD_PRICES.includes(price) || (before === undefined && name === '')) return 'problem'
    const given = price === '' ? (before?.price ?? null) : GOOD_PRICES[price]!
    const after = { sku: before?.sku ?? sku, name: name === '' ? before!.name : name, price: given }
    known.set(key, after)
    if (before === undefined) return 'create'
    return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'update'
  })
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const tableOf = (lines: readonly Line[]) =>
  `Артикул;Название;Цена\r\n${lines.map((one) => [one.sku, one.name, one.price].map(quoted).join(';')).join('\r\n')}\r\n`

test(
  'importing two random tables one after the other gives the state that a separate model predicts',
  async () => {
    const tables = fc.array(line, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(tables, tables, async (first, second) => {
        const client = await service.newCompany()
        const known: Known = new Map()
        for (const lines of [first, second]) {
          const expected = run(known, lines)
          // Rows that contain only empty cells are not in the preview.
          const shown = expected.filter((_, at) => Object.values(lines[at]!).some((cell) => cell !== ''))
          const { id } = await upload(client, tableOf(lines))
          const preview = await mapped(client, id, {
            matchBy: 'sku',
            columns: ['sku', 'name', 'price'].map((target, index) => ({ index, target })),
          })
          if (shown.length === 0) {
            expect(preview.fault).toMatchObject({ code: 'EMPTY' })
            continue
          }
          const planned = await rowsOf(client, id)
          expect(planned.map(({ plan }) => plan)).toEqual(shown)
          const end = await applied(client, id)
          expect(end.counts).toMatchObject({
            applied: shown.filter((plan) => plan === 'create' || plan === 'update').length,
            failed: 0,
          })
        }
        const { products } = await client.state()
        const kept = products.map(({ sku, name, price }: Json) => ({ sku, name, price }))
        const bySku = (a: { sku: string }, b: { sku: string }) => (a.sku < b.sku ? -1 : 1)
        expect(kept.sort(bySku)).toEqual([...known.values()].sort(bySku))
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

describe('reading table cells', () => {
  test.each([
    ['1 234,50 ₽', 2, 1234.5],
    ['1\u00a0234,5\u00a0руб.', 2, 1234.5],
    ['1,234.50', 2, 1234.5],
    ['1.234,50', 2, 1234.5],
    ['1.234.567', 2, 1234567],
    ['1’234.5', 2, 1234.5],
    ['10 шт', 3, 10],
    ['0,001', 3, 0.001],
    ['1,234', 3, 1.234],
    ['1 000 000', 2, 1000000],
    ['1,234,567', 2, 1234567],
    ['−5', 2, 'NEGATIVE'],
    ['1.234', 3, 'TWO_NUMBERS'],
    ['1.234', 2, 'TOO_PRECISE'],
    ['$9.99', 2, 'NOT_A_NUMBER'],
    ['500 г', 3, 'NOT_A_NUMBER'],
    ['12%', 6, 'NOT_A_NUMBER'],
    ['12-13', 2, 'NOT_A_NUMBER'],
    ['1e5', 2, 'NOT_A_NUMBER'],
    ['1,2,3.4,5', 2, 'NOT_A_NUMBER'],
    ['один', 2, 'NOT_A_NUMBER'],
    ['1 2 3 a', 2, 'NOT_A_NUMBER'],
    ['12 13', 2, 'NOT_A_NUMBER'],
    ['9999999999999', 2, 'TOO_LARGE'],
  ] as const)('the cell %j of a field with %i decimals is read as %j', (text, decimals, expected) => {
    const read = readNumber(text, decimals)
    expect(read !== null && 'value' in read ? read.value : read?.problem.code).toBe(expected)
  })

  test('a number in a cell may be followed by the unit of its field, but by no other unit', () => {
    expect(readNumber('0,5 кг', 6, UNITS.weight)).toEqual({ value: 0.5 })
    expect(readNumber('0.02 м³', 6, UNITS.volume)).toEqual({ value: 0.02 })
    expect(readNumber('20 %', 6, UNITS.percent)).toEqual({ value: 20 })
    expect(readNumber('500 г', 6, UNITS.weight)).toMatchObject({ problem: { code: 'NOT_A_NUMBER' } })
  })

  test('amounts in Russian notation are read from cells with the same value', () => {
    const amounts = fc.integer({ min: 0, max: 10 ** 14 - 100 })
    const format = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' })
    fc.assert(
      fc.property(amounts, (kopecks) => {
        expect(readNumber(format.format(kopecks / 100), 2)).toEqual({ value: kopecks / 100 })
      }),
    )
  })

  test('a number computed by a spreadsheet is read without the errors of binary rounding', () => {
    expect(readNumber(0.1 + 0.2, 2)).toEqual({ value: 0.3 })
    expect(readNumber(1.005, 2)).toMatchObject({ problem: { code: 'TOO_PRECISE' } })
  })

  test('dates, texts and spreadsheet day numbers in cells are read as dates', () => {
    for (const cell of [{ date: '2026-03-01' }, '01.03.2026', '1.3.2026', '2026-03-01', 46_082] satisfies Cell[])
      expect(readDayCell(cell), JSON.stringify(cell)).toEqual({ value: '2026-03-01' })
    for (const cell of ['31.02.2026', '2026', 'завтра', '01.03.0001'])
      expect(readDayCell(cell), cell).toMatchObject({ problem: { code: 'NOT_A_DAY' } })
  })

  test('a cell is recognized as a barcode if its check digit is correct', () => {
    for (const text of ['4600051000057', '96385074', '036000291452']) expect(isBarcode(text), text).toBe(true)
    for (const text of ['4600051000058', '1234567', '0000000000000', 'A600051000057'])
      expect(isBarcode(text), text).toBe(false)
    expect(readBarcodes('4600051000057, 96385074')).toEqual({ value: ['4600051000057', '96385074'] })
  })

  test('the usual ways to write yes and no in a cell are read', () => {
    expect([readFlag('Да'), readFlag(true), readFlag('0'), readFlag('')]).toEqual([
      { value: true },
      { value: true },
      { value: false },
      null,
    ])
  })

  test('a table in a text file is split into the right rows, whatever its separator and cell contents', () => {
    const cell = fc.constantFrom('a', 'б;в', 'г,д', 'е\tж', 'з"и', 'к\nл', '', '1,5')
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(rows, fc.constantFrom(';', ',', '\t'), (given, delimiter) => {
        const text = [['Имя', 'Код', 'Цена'], ...given].map((row) => row.map(quoted).join(delimiter)).join('\r\n')
        expect(delimiterOf(text)).toBe(delimiter)
        const all = [['Имя', 'Код', 'Цена'], ...given].map((cells, index) => ({ number: index + 1, cells }))
        const filled = all.filter(({ cells }) => cells.some((one) => one !== ''))
        expect(textRows(text, 100)).toEqual(filled)
        expect(textRows(text, 2)).toEqual(filled.slice(0, 2))
      }),
    )
  })
})
