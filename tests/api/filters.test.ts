/** Tests filters, their values, and the filter values of products. */
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addFilter, addFilterValue, addProduct, findIn, ISSUED_ID, MOMENT } from '../support/scene/fixtures.ts'

const service = useService()

const filterOf = (client: Client, id: string) => findIn(client, 'filters', id)
const carried = async (client: Client, productId: string) =>
  (await findIn(client, 'products', productId)).filterValueIds
const carry = (client: Client, productId: string, filterValueIds: string[]) =>
  client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Товар', filterValueIds })
const archive = (client: Client, path: string, archived = true) =>
  client.made('PATCH', `/api/v1/filters/${path}`, { name: 'Имя', archived })

async function openShelf() {
  const client = await service.newCompany()
  const filterId = await addFilter(client)
  return { client, filterId, valueId: await addFilterValue(client, filterId) }
}

test('a new filter has no values, and a value added later is listed in the filter', async () => {
  const client = await service.newCompany()
  const filter = await client.made('POST', '/api/v1/filters', { name: ' Цвет ' })
  const stamps = { archived: false, createdAt: expect.stringMatching(MOMENT), updatedAt: expect.stringMatching(MOMENT) }
  expect(filter).toEqual({ id: expect.stringMatching(ISSUED_ID), name: 'Цвет', values: [], ...stamps })
  const value = await client.made('POST', `/api/v1/filters/${filter.id}/values`, { name: 'Красный' })
  expect(value).toEqual({ id: expect.stringMatching(ISSUED_ID), filterId: filter.id, name: 'Красный', ...stamps })
  expect(await filterOf(client, filter.id)).toEqual({ ...filter, values: [value] })
  expect((await client.state()).totals.filters).toBe(1)
})

test('filters and their values remain when no product uses them, and their names may repeat', async () => {
  const { client, filterId, valueId } = await openShelf()
  const productId = await addProduct(client, { filterValueIds: [valueId] })
  await client.made('DELETE', `/api/v1/products/${productId}`, {})
  const again = await addFilterValue(client, filterId)
  await addFilter(client)
  expect((await filterOf(client, filterId)).values.map(({ id }: Json) => id)).toEqual([valueId, again])
})

test('a filter and its values can be renamed, archived and restored', async () => {
  const { client, filterId, valueId } = await openShelf()
  for (const archived of [true, false]) {
    const filter = await client.made('PATCH', `/api/v1/filters/${filterId}`, { name: 'Тон', archived })
    expect(filter).toMatchObject({ id: filterId, name: 'Тон', archived, values: [{ id: valueId }] })
    const value = await client.made('PATCH', `/api/v1/filters/${filterId}/values/${valueId}`, {
      name: 'Алый',
      archived,
    })
    expect(value).toMatchObject({ id: valueId, filterId, name: 'Алый', archived })
    expect(await filterOf(client, filterId)).toMatchObject({ name: 'Тон', archived, values: [value] })
  }
})

test('a filter value is found only under its own filter', async () => {
  const { client, filterId, valueId } = await openShelf()
  const other = await addFilter(client, 'Размер')
  const path = `/api/v1/filters/${other}/values/${valueId}`
  expect((await client.refused('PATCH', path, { name: 'Х', archived: false })).code).toBe('NOT_FOUND')
  expect((await client.refused('DELETE', path, {})).code).toBe('NOT_FOUND')
  await client.made('DELETE', `/api/v1/filters/${filterId}/values/${valueId}`, {})
})

test('an archived filter accepts no new value', async () => {
  const { client, filterId } = await openShelf()
  await archive(client, filterId)
  expect((await client.refused('POST', `/api/v1/filters/${filterId}/values`, { name: 'Х' })).code).toBe('ARCHIVED')
})

// Tests of filter values on products.

test('a filter value on a product creates neither another product nor a stock row', async () => {
  const { client, valueId } = await openShelf()
  await addProduct(client, { filterValueIds: [valueId] })
  const { products, stock } = await client.state()
  expect([products.length, stock.length]).toEqual([1, 0])
})

