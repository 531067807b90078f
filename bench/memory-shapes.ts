/**
 * Writes companies of different shapes straight into the tables, to compare the server's estimate of their memory with
 * their actual memory use.
 */

import type { AnyRecord, Lot, Order, Partner, Product, StateKind } from '../server/domain/records.ts'
import { printStoredRecord } from '../server/engine/stored-records.ts'
import { listDataId } from './list-data.ts'

const AT = '2024-01-01T00:00:00.000Z'
const WAREHOUSE = listDataId('warehouse', 1)
const SUPPLIER = listDataId('partner', 1)
const ROWS_AT_ONCE = 500

type Rows = readonly (readonly [kind: StateKind, record: object])[]

const productId = (n: number) => listDataId('product', n)

function product(n: number, fields: Partial<Product> = {}): Product {
  const name = `Чайник электрический, 1,7 л, ${n}`
  const stamps = { archived: false, createdAt: AT, updatedAt: AT, revision: 0 }
  const lists = { packages: [], analogIds: [], tags: [], components: [], filterValueIds: [], prices: [], images: [] }
  const figures = { price: 249_050, cost: 173_000, minStock: 5_000, vatRate: 20, weightKg: 1.35 }
  const texts = { sku: `SKU-${n}`, category: 'Кухня', uom: 'шт', barcodes: [`4600000${n}`] }
  return {
    id: productId(n),
    name,
    kind: 'product',
    ...texts,
    ...figures,
    ...lists,
    customValues: {},
    ...stamps,
    ...fields,
  } as unknown as Product
}

const stock = (n: number) => ({
  productId: productId(n),
  warehouseId: WAREHOUSE,
  onHand: 50_000,
  reserved: 0,
  available: 50_000,
  revision: 0,
})

const lot = (n: number, of: number) =>
  ({
    id: listDataId('lot', n),
    productId: productId(of),
    warehouseId: WAREHOUSE,
    supplier: 'ООО «Поставщик»',
    supplierId: SUPPLIER,
    unitCost: 4_250,
    received: 1_000_000,
    remaining: 500_000,
    receivedAt: AT,
    sourceLotId: null,
    revision: 0,
  }) as unknown as Lot

function order(n: number, items: Order['items']): Order {
  const names = {
    number: String(n),
    customer: 'Иван Петров',
    channel: 'Сайт',
    deliveryAddress: `Москва, улица Ленина, дом ${n}`,
  }
  const ids = { id: listDataId('order', n), customerId: SUPPLIER, warehouseId: WAREHOUSE }
  const stamps = { orderedAt: AT, createdAt: AT, updatedAt: AT, revision: 0 }
  return {
    ...ids,
    ...names,
    status: 'new',
    items,
    total: 498_100,
    unpricedItems: 0,
    paid: 0,
    payment: 'unpaid',
    ...stamps,
  } as unknown as Order
}

const item = (n: number, more: object = {}) =>
  ({
    productId: productId(n),
    name: `Чайник электрический ${n}`,
    sku: `SKU-${n}`,
    quantity: 2_000,
    price: 249_050,
    amount: 498_100,
    ...more,
  }) as unknown as Order['items'][number]

