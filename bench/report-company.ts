/**
 * Writes a company with a long history straight into the tables: three years of receipts, orders, write-offs and
 * transfers. Goods are drawn first in, first out, as in the server, so that the reports are correct.
 */
import { v7 } from 'uuid'
import { costsOfLines, type Moved, type SoldLines, salesOf } from '../server/domain/sales.ts'
import type { Chance } from './chance.ts'

const START = Date.UTC(2023, 0, 1)
const SPAN_MS = 3 * 365 * 86_400_000
const WAREHOUSES = 4
const CUSTOMERS = 2_000
const CHANNELS = ['Сайт', 'Ozon', 'Wildberries', 'Магазин']
const BUNDLE_SHARE = 0.05
const ROWS_PER_INSERT = 20_000

export type Ask = (text: string, values?: unknown[]) => Promise<unknown>

interface OpenLot {
  readonly id: string
  readonly unitCost: number
  remaining: number
}

/** Rows of one table that are waiting to be written, stored column by column. */
interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly types: readonly string[]
  rows: unknown[][]
}

const table = (name: string, ...columns: string[]): Table => ({
  name,
  columns: columns.map((column) => column.split(' ')[0]!),
  types: columns.map((column) => column.split(' ')[1]!),
  rows: [],
})

const newTables = () => ({
  warehouses: table('warehouses', 'id uuid', 'revision bigint', 'name text', 'archived boolean', 'record text'),
  partners: table('partners', 'id uuid', 'revision bigint', 'name text', 'archived boolean', 'record text'),
  products: table(
    'products',
    ...['id uuid', 'revision bigint', 'kind text', 'name text', 'sku text', 'archived boolean', 'record text'],
  ),
  lots: table(
    'lots',
    ...['id uuid', 'revision bigint', 'product_id uuid', 'warehouse_id uuid', 'supplier_id uuid', 'source_lot_id uuid'],
    ...['unit_cost_minor bigint', 'received_milli bigint', 'remaining_milli bigint', 'received_at timestamptz'],
    'record text',
  ),
  orders: table(
    'orders',
    ...['id uuid', 'revision bigint', 'number text', 'status text', 'customer_id uuid', 'warehouse_id uuid'],
    ...['channel text', 'ordered_at timestamptz', 'shipped_at timestamptz', 'total_minor bigint', 'cost_minor bigint'],
    'record text',
  ),
  deliveries: table(
    'deliveries',
    ...['at timestamptz', 'id uuid', 'is_reversal boolean', 'order_id uuid', 'customer_id uuid', 'channel text'],
    ...['revenue_minor bigint', 'cost_minor bigint'],
  ),
  orderItems: table(
    'order_items',
    ...['product_id uuid', 'order_id uuid', 'position integer', 'quantity_milli bigint', 'price_minor bigint'],
    'amount_minor bigint',
  ),
  movements: table(
    'movements',
    ...['id uuid', 'revision bigint', 'type text', 'at timestamptz', 'product_id uuid', 'warehouse_id uuid'],
    ...['to_warehouse_id uuid', 'direction smallint', 'quantity_milli bigint', 'good_milli bigint'],
    ...['cost_minor bigint', 'revenue_minor bigint', 'order_id uuid', 'record text'],
  ),
  sales: table(
    'sales',
    ...['shipped_at timestamptz', 'order_id uuid', 'product_id uuid', 'quantity_milli bigint', 'revenue_minor bigint'],
    ...['cost_minor bigint', 'unpriced_items integer', 'unpriced_cost_minor bigint'],
  ),
  movementLots: table(
    'movement_lots',
    ...['movement_id uuid', 'lot_id uuid', 'quantity_milli bigint', 'unit_cost_minor bigint'],
  ),
  stock: table(
    'stock',
    ...['product_id uuid', 'warehouse_id uuid', 'revision bigint', 'on_hand_milli bigint', 'reserved_milli bigint'],
  ),
})

const amountOf = (quantity: number, price: number) => Math.floor((quantity * price + 500) / 1000)

export interface Size {
  readonly movements: number
  readonly products: number
}

