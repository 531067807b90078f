/** Commands that touch every kind of record. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client, Json, Reply } from './client.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly reply: Reply<Json>
  /** The same command again, with its key. */
  again(by: Client): Promise<Reply<Json>>
}

/**
 * Runs commands on a new company and yields each after its answer: records are made, changed, archived and deleted; lots come,
 * move and are used up; orders are placed, shipped and deleted; the rows of a bundle come, follow and go with it.
 */
export async function* everyKindOfChange(client: Client, prefer?: string): AsyncGenerator<Sent> {
  const ids: Record<string, string> = {}
  for (const [name, method, path, bodyOf] of SCRIPT) {
    const key = randomUUID()
    const body = bodyOf(ids)
    const filledPath = `/api/v1/${path.replace(/:(\w+)/, (_all, id: string) => ids[id]!)}`
    const again = (by: Client) => by.send(method, filledPath, body, { key, prefer })
    const reply = await again(client)
    expect(reply.status, reply.text).toBe(200)
    if (name !== '') ids[name] = reply.json.result.id
    yield { method, path: filledPath, reply, again }
  }
}

type Ids = Readonly<Record<string, string>>
/** The name under which the id of the result is kept, the method, the path with such a name in it, the body. */
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
]
