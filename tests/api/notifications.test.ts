/**
 * Tests low-stock notifications and daily summaries, in the app and by e-mail. Each is created once, and a failing mail
 * server does not stop commands.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { dueDay } from '../../server/workers/daily-summary.ts'
import { type MailServer, startMailServer } from '../support/fakes/mail-server.ts'
import type { Client } from '../support/node/client.ts'
import { cloneDatabase, newCompany, startNode } from '../support/node/service.ts'
import {
  addProduct,
  moveOrder,
  openShop,
  orderBody,
  placeOrder,
  receive,
  type Shop,
} from '../support/scene/fixtures.ts'
import { addOwner, notificationsOf, setSettings, until } from '../support/scene/notifications.ts'

const FROM = 'Складно <sklad@example.org>'
const MOSCOW = { time: '08:00', timeZone: 'Europe/Moscow' }
const DAY_MS = 86_400_000

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let mailServer: MailServer
let service: Service
/** The nodes' clock, which is set by tests. At first no summary is due. */
let clock = new Date('2020-01-01T00:00:00.000Z')

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  mailServer = await startMailServer()
  service = await start()
})
afterAll(async () => {
  await service.stop()
  await mailServer.close()
  await database.end()
  await cloned.drop()
})
beforeEach(() => {
  mailServer.mails.length = 0
})

const start = () => startNode(cloned.url, { mail: { smtpUrl: mailServer.url, from: FROM } }, () => clock)

let owners = 0

/** Creates a shop with 10 units of a product whose minimum is 5. Returns the shop and its owner's e-mail address. */
async function openWatchedShop(settings = { lowStockAlerts: true }): Promise<{ shop: Shop; email: string }> {
  const client = await newCompany(database, service.apiUrl)
  const shop = await openShop(client, 10)
  await client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', price: 150, minStock: 5 })
  await setSettings(client, settings)
  owners += 1
  const email = `owner-${owners}@example.org`
  await addOwner(database, client, email)
  return { shop, email }
}

const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to.includes(email))

/** Places an order for the given quantity, which lowers the available stock at once. */
const sell = (shop: Shop, quantity: number) => shop.client.made('POST', '/api/v1/orders', orderBody(shop, quantity))

const isMailed = async (client: Client, count = 1) =>
  (await notificationsOf(database, client)).filter((one) => one.isMailed).length === count

/** Waits until a new job is done. Jobs run in order, so all earlier ones are then done or skipped. */
async function letWorkersPass(): Promise<void> {
  const { shop } = await openWatchedShop()
  await sell(shop, 6)
  await until(() => isMailed(shop.client))
}

// Tests of e-mails.

test('a low-stock notification is e-mailed once to every owner of the company, and to nobody else', async () => {
  const { shop, email } = await openWatchedShop()
  await addOwner(database, shop.client, 'second@example.org')
  await addOwner(database, await newCompany(database, service.apiUrl), 'stranger@example.org')
  await sell(shop, 6)
  await until(() => isMailed(shop.client))
  const [{ record } = { record: null }] = await notificationsOf(database, shop.client)
  expect(mailServer.mails).toHaveLength(1)
  const [mail] = mailServer.mails
  expect([...mail!.to].sort()).toEqual([email, 'second@example.org'].sort())
  expect(mail).toMatchObject({
    from: 'sklad@example.org',
    subject: record.title,
    messageId: `<${record.id}@example.org>`,
  })
  expect(mail!.text.replaceAll('\r\n', '\n').trim()).toBe(`${record.text}\n\nЛавка`)
  expect(record).toMatchObject({ kind: 'low_stock', productId: shop.productId, readAt: null })
})

test('a notification is e-mailed only once, even if it is marked as read or a node starts', async () => {
  const { shop, email } = await openWatchedShop()
  await sell(shop, 6)
  await until(() => isMailed(shop.client))
  const [{ record } = { record: null }] = await notificationsOf(database, shop.client)
  for (const read of [true, false, true])
    await shop.client.made('PATCH', `/api/v1/notifications/${record.id}`, { read })
  const another = await start()
  await letWorkersPass()
  await another.stop()
  expect(mailsTo(email)).toHaveLength(1)
})

