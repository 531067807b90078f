/** Plans the day's orders: placed, picked, shipped, cancelled, deleted, and some that the server must refuse. */
import { type Bundle, units } from './goods.ts'
import { amountOf, available, draw, reserve, shelfKey } from './ledger.ts'
import type { Random } from './random.ts'
import { CENTRAL, itemOf, MARKET, RETAIL, type Shop, STORE, type Step, step, WHOLESALE } from './steps.ts'

const MINUTES = 600
const OVERSOLD_EVERY = 18
const BUNDLE_PERCENT = 14
const SERVICE_PERCENT = 18
const REPEATED_PERCENT = 6

interface Channel {
  readonly name: string
  readonly warehouse: string
  readonly share: number
  readonly isWholesale?: boolean
  readonly priceType?: string
  readonly source?: string
}

const CHANNELS: readonly Channel[] = [
  { name: 'Сайт', warehouse: CENTRAL, share: 30, priceType: RETAIL },
  { name: 'Магазин', warehouse: STORE, share: 22 },
  { name: 'Ozon', warehouse: MARKET, share: 18, source: 'ozon' },
  { name: 'Wildberries', warehouse: MARKET, share: 12, source: 'wildberries' },
  { name: 'Телефон', warehouse: CENTRAL, share: 8 },
  { name: 'Опт', warehouse: CENTRAL, share: 10, isWholesale: true, priceType: WHOLESALE },
]

/** The possible fates of an order, each with the number of orders out of 100 that meet it. */
const FATES = [
  { moves: ['picking', 'shipped'], share: 48 },
  { moves: ['shipped'], share: 15 },
  { moves: ['picking'], share: 10 },
  { moves: [], share: 11 },
  { moves: ['cancelled'], share: 6 },
  { moves: ['picking', 'cancelled'], share: 5 },
  { moves: ['deleted'], share: 5 },
] as const
type Move = (typeof FATES)[number]['moves'][number]

interface Line {
  readonly ref: string
  readonly quantity: number
  readonly price: number | null
}

interface Order {
  readonly ref: string
  readonly warehouse: string
  /** The quantity of each product that the order needs, with bundles replaced by their components. */
  readonly demand: ReadonlyMap<string, number>
}

interface Event {
  readonly minute: number
  readonly move: 'placed' | 'oversold' | Move
  readonly number: number
}

/** Plans the day's events in time order. The demo's own calculation of stock ensures that each event is possible. */
export function planDay(shop: Shop, count: number, random: Random): Step[] {
  const events: Event[] = []
  for (let number = 1; number <= count; number += 1) {
    let minute = random.whole(0, MINUTES)
    events.push({ minute, move: 'placed', number })
    for (const move of weighted(FATES, random).moves) {
      minute += random.whole(5, 90)
      events.push({ minute, move, number })
    }
    if (number % OVERSOLD_EVERY === 0) events.push({ minute: random.whole(0, MINUTES), move: 'oversold', number })
  }
  events.sort((a, b) => a.minute - b.minute)
  const orders = new Map<number, Order>()
  const steps: Step[] = []
  for (const { move, number } of events) {
    if (move === 'placed') steps.push(place(shop, orders, number, random))
    else if (move === 'oversold') steps.push(oversell(shop, number, random))
    else steps.push(follow(shop, orders.get(number)!, move))
  }
  return [...steps, ...impossibleSteps(shop)]
}

function weighted<T extends { readonly share: number }>(choices: readonly T[], random: Random): T {
  let left = random.fraction() * choices.reduce((sum, { share }) => sum + share, 0)
  for (const choice of choices) {
    left -= choice.share
    if (left < 0) return choice
  }
  return choices[0]!
}

function place(shop: Shop, orders: Map<number, Order>, number: number, random: Random): Step {
  const channel = weighted(CHANNELS, random)
  const { people, ledger, expected } = shop
  const ref = `order-${number}`
  const demand = new Map<string, number>()
  const lines = chooseLines(shop, channel, demand, random)
  for (const [product, quantity] of demand) reserve(ledger, shelfKey(product, channel.warehouse), quantity)
  orders.set(number, { ref, warehouse: channel.warehouse, demand })
  const priced = lines.filter((line) => line.price !== null)
  const total = priced.reduce((sum, { quantity, price }) => sum + amountOf(quantity, price!), 0)
  expected.orders.set(ref, { status: 'new', total, unpriced: lines.length - priced.length, cost: null })
  const customer = random.pick(channel.isWholesale === true ? people.traders : people.buyers)
  return step(
    ref,
    '/api/v1/orders',
    {
      customer: customer.name,
      warehouseId: `{${channel.warehouse}}`,
      channel: channel.name,
      items: lines.map((line) => itemOf(line.ref, line.quantity)),
      ...(channel.priceType === undefined ? {} : { priceTypeId: `{${channel.priceType}}` }),
      ...(channel.source === undefined ? {} : { externalSource: channel.source, externalId: externalId(random) }),
      ...(channel.name === 'Сайт' ? { deliveryAddress: `г. Москва, ул. Новая, д. ${random.whole(1, 60)}` } : {}),
      ...(random.percent(10) ? { note: 'Позвонить перед доставкой' } : {}),
    },
    { touches: [ref, ...demand.keys()], isRepeated: random.percent(REPEATED_PERCENT) },
  )
}

