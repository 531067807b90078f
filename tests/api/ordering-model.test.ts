/**
 * A random model of ordering. Over many days, goods are received, sold, returned, moved and written off; goods are
 * ordered and arrive in parts, and orders are closed or cancelled. Every row of the two reports is compared with figures
 * that the model computes from its own list of events. Once everything proposed is ordered, nothing more is to be
 * ordered; once everything proposed is moved, nothing more is to be moved, and no more is to be ordered than before.
 * Once it is received, no stock is at or below its level.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Chance, chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import {
  addPartner,
  addProduct,
  addWarehouse,
  cancelShipment,
  moveDocument,
  moveOrder,
  placeOrder,
  postReturn,
  shipOrder,
} from '../support/scene/fixtures.ts'
import {
  addItem,
  addRule,
  DOCUMENTS,
  madeFrom,
  orderRows,
  proposals,
  proposedTransfers,
  transferOf,
} from '../support/scene/ordering.ts'

// The test sets the clock far ahead, which a node does not accept by default.
const service = useService({ maxClockLeadMs: 0 })
const START = Date.parse('2041-05-01T04:00:00Z')
const STEPS = 300
const DAY_MS = 86_400_000
const MOSCOW_MS = 3 * 3_600_000

beforeAll(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

/** A change of a product's stock in a warehouse on a day, in thousandths. */
interface Event {
  readonly day: number
  readonly productId: string
  readonly warehouseId: string
  readonly change: number
  readonly sold: number
}

interface Ordered {
  readonly document: Json
  status: 'draft' | 'posted' | 'over'
  readonly lines: Map<string, number>
  readonly came: Map<string, number>
}

interface World {
  readonly client: Client
  readonly chance: Chance
  readonly warehouseIds: readonly string[]
  readonly productIds: readonly string[]
  readonly supplierIds: readonly string[]
  readonly rules: Map<string, Json>
  readonly items: Map<string, Json>
  readonly events: Event[]
  readonly orders: Ordered[]
  readonly shipped: { orderId: string; shipmentId: string; productId: string; warehouseId: string; quantity: number }[]
  /** Orders whose shipment was cancelled, so that they reserve their goods again. */
  readonly held: { orderId: string; productId: string; warehouseId: string; quantity: number }[]
  readonly returned: { id: string; productId: string; warehouseId: string; quantity: number }[]
  /** How many proposed transfers were compared. */
  moves: number
  /** The day of the company's last command, which is the last day covered by the report. */
  lastDay: number
}

/** Returns the number of the Moscow day that contains a point in time. Moscow has no daylight saving time. */
const dayOf = (at: number) => Math.floor((at + MOSCOW_MS) / DAY_MS)
const today = () => dayOf(Date.now())
const milli = (quantity: number) => Math.round(quantity * 1000)

function note(world: World, productId: string, warehouseId: string, change: number, sold = 0): void {
  world.events.push({ day: today(), productId, warehouseId, change, sold })
}

const onHand = ({ events }: World, productId: string, warehouseId: string | null) =>
  events
    .filter((event) => event.productId === productId && (warehouseId === null || event.warehouseId === warehouseId))
    .reduce((sum, { change }) => sum + change, 0)

/** Returns the quantity that is not reserved. */
const availableOf = (world: World, productId: string, warehouseId: string | null) =>
  onHand(world, productId, warehouseId) -
  world.held
    .filter((one) => one.productId === productId && (warehouseId === null || one.warehouseId === warehouseId))
    .reduce((sum, { quantity }) => sum + quantity, 0)

async function openWorld(client: Client, chance: Chance): Promise<World> {
  const warehouseIds = [
    await addWarehouse(client, 'А'),
    await addWarehouse(client, 'Б'),
    await addWarehouse(client, 'В'),
  ]
  const supplierIds = [await addPartner(client, 'Первая'), await addPartner(client, 'Вторая')]
  await addPartner(client, 'Иван')
  const productIds: string[] = []
  for (const name of ['Чайник', 'Чашка', 'Ложка', 'Нож']) productIds.push(await addProduct(client, { name, price: 10 }))
  const world: World = {
    ...{ client, chance, warehouseIds, productIds, supplierIds, rules: new Map(), items: new Map() },
    ...{ events: [], orders: [], shipped: [], held: [], returned: [], moves: 0, lastDay: today() },
  }
  for (const productId of productIds) await changeRule(world, productId)
  for (let step = 0; step < 5; step += 1) await changeItem(world)
  return world
}

