/** Tests reading and updating the company's settings. */
import { expect, test } from 'vitest'
import { startNode, useService } from '../support/node/service.ts'

/** Prevents the service from creating a daily summary during these tests, because that would raise the revision. */
const NO_SUMMARY = { summaryTime: '23:59' }
const service = useService(NO_SUMMARY)
const PATH = '/api/v1/settings'

test('every setting of a new company is off', async () => {
  const client = await service.newCompany('Новая')
  const { settings, company } = await client.state()
  expect(settings).toEqual({
    companyName: 'Новая',
    lowStockAlerts: false,
    dailySummary: false,
    timeZone: 'Europe/Moscow',
  })
  expect(company).toEqual({ id: client.companyId, name: 'Новая' })
})

test('settings can be read separately from the company state', async () => {
  const client = await service.newCompany('Новая')
  const reply = await client.get(PATH)
  expect(reply.status).toBe(200)
  expect(reply.json).toEqual((await client.state()).settings)
  const changed = { companyName: 'Лавка', lowStockAlerts: true, dailySummary: false, timeZone: 'Asia/Omsk' }
  await client.patch(PATH, changed)
  expect((await client.get(PATH)).json).toEqual(changed)
})

test('an update can change all settings, and every node shows the company’s new name', async () => {
  const client = await service.newCompany()
  for (const settings of [
    { companyName: 'Лавка', lowStockAlerts: true, dailySummary: false, timeZone: 'Asia/Omsk' },
    { companyName: 'Базар', lowStockAlerts: false, dailySummary: true, timeZone: 'Europe/Berlin' },
  ]) {
    const sent = { ...settings, companyName: ` ${settings.companyName} ` }
    const reply = await client.patch(PATH, sent, { prefer: 'state=changes' })
    expect(reply.json.result).toEqual(settings)
    expect(reply.json.state.changed).toEqual({ settings })
    expect((await client.state()).settings).toEqual(settings)
    expect((await client.state()).company.name).toBe(settings.companyName)
  }
  const restarted = await startNode(service.databaseUrl, NO_SUMMARY)
  try {
    const there = await client.at(restarted.apiUrl).get('/api/v1/bootstrap')
    expect(there.text).toBe((await client.get('/api/v1/bootstrap')).text)
  } finally {
    await restarted.stop()
  }
})

test('repeating a command first sent before the settings were updated still returns the old settings', async () => {
  const client = await service.newCompany('Старая')
  const first = await client.patch(
    PATH,
    { companyName: 'Один', lowStockAlerts: true, dailySummary: true },
    { key: 'settings-one' },
  )
  const summary = await client.patch(
    PATH,
    { companyName: 'Два', lowStockAlerts: false, dailySummary: true },
    { prefer: 'state=summary' },
  )
  expect(summary.json.state.company.name).toBe('Два')
  const body = { companyName: 'Один', lowStockAlerts: true, dailySummary: true }
  expect((await client.patch(PATH, body, { key: 'settings-one' })).text).toBe(first.text)
  const { items } = (await client.get('/api/v1/audit')).json
  expect(items[0]).toMatchObject({
    action: 'settings.updated',
    entityType: 'settings',
    summary: expect.stringContaining('Два'),
  })
})

test('saving unchanged settings raises the revision but changes nothing else', async () => {
  const client = await service.newCompany()
  const body = { companyName: 'Лавка', lowStockAlerts: true, dailySummary: true }
  await client.made('PATCH', PATH, body)
  const before = await client.state()
  await client.made('PATCH', PATH, body)
  expect(await client.state()).toEqual({ ...before, revision: before.revision + 1 })
})

test('the time zone is stored with its official spelling, kept if it is omitted, and reset to Moscow by null', async () => {
  const client = await service.newCompany()
  const body = { companyName: 'Лавка', lowStockAlerts: false, dailySummary: false }
  for (const [given, kept] of [
    [undefined, 'Europe/Moscow'],
    [' asia/vladivostok ', 'Asia/Vladivostok'],
    [undefined, 'Asia/Vladivostok'],
    [null, 'Europe/Moscow'],
    ['Europe/Kaliningrad', 'Europe/Kaliningrad'],
  ]) {
    expect(await client.made('PATCH', PATH, { ...body, timeZone: given })).toEqual({ ...body, timeZone: kept })
    expect((await client.state()).settings.timeZone).toBe(kept)
  }
})

test.each(['Moscow', 'MSK', '+03:00', 'UTC+3', 'Mars/Olympus'])(
  'a settings update with the invalid time zone %j is refused',
  async (timeZone) => {
    const client = await service.newCompany()
    const body = { companyName: 'Лавка', lowStockAlerts: true, dailySummary: true, timeZone }
    const message = 'must be an IANA time zone such as Europe/Moscow'
    expect(await client.refused('PATCH', PATH, body)).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: '/timeZone', message }],
    })
  },
)

test.each(['companyName', 'lowStockAlerts', 'dailySummary'])(
  'a settings update is refused if %s is missing, null or invalid',
  async (field) => {
    const client = await service.newCompany()
    const body: Record<string, unknown> = { companyName: 'Лавка', lowStockAlerts: true, dailySummary: true }
    for (const value of [null, undefined, '', 1])
      expect((await client.refused('PATCH', PATH, { ...body, [field]: value })).code).toBe('VALIDATION_FAILED')
  },
)
