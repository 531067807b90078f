/** What an uploaded table may have at most. Source: docs/table-imports.md "Bounds". */
export const MAX_FILE_BYTES = 20 * 1_048_576
/** Below the head of the table. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 200
/** Characters of one cell that are looked at; no field takes more. */
export const MAX_CELL_LENGTH = 10_001
/** Of an XLSX, unpacked: more is taken for a bomb. */
export const MAX_UNPACKED_BYTES = 256 * 1_048_576
export const MAX_PARTS = 5_000
export const MAX_SHEETS = 200
/** Of the part that names the sheets, and the areas that are printed. */
export const MAX_WORKBOOK_BYTES = 1_048_576
/** Of a sheet, as spreadsheet programs number them. */
export const MAX_ROW_NUMBER = 1_048_576
/** Of the processor's time. */
export const READ_LIMIT_MS = 60_000
export const READER_MEMORY_MB = 300
/** Above so many bytes that must be in memory at once a file is heavy: one is read at a time, and may take more. */
export const HEAVY_BYTES = 4 * 1_048_576
export const HEAVY_READER_MEMORY_MB = 640
/** The head of a table is looked for in so many rows. */
export const HEAD_ROWS = 30
export const MAX_SAMPLE_CELLS = 5
export const MAX_SAMPLE_LENGTH = 100
/** Imports that a company keeps. */
export const MAX_IMPORTS = 200
/** Problems that are told of one row. */
export const MAX_ROW_PROBLEMS = 20
/** How often in a row a turn of an import may break off. */
export const MAX_TRIES = 5
