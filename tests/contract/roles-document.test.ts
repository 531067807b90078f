/** Checks that docs/security.md says exactly what storekeepers may do, and what is hidden from users who see no costs. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/commands/table.ts'
import { isShown } from '../../server/domain/cost-kinds.ts'
import { isCost } from '../../server/domain/costs.ts'
import type { Kind } from '../../server/domain/records.ts'
import { SHOWN } from '../../server/engine/serialize.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const ROLES = /^## Roles$(.*?)^## /ms.exec(readFileSync('docs/security.md', 'utf8'))![1]!

/** Returns the rows of the table with this heading in its first column, each as the words in backticks per column. */
function rowsOf(heading: string): string[][][] {
  const [, table] = ROLES.split(`\n| ${heading} | `)
  const rows = table!.split('\n\n')[0]!.split('\n').slice(2)
  return rows.map((row) => row.split(' | ').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)))
}

/** Returns the fields of a schema that are marked as costs, as paths. */
function costsIn({ properties = {}, items }: Schema, path = ''): string[] {
  if (items !== undefined) return costsIn(items, path)
  return Object.entries(properties).flatMap(([name, schema]) =>
    isCost(schema as never) ? [path + name] : costsIn(schema, `${path}${name}.`),
  )
}

test('docs/security.md lists exactly the commands that storekeepers may send', () => {
  const listed = rowsOf('A storekeeper may').flatMap(([, routes]) => routes!)
  const allowed = COMMANDS.filter(({ may }) => may === 'storekeepers').map(
    ({ method, path }) => `${method} ${path.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  expect(listed.sort()).toEqual(allowed.sort())
})

test('docs/security.md lists exactly the kinds of records and the fields that are hidden with the costs', () => {
  const hidden = (Object.keys(SHOWN) as Kind[]).filter((kind) => !isShown(kind, 'without costs'))
  const rows = rowsOf('Of')
  expect(rows[0]![0]!.sort()).toEqual(hidden.sort())
  const listed = rows.slice(1).flatMap(([kinds, fields]) => kinds!.map((kind) => [kind, fields!.sort()]))
  const marked = (Object.entries(SHOWN) as [Kind, Schema][])
    .filter(([kind]) => !hidden.includes(kind))
    .map(([kind, schema]) => [kind, costsIn(schema).sort()] as const)
    .filter(([, fields]) => fields.length > 0)
  expect(new Map(listed as never)).toEqual(new Map(marked as never))
})