/** Adds either one rule for a product in all warehouses, or separate rules for some warehouses. */
async function changeRule(world: World, productId = world.chance.pick(world.productIds)): Promise<void> {
  const { client, chance, warehouseIds, supplierIds } = world
  for (const [id, rule] of [...world.rules])
    if (rule.productId === productId) {
      await client.made('DELETE', `/api/v1/stock-rules/${id}`, {})
      world.rules.delete(id)
    }
  const some = warehouseIds.filter(() => chance.happens(0.7))
  const places = chance.happens(0.3) ? [null] : some
  for (const warehouseId of places) {
    const least = chance.between(0, 20_000)
    const rule = await addRule(world, {
      ...{ productId, warehouseId, minStock: least / 1000, supplierId: chance.pick(supplierIds) },
      ...{ maxStock: chance.happens(0.5) ? (least + chance.between(0, 30_000)) / 1000 : null },
      ...{ safetyDays: chance.between(0, 9), coverDays: chance.between(0, 20) },
    })
    world.rules.set(rule.id, rule)
  }
}

async function changeItem(world: World): Promise<void> {
  const { client, chance, productIds, supplierIds, items } = world
  const [productId, supplierId] = [chance.pick(productIds), chance.pick(supplierIds)]
  const fields = {
    price: chance.between(1, 10_000) / 100,
    packQuantity: chance.happens(0.5) ? chance.between(1, 5_000) / 1000 : null,
    minQuantity: chance.happens(0.5) ? chance.between(1, 20_000) / 1000 : null,
    leadDays: chance.between(0, 7),
  }
  const known = items.get(`${productId} ${supplierId}`)
  const item =
    known === undefined
      ? await addItem(world, { productId, supplierId, ...fields })
      : await client.made('PATCH', `/api/v1/supplier-items/${known.id}`, fields)
  items.set(`${productId} ${supplierId}`, item)
}

async function receiveGoods(world: World, most = 15_000): Promise<void> {
  const { client, chance, productIds, warehouseIds } = world
  const [productId, warehouseId] = [chance.pick(productIds), chance.pick(warehouseIds)]
  const quantity = chance.between(1, most)
  const fields = { productId, warehouseId, supplier: 'Первая', unitCost: 5, quantity: quantity / 1000 }
  await client.made('POST', '/api/v1/stock/receipt', fields)
  note(world, productId, warehouseId, quantity)
}

/** Picks a random part of a product's available stock in a warehouse, or returns null if there is none. */
function someGoods(world: World): { productId: string; warehouseId: string; quantity: number } | null {
  const { chance, productIds, warehouseIds } = world
  const [productId, warehouseId] = [chance.pick(productIds), chance.pick(warehouseIds)]
  const there = availableOf(world, productId, warehouseId)
  return there === 0 ? null : { productId, warehouseId, quantity: chance.between(1, there) }
}

async function sellGoods(world: World): Promise<void> {
  const some = someGoods(world)
  if (some === null) return
  // Less than everything, so that warehouses may have more than they sell.
  const goods = { ...some, quantity: Math.min(some.quantity, world.chance.between(1, 12_000)) }
  const { productId, warehouseId, quantity } = goods
  const shop = { client: world.client, productId, warehouseId, supplier: 'Первая', customer: 'Иван' }
  const order = await placeOrder(shop, { items: [{ productId, quantity: quantity / 1000 }] })
  const shipment = await shipOrder(shop, order.id)
  note(world, productId, warehouseId, -quantity, quantity)
  world.shipped.push({ orderId: order.id, shipmentId: shipment.id, ...goods })
}

async function writeOffGoods(world: World): Promise<void> {
  const goods = someGoods(world)
  if (goods === null) return
  const body = { ...goods, quantity: goods.quantity / 1000, reason: 'Бой' }
  await world.client.made('POST', '/api/v1/stock/writeoff', body)
  note(world, goods.productId, goods.warehouseId, -goods.quantity)
}

