/** Runs commands that together change every kind of record. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client, Json } from '../node/client.ts'
import type { Reply } from '../node/reply.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly reply: Reply<Json>
  /** Repeats the command with its idempotency key, sent by the given client. */
  again(by: Client): Promise<Reply<Json>>
}

/**
 * Runs commands on a new company and yields each after its response. Records are created, changed, archived and
 * deleted; lots are received, moved and used up; orders are placed, shipped and deleted; stock rows of bundles appear,
 * change and disappear; purchases are received; documents and payments are posted and cancelled; filters and filter
 * values are removed from products.
 */
export async function* everyKindOfChange(client: Client, prefer?: string): AsyncGenerator<Sent> {
  const ids: Record<string, string> = {}
  for (const [name, method, path, bodyOf] of SCRIPT) {
    const key = randomUUID()
    const body = bodyOf(ids)
    const filledPath = `/api/v1/${path.replace(/:(\w+)/g, (_all, id: string) => ids[id]!)}`
    const again = (by: Client) => by.send(method, filledPath, body, { key, prefer })
    const reply = await again(client)
    expect(reply.status, reply.text).toBe(200)
    if (name !== '') ids[name] = reply.json.result.id
    yield { method, path: filledPath, reply, again }
  }
}

type Ids = Readonly<Record<string, string>>
/**
 * One command: the name under which the id in its result is stored, the method, the path (in which such names stand for
 * ids), and the body.
 */
type Step = readonly [string, string, string, (ids: Ids) => object]

const bundleOf = ({ tea }: Ids, quantity: number) => ({
  name: 'Набор',
  kind: 'bundle',
  components: [{ productId: tea, quantity }],
})
const at = ({ tea, first }: Ids) => ({ productId: tea, warehouseId: first })
const orderOf = ({ first, bundle }: Ids) => ({
  customer: 'Кто-то',
  warehouseId: first,
  channel: 'Сайт',
  items: [{ productId: bundle, quantity: 1 }],
})
const lineOf = (productId: string | undefined, quantity: number) => ({ productId, quantity, unitCost: 6 })
const arrival = (ids: Ids) => ({ ...at(ids), supplier: 'Кто-то', unitCost: 9, purchaseId: ids.bought })
const documentOf = ({ tea, partner, first }: Ids, kind: string, quantity: number) => ({
  kind,
  supplierId: partner,
  warehouseId: first,
  lines: [lineOf(tea, quantity)],
})
const paymentOf = ({ partner }: Ids) => ({ partnerId: partner, direction: 'outgoing', method: 'bank', amount: 1 })
const LINK = { source: 'ozon', entityType: 'product', externalId: '1' }
const contact = { name: 'Пётр', type: 'Покупатель', phone: '1' }

