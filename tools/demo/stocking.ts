/**
 * Plans deliveries, transfers and write-offs. The demo's own calculation of stock ensures that each of them is
 * possible.
 */
import { roubles, units } from './goods.ts'
import { available, draw, receive, shelfKey, transfer } from './ledger.ts'
import type { Random } from './random.ts'
import { CENTRAL, MARKET, type Shop, STORE, type Step, step } from './steps.ts'
import { WRITE_OFF_REASONS } from './words.ts'

/** The percentage of products that are delivered twice. */
const DELIVERED_TWICE = 55
const STRAIGHT_TO_MARKET = 25
const SENT_TO_STORE = 70
const SENT_TO_MARKET = 45
const WRITTEN_OFF = 7
const DAMAGED = 8
const MISSING = 5
/** The percentage of deliveries and transfers that are sent twice with the same idempotency key. */
const REPEATED = 4

interface ReceiptPlan {
  readonly first: Step[]
  readonly second: Step[]
  /** The second deliveries: for each, the name of its step, the product, and the warehouse in which its lot is. */
  readonly places: SecondDelivery[]
}

export interface SecondDelivery {
  readonly name: string
  readonly product: string
  readonly warehouse: string
}

/**
 * Plans a delivery of every product, and a second delivery of more than half of them at another cost, so that the order
 * in which lots are used makes a difference.
 */
export function planReceipts(shop: Shop, random: Random): ReceiptPlan {
  const first: Step[] = []
  const second: Step[] = []
  const places: SecondDelivery[] = []
  for (const good of shop.goods) {
    const supplier = random.pick(shop.people.suppliers).name
    const delivery = { product: good.ref, supplier, isLoose: good.isLoose, cost: good.cost }
    first.push(planReceipt(shop, { ...delivery, warehouse: CENTRAL }, random))
  }
  for (const good of shop.goods) {
    if (!random.percent(DELIVERED_TWICE)) continue
    const supplier = random.pick(shop.people.suppliers).name
    const warehouse = random.percent(STRAIGHT_TO_MARKET) ? MARKET : CENTRAL
    const cost = Math.round(good.cost * (0.92 + random.fraction() * 0.23))
    const receipt = planReceipt(shop, { product: good.ref, supplier, isLoose: good.isLoose, cost, warehouse }, random)
    second.push(receipt)
    places.push({ name: receipt.name, product: good.ref, warehouse })
  }
  return { first, second, places }
}

interface Delivery {
  readonly product: string
  readonly supplier: string
  readonly warehouse: string
  readonly isLoose: boolean
  readonly cost: number
}

function planReceipt(shop: Shop, delivery: Delivery, random: Random): Step {
  const { product, supplier, warehouse, isLoose, cost } = delivery
  const most = Math.max(12, Math.min(240, Math.floor(3_000_000 / cost)))
  const quantity = isLoose ? random.whole(18_000, 75_000) : random.whole(Math.ceil(most / 3), most) * 1000
  const part = () => (isLoose ? random.whole(1, 900) : random.whole(1, 2) * 1000)
  const damaged = random.percent(DAMAGED) ? part() : 0
  const missing = random.percent(MISSING) ? part() : 0
  const name = `receipt-${shop.ledger.receipts + 1}`
  const lot = { name, quantity: quantity - damaged - missing, unitCost: cost }
  shop.expected.received += receive(shop.ledger, shelfKey(product, warehouse), lot)
  return step(
    name,
    '/api/v1/stock/receipt',
    {
      productId: `{${product}}`,
      warehouseId: `{${warehouse}}`,
      supplier,
      unitCost: roubles(cost),
      quantity: units(quantity),
      ...(damaged > 0 ? { damaged: units(damaged) } : {}),
      ...(missing > 0 ? { missing: units(missing) } : {}),
    },
    { touches: [product], isRepeated: random.percent(REPEATED) },
  )
}

export function planTransfers(shop: Shop, random: Random): Step[] {
  const steps: Step[] = []
  for (const { ref: product, isLoose } of shop.goods)
    for (const [warehouse, share] of [
      [STORE, SENT_TO_STORE],
      [MARKET, SENT_TO_MARKET],
    ] as const) {
      if (!random.percent(share)) continue
      const there = available(shop.ledger, product, CENTRAL)
      const part = (there * random.whole(20, 45)) / 100
      const quantity = isLoose ? Math.floor(part) : Math.floor(part / 1000) * 1000
      if (quantity === 0) continue
      transfer(shop.ledger, shelfKey(product, CENTRAL), shelfKey(product, warehouse), quantity)
      const body = { warehouseId: `{${CENTRAL}}`, toWarehouseId: `{${warehouse}}`, quantity: units(quantity) }
      const name = `transfer-${steps.length + 1}`
      const isRepeated = random.percent(REPEATED)
      steps.push(
        step(
          name,
          '/api/v1/stock/transfer',
          { productId: `{${product}}`, ...body },
          { touches: [product], isRepeated },
        ),
      )
    }
  return steps
}

/** Plans write-offs, mostly from the oldest lots and sometimes from a chosen lot of a second delivery. */
export function planWriteOffs(shop: Shop, deliveries: readonly SecondDelivery[], random: Random): Step[] {
  const steps: Step[] = []
  const writeOff = (product: string, warehouse: string, quantity: number, lot?: string) => {
    const key = shelfKey(product, warehouse)
    shop.expected.writtenOff += draw(shop.ledger, key, quantity, lot)
    const body = {
      productId: `{${product}}`,
      warehouseId: `{${warehouse}}`,
      quantity: units(quantity),
      reason: random.pick(WRITE_OFF_REASONS),
      ...(lot === undefined ? {} : { selectedLotId: `{${lot}.lot}` }),
    }
    steps.push(step(`writeoff-${steps.length + 1}`, '/api/v1/stock/writeoff', body, { touches: [product] }))
  }
  for (const { ref, isLoose } of shop.goods)
    for (const warehouse of [CENTRAL, STORE, MARKET]) {
      const there = available(shop.ledger, ref, warehouse)
      if (there < 3000 || !random.percent(WRITTEN_OFF)) continue
      writeOff(ref, warehouse, isLoose ? random.whole(50, 1500) : random.whole(1, 3) * 1000)
    }
  for (const { name, product, warehouse } of deliveries) {
    const lots = shop.ledger.shelves.get(shelfKey(product, warehouse))?.lots ?? []
    const remaining = lots.find((lot) => lot.name === name)?.remaining ?? 0
    if (remaining >= 1000 && random.percent(WRITTEN_OFF)) writeOff(product, warehouse, 1000, name)
  }
  return steps
}
