/** Descriptions of the fields of table imports, and an example import, for the OpenAPI document. */
const SHEET = 'Of a workbook; without it the first one. null for CSV.'
const HEAD = 'The row of the column names, counted from 1; without it it is looked for.'
const MATCH = 'The field by which rows recognize their records; one of the columns must be it.'
const CREATE = 'Rows whose record is not there make one; otherwise they are problems.'
const UPDATE = 'Rows whose record is there change it; otherwise it stays as it is.'
const MISSING = 'Price types, filters and values of filters that rows name and the company does not have are made.'
const WORDS_OF = 'Of the problems that are told: `ru` or `en`.'
const TARGET =
  'A field such as `sku`, or `price:Опт`, `filter:Цвет`, `custom:Гарантия`, by name; null: the column is left out.'

export const TABLE_WORDS: Readonly<Record<string, string>> = {
  'MapTableImportBody.sheet': SHEET,
  'MapTableImportBody.headerRow': HEAD,
  'MapTableImportBody.columns': 'Columns that are not named are left out. Without this the proposed targets hold.',
  'MapTableImportBody.matchBy': MATCH,
  'MapTableImportBody.create': CREATE,
  'MapTableImportBody.update': UPDATE,
  'MapTableImportBody.createMissing': MISSING,
  'MapTableImportBody.language': WORDS_OF,
  'TableColumnChoice.index': 'Of the column, counted from 0.',
  'TableColumnChoice.target': TARGET,
  'TableColumn.header': 'What stands in the row of the column names.',
  tableImportId: 'Of a table import.',
  samples: 'Some of what stands below it.',
  proposed: 'What the column seems to be: as it was the last time, by its name, or by its content.',
  'TableColumn.target': TARGET,
  'TableCounts.create': 'Rows that make a record; of opening stock a receipt.',
  'TableCounts.update': 'Rows that change a record.',
  'TableCounts.unchanged': 'Rows that say what is so already.',
  problem: 'Rows that are left out, for the problems that they have.',
  warned: 'Rows that are written though something in them is worth a look, such as a code that another product has.',
  'TableCounts.applied': 'Rows that are written.',
  'TableCounts.failed': 'Rows that were refused when they were to be written.',
  'TableImport.language': WORDS_OF,
  sheets: 'Those of a workbook that can be seen; empty for CSV.',
  'TableImport.sheet': SHEET,
  'TableImport.headerRow': HEAD,
  'TableImport.columns': 'Of the chosen sheet, from left to right.',
  'TableImport.rowCount': 'Rows below the head in which something stands; 0 until they were read.',
  fault: 'Why the file could not be read to its end; null: it could, or was not yet.',
  counts: 'Rows by what is planned, and by what was done.',
  progress: 'How much is written.',
  'TableOptions.matchBy': MATCH,
  'TableOptions.create': CREATE,
  'TableOptions.update': UPDATE,
  'TableOptions.createMissing': MISSING,
  done: 'Rows that are written or refused.',
  of: 'Rows that are to be written.',
  row: 'As the file counts them, from 1.',
  plan: 'What is to be done for it.',
  outcome: 'What was done; null: nothing yet, or nothing is to be done.',
  recordId: 'Of the record that was written; of opening stock the movement.',
  'TableRow.problems': 'What is wrong with it.',
  'TableRow.cells': 'As they were read; a day as `2026-03-01`.',
  'TableRowProblem.productId': 'The product that has the code already.',
  'TableRowProblem.column': 'The index of the column that it is about; null: the row as a whole.',
  offset: 'So many rows stand before the page.',
  'TableTarget.target': TARGET,
  canMatch: 'Whether rows may recognize their records by it.',
  language: 'Of titles and words, `ru` or `en`; without it `Accept-Language` says, and Russian is the default.',
  problems: 'Those with a problem or a warning alone.',
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
