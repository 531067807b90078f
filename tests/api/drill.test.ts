/**
 * Tests a drill copy, which is started on restored data to practise a restore. It must send nothing to external
 * systems, and every response must state that it comes from a copy.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { type MailServer, startMailServer } from '../support/fakes/mail-server.ts'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { TEST_PACE } from '../support/moysklad/node.ts'
import { cloneDatabase, newCompany, startNode } from '../support/node/service.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'
import { addOwner, notificationsOf, setSettings, until } from '../support/scene/notifications.ts'
import { newOwner } from '../support/scene/team.ts'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let mailServer: MailServer
let fake: FakeMoysklad
let drill: Service

/**
 * These constants give the time one minute after the next midnight in Moscow. At that time the daily summary of a day
 * with new orders is due.
 */
const DAY_MS = 86_400_000
const MOSCOW_MS = 3 * 3_600_000
const nextDay = new Date((Math.floor((Date.now() + MOSCOW_MS) / DAY_MS) + 1) * DAY_MS - MOSCOW_MS + 60_000)

/** Starts a node, as a drill copy or as the real service, on which e-mail and MoySklad are configured. */
function start(isDrill: boolean): Promise<Service> {
  const mail = { smtpUrl: mailServer.url, from: 'Складно <sklad@example.org>' }
  const extsys = { url: fake.url, pace: TEST_PACE }
  return startNode(cloned.url, { drill: isDrill, mail, extsys, summaryTime: '00:00' }, () => nextDay)
}

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  mailServer = await startMailServer()
  fake = await startFakeMoysklad()
  drill = await start(true)
})
afterAll(async () => {
  await drill.stop()
  await fake.close()
  await mailServer.close()
  await database.end()
  await cloned.drop()
})

test('every response, the readiness check and the session state that this is a drill copy', async () => {
  for (const path of ['/readyz', '/healthz', '/api/v1/bootstrap', '/no-such-page'])
    expect((await fetch(drill.apiUrl + path)).headers.get('skladno-drill')).toBe('true')
  expect(await (await fetch(`${drill.apiUrl}/readyz`)).json()).toEqual({ status: 'ready', drill: true })
  const owner = await newOwner(drill.appUrl)
  expect(await owner.session()).toMatchObject({ drill: true })
})

test('a drill copy sends nothing to the external system, and refuses commands that would, stating the reason', async () => {
  const owner = await newOwner(drill.appUrl)
  const reply = await owner.post('/api/v1/integrations/extsys/connection', { token: FAKE_TOKEN })
  expect([reply.status, reply.json.code]).toEqual([503, 'EXTERNAL_UNAVAILABLE'])
  expect(reply.json.detail).toContain('copy for a drill')
  expect(fake.log).toEqual([])
})

test('a drill copy sends no e-mail and creates no daily summary', async () => {
  const client = await newCompany(database, drill.apiUrl)
  const shop = await openShop(client, 10)
  await client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', price: 150, minStock: 5 })
  await setSettings(client, { lowStockAlerts: true, dailySummary: true })
  await addOwner(database, client, 'anna@example.org')
  await client.made('POST', '/api/v1/orders', orderBody(shop, 6))
  const before = await notificationsOf(database, client)
  expect(before).toMatchObject([{ isMailed: false }])
  expect(mailServer.mails).toEqual([])
  const service = await start(false)
  try {
    await until(async () =>
      (await notificationsOf(database, client)).some(
        ({ record, isMailed }) => record.kind === 'daily_summary' && isMailed,
      ),
    )
    expect(mailServer.mails.length).toBeGreaterThan(0)
    expect((await fetch(`${service.apiUrl}/readyz`)).headers.get('skladno-drill')).toBeNull()
  } finally {
    await service.stop()
  }
})
