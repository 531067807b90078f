/** Descriptions of the fields of table imports, and an example import, for the OpenAPI document. */
const SHEET = 'The sheet of the workbook; if left out, the first one. null for CSV.'
const HEAD = 'The row with the column names, counted from 1; if left out, it is detected.'
const MATCH = 'The field that matches rows to existing records; one of the columns must contain it.'
const CREATE = 'Whether rows without a matching record create one; otherwise they are problems.'
const UPDATE = 'Whether rows with a matching record change it; otherwise it stays as it is.'
const MISSING = 'Whether to create price types, filters and filter values that rows name and the company does not have.'
const WORDS_OF = 'The language of problem messages: `ru` or `en`.'
const TARGET =
  'A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out.'

export const TABLE_WORDS: Readonly<Record<string, string>> = {
  'MapTableImportBody.sheet': SHEET,
  'MapTableImportBody.headerRow': HEAD,
  'MapTableImportBody.columns':
    'What the columns contain. Columns that are not listed are ignored. If left out, the proposed targets apply.',
  'MapTableImportBody.matchBy': MATCH,
  'MapTableImportBody.create': CREATE,
  'MapTableImportBody.update': UPDATE,
  'MapTableImportBody.createMissing': MISSING,
  'MapTableImportBody.language': WORDS_OF,
  'TableColumnChoice.index': 'The index of the column, counted from 0.',
  'TableColumnChoice.target': TARGET,
  'TableColumn.header': 'The name of the column in the header row.',
  tableImportId: 'The id of the table import.',
  samples: 'Some values from the cells below the header.',
  proposed: 'The suggested target of the column: the one used last time, or the one that its name or content suggests.',
  'TableColumn.target': TARGET,
  'TableCounts.create': 'Rows that create a record; for opening stock, a receipt.',
  'TableCounts.update': 'Rows that change a record.',
  'TableCounts.unchanged': 'Rows that would change nothing.',
  problem: 'Rows that are left out because of their problems.',
  warned: 'Rows that are written but need a check, for example because another product has the same code.',
  'TableCounts.applied': 'Rows that have been written.',
  'TableCounts.failed': 'Rows that were refused when they were about to be written.',
  'TableImport.language': WORDS_OF,
  sheets: 'The visible sheets of the workbook; empty for CSV.',
  'TableImport.sheet': SHEET,
  'TableImport.headerRow': HEAD,
  'TableImport.columns': 'The columns of the chosen sheet, from left to right.',
  'TableImport.rowCount': 'The number of rows below the header that are not empty; 0 until they are read.',
  fault: 'Why the file could not be read completely; null: it was read, or has not been read yet.',
  counts: 'The number of rows by plan and by result.',
  progress: 'How many rows are written.',
  'TableOptions.matchBy': MATCH,
  'TableOptions.create': CREATE,
  'TableOptions.update': UPDATE,
  'TableOptions.createMissing': MISSING,
  done: 'Rows that were written or refused.',
  of: 'Rows to write in total.',
  row: 'The row number in the file, counted from 1.',
  plan: 'The plan for the row.',
  outcome: 'The result of the row; null: not processed yet, or nothing to do.',
  recordId: 'The id of the written record; for opening stock, of the movement.',
  'TableRow.problems': 'The problems of the row.',
  'TableRow.cells': 'The cells as they were read; a day looks like `2026-03-01`.',
  'TableRowProblem.productId': 'The id of the product that already has the code.',
  'TableRowProblem.column': 'The index of the column with the problem; null: the whole row.',
  offset: 'The number of rows before the page.',
  'TableTarget.target': TARGET,
  canMatch: 'Whether rows can be matched to records by this field.',
  language:
    'The language of titles and words, `ru` or `en`; if left out, `Accept-Language` decides, and Russian is the default.',
  problems: 'Only rows with a problem or a warning.',
}

const ID = '0199a3c1-5ab1-7e00-8000-00000000ab1e'
const AT = '2026-03-02T09:15:00.000Z'

/** Examples by schema title. */
export const TABLE_RECORDS: Readonly<Record<string, Record<string, unknown>>> = {
  TableImport: {
    ...{ id: ID, kind: 'products', status: 'ready', fileName: 'Прайс.xlsx', size: 48_112, language: 'ru' },
    ...{ sheets: ['Лист1'], sheet: 'Лист1', headerRow: 1 },
    columns: [
      { header: 'Артикул', samples: ['TEA-1'], proposed: 'sku', target: 'sku' },
      { header: 'Цена, руб.', samples: ['1 500,00'], proposed: 'price', target: 'price' },
    ],
    options: { matchBy: 'sku', create: true, update: true, createMissing: true, warehouseId: null, supplier: null },
    fault: null,
    rowCount: 1_000,
    counts: { create: 893, update: 90, unchanged: 10, problem: 7, warned: 2, applied: 0, failed: 0 },
    progress: { done: 0, of: 983 },
    ...{ createdAt: AT, updatedAt: AT, createdBy: { id: ID, name: 'Анна' } },
  },
  TableRows: {
    items: [
      {
        ...{ row: 11, plan: 'problem', outcome: null, recordId: null },
        problems: [{ code: 'NOT_A_NUMBER', message: '«дорого» — не число.', column: 1 }],
        cells: ['TEA-7', 'дорого'],
      },
    ],
    total: 7,
    offset: 0,
  },
  TableTargets: { items: [{ target: 'sku', title: 'Артикул', canMatch: true }] },
}
