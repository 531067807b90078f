/**
 * Starts one PostgreSQL for the whole test run, with a migrated template database that every test file clones. If
 * CITUS_URL is set, the databases are made on that cluster instead.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../../server/postgres/embedded-postgres.ts'
import { migrate } from '../../../server/store/migrations.ts'
import { dropOnNodes, listNodes, makeTemplate, withDatabaseName } from './citus-cluster.ts'

export const TEMPLATE = 'skladno_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's connection string. Tests never use the database named in it. */
    adminUrl: string
    /** The superuser's connection string over TCP, for tests with a proxy in between. */
    tcpUrl: string
    /** The folder for files uploaded in tests. */
    filesFolder: string
    /** The superuser's connection strings of a Citus cluster's nodes, the coordinator first; empty without a cluster. */
    clusterNodes: readonly string[]
  }
}

const SETTINGS = {
  // Data need not survive a crash: it is discarded after the run, and tests that crash PostgreSQL start their own
  // server.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Several test files run at once, some with three nodes, and each node has its own connections.
  max_connections: '400',
}

/**
 * Vitest calls this function once before all test files, and calls the function that it returns once after all of them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skladno-tests-'))
  project.provide('filesFolder', join(dataDir, 'files'))
  const removeFiles = () => rm(dataDir, { recursive: true, force: true })
  const { CITUS_URL } = process.env
  const dropDatabases =
    CITUS_URL === undefined ? await useEmbedded(project, dataDir) : await useCluster(project, CITUS_URL)
  return async () => {
    await dropDatabases()
    await removeFiles()
  }
}

async function useCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const nodes = await listNodes(url)
  await makeTemplate(nodes, TEMPLATE)
  project.provide('adminUrl', url)
  project.provide('tcpUrl', url)
  project.provide('clusterNodes', nodes)
  return () => dropOnNodes(nodes, TEMPLATE)
}

async function useEmbedded(project: TestProject, dataDir: string): Promise<() => Promise<void>> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS })
  const admin = new pg.Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate(withDatabaseName(postgres.adminUrl, TEMPLATE))
  // The first connection to a database writes its catalog cache, so that the clones have it too.
  const template = new pg.Client({ connectionString: withDatabaseName(postgres.adminUrl, TEMPLATE) })
  await template.connect()
  await template.end()
  project.provide('adminUrl', postgres.adminUrl)
  project.provide('tcpUrl', postgres.tcpUrl)
  project.provide('clusterNodes', [])
  return () => postgres.stop()
}