function partner(n: number): Partner {
  const name = `ООО «Ромашка ${n}»`
  const lists = {
    roles: ['Поставщик'],
    groups: [],
    contacts: [{ name: 'Анна', phone: `+7 916 ${n}` }],
    bankAccounts: [],
  }
  const texts = { phone: `+7 916 ${1_000_000 + n}`, email: `client${n}@mail.example`, inn: String(7_700_000_000 + n) }
  return {
    id: listDataId('partner', n),
    name,
    type: 'Поставщик',
    ...lists,
    ...texts,
    customValues: {},
    archived: false,
    createdAt: AT,
    updatedAt: AT,
    revision: 0,
  } as unknown as Partner
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const keyed = (count: number, name: (n: number) => string) =>
  Object.fromEntries(upTo(count).map((n) => [name(n), n % 3 === 0 ? `значение ${n}` : n]))
const components = (count: number) =>
  upTo(count).map((n) => ({ productId: productId(n), name: `Деталь ${n}`, quantity: 1_000 }))

/** Functions that make a company's records, by the name of the shape. */
export const SHAPES: Readonly<Record<string, () => Rows>> = {
  'products with a stock row and a lot': () =>
    upTo(6_000).flatMap(
      (n): Rows => [
        ['products', product(n)],
        ['stock', stock(n)],
        ['lots', lot(n, n)],
      ],
    ),
  'products with long descriptions': () =>
    upTo(1_500).map((n) => ['products', product(n, { description: `${n} Описание товара. `.repeat(400) })]),
  'products with one long custom value': () =>
    upTo(300).map((n) => ['products', product(n, { customValues: { паспорт: `${n} ${'x'.repeat(60_000)}` } })]),
  'products with many custom values of the same names': () =>
    upTo(1_000).map((n) => ['products', product(n, { customValues: keyed(300, (k) => `Свойство ${k}`) })]),
  'products with many custom values, all under different names': () =>
    upTo(300).map((n) => ['products', product(n, { customValues: keyed(500, (k) => `свойство-${n}-${k}`) })]),
  'products with deep custom values': () =>
    upTo(500).map((n) => [
      'products',
      product(n, { customValues: { а: upTo(300).map((k) => ({ x: k + 0.5, y: [k], z: { w: 'да' } })) } }),
    ]),
  'many lots of few products': () =>
    upTo(20).flatMap(
      (n): Rows => [
        ['products', product(n)],
        ['stock', stock(n)],
        ...upTo(1_000).map((k): Rows[number] => ['lots', lot(n * 1_000 + k, n)]),
      ],
    ),
  'orders of many lines': () =>
    upTo(500).map((n) => [
      'orders',
      order(
        n,
        upTo(60).map((k) => item(k)),
      ),
    ]),
  'orders of large bundles': () =>
    // These orders have so many components that the server cannot share component lists between orders that it loads at
    // different times.
    upTo(1_000).map((n) => ['orders', order(n, [item(n, { components: components(100) })])]),
  partners: () => upTo(6_000).map((n) => ['partners', partner(n)]),
}

/**
 * Writes the records of a shape into an empty company.
 * @param query runs a statement as the superuser, always on the same connection.
 */
export async function fillShape(
  query: (text: string, values?: unknown[]) => Promise<unknown>,
  companyId: string,
  rows: Rows,
): Promise<void> {
  // Turn off foreign keys, because rows refer to other rows that do not exist.
  await query('set session_replication_role = replica')
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    for (const kind of new Set(some.map((row) => row[0]))) {
      const records = some.filter((row) => row[0] === kind).map((row) => printed(kind, row[1]))
      await query(statementOf(kind), [companyId, records])
    }
  }
  await query('reset session_replication_role')
}

const printed = (kind: StateKind, record: object) =>
  kind === 'stock' ? JSON.stringify(record) : printStoredRecord(kind, record as AnyRecord as never)

/**
 * Returns the INSERT for a kind of record. Besides `record`, only the columns that the server reads when loading a
 * company have correct values.
 */
function statementOf(kind: StateKind): string {
  const id = `(r::json ->> 'id')::uuid`
  const from = `from unnest($2::text[]) as r`
  switch (kind) {
    case 'products':
      return `insert into products (company_id, id, revision, kind, name, archived, record) select $1::uuid, ${id}, 0, 'product', 'x', false, r ${from}`
    case 'partners':
      return `insert into partners (company_id, id, revision, name, archived, record) select $1::uuid, ${id}, 0, 'x', false, r ${from}`
    case 'stock':
      return `insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)
              select $1::uuid, (r::json ->> 'productId')::uuid, '${WAREHOUSE}', 0, 50000, 0 ${from}`
    case 'lots':
      return `insert into lots (company_id, id, revision, product_id, warehouse_id, supplier_id, unit_cost_minor, received_milli, remaining_milli, received_at, record)
              select $1::uuid, ${id}, 0, (r::json ->> 'productId')::uuid, '${WAREHOUSE}', '${SUPPLIER}', 4250, 1000000, 500000, '${AT}', r ${from}`
    case 'orders':
      return `insert into orders (company_id, id, revision, number, status, customer_id, warehouse_id, channel, ordered_at, total_minor, record)
              select $1::uuid, ${id}, 0, '1', 'new', '${SUPPLIER}', '${WAREHOUSE}', 'x', '${AT}', 0, r ${from}`
    default:
      throw new Error(`No shape has ${kind}`)
  }
}
