/** Checks that each report has a row in docs/reports.md, with the same text as in the report's entry in the code. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORTS } from '../../server/reports/report-list.ts'
import { withReports } from '../../tools/report-rows.ts'

const page = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8')

test('docs/reports.md lists exactly the reports described in the code (npm run openapi updates the file)', () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(Object.keys(REPORTS))
  expect(page).toBe(withReports(page))
})