async function moveGoods(world: World): Promise<void> {
  const goods = someGoods(world)
  if (goods === null) return
  const { productId, warehouseId, quantity } = goods
  const toWarehouseId = world.chance.pick(world.warehouseIds.filter((id) => id !== warehouseId))
  await world.client.made('POST', '/api/v1/stock/transfer', { ...goods, toWarehouseId, quantity: quantity / 1000 })
  note(world, productId, warehouseId, -quantity)
  note(world, productId, toWarehouseId, quantity)
}

/** Cancels a shipment or returns all of its goods. */
async function takeBack(world: World): Promise<void> {
  const { chance, client, shipped, returned } = world
  if (shipped.length === 0) return
  const [sale] = shipped.splice(chance.between(0, shipped.length - 1), 1)
  const { productId, warehouseId, quantity } = sale!
  note(world, productId, warehouseId, quantity, -quantity)
  if (chance.happens(0.5)) {
    await cancelShipment({ client }, sale!.shipmentId)
    world.held.push({ orderId: sale!.orderId, productId, warehouseId, quantity })
    return
  }
  const { id } = await postReturn({ client }, sale!.orderId, [[1, quantity / 1000]])
  returned.push({ id, productId, warehouseId, quantity })
}

/** Cancels an order that reserves goods. */
async function freeGoods({ client, held }: World): Promise<void> {
  const last = held.shift()
  if (last !== undefined) await moveOrder({ client }, last.orderId, 'cancelled')
}

async function cancelReturn(world: World): Promise<void> {
  const last = world.returned.pop()
  if (last === undefined) return
  const { productId, warehouseId, quantity } = last
  const reply = await world.client.patch(`/api/v1/customer-returns/${last.id}/status`, { status: 'cancelled' })
  // Cancelling is refused if the goods were sold again.
  if (reply.status === 409) return
  expect(reply.status, reply.text).toBe(200)
  note(world, productId, warehouseId, -quantity, quantity)
}

const isOpen = ({ status }: Ordered) => status !== 'over'

/** Orders goods that were not proposed, sometimes without stating a warehouse. */
async function orderAnything(world: World): Promise<void> {
  const { client, chance, productIds, warehouseIds, supplierIds } = world
  const lines = new Map(productIds.filter(() => chance.happens(0.4)).map((id) => [id, chance.between(1, 9_000)]))
  const warehouseId = chance.happens(0.3) ? null : chance.pick(warehouseIds)
  const document = await client.made('POST', DOCUMENTS, {
    ...{ kind: 'purchase_order', supplierId: chance.pick(supplierIds), warehouseId },
    lines: [...lines].map(([productId, quantity]) => ({ productId, quantity: quantity / 1000, unitCost: 1 })),
  })
  world.orders.push({ document, status: 'draft', lines, came: new Map() })
}

async function advanceOrder(world: World): Promise<void> {
  const { client, chance } = world
  const open = world.orders.filter((one) => isOpen(one) && one.lines.size > 0)
  if (open.length === 0) return
  const one = chance.pick(open)
  if (one.status === 'draft') {
    await moveDocument(client, one.document.id, 'posted')
    one.status = 'posted'
  } else if (chance.happens(0.25)) {
    await moveDocument(client, one.document.id, chance.pick(['closed', 'cancelled']))
    one.status = 'over'
  } else
    await receiveOrder(
      world,
      one,
      [...one.lines].filter(() => chance.happens(0.6)).map(([id, most]) => [id, chance.between(1, most)]),
    )
}

/** Posts a receipt based on an order, directly or through an invoice. */
async function receiveOrder(world: World, one: Ordered, lines: [string, number][]): Promise<void> {
  if (lines.length === 0) return
  const { client, chance } = world
  const warehouseId = one.document.warehouseId ?? chance.pick(world.warehouseIds)
  const shown = { lines: lines.map(([id, quantity]): [string, number] => [id, quantity / 1000]), warehouseId }
  const source = chance.happens(0.3)
    ? await madeFrom({ client }, one.document, 'supplier_invoice', shown)
    : one.document
  await madeFrom({ client }, source, 'receipt', shown)
  for (const [id, quantity] of lines) {
    note(world, id, warehouseId, quantity)
    one.came.set(id, (one.came.get(id) ?? 0) + quantity)
  }
}

