/** Limits for uploaded tables. Source: docs/table-imports.md "Bounds". */
export const MAX_FILE_BYTES = 20 * 1_048_576
/** The largest number of rows below the header. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 200
/** At most this many characters of a cell are read, because no field accepts more. */
export const MAX_CELL_LENGTH = 10_001
/** The largest unpacked size of an XLSX file. Anything larger is treated as a zip bomb. */
export const MAX_UNPACKED_BYTES = 256 * 1_048_576
export const MAX_PARTS = 5_000
export const MAX_SHEETS = 200
/** The largest size of the workbook part that lists the sheets and the print areas. */
export const MAX_WORKBOOK_BYTES = 1_048_576
/** The highest row number that spreadsheet programs allow. */
export const MAX_ROW_NUMBER = 1_048_576
/** The time limit for reading a table, in processor time. */
export const READ_LIMIT_MS = 60_000
/**
 * The memory limit for reading a table that is not heavy. Such a file takes up to 150 MB; one reads beside a heavy one.
 */
export const READER_MEMORY_MB = 200
/**
 * A file that needs more memory than this counts as heavy: such files are read one at a time, with a higher memory
 * limit.
 */
export const HEAVY_BYTES = 4 * 1_048_576
export const HEAVY_READER_MEMORY_MB = 640
/** The header of a table is searched in this many rows. */
export const HEAD_ROWS = 30
export const MAX_SAMPLE_CELLS = 5
export const MAX_SAMPLE_LENGTH = 100
/** A company can have at most this many stored imports. */
export const MAX_IMPORTS = 200
/** At most this many problems are reported for a row. */
export const MAX_ROW_PROBLEMS = 20
/** An import is given up after its turn has failed this many times in a row. */
export const MAX_TRIES = 5
