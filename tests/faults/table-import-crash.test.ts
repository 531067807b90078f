/**
 * Kills the server after it has written table rows but before it has recorded them. Another server must continue
 * without writing any row twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Json } from '../support/node/client.ts'
import {
  endServer,
  makeCompany,
  newDataDir,
  openData,
  type ServerProcess,
  startServer,
} from '../support/node/server-process.ts'
import { mapped, TABLE_IMPORTS, untilTable, upload } from '../support/scene/tables.ts'

const ROWS = 700
const TIMEOUT_MS = 120_000

let server: ServerProcess
/** Two companies whose imports are running when the server is killed. */
let stock: { client: Client; id: string }
let goods: { client: Client; id: string }
const data = await newDataDir()
const STOCK_LINES = Array.from({ length: ROWS }, (_, n) => `T;1;${n + 1}`)
const GOODS_LINES = Array.from({ length: ROWS }, (_, n) => `P-${n};Товар ${n};${n % 2 === 0 ? 'да' : 'нет'}`)

async function newClient(): Promise<Client> {
  const { url, token, companyId } = await makeCompany(data.path, server.url)
  return new Client(url, token, companyId)
}

beforeAll(async () => {
  server = await startServer(data.path)
  const client = await newClient()
  const { id: warehouseId } = await client.made('POST', '/api/v1/warehouses', { name: 'Основной' })
  await client.made('POST', '/api/v1/partners', { name: 'Остатки', type: 'Поставщик' })
  await client.made('POST', '/api/v1/products', { name: 'Чай', sku: 'T' })
  const opening = `Артикул;Остаток;Цена закупки\n${STOCK_LINES.join('\n')}\n`
  stock = { client, id: (await upload(client, opening, { kind: 'opening_stock' })).id }
  await mapped(client, stock.id, { warehouseId, supplier: 'Остатки' })
  const other = await newClient()
  goods = { client: other, id: (await upload(other, `Артикул;Название;В архиве\n${GOODS_LINES.join('\n')}\n`)).id }
  await mapped(other, goods.id)
  await applyAndKill()
}, TIMEOUT_MS)
afterAll(async () => {
  await endServer(server, 'SIGTERM')
  await data.remove()
})

const totals = async (client: Client): Promise<Json> => (await client.get('/api/v1/bootstrap')).json.totals
const written = async () => [(await totals(stock.client)).lots, (await totals(goods.client)).products] as const

/**
 * Applies both imports, kills the server when it has written some rows of each without recording them, and starts it
 * again.
 */
async function applyAndKill(): Promise<void> {
  const database = await openData(data.path)
  const holder = await database.connect()
  try {
    await holder.query('begin; lock table table_import_rows in exclusive mode')
    for (const { client, id } of [stock, goods]) await client.post(`${TABLE_IMPORTS}/${id}/apply`)
    while ((await written()).some((count) => count === 0)) await sleep(5)
    // Wait until the number of written rows stays the same, because one write may be split over several batches of the engine.
    for (let last = ''; last !== String(await written()); ) {
      last = String(await written())
      await sleep(50)
    }
    await endServer(server, 'SIGKILL')
    await holder.query('rollback')
  } finally {
    holder.release()
    await database.end()
  }
  server = await startServer(data.path)
  stock = { ...stock, client: stock.client.at(server.url) }
  goods = { ...goods, client: goods.client.at(server.url) }
}

test(
  'every row of an opening stock table is received exactly once, even if the service is killed during the import',
  async () => {
    const { client, id } = stock
    const end = await untilTable(client, id, 'done')
    expect(end.counts).toMatchObject({ create: ROWS, applied: ROWS, failed: 0 })
    const state = await client.state()
    expect(state.stock[0]).toMatchObject({ onHand: ROWS })
    const costs = state.lots.map(({ unitCost }: Json) => unitCost).sort((a: number, b: number) => a - b)
    expect(costs).toEqual(STOCK_LINES.map((_, n) => n + 1))
    expect((await client.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  },
  TIMEOUT_MS,
)

test(
  'every row of a product import creates one product, even if the service is killed during the import',
  async () => {
    const { client, id } = goods
    await untilTable(client, id, 'done')
    const { products } = await client.state()
    expect(products.map(({ sku }: Json) => sku).sort()).toEqual(GOODS_LINES.map((one) => one.split(';')[0]).sort())
    expect(products.filter(({ archived }: Json) => archived)).toHaveLength(ROWS / 2)
    const idOf = new Map(products.map((one: Json) => [one.sku, one.id]))
    const { items } = (await client.get(`${TABLE_IMPORTS}/${id}/rows?limit=1000`)).json
    expect(items).toHaveLength(ROWS)
    for (const { cells, recordId, outcome } of items)
      expect([recordId, outcome]).toEqual([idOf.get(cells[0]), 'applied'])
  },
  TIMEOUT_MS,
)
