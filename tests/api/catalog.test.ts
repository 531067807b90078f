/**
 * Tests GET /catalog with filters: values of the same filter are combined with OR, different filters with AND, and
 * counts follow S-CATALOG-2.
 */
import { expect, test } from 'vitest'
import { readProblem } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addPriceType, addProduct, UNKNOWN_ID } from '../support/scene/fixtures.ts'

const service = useService()

interface CatalogFilter {
  id: string
  values: { id: string; name: string; count: number }[]
}

async function addFilter(client: Client, name: string, values: string[]) {
  const filter = await client.made('POST', '/api/v1/filters', { name })
  const ids: string[] = []
  for (const value of values)
    ids.push((await client.made('POST', `/api/v1/filters/${filter.id}/values`, { name: value })).id)
  return { id: filter.id as string, values: ids }
}

const catalogOf = async (client: Client, valueIds: readonly string[]) =>
  (await client.get(`/api/v1/catalog?${valueIds.map((id) => `valueId=${id}`).join('&')}`)).json

test('the catalog combines values of one filter with OR and different filters with AND, and counts the products of each value', async () => {
  const client = await service.newCompany()
  const colour = await addFilter(client, 'Цвет', ['Красный', 'Синий', 'Белый'])
  const size = await addFilter(client, 'Размер', ['S', 'M'])
  const products: { id: string; values: string[] }[] = []
  for (let index = 0; index < 12; index += 1) {
    const values = [
      ...colour.values.filter((_, position) => (index >> position) % 2 === 1),
      ...(index % 3 === 0 ? [] : [size.values[index % 2]!]),
    ]
    products.push({ id: await addProduct(client, { name: `Товар ${index}`, filterValueIds: values }), values })
  }
  const all = [...colour.values, ...size.values]
  for (let choice = 0; choice < 2 ** all.length; choice += 1) {
    const chosen = all.filter((_, position) => (choice >> position) % 2 === 1)
    const fits = (values: string[], filter: { values: string[] }) => {
      const wanted = filter.values.filter((id) => chosen.includes(id))
      return wanted.length === 0 || wanted.some((id) => values.includes(id))
    }
    const catalog = await catalogOf(client, chosen)
    const shown = products.filter(({ values }) => fits(values, colour) && fits(values, size))
    expect(catalog.products.map(({ id }: { id: string }) => id)).toEqual(shown.map(({ id }) => id))
    for (const [filter, other] of [
      [colour, size],
      [size, colour],
    ] as const) {
      const printed = catalog.filters.find(({ id }: CatalogFilter) => id === filter.id) as CatalogFilter
      const expected = filter.values.map(
        (id) => products.filter(({ values }) => values.includes(id) && fits(values, other)).length,
      )
      expect(printed.values.map(({ count }) => count)).toEqual(expected)
    }
  }
})

test('archived filters and values are not in the catalog, and neither they nor archived price types can be requested', async () => {
  const client = await service.newCompany()
  const colour = await addFilter(client, 'Цвет', ['Красный', 'Синий'])
  const size = await addFilter(client, 'Размер', ['S'])
  const priceTypeId = await addPriceType(client)
  const productId = await addProduct(client, { filterValueIds: [...colour.values, ...size.values] })
  const [red, blue] = colour.values
  await client.made('PATCH', `/api/v1/filters/${colour.id}/values/${red}`, { name: 'Красный', archived: true })
  await client.made('PATCH', `/api/v1/filters/${size.id}`, { name: 'Размер', archived: true })
  await client.made('PATCH', `/api/v1/price-types/${priceTypeId}`, { name: 'Опт', archived: true })
  const catalog = await catalogOf(client, [blue!])
  expect(catalog.filters).toEqual([{ id: colour.id, name: 'Цвет', values: [{ id: blue, name: 'Синий', count: 1 }] }])
  expect(catalog.products).toMatchObject([{ id: productId }])
  for (const query of [`valueId=${red}`, `valueId=${size.values[0]}`, `priceTypeId=${priceTypeId}`])
    expect(readProblem(await client.get(`/api/v1/catalog?${query}`)).code).toBe('NOT_FOUND')
})

test('a catalog query is refused if one of its filter values does not exist', async () => {
  const client = await service.newCompany()
  const { values } = await addFilter(client, 'Цвет', ['Красный'])
  const reply = await client.get(`/api/v1/catalog?valueId=${values[0]}&valueId=${UNKNOWN_ID}`)
  expect(readProblem(reply).code).toBe('NOT_FOUND')
})

test('a product with filter values still has one stock row per warehouse', async () => {
  const client = await service.newCompany()
  const { values } = await addFilter(client, 'Цвет', ['Красный', 'Синий'])
  const warehouse = await client.made('POST', '/api/v1/warehouses', { name: 'Основной' })
  await client.made('POST', '/api/v1/partners', { name: 'Поставка' })
  const productId = await addProduct(client, { filterValueIds: values })
  const receipt = { productId, warehouseId: warehouse.id, supplier: 'Поставка', unitCost: 5, quantity: 3 }
  await client.made('POST', '/api/v1/stock/receipt', receipt)
  expect((await client.state()).stock).toHaveLength(1)
  expect((await catalogOf(client, values)).products).toMatchObject([{ id: productId, stock: [{ onHand: 3 }] }])
})
