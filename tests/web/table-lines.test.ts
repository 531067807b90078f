/**
 * Tests how lines are read from tables as people make them: which columns are recognized, which rows become lines, and
 * which do not.
 */
import { expect, test } from 'vitest'
import { unread } from '../../spellings/figures.ts'
import { readPasted, readTableFile, type Table } from '../../web/components/table-file.ts'
import { columnsOf, hasHeading } from '../../web/sections/lines/table-columns.ts'
import { readTableLines } from '../../web/sections/lines/table-lines.ts'
import { inWindows1251, xlsxWithCell } from '../support/scene/table-bytes.ts'
import { xlsx } from '../support/scene/tables.ts'

const FIGURES = ['price', 'discount'] as const

const tableOf = (read: Table | { fault: string }): Table => {
  if ('fault' in read) throw new Error(read.fault)
  return read
}
const pasted = (rows: readonly (readonly string[])[]) =>
  tableOf(readPasted(rows.map((row) => row.join('\t')).join('\r\n')))
const fileOf = async (bytes: Buffer, sheet?: string) =>
  tableOf(await readTableFile(new Blob([new Uint8Array(bytes)]), sheet))

function readLines({ rows }: Table, { isCount = false } = {}) {
  const columns = columnsOf(rows, FIGURES)
  const read = readTableLines(rows, columns, { isCount, isCommaOfThousands: false })
  const shown = read.lines.map(({ row, codes, text, name, quantity, price, discount }) => [
    row,
    [...codes, text, name].filter(Boolean).join(' / '),
    ...[quantity, price, discount],
  ])
  return { ...read, columns, shown }
}

test('headings are found below merged titles, in any order, and totals and empty rows are not taken as lines', () => {
  const { shown, columns, totals, blank } = readLines(
    pasted([
      ['Заказ № 15 от 27.11.2026', '', '', '', '', ''],
      ['Покупатель: ООО «Ромашка»', '', '', '', '', ''],
      ['', '', '', '', '', ''],
      ['№', 'Цена, руб.', 'Кол-во', 'Наименование товара', 'Сумма', 'Артикул'],
      ['1', '1 200,40', '2 шт', 'Чайник эмалированный', '2 400,80', 'K-1'],
      ['2', '250', '1\u00a0000', 'Чашка фарфоровая', '250 000', 'C-1'],
      ['', '', '', '', '', ''],
      ['3', '10', '', 'Посуда', '', 'P-1'],
      ['', '', '1 002', 'Итого:', '252 400,80', ''],
      ['Отпустил _______', '', '', '', '', ''],
    ]),
  )
  expect(columns.fields).toEqual([null, 'price', 'quantity', 'name', null, 'sku'])
  expect(shown).toEqual([
    [5, 'K-1 / Чайник эмалированный', '2', '1200.4', ''],
    [6, 'C-1 / Чашка фарфоровая', '1000', '250', ''],
  ])
  expect([totals, blank]).toEqual([[9], [8]])
})

test('a two-row heading and a row that numbers the columns are not taken as lines', () => {
  const { shown } = readLines(
    pasted([
      ['Товар', '', 'Количество', 'Цена', 'Скидка, %'],
      ['Наименование', 'Штрихкод', '', '', ''],
      ['1', '2', '3', '4', '5'],
      ['Чайник', '4600000000017', '3', '100,5', '12,5 %'],
    ]),
  )
  expect(shown).toEqual([[4, '4600000000017 / Чайник', '3', '100.5', '12.5']])
})

test.each([
  [
    'a code, a quantity and a price',
    [
      ['K-1', '1', '5'],
      ['C-1', '2', '7'],
    ],
    ['product', 'quantity', 'price'],
  ],
  [
    'two rows with the quantities 1 and 2',
    [
      ['K-1', '1'],
      ['C-1', '2'],
    ],
    ['product', 'quantity'],
  ],
  [
    'codes of digits',
    [
      ['1', '5'],
      ['2', '7'],
    ],
    ['product', 'quantity'],
  ],
  [
    'a number of the row first',
    [
      ['1', 'K-1', '5'],
      ['2', 'C-1', '7'],
    ],
    [null, 'product', 'quantity'],
  ],
  [
    'a name, a barcode and a quantity',
    [
      ['Чайник', '4600000000017', '5'],
      ['Чашка', '4600000000024', '7'],
    ],
    ['name', 'barcode', 'quantity'],
  ],
  ['codes only', [['K-1'], ['C-1']], ['product']],
] as const)('without a heading, columns are recognized by their contents: %s', (_name, rows, fields) => {
  const { columns } = readLines(pasted(rows))
  expect([columns.head, columns.fields]).toEqual([-1, fields])
  expect(hasHeading(pasted(rows).rows)).toBe(false)
})

test('if no heading names the quantity, no other number is taken for it', () => {
  const { columns, shown } = readLines(
    pasted([
      ['Артикул', 'Сумма'],
      ['K-1', '500'],
    ]),
  )
  expect(columns.fields).toEqual(['sku', null])
  expect(shown).toEqual([[2, 'K-1', '1', '', '']])
})

