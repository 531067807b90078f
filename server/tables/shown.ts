/** Formats table imports and their rows for API responses. */

import type { Language } from '../domain/languages.ts'
import { type Cell, cellText } from './cells.ts'
import { adviceFor } from './head.ts'
import type { ImportCounts, ImportRow, TableImport } from './import-records.ts'
import { sayProblem } from './row-problems.ts'

export const NO_COUNTS: ImportCounts = {
  create: 0,
  update: 0,
  unchanged: 0,
  problem: 0,
  warned: 0,
  applied: 0,
  failed: 0,
}

export function shownImport(one: TableImport, counts: ImportCounts = NO_COUNTS): object {
  const { id, kind, status, fileName, size, language, sheets, sheet, headerRow, columns, options, fault } = one
  const toWrite = counts.create + counts.update
  return {
    ...{ id, kind, status, fileName, size, language, sheets, sheet, headerRow, columns, options },
    fault: fault === null ? null : { code: fault, message: adviceFor(fault) },
    rowCount: one.rowCount,
    counts,
    progress: { done: counts.applied + counts.failed, of: toWrite },
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
    createdBy: { id: one.createdBy.id, name: one.createdBy.name },
  }
}

const shownCell = (cell: Cell) => (typeof cell === 'object' && cell !== null ? cellText(cell) : cell)

export function shownRow({ row, plan, outcome, cells, problems, recordId }: ImportRow, language: Language): object {
  const said = problems.map((problem) => sayProblem(problem, language))
  return { row, plan, outcome, recordId, problems: said, cells: cells.map(shownCell) }
}
