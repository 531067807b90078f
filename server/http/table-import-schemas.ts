/** Request and answer schemas of table imports. */
import { Type } from 'typebox'
import { LANGUAGES } from '../domain/languages.ts'
import { Flag, Id, MAX_NAME_LENGTH, Moment, Name, oneOf, orNull, ShortText, strictObject } from '../domain/schema.ts'
import { PLANS, STATUSES } from '../tables/import-records.ts'
import { MAX_COLUMNS, MAX_ROWS } from '../tables/limits.ts'
import { ROW_PROBLEMS } from '../tables/row-problems.ts'
import { ALL_MATCH_FIELDS, IMPORT_KINDS } from '../tables/targets.ts'
import { AnyFigures, Code } from './openapi/problems.ts'

const Count = Type.Integer({ minimum: 0 })
const LANGUAGE = 'Of the problems that are told; without it `Accept-Language` says, and Russian is the default.'

export const KindQuery = strictObject({
  kind: { ...oneOf(IMPORT_KINDS), description: 'What the rows are.' },
  language: Type.Optional({ ...oneOf(LANGUAGES), description: LANGUAGE }),
})

const Target = orNull(Type.Unsafe<string>({ type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH + 10 }))

const ColumnChoice = Type.Object(
  { index: Type.Integer({ minimum: 0, maximum: MAX_COLUMNS - 1 }), target: Target },
  { title: 'TableColumnChoice', description: 'What a column is.', additionalProperties: false },
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
  { title: 'TableOptions', description: 'How the rows are taken.', additionalProperties: false },
)

const Counts = Type.Object(
  { create: Count, update: Count, unchanged: Count, problem: Count, warned: Count, applied: Count, failed: Count },
  { title: 'TableCounts', description: 'Rows by what is planned, and by what was done.', additionalProperties: false },
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
          description: 'Why the file could not be read, or the import done, to its end.',
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
        description: 'Rows that were written or failed, of those to be written.',
        additionalProperties: false,
      },
    ),
    createdAt: Moment,
    updatedAt: Moment,
    createdBy: Type.Object(
      { id: Type.String(), name: ShortText },
      { title: 'TableMaker', description: 'Who uploaded it.', additionalProperties: false },
    ),
  },
  { title: 'TableImport', description: 'An uploaded table, and how far its import is.', additionalProperties: false },
)

export const TableImportDeleted = Type.Object(
  { id: Id, deleted: Type.Literal(true) },
  {
    title: 'DeletedTableImport',
    description: 'The import and its report are gone; what it wrote stays.',
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
    description: 'One thing that is wrong with a row, or worth a look in it.',
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
  { title: 'TableRows', description: 'A page of the report.', additionalProperties: false },
)

export const TableTargets = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { target: Type.String(), title: Type.String(), canMatch: Flag },
        { title: 'TableTarget', description: 'What a column can be.', additionalProperties: false },
      ),
    ),
  },
  { title: 'TableTargets', description: 'What columns can be.', additionalProperties: false },
)
