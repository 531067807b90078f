/** The server is killed in the middle of writing a table: another one goes on, and no row is written twice. */
import { afterAll, expect, test } from 'vitest'
import { Client, type Json } from '../support/client.ts'
import { endServer, makeCompany, newDataDir, type ServerProcess, startServer } from '../support/server-process.ts'
import { mapped, rowsOf, TABLE_IMPORTS, untilTable, upload } from '../support/tables.ts'

const ROWS = 3_000
const KILLED_AFTER = 300
const TIMEOUT_MS = 120_000

let server: ServerProcess | undefined
const data = await newDataDir()
afterAll(async () => {
  if (server !== undefined) await endServer(server, 'SIGTERM')
  await data.remove()
})

test(
  'opening stock, a kill in the middle, every row received once',
  async () => {
    server = await startServer(data.path)
    const { url, token, companyId } = await makeCompany(data.path, server.url)
    const client = new Client(url, token, companyId)
    const { id: warehouseId } = await client.made('POST', '/api/v1/warehouses', { name: 'Основной' })
    await client.made('POST', '/api/v1/partners', { name: 'Остатки', type: 'Поставщик' })
    await client.made('POST', '/api/v1/products', { name: 'Чай', sku: 'T' })
    const lines = Array.from({ length: ROWS }, (_, n) => `T;1;${n + 1}`)
    const { id } = await upload(client, `Артикул;Остаток;Цена закупки\n${lines.join('\n')}\n`, {
      kind: 'opening_stock',
    })
    await mapped(client, id, { warehouseId, supplier: 'Остатки' })
    await client.post(`${TABLE_IMPORTS}/${id}/apply`)
    for (;;) {
      const { lots } = (await client.get('/api/v1/bootstrap')).json.totals
      if (lots >= KILLED_AFTER) break
    }
    await endServer(server, 'SIGKILL')
    server = await startServer(data.path)
    const again = client.at(server.url)
    const before = (await again.get('/api/v1/bootstrap')).json.totals.lots
    expect(before).toBeLessThan(ROWS)
    const end = await untilTable(again, id, 'done')
    expect(end.counts).toMatchObject({ create: ROWS, applied: ROWS, failed: 0 })
    const state = await again.state()
    expect(state.stock[0]).toMatchObject({ onHand: ROWS })
    expect(state.lots.map(({ unitCost }: Json) => unitCost).sort((a: number, b: number) => a - b)).toEqual(
      lines.map((_, n) => n + 1),
    )
    const rows = await rowsOf(again, id)
    expect(new Set(rows.map(({ recordId }) => recordId)).size).toBe(rows.length)
    expect((await again.get('/api/v1/self-check')).json).toMatchObject({ ok: true })
  },
  TIMEOUT_MS,
)