const nextMorning = async () => {
  vi.setSystemTime(Date.now() + DAY_MS)
}

/** Orders everything that is proposed, one order for each supplier and warehouse. */
async function orderProposals(world: World): Promise<number> {
  const rows = await proposals(world.client)
  for (const group of Map.groupBy(rows, (row) => `${row.supplierId} ${row.warehouseId}`).values()) {
    const document = await orderRows(world, group)
    const lines = new Map(group.map(({ productId, quantity }): [string, number] => [productId, milli(quantity)]))
    world.orders.push({ document, status: 'draft', lines, came: new Map() })
  }
  expect(await proposals(world.client), 'after ordering everything').toEqual([])
  return rows.length
}

/** Moves everything that is proposed to be moved. Returns how many transfers that were. */
async function moveProposals(world: World): Promise<number> {
  // So much comes to one warehouse that others may get some of it. Because this is a command of today, the same days
  // count before and after the transfers.
  await receiveGoods(world, 80_000)
  await changeItem(world)
  const before = await proposals(world.client)
  const rows = await proposedTransfers(world.client)
  for (const row of rows) {
    await world.client.made('POST', '/api/v1/stock/transfer', transferOf(row))
    note(world, row.productId, row.fromWarehouseId, -milli(row.quantity))
    note(world, row.productId, row.warehouseId, milli(row.quantity))
  }
  expect(await proposedTransfers(world.client), 'after moving everything').toEqual([])
  const known = new Map(before.map((row) => [`${row.productId} ${row.warehouseId}`, row.quantity]))
  for (const { productId, warehouseId, quantity } of await proposals(world.client))
    expect(quantity, 'to order after moving').toBeLessThanOrEqual(known.get(`${productId} ${warehouseId}`) ?? 0)
  return rows.length
}

const STEP: readonly (readonly [number, (world: World) => Promise<unknown>])[] = [
  [3, (world) => receiveGoods(world)],
  [9, sellGoods],
  [2, writeOffGoods],
  [2, moveGoods],
  [3, takeBack],
  [1, cancelReturn],
  [1, freeGoods],
  [1, orderAnything],
  [5, advanceOrder],
  [2, changeRule],
  [1, changeItem],
  [5, nextMorning],
  [4, orderProposals],
  [4, moveProposals],
]

/** Returns how much of a product is still expected at one warehouse, or at all of them together. */
function orderedFor({ orders }: World, productId: string, warehouseId: string | null) {
  const sum = { ordered: 0, drafted: 0 }
  for (const { document, status, lines, came } of orders) {
    const isHere = warehouseId === null || document.warehouseId === null || document.warehouseId === warehouseId
    if (status === 'over' || !isHere) continue
    const left = Math.max(0, (lines.get(productId) ?? 0) - (came.get(productId) ?? 0))
    sum.ordered += left
    if (status === 'draft') sum.drafted += left
  }
  return sum
}

/** Divides two whole numbers and rounds the result up. */
const upTo = (numerator: number, denominator: number) =>
  denominator === 0 ? 0 : Number((BigInt(numerator) + BigInt(denominator) - 1n) / BigInt(denominator))

/** Computes a rule's row in the report, whether or not anything must be ordered. Nothing is moved yet. */
function rowOf(world: World, rule: Json, days: number) {
  const { productId, warehouseId, supplierId, safetyDays, coverDays } = rule
  const item = world.items.get(`${productId} ${supplierId}`)
  const ours = world.events.filter(
    (event) => event.productId === productId && (warehouseId === null || event.warehouseId === warehouseId),
  )
  const window = Array.from({ length: days }, (_, at) => world.lastDay - at)
  const sold = ours.filter(({ day }) => window.includes(day)).reduce((sum, event) => sum + event.sold, 0)
  const daysInStock = window.filter((day) => {
    const began = ours.filter((event) => event.day < day).reduce((sum, { change }) => sum + change, 0)
    return began > 0 || ours.some((event) => event.day === day && event.change > 0)
  }).length
  const rate = Math.max(0, sold)
  const lead = item?.leadDays ?? 0
  const minStock = milli(rule.minStock)
  const fromSales = upTo(rate * (lead + safetyDays), daysInStock)
  const level = Math.max(minStock, fromSales)
  const most = rule.maxStock === null ? 0 : milli(rule.maxStock)
  const target = Math.max(level, most, upTo(rate * (lead + safetyDays + coverDays), daysInStock))
  const available = availableOf(world, productId, warehouseId)
  const { ordered, drafted } = orderedFor(world, productId, warehouseId)
  const position = available + ordered
  const reason = fromSales > minStock ? 'sales' : 'minimum'
  return {
    ...{ productId, warehouseId, supplierId, reason, daysInStock, leadDays: lead, sold: rate, ordered, drafted },
    ...{ available, position, level, target },
  }
}