test('of several possible quantity columns, the column with the ordered or counted quantity is taken', () => {
  const ordered = readLines(
    pasted([
      ['Товар', 'Остаток', 'Заказ'],
      ['Чайник', '100', '3'],
      ['Чашка', '50', '0'],
    ]),
  )
  expect([ordered.shown, ordered.blank]).toEqual([[[2, 'Чайник', '3', '', '']], [3]])
  const counted = readLines(
    pasted([
      ['Товар', 'Количество', 'Факт'],
      ['Чайник', '100', '3'],
      ['Чашка', '50', '0'],
    ]),
    {
      isCount: true,
    },
  )
  expect(counted.shown).toEqual([
    [2, 'Чайник', '3', '', ''],
    [3, 'Чашка', '0', '', ''],
  ])
})

test('unreadable or ambiguous numbers are kept in the line as they were typed', () => {
  const { lines } = readLines(
    pasted([
      ['Артикул', 'Количество', 'Цена'],
      ['A', '12 по 30', '1.234'],
      ['B', '-2', '1.234,50'],
      ['C', '1,2345', '5 $'],
      ['D', '2 кг', ''],
    ]),
  )
  expect(lines.map(({ quantity, price }) => [quantity, price])).toEqual([
    [unread('12 по 30'), unread('1.234')],
    [unread('-2'), '1234.5'],
    [unread('1,2345'), unread('5 $')],
    [unread('2 кг'), ''],
  ])
})

test('a last row with the sum of the quantities is a total, even without a word such as «Итого»', () => {
  const { shown, totals } = readLines(
    pasted([
      ['Артикул', 'Кол-во'],
      ['A', '0,1'],
      ['B', '0,2'],
      ['', '0,3'],
    ]),
  )
  expect([shown.length, totals]).toEqual([2, [4]])
  // A row without a product is reported as a mistake unless its quantity is the sum.
  expect(
    readLines(
      pasted([
        ['Артикул', 'Кол-во'],
        ['A', '1'],
        ['B', '2'],
        ['', '4'],
      ]),
    ).shown[2],
  ).toEqual([4, '', '4', '', ''])
})

test('a row with a code is a line, whatever the product is called', () => {
  const { shown } = readLines(
    pasted([
      ['Артикул', 'Название', 'Кол-во'],
      ['A', 'Всего понемногу', '1'],
      ['', 'Итоговая книга', '2'],
    ]),
  )
  expect(shown.map(([row]) => row)).toEqual([2, 3])
})

test('at most 500 lines are taken, and the number of omitted lines is reported', () => {
  const { lines, beyond } = readLines(pasted(Array.from({ length: 503 }, (_, at) => [`K-${at}`, '1'])))
  expect([lines.length, beyond]).toEqual([500, 3])
})

test('a CSV file from Russian Excel, with semicolons, Windows-1251 and decimal commas, is read', async () => {
  const text = 'Артикул;Количество;Цена\r\nK-1;1,5;"1 200,40"\r\n'
  const { shown } = readLines(await fileOf(inWindows1251(text)))
  expect(shown).toEqual([[2, 'K-1', '1.5', '1200.4', '']])
})

test('a workbook with dates, long barcodes and other sheets is read, without rounding errors in its numbers', async () => {
  const book = await xlsx(
    [
      ['Реализация', null, null],
      ['Штрихкод', 'Кол-во', 'Цена'],
      [4_600_000_000_017, 1.005, 0.1 + 0.2],
      ['4600000000024', 1_234, 1_200.4],
      ['A-3', new Date('2026-03-01'), -5],
    ],
    {
      'Второй лист': [
        ['Артикул', 'Кол-во'],
        ['B-1', 7],
      ],
    },
  )
  const table = await fileOf(book)
  expect(table.sheets).toEqual(['Лист1', 'Второй лист'])
  expect(readLines(table).shown).toEqual([
    [3, '4600000000017', '1.005', '0.3', ''],
    [4, '4600000000024', '1234', '1200.4', ''],
    [5, 'A-3', unread('2026-03-01'), unread('-5'), ''],
  ])
  expect(readLines(await fileOf(book, 'Второй лист')).shown).toEqual([[2, 'B-1', '7', '', '']])
})

test.each([
  ['a result', '<c r="C2"><f>B2*2</f><v>24.5</v></c>', '24.5'],
  ['an error for a result', '<c r="C2" t="e"><f>B2/0</f><v>#DIV/0!</v></c>', unread('#DIV/0!')],
  ['no result, as openpyxl writes it', '<c r="C2"><f>B2*1.2</f><v></v></c>', unread('=B2*1.2')],
])('a formula with %s is not taken for an empty cell', async (_name, cell, price) => {
  const { rows } = await fileOf(await xlsxWithCell(cell))
  const columns = { head: 0, headers: [], fields: ['sku', 'name', 'price'] } as const
  const { lines } = readTableLines(rows, columns, { isCount: false, isCommaOfThousands: false })
  expect(lines[0]!.price).toBe(price)
})

test.each([
  ['oldExcel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
  ['noTable', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])],
  ['broken', Buffer.from('PK\u0003\u0004 and no archive')],
  ['empty', Buffer.from('\n\n')],
] as const)('a file that is not a table is reported: %s', async (fault, bytes) => {
  expect(await readTableFile(new Blob([new Uint8Array(bytes)]))).toEqual({ fault })
})