const SCRIPT: readonly Step[] = [
  ['first', 'POST', 'warehouses', () => ({ name: 'Первый' })],
  ['second', 'POST', 'warehouses', () => ({ name: 'Второй' })],
  ['wholesale', 'POST', 'price-types', () => ({ name: 'Опт' })],
  [
    'tea',
    'POST',
    'products',
    ({ wholesale }) => ({ name: 'Чай', price: 10, prices: [{ priceTypeId: wholesale, price: 9 }] }),
  ],
  ['partner', 'POST', 'partners', ({ wholesale }) => ({ name: 'Кто-то', priceTypeId: wholesale })],
  ['bundle', 'POST', 'products', (ids) => bundleOf(ids, 2)],
  ['', 'POST', 'stock/receipt', (ids) => ({ ...at(ids), supplier: 'Кто-то', unitCost: 7, quantity: 3 })],
  ['', 'POST', 'stock/receipt', (ids) => ({ ...at(ids), supplier: 'Кто-то', unitCost: 8, quantity: 5 })],
  ['', 'POST', 'stock/receipt', (ids) => ({ ...at(ids), supplier: 'Кто-то', unitCost: 8, quantity: 1, missing: 1 })],
  ['', 'POST', 'stock/transfer', (ids) => ({ ...at(ids), toWarehouseId: ids.second, quantity: 4 })],
  ['shipped', 'POST', 'orders', orderOf],
  ['deleted', 'POST', 'orders', orderOf],
  ['', 'PATCH', 'orders/:shipped/status', () => ({ status: 'picking' })],
  ['', 'PATCH', 'orders/:shipped/status', () => ({ status: 'shipped' })],
  ['', 'DELETE', 'orders/:deleted', () => ({})],
  ['', 'POST', 'stock/writeoff', (ids) => ({ ...at(ids), quantity: 2, reason: 'Бой' })],
  ['', 'PATCH', 'products/:bundle', (ids) => bundleOf(ids, 1)],
  ['', 'PATCH', 'products/:tea', () => ({ name: 'Чай', kind: 'product', sku: 'Ч' })],
  ['', 'DELETE', 'price-types/:wholesale', () => ({})],
  ['', 'PATCH', 'partners/:partner', () => ({ archived: true })],
  ['', 'PATCH', 'warehouses/:first', () => ({ archived: true })],
  ['', 'POST', 'partners/resolve', () => contact],
  ['', 'POST', 'partners/resolve', () => contact],
  ['passing', 'POST', 'products', () => ({ name: 'Временный' })],
  ['', 'DELETE', 'products/:passing', () => ({})],
  ['', 'PATCH', 'warehouses/:first', () => ({ archived: false })],
  ['unsold', 'POST', 'products', (ids) => bundleOf(ids, 1)],
  ['', 'DELETE', 'products/:unsold', () => ({})],
  [
    '',
    'PATCH',
    'settings',
    () => ({ companyName: 'Лавка', lowStockAlerts: true, dailySummary: false, timeZone: 'Asia/Omsk' }),
  ],
  ['colour', 'POST', 'filters', () => ({ name: 'Цвет' })],
  ['red', 'POST', 'filters/:colour/values', () => ({ name: 'Красный' })],
  ['green', 'POST', 'filters/:colour/values', () => ({ name: 'Зелёный' })],
  ['', 'PATCH', 'products/:tea', ({ red, green }) => ({ name: 'Чай', filterValueIds: [red, green], minStock: 6 })],
  ['', 'PATCH', 'filters/:colour/values/:red', () => ({ name: 'Алый', archived: true })],
  ['', 'DELETE', 'filters/:colour/values/:red', () => ({})],
  ['', 'PATCH', 'filters/:colour', () => ({ name: 'Оттенок', archived: false })],
  ['', 'DELETE', 'filters/:colour', () => ({})],
  ['field', 'POST', 'custom-fields', () => ({ entityKind: 'product', name: 'Сорт', valueType: 'number' })],
  ['', 'PATCH', 'custom-fields/:field', () => ({ archived: true })],
  ['', 'DELETE', 'custom-fields/:field', () => ({})],
  ['', 'PATCH', 'partners/:partner', () => ({ archived: false })],
  ['ours', 'POST', 'organizations', () => ({ name: 'ООО «Свои»' })],
  ['', 'PATCH', 'organizations/:ours', () => ({ inn: '7712345678' })],
  ['contract', 'POST', 'contracts', (ids) => ({ kind: 'sale', partnerId: ids.partner, organizationId: ids.ours })],
  ['', 'PATCH', 'contracts/:contract', () => ({ number: '1' })],
  ['bought', 'POST', 'purchases', (ids) => ({ ...at(ids), supplier: 'Кто-то', quantity: 5, unitCost: 9 })],
  ['', 'POST', 'stock/receipt', (ids) => ({ ...arrival(ids), quantity: 3, damaged: 1 })],
  ['', 'POST', 'stock/receipt', (ids) => ({ ...arrival(ids), quantity: 2 })],
  ['unwanted', 'POST', 'purchases', (ids) => ({ ...at(ids), supplier: 'Кто-то', quantity: 1, unitCost: 9 })],
  ['', 'DELETE', 'purchases/:unwanted', () => ({})],
  ['receipt', 'POST', 'procurement/documents', (ids) => documentOf(ids, 'receipt', 2)],
  [
    '',
    'PATCH',
    'procurement/documents/:receipt',
    ({ tea }) => ({ lines: [4, 1].map((quantity) => lineOf(tea, quantity)) }),
  ],
  ['', 'PATCH', 'procurement/documents/:receipt/status', () => ({ status: 'posted' })],
  ['', 'PATCH', 'procurement/documents/:receipt/status', () => ({ status: 'cancelled' })],
  ['return', 'POST', 'procurement/documents', (ids) => documentOf(ids, 'supplier_return', 3)],
  ['', 'PATCH', 'procurement/documents/:return/status', () => ({ status: 'posted' })],
  ['', 'PATCH', 'procurement/documents/:return/status', () => ({ status: 'cancelled' })],
  ['invoice', 'POST', 'procurement/documents', (ids) => documentOf(ids, 'supplier_invoice', 1)],
  ['', 'PATCH', 'procurement/documents/:invoice/status', () => ({ status: 'posted' })],
  ['', 'PATCH', 'procurement/documents/:invoice/status', () => ({ status: 'closed' })],
  ['draft', 'POST', 'procurement/documents', (ids) => documentOf(ids, 'internal_order', 1)],
  ['', 'DELETE', 'procurement/documents/:draft', () => ({})],
  ['paid', 'POST', 'procurement/payments', (ids) => ({ ...paymentOf(ids), documentId: ids.invoice })],
  ['', 'PATCH', 'procurement/payments/:paid', () => ({ amount: 2 })],
  ['', 'PATCH', 'procurement/payments/:paid/status', () => ({ status: 'posted' })],
  ['', 'PATCH', 'procurement/payments/:paid/status', () => ({ status: 'cancelled' })],
  ['unpaid', 'POST', 'procurement/payments', paymentOf],
  ['', 'DELETE', 'procurement/payments/:unpaid', () => ({})],
  [
    'advance',
    'POST',
    'procurement/payments',
    (ids) => ({ ...paymentOf(ids), direction: 'incoming', amount: 9, orders: [{ orderId: ids.shipped, amount: 4 }] }),
  ],
  ['', 'PATCH', 'procurement/payments/:advance/status', () => ({ status: 'posted' })],
  ['', 'PUT', 'procurement/payments/:advance/orders', ({ shipped }) => ({ orders: [{ orderId: shipped, amount: 6 }] })],
  ['', 'PATCH', 'procurement/payments/:advance/status', () => ({ status: 'cancelled' })],
  ['', 'POST', 'external-links', ({ tea }) => ({ ...LINK, internalId: tea })],
  ['', 'POST', 'external-links', ({ tea }) => ({ ...LINK, internalId: tea })],
  ['link', 'POST', 'external-links', ({ tea }) => ({ ...LINK, externalId: '2', internalId: tea })],
  ['', 'DELETE', 'external-links/:link', () => ({})],
  ['single', 'POST', 'organizations', () => ({ name: 'Лишняя' })],
  ['', 'DELETE', 'organizations/:single', () => ({})],
  ['loose', 'POST', 'contracts', (ids) => ({ kind: 'sale', partnerId: ids.partner, organizationId: ids.ours })],
  ['', 'DELETE', 'contracts/:loose', () => ({})],
]
