/**
 * Serves this node's metrics to Prometheus, on a separate address (METRICS_PORT) that operators keep private. Counters
 * come from runtime/meters.ts; values that go up and down are read on each request.
 */
import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { CompanyLoad } from '../engine/companies.ts'
import { METERS } from '../runtime/meters.ts'
import { VERSION } from '../runtime/version.ts'
import type { HealthParts } from './health.ts'

interface MetricsParts extends HealthParts {
  /** The folder whose disk space is monitored. */
  readonly dataDir: string
  readonly memoryLimitBytes: number
  /**
   * The number of companies that have separate series labelled with their ids, starting with the companies that take
   * the most memory; 0 for none.
   */
  readonly largestCompanies: number
}

export interface Metrics {
  /** Starts serving metrics. @returns the URL under which they are available. */
  listen(host: string, port: number): Promise<string>
  close(): void
}

export function openMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  for (const meter of Object.values(METERS)) registry.registerMetric(meter as Gauge)
  collectDefaultMetrics({ register: registry })
  addNodeGauges(registry, parts)
  addCompanyGauges(registry, parts)
  addDatabaseGauges(registry, parts)
  addDiskGauges(registry, parts.dataDir)
  addBackupGauges(registry, parts)
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return {
    async listen(host, port) {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
      const { port: opened } = server.address() as AddressInfo
      return `http://${host.includes(':') ? `[${host}]` : host}:${opened}/metrics`
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Read = () => number | Promise<number>

/** Adds a gauge without labels, whose value is read on each request for metrics. */
function addGauge(registry: Registry, name: string, { help, read }: { help: string; read: Read }): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

/** Adds a gauge whose series are read on each request for metrics. A series that is no longer returned disappears. */
function addSeries<T extends string>(
  registry: Registry,
  name: string,
  { help, labels, read }: { help: string; labels: T[]; read: () => { labels: Record<T, string>; value: number }[] },
): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset()
      for (const one of read()) this.set(one.labels, one.value)
    },
  })
}

function addNodeGauges(registry: Registry, { companies, drain }: MetricsParts): void {
  addSeries(registry, 'skladno_info', {
    help: 'Always 1. The labels say which release runs, on which Node.',
    labels: ['version', 'node'],
    read: () => [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
  })
  addGauge(registry, 'skladno_draining', {
    help: '1 while the node tells balancers that it will stop.',
    read: () => Number(drain.isOn),
  })
  addGauge(registry, 'skladno_clock_trusted', {
    help: '0 while commands are refused because of the clock of the node.',
    read: () => Number(companies.clock.fault() === null),
  })
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const mostOf = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0)

function addCompanyGauges(registry: Registry, parts: MetricsParts): void {
  const { companies, memoryLimitBytes, largestCompanies } = parts
  const waiting = () => companies.loads().map((load) => load.waiting)
  addGauge(registry, 'skladno_companies_loaded', {
    help: 'Companies in memory.',
    read: () => companies.size,
  })
  addGauge(registry, 'skladno_companies_held_bytes', {
    help: 'Estimated memory of the companies.',
    read: () => companies.heldBytes,
  })
  addGauge(registry, 'skladno_companies_limit_bytes', {
    help: 'Memory above which companies are unloaded (MEMORY_LIMIT_MB).',
    read: () => memoryLimitBytes,
  })
  addGauge(registry, 'skladno_commands_waiting', {
    help: 'Commands of all companies that are not answered yet.',
    read: () => sumOf(waiting()),
  })
  addGauge(registry, 'skladno_commands_waiting_most', {
    help: 'Commands not answered yet, of the company with the most.',
    read: () => mostOf(waiting()),
  })
  if (largestCompanies === 0) return
  const perCompany = (name: string, help: string, measure: (load: CompanyLoad) => number) =>
    addSeries(registry, name, {
      help,
      labels: ['company'],
      read: () =>
        companies
          .loads()
          .sort((one, other) => other.bytes - one.bytes)
          .slice(0, largestCompanies)
          .map((load) => ({ labels: { company: load.companyId }, value: measure(load) })),
    })
  perCompany('skladno_company_held_bytes', 'Estimated memory of one of the largest companies.', ({ bytes }) => bytes)
  perCompany('skladno_company_commands_waiting', 'Commands not answered yet, of one of them.', (load) => load.waiting)
  perCompany('skladno_company_projection_lag', 'Commands that its tables do not contain yet.', ({ companyId }) =>
    lagOf(parts, companyId),
  )
}

const lagOf = ({ database }: MetricsParts, companyId: string): number =>
  database.projector.lags().find((lag) => lag.companyId === companyId)?.commands ?? 0

function addDatabaseGauges(registry: Registry, { database }: MetricsParts): void {
  const { projector, health } = database
  const lags = () => projector.lags().map(({ commands }) => commands)
  addGauge(registry, 'skladno_projection_lag', {
    help: 'Commands that the tables of records do not contain yet.',
    read: () => sumOf(lags()),
  })
  addGauge(registry, 'skladno_projection_lag_most', {
    help: 'Commands that the tables do not contain yet, of the company with the most.',
    read: () => mostOf(lags()),
  })
  addGauge(registry, 'skladno_companies_standing_still', {
    help: 'Companies whose tables cannot be updated, because of a bug of ours.',
    read: () => projector.faults.length,
  })
  addGauge(registry, 'skladno_database_reachable', {
    help: '0 while PostgreSQL cannot be reached.',
    read: () => Number(health.isReachable),
  })
  addGauge(registry, 'skladno_database_writable', {
    help: '0 while PostgreSQL refuses writes.',
    read: () => Number(health.writesRefused === null),
  })
  addSeries(registry, 'skladno_pool_connections', {
    help: 'Connections to PostgreSQL by pool: open, idle, and callers that wait for one.',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(database.pools).flatMap(([pool, use]) =>
        Object.entries(use).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
  })
}

function addDiskGauges(registry: Registry, dataDir: string): void {
  const blocks = (field: 'bavail' | 'blocks') => async () => {
    // Without a folder, the disk space is unknown. A node that keeps its files elsewhere may have no folder.
    const disk = await statfs(dataDir).catch(() => null)
    return disk === null ? Number.NaN : disk[field] * disk.bsize
  }
  addGauge(registry, 'skladno_disk_free_bytes', { help: 'Free space on the disk of DATA_DIR.', read: blocks('bavail') })
  addGauge(registry, 'skladno_disk_size_bytes', { help: 'Size of the disk of DATA_DIR.', read: blocks('blocks') })
}

/** Adds the ages of backups. They are NaN without scheduled backups, and infinite before the first backup. */
function addBackupGauges(registry: Registry, { backups }: MetricsParts): void {
  const secondsSince = (moment: Date | null) => (moment === null ? Infinity : (Date.now() - Number(moment)) / 1_000)
  addGauge(registry, 'skladno_backup_age_seconds', {
    help: 'Time since the newest backup was made.',
    read: () => (backups ? secondsSince(backups.status.takenAt) : Number.NaN),
  })
  addGauge(registry, 'skladno_backup_behind_seconds', {
    help: 'Time since the last moment that can be restored, while backups follow the log of PostgreSQL.',
    read: () => (backups?.status.isContinued ? secondsSince(backups.status.reachesTo) : Number.NaN),
  })
}
