/** The companies of a soak: the commands that are sent to them, and the book of what was acknowledged. */
import { createCompanyWithToken } from '../../server/access/new-company.ts'
import type { Database } from '../../server/store/database.ts'
import { readCompany } from '../../server/store/database.ts'
import { type Answer, read, send, type Write } from '../../tests/support/node/exchange.ts'
import { findDifferences } from '../../tests/support/node/invariants.ts'

const PRODUCTS = 5
const RECEIVED = 60
/** The minimum of the first product. Its stock falls below it now and then, and the service mails the owner. */
const MINIMUM = 45

// biome-ignore lint/suspicious/noExplicitAny: answers are read, not typed.
type Json = any

export interface SoakShop {
  readonly companyId: string
  readonly token: string
  readonly warehouseId: string
  readonly productIds: readonly string[]
  /** The stock of each product that the acknowledged commands add up to. */
  readonly onHand: Map<string, number>
  /** The keys of settled commands, with the revision of each, or null if a rule refused it. */
  readonly settled: Map<string, number | null>
  orders: number
  /** The pictures that are there: their ids, with their products. */
  readonly pictures: { readonly id: string; readonly productId: string }[]
}

/** Creates a company with a warehouse, partners and products. The owner gets a mail when there is little of the first product. */
export async function openShop(database: Database, url: string, number: number): Promise<SoakShop> {
  const name = `Магазин ${number}`
  const { companyId, token } = await createCompanyWithToken(database, {
    ...{ name, userName: 'Анна', email: `soak-${number}@example.org` },
    password: 'kettles on every shelf',
  })
  const settled = new Map<string, number | null>()
  let made = 0
  const make = async (path: string, body: object, method = 'POST'): Promise<Json> => {
    const key = `soak-set-up-${made++}`
    const write: Write = { method, path: `/api/v1/${path}`, body: body as Json, key, prefer: 'state=summary' }
    const { status, text } = await send({ url, token }, write)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    const { result, state } = JSON.parse(text)
    settled.set(key, state.revision)
    return result
  }
  await make('settings', { companyName: name, lowStockAlerts: true, dailySummary: false }, 'PATCH')
  const { id: warehouseId } = await make('warehouses', { name: 'Склад' })
  await make('partners', { name: 'Поставка', type: 'Поставщик' })
  await make('partners', { name: 'Иван', type: 'Покупатель' })
  const productIds: string[] = []
  for (let at = 0; at < PRODUCTS; at += 1)
    productIds.push(
      (await make('products', { name: `Товар ${at}`, price: 10 + at, minStock: at === 0 ? MINIMUM : 0 })).id,
    )
  const onHand = new Map(productIds.map((id) => [id, 0]))
  return { companyId, token, warehouseId, productIds, onHand, settled, orders: 0, pictures: [] }
}

/** A command, and what its success means for the book. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly body: Json
  onSuccess(result: Json): void
}

const change = (shop: SoakShop, productId: string, quantity: number) =>
  void shop.onHand.set(productId, shop.onHand.get(productId)! + quantity)

export function receive(shop: SoakShop, productId: string): Step {
  const goods = { productId, warehouseId: shop.warehouseId, quantity: RECEIVED }
  return {
    ...{ method: 'POST', path: 'stock/receipt', body: { ...goods, supplier: 'Поставка', unitCost: 9.8 } },
    onSuccess: () => change(shop, productId, RECEIVED),
  }
}

export function writeOff(shop: SoakShop, productId: string): Step {
  const body = { productId, warehouseId: shop.warehouseId, quantity: 1, reason: 'Бой' }
  return { method: 'POST', path: 'stock/writeoff', body, onSuccess: () => change(shop, productId, -1) }
}

/** Places an order. Its success calls `next` with the order's id. */
export function order(shop: SoakShop, productId: string, next: (orderId: string) => void): Step {
  const items = [{ productId, quantity: 2 }]
  return {
    ...{ method: 'POST', path: 'orders' },
    body: { customer: 'Иван', warehouseId: shop.warehouseId, channel: 'Сайт', items },
    onSuccess(result) {
      shop.orders += 1
      next(result.id)
    },
  }
}

export function finish(shop: SoakShop, orderId: string, status: 'shipped' | 'cancelled'): Step {
  return {
    ...{ method: 'PATCH', path: `orders/${orderId}/status`, body: { status } },
    onSuccess(result) {
      if (status === 'shipped') for (const { productId, quantity } of result.items) change(shop, productId, -quantity)
    },
  }
}

export function removePicture(shop: SoakShop): Step {
  const { id, productId } = shop.pictures.shift()!
  return { method: 'DELETE', path: `products/${productId}/images/${id}`, body: {}, onSuccess: () => undefined }
}

/** Compares a company with its book. Returns what was lost, doubled or is inconsistent. */
export async function faultsOf(database: Database, url: string, shop: SoakShop): Promise<string[]> {
  const { companyId, token, settled } = shop
  const faults = await findDifferences(database, companyId)
  await readCompany(database, companyId, async (tx) => {
    const { rows: log } = await tx.query<{ key: string; revision: number | null }>(
      "select key, revision from commands where company_id = $1 and key like 'soak-%'",
      [companyId],
    )
    const logged = new Map(log.map((row) => [row.key, row.revision]))
    for (const [key, revision] of settled) {
      if (!logged.has(key)) faults.push(`${key} was acknowledged and is lost`)
      else if (logged.get(key) !== revision) faults.push(`${key} answered ${revision}, the log has ${logged.get(key)}`)
    }
    for (const key of logged.keys()) if (!settled.has(key)) faults.push(`${key} is in the log and was never answered`)
    const { rows: stock } = await tx.query<{ product_id: string; units: number }>(
      'select product_id, (sum(on_hand_milli) / 1000)::int as units from stock where company_id = $1 group by 1',
      [companyId],
    )
    const there = new Map(stock.map((row) => [row.product_id, row.units]))
    for (const [productId, units] of shop.onHand)
      if ((there.get(productId) ?? 0) !== units) faults.push(`${there.get(productId)} on hand, ${units} acknowledged`)
    const { rows } = await tx.query<{ count: number }>('select count(*) as count from orders where company_id = $1', [
      companyId,
    ])
    if (rows[0]!.count !== shop.orders) faults.push(`${rows[0]!.count} orders, ${shop.orders} acknowledged`)
  })
  for (const { id } of shop.pictures) {
    const { status } = await read({ url, token }, `/api/v1/images/${id}`)
    if (status !== 200) faults.push(`the picture ${id} answers ${status}`)
  }
  const checked: Answer = await read({ url, token }, '/api/v1/self-check')
  if (checked.status !== 200 || JSON.parse(checked.text).ok !== true) faults.push(checked.text.slice(0, 500))
  return faults
}
