/** Starts a real server with its own real database for each test file. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeAll, inject } from 'vitest'
import { insertToken } from '../../../server/access/company-sql.ts'
import type { PasswordHashing } from '../../../server/access/passwords.ts'
import { parseSecretKeys } from '../../../server/access/secret-key.ts'
import { newSecret } from '../../../server/access/tokens.ts'
import type { Config } from '../../../server/config.ts'
import { emptyTotals } from '../../../server/domain/books.ts'
import { NO_LIMITS } from '../../../server/domain/limits.ts'
import { packTotals } from '../../../server/engine/packed-totals.ts'
import type { FileStoreSettings } from '../../../server/integrations/file-store.ts'
import { paceWithGap } from '../../../server/moysklad/pace.ts'
import { type Service, startService } from '../../../server/service.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import { insertCompany } from '../../../server/store/companies.ts'
import { type Database, openDatabase } from '../../../server/store/database.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { copyOnNodes, dropOnNodes, runOn, withDatabaseName } from './citus-cluster.ts'
import { Client } from './client.ts'
import { TEMPLATE } from './postgres.ts'

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
  const nodes = inject('clusterNodes')
  // Copy the template's files: there are few of them and nobody is connected to the template, so this takes a fifth of
  // the time of a copy through the write-ahead log.
  if (nodes.length > 0 && template !== 'template0') await copyOnNodes(nodes, template, name)
  else await runOn(inject('adminUrl'), `create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabaseName(inject('adminUrl'), name),
    tcpUrl: withDatabaseName(inject('tcpUrl'), name),
    drop: () => dropOnNodes(nodes.length > 0 ? nodes : [inject('adminUrl')], name),
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

/**
 * Creates a company directly in the database, like the shell command but without an owner, because hashing the owner's password
 * would take longer than most tests.
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

/** Issues another token for a company, directly in the database. */
export async function issueToken(database: Database, companyId: string): Promise<{ id: string; token: string }> {
  const { secret, secretHash, prefix } = newSecret()
  const id = v7()
  await insertToken(database, { secretHash, id, companyId, name: 'test', prefix, at: new Date().toISOString() })
  return { id, token: secret }
}
