/** Tests batches in the all-or-nothing mode, while the node's database connection is being cut. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { type Cut, type CuttingProxy, startCuttingProxy } from '../support/fakes/cutting-proxy.ts'
import type { Json } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { cloneDatabase, newCompany, startNode } from '../support/node/service.ts'
import { openShop, orderBody, stockRow } from '../support/scene/fixtures.ts'

const CUTS: readonly Cut[] = ['before', 'during', 'after', 'silent before', 'silent after']
/**
 * Texts that occur in the messages that the node sends to the database for a batch, in the order of these messages. The
 * last message ends the transaction.
 */
const MOMENTS = ['for update', 'commit_batch', 'project_company', 'commit\0']

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: CuttingProxy
let cutOff: Service
let safe: Service
let database: Database

beforeAll(async () => {
  cloned = await cloneDatabase()
  proxy = await startCuttingProxy(cloned.tcpUrl)
  cutOff = await startNode(proxy.url)
  safe = await startNode(cloned.url)
  database = openDatabase(cloned.url, () => {})
})
afterAll(async () => {
  await database.end()
  await safe.stop()
  await cutOff.stop()
  await proxy.stop()
  await cloned.drop()
})

const CASES = MOMENTS.flatMap((moment) => CUTS.map((cut) => [moment.replace('\0', ''), cut, moment] as const))

test.each(CASES)(
  'a batch with mode all is applied once and as a whole even if its database connection is cut at "%s" (%s)',
  async (_shown, cut, moment) => {
    const shop = await openShop(await newCompany(database, cutOff.apiUrl), 10)
    const { client, productId, warehouseId, supplier } = shop
    const command = (path: string, body: object) => ({
      key: randomUUID(),
      method: 'POST',
      path: `/api/v1/${path}`,
      body,
    })
    const commands = [
      command('stock/writeoff', { productId, warehouseId, quantity: 3, reason: 'Бой' }),
      // The cost of this receipt is read from the database. So the commands before it must already be written, and the
      // tables must be up to date.
      command('stock/receipt', { productId, warehouseId, supplier, unitCost: null, quantity: 5 }),
      command('orders', orderBody(shop, 12)),
    ]
    const send = (url: string) =>
      client.at(url).post('/api/v1/batch', { mode: 'all', commands }, { prefer: 'state=summary' })
    const cutsBefore = proxy.cuts
    proxy.cutNext(moment, cut)
    const first = await send(cutOff.apiUrl)
    // The cut may hit another of the node's transactions, after the batch has received its response.
    await expect.poll(() => proxy.cuts).toBe(cutsBefore + 1)
    proxy.spare()
    expect([200, 503]).toContain(first.status)

    const again = await send(cutOff.apiUrl)
    expect(again.status, again.text).toBe(200)
    const other = await send(safe.apiUrl)
    expect(other.json.results).toEqual(again.json.results.map((one: Json) => ({ ...one, isReplay: true })))
    if (first.status === 200) {
      // The client sent each key once. So no result may be marked as a repeat, even if the node had to look up whether
      // its commit succeeded.
      expect(first.json.results.map(({ isReplay }: Json) => isReplay)).toEqual([false, false, false])
      expect(first.json.results).toEqual(again.json.results.map((one: Json) => ({ ...one, isReplay: false })))
    }
    for (const url of [cutOff.apiUrl, safe.apiUrl])
      expect(await stockRow(client.at(url), productId, warehouseId)).toMatchObject({ onHand: 12, reserved: 12 })
    expect(await findDifferences(database, client.companyId)).toEqual([])
  },
)
