/**
 * `npm run test:counting -- [--products 5000 --orders 500 --away-seconds 600 --seed N]`: three telephones count a
 * warehouse, one of them without a connection for a while, while orders are placed and shipped. Before that, some goods
 * were taken from the shelves or put there without being recorded. Afterwards, the stocktake must find exactly these
 * differences, no count may be lost or counted twice, and the recorded stock must equal the goods on the shelves.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Chance, createChance } from '../tests/support/chance/chance.ts'
import { read, send, type Target } from '../tests/support/node/exchange.ts'
import { endServer, makeCompany, newDataDir, startServer } from '../tests/support/node/server-process.ts'

const { values } = parseArgs({
  options: {
    ...{ products: { type: 'string' }, orders: { type: 'string' } },
    ...{ 'away-seconds': { type: 'string' }, seed: { type: 'string' } },
  },
})
const products = Number(values.products ?? 5_000)
const orders = Number(values.orders ?? 500)
const awayMs = Number(values['away-seconds'] ?? 600) * 1_000
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

const TELEPHONES = ['Анна', 'Борис', 'Вера']
/** The telephone that is without a connection. */
const AWAY = 2
/** How many products a telephone sends at once when the connection is back. */
const SENT_AT_ONCE = 200
/** The maximum number of commands in a batch, and of lines in a delivery. */
const MAX_COMMANDS = 100
const MAX_LINES = 1_000
/** The number of faults that are printed. */
const SHOWN = 20
/**
 * How many milliseconds ago a shipment must be before anybody counts, because the company's clock may be a few
 * milliseconds ahead.
 */
const SETTLING_MS = 20

/** The goods that are really on a shelf, as opposed to the recorded stock. Quantities are in thousandths. */
interface Shelf {
  readonly productId: string
  /** The recorded stock at the beginning. */
  readonly booked: number
  /** The quantity that was put on the shelf without being recorded; negative if it was taken away. */
  readonly hidden: number
  now: number
  /** Whether somebody is counting or shipping the product at the moment. */
  isBusy: boolean
  /** When the product was last counted or shipped, in milliseconds since 1970. */
  changedAt: number
}

interface Json {
  // biome-ignore lint/suspicious/noExplicitAny: answers are read, not typed.
  readonly [name: string]: any
}

const units = (thousandths: number) => thousandths / 1_000
const thousandths = (quantity: number) => Math.round(quantity * 1_000)

/** Sends a write that must succeed, and returns its whole response. */
async function answered(
  target: Target,
  path: string,
  body: object,
  { method = 'POST', key = randomUUID() }: { readonly method?: string; readonly key?: string } = {},
): Promise<Json> {
  const answer = await send(target, { method, path: `/api/v1/${path}`, body, key, prefer: 'state=summary' })
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return JSON.parse(answer.text)
}

const write = async (...given: Parameters<typeof answered>): Promise<Json> => (await answered(...given)).result

