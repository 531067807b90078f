/** docs/errors.md and the table of codes say the same. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../server/domain/refusals.ts'

const MAX_LINES = 120
const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

interface Row {
  code: string
  status: number
  when: string
  advice: string
}

/** The rows of the table of codes. */
function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` \|/.test(line))
    .map((line) => {
      const [, code = '', status, when = '', advice = ''] = line.split('|').map((cell) => cell.trim())
      return { code: code.replaceAll('`', ''), status: Number(status), when, advice }
    })
}

test('every code stands in docs/errors.md with its status, and no other', () => {
  const documented = Object.fromEntries(rowsOf(text).map(({ code, status }) => [code, status]))
  const known = Object.fromEntries(Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]))
  expect(documented).toEqual(known)
})

test('every code stands there once, in the order of the table', () => {
  expect(rowsOf(text).map((row) => row.code)).toEqual(Object.keys(PROBLEMS))
})

test('every row says when and what to do, in whole sentences', () => {
  for (const { code, when, advice } of rowsOf(text))
    for (const cell of [when, advice]) expect(cell, code).toMatch(/^[A-Z].+[.]$/)
})

test('the document is short', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(MAX_LINES)
})
