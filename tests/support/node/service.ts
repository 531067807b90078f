/** A real server on a real, fresh database, for one test file. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeAll, inject } from 'vitest'
import { insertToken } from '../../../server/access/company-sql.ts'
import type { PasswordHashing } from '../../../server/access/passwords.ts'
import { parseSecretKeys } from '../../../server/access/secret-key.ts'
import { newSecret } from '../../../server/access/tokens.ts'
import type { Config } from '../../../server/config.ts'
import { emptyTotals } from '../../../server/domain/books.ts'
import { packTotals } from '../../../server/engine/packed-totals.ts'
import type { FileStoreSettings } from '../../../server/integrations/file-store.ts'
import { paceWithGap } from '../../../server/moysklad/pace.ts'
import { type Service, startService } from '../../../server/service.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import { insertCompany } from '../../../server/store/companies.ts'
import { type Database, openDatabase } from '../../../server/store/database.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { Client } from './client.ts'
import { TEMPLATE, withDatabaseName } from './postgres.ts'

const DAY_MS = 86_400_000

const DEFAULTS = {
  host: '127.0.0.1',
  apiPort: 0,
  appPort: 0,
  appPortIsSet: true,
  appUrl: null as string | null,
  publicUrl: null as string | null,
  trustProxy: false as Config['trustProxy'],
  secretKeys: parseSecretKeys('a secret key for tests, of no use elsewhere') as Config['secretKeys'],
  sessions: { idleMs: 7 * DAY_MS, maxMs: 30 * DAY_MS },
  // Scrypt takes longer than most tests; tests about passwords switch it on.
  passwords: CHEAP_HASHING as PasswordHashing,
  // Built only for tests of the app.
  app: null as Config['app'],
  dataDir: '/nonexistent',
  drill: false,
  holdMigrations: false,
  memoryLimitBytes: 1 << 30,
  // A test machine with two busy cores lags, and these tests are not about load shedding.
  maxLagMs: 0,
  rateLimitPerMinute: 0,
  connections: { max: 2_000, maxPerAddress: 500 },
  maxClockLeadMs: 300_000,
  logLevel: 'silent',
  mail: null as Config['mail'],
  summaryTime: '08:00',
  // Recognition takes seconds of processor time: tests about it switch it on.
  recognition: { recognizer: null, workers: 0 } as Config['recognition'],
  // Nothing listens there: tests about the import start a fake.
  extsys: { url: 'http://127.0.0.1:9/api/remap/1.2', pace: paceWithGap(10) } as Config['extsys'],
}

/** A test's settings of a node. */
export type NodeSettings = Partial<typeof DEFAULTS & Pick<Config, 'files'>>

/** The file store shared by all tests: companies share no files in it. */
export function testFiles(): FileStoreSettings {
  const folder = inject('filesFolder')
  return { place: { folder }, incoming: join(folder, 'incoming') }
}

/** Clones the migrated template database; `drop` removes the clone. */
export const cloneDatabase = () => makeDatabase(TEMPLATE)

/** Copies a database that nobody is connected to, like restoring a dump next to it. */
export const copyDatabase = (url: string) => makeDatabase(/\/(\w+)(\?|$)/.exec(url)![1]!)

/** Creates an empty database. */
export const emptyDatabase = () => makeDatabase('template0')

async function makeDatabase(template: string): Promise<{ url: string; tcpUrl: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  // Nobody is connected to the template and its files are few: copying them takes a fifth of the time of writing through the
  // log.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.end()
  return {
    url: withDatabaseName(inject('adminUrl'), name),
    tcpUrl: withDatabaseName(inject('tcpUrl'), name),
    async drop() {
      const client = new pg.Client({ connectionString: inject('adminUrl') })
      await client.connect()
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    },
  }
}

/** Returns the configuration of a test node. */
export function nodeConfig(databaseUrl: string, settings: NodeSettings = {}): Config {
  return { files: testFiles(), ...DEFAULTS, ...settings, databaseUrl }
}

/** Starts a node of the service on a database, in this process. */
export function startNode(databaseUrl: string, settings: NodeSettings = {}, now?: () => Date): Promise<Service> {
  const config = nodeConfig(databaseUrl, settings)
  return startService(config, pino({ level: config.logLevel }), now)
}

export interface TestService {
  /** The running node's API address. */
  readonly url: string
  /** The running node's session address. */
  readonly sessionUrl: string
  readonly databaseUrl: string
  /** Connected as the service's role: row-level security applies. */
  readonly database: Database
  /** Makes a new, empty company. Returns a client with its token. */
  newCompany(name?: string): Promise<Client>
}

/** Call at the top of a test file: one node on its own database from before the first test until after the last. */
export function useService(settings: NodeSettings = {}): TestService {
  let service: Service
  let cloned: Awaited<ReturnType<typeof cloneDatabase>>
  let database: Database
  beforeAll(async () => {
    cloned = await cloneDatabase()
    service = await startNode(cloned.url, settings)
    database = openDatabase(cloned.url, () => {})
  })
  afterAll(async () => {
    await database.end()
    await service.stop()
    await cloned.drop()
  })
  return {
    get url() {
      return service.apiUrl
    },
    get sessionUrl() {
      return service.appUrl
    },
    get databaseUrl() {
      return cloned.url
    },
    get database() {
      return database
    },
    newCompany: (name) => newCompany(database, service.apiUrl, name),
  }
}

/**
 * Makes a company directly in the database, like the shell command but without an owner: hashing a password takes longer than
 * most tests.
 */
export async function newCompany(database: Database, url: string, name = 'Тестовая компания'): Promise<Client> {
  const companyId = v7()
  const at = new Date().toISOString()
  await writeCompany(database, companyId, (tx) =>
    insertCompany(tx, { id: companyId, name, at, totals: packTotals(emptyTotals()), counters: '{"orders":0}' }),
  )
  const { token } = await issueToken(database, companyId)
  return new Client(url, token, companyId)
}

/** Issues another token of a company. */
export async function issueToken(database: Database, companyId: string): Promise<{ id: string; token: string }> {
  const { secret, secretHash, prefix } = newSecret()
  const id = v7()
  await insertToken(database, { secretHash, id, companyId, name: 'test', prefix, at: new Date().toISOString() })
  return { id, token: secret }
}
