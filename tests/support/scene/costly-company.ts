/**
 * Creates a company whose costs cannot be mistaken for other amounts: all sale prices are whole thousands, and all
 * costs have kopecks.
 */
import { finishRecognition } from '../../../server/commands/recognition-results.ts'
import { makeDailySummary } from '../../../server/commands/service-commands.ts'
import type { Companies } from '../../../server/engine/companies.ts'
import { submitOwn } from '../../../server/engine/own-command.ts'
import type { Client } from '../node/client.ts'
import { EXTRACTION } from '../papers/papers.ts'
import { blackPng } from '../papers/pictures.ts'
import {
  addBundle,
  addContract,
  addDocument,
  addOrganization,
  addPartner,
  addPayment,
  addPriceType,
  addProduct,
  addPurchase,
  addWarehouse,
  moveDocument,
  moveOrder,
  movePayment,
  openShop,
  placeOrder,
  receiveOf,
  type Shop,
  setAlerts,
} from './fixtures.ts'

/** The costs that the requests contain; all other costs of the company follow from them. */
export const COSTS = {
  cost: 6113.17,
  minPrice: 6229.43,
  unitCost: 7777.31,
  otherUnitCost: 2719.63,
  purchase: 5381.79,
  line: 4919.83,
  draftLine: 4801.57,
  payment: 8641.97,
  draftPayment: 8233.41,
  paper: 3347.59,
  paperTotal: 6695.18,
  summaryCost: 9403.61,
  summaryReceived: 9187.23,
}

export interface CostlyCompany extends Shop {
  readonly companies: Companies
  readonly otherWarehouseId: string
  /** The ids of orders that can still be picked and shipped. */
  readonly openOrderIds: readonly string[]
  /** The requests and idempotency keys of commands that the owner sent and that a storekeeper may send too. */
  readonly sent: readonly { method: string; path: string; body: object; key: string }[]
}

const minor = (amount: number) => Math.round(amount * 100)

/** Fills the company. `companies` belongs to a node on the same database and runs the service's own commands. */
export async function openCostlyCompany(client: Client, companies: Companies): Promise<CostlyCompany> {
  const shop = await openShop(client)
  const { productId, warehouseId, supplier } = shop
  const fields = { name: 'Чайник', price: 20_000, cost: COSTS.cost, minPrice: COSTS.minPrice, minStock: 40 }
  await client.made('PATCH', `/api/v1/products/${productId}`, fields)
  const otherWarehouseId = await addWarehouse(client)
  const priceTypeId = await addPriceType(client)
  const otherId = await addProduct(client, { name: 'Кружка', price: 3_000, prices: [{ priceTypeId, price: 2_000 }] })
  const receipt = { productId, warehouseId, supplier, unitCost: COSTS.unitCost, quantity: 40, damaged: 1 }
  const sent = { method: 'POST', path: '/api/v1/stock/receipt', body: receipt, key: 'the receipt of the owner' }
  await client.post(sent.path, sent.body, { key: sent.key })
  await receiveOf(shop, { productId: otherId, unitCost: COSTS.otherUnitCost, quantity: 20 })
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 2, reason: 'Бой' })
  const transfer = { productId, warehouseId, toWarehouseId: otherWarehouseId, quantity: 3 }
  await client.made('POST', '/api/v1/stock/transfer', transfer)
  await buy(shop)
  await readPapers(shop, companies)
  const bundleId = await addBundle(client, [
    [productId, 1],
    [otherId, 2],
  ])
  await client.made('PATCH', `/api/v1/products/${bundleId}`, { name: 'Набор', price: 25_000, cost: COSTS.cost })
  await setAlerts(client, true)
  const orders = [{ quantity: 2 }, { productId: bundleId }, {}, {}, {}, {}, {}].map((item) =>
    placeOrder(shop, { items: [{ productId, quantity: 1, ...item }] }),
  )
  const [first, second, ...open] = (await Promise.all(orders)).map(({ id }) => id as string)
  const path = `/api/v1/orders/${first}/status`
  const shipping = { method: 'PATCH', path, body: { status: 'shipped' }, key: 'the shipment of the owner' }
  await client.patch(path, shipping.body, { key: shipping.key })
  await moveOrder(shop, second!, 'shipped')
  return { ...shop, companies, otherWarehouseId, openOrderIds: open, sent: [sent, shipping] }
}