/** Fills a new company. Returns how many rows were written to each table. */
export async function fillReportCompany(
  ask: Ask,
  companyId: string,
  chance: Chance,
  size: Size,
): Promise<Record<string, number>> {
  const past = new Past(ask, companyId, chance, size)
  return past.write()
}

class Past {
  private readonly ask: Ask
  private readonly companyId: string
  private readonly chance: Chance
  private readonly size: Size
  private readonly tables = newTables()
  private readonly counts: Record<string, number> = {}
  private readonly open = new Map<string, OpenLot[]>()
  /** The lots. They are written last, because their quantities change until the end of the history. */
  private readonly lots = new Map<string, unknown[]>()
  private readonly warehouseIds: string[] = []
  private readonly customerIds: string[] = []
  private readonly productIds: string[] = []
  private readonly bundles = new Map<string, string[]>()
  private readonly bundleIds: string[] = []
  private now = START
  private sequence = 0
  private movements = 0
  private orders = 0

  constructor(ask: Ask, companyId: string, chance: Chance, size: Size) {
    this.ask = ask
    this.companyId = companyId
    this.chance = chance
    this.size = size
  }

  async write(): Promise<Record<string, number>> {
    this.addReferences()
    await this.flush(0)
    const step = SPAN_MS / this.size.movements
    while (this.movements < this.size.movements) {
      const before = this.movements
      this.act()
      this.now += Math.max(1, Math.round(step * (this.movements - before)))
      this.sequence = 0
      await this.flush(ROWS_PER_INSERT)
    }
    for (const row of this.lots.values()) this.tables.lots.rows.push(row)
    for (const [key, lots] of this.open) this.addStockRow(key, lots)
    await this.flush(0)
    return this.counts
  }

  private addReferences(): void {
    const add = (rows: unknown[][], name: string, extra: (id: string) => unknown[]) => {
      const id = this.newId()
      rows.push(extra(id))
      return { id, name }
    }
    for (let index = 0; index < WAREHOUSES; index += 1) {
      const name = `Склад ${index}`
      this.warehouseIds.push(add(this.tables.warehouses.rows, name, (id) => [id, 1, name, false, '{}']).id)
    }
    for (let index = 0; index < CUSTOMERS; index += 1) {
      const name = `Покупатель ${index}`
      this.customerIds.push(add(this.tables.partners.rows, name, (id) => [id, 1, name, false, '{}']).id)
    }
    for (let index = 0; index < this.size.products; index += 1) {
      const name = `Товар ${index}`
      const isBundle = this.chance.below(1_000) < 1_000 * BUNDLE_SHARE && index > 10
      const row = (id: string) => [id, 1, isBundle ? 'bundle' : 'product', name, `SKU-${index}`, false, '{}']
      const { id } = add(this.tables.products.rows, name, row)
      if (isBundle) this.addBundle(id)
      else this.productIds.push(id)
    }
  }

  private addBundle(id: string): void {
    const first = this.chance.below(this.productIds.length - 1)
    this.bundles.set(id, [this.productIds[first]!, this.productIds[first + 1]!])
    this.bundleIds.push(id)
  }

  private act(): void {
    const dice = this.chance.below(100)
    if (dice < 30 || this.movements < this.size.products) this.receive()
    else if (dice < 33) this.takeOne('writeoff')
    else if (dice < 36) this.takeOne('transfer')
    else this.ship()
  }

  private receive(): void {
    const productId = this.pick(this.productIds)
    const warehouseId = this.pick(this.warehouseIds)
    const quantity = 1_000 * (1 + this.chance.below(20)) + this.chance.below(1_000)
    const unitCost = 5_000 + this.chance.below(200_000)
    const movement = this.newId()
    const lotId = this.addLot(productId, warehouseId, { unitCost, quantity, sourceLotId: null })
    const cost = amountOf(quantity, unitCost)
    const draws = [{ lotId, quantity, unitCost }]
    this.addMovement({ id: movement, type: 'receipt', productId, warehouseId, quantity, cost, draws })
  }

