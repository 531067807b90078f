/** Limits for uploaded tables. Source: docs/table-imports.md "Bounds". */
export const MAX_FILE_BYTES = 20 * 1_048_576
/** The maximum number of rows below the header. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 200
/** The maximum number of characters that are read from a cell. No field accepts more. */
export const MAX_CELL_LENGTH = 10_001
/** The maximum size, in bytes, of an unpacked XLSX file. A larger file is treated as a zip bomb. */
export const MAX_UNPACKED_BYTES = 256 * 1_048_576
export const MAX_PARTS = 5_000
export const MAX_SHEETS = 200
/** The maximum size, in bytes, of the workbook part that lists the sheets and print areas. */
export const MAX_WORKBOOK_BYTES = 1_048_576
/** The highest row number that spreadsheet programs allow. */
export const MAX_ROW_NUMBER = 1_048_576
/** The time limit for reading a table, in milliseconds of processor time. */
export const READ_LIMIT_MS = 60_000
/**
 * The memory limit, in MB, for reading a table that is not heavy. Reading such a file takes up to 150 MB; it can be
 * read at the same time as a heavy file.
 */
export const READER_MEMORY_MB = 200
/**
 * The unpacked size from which a file counts as heavy. Heavy files are read one at a time, with a higher memory limit.
 */
export const HEAVY_BYTES = 4 * 1_048_576
export const HEAVY_READER_MEMORY_MB = 640
/** The number of rows that are searched for the table's header. */
export const HEAD_ROWS = 30
export const MAX_SAMPLE_CELLS = 5
export const MAX_SAMPLE_LENGTH = 100
/** The maximum number of a company's stored imports. */
export const MAX_IMPORTS = 200
/** The maximum number of problems that are reported for a row. */
export const MAX_ROW_PROBLEMS = 20
/** The number of consecutive failed attempts after which the service gives up on an import. */
export const MAX_TRIES = 5
