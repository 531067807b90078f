/**
 * Sends many kinds of commands, each with an idempotency key, over many connections at once, and records the responses.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../server/store/database.ts'
import { readCompany } from '../../../server/store/database.ts'
import type { Chance } from '../chance/chance.ts'
import type { Asked } from '../model/model.ts'
import type { Json } from '../model/model-kinds.ts'
import { type Answer, send, type Target, type Write, writeOf } from './exchange.ts'
import { findDifferences } from './invariants.ts'

const FORMS = [undefined, 'state=changes', 'state=summary']
const PAUSE_MS = 20
/** The maximum number of times a command is repeated while the service cannot accept it. */
const MOST_REPEATS = 600
const CHECKED_AT_ONCE = 16

/** A command that was sent, with its response. */
export interface Line {
  readonly write: Write
  /**
   * The response that settled the command: success, or a refusal by a business rule. Null means that the outcome is
   * unknown.
   */
  settled: Answer | null
}

export interface Traffic {
  readonly lines: Line[]
  /** Descriptions of responses that a client must never get. */
  readonly faults: string[]
  /** The number of commands whose outcome is known. */
  settledCount: number
}

export interface Shop {
  readonly target: Target & { readonly companyId: string }
  readonly chance: Chance
  readonly warehouseIds: readonly string[]
  /** The ids of products that have stock at the beginning. */
  readonly productIds: readonly string[]
  /** The ids of orders that are probably not finished yet. */
  readonly orderIds: string[]
  keys: number
}

/** Creates two warehouses, four products, a supplier and a customer. */
export async function openTradedShop(target: Shop['target'], chance: Chance): Promise<Shop> {
  const shop: Shop = { target, chance, warehouseIds: [], productIds: [], orderIds: [], keys: 0 }
  const productIds: string[] = []
  const make = async (name: string, body: Json): Promise<string> => {
    const answer = await send(target, writeOf({ name, params: {}, body }, newKey(shop), 'state=summary'))
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.text}`)
    return JSON.parse(answer.text).result.id
  }
  const warehouseIds = [
    await make('createWarehouse', { name: 'Первый' }),
    await make('createWarehouse', { name: 'Второй' }),
  ]
  for (let count = 0; count < 4; count += 1)
    productIds.push(await make('createProduct', { name: `Товар ${count}`, price: 10 + count }))
  await make('createPartner', { name: 'Поставка', type: 'Поставщик' })
  await make('createPartner', { name: 'Иван', type: 'Покупатель' })
  for (const productId of productIds)
    for (const warehouseId of warehouseIds)
      await make('receiveStock', { productId, warehouseId, supplier: 'Поставка', unitCost: 3, quantity: 300 })
  return { ...shop, warehouseIds, productIds }
}

function newKey(shop: Shop): string {
  shop.keys += 1
  return `traffic-${shop.target.companyId}-${shop.keys}`
}

function ask(shop: Shop): Asked {
  const { chance, orderIds } = shop
  const productId = chance.pick(shop.productIds)
  const warehouseId = chance.pick(shop.warehouseIds)
  const quantity = chance.between(1, 5)
  const goods = { productId, warehouseId, quantity }
  const choices: [number, () => Asked][] = [
    [4, () => asked('receiveStock', { ...goods, supplier: 'Поставка', unitCost: chance.between(1, 999) / 100 })],
    [
      6,
      () =>
        asked('placeOrder', {
          customer: 'Иван',
          warehouseId,
          channel: 'Сайт',
          items: [
            { productId, quantity },
            { productId: chance.pick(shop.productIds), quantity: 1 },
          ],
        }),
    ],
    [3, () => asked('writeOffStock', { ...goods, reason: 'Бой' })],
    [3, () => asked('transferStock', { ...goods, toWarehouseId: chance.pick(shop.warehouseIds) })],
    [1, () => asked('createProduct', { name: `Новый ${shop.keys}`, price: quantity })],
    [1, () => asked('updateProduct', { name: `Товар ${shop.keys}`, price: quantity }, { productId })],
  ]
  if (orderIds.length > 0) {
    // Change the same order twice at once now and then. Only one of the two commands may succeed.
    const position = chance.below(orderIds.length)
    const orderId = orderIds[position]!
    if (chance.happens(0.8)) orderIds.splice(position, 1)
    choices.push(
      [4, () => asked('changeOrderStatus', { status: 'shipped' }, { orderId })],
      [2, () => asked('changeOrderStatus', { status: 'cancelled' }, { orderId })],
      [1, () => asked('deleteOrder', {}, { orderId })],
    )
  }
  return chance.weigh(choices)()
}

const asked = (name: string, body: Json, params: Record<string, string> = {}): Asked => ({ name, params, body })

/**
 * Whether a response settles a command: the command succeeded or was refused by a business rule, so its key is used up.
 * A 400 here always comes from a business rule, because the bodies match their schemas.
 */
const isSettled = (answer: Answer): boolean => [200, 400, 404, 409].includes(answer.status)

/**
 * Sends commands until `isOver` returns true. Each connection sends its next command once the previous one has been
 * answered.
 */
export async function runTraffic(
  shop: Shop,
  options: { connections: number; urls: () => readonly string[]; isOver: (traffic: Traffic) => boolean },
): Promise<Traffic> {
  const traffic: Traffic = { lines: [], faults: [], settledCount: 0 }
  const connection = async () => {
    while (!options.isOver(traffic)) {
      const write = writeOf(ask(shop), newKey(shop), shop.chance.pick(FORMS))
      const line: Line = { write, settled: null }
      traffic.lines.push(line)
      // Act like a client: repeat the command with its key until it is settled.
      while (line.settled === null) {
        const target = { ...shop.target, url: shop.chance.pick(options.urls()) }
        const answer = await send(target, write).catch(() => null)
        if (answer !== null && isSettled(answer)) line.settled = answer
        else if (options.isOver(traffic)) return
        else {
          if (answer !== null) noteFault(traffic.faults, write, answer)
          await sleep(PAUSE_MS)
        }
      }
      traffic.settledCount += 1
      learn(shop, write, line.settled)
    }
  }
  await Promise.all(Array.from({ length: options.connections }, connection))
  return traffic
}

function learn(shop: Shop, write: Write, { status, text }: Answer): void {
  if (status !== 200) return
  const { result } = JSON.parse(text) as Json
  if (write.path === '/api/v1/orders') shop.orderIds.push(result.id)
}

/**
 * Records a fault unless the response settles the command or is a 503, the only other response that a client may get.
 */
function noteFault(faults: string[], write: Write, answer: Answer): void {
  const isPolite = answer.status === 503 && answer.contentType.startsWith('application/problem+json')
  if (!isPolite) faults.push(`${write.method} ${write.path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
}

/**
 * Repeats every command. A command that was answered must get the same answer byte for byte, marked as repeated. Any
 * other command must be settled now and then be repeated the same way. @returns the faults found.
 */
export async function repeatAll(target: Target, { lines, faults }: Traffic): Promise<string[]> {
  const wrong = [...faults]
  let next = 0
  const worker = async () => {
    while (next < lines.length) {
      const line = lines[next]!
      next += 1
      if (line.settled === null) line.settled = await settle(target, line.write, wrong)
      const again = await settle(target, line.write, wrong)
      const what = `${line.write.key} (${line.write.method} ${line.write.path}, ${line.write.prefer ?? 'full'})`
      if (again.text !== line.settled.text || again.status !== line.settled.status)
        wrong.push(`${what} was ${line.settled.text.slice(0, 200)}, is now ${again.text.slice(0, 200)}`)
      if (!again.isReplay) wrong.push(`${what} is not told to be a replay`)
    }
  }
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, worker))
  return wrong
}

