/** A row of the report as JSON. */
import type { MappingProblem } from '../mapping/plan.ts'
import { PROBLEM_CODES, sentenceOf } from '../mapping/problem-codes.ts'
import type { JobReportRow } from './row-sql.ts'

/** A problem's English sentence; stored rows contain the Russian one. */
export function englishOf({ code, field, value, message }: MappingProblem): string {
  return Object.hasOwn(PROBLEM_CODES, code) ? sentenceOf(code, { field, value }, 'en') : message
}

/**
 * Prints a row. `source`: the source's values with their original digits; null: no longer stored; undefined: not
 * requested.
 */
export function printRow(row: JobReportRow, source?: string | null): string {
  const { id, entityType, externalId, name, action, status, internalId, problems, data } = row
  const printed = JSON.stringify({
    ...{ id, entityType, externalId, name, action, status },
    ...(internalId === null ? {} : { internalId }),
    problems: problems.map((problem) => ({ ...problem, messageEn: englishOf(problem) })),
    data,
  })
  return source === undefined ? printed : `${printed.slice(0, -1)},"source":${source ?? 'null'}}`
}
