/** Checks that docs/import.md matches the code. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WRITING_COMMANDS } from '../../server/moysklad/mapping/commands.ts'
import { FIELD_GUIDE } from '../../server/moysklad/mapping/field-guide.ts'
import { PROBLEM_CODES } from '../../server/moysklad/mapping/problem-codes.ts'
import { withTables } from '../../tools/import-tables.ts'

const text = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8')

test('the tables in docs/import.md match the code (node tools/import-tables.ts updates them)', () => {
  expect(withTables(text)).toBe(text)
})

test('docs/import.md lists every problem code of the import report', () => {
  for (const code of Object.keys(PROBLEM_CODES)) expect(text).toContain(`| \`${code}\` |`)
})

test('docs/import.md explains at least the twenty most used fields of products, partners and purchases', () => {
  for (const entries of Object.values(FIELD_GUIDE)) expect(entries.length).toBeGreaterThanOrEqual(20)
})

test('docs/import.md states which of our fields each MoySklad field is imported into, or why it is not imported', () => {
  const commands = {
    product: WRITING_COMMANDS.product,
    partner: WRITING_COMMANDS.partner,
    purchase: WRITING_COMMANDS.receipt,
  }
  for (const [kind, entries] of Object.entries(FIELD_GUIDE)) {
    const { create, update } = commands[kind as keyof typeof commands]
    const fields = [create, update].flatMap(({ body }) =>
      Object.keys((body as unknown as { properties: object }).properties),
    )
    for (const { label, target, codes } of entries)
      if (target === null) expect(codes, label).not.toEqual([])
      else expect(fields, label).toContain(target)
  }
})
