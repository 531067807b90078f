/**
 * Adds, deletes or changes rows in MoySklad while the import is reading. No row may be missed, and added or changed
 * rows must be imported in their latest state.
 */
import { beforeEach, expect, test } from 'vitest'
import { SMALL_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import type { Row } from '../support/moysklad/fake-moysklad-shapes.ts'
import { useImports } from '../support/moysklad/imports-scene.ts'

/** An account whose partners fill three pages. */
const scene = useImports({ size: { ...SMALL_ACCOUNT, counterparties: 250, products: 20, documents: 9 } })

const byId = (rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
/** Returns the current time in MoySklad's format. */
const now = () => new Date(Date.now() + 3 * 3_600_000).toISOString().replace('T', ' ').replace('Z', '')

let pages = 0
let edit: (() => void) | null

beforeEach(() => {
  pages = 0
  edit = null
  scene.fake.onRequest = ({ path }) => {
    if (path !== '/entity/counterparty') return
    pages += 1
    // Edit the account after the first page has been read.
    if (pages === 2) edit?.()
  }
})

test('an import misses no row even if a row of an earlier page is deleted in MoySklad during the import', async () => {
  const rows = scene.rows('counterparty')
  const [deleted] = byId(rows)
  edit = () => rows.splice(rows.indexOf(deleted!), 1)
  const { id } = await scene.imports.whole()
  const imported = (await scene.imports.rows(id)).filter(({ entityType }) => entityType === 'partner')
  const seen = new Set(imported.map(({ externalId }) => externalId))
  expect(rows.filter((row) => !seen.has(row.id))).toEqual([])
  // The row existed when it was read, so this report contains it. The next import must report it as missing from
  // MoySklad.
  expect(seen.has(deleted!.id)).toBe(true)
  const { id: next } = await scene.imports.whole()
  const row = (await scene.imports.rows(next)).find(({ externalId }) => externalId === deleted!.id)!
  expect(row.problems.map(({ code }) => code)).toContain('missing_in_source')
})

test('an import reads each row once even if a row is added in MoySklad before the current reading position', async () => {
  const rows = scene.rows('counterparty')
  const copy = JSON.parse(JSON.stringify(byId(rows)[0]!))
  edit = () => rows.unshift({ ...copy, id: `00000000${copy.id.slice(8)}`, name: 'Новый', updated: now() })
  await scene.expectImported((await scene.imports.whole()).id)
})

test('a row that changes in MoySklad after the import has read it is imported with the change', async () => {
  const [changed] = byId(scene.rows('counterparty'))
  edit = () => Object.assign(changed!, { name: 'Переименован при чтении', updated: now() })
  await scene.expectImported((await scene.imports.whole()).id)
})

test('a row that is archived in MoySklad during an import is imported as archived', async () => {
  const changed = byId(scene.rows('counterparty')).find(({ archived }) => !archived)!
  edit = () => Object.assign(changed, { archived: true, updated: now() })
  await scene.expectImported((await scene.imports.whole()).id)
})
