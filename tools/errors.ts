/** Writes the table of codes in docs/errors.md as server/domain/problems.ts says them; tests/contract/errors.test.ts compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { PROBLEMS } from '../server/domain/problems.ts'

const ERRORS = new URL('../docs/errors.md', import.meta.url)
const ROW = /^\| `[A-Z_]+` \|/

/** The page with a row for each code, in their order, where its rows stood. */
export function withCodes(page: string): string {
  const lines = page.split('\n')
  const first = lines.findIndex((line) => ROW.test(line))
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, when, advice }]) => `| \`${code}\` | ${status} | ${when} | ${advice} |`,
  )
  const others = lines.filter((line) => !ROW.test(line))
  return [...others.slice(0, first), ...rows, ...others.slice(first)].join('\n')
}

if (import.meta.main) writeFileSync(ERRORS, withCodes(readFileSync(ERRORS, 'utf8')))