test('another e-mail is sent when a product’s stock falls below its minimum again', async () => {
  const { shop, email } = await openWatchedShop()
  await sell(shop, 6)
  await sell(shop, 1)
  await receive(shop, 10)
  await sell(shop, 9)
  await until(() => isMailed(shop.client, 2))
  await letWorkersPass()
  expect(mailsTo(email)).toHaveLength(2)
  expect(new Set(mailsTo(email).map(({ messageId }) => messageId)).size).toBe(2)
})

test('the next node to start sends the e-mails left unsent by a crashed node or by a node without a mail server', async () => {
  const { shop, email } = await openWatchedShop()
  const silent = await startNode(cloned.url)
  await silent.stop()
  const quiet = await startNode(cloned.url, {}, () => clock)
  await shop.client.at(quiet.apiUrl).made('POST', '/api/v1/orders', orderBody(shop, 6))
  await quiet.stop()
  expect(mailsTo(email)).toHaveLength(0)
  const next = await start()
  await until(() => isMailed(shop.client))
  await next.stop()
  expect(mailsTo(email)).toHaveLength(1)
})

test('if a crash loses the record that an e-mail was sent, the e-mail is sent again with the same Message-ID', async () => {
  const { shop, email } = await openWatchedShop()
  await sell(shop, 6)
  await until(() => isMailed(shop.client))
  const [{ record } = { record: null }] = await notificationsOf(database, shop.client)
  // Recreate the situation after a crash: the mail server had accepted the e-mail, then the node died, and the queue
  // gave up on the job.
  await writeCompany(database, shop.client.companyId, async (tx) => {
    await tx.query('update notifications set mailed_at = null where id = $1', [record.id])
    await tx.query('delete from pgboss.job where id = $1', [record.id])
  })
  const next = await start()
  await until(() => isMailed(shop.client))
  await next.stop()
  expect(mailsTo(email).map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${record.id}@example.org>`))
})

test('an address that the mail server permanently refuses does not prevent e-mails to others, and is not retried', async () => {
  const { shop, email } = await openWatchedShop()
  await addOwner(database, shop.client, 'gone@example.org')
  mailServer.refuseWith('gone@example.org', 550)
  await sell(shop, 6)
  await until(() => isMailed(shop.client))
  expect(mailsTo(email)).toHaveLength(1)
  expect(mailsTo(email)[0]!.to).toEqual([email])
  // Another company has only one owner, whose address the mail server refuses.
  const { shop: lost, email: lostEmail } = await openWatchedShop()
  mailServer.refuseWith(lostEmail, 550)
  await sell(lost, 6)
  const { shop: later, email: laterEmail } = await openWatchedShop()
  await sell(later, 6)
  await until(() => isMailed(later.client))
  expect(mailsTo(laterEmail)).toHaveLength(1)
  expect(mailsTo(lostEmail)).toHaveLength(0)
})

test('commands succeed while the mail server is down, and the e-mail is sent once when the server is back', async () => {
  const { shop, email } = await openWatchedShop()
  mailServer.beBusy(true)
  await sell(shop, 6)
  for (let index = 0; index < 20; index += 1)
    expect((await shop.client.post('/api/v1/price-types', { name: `${index}` })).status).toBe(200)
  await until(() => mailServer.turnedAway > 0)
  expect(await isMailed(shop.client, 0)).toBe(true)
  mailServer.beBusy(false)
  await until(() => isMailed(shop.client))
  expect(mailsTo(email)).toHaveLength(1)
})

test('a company without owners gets a stored notification but no e-mail', async () => {
  const client = await newCompany(database, service.apiUrl)
  const shop = await openShop(client, 10)
  await client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', price: 150, minStock: 5 })
  await setSettings(client, { lowStockAlerts: true })
  await sell(shop, 6)
  await letWorkersPass()
  expect(await notificationsOf(database, client)).toMatchObject([{ isMailed: false, record: { kind: 'low_stock' } }])
})

// Tests of the daily summary.

test.each([
  ['2026-11-21T04:59:59.999Z', MOSCOW, null],
  ['2026-11-21T05:00:00.000Z', MOSCOW, '2026-11-21'],
  ['2026-11-21T20:59:59.999Z', MOSCOW, '2026-11-21'],
  ['2026-11-21T21:00:00.000Z', MOSCOW, null],
  ['2026-11-21T21:00:00.000Z', { ...MOSCOW, time: '00:00' }, '2026-11-22'],
  ['2026-11-20T20:00:00.000Z', { time: '06:30', timeZone: 'Asia/Vladivostok' }, null],
  ['2026-11-20T20:30:00.000Z', { time: '06:30', timeZone: 'Asia/Vladivostok' }, '2026-11-21'],
  // At 01:00 UTC, Berlin's clocks skip from 02:00 to 03:00. The time 02:30 does not exist that day, so the summary is
  // due at 03:00.
  ['2026-03-29T00:59:00.000Z', { time: '02:30', timeZone: 'Europe/Berlin' }, null],
  ['2026-03-29T01:00:00.000Z', { time: '02:30', timeZone: 'Europe/Berlin' }, '2026-03-29'],
])('at %s, with the settings %j, the daily summary is due for the day %s', (now, time, day) => {
  expect(dueDay(new Date(now), time)).toBe(day)
})

/** Returns a given time on the Moscow day that is the given number of days from now. */
const morning = (days: number, time: string) => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(Date.now() + days * DAY_MS)
  return new Date(`${day}T${time}:00.000+03:00`)
}
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('companies that enabled the daily summary get it on time, with yesterday’s totals and the current stock', async () => {
  const { shop, email } = await openWatchedShop({ lowStockAlerts: false })
  const { client } = shop
  const { shop: other } = await openWatchedShop()
  await placeOrder(shop)
  await moveOrder(shop, (await sell(shop, 2)).id, 'shipped')
  await moveOrder(shop, (await sell(shop, 1)).id, 'cancelled')
  await receive(shop, 0.5, 33.33)
  const bundleless = await addProduct(client, { name: 'Кружка', minStock: 3 })
  await setSettings(client, { dailySummary: true })
  clock = morning(1, '07:59')
  await letWorkersPass()
  expect(await notificationsOf(database, client)).toEqual([])
  clock = morning(1, '08:00')
  await until(() => isMailed(client))
  const [{ record } = { record: null }] = await notificationsOf(database, client)
  expect(record).toMatchObject({ kind: 'daily_summary', productId: null, readAt: null })
  const placed = (await client.state()).orders.filter((order: { status: string }) => order.status !== 'cancelled')
  const total = placed.reduce((sum: number, order: { total: number }) => sum + order.total, 0)
  const rouble = (amount: number) => `${amount.toLocaleString('ru-RU', { minimumFractionDigits: 2 })} ₽`
  expect(plain(record.text).split('\n')).toEqual([
    plain(`Принято заказов: 2 на ${rouble(total)}`),
    plain(`Отгружено заказов: 1 на ${rouble(300)}, себестоимость ${rouble(200)}`),
    plain(`Поступлений: 2 на ${rouble(1016.67)}`),
    plain(`Стоимость остатков: ${rouble((await client.state()).totals.stockValue)}`),
    'Товаров ниже неснижаемого остатка: 1',
    '— Кружка: 0 из 3',
  ])
  expect(mailsTo(email)).toHaveLength(1)
  expect(mailsTo(email)[0]!.subject).toBe(record.title)
  expect(await notificationsOf(database, other.client)).toEqual([])
  expect(bundleless).toBeTruthy()
  const [entry] = (await client.get('/api/v1/audit?limit=1')).json.items
  expect(entry).toMatchObject({ action: 'summary.made', actor: { type: 'system' }, entityType: 'notification' })
})

test('a day’s summary is created only once, even if another node starts later', async () => {
  const { shop } = await openWatchedShop({ lowStockAlerts: false })
  await setSettings(shop.client, { dailySummary: true })
  clock = morning(2, '12:00')
  const missed = await start()
  await until(async () => (await notificationsOf(database, shop.client)).length === 1)
  await missed.stop()
  const again = await start()
  await letWorkersPass()
  await again.stop()
  expect(await notificationsOf(database, shop.client)).toHaveLength(1)
  clock = morning(3, '08:01')
  await until(async () => (await notificationsOf(database, shop.client)).length === 2)
})