  private takeOne(type: 'writeoff' | 'transfer'): void {
    const [productId, warehouseId] = [this.pick(this.productIds), this.pick(this.warehouseIds)]
    const quantity = Math.min(this.onHand(productId, warehouseId), 1_000)
    if (quantity === 0) return
    const draw = this.draw(productId, warehouseId, quantity)
    const toWarehouseId = this.warehouseIds[(this.warehouseIds.indexOf(warehouseId) + 1) % WAREHOUSES]!
    const isTransfer = type === 'transfer'
    const target = isTransfer ? { toWarehouseId } : {}
    this.addMovement({ id: this.newId(), type, productId, warehouseId, quantity, ...draw, ...target })
    if (isTransfer)
      for (const taken of draw.draws) this.addLot(productId, toWarehouseId, { ...taken, sourceLotId: taken.lotId })
  }

  /** Makes an order with one to three item lines and ships it at once. Lines that are out of stock are left out. */
  private ship(): void {
    const orderId = this.newId()
    const warehouseId = this.pick(this.warehouseIds)
    const wanted = Array.from({ length: 1 + this.chance.below(3) }, () =>
      this.chance.below(100) < 10 ? this.pick(this.bundleIds) : this.pick(this.productIds),
    )
    const demand = new Map<string, number>()
    const items: object[] = []
    let total = 0
    for (const productId of new Set(wanted)) {
      const parts = this.bundles.get(productId) ?? [productId]
      const quantity = 1_000
      if (parts.some((part) => this.onHand(part, warehouseId) < (demand.get(part) ?? 0) + 2 * quantity)) continue
      for (const part of parts) demand.set(part, (demand.get(part) ?? 0) + quantity)
      const price = this.chance.below(50) === 0 ? null : 10_000 + this.chance.below(400_000)
      const components = parts.map((part) => ({ productId: part, name: 'Товар', quantity: 1_000 }))
      this.tables.orderItems.rows.push([productId, orderId, items.length, quantity, price, price])
      const line = { productId, name: 'Товар', sku: null, quantity, price, amount: price }
      items.push(this.bundles.has(productId) ? { ...line, components } : line)
      total += price ?? 0
    }
    if (items.length === 0) return
    const shipments = [...demand].map(([productId, quantity]) => {
      const draw = this.draw(productId, warehouseId, quantity)
      return { id: this.newId(), type: 'shipment', productId, warehouseId, quantity, orderId, ...draw }
    })
    const shippedAt = new Date(this.now).toISOString()
    const moved = shipments as unknown as Moved[]
    const costs = costsOfLines(items as unknown as SoldLines['items'], moved)
    const sold = items.map((item, position) => ({ ...item, cost: costs[position] })) as unknown as SoldLines['items']
    const { sales, revenues } = salesOf({ orderId, at: shippedAt, items: sold }, moved)
    for (const shipment of shipments) this.addMovement({ ...shipment, revenue: revenues.get(shipment.id) ?? null })
    for (const sale of sales) {
      const { productId, quantity, revenue, cost, unpricedItems, unpricedCost } = sale
      const row = [shippedAt, orderId, productId, quantity, revenue, cost, unpricedItems, unpricedCost]
      this.tables.sales.rows.push(row)
    }
    const cost = shipments.reduce((sum, shipment) => sum + shipment.cost, 0)
    this.addOrder(orderId, warehouseId, items, total, cost)
  }

  private addOrder(id: string, warehouseId: string, items: object[], total: number, cost: number): void {
    this.orders += 1
    const customerId = this.pick(this.customerIds)
    const channel = this.pick(CHANNELS)
    const at = new Date(this.now).toISOString()
    const number = String(this.orders).padStart(5, '0')
    const note = { deliveryAddress: 'Москва, ул. Ленина, 1', note: null, externalNumber: null }
    const record = { id, number, status: 'shipped', customerId, warehouseId, channel, ...note, items, total, cost, at }
    this.tables.orders.rows.push([
      ...[id, 1, number, 'shipped', customerId, warehouseId, channel, at, at, total, cost],
      JSON.stringify(record),
    ])
    // Give the delivery the id of its order, as the service did before shipments existed.
    this.tables.deliveries.rows.push([at, id, false, id, customerId, channel, total, cost])
  }

