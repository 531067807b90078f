/**
 * Tests a company's connection to MoySklad: the token is verified, stored encrypted and never shown, and only owners
 * see the connection.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseSecretKeys } from '../../server/access/secret-key.ts'
import { openTokenSeal } from '../../server/moysklad/sealed-token.ts'
import type { Service } from '../../server/service.ts'
import { FAKE_TOKEN, type FakeMoysklad, type Fault, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { putJob, setJobs } from '../support/moysklad/import-jobs.ts'
import { FOREVER, openAskingNode, TEST_PACE } from '../support/moysklad/node.ts'
import { expectPaced, useSendTimes } from '../support/moysklad/pace.ts'
import { startNode, useService } from '../support/node/service.ts'
import { addMember, newOwner, type Owner, withKey } from '../support/scene/team.ts'

const URL = '/api/v1/integrations/extsys'
const CONNECTION = `${URL}/connection`
const NARROW = 'narrow-token-0123456789'

const service = useService()
useSendTimes()
let fake: FakeMoysklad
/** A node that uses the fake MoySklad. */
let node: Service
let owner: Owner

beforeAll(async () => {
  fake = await startFakeMoysklad({
    tokens: { [FAKE_TOKEN]: {}, [NARROW]: { forbidden: ['supply', 'bundle'], own: ['counterparty'] } },
  })
  node = await startNode(service.databaseUrl, { extsys: { url: fake.url, pace: TEST_PACE } })
})
afterAll(async () => {
  await node.stop()
  await fake.close()
})
beforeEach(async () => {
  owner = await newOwner(node.appUrl)
  fake.log.length = 0
})

const connect = (token = FAKE_TOKEN, asking = {}) => owner.post(CONNECTION, { token }, asking)
const log = async () =>
  (await owner.get('/api/v1/audit')).json.items.map(({ action, summary }: { action: string; summary: string }) => [
    action,
    summary,
  ])

test('a company without a connection to MoySklad is shown as not connected', async () => {
  const { status, json, headers } = await owner.get(URL)
  expect([status, json]).toEqual([
    200,
    { available: true, migrationPending: false, connection: { connected: false }, jobs: [] },
  ])
  expect(headers.get('cache-control')).toContain('no-store')
})

test('a MoySklad token is verified by a single request', async () => {
  const { status, json } = await connect()
  const { accountName } = fake.account.settings
  const connection = {
    ...{
      connected: true,
      accountName,
      connectedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      employeeName: 'Администратор',
    },
    rights: { missing: [], partial: [], seesCosts: true },
  }
  expect([status, json]).toMatchObject([200, { result: connection, state: { settings: {} } }])
  expect(fake.log.map(({ path }) => path)).toEqual(['/context/employee'])
  expect((await owner.get(URL)).json.connection).toEqual(json.result)
  expect(await log()).toContainEqual(['integration.connected', `Connected to MoySklad, account "${accountName}"`])
})

test('the connection to MoySklad lists the rights that the import needs but the token lacks', async () => {
  const { rights } = (await connect(NARROW)).json.result
  expect(rights).toEqual({ missing: ['bundle', 'supply'], partial: ['counterparty'], seesCosts: true })
})

const REJECTED: [string, Fault['how'], RegExp][] = [
  ['a wrong token', { kind: 'status', status: 401, code: 1056 }, /does not accept the token/],
  ['a user without access to the API', { kind: 'status', status: 403, code: 1061 }, /may not use the API/],
  ['missing rights', { kind: 'status', status: 403, code: 1016 }, /may not see this/],
  ['a tariff without access', { kind: 'status', status: 403, code: 1070 }, /tariff/],
]
test.each(REJECTED)(
  '%s makes connecting to MoySklad fail with a specific message, and a repeated command does not contact MoySklad again',
  async (_name, how, detail) => {
    fake.fail({ how })
    const key = withKey('connect-with-it')
    const { status, json, text } = await connect(FAKE_TOKEN, key)
    expect([status, json.code]).toEqual([400, 'EXTERNAL_TOKEN_REJECTED'])
    expect(json.detail).toMatch(detail)
    const again = await connect(FAKE_TOKEN, key)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([text, 'true'])
    expect(fake.log).toHaveLength(1)
    expect((await owner.get(URL)).json.connection).toEqual({ connected: false })
  },
)

const UNAVAILABLE: [string, Fault['how'], RegExp][] = [
  ['a MoySklad that is down', { kind: 'status', status: 503 }, /is not working right now/],
  ['a MoySklad that cannot be reached', { kind: 'reset' }, /cannot be reached/],
  ['a broken answer', { kind: 'html', status: 200 }, /broken or incomplete/],
  ['a MoySklad that asks to wait', { kind: 'too often', retryAfterMs: 50 }, /asks to wait.*tried again at 2/],
]
test.each(UNAVAILABLE)(
  '%s is not treated as a rejected token, and the connect command can be retried with the same idempotency key',
  async (_name, how, detail) => {
    fake.fail({ how })
    const key = withKey('connect-when-it-works')
    const { status, json } = await connect(FAKE_TOKEN, key)
    expect([status, json.code]).toEqual([503, 'EXTERNAL_UNAVAILABLE'])
    expect(json.detail).toMatch(detail)
    expect((await connect(FAKE_TOKEN, key)).json.result.connected).toBe(true)
  },
)

