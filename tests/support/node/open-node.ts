/** Starts a node of the service and gives tests access to its parts: its memory, its cached tokens, its connections. */
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { Companies } from '../../../server/engine/companies.ts'
import { MACHINE, NodeClock } from '../../../server/engine/node-clock.ts'
import { type BearerTokens, bearerTokens } from '../../../server/http/bearer.ts'
import { createAddress, type NodeSettings, openNodeParts } from '../../../server/http/server.ts'
import { type FileStoreSettings, openFileStore } from '../../../server/integrations/file-store.ts'
import { type Database, openDatabase, readDatabaseTime } from '../../../server/store/database.ts'
import { readEpoch } from '../../../server/store/epoch.ts'
import { testFiles } from './service.ts'

/** Switches load shedding off, because the tests that start such a node are not about load shedding. */
const MAX_LAG_MS = 0
const MAX_LEAD_MS = 300_000
const CHECK_EVERY_MS = 50

export interface OpenNode {
  readonly url: string
  readonly companies: Companies
  readonly tokens: BearerTokens
  readonly database: Database
  /** Returns how many connections clients have open to the node. */
  countConnections(): Promise<number>
  stop(): Promise<void>
}

/** Settings for a node. Outside the test runner `files` is required, because there is no upload folder there. */
export interface OpenNodeSettings {
  readonly files?: FileStoreSettings
  readonly listener?: NodeSettings['listener']
  /** Receives the lines of the node's log, each a JSON string. */
  readonly lines?: string[]
  /** Returns the number of milliseconds by which the node's clock is ahead of this machine's clock. */
  readonly lead?: () => number
}

export async function startOpenNode(
  databaseUrl: string,
  memoryLimitBytes = 1 << 30,
  { files: fileSettings = testFiles(), listener = {}, lines, lead = () => 0 }: OpenNodeSettings = {},
): Promise<OpenNode> {
  const write = (line: string) => void lines?.push(line)
  const serializers = { error: pino.stdSerializers.err }
  const log = pino({ level: lines === undefined ? 'silent' : 'info', serializers }, { write })
  const database = openDatabase(databaseUrl, () => {})
  await readEpoch(database)
  const companies = new Companies(database, log, memoryLimitBytes)
  const clock = new NodeClock({
    askDatabase: () => readDatabaseTime(database),
    maxLeadMs: MAX_LEAD_MS,
    log,
    sources: { ...MACHINE, wall: () => Date.now() + lead() },
    checkEveryMs: CHECK_EVERY_MS,
  })
  await clock.start()
  companies.clock = clock
  const documented = { baseUrl: 'http://127.0.0.1', sessionUrl: 'http://127.0.0.1' }
  const files = openFileStore(fileSettings, log)
  const imports = { model: 'none', now: () => new Date() }
  const parts = openNodeParts({ database, companies, files, imports, log, maxLagMs: MAX_LAG_MS, listener })
  const tokens = bearerTokens(database)
  const { app } = await createAddress(parts, { documented, callers: tokens })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    companies,
    tokens,
    database,
    countConnections: promisify(app.server.getConnections.bind(app.server)),
    async stop() {
      clock.stop()
      await companies.drain()
      await app.close()
      await database.end()
    },
  }
}