/**
 * Returns a random id that is unique within the day. It has so many digits that two equal ids, which the server would
 * refuse, are practically impossible.
 */
function externalId(random: Random): string {
  return `${random.whole(10_000_000, 99_999_999)}-${random.whole(1000, 9999)}`
}

/**
 * Chooses the item lines of an order from the available goods. An order never takes more than is available, including
 * the components of its bundles.
 */
function chooseLines(shop: Shop, channel: Channel, demand: Map<string, number>, random: Random): Line[] {
  const { ledger, goods, bundles, services } = shop
  const left = (product: string) => available(ledger, product, channel.warehouse) - (demand.get(product) ?? 0)
  const take = (product: string, quantity: number) => demand.set(product, (demand.get(product) ?? 0) + quantity)
  const lines: Line[] = []
  const wanted = channel.isWholesale === true ? random.whole(3, 8) : random.whole(1, 4)
  for (const good of random.several(goods, wanted * 3)) {
    if (lines.length === wanted) break
    const most = Math.min(left(good.ref), channel.isWholesale === true ? 24_000 : 4000)
    if (most < 1000) continue
    const quantity = good.isLoose ? random.whole(200, most) : random.whole(1, Math.floor(most / 1000)) * 1000
    take(good.ref, quantity)
    lines.push({ ref: good.ref, quantity, price: channel.isWholesale === true ? good.wholesale : good.retail })
  }
  // Bundles and services have only a main price, and no price for a particular price type.
  const mainPrice = (price: number) => (channel.priceType === undefined ? price : null)
  const bundle = random.pick(bundles)
  if ((random.percent(BUNDLE_PERCENT) || lines.length === 0) && hasParts(bundle, left)) {
    for (const part of bundle.components) take(part.ref, part.quantity)
    lines.push({ ref: bundle.ref, quantity: 1000, price: mainPrice(bundle.retail) })
  }
  if (random.percent(SERVICE_PERCENT) || lines.length === 0) {
    const service = random.pick(services)
    lines.push({ ref: service.ref, quantity: 1000, price: mainPrice(service.price) })
  }
  return lines
}

function hasParts(bundle: Bundle, left: (product: string) => number): boolean {
  return bundle.components.every((part) => left(part.ref) >= part.quantity)
}

function follow({ ledger, expected }: Shop, { ref, warehouse, demand }: Order, move: Move): Step {
  const touches = [ref, ...demand.keys()]
  const entry = expected.orders.get(ref)!
  if (move !== 'picking')
    for (const [product, quantity] of demand) reserve(ledger, shelfKey(product, warehouse), -quantity)
  if (move === 'deleted') {
    expected.orders.delete(ref)
    expected.deletedOrders += 1
    return step(`${ref}-delete`, `/api/v1/orders/{${ref}}`, {}, { method: 'DELETE', touches })
  }
  entry.status = move
  if (move === 'shipped') {
    entry.cost = 0
    for (const [product, quantity] of demand) entry.cost += draw(ledger, shelfKey(product, warehouse), quantity)
  }
  return statusStep(`${ref}-${move}`, ref, move, { touches })
}

function statusStep(name: string, ref: string, status: string, more: Partial<Step>): Step {
  return step(name, `/api/v1/orders/{${ref}}/status`, { status }, { method: 'PATCH', ...more })
}

/** Makes an order for one thousandth more than is available, which the server must refuse. */
function oversell({ goods, people, ledger }: Shop, number: number, random: Random): Step {
  const { ref } = random.pick(goods)
  const body = {
    customer: random.pick(people.buyers).name,
    warehouseId: `{${STORE}}`,
    channel: 'Магазин',
    items: [{ productId: `{${ref}}`, quantity: units(available(ledger, ref, STORE) + 1) }],
  }
  return step(`oversold-${number}`, '/api/v1/orders', body, { touches: [ref], refusal: 'INSUFFICIENT_STOCK' })
}

/** Returns forbidden commands that a clerk tries at the end of the day. */
function impossibleSteps({ goods, expected }: Shop): Step[] {
  const steps = [
    step(
      'archive-central',
      `/api/v1/warehouses/{${CENTRAL}}`,
      { archived: true },
      { method: 'PATCH', refusal: 'WAREHOUSE_NOT_EMPTY' },
    ),
    step('delete-product', `/api/v1/products/{${goods[0]!.ref}}`, {}, { method: 'DELETE', refusal: 'HAS_REFERENCES' }),
  ]
  const shipped = [...expected.orders].find(([, { status }]) => status === 'shipped')?.[0]
  if (shipped === undefined) return steps
  const refused = { touches: [shipped], refusal: 'INVALID_TRANSITION' }
  return [
    ...steps,
    statusStep('ship-again', shipped, 'shipped', refused),
    step('delete-shipped', `/api/v1/orders/{${shipped}}`, {}, { method: 'DELETE', ...refused }),
  ]
}
