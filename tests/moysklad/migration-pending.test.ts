/**
 * Tests a service without the import tables, whose migration an operator is holding back. Everything must work except
 * imports, and the refusal of an import must give the reason.
 */
import fetchCookie from 'fetch-cookie'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionClient } from '../../sdk/index.ts'
import { migrate } from '../../server/store/migrations.ts'
import { runImport } from '../../tools/import/run.ts'
import { openTerminal } from '../../tools/import/terminal.ts'
import { ALL } from '../support/moysklad/import-jobs.ts'
import { Client } from '../support/node/client.ts'
import { emptyDatabase, startNode } from '../support/node/service.ts'
import { addWarehouse } from '../support/scene/fixtures.ts'
import { issued, newOwner, type Owner, withKey } from '../support/scene/team.ts'

const URL = '/api/v1/integrations/extsys'
const OPTIONAL = ['0015-external-import-jobs.sql']

const database = await emptyDatabase()
const node = await startNode(database.url, { holdMigrations: 'optional' })
let owner: Owner

beforeAll(async () => {
  owner = await newOwner(node.appUrl)
})
afterAll(async () => {
  await node.stop()
  await database.drop()
})

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const COMMANDS: [string, string, object][] = [
  ['POST', `${URL}/connection`, { token: 'a-token-0123456789' }],
  ['DELETE', `${URL}/connection`, {}],
  ['POST', `${URL}/jobs`, ALL],
  ...['pause', 'resume', 'cancel', 'apply'].map((name): [string, string, object] => [
    'POST',
    `${URL}/jobs/${ID}/${name}`,
    {},
  ]),
]
const READS = ['rows', 'rows?source=true', 'problems', 'report', 'report?format=xlsx'].map(
  (path) => `${URL}/jobs/${ID}/${path}`,
)

test('imports are unavailable until their held-back migration is applied, but the warehouse works', async () => {
  const { status, json } = await owner.get(URL)
  expect([status, json]).toEqual([
    200,
    { available: true, migrationPending: true, connection: { connected: false }, jobs: [] },
  ])
  const { secret } = await issued(owner)
  expect(await addWarehouse(new Client(node.apiUrl, secret, owner.companyId))).toEqual(expect.any(String))
})

test.each(COMMANDS)(
  'until the migration for imports is applied, the command %s %s is refused, even if it is repeated',
  async (method, path, body) => {
    const key = withKey(`pending-${method}-${path.slice(-20)}`)
    for (const isReplay of [false, true]) {
      const { status, json, headers } = await owner.send(method, path, body, key)
      expect([status, json.code]).toEqual([409, 'MIGRATION_PENDING'])
      expect(json.detail).toMatch(/operator .* HOLD_MIGRATIONS/)
      expect(headers.get('idempotent-replayed')).toBe(isReplay ? 'true' : null)
    }
  },
)

test.each(READS)('until the migration for imports is applied, GET %s is refused', async (path) => {
  const { status, json } = await owner.get(path)
  expect([status, json.code]).toEqual([409, 'MIGRATION_PENDING'])
})

test('the import command in the shell tells the operator how to apply a migration that was held back', async () => {
  const client = createSessionClient({ baseUrl: node.appUrl, fetch: fetchCookie(fetch) as typeof fetch })
  const wishes = { only: null, language: 'ru', isYes: true, command: null, isResume: false } as const
  const { email, password } = owner.account
  const going = runImport({
    ...{ client, terminal: openTerminal(false, () => undefined), wishes: { ...wishes, email } },
    ...{ secrets: { password }, pollMs: 20, onInterrupt: () => undefined },
  })
  await expect(going).rejects.toThrow(/start the service without HOLD_MIGRATIONS/)
})

test('a running node makes imports available without a restart once their held-back migration is applied', async () => {
  expect(await migrate(database.url, { holdOptional: true })).toEqual([])
  expect((await owner.get(URL)).json.migrationPending).toBe(true)
  expect(await migrate(database.url)).toEqual(OPTIONAL)
  expect((await owner.get(URL)).json).toMatchObject({ available: true, migrationPending: false, jobs: [] })
  expect((await owner.post(`${URL}/jobs`, ALL)).json.code).toBe('NOT_CONNECTED')
  expect((await owner.get(READS[0]!)).json.code).toBe('NOT_FOUND')
  expect(await migrate(database.url, { holdOptional: true })).toEqual([])
})