/** Creates purchases, documents in all statuses, and payments. */
async function buy({ client, productId, warehouseId, supplier }: Shop): Promise<void> {
  const purchaseId = await addPurchase(client, { productId, warehouseId, supplier, unitCost: COSTS.purchase })
  const part = { productId, warehouseId, supplier, unitCost: COSTS.purchase, quantity: 3, purchaseId }
  await client.made('POST', '/api/v1/stock/receipt', part)
  const supplierId = await addPartner(client, 'Склад-М', { type: 'Поставщик' })
  const organizationId = await addOrganization(client)
  const contractId = await addContract(client, { partnerId: supplierId, organizationId })
  const linesAt = (unitCost: number, quantity: number) => [{ productId, quantity, unitCost }]
  const about = { supplierId, warehouseId, contractId }
  const posted = await addDocument(client, { ...about, lines: linesAt(COSTS.line, 3) })
  await moveDocument(client, posted, 'posted')
  const cancelled = await addDocument(client, { ...about, lines: linesAt(COSTS.line, 2) })
  await moveDocument(client, cancelled, 'posted')
  await moveDocument(client, cancelled, 'cancelled')
  const back = await addDocument(client, { ...about, kind: 'supplier_return', lines: linesAt(COSTS.line, 1) })
  await moveDocument(client, back, 'posted')
  await addDocument(client, { ...about, kind: 'supplier_invoice', lines: linesAt(COSTS.draftLine, 2) })
  const payment = await addPayment(client, { partnerId: supplierId, amount: COSTS.payment, documentId: posted })
  await movePayment(client, payment, 'posted')
  await addPayment(client, { partnerId: supplierId, amount: COSTS.draftPayment })
}

/** Adds a recognized file and a daily summary, which are normally written and logged by the service itself. */
async function readPapers({ client }: Shop, companies: Companies): Promise<void> {
  const { companyId } = client
  const picture = { raw: blackPng(2, 2), headers: { 'content-type': 'image/png' } }
  const upload = await client.send('POST', '/api/v1/procurement/imports', undefined, picture)
  const importId = upload.json.result.id as string
  const [line] = EXTRACTION.lines
  const unitCost = minor(COSTS.paper)
  const total = minor(COSTS.paperTotal)
  const extraction = {
    ...EXTRACTION,
    lines: [{ ...line!, quantity: 2_000, unitCost, amount: total }],
    total,
    warnings: [{ code: 'TOTAL_DIFFERS', message: `The lines add up to ${COSTS.paperTotal}.` }],
    text: 'УПД: 2 шт по 3 347,59, всего 6\u00a0695,18',
  }
  const actor = { id: 'test', name: 'test' }
  const startedAt = '2026-03-01T10:00:00.000Z'
  const read = { importId, attempt: 1, startedAt, durationMs: 4_000, outcome: { extraction } }
  await submitOwn(companies, companyId, { command: finishRecognition as never, body: read, name: 'read', actor })
  const body = {
    day: '2026-03-02',
    ordersPlaced: 1,
    placedTotalMinor: 2_000_000n,
    ordersShipped: 1,
    shippedTotalMinor: 2_000_000n,
    shippedCostMinor: BigInt(minor(COSTS.summaryCost)),
    receipts: 1,
    receivedCostMinor: BigInt(minor(COSTS.summaryReceived)),
  }
  await submitOwn(companies, companyId, { command: makeDailySummary as never, body, name: 'summary', actor })
}
