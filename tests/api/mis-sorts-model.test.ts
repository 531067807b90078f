/**
 * Tests mis-sorts at random: products with random lots and differences, random pairs of a shortage and a surplus, and
 * posting in random parts. The resulting lots and costs must equal those of a model that shares no code with the rules.
 */
import { expect, test } from 'vitest'
import { type Chance, chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, addProduct, addWarehouse } from '../support/scene/fixtures.ts'
import { count, moveStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()
const ROUNDS = 12
const PRODUCTS = 7

/** A lot in thousandths and kopecks. */
interface Lot {
  left: number
  readonly cost: number
}

interface Goods {
  readonly productId: string
  /** The lots in the order in which they are drawn. */
  lots: Lot[]
  /** The cost in kopecks that the product has for surpluses without any lot. */
  readonly ownCost: number
  /** The cost of the newest lot that the product ever had. */
  newest: number | null
}

/** Quantity × cost, rounded half up to the kopeck. */
const worth = (milli: number, cost: number) => Math.floor((milli * cost + 500) / 1000)
const onHand = ({ lots }: Goods) => lots.reduce((sum, { left }) => sum + left, 0)
const worthOf = (goods: readonly Goods[]) =>
  goods.flatMap(({ lots }) => lots).reduce((sum, { left, cost }) => sum + worth(left, cost), 0)

test('netting mis-sorted goods moves exactly the cost of the drawn goods, lot by lot', async () => {
  const seed = chooseSeed(41_207)
  const chance = createChance(seed)
  const client = await service.newCompany()
  const warehouseId = await addWarehouse(client)
  await addPartner(client, 'Поставка', { type: 'Поставщик' })
  const goods: Goods[] = []
  for (let at = 0; at < PRODUCTS; at += 1) {
    const ownCost = chance.between(1, 999)
    const productId = await addProduct(client, { name: `Товар ${at}`, uom: 'кг', cost: ownCost / 100 })
    goods.push({ productId, lots: [], ownCost, newest: null })
  }
  let netted = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    netted += await playRound({ client, chance, warehouseId, goods }, `seed ${seed}, round ${round}`)
  }
  expect(netted).toBeGreaterThan(ROUNDS)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

interface World {
  readonly client: Client
  readonly chance: Chance
  readonly warehouseId: string
  readonly goods: readonly Goods[]
}

/** Receives, counts, nets, posts and sometimes cancels. Returns how many pairs were netted. */
async function playRound(world: World, what: string): Promise<number> {
  const { client, chance, warehouseId, goods } = world
  for (const one of goods) if (chance.happens(0.6)) await receive(world, one)
  const id = await startStocktake(client, warehouseId)
  const differences = new Map(goods.map((one) => [one, chance.between(-onHand(one), 4_000)]))
  const lines = goods.map((one) => ({
    productId: one.productId,
    quantity: (onHand(one) + differences.get(one)!) / 1000,
  }))
  await count(client, id, ...lines)
  const pairs = choosePairs(chance, differences)
  const misSorts = pairs.map(({ short, over, quantity }) => ({
    shortProductId: short.productId,
    overProductId: over.productId,
    quantity: quantity / 1000,
  }))
  await client.made('PUT', `/api/v1/stocktakes/${id}/mis-sorts`, { misSorts })
  const before = goods.map(({ lots, newest }) => ({ lots: lots.map((lot) => ({ ...lot })), newest }))
  const costs = applyTo(goods, differences, pairs)
  await moveStocktake(client, id, 'review')
  const limit = chance.happens(0.5) ? { limit: chance.between(1, 4) } : {}
  let posted: Json
  do posted = await client.made('POST', `/api/v1/stocktakes/${id}/post`, limit)
  while (posted.status === 'review')
  expect(
    posted.misSorts.map(({ cost }: Json) => Math.round(cost * 100)),
    what,
  ).toEqual(costs)
  await compare(world, what)
  if (chance.happens(0.3)) {
    await moveStocktake(client, id, 'cancelled')
    // The lots of a cancelled surplus do not set the cost of the next one.
    for (const [at, one] of goods.entries()) Object.assign(one, before[at]!)
    await compare(world, `${what}, cancelled`)
  }
  return pairs.length
}

async function receive({ client, chance, warehouseId }: World, one: Goods): Promise<void> {
  const [milli, cost] = [chance.between(1, 9_999), chance.between(1, 9_999)]
  const body = { productId: one.productId, warehouseId, supplier: 'Поставка' }
  await client.made('POST', '/api/v1/stock/receipt', { ...body, quantity: milli / 1000, unitCost: cost / 100 })
  one.lots.push({ left: milli, cost })
  one.newest = cost
}

interface Pair {
  readonly short: Goods
  readonly over: Goods
  readonly quantity: number
}

function choosePairs(chance: Chance, differences: ReadonlyMap<Goods, number>): Pair[] {
  const left = new Map(differences)
  const pairs: Pair[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    const short = [...left.keys()].filter((one) => left.get(one)! < 0)
    const over = [...left.keys()].filter((one) => left.get(one)! > 0)
    if (short.length === 0 || over.length === 0) break
    const [from, to] = [chance.pick(short), chance.pick(over)]
    const most = Math.min(-left.get(from)!, left.get(to)!)
    const quantity = chance.happens(0.5) ? most : chance.between(1, most)
    left.set(from, left.get(from)! + quantity)
    left.set(to, left.get(to)! - quantity)
    pairs.push({ short: from, over: to, quantity })
  }
  return pairs
}

/** Applies the differences to the model's lots. Returns the cost that each pair moved, in kopecks. */
function applyTo(goods: readonly Goods[], differences: ReadonlyMap<Goods, number>, pairs: readonly Pair[]): number[] {
  const drawn = new Map<Goods, Lot[]>()
  for (const one of goods) drawn.set(one, draw(one, Math.max(0, -differences.get(one)!)))
  const made = new Map(goods.map((one) => [one, [] as Lot[]]))
  const costs = pairs.map(({ short, over, quantity }) => {
    const portions = draw({ lots: drawn.get(short)! }, quantity)
    made.get(over)!.push(...portions)
    return portions.reduce((sum, { left, cost }) => sum + worth(left, cost), 0)
  })
  for (const one of goods) {
    const netted = made.get(one)!.reduce((sum, { left }) => sum + left, 0)
    const rest = differences.get(one)! - netted
    const lots = [...made.get(one)!, ...(rest > 0 ? [{ left: rest, cost: one.newest ?? one.ownCost }] : [])]
    one.lots.push(...lots)
    one.newest = lots.at(-1)?.cost ?? one.newest
  }
  return costs
}

/** Takes a quantity from the first lots, and removes those that are used up. */
function draw(from: { lots: Lot[] }, milli: number): Lot[] {
  const taken: Lot[] = []
  let wanted = milli
  while (wanted > 0) {
    const lot = from.lots[0]!
    const part = Math.min(lot.left, wanted)
    taken.push({ left: part, cost: lot.cost })
    lot.left -= part
    wanted -= part
    if (lot.left === 0) from.lots.shift()
  }
  return taken
}

async function compare({ client, goods }: World, what: string): Promise<void> {
  const { lots, totals } = await client.state()
  for (const { productId, lots: expected } of goods) {
    const found = lots.filter((lot: Json) => lot.productId === productId && lot.remaining > 0)
    expect(
      found.map((lot: Json) => [Math.round(lot.remaining * 1000), Math.round(lot.unitCost * 100)]),
      what,
    ).toEqual(expected.map(({ left, cost }) => [left, cost]))
  }
  expect(Math.round(totals.stockValue * 100), what).toBe(worthOf(goods))
}
