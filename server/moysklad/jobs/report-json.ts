/** A row of the report as JSON. */
import type { MappingProblem } from '../mapping/plan.ts'
import { PROBLEM_CODES, sentenceOf } from '../mapping/problem-codes.ts'
import type { JobReportRow } from './row-sql.ts'

/** The English sentence of a problem; rows keep the Russian one. */
export function englishOf({ code, field, value, message }: MappingProblem): string {
  return Object.hasOwn(PROBLEM_CODES, code) ? sentenceOf(code, { field, value }, 'en') : message
}

/** `source`: what the source had, printed as it came, digit by digit; null: it was forgotten; undefined: nobody asked. */
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
