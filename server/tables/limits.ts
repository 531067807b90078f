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
export const READ_LIMIT_MS = 60_000
export const READER_MEMORY_MB = 768
/** The head of a table is looked for in so many rows. */
export const HEAD_ROWS = 30
export const MAX_SAMPLES = 5
export const MAX_SAMPLE_LENGTH = 100
/** Imports that a company keeps. */
export const MAX_IMPORTS = 200
/** Problems that are told of one row. */
export const MAX_ROW_PROBLEMS = 20
