/** Sends stocktake commands that must be refused, so that each command returns every error code it lists. */
import type { Command } from '../../../server/commands/define.ts'
import type { Client } from '../node/client.ts'
import { addBundle, addProduct, addWarehouse, setArchived } from './fixtures.ts'
import type { Scene } from './scene.ts'
import { count, moveStocktake, postStocktake, startStocktake } from './stocktakes.ts'

type Ask = (command: Command, stocktakeId: string, more: object) => Promise<void>

/** The names of the commands that this file sends. */
export const STOCKTAKE_COMMANDS = [
  'createStocktake',
  'changeStocktakeStatus',
  'recountLines',
  'acceptLines',
  'setMisSorts',
  'countGoods',
  'postStocktake',
] as const
type Commands = Readonly<Record<(typeof STOCKTAKE_COMMANDS)[number], Command>>

export async function askStocktakes(scene: Scene, commands: Commands, ask: Ask): Promise<void> {
  const { client, bodyIds, pathIds } = scene
  const productId = bodyIds.productId!
  const inReview = pathIds['postStocktake stocktakeId']!
  const bundle = await addBundle(client, [[productId, 1]])
  const archived = await addWarehouse(client, 'В архиве')
  await setArchived(client, 'warehouses', archived)
  const start = (more: object) => ask(commands.createStocktake, '', more)
  await start({ warehouseId: 'none' })
  await start({ warehouseId: archived })
  await start({ scope: { productIds: [bundle] } })
  await start({ scope: { productIds: [productId] } })
  const counts = (id: string, counted: string) =>
    ask(commands.countGoods, id, { lines: [{ productId: counted, quantity: 1 }] })
  await counts(inReview, productId)
  await counts(pathIds.stocktakeId!, bundle)
  const narrow = await startStocktake(client, bodyIds.warehouseId!, {
    scope: { filterValueId: bodyIds.filterValueIds },
  })
  await counts(narrow, productId)
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Оба', filterValueIds: [bodyIds.filterValueIds] })
  await counts(narrow, productId)
  await ask(commands.postStocktake, pathIds.stocktakeId!, {})
  await moveStocktake(client, narrow, 'cancelled')
  await ask(commands.changeStocktakeStatus, narrow, { status: 'review' })
  for (const one of [commands.recountLines, commands.acceptLines, commands.setMisSorts]) await ask(one, narrow, {})
  await askToPost(client, commands.postStocktake, ask)
  await askToCancel(client, commands.changeStocktakeStatus, ask)
}

interface Place {
  readonly warehouseId: string
  readonly productId: string
}

const SUPPLIER = 'ООО «Ромашка»'

/** Creates a warehouse with 5 units of a new product. */
async function openPlace(client: Client, name: string): Promise<Place> {
  const warehouseId = await addWarehouse(client, name)
  const productId = await addProduct(client, { name, price: 1 })
  const receipt = { productId, warehouseId, supplier: SUPPLIER, unitCost: 1, quantity: 5 }
  await client.made('POST', '/api/v1/stock/receipt', receipt)
  return { warehouseId, productId }
}

const order = (client: Client, { warehouseId, productId }: Place, quantity: number) =>
  client.made('POST', '/api/v1/orders', {
    customer: 'Иван Петров',
    warehouseId,
    channel: 'Сайт',
    items: [{ productId, quantity }],
  })
const writeOff = (client: Client, { warehouseId, productId }: Place, quantity: number) =>
  client.made('POST', '/api/v1/stock/writeoff', { warehouseId, productId, quantity, reason: 'Бой' })

async function askToPost(client: Client, command: Command, ask: Ask): Promise<void> {
  const post = async (id: string) => {
    await moveStocktake(client, id, 'review')
    await ask(command, id, { unitCosts: [] })
  }
  const closed = await addWarehouse(client, 'Закрытый')
  const inClosed = await startStocktake(client, closed)
  await setArchived(client, 'warehouses', closed)
  await post(inClosed)

  const reserved = await openPlace(client, 'Занятый')
  await order(client, reserved, 5)
  const short = await startStocktake(client, reserved.warehouseId)
  await count(client, short, { productId: reserved.productId, quantity: 4 })
  await post(short)

  const sold = await openPlace(client, 'Проданный')
  const gone = await startStocktake(client, sold.warehouseId)
  await count(client, gone, { productId: sold.productId, quantity: 0 })
  await writeOff(client, sold, 1)
  await post(gone)
  await client.made('POST', `/api/v1/stocktakes/${gone}/recount`, { productIds: [sold.productId] })
  await post(gone)

  const unknown = await startStocktake(client, await addWarehouse(client, 'Новый'))
  await count(client, unknown, { productId: await addProduct(client, { name: 'Без цены' }), quantity: 1 })
  await post(unknown)

  const shared = await openPlace(client, 'Общий')
  const first = await startStocktake(client, shared.warehouseId, {
    scope: { productIds: [shared.productId] },
    absent: 'zero',
  })
  const filter = await client.made('POST', '/api/v1/filters', { name: 'Общее' })
  const value = await client.made('POST', `/api/v1/filters/${filter.id}/values`, { name: 'Да' })
  await startStocktake(client, shared.warehouseId, { scope: { filterValueId: value.id } })
  await client.made('PATCH', `/api/v1/products/${shared.productId}`, { name: 'Общий', filterValueIds: [value.id] })
  await post(first)
}

async function askToCancel(client: Client, command: Command, ask: Ask): Promise<void> {
  const adjust = async (place: Place, quantity: number) => {
    const id = await startStocktake(client, place.warehouseId)
    await count(client, id, { productId: place.productId, quantity })
    await postStocktake(client, id)
    return id
  }
  const cancel = (id: string) => ask(command, id, { status: 'cancelled' })
  const used = await openPlace(client, 'Взятый')
  const surplus = await adjust(used, 6)
  await writeOff(client, used, 6)
  await cancel(surplus)

  const needed = await openPlace(client, 'Нужный')
  const found = await adjust(needed, 6)
  await order(client, needed, 6)
  await cancel(found)

  const emptied = await openPlace(client, 'Пустой')
  const lost = await adjust(emptied, 0)
  await setArchived(client, 'warehouses', emptied.warehouseId)
  await cancel(lost)
}
