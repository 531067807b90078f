/** Tests the commands and names generated from the table of kinds. */
import { expect, test } from 'vitest'
import type { Command } from '../../server/commands/define.ts'
import { createOrganization, deleteOrganization, updateOrganization } from '../../server/commands/organizations.ts'
import { plainCommands } from '../../server/commands/plain.ts'
import { createPriceType, updatePriceType } from '../../server/commands/price-types.ts'
import { applyChange, type Books, createBooks, emptyCounters, emptyTotals } from '../../server/domain/books.ts'
import { namesOf } from '../../server/domain/kinds.ts'
import { STATE_KINDS } from '../../server/domain/records.ts'
import { unpackTotalsAfter } from '../../server/engine/after-images.ts'

const CONTEXT = {
  now: '2026-03-02T09:15:00.000Z',
  view: 'full',
  role: 'owner',
  actor: { id: 'a', name: 'Анна' },
} as const

/** Runs the commands on a company's books, one after another, and returns their decisions. */
function decisionsOf(commands: readonly Command[], bodies: readonly object[]): unknown[] {
  const settings = {
    companyName: 'x',
    lowStockAlerts: false,
    dailySummary: false,
    timeZone: 'Europe/Moscow',
    revision: 0,
  }
  const books: Books = createBooks(settings, emptyTotals(), emptyCounters())
  return commands.map(({ decide, path }, position) => {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, 'first']))
    const context = { ...CONTEXT, revision: position + 1, newId: () => 'first' }
    const decision = decide(books, { params, body: bodies[position], facts: { references: [] } }, context)
    for (const change of decision.changes) applyChange(books, change)
    return decision
  })
}

test('the commands generated for simple kinds of record decide exactly like handwritten commands', () => {
  const organization = [{ name: 'ООО', inn: '7701234567', kpp: '' }, { kpp: '770101001', archived: true }, {}]
  const written = [createOrganization, updateOrganization, deleteOrganization]
  expect(decisionsOf(plainCommands('organizations'), organization)).toEqual(decisionsOf(written, organization))

  const type = [{ name: 'Оптовая' }, { name: 'Опт', city: 'Тверь', archived: false }]
  const made = plainCommands('priceTypes').slice(0, 2)
  expect(decisionsOf(made, type)).toEqual(decisionsOf([createPriceType, updatePriceType], type))
})

test('generated commands have the same names, routes and texts as handwritten commands', () => {
  const routeOf = ({ name, method, path, may, tag, entity, action, body, result }: Command) =>
    ({ name, method, path, may, tag, entity, action, body, result }) as const
  const written = [createOrganization, updateOrganization, deleteOrganization]
  expect(plainCommands('organizations').map(routeOf)).toEqual(written.map(routeOf))
  expect(plainCommands('priceTypes').map(({ summary }) => summary)).toEqual([
    'Create a price type',
    'Change, archive or restore a price type',
    'Delete a price type',
  ])
})

test('a generated command refuses an unknown id', () => {
  const [, update, deletion] = plainCommands('warehouses')
  for (const command of [update!, deletion!])
    expect(() => decisionsOf([command], [{ name: 'x' }])).toThrow('There is no warehouse "first" in this company.')
})

test('the example of a generated command has every field of its body, and no nulls', () => {
  expect(plainCommands('warehouses').map(({ example }) => example)).toEqual([
    { name: 'Основной склад', short: 'ОСН', city: 'Москва' },
    { name: 'Основной склад', short: 'ОСН', city: 'Москва', archived: false },
    {},
  ])
})

test('the log identifies kinds of record by their position, so the order of known kinds never changes', () => {
  const known =
    'warehouses priceTypes filters products partners organizations contracts customFields stock lots purchases documents payments orders stocktakes customerReturns stockRules supplierItems'
  expect(STATE_KINDS.join(' ')).toBe(known)
})

test('totals that were stored before a kind of record existed count that kind as zero', () => {
  const { stock: _stock, ...counted } = Object.fromEntries(STATE_KINDS.map((kind) => [kind, 2]))
  const before = Object.keys(counted).slice(0, -1)
  expect(unpackTotalsAfter(`[${before.map(() => 2).join(',')},"150"]`)).toEqual({
    ...counted,
    [Object.keys(counted).at(-1)!]: 0,
    stockValue: 150n,
  })
})

test('the API names of a kind of record are derived from its words unless they are given', () => {
  expect(namesOf('priceTypes')).toEqual({
    what: 'price type',
    idName: 'priceTypeId',
    path: 'price-types',
    tag: 'Price types',
    entity: 'price_type',
    may: 'everyone',
  })
  expect(namesOf('documents')).toEqual({
    what: 'document',
    idName: 'documentId',
    path: 'procurement/documents',
    tag: 'Procurement',
    entity: 'procurement_document',
    may: 'who sees costs',
  })
})
