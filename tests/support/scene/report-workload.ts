/** Runs a random trading history through the API, and records it in the tests' own ledger. */
import type { Chance } from '../chance/chance.ts'
import { Ledger, type LedgerLot, type Sale, type SoldLine, type Taken } from '../model/report-ledger.ts'
import type { Client, Json } from '../node/client.ts'
import { addBundle, addPartner, addProduct, addWarehouse } from './fixtures.ts'

export interface Workload {
  readonly client: Client
  readonly ledger: Ledger
  readonly warehouseIds: string[]
  readonly productIds: string[]
  readonly orderable: string[]
  /** Runs one more random command. */
  step(): Promise<void>
}

const CHANNELS = ['Сайт', 'Ozon', 'Магазин']
const SUPPLIER = 'Поставка'
const milli = (quantity: number) => Math.round(quantity * 1000)
const minor = (amount: number) => Math.round(amount * 100)

/** Runs random commands until the given number succeeded. `beforeStep` may move the clock or check the steps so far. */
export async function playWorkload(
  client: Client,
  chance: Chance,
  steps: number,
  beforeStep: (soFar: Workload) => unknown = () => {},
): Promise<Workload> {
  const warehouseIds = [await addWarehouse(client, 'Первый'), await addWarehouse(client, 'Второй')]
  const supplierId = await addPartner(client, SUPPLIER, { type: 'Поставщик' })
  for (const name of ['Анна', 'Борис', 'Вера']) await addPartner(client, name, { type: 'Покупатель' })
  const productIds: string[] = []
  for (let index = 0; index < 6; index += 1)
    productIds.push(
      await addProduct(client, { name: `Товар ${index}`, ...(index === 3 ? {} : { price: 99.99 + index }) }),
    )
  const [first, second, third] = productIds as [string, string, string]
  const bundles = [
    await addBundle(
      client,
      [
        [first, 2],
        [second, 0.5],
      ],
      { name: 'Набор', price: 400 },
    ),
    await addBundle(
      client,
      [
        [first, 1],
        [third, 1],
      ],
      { name: 'Набор без цены' },
    ),
  ]
  const serviceId = await addProduct(client, { name: 'Доставка', kind: 'service', price: 300 })
  const orderable = [...productIds, ...bundles, serviceId]
  const play = new Play(client, chance, { warehouseIds, productIds, supplierId, serviceId, orderable })
  for (let step = 0; step < steps; step += 1) {
    await beforeStep(play)
    await play.step()
  }
  return play
}

interface Scene {
  readonly warehouseIds: string[]
  readonly productIds: string[]
  readonly orderable: string[]
  readonly supplierId: string
  readonly serviceId: string
}

class Play implements Workload {
  readonly client: Client
  readonly ledger = new Ledger()
  readonly warehouseIds: string[]
  readonly productIds: string[]
  readonly orderable: string[]
  private readonly chance: Chance
  private readonly supplierId: string
  private readonly serviceId: string
  private readonly posted: { id: string; undo(at: number): void; isWhole(): boolean }[] = []

  constructor(client: Client, chance: Chance, scene: Scene) {
    this.client = client
    this.chance = chance
    this.warehouseIds = scene.warehouseIds
    this.productIds = scene.productIds
    this.orderable = scene.orderable
    this.supplierId = scene.supplierId
    this.serviceId = scene.serviceId
  }

  async step(): Promise<void> {
    const act = this.chance.weigh<() => Promise<void>>([
      [6, () => this.receive()],
      [3, () => this.writeOff()],
      [3, () => this.transfer()],
      [7, () => this.sell()],
      [2, () => this.postReceipt()],
      [2, () => this.postReturn()],
      [3, () => this.cancelDocument()],
    ])
    await act()
  }

  private place() {
    return { productId: this.chance.pick(this.productIds), warehouseId: this.chance.pick(this.warehouseIds) }
  }

  private async receive(): Promise<void> {
    const place = this.place()
    const quantity = this.chance.between(1, 20_000) / 1000
    const damaged = this.chance.happens(0.2) ? quantity : this.chance.between(0, Math.min(milli(quantity), 800)) / 1000
    const unitCost = this.chance.between(1, 30_000) / 100
    const body = { ...place, supplier: SUPPLIER, unitCost, quantity, damaged }
    const { at } = await this.client.made('POST', '/api/v1/stock/receipt', body)
    const good = milli(quantity) - milli(damaged)
    this.ledger.receive(Date.parse(at), { ...place, quantity: good, unitCost: minor(unitCost) })
  }

  /** Returns a random part of some existing stock, or null if there is no stock. */
  private some(): { productId: string; warehouseId: string; quantity: number } | null {
    const place = this.place()
    const there = this.ledger.onHand(place.productId, place.warehouseId)
    if (there === 0) return null
    return { ...place, quantity: this.chance.happens(0.15) ? there : this.chance.between(1, there) }
  }

  private async writeOff(): Promise<void> {
    const goods = this.some()
    if (goods === null) return
    const body = { ...goods, quantity: goods.quantity / 1000, reason: 'Бой' }
    const { at } = await this.client.made('POST', '/api/v1/stock/writeoff', body)
    this.ledger.take(Date.parse(at), 'writeoff', goods)
  }

  private async transfer(): Promise<void> {
    const goods = this.some()
    if (goods === null) return
    const toWarehouseId = this.warehouseIds.find((id) => id !== goods.warehouseId)!
    const body = { ...goods, quantity: goods.quantity / 1000, toWarehouseId }
    const { at } = await this.client.made('POST', '/api/v1/stock/transfer', body)
    this.ledger.transfer(Date.parse(at), goods, toWarehouseId)
  }