async function listed(target: Target, path: string): Promise<Json[]> {
  const items: Json[] = []
  let cursor: string | null = null
  do {
    const { text } = await read(target, `/api/v1/${path}&limit=200${cursor === null ? '' : `&cursor=${cursor}`}`)
    const page = JSON.parse(text) as Json
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

/**
 * Creates the products, receives each in two deliveries at two costs, and decides how much is really on the shelves.
 */
async function fillShelves(target: Target, chance: Chance, warehouseId: string): Promise<Shelf[]> {
  const supplier = await write(target, 'partners', { type: 'Поставщик', name: 'Завод' })
  const ids: string[] = []
  for (let from = 0; from < products; from += MAX_COMMANDS) {
    const commands = Array.from({ length: Math.min(MAX_COMMANDS, products - from) }, (_, at) => ({
      ...{ key: randomUUID(), method: 'POST', path: '/api/v1/products' },
      body: { name: `Товар ${from + at + 1}`, sku: `T-${from + at + 1}` },
    }))
    const { results } = await answered(target, 'batch', { mode: 'all', commands })
    ids.push(...results.map(({ result }: Json) => result.id))
  }
  const shelves = ids.map((productId): Shelf => {
    const booked = chance.happens(0.2) ? chance.between(1_000, 60_000) : chance.between(1, 60) * 1_000
    const hidden = chance.happens(0.85) ? 0 : chance.between(-Math.min(booked, 5_000), 5_000)
    return { productId, booked, hidden, now: booked + hidden, isBusy: false, changedAt: 0 }
  })
  const half = (booked: number) => Math.floor(booked / 2)
  for (const part of [half, (booked: number) => booked - half(booked)])
    for (let from = 0; from < shelves.length; from += MAX_LINES) {
      const lines = shelves.slice(from, from + MAX_LINES).map(({ productId, booked }) => ({
        ...{ productId, quantity: units(part(booked)), unitCost: chance.between(100, 90_000) / 100 },
      }))
      await write(target, 'stock/deliveries', { supplierId: supplier.id, warehouseId, lines })
    }
  return shelves
}

/** Waits until nobody counts or ships any of the products, then runs `work`. */
async function alone<T>(shelves: readonly Shelf[], work: () => Promise<T>): Promise<T> {
  while (shelves.some(({ isBusy }) => isBusy)) await sleep(1)
  for (const shelf of shelves) shelf.isBusy = true
  try {
    return await work()
  } finally {
    for (const shelf of shelves) {
      shelf.isBusy = false
      shelf.changedAt = Date.now()
    }
  }
}

interface Scene {
  readonly target: Target
  readonly chance: Chance
  readonly warehouseId: string
  readonly stocktakeId: string
  readonly shelves: readonly Shelf[]
}

/** Places and ships an order for one to three products that are on the shelf. */
async function sell({ target, chance, warehouseId, shelves }: Scene, customer: string): Promise<void> {
  const chosen = [...new Set(Array.from({ length: chance.between(1, 3) }, () => chance.pick(shelves)))]
  await alone(chosen, async () => {
    const items = chosen
      .filter(({ now }) => now >= 1_000)
      .map((shelf) => ({ shelf, quantity: chance.between(1, Math.min(3, Math.floor(shelf.now / 1_000))) * 1_000 }))
    if (items.length === 0) return
    const wanted = items.map(({ shelf, quantity }) => ({ productId: shelf.productId, quantity: units(quantity) }))
    const order = await write(target, 'orders', {
      customer,
      warehouseId,
      channel: 'Сайт',
      backorder: true,
      items: wanted,
    })
    // The recorded stock may be less than the goods on the shelf, so ship only the quantity that could be reserved.
    const shipped = order.items.map(({ reserved }: Json) => thousandths(reserved))
    if (shipped.every((quantity: number) => quantity === 0)) return
    await write(target, `orders/${order.id}/shipments`, {})
    for (const [at, { shelf }] of items.entries()) shelf.now -= shipped[at]
  })
}

/** Counts a product as people do: all at once, or in two parts. Returns the lines for the service. */
function countOf(chance: Chance, { productId, now }: Shelf, sheet: string, countedAt?: string): object[] {
  const line = { productId, sheet, ...(countedAt === undefined ? {} : { countedAt }) }
  if (chance.happens(0.7)) return [{ ...line, quantity: units(now) }]
  const first = Math.floor(now / 3)
  return [
    { ...line, quantity: units(first), mode: 'add' },
    { ...line, quantity: units(now - first), mode: 'add' },
  ]
}

/** Sends counts, sometimes twice with the same key, as after a lost response. */
async function sendCounts({ target, chance, stocktakeId }: Scene, lines: readonly object[]): Promise<void> {
  const key = randomUUID()
  for (const _ of chance.happens(0.1) ? [1, 2] : [1])
    await write(target, `stocktakes/${stocktakeId}/counts`, { lines }, { key })
}

async function countConnected(scene: Scene, shelves: readonly Shelf[], sheet: string, pauseMs: number): Promise<void> {
  for (const shelf of shelves) {
    await alone([shelf], () => sendCounts(scene, countOf(scene.chance, shelf, sheet)))
    await sleep(pauseMs)
  }
}

/** Counts without a connection and sends all counts later, with the time of each count. */
async function countAway(scene: Scene, shelves: readonly Shelf[], sheet: string, pauseMs: number): Promise<void> {
  const counted: object[] = []
  for (const shelf of shelves) {
    await sleep(Math.max(pauseMs, shelf.changedAt + SETTLING_MS - Date.now()))
    await alone([shelf], async () => {
      await sleep(Math.max(0, shelf.changedAt + SETTLING_MS - Date.now()))
      counted.push(...countOf(scene.chance, shelf, sheet, new Date().toISOString()))
    })
  }
  for (let from = 0; from < counted.length; from += SENT_AT_ONCE)
    await sendCounts(scene, counted.slice(from, from + SENT_AT_ONCE))
}

/** Returns the faults found after the stocktake was posted. */
async function faultsOf({ target, stocktakeId, warehouseId, shelves }: Scene): Promise<string[]> {
  const faults: string[] = []
  const stock = await listed(target, `stock?warehouseId=${warehouseId}`)
  const onHand = new Map(stock.map((row) => [row.productId, thousandths(row.onHand)]))
  const moved = new Map<string, number[]>()
  for (const { productId, type, quantity } of await listed(target, `movements?stocktakeId=${stocktakeId}`)) {
    const change = thousandths(quantity) * (type === 'surplus' ? 1 : -1)
    moved.set(productId, [...(moved.get(productId) ?? []), change])
  }
  for (const { productId, hidden, now } of shelves) {
    const changes = moved.get(productId) ?? []
    const sum = changes.reduce((all, one) => all + one, 0)
    if (sum !== hidden) faults.push(`${productId}: ${units(hidden)} were hidden, ${units(sum)} were found`)
    if (changes.length > 1) faults.push(`${productId}: ${changes.length} movements`)
    if (onHand.get(productId) !== now)
      faults.push(`${productId}: ${units(now)} on the shelf, ${units(onHand.get(productId) ?? 0)} in the books`)
  }
  const { ok, checks } = JSON.parse((await read(target, '/api/v1/self-check')).text) as Json
  if (ok !== true) faults.push(`self-check: ${JSON.stringify(checks.filter((one: Json) => !one.ok))}`)
  return faults
}

/** Returns the faults in the rows of the stocktake before it is posted. */
async function wrongRows({ target, stocktakeId, shelves }: Scene): Promise<string[]> {
  const rows = await listed(target, `reports/stocktake-lines?stocktakeId=${stocktakeId}`)
  const found = new Map(rows.map((row) => [row.productId, row]))
  const faults = shelves.flatMap(({ productId, hidden }) => {
    const row = found.get(productId)
    if (row === undefined) return [`${productId} has no row`]
    const difference = thousandths(row.difference)
    return difference === hidden ? [] : [`${productId}: the difference is ${units(difference)}, not ${units(hidden)}`]
  })
  return rows.length === shelves.length ? faults : [...faults, `${rows.length} rows for ${shelves.length} products`]
}

/**
 * Counts again every second product whose count is in doubt, and accepts the other counts. A count is in doubt if the
 * product moved within ten minutes of a count without a connection, because a telephone's clock may be wrong. Returns
 * how many products were in doubt.
 */
async function settle(scene: Scene): Promise<number> {
  const { target, stocktakeId, shelves } = scene
  const rows = await listed(target, `reports/stocktake-lines?stocktakeId=${stocktakeId}`)
  const doubtful = new Set(rows.filter(({ state }) => state === 'disturbed').map(({ productId }) => productId))
  const chosen = shelves.filter(({ productId }) => doubtful.has(productId))
  const [again, accepted] = [0, 1].map((rest) => chosen.filter((_shelf, at) => at % 2 === rest)) as [Shelf[], Shelf[]]
  const named = (some: readonly Shelf[]) => ({ productIds: some.map(({ productId }) => productId) })
  for (let from = 0; from < again.length; from += MAX_LINES)
    await write(target, `stocktakes/${stocktakeId}/recount`, named(again.slice(from, from + MAX_LINES)))
  for (const shelf of again)
    await alone([shelf], () =>
      sendCounts(scene, [{ productId: shelf.productId, sheet: TELEPHONES[0], round: 2, quantity: units(shelf.now) }]),
    )
  for (let from = 0; from < accepted.length; from += MAX_LINES)
    await write(target, `stocktakes/${stocktakeId}/accept`, named(accepted.slice(from, from + MAX_LINES)))
  return chosen.length
}

async function run(target: Target): Promise<string[]> {
  const chance = createChance(seed)
  const warehouse = await write(target, 'warehouses', { name: 'Склад' })
  await write(target, 'partners', { type: 'Покупатель', name: 'Иван Петров' })
  const shelves = await fillShelves(target, chance, warehouse.id)
  const stocktake = await write(target, 'stocktakes', { warehouseId: warehouse.id, scope: { all: true }, blind: true })
  const scene = { target, chance, warehouseId: warehouse.id, stocktakeId: stocktake.id, shelves }
  const parts = TELEPHONES.map((_, index) => shelves.filter((_shelf, at) => at % TELEPHONES.length === index))
  const pauseMs = (awayMs / Math.ceil(shelves.length / TELEPHONES.length)) * 0.9
  let isCounting = true
  let sold = 0
  const selling = async () => {
    for (; sold < orders; sold += 1) {
      await sell(scene, 'Иван Петров')
      if (isCounting) await sleep((awayMs / orders) * 0.8)
    }
  }
  const counting = parts.map((part, index) =>
    index === AWAY
      ? countAway(scene, part, TELEPHONES[index]!, pauseMs)
      : countConnected(scene, part, TELEPHONES[index]!, pauseMs / 2),
  )
  await Promise.all([
    Promise.all(counting).then(() => {
      isCounting = false
    }),
    selling(),
  ])
  const rows = await wrongRows(scene)
  const doubtful = await settle(scene)
  rows.push(...(await wrongRows(scene)))
  await write(target, `stocktakes/${stocktake.id}/status`, { status: 'review' }, { method: 'PATCH' })
  await write(target, `stocktakes/${stocktake.id}/post`, {})
  const hidden = shelves.filter((one) => one.hidden !== 0).length
  const faults = [...rows, ...(await faultsOf(scene))]
  const told = faults.length === 0 ? `${hidden} differences, exactly those hidden` : `${faults.length} wrong`
  console.log(
    `${products} products, ${TELEPHONES.length} telephones, ${sold} orders, ${doubtful} counts in doubt: ${told}`,
  )
  return faults
}

console.log(`SEED=${seed}`)
const dataDir = await newDataDir()
const server = await startServer(dataDir.path)
try {
  const faults = await run(await makeCompany(dataDir.path, server.url))
  for (const fault of faults.slice(0, SHOWN)) console.log(`   ${fault}`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await endServer(server, 'SIGTERM')
  await dataDir.remove()
}
