/** Limits for uploaded tables. Source: docs/table-imports.md "Bounds". */
export const MAX_FILE_BYTES = 20 * 1_048_576
/** The most rows below the header. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 200
/** Characters read of one cell; no field accepts more. */
export const MAX_CELL_LENGTH = 10_001
/** The unpacked size of an XLSX; anything larger is treated as a zip bomb. */
export const MAX_UNPACKED_BYTES = 256 * 1_048_576
export const MAX_PARTS = 5_000
export const MAX_SHEETS = 200
/** The size of the part that names the sheets and the print areas. */
export const MAX_WORKBOOK_BYTES = 1_048_576
/** The highest row number in spreadsheet programs. */
export const MAX_ROW_NUMBER = 1_048_576
/** The time limit for reading a table, in processor time. */
export const READ_LIMIT_MS = 60_000
export const READER_MEMORY_MB = 300
/**
 * A file that needs more than this many bytes in memory at once is heavy: only one such file is read at a time, with a
 * higher memory limit.
 */
export const HEAVY_BYTES = 4 * 1_048_576
export const HEAVY_READER_MEMORY_MB = 640
/** How many rows are searched for the table's header. */
export const HEAD_ROWS = 30
export const MAX_SAMPLE_CELLS = 5
export const MAX_SAMPLE_LENGTH = 100
/** The most stored imports of a company. */
export const MAX_IMPORTS = 200
/** The most problems that are reported for a row. */
export const MAX_ROW_PROBLEMS = 20
/** How many times in succession an import's turn may fail. */
export const MAX_TRIES = 5