test('only active filter values can be added to a product, but a product keeps the values it already has when they are archived', async () => {
  const { client, filterId, valueId } = await openShelf()
  const productId = await addProduct(client, { filterValueIds: [valueId] })
  const bare = await addProduct(client)
  for (const path of [`${filterId}/values/${valueId}`, filterId]) {
    await archive(client, path)
    const body = { name: 'Товар', filterValueIds: [valueId] }
    expect((await client.refused('POST', '/api/v1/products', body)).code).toBe('ARCHIVED')
    expect((await client.refused('PATCH', `/api/v1/products/${bare}`, body)).code).toBe('ARCHIVED')
    expect((await carry(client, productId, [valueId])).filterValueIds).toEqual([valueId])
    await archive(client, path, false)
  }
  const fresh = await addFilterValue(client, filterId, 'Новое')
  await archive(client, `${filterId}/values/${valueId}`)
  expect((await carry(client, productId, [valueId, fresh])).filterValueIds).toEqual([valueId, fresh])
  expect((await carry(client, productId, [])).filterValueIds).toEqual([])
  expect(
    (await client.refused('PATCH', `/api/v1/products/${productId}`, { name: 'Т', filterValueIds: [valueId] })).code,
  ).toBe('ARCHIVED')
})

test('a product can have a filter value only once, and a filter’s id is not accepted as a value', async () => {
  const { client, filterId, valueId } = await openShelf()
  const twice = await client.refused('POST', '/api/v1/products', { name: 'Т', filterValueIds: [valueId, valueId] })
  expect([twice.code, pathsOf(twice)]).toEqual(['VALIDATION_FAILED', ['/filterValueIds/1']])
  expect((await client.refused('POST', '/api/v1/products', { name: 'Т', filterValueIds: [filterId] })).code).toBe(
    'NOT_FOUND',
  )
})

test('deleting a filter value removes it from its products and changes no other product', async () => {
  const { client, filterId, valueId } = await openShelf()
  const other = await addFilterValue(client, filterId, 'Синий')
  const both = await addProduct(client, { filterValueIds: [valueId, other] })
  const one = await addProduct(client, { filterValueIds: [valueId] })
  const none = await addProduct(client, { filterValueIds: [other] })
  const reply = await client.delete(`/api/v1/filters/${filterId}/values/${valueId}`, {
    headers: { prefer: 'state=changes' },
  })
  expect(reply.json.result).toEqual({ id: valueId, deleted: true })
  expect(reply.json.state.changed.products.map(({ id }: Json) => id)).toEqual([both, one])
  expect(reply.json.state.changed.filters).toMatchObject([{ id: filterId, values: [{ id: other }] }])
  expect([await carried(client, both), await carried(client, one), await carried(client, none)]).toEqual([
    [other],
    [],
    [other],
  ])
  expect(
    (await client.refused('PATCH', `/api/v1/products/${one}`, { name: 'Т', filterValueIds: [valueId] })).code,
  ).toBe('NOT_FOUND')
})

test('deleting a filter deletes its values and removes them from all products', async () => {
  for (const isArchived of [false, true]) {
    const { client, filterId, valueId } = await openShelf()
    const size = await addFilter(client, 'Размер')
    const large = await addFilterValue(client, size, 'XL')
    const productId = await addProduct(client, { filterValueIds: [valueId, large] })
    if (isArchived) await archive(client, filterId)
    expect(await client.made('DELETE', `/api/v1/filters/${filterId}`, {})).toEqual({ id: filterId, deleted: true })
    expect(await carried(client, productId)).toEqual([large])
    expect((await client.state()).filters.map(({ id }: Json) => id)).toEqual([size])
    expect((await client.state()).totals.filters).toBe(1)
    const path = `/api/v1/filters/${filterId}/values/${valueId}`
    expect((await client.refused('DELETE', path, {})).code).toBe('NOT_FOUND')
  }
})

test('creating, using and deleting a filter in one batch leaves nothing behind', async () => {
  const { client, filterId, valueId } = await openShelf()
  const productId = await addProduct(client)
  const replies = await Promise.all([
    client.patch(`/api/v1/products/${productId}`, { name: 'Т', filterValueIds: [valueId] }),
    client.post(`/api/v1/filters/${filterId}/values`, { name: 'Ещё' }),
    client.delete(`/api/v1/filters/${filterId}/values/${valueId}`),
    client.delete(`/api/v1/filters/${filterId}`),
  ])
  for (const reply of replies) expect([200, 404], reply.text).toContain(reply.status)
  expect(await carried(client, productId)).toEqual([])
})