test('a repeated connect command gets the same response without contacting MoySklad again', async () => {
  const key = withKey('connect-once')
  const first = await connect(FAKE_TOKEN, key)
  const again = await connect(FAKE_TOKEN, key)
  expect([again.json, again.headers.get('idempotent-replayed')]).toEqual([first.json, 'true'])
  const other = await connect(NARROW, key)
  expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  expect(fake.log).toHaveLength(1)
})

test('a new MoySklad token replaces the current one', async () => {
  await connect(NARROW)
  expect((await connect()).json.result.rights.missing).toEqual([])
})

test('disconnecting from MoySklad deletes the token', async () => {
  await connect()
  const { status, json } = await owner.send('DELETE', CONNECTION, {})
  expect([status, json]).toMatchObject([200, { result: { connected: false } }])
  expect((await owner.get(URL)).json.connection).toEqual({ connected: false })
  const { rowCount } = await service.database.query('select from extsys_connections where company_id = $1', [
    owner.companyId,
  ])
  expect(rowCount).toBe(0)
  const again = await owner.send('DELETE', CONNECTION, {})
  expect([again.status, again.json.code]).toEqual([404, 'NOT_FOUND'])
  expect((await log())[0][0]).toBe('integration.disconnected')
})

test('a token of another MoySklad account is refused while an import is unfinished', async () => {
  const { accountId } = fake.account.settings
  await putJob(service.database, owner.companyId, { status: 'failed', accountId: 'another' })
  const { status, json } = await connect()
  expect([status, json.code]).toEqual([409, 'JOB_STATE'])
  expect(json.detail).toContain(`another account, "${fake.account.settings.accountName}"`)
  expect((await owner.get(URL)).json.connection).toEqual({ connected: false })
  await setJobs(service.database, owner.companyId)
  await putJob(service.database, owner.companyId, { status: 'failed', accountId })
  expect((await connect()).json.result.connected).toBe(true)
})

test.each([{}, { token: 5 }, { token: 'short' }, { token: 'with a space in it' }, { token: FAKE_TOKEN, more: 1 }])(
  'an invalid connect command (%j) is refused without contacting MoySklad, and the refusal is not stored',
  async (body) => {
    const { status, json, text } = await owner.post(CONNECTION, body)
    expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(text).not.toContain('with a space in it')
    expect(fake.log).toEqual([])
  },
)

test('MoySklad token checks stay within the allowed request rate', async () => {
  const others = [await newOwner(node.appUrl), await newOwner(node.appUrl)]
  await Promise.all([connect(), connect(NARROW), connect('a-wrong-token-0123456789')])
  expect(fake.log).toHaveLength(3)
  expectPaced(fake.log)
  fake.log.length = 0
  // Use a token without recent requests, so that only the check of the token can delay the next request.
  await new Promise((resolve) => setTimeout(resolve, 2 * TEST_PACE.gapMs))
  await Promise.all(others.map((other) => other.post(CONNECTION, { token: FAKE_TOKEN })))
  expect(fake.log).toHaveLength(2)
  expectPaced(fake.log)
})

test('the first request over a new MoySklad connection waits for the required gap after the token check', async () => {
  await connect()
  const [checked] = fake.log
  const asking = openAskingNode(service.databaseUrl, fake.url)
  const { accountId } = fake.account.settings
  // This client uses another company's token; only the MoySklad account is the same.
  const client = asking.client({ token: NARROW, accountId })
  await client.get('/entity/currency', { signal: FOREVER }, async () => null)
  expectPaced([checked!, fake.log.at(-1)!])
  await asking.close()
})

test('only owners can connect a company to MoySklad', async () => {
  const manager = await addMember({ ...service, sessionUrl: node.appUrl } as typeof service, owner, 'manager')
  for (const [method, path, body] of [
    ['GET', URL, undefined],
    ['POST', CONNECTION, { token: FAKE_TOKEN }],
    ['DELETE', CONNECTION, {}],
  ] as const)
    expect((await manager.send(method, path, body)).json.code).toBe('FORBIDDEN')
  expect(fake.log).toEqual([])
})

test('an encrypted MoySklad token can be decrypted only for its own company and with the same key', () => {
  const KEYS = 'one secret key for this test alone 1'
  const old = openTokenSeal(parseSecretKeys(`1:${KEYS}`))
  const rotated = openTokenSeal(parseSecretKeys(`2:another secret key for this test 2,1:${KEYS}`))
  const sealed = old.seal('company', FAKE_TOKEN)
  expect(sealed).not.toContain(FAKE_TOKEN)
  expect(old.seal('company', FAKE_TOKEN)).not.toBe(sealed)
  expect(rotated.open('company', sealed)).toBe(FAKE_TOKEN)
  expect(rotated.seal('company', FAKE_TOKEN)).toMatch(/^2\./)
  expect(() => old.open('another company', sealed)).toThrow()
  expect(() => old.open('company', `${sealed.slice(0, -2)}AA`)).toThrow()
  expect(() => old.open('company', rotated.seal('company', FAKE_TOKEN))).toThrow(/version 2 of the secret key/)
})
