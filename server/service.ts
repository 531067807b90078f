/** Starting and stopping the whole service, in the right order. */
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { Companies } from './engine/companies.ts'
import type { EngineLog } from './engine/memory.ts'
import { NodeClock } from './engine/node-clock.ts'
import { createApiServer } from './http/server.ts'
import { openFileStore } from './integrations/file-store.ts'
import { openRecognizer } from './integrations/recognizers.ts'
import { type Database, openDatabase, readDatabaseTime } from './store/database.ts'
import { startEmbeddedPostgres } from './store/embedded-postgres.ts'
import { migrate } from './store/migrations.ts'
import { startWorkers } from './workers/workers.ts'

/** How long a stop waits for what was accepted. */
const DRAIN_MS = 15_000

export interface Service {
  /** Where the Bearer API is served. */
  readonly apiUrl: string
  stop(): Promise<void>
}

export interface OpenedDatabase {
  readonly url: string
  close(): Promise<void>
}

/** The configured database, migrated: the embedded one is started, or found running, when none is named. */
export async function openConfiguredDatabase(config: Config, log: FastifyBaseLogger): Promise<OpenedDatabase> {
  if (config.databaseUrl !== null) {
    await migrate(config.databaseUrl)
    return { url: config.databaseUrl, close: async () => {} }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
  try {
    await migrate(postgres.adminUrl)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return { url: postgres.adminUrl, close: () => postgres.stop() }
}

/** Starts everything; on failure what was started is stopped again. `now` tells the workers the time. */
export async function startService(
  config: Config,
  log: FastifyBaseLogger,
  now: () => Date = () => new Date(),
): Promise<Service> {
  const opened = await openConfiguredDatabase(config, log)
  const database = openDatabase(opened.url, (error) => log.warn({ error }, 'A database connection broke'))
  try {
    return await listen({ config, log, database, opened, now })
  } catch (error) {
    await database.end()
    await opened.close()
    throw error
  }
}

/** The clock of this node, to be compared with that of the database. */
export function openClock({ maxClockLeadMs: maxLeadMs }: Config, database: Database, log: EngineLog): NodeClock {
  return new NodeClock({ askDatabase: () => readDatabaseTime(database), maxLeadMs, log })
}

interface Parts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly database: Database
  readonly opened: OpenedDatabase
  readonly now: () => Date
}

async function listen({ config, log, database, opened, now }: Parts): Promise<Service> {
  const companies = new Companies(database, log, config.memoryLimitBytes)
  const clock = openClock(config, database, log)
  await clock.start()
  companies.clock = clock
  const baseUrl = `http://${config.host}:${config.apiPort}`
  const files = openFileStore(config.files, log)
  await files.prepare()
  const { maxLagMs, mail, summary, recognition } = config
  const { model } = openRecognizer(recognition.recognizer)
  const imports = { model, now }
  const listener = { bounds: config.connections }
  const api = { database, companies, files, imports, log, baseUrl, maxLagMs, listener }
  const { app, refuseNew } = await createApiServer(api)
  const workers = await startWorkers({ database, companies, files, log, mail, summary, recognition, now })
  try {
    await app.listen({ host: config.host, port: config.apiPort })
  } catch (error) {
    await workers.stop()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  const apiUrl = `http://${config.host}:${port}`
  log.info({ apiUrl }, `Skladno serves the API at ${apiUrl}`)
  return {
    apiUrl,
    async stop() {
      refuseNew()
      clock.stop()
      const late = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref())
      // First those who make work of their own.
      const stopped = workers.stop().catch((error: unknown) => log.warn({ error }, 'The workers did not stop well'))
      await Promise.race([stopped.then(() => companies.drain()).then(() => app.close()), late])
      await database.end()
      await opened.close()
    },
  }
}