type Row = ReturnType<typeof rowOf>
const isLacking = ({ position, level, target }: Pick<Row, 'position' | 'level' | 'target'>) =>
  position <= level && position < target

/** Returns how much to order in whole packs, so that at least `lacking` comes. */
function inPacks({ items }: World, { productId, supplierId }: Row, lacking: number): number {
  const item = items.get(`${productId} ${supplierId}`)
  const pack = item?.packQuantity == null ? 1 : milli(item.packQuantity)
  const least = item?.minQuantity == null ? 0 : milli(item.minQuantity)
  return upTo(Math.max(lacking, least), pack) * pack
}

const daysOf = ({ items }: World, { productId, supplierId, safetyDays, coverDays }: Json): number =>
  (items.get(`${productId} ${supplierId}`)?.leadDays ?? 0) + safetyDays + coverDays

/** Computes how much of a product a warehouse has beyond what it keeps for its rule or its sales. */
function spareOf(world: World, productId: string, warehouseId: string, days: number): number {
  const rules = [...world.rules.values()].filter((one) => one.productId === productId && one.warehouseId !== null)
  const own = rules.find((one) => one.warehouseId === warehouseId)
  const ours = world.events.filter((event) => event.productId === productId && event.warehouseId === warehouseId)
  const window = Array.from({ length: days }, (_, at) => world.lastDay - at)
  const sold = Math.max(
    0,
    ours.filter(({ day }) => window.includes(day)).reduce((sum, event) => sum + event.sold, 0),
  )
  const begun = window.filter((day) => ours.reduce((sum, one) => sum + (one.day < day ? one.change : 0), 0) > 0).length
  if (sold > 0 && begun === 0) return 0
  const longest = Math.max(...rules.map((one) => daysOf(world, one)))
  const forSales = upTo(sold * (own === undefined ? longest : daysOf(world, own)), begun)
  const kept = own === undefined ? forSales : Math.max(forSales, rowOf(world, own, days).target)
  return Math.max(0, availableOf(world, productId, warehouseId) - kept)
}

/**
 * Shares what warehouses have to spare among those that lack the product: warehouses take in the order in which they
 * were created, first from whoever has most. Returns the quantities by product, source and destination.
 */
function movesOf(world: World, lacking: readonly Row[], days: number): Map<string, number> {
  const moves = new Map<string, number>()
  for (const productId of world.productIds) {
    const takers = lacking
      .filter((row) => row.productId === productId && row.warehouseId !== null)
      .toSorted((one, other) => (one.warehouseId < other.warehouseId ? -1 : 1))
    if (takers.length === 0) continue
    const givers = world.warehouseIds
      .map((warehouseId) => ({ warehouseId, spare: spareOf(world, productId, warehouseId, days) }))
      .toSorted((one, other) => other.spare - one.spare || (one.warehouseId < other.warehouseId ? -1 : 1))
    for (const { warehouseId, target, position } of takers) {
      let rest = target - position
      for (const giver of givers) {
        const quantity = Math.min(rest, giver.spare)
        if (quantity <= 0) continue
        moves.set(`${productId} ${giver.warehouseId} ${warehouseId}`, quantity)
        giver.spare -= quantity
        rest -= quantity
      }
    }
  }
  return moves
}

const QUANTITIES = [
  ...['sold', 'ordered', 'drafted', 'available', 'position', 'transferable', 'level', 'target', 'quantity'],
]

