/** Tests where the secret key comes from, and that all nodes have the same one. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkSecretKeys,
  deriveKeys,
  loadSecretKeys,
  parseSecretKeys,
  type SecretKeys,
} from '../../server/access/secret-key.ts'
import { readConfig } from '../../server/config.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { cloneDatabase } from '../support/node/service.ts'

let folder: string
let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skladno-key-'))
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
})
afterAll(async () => {
  await database.end()
  await cloned.drop()
  await rm(folder, { recursive: true })
})

const LONG = 'abcdefghijklmnopqrstuvwxyz0123456789'

test('a missing secret key is created once, in a file that only its owner can read', async () => {
  const dataDir = join(folder, 'new')
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadSecretKeys(null, dataDir)))
  expect(new Set(loaded.map(([{ value }]) => value)).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['secret-key'])
  expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
  expect(await loadSecretKeys(null, dataDir)).toEqual(loaded[0])
  expect(loaded[0]![0].value.length).toBeGreaterThanOrEqual(43)
})

test('a configured secret key is used instead of the one in the key file', async () => {
  const keys = parseSecretKeys(LONG)
  expect(await loadSecretKeys(keys, join(folder, 'nowhere'))).toBe(keys)
  expect(await readdir(folder)).not.toContain('nowhere')
})

test('a truncated key file is not replaced, because encrypted data would be lost', async () => {
  await writeFile(join(folder, 'secret-key'), '1:')
  await expect(loadSecretKeys(null, folder)).rejects.toThrow(/does not hold a secret key/)
  expect(await readFile(join(folder, 'secret-key'), 'utf8')).toBe('1:')
})

test.each([
  ['one key', LONG, [[1, LONG]]],
  ['one key with spaces around it', ` ${LONG}\n`, [[1, LONG]]],
  ['one key that contains a comma', `${LONG},x`, [[1, `${LONG},x`]]],
  [
    'two versions, newest first',
    `3:${LONG}c, 1:${LONG}a`,
    [
      [3, `${LONG}c`],
      [1, `${LONG}a`],
    ],
  ],
])('the setting SECRET_KEY accepts %s', (_what, text, keys) => {
  expect(parseSecretKeys(text).map(({ version, value }) => [version, value])).toEqual(keys)
})

test.each([
  ['the key is too short', 'secret'],
  ['one of two versions is too short', `2:${LONG},1:short`],
  ['the oldest version comes first', `1:${LONG},2:${LONG}`],
  ['one version is given twice', `1:${LONG},1:${LONG}`],
  ['the version is 0', `0:${LONG}`],
  ['the key is empty', '2:'],
])('SECRET_KEY is refused, without being shown, if %s', (_what, text) => {
  const read = () => readConfig({ SECRET_KEY: text })
  expect(read).toThrow(/^SECRET_KEY must have/)
  expect(read).not.toThrow(new RegExp(LONG))
})

test('the keys that are derived from SECRET_KEY for different purposes are unrelated', () => {
  const keys = parseSecretKeys(LONG)
  const [one, two] = [deriveKeys(keys, 'sessions'), deriveKeys(keys, 'import')]
  expect(one[0].value).not.toBe(two[0].value)
  expect(deriveKeys(keys, 'sessions')).toEqual(one)
})

test('a node whose secret key differs from the first node’s is refused', async () => {
  const first: SecretKeys = parseSecretKeys(`1:${LONG}a`)
  await Promise.all([checkSecretKeys(database, first), checkSecretKeys(database, first)])
  await checkSecretKeys(database, first)
  await expect(checkSecretKeys(database, parseSecretKeys(`1:${LONG}b`))).rejects.toThrow(/same SECRET_KEY/)
  await checkSecretKeys(database, parseSecretKeys(`2:${LONG}b,1:${LONG}a`))
  await checkSecretKeys(database, first)
  await expect(checkSecretKeys(database, parseSecretKeys(`2:${LONG}c,1:${LONG}a`))).rejects.toThrow(/version 2/)
  const { rows } = await database.query('select check_value from secret_key_checks')
  expect(JSON.stringify(rows)).not.toContain(LONG)
})

test.each([
  [{ APP_URL: 'https://sklad.example.org/' }, { appUrl: 'https://sklad.example.org' }],
  [{}, { appUrl: null, appPort: 8081, appPortIsSet: false, trustProxy: false, secretKeys: null }],
  [{ API_PORT: '0' }, { appPort: 0 }],
  [{ APP_PORT: '9000' }, { appPort: 9000, appPortIsSet: true }],
  [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [{ TRUST_PROXY: '0' }, { trustProxy: false }],
  [{ TRUST_PROXY: '10.0.0.5, 192.168.0.0/24,fd00::/8' }, { trustProxy: ['10.0.0.5', '192.168.0.0/24', 'fd00::/8'] }],
])('valid network and session settings are read: %j', (env, config) => {
  expect(readConfig(env)).toMatchObject(config)
})

test.each([
  [{ APP_URL: 'sklad.example.org' }, /^APP_URL/],
  [{ APP_URL: 'https://sklad.example.org/app' }, /^APP_URL/],
  [{ APP_URL: 'ftp://sklad.example.org' }, /^APP_URL/],
  [{ APP_URL: 'https://user@sklad.example.org' }, /^APP_URL/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, /^TRUST_PROXY/],
  [{ SESSION_IDLE_HOURS: '48', SESSION_MAX_HOURS: '24' }, /^SESSION_IDLE_HOURS/],
  [{ SESSION_IDLE_HOURS: '0' }, /^SESSION_IDLE_HOURS/],
])('invalid network and session settings are refused: %j', (env, message) => {
  expect(() => readConfig(env as NodeJS.ProcessEnv)).toThrow(message)
})
