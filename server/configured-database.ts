/**
 * Opens the configured database, for the service and for the shell commands. A module of its own, so that a command
 * loads only what it needs: loading the whole service takes most of a second.
 */
import type { FastifyBaseLogger } from 'fastify'
import { requireFinished } from './backup/restore.ts'
import type { Config } from './config.ts'
import type { EngineLog } from './engine/memory.ts'
import { NodeClock } from './engine/node-clock.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { type Database, isConnectionFailure, readDatabaseTime } from './store/database.ts'
import { migrate, requireMigrated } from './store/migrations.ts'

export interface OpenedDatabase {
  readonly url: string
  close(): Promise<void>
}

/**
 * Opens the configured PostgreSQL and prepares its database, acting as the database's owner. If no PostgreSQL is
 * configured, starts the embedded one, or uses it if it is already running.
 */
export async function openPostgres<T>(
  config: Config,
  log: FastifyBaseLogger,
  prepare: (url: string) => Promise<T>,
): Promise<OpenedDatabase & { readonly prepared: T }> {
  if (config.databaseUrl !== null) {
    const prepared = await prepare(config.databaseUrl).catch((error: unknown) => {
      throw isConnectionFailure(error) ? unreachable(error) : error
    })
    return { url: config.databaseUrl, prepared, close: async () => {} }
  }
  requireFinished(config.dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
  try {
    return { url: postgres.adminUrl, prepared: await prepare(postgres.adminUrl), close: () => postgres.stop() }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Opens the configured database and applies the migrations, except those that the operator postpones. */
export function openConfiguredDatabase(config: Config, log: FastifyBaseLogger): Promise<OpenedDatabase> {
  const { holdMigrations } = config
  return openPostgres(config, log, async (url) => {
    if (holdMigrations === 'all') await requireMigrated(url)
    else await migrate(url, { holdOptional: holdMigrations === 'optional', log })
  })
}

/** Creates an error without the connection string, because the connection string contains a password. */
function unreachable(error: unknown): Error {
  const { message, errors = [] } = error as Error & { errors?: Error[] }
  // When a host name has several addresses, connecting fails with one error per address and an
  // empty message.
  const reasons = message === '' ? errors.map((one) => one.message).join(', ') : message
  return new Error(`The PostgreSQL of DATABASE_URL cannot be reached: ${reasons}`, { cause: error })
}

/** Opens this node's clock, which is checked against the database's clock. */
export function openClock({ maxClockLeadMs: maxLeadMs }: Config, database: Database, log: EngineLog): NodeClock {
  return new NodeClock({ askDatabase: () => readDatabaseTime(database), maxLeadMs, log })
}
