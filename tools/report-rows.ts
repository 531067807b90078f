/**
 * Writes the table of reports in docs/reports.md from server/reports/report-list.ts. tests/contract/report-rows.test.ts
 * checks that the table is current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { ReportKind } from '../server/reports/report-kind.ts'
import { REPORTS } from '../server/reports/report-list.ts'

const PAGE = new URL('../docs/reports.md', import.meta.url)
const ROW = /^\| `[a-z-]+` \|/

/** Returns the cell about a report's rows: the thing that a row represents, and the other groupings. */
function rowsOf({ rows, query }: ReportKind): string {
  const groups = Object.keys(rows)
  const [first] = Object.values(rows)[0]!.filter(({ name }) => !/Id$/.test(name))
  if (groups[0] === 'all') return first!.title[1].toLowerCase()
  const byDefault = (query.groupBy as { default?: string } | undefined)?.default ?? groups[0]!
  const others = groups.filter((name) => name !== byDefault).map((name) => `\`${name}\``)
  return [
    byDefault.replace('-', ' and '),
    ...(others.length > 0 ? [`with \`groupBy\`: ${others.join(', ')}`] : []),
  ].join('; ')
}

/** Replaces the table rows in the document with one row per report, in the order of the reports. */
export function withReports(page: string): string {
  const lines = page.split('\n')
  const first = lines.findIndex((line) => ROW.test(line))
  const rows = Object.entries<ReportKind>(REPORTS).map(
    ([name, report]) => `| \`${name}\` | ${rowsOf(report)} | ${report.description} |`,
  )
  const others = lines.filter((line) => !ROW.test(line))
  return [...others.slice(0, first), ...rows, ...others.slice(first)].join('\n')
}

if (import.meta.main) writeFileSync(PAGE, withReports(readFileSync(PAGE, 'utf8')))
