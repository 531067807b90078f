/** Checks that a company's days begin and end in its own time zone: in lists, the audit log, reports and summaries. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { moveOrder, openShop, placeOrder, receive, type Shop } from '../support/scene/fixtures.ts'
import { notificationsOf, setSettings, until } from '../support/scene/notifications.ts'

const service = useService({ maxClockLeadMs: 0 })
const ZONES = { 'Asia/Vladivostok': 10, 'Europe/Moscow': 3, 'Europe/Kaliningrad': 2 } as const
type Zone = keyof typeof ZONES

/**
 * The day before the history begins. It lies in the future, because otherwise jobs that follow the real clock would
 * count as overdue.
 */
const OPENED = '2041-05-09T12:00:00.000Z'
/** A time that is on 10 May in most time zones, and on 11 May in Vladivostok. */
const AFTERNOON = '2041-05-10T14:30:00.000Z'
/** A time that is on 11 May in most time zones, and on 10 May in Kaliningrad. */
const EVENING = '2041-05-10T21:30:00.000Z'
/** For each time zone, how many of AFTERNOON and EVENING are on the 10th and how many are on the 11th. */
const DAYS: Record<Zone, readonly [number, number]> = {
  'Asia/Vladivostok': [0, 2],
  'Europe/Moscow': [1, 1],
  'Europe/Kaliningrad': [2, 0],
}
const zones = Object.keys(ZONES) as Zone[]
let shops: Record<Zone, Shop>

beforeAll(async () => {
  vi.useFakeTimers({ now: Date.parse(OPENED), toFake: ['Date'] })
  const opened = zones.map(async (timeZone) => {
    const client = await service.newCompany()
    // The company in Moscow never sets its time zone, because Moscow is the default.
    await setSettings(client, { dailySummary: true, ...(timeZone === 'Europe/Moscow' ? {} : { timeZone }) })
    return [timeZone, await openShop(client, 10)] as const
  })
  shops = Object.fromEntries(await Promise.all(opened)) as typeof shops
  for (const moment of [AFTERNOON, EVENING]) {
    vi.setSystemTime(Date.parse(moment))
    for (const shop of Object.values(shops)) {
      await shop.client.made('POST', '/api/v1/products', { name: moment })
      await receive(shop, 1)
      await moveOrder(shop, (await placeOrder(shop)).id, 'shipped')
    }
    // In these time zones the daily summary is now due. Wait for it, because otherwise it would be created between two
    // of a test's requests.
    if (moment === AFTERNOON)
      for (const zone of ['Europe/Moscow', 'Europe/Kaliningrad'] as const) await untilSummed(shops[zone])
  }
})
const untilSummed = ({ client }: Shop) =>
  until(async () => (await notificationsOf(service.database, client)).length === 1)
afterAll(() => {
  vi.useRealTimers()
})

