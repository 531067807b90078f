/** Formats a row of the import report as JSON. */
import type { MappingProblem } from '../mapping/plan.ts'
import { PROBLEM_CODES, sentenceOf } from '../mapping/problem-codes.ts'
import type { JobReportRow } from './row-sql.ts'

/** Returns a problem's sentence in English, because stored rows contain only the Russian sentence. */
export function englishOf({ code, field, value, message }: MappingProblem): string {
  return Object.hasOwn(PROBLEM_CODES, code) ? sentenceOf(code, { field, value }, 'en') : message
}

/**
 * Formats a report row as JSON. `source`: MoySklad's values with their original digits; null when they are no longer
 * stored; undefined when they were not requested.
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
