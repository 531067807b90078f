/** A company for measurements. It is filled through the API, so that its data is as consistent as any company's. */
import { bytesOf, exchange, type Load, measure, readRequest, writeRequests } from './load.ts'
import type { Site } from './site.ts'

/** The parts of a site that fill a company and check it. */
export type ShopSite = Pick<Site, 'chance' | 'newCompany' | 'query' | 'server'>

const FILLING_CONNECTIONS = 64
/**
 * The time limit for filling a company. On a quiet machine, 100,000 products with their receipts take half a minute.
 */
const FILLING_SECONDS = 240
/** The quantity of each product that is received. It is far more than a run can order. */
const RECEIVED = 1_000_000
const UNIT_COST = 42.5
/** The number of prepared order bodies, large enough to cover many different products. */
const MIN_BODIES = 1_024
const MAX_BODIES = 16_384
const SUPPLIER = 'ООО «Поставщик»'
export const CUSTOMER = 'Иван Петров'
/** A placeholder in a prepared request body, replaced for each request. */
const PLACE = '#'

export interface Shop {
  readonly companyId: string
  readonly token: string
  readonly warehouseId: string
  /** The ids of the products in ascending order, which is also the order of their creation. */
  readonly productIds: readonly string[]
  /**
   * The ids of the values of each filter. Every product has one value of each filter; the values are assigned in
   * rotation.
   */
  readonly filters: readonly (readonly string[])[]
}

/** Makes the requests of a load. The numbers of the connection and the request are part of the idempotency key. */
export type Requests = Load['request']

let loads = 0

/**
 * Returns a prefix for idempotency keys that is unique to this load, because a reused key would only measure replays.
 */
function newKeyStart(): string {
  loads += 1
  return `bench-${loads}`
}

/**
 * Creates a company with a warehouse, a supplier, a customer and products, each in stock as one lot.
 * @param values how many values each filter has; by default there are no filters.
 */
export async function openShop(site: ShopSite, products: number, values: readonly number[] = []): Promise<Shop> {
  const { companyId, token } = await site.newCompany()
  const bare: Shop = { companyId, token, warehouseId: '', productIds: [], filters: [] }
  const filters: string[][] = []
  for (const count of values) filters.push(await addFilter(site, bare, count))
  const empty: Shop = { ...bare, filters }
  const warehouse = await write(site, empty, '/api/v1/warehouses', { name: 'Основной склад', city: 'Москва' })
  await write(site, empty, '/api/v1/partners', { name: SUPPLIER, type: 'Поставщик' })
  await write(site, empty, '/api/v1/partners', { name: CUSTOMER, type: 'Покупатель' })
  const shop = { ...empty, warehouseId: warehouse.id }
  await fill(site, products, productRequests(shop))
  const rows = await site.query<{ id: string }>('select id from products where company_id = $1 order by id', [
    companyId,
  ])
  const full: Shop = { ...shop, productIds: rows.map(({ id }) => id) }
  await fill(site, products, receiptRequests(full))
  await checkFilled(site, full, products)
  return full
}

async function addFilter(site: ShopSite, shop: Shop, values: number): Promise<string[]> {
  const { id } = await write(site, shop, '/api/v1/filters', { name: `Фильтр на ${values}` })
  const ids: string[] = []
  for (let number = 0; number < values; number += 1)
    ids.push((await write(site, shop, `/api/v1/filters/${id}/values`, { name: `Значение ${number}` })).id)
  return ids
}

/** Sends `count` different requests, spread over many connections. */
export async function fill(site: ShopSite, count: number, requests: Requests): Promise<void> {
  const connections = Math.min(FILLING_CONNECTIONS, count)
  const { answers } = await measure({
    port: site.server.port,
    connections,
    seconds: FILLING_SECONDS,
    request: (connection, turn) => (turn * connections + connection < count ? requests(connection, turn) : null),
  })
  const done = sum(answers)
  if (done !== count)
    throw new Error(`A shop was to be filled with ${count} records, but only ${done} were made in time`)
}

async function checkFilled(site: ShopSite, shop: Shop, products: number): Promise<void> {
  const { totals } = await readTotals(site, shop)
  const stockValue = products * RECEIVED * UNIT_COST
  if (totals.products !== products || totals.lots !== products || totals.stockValue !== stockValue)
    throw new Error(`The shop differs from what was put into it: ${JSON.stringify(totals)}`)
}

