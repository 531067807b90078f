/** Records that most tests need, made through the API. */
import type { Client } from './client.ts'

export interface Shop {
  readonly client: Client
  readonly warehouseId: string
  readonly productId: string
  readonly supplier: string
  readonly customer: string
}

/** A warehouse, a product at 150.00, a supplier and a customer; `onHand` received at 100.00 each. */
export async function openShop(client: Client, onHand = 0): Promise<Shop> {
  const warehouse = await client.made('POST', '/api/v1/warehouses', { name: 'Основной' })
  const product = await client.made('POST', '/api/v1/products', { name: 'Чайник', price: 150 })
  await client.made('POST', '/api/v1/partners', { name: 'Поставка', type: 'Поставщик' })
  await client.made('POST', '/api/v1/partners', { name: 'Иван', type: 'Покупатель' })
  const shop: Shop = {
    client,
    warehouseId: warehouse.id,
    productId: product.id,
    supplier: 'Поставка',
    customer: 'Иван',
  }
  if (onHand > 0) await receive(shop, onHand)
  return shop
}

export function receive(shop: Shop, quantity: number, unitCost = 100) {
  const { productId, warehouseId, supplier } = shop
  return shop.client.made('POST', '/api/v1/stock/receipt', { productId, warehouseId, supplier, unitCost, quantity })
}

export function orderBody(shop: Shop, quantity: number) {
  return {
    customer: shop.customer,
    warehouseId: shop.warehouseId,
    channel: 'Сайт',
    items: [{ productId: shop.productId, quantity }],
  }
}

/** The stock row of a product at a warehouse. */
export async function stockRow(client: Client, productId: string, warehouseId: string) {
  const state = await client.state()
  return state.stock.find(
    (row: { productId: string; warehouseId: string }) => row.productId === productId && row.warehouseId === warehouseId,
  )
}