  private addMovement(movement: {
    id: string
    type: string
    productId: string
    warehouseId: string
    toWarehouseId?: string
    quantity: number
    cost: number
    revenue?: number | null
    orderId?: string
    draws: { lotId: string; quantity: number; unitCost: number }[]
  }): void {
    const { id, type, productId, warehouseId, toWarehouseId = null, quantity, cost, draws } = movement
    const { revenue = null, orderId = null } = movement
    const at = new Date(this.now).toISOString()
    const direction = type === 'receipt' ? 1 : toWarehouseId === null ? -1 : 0
    this.tables.movements.rows.push([
      ...[
        id,
        1,
        type,
        at,
        productId,
        warehouseId,
        toWarehouseId,
        direction,
        quantity,
        quantity,
        cost,
        revenue,
        orderId,
      ],
      JSON.stringify({ ...movement, at, revision: 1 }),
    ])
    for (const draw of draws) this.tables.movementLots.rows.push([id, draw.lotId, draw.quantity, draw.unitCost])
    this.movements += 1
  }

  private addLot(
    productId: string,
    warehouseId: string,
    lot: { unitCost: number; quantity: number; sourceLotId: string | null },
  ): string {
    const id = this.newId()
    const { unitCost, quantity, sourceLotId } = lot
    const at = new Date(this.now).toISOString()
    const supplierId = this.customerIds[0]!
    const record = {
      id,
      productId,
      warehouseId,
      supplier: 'ООО',
      supplierId,
      unitCost,
      received: quantity,
      sourceLotId,
    }
    this.lots.set(id, [
      ...[id, 1, productId, warehouseId, supplierId, sourceLotId, unitCost, quantity, quantity, at],
      JSON.stringify(record),
    ])
    const key = `${productId}/${warehouseId}`
    const lots = this.open.get(key) ?? []
    lots.push({ id, unitCost, remaining: quantity })
    this.open.set(key, lots)
    return id
  }

  private addStockRow(key: string, lots: readonly OpenLot[]): void {
    const [productId, warehouseId] = key.split('/')
    const onHand = lots.reduce((total, lot) => total + lot.remaining, 0)
    this.tables.stock.rows.push([productId, warehouseId, 1, onHand, 0])
  }

  private onHand(productId: string, warehouseId: string): number {
    return (this.open.get(`${productId}/${warehouseId}`) ?? []).reduce((total, lot) => total + lot.remaining, 0)
  }

  private draw(productId: string, warehouseId: string, quantity: number) {
    const lots = this.open.get(`${productId}/${warehouseId}`)!
    const draws: { lotId: string; quantity: number; unitCost: number }[] = []
    let left = quantity
    let cost = 0
    while (left > 0) {
      const lot = lots[0]!
      const taken = Math.min(left, lot.remaining)
      draws.push({ lotId: lot.id, quantity: taken, unitCost: lot.unitCost })
      cost += amountOf(taken, lot.unitCost)
      lot.remaining -= taken
      this.lots.get(lot.id)![8] = lot.remaining
      left -= taken
      if (lot.remaining === 0) lots.shift()
    }
    return { draws, cost }
  }

  private newId(): string {
    this.sequence += 1
    return v7({ msecs: this.now, seq: this.sequence })
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.chance.below(list.length)]!
  }

  /** Writes the tables for which at least `atLeast` rows are waiting. */
  private async flush(atLeast: number): Promise<void> {
    for (const waiting of Object.values(this.tables)) {
      if (waiting.rows.length < Math.max(atLeast, 1)) continue
      const rows = waiting.rows
      waiting.rows = []
      this.counts[waiting.name] = (this.counts[waiting.name] ?? 0) + rows.length
      const columns = waiting.columns.map((_, index) => rows.map((row) => row[index]))
      const lists = waiting.types.map((type, index) => `$${index + 2}::${type}[]`)
      await this.ask(
        `insert into ${waiting.name} (company_id, ${waiting.columns.join(', ')})
         select $1::uuid, t.* from unnest(${lists.join(', ')}) as t`,
        [this.companyId, ...columns],
      )
    }
  }
}