interface StateTotals {
  readonly revision: number
  readonly totals: Readonly<Record<string, number>>
}

/**
 * Reads the totals of the state. Takes the current revision from the ETag and requests only the changes since then, so
 * that the response contains nothing but the totals.
 */
export async function readTotals(site: ShopSite, shop: Shop): Promise<StateTotals> {
  const revision = await readRevision(site, shop)
  const path = `/api/v1/bootstrap?since=${revision}`
  const { status, body } = await exchange(site.server.port, readRequest(path, authorization(shop)))
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
  return JSON.parse(body.toString('utf8')) as StateTotals
}

export async function readRevision(site: ShopSite, shop: Shop): Promise<number> {
  return Number(/\d+/.exec(await readEtag(site, shop))![0])
}

/** Reads the ETag of the state. The ETag begins with the revision. */
export async function readEtag(site: ShopSite, shop: Shop): Promise<string> {
  const request = readRequest('/api/v1/bootstrap', { ...authorization(shop), 'if-none-match': '*' })
  const { status, head } = await exchange(site.server.port, request)
  const etag = /^etag: ("\d+[^"]*")/im.exec(head)
  if (status !== 304 || etag === null) throw new Error(`The revision was answered ${status}: ${head}`)
  return etag[1]!
}

/**
 * Throws unless the company has exactly `expected` orders, both in the server's state and in the database, with all
 * ordered quantities reserved.
 */
export async function checkOrders(site: ShopSite, shop: Shop, expected: number): Promise<void> {
  await checkCount(site, shop, 'orders', expected)
  const [stored] = await site.query<{ ordered: number; reserved: number }>(
    `select (select coalesce(sum(quantity_milli), 0)::bigint from order_items where company_id = $1) as ordered,
            (select sum(reserved_milli)::bigint from stock where company_id = $1) as reserved`,
    [shop.companyId],
  )
  const { ordered, reserved } = stored!
  if (ordered !== reserved) throw new Error(`The orders are about ${ordered}, but ${reserved} is reserved`)
}

/**
 * Throws unless the company has exactly `expected` records of a kind, both in the server's state and in the database.
 */
export async function checkCount(
  site: ShopSite,
  shop: Shop,
  kind: 'orders' | 'lots' | 'products',
  expected: number,
): Promise<void> {
  const { totals, revision } = await readTotals(site, shop)
  const [stored] = await site.query<{ count: number; revision: number }>(
    `select (select count(*) from ${kind} where company_id = $1) as count,
            (select revision from companies where company_id = $1) as revision`,
    [shop.companyId],
  )
  const { count, revision: storedRevision } = stored!
  if (totals[kind] !== expected || count !== expected || storedRevision !== revision)
    throw new Error(
      `There should be ${expected} ${kind}; the state counts ${totals[kind]} at revision ${revision}, the database ${count} at ${storedRevision}`,
    )
}

export function authorization(shop: Shop): Record<string, string> {
  return { authorization: `Bearer ${shop.token}` }
}

function writeHeaders(shop: Shop, prefer: string | null): Record<string, string> {
  return { ...authorization(shop), ...(prefer === null ? {} : { prefer }) }
}

/** Sends one write, which must succeed, and returns its result. */
export async function write(site: ShopSite, shop: Shop, path: string, body: object): Promise<{ id: string }> {
  const toRequest = writeRequests('POST', path, writeHeaders(shop, 'state=summary'))
  const answer = await exchange(site.server.port, toRequest(`${newKeyStart()}-once`, bytesOf(JSON.stringify(body))))
  if (answer.status !== 200) throw new Error(`POST ${path} answered ${answer.status}: ${answer.body}`)
  return (JSON.parse(answer.body.toString('utf8')) as { result: { id: string } }).result
}

/** Makes requests for orders of two random products, one piece each. With `prefer` null the full state is returned. */
export function orderRequests(site: ShopSite, shop: Shop, prefer: string | null = 'state=summary'): Requests {
  const toRequest = writeRequests('POST', '/api/v1/orders', writeHeaders(shop, prefer))
  const bodies = orderBodies(site, shop)
  const keyStart = newKeyStart()
  return (connection, turn) =>
    toRequest(`${keyStart}-${connection}-${turn}`, bodies[(turn * 64 + connection) % bodies.length]!)
}

