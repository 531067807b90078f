/** A node of the service with its parts in reach: what it holds in memory, which tokens it knows, its connections. */
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Companies } from '../../server/engine/companies.ts'
import type { BearerTokens } from '../../server/http/bearer.ts'
import { createApiServer } from '../../server/http/server.ts'
import { openFileStore } from '../../server/integrations/file-store.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { testFiles } from './service.ts'

/** Not shed: what is tested here is something else. */
const MAX_LAG_MS = 0

export interface OpenNode {
  readonly url: string
  readonly companies: Companies
  readonly tokens: BearerTokens
  readonly database: Database
  stop(): Promise<void>
}

/** `fileSettings`: where uploads go; outside the tests' own runner there is no folder for them. */
export async function startOpenNode(
  databaseUrl: string,
  memoryLimitBytes = 1 << 30,
  fileSettings = testFiles(),
): Promise<OpenNode> {
  const log = pino({ level: 'silent' })
  const database = openDatabase(databaseUrl, () => {})
  const companies = new Companies(database, log, memoryLimitBytes)
  const baseUrl = 'http://127.0.0.1'
  const files = openFileStore(fileSettings, log)
  const imports = { model: 'none', now: () => new Date() }
  const parts = { database, companies, files, imports, log, baseUrl, maxLagMs: MAX_LAG_MS }
  const { app, tokens } = await createApiServer(parts)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    companies,
    tokens,
    database,
    async stop() {
      await companies.drain()
      await app.close()
      await database.end()
    },
  }
}
