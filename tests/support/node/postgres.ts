/** One PostgreSQL for the whole run, with a migrated template database that every test file clones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../../server/postgres/embedded-postgres.ts'
import { migrate } from '../../../server/store/migrations.ts'

export const TEMPLATE = 'skladno_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's connection string; tests never use its database. */
    adminUrl: string
    /** The same over TCP, for proxies. */
    tcpUrl: string
    /** The folder for all tests' files. */
    filesFolder: string
  }
}

const SETTINGS = {
  // The data is discarded after the run, and tests that crash PostgreSQL start their own, so it need not survive a crash.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Several files run at once, some with three nodes, each with its own connections.
  max_connections: '400',
}

/** Vitest calls this once before all files, and the returned function after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skladno-tests-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS })
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate(withDatabaseName(postgres.adminUrl, TEMPLATE))
  project.provide('adminUrl', postgres.adminUrl)
  project.provide('tcpUrl', postgres.tcpUrl)
  project.provide('filesFolder', join(dataDir, 'files'))
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the connection string with another database name. */
export function withDatabaseName(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}
