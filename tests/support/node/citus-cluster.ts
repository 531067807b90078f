/**
 * Runs the tests on a Citus cluster instead of an embedded PostgreSQL. CITUS_URL names it: the superuser's connection
 * string of any database of the coordinator that has the extension and knows the workers. docs/citus.md says how to
 * make such a cluster for the tests.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrate } from '../../../server/store/migrations.ts'

const DISTRIBUTE = new URL('../../../deploy/citus/distribute.sql', import.meta.url)
/** Few shards, because each test file copies all of them. */
const SHARDS = 4

interface Place {
  readonly host: string
  readonly port: number
}

/** Returns the connection string with its database name replaced. */
export function withDatabaseName(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}

/** Runs statements one after the other on a connection of their own. */
export async function runOn<T extends pg.QueryResultRow>(url: string, ...statements: readonly string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: T[] = []
    for (const statement of statements) rows = (await client.query<T>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Returns the connection strings of the cluster's nodes, the coordinator first. */
export async function listNodes(coordinator: string): Promise<string[]> {
  const workers = await runOn<Place>(
    coordinator,
    `select nodename as host, nodeport as port from pg_dist_node
      where groupid <> 0 and noderole = 'primary' and isactive order by nodeid`,
  )
  if (workers.length === 0) throw new Error('CITUS_URL names a database that knows no workers')
  return [coordinator, ...workers.map((worker) => urlOfNode(coordinator, worker))]
}

function urlOfNode(coordinator: string, { host, port }: Place): string {
  const url = new URL(coordinator)
  url.hostname = host
  url.port = String(port)
  return url.href
}

/** Creates a database with the distributed tables of the service on all nodes, ready to be copied. */
export async function makeTemplate(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await runOn(node, 'set client_min_messages = error', `drop database if exists ${name} with (force)`)
    await runOn(node, 'set client_min_messages = error', `create database ${name}`)
    await runOn(withDatabaseName(node, name), 'create extension citus')
  }
  const template = withDatabaseName(nodes[0]!, name)
  const [coordinator, ...workers] = nodes.map((node) => new URL(node))
  const place = ({ hostname, port }: URL) => `${pg.escapeLiteral(hostname)}, ${port}`
  await runOn(
    template,
    `select citus_set_coordinator_host(${place(coordinator!)})`,
    ...workers.map((worker) => `select citus_add_node(${place(worker)})`),
  )
  await migrate(template)
  await runOn(template, `set citus.shard_count = ${SHARDS}`, await readFile(DISTRIBUTE, 'utf8'))
  // A copy can only be made while nobody is connected, and Citus keeps a process in each of its databases.
  for (const node of nodes) await runOn(node, `alter database ${name} allow_connections false`)
}

/** Copies a database of the cluster, on all nodes. Settings of a database are not part of a copy. */
export async function copyOnNodes(nodes: readonly string[], template: string, name: string): Promise<void> {
  const [settings] = await runOn<{ settings: string[] | null }>(
    nodes[0]!,
    `select (select setconfig from pg_db_role_setting where setrole = 0 and setdatabase = d.oid) as settings
       from pg_database as d where datname = '${template}'`,
  )
  const statements = (settings?.settings ?? []).map((setting) => {
    const at = setting.indexOf('=')
    return `alter database ${name} set ${setting.slice(0, at)} = ${setting.slice(at + 1)}`
  })
  for (const node of nodes)
    await runOn(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
      `create database ${name} template ${template} strategy file_copy`,
      'set citus.enable_ddl_propagation = off',
      ...statements,
    )
}

/** Drops a database on all nodes. */
export async function dropOnNodes(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) await runOn(node, `drop database if exists ${name} with (force)`)
}