async function compareProposals(world: World, what: string): Promise<void> {
  const days = world.chance.pick([1, 3, 10, 28])
  const { json } = await world.client.get(`/api/v1/reports/reorder?days=${days}`)
  world.lastDay = dayOf(Date.parse(json.before) - 1)
  const shown = json.items.map((row: Json) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, QUANTITIES.includes(name) ? milli(Number(value)) : value]),
    ),
  )
  const lacking = [...world.rules.values()].map((rule) => rowOf(world, rule, days)).filter(isLacking)
  const moves = movesOf(world, lacking, days)
  world.moves += moves.size
  const moved = (await proposedTransfers(world.client, `days=${days}`)).map((row) => [
    `${row.productId} ${row.fromWarehouseId} ${row.warehouseId}`,
    milli(row.quantity),
  ])
  expect(Object.fromEntries(moved), `${what}, ${days} days, to move`).toEqual(Object.fromEntries(moves))
  const expected = lacking.flatMap((row) => {
    const { productId, warehouseId, position, level, target } = row
    const transferable = [...moves]
      .filter(([between]) => between.startsWith(productId) && between.endsWith(warehouseId ?? 'nowhere'))
      .reduce((sum, [, quantity]) => sum + quantity, 0)
    const reached = position + transferable
    if (!isLacking({ position: reached, level, target })) return []
    return [{ ...row, transferable, quantity: inPacks(world, row, target - reached) }]
  })
  const key = ({ productId, warehouseId }: Json) => `${productId} ${warehouseId}`
  const inOrder = (rows: Json[]) => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  expect(inOrder(shown), `${what}, ${days} days`).toMatchObject(inOrder(expected))
}

test('in a random simulation, proposals match the model, nothing is proposed twice, and what was proposed is enough once received', async () => {
  const seed = chooseSeed(20_261_127)
  const chance = createChance(seed)
  const client = await service.newCompany()
  const world = await openWorld(client, chance)
  let [ordered, moved] = [0, 0]
  for (let step = 0; step < STEPS; step += 1) {
    const act = chance.weigh(STEP)
    const what = `seed ${seed}, step ${step} ${act.name}`
    const done = await act(world).catch((error: Error) => {
      error.message = `${what}: ${error.message}`
      throw error
    })
    if (act === orderProposals) ordered += done as number
    if (act === moveProposals) moved += done as number
    if (act === nextMorning) continue
    await compareProposals(world, what)
  }
  expect(ordered, `seed ${seed}`).toBeGreaterThan(4)
  expect(moved, `seed ${seed}`).toBeGreaterThan(3)
  expect(world.moves, `seed ${seed}`).toBeGreaterThan(30)
  await receiveEverything(world, `seed ${seed}, at the end`)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

/**
 * Moves and orders everything that is proposed and receives everything that is ordered. Afterwards no product whose
 * target is above its level is at or below that level.
 */
async function receiveEverything(world: World, what: string): Promise<void> {
  await moveProposals(world)
  await orderProposals(world)
  for (const one of world.orders.filter(isOpen)) {
    const left = [...one.lines].flatMap(([id, quantity]): [string, number][] => {
      const rest = quantity - (one.came.get(id) ?? 0)
      return rest > 0 ? [[id, rest]] : []
    })
    if (one.status === 'draft' && one.lines.size > 0) await moveDocument(world.client, one.document.id, 'posted')
    await receiveOrder(world, one, left)
    one.status = 'over'
    if (one.lines.size > 0) await moveDocument(world.client, one.document.id, 'closed')
  }
  // An order without a warehouse counted for every warehouse but arrived at only one, so order what the other
  // warehouses still need.
  await moveProposals(world)
  await orderProposals(world)
  for (const one of world.orders.filter(isOpen)) {
    await moveDocument(world.client, one.document.id, 'posted')
    await receiveOrder(world, one, [...one.lines])
    one.status = 'over'
  }
  expect(world.orders.filter(isOpen), what).toEqual([])
  expect(await proposals(world.client), what).toEqual([])
  for (const rule of world.rules.values()) {
    const { available, ordered } = rowOf(world, rule, 28)
    expect(ordered, what).toBe(0)
    expect(available, what).toBeGreaterThanOrEqual(milli(rule.minStock))
  }
}
