/**
 * Writes the table of error codes in docs/errors.md from server/domain/problems.ts. tests/contract/errors.test.ts
 * checks that the table is current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { FigureKinds, Telling } from '../server/domain/figures.ts'
import { ABOUT } from '../server/domain/problems.ts'

const ERRORS = new URL('../docs/errors.md', import.meta.url)
const ROW = /^\| `[A-Z_]+` \|/

/** Replaces the table rows in the document with one row per error code, in the order of the codes. */
export function withCodes(page: string): string {
  const lines = page.split('\n')
  const first = lines.findIndex((line) => ROW.test(line))
  const rows = Object.entries(ABOUT).map(
    ([code, about]) => `| \`${code}\` | ${about.status} | ${about.when} | ${about.advice} | ${figuresOf(about)} |`,
  )
  const others = lines.filter((line) => !ROW.test(line))
  return [...others.slice(0, first), ...rows, ...others.slice(first)].join('\n')
}

const namesOf = (kinds: FigureKinds) =>
  Object.keys(kinds)
    .map((name) => `\`${name}\``)
    .join(', ')

/**
 * Lists the `figures` (data fields) of an error code. If they depend on the reason, lists each reason with its
 * `figures`.
 */
function figuresOf({ figures = {}, reasons }: Telling): string {
  if (reasons === undefined) return namesOf(figures)
  return Object.entries(reasons)
    .map(([reason, one]) => `**${reason}** ${namesOf(one.figures)}`.trim())
    .join('; ')
}

if (import.meta.main) writeFileSync(ERRORS, withCodes(readFileSync(ERRORS, 'utf8')))
