/** Runs a random trading history through the API, and records it in the tests' own ledger. */
import type { Chance } from '../chance/chance.ts'
import { Ledger, type LedgerLot, type Return, type Sale, type SoldLine, type Taken } from '../model/report-ledger.ts'
import type { Client, Json } from '../node/client.ts'
import { addBundle, addPartner, addProduct, addWarehouse } from './fixtures.ts'

export interface Workload {
  readonly client: Client
  readonly ledger: Ledger
  readonly warehouseIds: string[]
  readonly productIds: string[]
  readonly orderable: string[]
  /** Runs one more random command, and records it in the ledger if it succeeds. */
  step(): Promise<void>
}

const CHANNELS = ['Сайт', 'Ozon', 'Магазин']
const CUSTOMERS = ['Анна', 'Борис', 'Вера']
const SUPPLIER = 'Поставка'
const milli = (quantity: number) => Math.round(quantity * 1000)
const minor = (amount: number) => Math.round(amount * 100)

/**
 * Runs random commands until the given number of them have succeeded. `beforeStep` may move the clock or check the
 * results so far.
 */
export async function playWorkload(
  client: Client,
  chance: Chance,
  steps: number,
  beforeStep: (soFar: Workload) => unknown = () => {},
): Promise<Workload> {
  const warehouseIds = [await addWarehouse(client, 'Первый'), await addWarehouse(client, 'Второй')]
  const supplierId = await addPartner(client, SUPPLIER, { type: 'Поставщик' })
  const customerIds: string[] = []
  for (const name of CUSTOMERS) customerIds.push(await addPartner(client, name, { type: 'Покупатель' }))
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
  const play = new Play(client, chance, { warehouseIds, productIds, supplierId, customerIds, serviceId, orderable })
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
  readonly customerIds: string[]
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
  private readonly customerIds: string[]
  private readonly serviceId: string
  private readonly posted: { path: string; undo(at: number): void; isWhole(): boolean }[] = []
  /** The ids of orders with at least one shipment. */
  private readonly sold: string[] = []

  constructor(client: Client, chance: Chance, scene: Scene) {
    this.client = client
    this.chance = chance
    this.warehouseIds = scene.warehouseIds
    this.productIds = scene.productIds
    this.orderable = scene.orderable
    this.supplierId = scene.supplierId
    this.customerIds = scene.customerIds
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
      [3, () => this.bringBack()],
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

  /**
   * Returns a random quantity of a random product in a random warehouse, or null if that warehouse has no stock of the
   * product.
   */
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
   * Places an order. If it exceeds the stock, it is refused and not recorded. Otherwise it is cancelled, shipped in
   * parts, or shipped at once.
   */
  private async sell(): Promise<void> {
    const warehouseId = this.chance.pick(this.warehouseIds)
    const items = Array.from({ length: this.chance.between(1, 4) }, () => ({
      productId: this.chance.pick(this.orderable),
      quantity: this.chance.pick([1, 2, 0.2, 1.25 * 2, 8]),
    }))
    const customer = this.chance.pick(CUSTOMERS)
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
    this.sold.push(order.id)
  }

  /**
   * Ships half of some lines, then ships the rest or closes the order; sometimes cancels the first shipment and ships
   * its goods again.
   */
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
    // The ledger does not model reservations, so ship everything that is still reserved.
    const { status } = (await this.client.get(`/api/v1/orders/${order.id}`)).json
    if (status !== 'shipped') await this.ship(order, {})
    this.sold.push(order.id)
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
      path: `procurement/documents/${document.id}`,
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
    const path = `procurement/documents/${document.id}`
    this.posted.push({ path, undo: (then) => this.ledger.putBack(then, kept), isWhole: () => true })
  }

  /**
   * Takes back all or half of some lines of an order, sometimes as damaged or into another warehouse, or takes back
   * goods without an order.
   */
  private async bringBack(): Promise<void> {
    if (this.sold.length === 0 || this.chance.happens(0.2)) return this.bringUnknown()
    const order = (await this.client.get(`/api/v1/orders/${this.chance.pick(this.sold)}`)).json
    const lines = order.items.flatMap((item: Json) => {
      const kept = milli(item.shipped) - milli(item.returned ?? 0)
      if (kept === 0 || this.chance.happens(0.3)) return []
      const quantity = this.chance.happens(0.5) ? kept : halfOf(kept)
      const damaged = this.chance.happens(0.3) ? halfOf(quantity) : 0
      return [{ lineId: item.id, quantity: quantity / 1000, damaged: damaged / 1000 }]
    })
    if (lines.length === 0) return
    const warehouseId = this.chance.pick(this.warehouseIds)
    const posted = await this.postBack({ orderId: order.id, warehouseId, lines })
    const sold = {
      ...{ orderId: order.id, channel: order.channel, customerId: order.customerId },
      lines: posted.lines.map((line: Json) => ({ ...lineOf(line, this.serviceId), damaged: milli(line.damaged) })),
    }
    const places = { from: order.warehouseId, to: warehouseId }
    this.keep(posted, this.ledger.bringBack(Date.parse(posted.postedAt), sold, places))
  }

  private async bringUnknown(): Promise<void> {
    const { productId, warehouseId } = this.place()
    const customerId = this.chance.pick(this.customerIds)
    const quantity = this.chance.between(1, 5_000)
    const damaged = this.chance.happens(0.3) ? halfOf(quantity) : 0
    const [amount, unitCost] = [this.chance.between(0, 90_000), this.chance.between(0, 9_000)]
    const goods = { quantity: quantity / 1000, damaged: damaged / 1000, amount: amount / 100, unitCost: unitCost / 100 }
    const lines = [{ productId, ...goods }]
    const posted = await this.postBack({ customerId, warehouseId, lines })
    const line = { productId, quantity, damaged, amount }
    const sold = { orderId: posted.id, channel: null, customerId, line, unitCost }
    this.keep(posted, this.ledger.bringUnknown(Date.parse(posted.postedAt), sold, warehouseId))
  }

  private async postBack(body: object): Promise<Json> {
    const { id } = await this.client.made('POST', '/api/v1/customer-returns', body)
    return this.client.made('PATCH', `/api/v1/customer-returns/${id}/status`, { status: 'posted' })
  }

  private keep({ id }: Json, made: Return): void {
    this.posted.push({
      path: `customer-returns/${id}`,
      undo: (then) => this.ledger.sendAway(then, made),
      isWhole: () => this.ledger.hasStill(made),
    })
  }

  private async cancelDocument(): Promise<void> {
    const at = this.posted.findIndex((document) => document.isWhole())
    if (at === -1) return
    const [document] = this.posted.splice(at, 1)
    const { updatedAt } = await this.client.made('PATCH', `/api/v1/${document!.path}/status`, { status: 'cancelled' })
    document!.undo(Date.parse(updatedAt))
  }
}

/**
 * Halves a quantity and makes the result an even number of thousandths, because bundles contain halves of a component.
 */
const halfOf = (quantity: number) => Math.floor(quantity / 4) * 2 || quantity

/**
 * Converts an order line for the ledger. A service takes nothing from stock, so it is recorded like a bundle without
 * components.
 */
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