const counted = async (client: Client, path: string): Promise<number> => {
  const reply = await client.get(`/api/v1/${path}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.items.length
}
const report = async (client: Client, query: string): Promise<Json> => {
  const reply = await client.get(`/api/v1/reports/${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const LISTS = [
  ['products?', 'createdFrom', 'createdTo'],
  ['orders?', 'createdFrom', 'createdTo'],
  ['orders?', 'orderedFrom', 'orderedTo'],
  ['lots?', 'createdFrom', 'createdTo'],
  ['movements?type=shipment&', 'from', 'to'],
  ['audit?action=order.created&', 'from', 'to'],
] as const

const daysOf = (client: Client, [path, from, to]: (typeof LISTS)[number]) =>
  Promise.all(['2041-05-10', '2041-05-11'].map((day) => counted(client, `${path}${from}=${day}&${to}=${day}`)))

const turnoverDays = async (client: Client) => {
  const days = ['2041-05-10', '2041-05-11'].map((day) => report(client, `turnover?from=${day}&to=${day}`))
  return (await Promise.all(days)).map(({ totals }) => totals.receiptQuantity)
}

test.each(zones)('lists filtered by date in a company in %s use the days of that time zone', async (timeZone) => {
  const { client } = shops[timeZone]
  expect((await client.state()).settings.timeZone).toBe(timeZone)
  for (const list of LISTS) expect(await daysOf(client, list), list.join(' ')).toEqual(DAYS[timeZone])
})

test.each(zones)(
  'a period given as days of %s begins and ends at local midnight, and a period given as points in time is used unchanged',
  async (timeZone) => {
    const { client } = shops[timeZone]
    const at = Date.parse(AFTERNOON)
    const offset = `+${String(ZONES[timeZone]).padStart(2, '0')}:00`
    const local = new Date(at + ZONES[timeZone] * 3_600_000).toISOString().replace('Z', offset).replace('+', '%2B')
    expect(await counted(client, `movements?type=shipment&from=${local}&to=${local}`)).toBe(1)
    const [order] = (await client.get('/api/v1/orders?sort=orderedAt')).json.items
    const same = order.orderedAt.replace('Z', '%2B00:00')
    for (const moment of [order.orderedAt, same])
      expect(await counted(client, `orders?orderedFrom=${moment}&orderedTo=${moment}`)).toBe(1)
    const [day] = DAYS[timeZone]
    const midnight = Date.parse('2041-05-11T00:00:00Z') - ZONES[timeZone] * 3_600_000
    const [before, from] = [midnight - 1, midnight].map((one) => new Date(one).toISOString())
    const since = new Date(midnight - 86_400_000).toISOString()
    expect(await counted(client, `orders?orderedFrom=${since}&orderedTo=${before}`)).toBe(day)
    expect(await counted(client, `orders?orderedFrom=${from}`)).toBe(2 - day)
  },
)

test.each(zones)(
  'reports requested without a time zone use the days of the company’s time zone %s',
  async (timeZone) => {
    const { client } = shops[timeZone]
    const [tenth, eleventh] = DAYS[timeZone]
    expect(await turnoverDays(client)).toEqual([tenth, eleventh])
    // Read the report of the 9th, because no report extends beyond the last command.
    const midnight = new Date(Date.parse('2041-05-10T00:00:00Z') - ZONES[timeZone] * 3_600_000).toISOString()
    const page = await report(client, 'turnover?from=2041-05-10&to=2041-05-10')
    expect(page).toMatchObject({ timeZone, from: midnight })
    expect((await report(client, 'gross-profit?from=2041-05-10&to=2041-05-10&groupBy=order')).rowCount).toBe(tenth)
    for (const name of ['stock', 'stock-valuation'])
      expect(await report(client, `${name}?date=2041-05-09`)).toMatchObject({ timeZone, before: midnight })
    expect(await report(client, 'turnover?from=2041-05-10&to=2041-05-10&timeZone=UTC')).toMatchObject({
      timeZone: 'UTC',
      from: '2041-05-10T00:00:00.000Z',
      totals: { receiptQuantity: 2 },
    })
    const csv = (await client.get('/api/v1/reports/gross-profit?from=2041-05-09&groupBy=order&format=csv')).text
    const clock = new Date(Date.parse(EVENING) + ZONES[timeZone] * 3_600_000)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ')
    expect(csv).toContain(clock)
  },
)

test.each(zones)(
  'the dates in a refusal’s list of blockers are days in the company’s time zone %s',
  async (timeZone) => {
    const { client, productId } = shops[timeZone]
    const { blockers } = await client.refused('DELETE', `/api/v1/products/${productId}`, {})
    const days = blockers!.filter(({ label }) => label.startsWith('Lot of')).map(({ label }) => label.slice(-10))
    const [tenth, eleventh] = DAYS[timeZone]
    expect(days).toEqual(['2041-05-09', ...Array(tenth).fill('2041-05-10'), ...Array(eleventh).fill('2041-05-11')])
  },
)

test('after the company’s time zone changes, paging cursors of reports and lists are refused', async () => {
  const client = await service.newCompany()
  const shop = await openShop(client, 10)
  await placeOrder(shop)
  await placeOrder(shop)
  await client.made('POST', '/api/v1/products', { name: 'Второй' })
  await receive({ ...shop, productId: (await client.state()).products[1].id }, 1)
  const paths = ['orders?limit=1&orderedFrom=2041-05-01', 'reports/turnover?limit=1&from=2041-05-01']
  const cursors = await Promise.all(paths.map(async (path) => (await client.get(`/api/v1/${path}`)).json.nextCursor))
  await setSettings(client, { timeZone: 'Asia/Omsk' })
  for (const [index, path] of paths.entries()) {
    expect(cursors[index]).toEqual(expect.any(String))
    const reply = await client.get(`/api/v1/${path}&cursor=${cursors[index]}`)
    expect([reply.status, reply.json.errors[0].path]).toEqual([400, 'query/cursor'])
  }
})

test('each company gets its daily summary in the morning of its own time zone', async () => {
  const summaryOf = async (timeZone: Zone) => {
    const all = await notificationsOf(service.database, shops[timeZone].client)
    return all.map(({ record }) => record).find(({ title }) => title === 'Сводка за 10 мая 2041 г.')
  }
  for (const [index, timeZone] of zones.entries()) {
    const due = Date.parse('2041-05-11T08:00:00Z') - ZONES[timeZone] * 3_600_000
    vi.setSystemTime(Math.max(Date.now(), due - 1))
    for (const later of zones.slice(index)) expect(await summaryOf(later)).toBeUndefined()
    vi.setSystemTime(due)
    await until(async () => (await summaryOf(timeZone)) !== undefined)
    const { text } = await summaryOf(timeZone)
    expect(text).toContain(`Принято заказов: ${DAYS[timeZone][0]} `)
    expect(text).toContain(`Отгружено заказов: ${DAYS[timeZone][0]} `)
    expect(text).toContain(`Поступлений: ${DAYS[timeZone][0]} `)
  }
})

test('a change of the company’s time zone takes effect at once on every node, even for past dates', async () => {
  const { client } = shops['Europe/Moscow']
  const other = await startNode(service.databaseUrl, { maxClockLeadMs: 0 })
  try {
    const there = client.at(other.apiUrl)
    for (const list of LISTS) expect(await daysOf(there, list)).toEqual(DAYS['Europe/Moscow'])
    for (const timeZone of [...zones, 'Europe/Moscow' as const]) {
      await setSettings(client, { dailySummary: true, timeZone })
      for (const one of [there, client]) {
        for (const list of LISTS) expect(await daysOf(one, list), list.join(' ')).toEqual(DAYS[timeZone])
        expect(await turnoverDays(one)).toEqual(DAYS[timeZone])
      }
    }
  } finally {
    await other.stop()
  }
})

test('if summaries are turned on after their time of day, the first daily summary is sent the next morning', async () => {
  const late = await service.newCompany()
  const moved = await service.newCompany()
  // It is now 8:01 in Kamchatka, and 23:01 of the day before in Moscow.
  vi.setSystemTime(Date.parse('2041-05-15T20:01:00Z'))
  await setSettings(moved, { dailySummary: true })
  await setSettings(late, { dailySummary: true, timeZone: 'Asia/Kamchatka' })
  await setSettings(moved, { dailySummary: true, timeZone: 'Asia/Kamchatka' })
  const done = `select from pgboss.job where data ->> 'timeZone' = 'Asia/Kamchatka' and state = 'completed'`
  await until(async () => (await service.database.query(done)).rowCount === 1)
  for (const client of [late, moved]) expect(await notificationsOf(service.database, client)).toEqual([])
  const witness = await service.newCompany()
  const titles = async (client: Client) =>
    (await notificationsOf(service.database, client)).map(({ record }) => record.title).at(-1)
  vi.setSystemTime(Date.parse('2041-05-16T19:59:59Z'))
  await setSettings(witness, { dailySummary: true, timeZone: 'Asia/Kamchatka' })
  expect(await titles(late)).toBeUndefined()
  vi.setSystemTime(Date.parse('2041-05-16T20:00:00Z'))
  for (const client of [late, moved, witness])
    await until(async () => (await titles(client)) === 'Сводка за 16 мая 2041 г.')
  expect(await notificationsOf(service.database, late)).toHaveLength(1)
})
