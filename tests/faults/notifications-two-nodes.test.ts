/** Checks that if two nodes detect the same event, only one notification is created and only one e-mail is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { type MailServer, startMailServer } from '../support/fakes/mail-server.ts'
import type { Client } from '../support/node/client.ts'
import { cloneDatabase, emptyDatabase, newCompany, startNode } from '../support/node/service.ts'
import { inParallel } from '../support/node/state.ts'
import { openShop, orderBody, receive } from '../support/scene/fixtures.ts'
import { addOwner, notificationsOf, setSettings, until } from '../support/scene/notifications.ts'

const COMPANIES = 12
const FALLS = 8
const MORNING = new Date('2027-03-08T05:00:00.000Z')

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let mailServer: MailServer
let nodes: Service[]
let clock = new Date('2027-03-08T04:59:00.000Z')

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  mailServer = await startMailServer()
  nodes = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await mailServer.close()
  await database.end()
  await cloned.drop()
})

const start = () => startNode(cloned.url, { mail: { smtpUrl: mailServer.url, from: 'sklad@example.org' } }, () => clock)

async function newOwnedCompany(index: number): Promise<Client> {
  const client = await newCompany(database, nodes[index % 2]!.apiUrl)
  await addOwner(database, client, `owner-${client.companyId}@example.org`)
  return client
}

const mailsTo = ({ companyId }: Client) =>
  mailServer.mails.filter(({ to }) => to.includes(`owner-${companyId}@example.org`))

const areMailed = (client: Client, count: number) => async () => {
  const notified = await notificationsOf(database, client)
  return notified.length >= count && notified.every(({ isMailed }) => isMailed)
}

test('two nodes that start at the same time on an empty database both start, with a working job queue', async () => {
  const empty = await emptyDatabase()
  const started = await Promise.allSettled([startNode(empty.url), startNode(empty.url)])
  for (const one of started) if (one.status === 'fulfilled') await one.value.stop()
  await empty.drop()
  expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('each fall of a product below its minimum causes one notification and one e-mail, whichever node causes the fall', async () => {
  const client = await newOwnedCompany(0)
  const shop = await openShop(client, 10)
  await client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: 'Чайник', price: 150, minStock: 5 })
  await setSettings(client, { lowStockAlerts: true })
  const at = (node: number) => ({ ...shop, client: client.at(nodes[node % 2]!.apiUrl) })
  for (let fall = 0; fall < FALLS; fall += 1) {
    // Ten units are available. One of the six simultaneous orders takes the stock below the minimum, and it is not
    // known which one.
    await inParallel(6, 6, async (index) => {
      await at(index).client.made('POST', '/api/v1/orders', orderBody(shop, 1))
    })
    await receive(at(fall + 1), 6)
  }
  await until(areMailed(client, FALLS))
  const ids = (await notificationsOf(database, client)).map(({ record }) => record.id)
  expect(ids).toHaveLength(FALLS)
  expect(
    mailsTo(client)
      .map(({ messageId }) => messageId)
      .sort(),
  ).toEqual(ids.map((id) => `<${id}@example.org>`).sort())
})

test('two nodes together create one daily summary and one e-mail for every company that wants them', async () => {
  const clients = await Promise.all(Array.from({ length: COMPANIES }, (_, index) => newOwnedCompany(index)))
  for (const [index, client] of clients.entries()) await setSettings(client, { dailySummary: index % 3 !== 0 })
  clock = MORNING
  const wanting = clients.filter((_, index) => index % 3 !== 0)
  for (const client of wanting) await until(areMailed(client, 1))
  // Start a node in the middle of the morning. It offers the same job again; if the job had another name, it would run
  // twice.
  const late = await start()
  await late.stop()
  for (const [index, client] of clients.entries()) {
    const wanted = index % 3 === 0 ? 0 : 1
    expect(await notificationsOf(database, client)).toHaveLength(wanted)
    expect(mailsTo(client)).toHaveLength(wanted)
  }
})

test('a repeated morning job creates no second daily summary', async () => {
  const client = await newOwnedCompany(0)
  await setSettings(client, { dailySummary: true })
  clock = new Date(MORNING.getTime() + 86_400_000)
  await until(areMailed(client, 1))
  // Delete the finished job from the queue, as the queue's own clean-up does.
  await database.query(`delete from pgboss.job where name = 'daily-summary'`)
  const again = await start()
  await until(async () => {
    const { rows } = await database.query(
      `select 1 from pgboss.job where name = 'daily-summary' and state = 'completed'`,
    )
    return rows.length === 1
  })
  await again.stop()
  expect(await notificationsOf(database, client)).toHaveLength(1)
  expect(mailsTo(client)).toHaveLength(1)
})
