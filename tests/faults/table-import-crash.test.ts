/** The server is killed when rows of a table are written and not noted yet: another one goes on, and no row is written twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Json } from '../support/client.ts'
import {
  endServer,
  makeCompany,
  newDataDir,
  openData,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts'
import { mapped, TABLE_IMPORTS, untilTable, upload } from '../support/tables.ts'

const ROWS = 700
const TIMEOUT_MS = 120_000

let server: ServerProcess
let client: Client
const data = await newDataDir()

beforeAll(async () => {
  server = await startServer(data.path)
  const { url, token, companyId } = await makeCompany(data.path, server.url)
  client = new Client(url, token, companyId)
  await client.made('POST', '/api/v1/warehouses', { name: 'Основной' })
  await client.made('POST', '/api/v1/partners', { name: 'Остатки', type: 'Поставщик' })
  await client.made('POST', '/api/v1/products', { name: 'Чай', sku: 'T' })
}, TIMEOUT_MS)
afterAll(async () => {
  await endServer(server, 'SIGTERM')
  await data.remove()
})

const totals = async (): Promise<Json> => (await client.get('/api/v1/bootstrap')).json.totals

/** Applies an import; the server dies when some of it is written and none of that is noted, and is started again. */
async function applyAndKill(id: string, kind: 'lots' | 'products'): Promise<void> {
  const before = (await totals())[kind]
  const database = await openData(data.path)
  const holder = await database.connect()
  try {
    await holder.query('begin; lock table table_import_rows in exclusive mode')
    await client.post(`${TABLE_IMPORTS}/${id}/apply`)
    while ((await totals())[kind] === before) await sleep(5)
    // A batch of the engine may be a part of what is written together.
    for (let last = -1; last !== (await totals())[kind]; ) {
      last = (await totals())[kind]
      await sleep(50)
    }
    await endServer(server, 'SIGKILL')
    await holder.query('rollback')
  } finally {
    holder.release()
    await database.end()
  }
  server = await startServer(data.path)
  client = client.at(server.url)
}

async function allRows(id: string): Promise<Json[]> {
  return (await client.get(`${TABLE_IMPORTS}/${id}/rows?limit=1000`)).json.items
}

test(
  'opening stock, a kill in the middle, every row received once',
  async () => {
    const [warehouse] = (await client.state()).warehouses
    const lines = Array.from({ length: ROWS }, (_, n) => `T;1;${n + 1}`)
    const { id } = await upload(client, `Артикул;Остаток;Цена закупки\n${lines.join('\n')}\n`, {
      kind: 'opening_stock',
    })
    await mapped(client, id, { warehouseId: warehouse.id, supplier: 'Остатки' })
    await applyAndKill(id, 'lots')
    expect((await totals()).lots).toBeGreaterThan(0)
    expect((await client.get(`${TABLE_IMPORTS}/${id}`)).json.counts.applied).toBeLessThan(ROWS)
    const end = await untilTable(client, id, 'done')
    expect(end.counts).toMatchObject({ create: ROWS, applied: ROWS, failed: 0 })
    const { stock, lots } = await client.state()
    expect(stock[0]).toMatchObject({ onHand: ROWS })
    const costs = lots.map(({ unitCost }: Json) => unitCost).sort((a: number, b: number) => a - b)
    expect(costs).toEqual(lines.map((_, n) => n + 1))
    expect((await client.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  },
  TIMEOUT_MS,
)

test(
  'products, a kill in the middle, each made once and known by its row; those for the archive are in it',
  async () => {
    const lines = Array.from({ length: ROWS }, (_, n) => `P-${n};Товар ${n};${n % 2 === 0 ? 'да' : 'нет'}`)
    const { id } = await upload(client, `Артикул;Название;В архиве\n${lines.join('\n')}\n`)
    await mapped(client, id)
    await applyAndKill(id, 'products')
    await untilTable(client, id, 'done')
    const made = (await client.state()).products.filter(({ sku }: Json) => sku.startsWith('P-'))
    expect(made.map(({ sku }: Json) => sku).sort()).toEqual(lines.map((one) => one.split(';')[0]).sort())
    expect(made.filter(({ archived }: Json) => archived)).toHaveLength(ROWS / 2)
    const idOf = new Map(made.map((one: Json) => [one.sku, one.id]))
    for (const { cells, recordId, outcome } of await allRows(id))
      expect([recordId, outcome]).toEqual([idOf.get(cells[0]), 'applied'])
  },
  TIMEOUT_MS,
)
