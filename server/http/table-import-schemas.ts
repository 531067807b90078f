/** Request and response schemas of table imports. */
import { Type } from 'typebox'
import { LANGUAGES } from '../domain/languages.ts'
import { Flag, Id, MAX_NAME_LENGTH, Moment, Name, oneOf, orNull, ShortText, strictObject } from '../domain/schema.ts'
import { PLANS, STATUSES } from '../tables/import-records.ts'
import { MAX_COLUMNS, MAX_ROWS } from '../tables/limits.ts'
import { ROW_PROBLEMS } from '../tables/row-problems.ts'
import { ALL_MATCH_FIELDS, IMPORT_KINDS } from '../tables/targets.ts'
import { AnyFigures, Code } from './openapi/problems.ts'

const Count = Type.Integer({ minimum: 0 })
const LANGUAGE = 'The language of problem messages; if left out, `Accept-Language` decides, and Russian is the default.'

export const KindQuery = strictObject({
  kind: { ...oneOf(IMPORT_KINDS), description: 'The kind of records in the rows.' },
  language: Type.Optional({ ...oneOf(LANGUAGES), description: LANGUAGE }),
})

const Target = orNull(Type.Unsafe<string>({ type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH + 10 }))

const ColumnChoice = Type.Object(
  { index: Type.Integer({ minimum: 0, maximum: MAX_COLUMNS - 1 }), target: Target },
  { title: 'TableColumnChoice', description: 'The target of one column.', additionalProperties: false },
)

export const Mapping = strictObject({
  sheet: Type.Optional(Name),
  headerRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_048_576 })),
  columns: Type.Optional(Type.Array(ColumnChoice, { maxItems: MAX_COLUMNS })),
  matchBy: Type.Optional(oneOf(ALL_MATCH_FIELDS)),
  create: Type.Optional(Flag),
  update: Type.Optional(Flag),
  createMissing: Type.Optional(Flag),
  warehouseId: Type.Optional(Id),
  supplier: Type.Optional(Name),
  language: Type.Optional(oneOf(LANGUAGES)),
})

const Column = Type.Object(
  { header: Type.String(), samples: Type.Array(Type.String()), proposed: Target, target: Target },
  { title: 'TableColumn', description: 'A column of an uploaded table.', additionalProperties: false },
)

const Options = Type.Object(
  {
    matchBy: orNull(oneOf(ALL_MATCH_FIELDS)),
    create: Flag,
    update: Flag,
    createMissing: Flag,
    warehouseId: orNull(Id),
    supplier: orNull(Name),
  },
  { title: 'TableOptions', description: 'How the import treats the rows.', additionalProperties: false },
)

const Counts = Type.Object(
  { create: Count, update: Count, unchanged: Count, problem: Count, warned: Count, applied: Count, failed: Count },
  { title: 'TableCounts', description: 'The number of rows by plan and by result.', additionalProperties: false },
)

const FAULTS = [
  'NOT_A_TABLE',
  'OLD_EXCEL',
  'BROKEN',
  'TOO_LARGE',
  'TOO_MANY_COLUMNS',
  'TOO_MANY_ROWS',
  'TOO_MANY_SHEETS',
  'SHEET_NOT_FOUND',
  'EMPTY',
  'INTERRUPTED',
] as const

export const TableImportAnswer = Type.Object(
  {
    id: Id,
    kind: oneOf(IMPORT_KINDS),
    status: oneOf(STATUSES),
    fileName: Name,
    size: Type.Integer({ minimum: 0 }),
    language: oneOf(LANGUAGES),
    sheets: Type.Array(Type.String()),
    sheet: orNull(Type.String()),
    headerRow: Type.Integer({ minimum: 1 }),
    columns: Type.Array(Column),
    options: Options,
    fault: Type.Unsafe({
      ...Type.Object(
        { code: oneOf(FAULTS), message: Type.String() },
        {
          title: 'TableFault',
          description: 'Why the file could not be read completely, or the import not finished.',
          additionalProperties: false,
        },
      ),
      type: ['object', 'null'],
    }),
    rowCount: Type.Integer({ minimum: 0, maximum: MAX_ROWS }),
    counts: Counts,
    progress: Type.Object(
      { done: Count, of: Count },
      {
        title: 'TableProgress',
        description: 'Rows that were written or failed, out of those to write.',
        additionalProperties: false,
      },
    ),
    createdAt: Moment,
    updatedAt: Moment,
    createdBy: Type.Object(
      { id: Type.String(), name: ShortText },
      { title: 'TableMaker', description: 'The user who uploaded the table.', additionalProperties: false },
    ),
  },
  {
    title: 'TableImport',
    description: 'An uploaded table, and the progress of its import.',
    additionalProperties: false,
  },
)

export const TableImportDeleted = Type.Object(
  { id: Id, deleted: Type.Literal(true) },
  {
    title: 'DeletedTableImport',
    description: 'Confirms that the import and its report were deleted; the records that it wrote stay.',
    additionalProperties: false,
  },
)

const RowRefusal = Type.Object(
  { code: Code, figures: Type.Optional(AnyFigures) },
  {
    title: 'RowRefusal',
    description: 'Why the record of the row was not written, as data.',
    additionalProperties: false,
  },
)

const RowProblem = Type.Object(
  {
    code: oneOf(Object.keys(ROW_PROBLEMS)),
    message: Type.String(),
    column: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    productId: Type.Optional(Id),
    refusal: Type.Optional(RowRefusal),
  },
  {
    title: 'TableRowProblem',
    description: 'A problem of a row, or something in it to check.',
    additionalProperties: false,
  },
)

const Row = Type.Object(
  {
    row: Type.Integer({ minimum: 1 }),
    plan: oneOf(PLANS),
    outcome: orNull(oneOf(['applied', 'failed'] as const)),
    recordId: orNull(Id),
    problems: Type.Array(RowProblem),
    cells: Type.Array(Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] })),
  },
  { title: 'TableRow', description: 'A row of an uploaded table.', additionalProperties: false },
)

export const TableRows = Type.Object(
  { items: Type.Array(Row), total: Count, offset: Count },
  { title: 'TableRows', description: 'A page of the import report.', additionalProperties: false },
)

export const TableTargets = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { target: Type.String(), title: Type.String(), canMatch: Flag },
        { title: 'TableTarget', description: 'One possible target of a column.', additionalProperties: false },
      ),
    ),
  },
  { title: 'TableTargets', description: 'The possible targets of columns.', additionalProperties: false },
)
