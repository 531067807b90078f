/** Checks that docs/errors.md describes each error code exactly as the code in server/ does. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { transferStock } from '../../server/commands/stock.ts'
import { PROBLEMS } from '../../server/domain/problems.ts'
import { withCodes } from '../../tools/errors.ts'

const MAX_LINES = 130
const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

interface Row {
  code: string
  status: number
  when: string
  advice: string
}

/** Returns the rows of the table of error codes. */
function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` \|/.test(line))
    .map((line) => {
      const [, code = '', status, when = '', advice = ''] = line.split('|').map((cell) => cell.trim())
      return { code: code.replaceAll('`', ''), status: Number(status), when, advice }
    })
}

test('docs/errors.md lists exactly the error codes described in the code (npm run openapi updates the file)', () => {
  expect(rowsOf(text).length).toBe(Object.keys(PROBLEMS).length)
  expect(text).toBe(withCodes(text))
})

test('every row of docs/errors.md explains in whole sentences when the error occurs and what to do', () => {
  for (const { code, when, advice } of rowsOf(text))
    for (const cell of [when, advice]) expect(cell, code).toMatch(/^[A-Z].+[.]$/)
})

test('the command that docs/errors.md gives as an example refuses with exactly the codes named there', () => {
  const [, sentence] = /\(`transferStock`\) may refuse with ([^.]+)\./.exec(text)!
  expect(sentence!.match(/[A-Z_]{2,}/g)).toEqual([...transferStock.refusals])
})

test('docs/errors.md is short', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(MAX_LINES)
})