/** Makes request bodies for random orders, as byte strings (one character per byte). */
export function orderBodies({ chance }: ShopSite, { productIds, warehouseId }: Shop): string[] {
  const count = Math.min(MAX_BODIES, Math.max(MIN_BODIES, productIds.length))
  return Array.from({ length: count }, () => {
    const first = chance.below(productIds.length)
    const second = (first + 1 + chance.below(productIds.length - 1)) % productIds.length
    const items = [first, second].map((at) => ({ productId: productIds[at]!, quantity: 1 }))
    return bytesOf(JSON.stringify({ customer: CUSTOMER, warehouseId, channel: 'Сайт', items }))
  })
}

/** Makes requests that receive goods, one product after another. */
export function receiptRequests(shop: Shop): Requests {
  const { warehouseId, productIds } = shop
  const toRequest = writeRequests('POST', '/api/v1/stock/receipt', writeHeaders(shop, 'state=summary'))
  const receipt = { productId: PLACE, warehouseId, supplier: SUPPLIER, unitCost: UNIT_COST, quantity: RECEIVED }
  const pieces = bytesOf(JSON.stringify(receipt)).split(PLACE)
  const keyStart = newKeyStart()
  const connections = Math.min(FILLING_CONNECTIONS, productIds.length)
  return (connection, turn) => {
    const productId = productIds[(turn * connections + connection) % productIds.length]
    return toRequest(`${keyStart}-${connection}-${turn}`, pieces.join(productId))
  }
}

/** Makes requests for new products with the fields that most products have. */
export function productRequests(shop: Shop): Requests {
  const toRequest = writeRequests('POST', '/api/v1/products', writeHeaders(shop, 'state=summary'))
  const product = {
    name: `Чайник электрический, 1,7 л, ${PLACE}`,
    sku: `SKU-${PLACE}`,
    category: 'Кухня',
    uom: 'шт',
    price: 2_490.5,
    cost: 1_730,
    minStock: 5,
    vatRate: 20,
    barcodes: [`4600000${PLACE}`],
  }
  const pieces = bytesOf(JSON.stringify(product)).split(PLACE)
  const keyStart = newKeyStart()
  return (connection, turn) => {
    const index = turn * FILLING_CONNECTIONS + connection
    const body = pieces.join(String(index).padStart(6, '0'))
    const filterValueIds = shop.filters.map((ids) => ids[index % ids.length])
    const values = filterValueIds.length === 0 ? '}' : `,"filterValueIds":${JSON.stringify(filterValueIds)}}`
    return toRequest(`${keyStart}-${connection}-${turn}`, body.slice(0, -1) + values)
  }
}

/** Makes requests that change the price of a random product. */
export function priceRequests({ chance }: ShopSite, shop: Shop, prefer: string | null): Requests {
  const headers = writeHeaders(shop, prefer)
  const keyStart = newKeyStart()
  return (connection, turn) => {
    const productId = shop.productIds[chance.below(shop.productIds.length)]
    const toRequest = writeRequests('PATCH', `/api/v1/products/${productId}`, headers)
    const body = JSON.stringify({ name: `Чайник, новая цена ${turn}`, price: 100 + (turn % 1_000) })
    return toRequest(`${keyStart}-${connection}-${turn}`, bytesOf(body))
  }
}

/** Makes requests for small write-offs of random products. They change the state but not its size. */
export function writeOffRequests({ chance }: ShopSite, shop: Shop, prefer: string | null): Requests {
  const { warehouseId, productIds } = shop
  const toRequest = writeRequests('POST', '/api/v1/stock/writeoff', writeHeaders(shop, prefer))
  const pieces = bytesOf(JSON.stringify({ productId: PLACE, warehouseId, quantity: 0.5, reason: 'Бой' })).split(PLACE)
  const keyStart = newKeyStart()
  return (connection, turn) => {
    const productId = productIds[chance.below(productIds.length)]
    return toRequest(`${keyStart}-${connection}-${turn}`, pieces.join(productId))
  }
}

/** Makes requests that rename the company's only warehouse. */
export function warehouseRequests(shop: Shop, prefer: string | null): Requests {
  const path = `/api/v1/warehouses/${shop.warehouseId}`
  const toRequest = writeRequests('PATCH', path, writeHeaders(shop, prefer))
  const keyStart = newKeyStart()
  return (connection, turn) =>
    toRequest(`${keyStart}-${connection}-${turn}`, bytesOf(`{"name":"Склад ${connection}-${turn}"}`))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
