/** Starts a real server with its own real database for each test file. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import type { PasswordHashing } from '../../../server/access/passwords.ts'
import { parseSecretKeys } from '../../../server/access/secret-key.ts'
import type { Config } from '../../../server/config.ts'
import { NO_LIMITS } from '../../../server/domain/limits.ts'
import type { FileStoreSettings } from '../../../server/integrations/file-store.ts'
import { paceWithGap } from '../../../server/moysklad/pace.ts'
import { type Service, startService } from '../../../server/service.ts'
import { type Database, openDatabase } from '../../../server/store/database.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { Client } from './client.ts'
import { writeNewCompany } from './new-company.ts'
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
  // Use a cheap password hash, because the real one takes longer than most tests. Only tests about passwords use the
  // real one.
  passwords: CHEAP_HASHING as PasswordHashing,
  // Serve no app, because the app is built only for tests of the app.
  app: null as Config['app'],
  dataDir: '/nonexistent',
  drill: false,
  holdMigrations: 'none' as Config['holdMigrations'],
  memoryLimitBytes: 1 << 30,
  // Switch load shedding off, because a test machine with two busy cores would be taken for overloaded.
  maxLagMs: 0,
  rateLimitPerMinute: 0,
  limits: NO_LIMITS,
  connections: { max: 2_000, maxPerAddress: 500 },
  maxClockLeadMs: 300_000,
  logLevel: 'silent',
  logsRequests: false,
  drainMs: 0,
  backup: null as Config['backup'],
  metrics: null as Config['metrics'],
  traces: null as Config['traces'],
  mail: null as Config['mail'],
  summaryTime: '08:00',
  // Switch recognition off, because it takes seconds of processor time. Tests about recognition switch it on.
  recognition: { recognizer: null, workers: 0 } as Config['recognition'],
  // Use an address at which nothing listens. Tests about the import start a fake MoySklad.
  extsys: { url: 'http://127.0.0.1:9/api/remap/1.2', pace: paceWithGap(10) } as Config['extsys'],
}

/** The settings of a node that a test can change. */
export type NodeSettings = Partial<typeof DEFAULTS & Pick<Config, 'files'>>

/**
 * Returns the settings of the file store that all tests share. Sharing it is safe because companies have no stored
 * files in common.
 */
export function testFiles(): FileStoreSettings {
  const folder = inject('filesFolder')
  return { place: { folder }, incoming: join(folder, 'incoming') }
}

/** Clones the migrated template database. The result's `drop` function deletes the clone. */
export const cloneDatabase = () => makeDatabase(TEMPLATE)

/** Copies a database that has no open connections, as if a backup were restored next to it. */
export const copyDatabase = (url: string) => makeDatabase(/\/(\w+)(\?|$)/.exec(url)![1]!)

/** Creates a database without any tables. The result's `drop` function deletes it. */
export const emptyDatabase = () => makeDatabase('template0')

async function makeDatabase(template: string): Promise<{ url: string; tcpUrl: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  // Copy the template's files: there are few of them and nobody is connected to the template, so this takes a fifth of
  // the time of a copy through the write-ahead log.
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
  /** The address of the running node's API. */
  readonly url: string
  /** The address of the running node for the browser app. */
  readonly sessionUrl: string
  readonly databaseUrl: string
  /** Database connections with the service's role, so row-level security applies to them. */
  readonly database: Database
  /** Creates an empty company with a token, and returns a client that uses the token. */
  newCompany(name?: string): Promise<Client>
}

/**
 * Starts a node with its own database before the first test of a file, and stops it after the last. Call it at the top
 * of the file.
 */
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

/** Creates a company directly in the database, without an owner. */
export async function newCompany(database: Database, url: string, name = 'Тестовая компания'): Promise<Client> {
  const { companyId, token } = await writeNewCompany(database, name)
  return new Client(url, token, companyId)
}
