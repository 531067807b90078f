/** docs/reports.md has a row for each report, as its entry says it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REPORTS } from '../../server/reports/report-list.ts'
import { withReports } from '../../tools/report-rows.ts'

const page = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8')

test('every report stands in docs/reports.md as it is described, and no other; if not: npm run openapi', () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(Object.keys(REPORTS))
  expect(page).toBe(withReports(page))
})
