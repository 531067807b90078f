/**
 * Compares stocktakes with a random model. Some goods vanish or appear unnoticed, while others are received, written
 * off, moved, counted on several sheets and recounted. Stocktakes are posted and cancelled. The posted differences must
 * be exactly the unnoticed changes at the time of the count.
 */
import { expect, test } from 'vitest'
import { type Chance, chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, addProduct, addWarehouse } from '../support/scene/fixtures.ts'
import { count, linesOf, moveStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()
const STEPS = 150

/**
 * The goods of one product in one warehouse: the actual quantity, the quantity in the books, and how often the books
 * changed.
 */
interface Goods {
  readonly productId: string
  readonly warehouseId: string
  there: number
  books: number
  moves: number
}

/**
 * The counts of a product. For each sheet, this is the counted quantity, together with the quantity in the books and
 * the number of moves at the time of the count.
 */
interface Line {
  round: number
  sheets: Map<string, { readonly quantity: number; readonly books: number; readonly moves: number }>
}

interface Open {
  readonly id: string
  readonly lines: Map<Goods, Line>
}

interface World {
  readonly client: Client
  readonly chance: Chance
  readonly goods: readonly Goods[]
  /** The stocktake in progress at each warehouse. */
  readonly open: Map<string, Open>
  /** The posted stocktakes that are not cancelled, with the differences of their lines. */
  readonly posted: { readonly id: string; readonly moved: Map<Goods, number> }[]
}

async function openWorld(client: Client, chance: Chance): Promise<World> {
  const warehouseIds = [await addWarehouse(client, 'А'), await addWarehouse(client, 'Б')]
  await addPartner(client, 'Поставка', { type: 'Поставщик' })
  const productIds: string[] = []
  for (const name of ['Чайник', 'Чашка', 'Ложка']) productIds.push(await addProduct(client, { name, cost: 7 }))
  const goods = warehouseIds.flatMap((warehouseId) =>
    productIds.map((productId) => ({ productId, warehouseId, there: 0, books: 0, moves: 0 })),
  )
  return { client, chance, goods, open: new Map(), posted: [] }
}

const STEP: readonly (readonly [number, (world: World) => Promise<void>])[] = [
  [4, receiveGoods],
  [3, writeOffGoods],
  [2, transferGoods],
  [3, hideGoods],
  [2, start],
  [8, countSheet],
  [3, post],
  [1, cancel],
]

test('a stocktake posts exactly the stock differences that existed at the time of counting', async () => {
  const seed = chooseSeed(20_261)
  const chance = createChance(seed)
  const client = await service.newCompany()
  const world = await openWorld(client, chance)
  let posts = 0
  for (let step = 0; step < STEPS; step += 1) {
    const act = chance.weigh(STEP)
    await act(world).catch((error: Error) => {
      error.message = `seed ${seed}, step ${step} ${act.name}: ${error.message}`
      throw error
    })
    await compareStock(world, `seed ${seed}, step ${step} ${act.name}`)
    posts += act === post ? 1 : 0
  }
  expect(posts).toBeGreaterThan(5)
  expect(world.posted.flatMap(({ moved }) => [...moved]).length).toBeGreaterThan(5)
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

async function compareStock({ client, goods }: World, what: string): Promise<void> {
  const { stock } = await client.state()
  const rows = new Map(stock.map((row: Json) => [`${row.productId} ${row.warehouseId}`, row.onHand]))
  for (const { productId, warehouseId, books } of goods)
    expect(rows.get(`${productId} ${warehouseId}`) ?? 0, what).toBe(books)
}

async function receiveGoods({ client, chance, goods }: World): Promise<void> {
  const one = chance.pick(goods)
  const quantity = chance.between(1, 9)
  const { productId, warehouseId } = one
  const body = { productId, warehouseId, supplier: 'Поставка', quantity, unitCost: chance.between(1, 9) }
  await client.made('POST', '/api/v1/stock/receipt', body)
  change(one, quantity)
}

/** Changes both the actual quantity and the quantity in the books. */
function change(goods: Goods, by: number): void {
  goods.there += by
  goods.books += by
  goods.moves += 1
}

async function writeOffGoods({ client, chance, goods }: World): Promise<void> {
  const one = chance.pick(goods)
  const most = Math.min(one.there, one.books)
  if (most < 1) return
  const { productId, warehouseId } = one
  const quantity = chance.between(1, most)
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity, reason: 'Бой' })
  change(one, -quantity)
}

async function transferGoods({ client, chance, goods }: World): Promise<void> {
  const from = chance.pick(goods)
  const to = goods.find((one) => one.productId === from.productId && one !== from)!
  const most = Math.min(from.there, from.books)
  if (most < 1) return
  const quantity = chance.between(1, most)
  const { productId, warehouseId } = from
  await client.made('POST', '/api/v1/stock/transfer', {
    productId,
    warehouseId,
    toWarehouseId: to.warehouseId,
    quantity,
  })
  change(from, -quantity)
  change(to, quantity)
}

async function hideGoods({ chance, goods }: World): Promise<void> {
  const one = chance.pick(goods)
  one.there = Math.max(0, one.there + chance.between(-3, 2))
}

async function start({ client, chance, goods, open }: World): Promise<void> {
  const { warehouseId } = chance.pick(goods)
  if (open.has(warehouseId)) return
  open.set(warehouseId, { id: await startStocktake(client, warehouseId), lines: new Map() })
}

/** Counts a product on two sheets. Goods may be received before the second count. */
async function countSheet(world: World): Promise<void> {
  const { client, chance, goods, open } = world
  const counted = goods.filter(({ warehouseId }) => open.has(warehouseId))
  if (counted.length === 0) return
  const one = chance.pick(counted)
  const { id, lines } = open.get(one.warehouseId)!
  const line = lines.get(one) ?? { round: 1, sheets: new Map() }
  lines.set(one, line)
  const first = chance.between(0, one.there)
  const send = async (sheet: string, quantity: number) => {
    await count(client, id, { productId: one.productId, sheet, quantity })
    line.sheets.set(sheet, { quantity, books: one.books, moves: one.moves })
  }
  await send('A', first)
  if (chance.happens(0.2)) await receiveGoods({ ...world, goods: [one] })
  await send('B', one.there - first)
  await compareLine(client, id, { goods: one, line })
}

const newest = ({ sheets }: Line) => [...sheets.values()].reduce((last, one) => (one.moves >= last.moves ? one : last))
const totalOf = ({ sheets }: Line) => [...sheets.values()].reduce((sum, { quantity }) => sum + quantity, 0)
const isDisturbed = ({ sheets }: Line) => new Set([...sheets.values()].map(({ moves }) => moves)).size > 1

async function compareLine(client: Client, id: string, { goods, line }: { goods: Goods; line: Line }): Promise<void> {
  const { books } = newest(line)
  expect((await linesOf(client, id))[goods.productId]).toMatchObject({
    state: isDisturbed(line) ? 'disturbed' : 'counted',
    counted: totalOf(line),
    expected: books,
    difference: totalOf(line) - books,
  })
}

/** Posts a stocktake. If the counts of some products are in doubt, recounts these products first. */
async function post({ client, chance, goods, open, posted }: World): Promise<void> {
  const { warehouseId } = chance.pick(goods)
  const stocktake = open.get(warehouseId)
  if (stocktake === undefined) return
  const { id, lines } = stocktake
  await moveStocktake(client, id, 'review')
  const send = () => client.post(`/api/v1/stocktakes/${id}/post`, {})
  const doubtful = [...lines].filter(([, line]) => isDisturbed(line))
  if (doubtful.length > 0) {
    const { json } = await send()
    expect(json).toMatchObject({ code: 'RECOUNT_NEEDED', figures: { products: doubtful.length } })
    const productIds = doubtful.map(([{ productId }]) => productId)
    await client.made('POST', `/api/v1/stocktakes/${id}/recount`, { productIds })
    for (const [one, line] of doubtful) {
      await count(client, id, { productId: one.productId, sheet: 'A', quantity: one.there })
      line.sheets = new Map([['A', { quantity: one.there, books: one.books, moves: one.moves }]])
    }
    await moveStocktake(client, id, 'review')
  }
  const moved = new Map([...lines].map(([one, line]) => [one, totalOf(line) - newest(line).books]))
  const short = [...moved].some(([one, difference]) => one.books + difference < 0)
  const { status, json } = await send()
  if (short) {
    expect(json.code).toBe('INSUFFICIENT_STOCK')
    await moveStocktake(client, id, 'cancelled')
  } else {
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json.result.status).toBe('posted')
    for (const [one, difference] of moved) adjust(one, difference)
    posted.push({ id, moved })
  }
  open.delete(warehouseId)
}

function adjust(goods: Goods, difference: number): void {
  goods.books += difference
  if (difference !== 0) goods.moves += 1
}

/** Cancels a posted stocktake. The cancellation is refused if goods of the stocktake's surplus have been used. */
async function cancel({ client, chance, posted }: World): Promise<void> {
  if (posted.length === 0) return
  const chosen = chance.pick(posted)
  const reply = await client.patch(`/api/v1/stocktakes/${chosen.id}/status`, { status: 'cancelled' })
  if (reply.status !== 200) {
    expect(reply.json.code).toBe('LOTS_CONSUMED')
    return
  }
  for (const [one, difference] of chosen.moved) adjust(one, -difference)
  posted.splice(posted.indexOf(chosen), 1)
}
