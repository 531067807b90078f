/** Counts goods in tests: starts a stocktake, counts, posts it, and reads the results. */
import type { Client, Json } from '../node/client.ts'
import { addProduct, type Shop, stockRow } from './fixtures.ts'

export interface Counted {
  readonly productId: string
  readonly quantity: number
  readonly sheet?: string
  readonly round?: number
  readonly mode?: 'set' | 'add'
  readonly countedAt?: string
}

export const ALL = { all: true }

/** Starts a stocktake of a warehouse. @returns its id. */
export async function startStocktake(client: Client, warehouseId: string, fields: object = {}): Promise<string> {
  return (await client.made('POST', '/api/v1/stocktakes', { warehouseId, scope: ALL, ...fields })).id
}

export function count(client: Client, stocktakeId: string, ...lines: Counted[]): Promise<Json> {
  return client.made('POST', `/api/v1/stocktakes/${stocktakeId}/counts`, { lines })
}

export function moveStocktake(client: Client, stocktakeId: string, status: string): Promise<Json> {
  return client.made('PATCH', `/api/v1/stocktakes/${stocktakeId}/status`, { status })
}

/** Sends a stocktake for review and posts it. */
export async function postStocktake(client: Client, stocktakeId: string, body: object = {}): Promise<Json> {
  await moveStocktake(client, stocktakeId, 'review')
  return client.made('POST', `/api/v1/stocktakes/${stocktakeId}/post`, body)
}

/** Returns the rows of the stocktake report, by product. */
export async function linesOf(client: Client, stocktakeId: string): Promise<Record<string, Json>> {
  const { json } = await client.get(`/api/v1/reports/stocktake-lines?stocktakeId=${stocktakeId}`)
  return Object.fromEntries(json.items.map((row: Json) => [row.productId, row]))
}

/** Returns the movements that a stocktake made, oldest first. */
export async function movementsOf(client: Client, stocktakeId: string): Promise<Json[]> {
  const { json } = await client.get(`/api/v1/movements?stocktakeId=${stocktakeId}&sort=at`)
  return json.items
}

/** Counts the shop's product one too few and another one too many. Returns the stocktake's id and the mis-sort of the two. */
export async function countMisSorted(shop: Shop): Promise<[id: string, misSorts: object[]]> {
  const { client, productId, warehouseId } = shop
  const overProductId = await addProduct(client, { name: 'Лишний' })
  const { onHand } = await stockRow(client, productId, warehouseId)
  const id = await startStocktake(client, warehouseId)
  await count(client, id, { productId, quantity: onHand - 1 }, { productId: overProductId, quantity: 1 })
  return [id, [{ shortProductId: productId, overProductId, quantity: 1 }]]
}
