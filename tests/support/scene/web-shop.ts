/** Creates a trading company for tests of the app, through the API at the browser app's address. */
import type { Browser } from '../node/browser.ts'
import type { Json } from '../node/client.ts'

export async function made(browser: Browser, path: string, body: object): Promise<Json> {
  const reply = await browser.post(`/api/v1/${path}`, body, { headers: { prefer: 'return=minimal' } })
  if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}: ${reply.text}`)
  return reply.json.result
}

export interface WebShop {
  readonly warehouseId: string
  readonly kettleId: string
  readonly cupId: string
  readonly supplier: string
  readonly customerId: string
}

/**
 * Creates a warehouse with 12 kettles (bought at two different costs) and 40 cups, a supplier, and a customer with a
 * price type and a discount.
 */
export async function stockedShop(browser: Browser): Promise<WebShop> {
  const warehouse = await made(browser, 'warehouses', { name: 'Основной' })
  const wholesale = await made(browser, 'price-types', { name: 'Опт' })
  const kettle = await made(browser, 'products', {
    name: 'Чайник эмалированный',
    sku: 'K-1',
    uom: 'шт',
    price: 1500,
    barcodes: ['4600000000017'],
    prices: [{ priceTypeId: wholesale.id, price: 1200 }],
  })
  const cup = await made(browser, 'products', {
    name: 'Чашка фарфоровая',
    sku: 'C-1',
    uom: 'шт',
    price: 250,
    barcodes: ['4600000000024'],
  })
  const supplier = await made(browser, 'partners', { name: 'ООО «Поставка»', type: 'Поставщик' })
  const customer = await made(browser, 'partners', {
    name: 'Иван Петров',
    type: 'Покупатель',
    priceTypeId: wholesale.id,
    discountPercent: 5,
  })
  const receipt = { warehouseId: warehouse.id, supplier: supplier.name }
  await made(browser, 'stock/receipt', { ...receipt, productId: kettle.id, quantity: 2, unitCost: 700 })
  await made(browser, 'stock/receipt', { ...receipt, productId: kettle.id, quantity: 10, unitCost: 800 })
  await made(browser, 'stock/receipt', { ...receipt, productId: cup.id, quantity: 40, unitCost: 93.7 })
  return {
    warehouseId: warehouse.id,
    kettleId: kettle.id,
    cupId: cup.id,
    supplier: supplier.name,
    customerId: customer.id,
  }
}