/** Sends a command until it is settled. */
async function settle(target: Target, write: Write, wrong: string[]): Promise<Answer> {
  for (let repeats = 0; repeats < MOST_REPEATS; repeats += 1) {
    const answer = await send(target, write).catch(() => null)
    if (answer !== null && isSettled(answer)) return answer
    if (answer !== null) noteFault(wrong, write, answer)
    await sleep(PAUSE_MS)
  }
  throw new Error(`${write.key} (${write.path}) is not settled after ${MOST_REPEATS} repeats`)
}

/**
 * Compares the tables with the answers: every command that succeeded took effect once, and no refused command changed
 * anything. Call this when all commands are settled. @returns the faults found.
 */
export async function auditTraffic(database: Database, companyId: string, lines: readonly Line[]): Promise<string[]> {
  const wrong = await findDifferences(database, companyId)
  const succeeded = lines.filter((line) => line.settled?.status === 200)
  const keys = lines.map((line) => line.write.key)
  await readCompany(database, companyId, async (tx) => {
    const { rows } = await tx.query<{ key: string; revision: number | null; id: string }>(
      'select key, revision, id from commands where company_id = $1 and key = any($2)',
      [companyId, keys],
    )
    const revisions = new Map(rows.map((row) => [row.key, row.revision]))
    if (rows.length !== keys.length) wrong.push(`${keys.length} commands were sent, the log has ${rows.length} of them`)
    for (const line of lines) {
      const answered = line.settled?.status === 200 ? JSON.parse(line.settled.text).state.revision : null
      const logged = revisions.get(line.write.key)
      if (logged !== answered) wrong.push(`${line.write.key} answered revision ${answered}, the log says ${logged}`)
    }
    const effects = sumEffects(succeeded)
    const { rows: kept } = await tx.query<Record<string, number>>(
      `select (select coalesce(sum(on_hand_milli), 0)::bigint from stock where company_id = $1) as on_hand,
              (select count(*) from orders where company_id = $1) as orders,
              (select count(*) from products where company_id = $1) as products,
              (select count(*) from movements where company_id = $1 and type <> 'shipment') as movements`,
      [companyId],
    )
    const is = kept[0]!
    const base = BASE.get(companyId) ?? effects
    for (const [name, effect] of Object.entries(effects)) {
      const total = (base[name] ?? 0) + effect
      if (BASE.has(companyId) && is[name] !== total)
        wrong.push(`${name} is ${is[name]}, the answers add up to ${total}`)
    }
    BASE.set(companyId, is)
  })
  return wrong
}

/** Each company's total stock and row counts at its last audit, keyed by company id. */
const BASE = new Map<string, Record<string, number>>()

function sumEffects(succeeded: readonly Line[]): Record<string, number> {
  const sums = { on_hand: 0, orders: 0, products: 0, movements: 0 }
  for (const { write, settled } of succeeded) {
    const { result } = JSON.parse(settled!.text) as Json
    if (write.path.startsWith('/api/v1/stock/')) sums.movements += 1
    if (write.path === '/api/v1/stock/receipt') sums.on_hand += Math.round(result.good * 1_000)
    if (write.path === '/api/v1/stock/writeoff') sums.on_hand -= Math.round(result.quantity * 1_000)
    if (write.path === '/api/v1/orders') sums.orders += 1
    if (result.deleted === true) sums.orders -= 1
    if (result.status === 'shipped') for (const item of result.items) sums.on_hand -= Math.round(item.quantity * 1_000)
    if (write.path === '/api/v1/products') sums.products += 1
  }
  return sums
}
