/**
 * Tests searching the names of a large company in slices. Each step may handle at most one record or one filter value.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownNamesOf } from '../../server/tables/head.ts'
import { listNamesOf } from '../../server/tables/names.ts'
import { customFieldsIn, namesIn } from '../../server/tables/world.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { useService } from '../support/node/service.ts'

const service = useService()
let node: OpenNode

beforeAll(async () => {
  node = await startOpenNode(service.databaseUrl)
})
afterAll(() => node.stop())

const VALUES = 40
const FILTERS = 3

/** Returns the number of steps that a search takes, and its result. */
function walked<T>(steps: Iterator<unknown, T, undefined>): { readonly count: number; readonly result: T } {
  for (let count = 0; ; count += 1) {
    const step = steps.next()
    if (step.done === true) return { count, result: step.value }
  }
}

test('a table import finds filters, filter values, price types and custom fields by name', async () => {
  const client = await service.newCompany()
  for (let at = 0; at < FILTERS; at += 1) {
    const filter = await client.made('POST', '/api/v1/filters', { name: `Отбор ${at}` })
    for (let n = 0; n < VALUES; n += 1)
      await client.made('POST', `/api/v1/filters/${filter.id}/values`, { name: `Значение ${n}` })
    await client.made('POST', '/api/v1/price-types', { name: `Опт ${at}` })
    await client.made('POST', '/api/v1/custom-fields', {
      name: `Поле ${at}`,
      entityKind: at === 0 ? 'partner' : 'product',
      valueType: 'string',
    })
  }
  const company = (await node.companies.get(client.companyId))!
  const state = await company.current()
  const known = walked(namesIn(state, 'products'))
  expect(known.count).toBeGreaterThanOrEqual(FILTERS * VALUES)
  expect(known.result.filters.get('отбор 2')!.values.size).toBe(VALUES)
  expect([...known.result.priceTypes.keys()]).toEqual(['опт 0', 'опт 1', 'опт 2'])
  expect(walked(customFieldsIn(state, 'partners')).result.has('поле 0')).toBe(true)
  expect(walked(listNamesOf(state)).count).toBeGreaterThanOrEqual(FILTERS * VALUES)
  const own = walked(ownNamesOf(state, 'products'))
  expect(own.count).toBeGreaterThanOrEqual(FILTERS)
  expect(own.result.custom.names).toEqual(['Поле 1', 'Поле 2'])
})