  /**
   * Places an order. An order for more than the stock is refused and not recorded; of the others some are cancelled, some
   * shipped in parts and the rest shipped at once.
   */
  private async sell(): Promise<void> {
    const warehouseId = this.chance.pick(this.warehouseIds)
    const items = Array.from({ length: this.chance.between(1, 4) }, () => ({
      productId: this.chance.pick(this.orderable),
      quantity: this.chance.pick([1, 2, 0.2, 1.25 * 2]),
    }))
    const customer = this.chance.pick(['Анна', 'Борис', 'Вера'])
    const body = { customer, warehouseId, channel: this.chance.pick(CHANNELS), items }
    const placed = await this.client.post('/api/v1/orders', body)
    if (placed.status !== 200) return
    if (this.chance.happens(0.3)) return this.shipInParts(placed.json.result)
    const status = this.chance.happens(0.15) ? 'cancelled' : 'shipped'
    const path = `/api/v1/orders/${placed.json.result.id}/status`
    const order = await this.client.made('PATCH', path, { status })
    if (status === 'cancelled') return
    const lines = order.items.map((entry: Json) => lineOf(entry, this.serviceId))
    const sale = { orderId: order.id, channel: order.channel, customerId: order.customerId, lines }
    this.ledger.sell(Date.parse(order.shippedAt), sale, warehouseId)
  }

  /** Ships half of some lines, then the rest or closes it; sometimes cancels the first part and ships it again. */
  private async shipInParts(order: Json): Promise<void> {
    const half = order.items.map((item: Json) => ({ lineId: item.id, quantity: item.quantity / 2 }))
    const some = half.filter(() => this.chance.happens(0.7))
    const [first, sale] = await this.ship(order, { lines: some.length === 0 ? half : some })
    if (this.chance.happens(0.3)) await this.client.made('POST', `/api/v1/orders/${order.id}/close`, {})
    else if (this.chance.happens(0.7)) await this.ship(order, {})
    if (this.chance.happens(0.4)) {
      const { cancelledAt } = await this.client.made('POST', `/api/v1/shipments/${first.id}/cancel`, {})
      this.ledger.takeBack(Date.parse(cancelledAt), sale)
    }
    // The ledger knows no reserves, so nothing may stay reserved.
    const { status } = (await this.client.get(`/api/v1/orders/${order.id}`)).json
    if (status !== 'shipped') await this.ship(order, {})
  }

  private async ship(order: Json, body: object): Promise<[Json, Sale]> {
    const shipment = await this.client.made('POST', `/api/v1/orders/${order.id}/shipments`, body)
    const lines = shipment.items.map((item: Json) => lineOf(item, this.serviceId))
    const { id: orderId, channel, customerId, warehouseId } = order
    const sale = this.ledger.sell(Date.parse(shipment.at), { orderId, channel, customerId, lines }, warehouseId)
    return [shipment, sale]
  }

  private async post(kind: string, warehouseId: string, lines: object[]): Promise<Json> {
    const body = { kind, supplierId: this.supplierId, warehouseId, lines }
    const { id } = await this.client.made('POST', '/api/v1/procurement/documents', body)
    return this.client.made('PATCH', `/api/v1/procurement/documents/${id}/status`, { status: 'posted' })
  }

  private async postReceipt(): Promise<void> {
    const warehouseId = this.chance.pick(this.warehouseIds)
    const lines = Array.from({ length: this.chance.between(1, 3) }, () => ({
      productId: this.chance.pick(this.productIds),
      quantity: this.chance.between(1, 9_000) / 1000,
      unitCost: this.chance.between(0, 9_000) / 100,
    }))
    const document = await this.post('receipt', warehouseId, lines)
    const at = Date.parse(document.postedAt)
    const lots = lines.map(({ productId, quantity, unitCost }): [LedgerLot, number] => {
      const goods = { productId, warehouseId, quantity: milli(quantity), unitCost: minor(unitCost) }
      return [this.ledger.receive(at, goods), goods.quantity]
    })
    this.posted.push({
      id: document.id,
      undo: (then) => {
        for (const [lot] of lots) this.ledger.withdraw(then, lot)
      },
      isWhole: () => lots.every(([lot, quantity]) => lot.remaining === quantity),
    })
  }

  private async postReturn(): Promise<void> {
    const goods = this.some()
    if (goods === null) return
    const { productId, warehouseId, quantity } = goods
    const document = await this.post('supplier_return', warehouseId, [
      { productId, quantity: quantity / 1000, unitCost: 1 },
    ])
    const { taken } = this.ledger.take(Date.parse(document.postedAt), 'return', goods)
    const kept: Taken[] = taken
    this.posted.push({ id: document.id, undo: (then) => this.ledger.putBack(then, kept), isWhole: () => true })
  }

  private async cancelDocument(): Promise<void> {
    const at = this.posted.findIndex((document) => document.isWhole())
    if (at === -1) return
    const [document] = this.posted.splice(at, 1)
    const path = `/api/v1/procurement/documents/${document!.id}/status`
    const { updatedAt } = await this.client.made('PATCH', path, { status: 'cancelled' })
    document!.undo(Date.parse(updatedAt))
  }
}

/** Returns an order line for the ledger. A service takes nothing from stock, like a bundle without components. */
function lineOf(entry: Json, serviceId: string): SoldLine {
  const parts = entry.productId === serviceId ? [] : entry.components
  const components = parts?.map((one: Json) => ({ productId: one.productId, quantity: milli(one.quantity) }))
  const line = {
    productId: entry.productId,
    quantity: milli(entry.quantity),
    amount: entry.amount === null ? null : minor(entry.amount),
  }
  return components === undefined ? line : { ...line, components }
}
