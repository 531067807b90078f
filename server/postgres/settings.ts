// The settings of the embedded PostgreSQL, chosen for an OLTP write load on a small machine where
// no acknowledged write may be lost.
import { appendFileSync, chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from './processes.ts'
import { type Programs, run, type SystemAccount } from './programs.ts'

const PROBE_TIMEOUT_MS = 10_000
const SETTINGS_FILE = 'skladno.conf'
const INCLUDE = `include_if_exists = '${SETTINGS_FILE}'`

const DEFAULTS: Readonly<Record<string, string>> = {
  fsync: 'on', // An acknowledged write must survive a power cut.
  synchronous_commit: 'on', // A write must be on disk before its client gets the response.
  full_page_writes: 'on', // A page that a power cut has torn is then repaired from the WAL.
  shared_buffers: '256MB', // Enough for hot rows and indexes; the system's page cache has the rest.
  effective_cache_size: '1GB', // Tells the planner how much the system's page cache may contain.
  work_mem: '8MB', // Enough to sort reports in memory; 100 connections still fit into a small machine.
  maintenance_work_mem: '128MB', // Index builds of migrations need this memory.
  wal_buffers: '16MB', // One whole WAL segment, so that big batches do not wait for buffer space.
  min_wal_size: '512MB', // Under load, WAL segments are then reused instead of created and zeroed.
  max_wal_size: '2GB', // At our write rates, checkpoints are then triggered by time and not by volume.
  max_slot_wal_keep_size: '8GB', // A backup that does not advance then cannot fill the disk with WAL.
  checkpoint_timeout: '15min', // Few checkpoints write few full page images; recovery still takes only about a minute.
  checkpoint_completion_target: '0.9', // Spreads a checkpoint's writes, so that commits do not stall.
  jit: 'off', // Compiling a statement takes longer than our short statements do.
  max_parallel_workers_per_gather: '0', // A parallel report could take both cores, and /dev/shm in a container.
  random_page_cost: '1.1', // Disks are solid-state, and most data is cached anyway.
  ssl: 'off', // Only this machine connects, and the package's OpenSSL no longer gets fixes (docs/security.md).
  max_connections: '100', // Enough for several nodes, their jobs and an operator's own tools.
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off', // Messages about checkpoints are routine and would fill the log.
  log_autovacuum_min_duration: '-1', // Messages about autovacuum are routine and would fill the log.
  log_line_prefix: '%m [%p] %q%u@%d ',
}

/**
 * Where the server listens: only over TCP if `socketFolder` is undefined, and only on the socket if `listens` is false.
 */
export interface ListenAddress {
  readonly port: number
  readonly socketFolder: string | undefined
  readonly listens: boolean
}

/**
 * Writes all settings into `skladno.conf` of the cluster and includes that file from
 * postgresql.conf; ALTER SYSTEM still wins. Uses a file, not the command line, because pg_ctl would
 * pass the command line through a shell. Throws on an invalid name or value.
 */
export async function writeSettings(
  cluster: { readonly folder: string; readonly account: SystemAccount; readonly programs: Programs },
  address: ListenAddress,
  overrides: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = {
    ...DEFAULTS,
    wal_compression: await bestWalCompression(cluster),
    ...overrides,
    port: String(address.port),
    listen_addresses: address.listens ? '127.0.0.1' : '',
    unix_socket_directories: address.socketFolder ?? '',
  }
  const lines = Object.entries(settings).map(([name, value]) => settingLine(name, value))
  const file = join(cluster.folder, SETTINGS_FILE)
  rmSync(file, { force: true })
  writeFileSync(file, `# Rewritten at every start. Use ALTER SYSTEM for your own settings.\n${lines.join('\n')}\n`, {
    mode: 0o600,
  })
  const { uid, gid } = cluster.account
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  const mainFile = join(cluster.folder, 'postgresql.conf')
  if (!readFileSync(mainFile, 'utf8').includes(INCLUDE)) appendFileSync(mainFile, `\n${INCLUDE}\n`)
}

/**
 * Returns the TCP port of the last start, which is known to processes that still use the cluster and to an operator's
 * tools.
 */
export function lastPort(clusterFolder: string): number | undefined {
  return Number(/^port = '(\d+)'$/m.exec(readIfThere(join(clusterFolder, SETTINGS_FILE)))?.[1]) || undefined
}

function settingLine(name: string, value: string): string {
  if (!/^[a-z_][a-z0-9_.]*$/i.test(name) || /[\n\r\0]/.test(value)) throw new Error(`Not a PostgreSQL setting: ${name}`)
  return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/**
 * Returns the best supported compression. lz4 costs the least CPU, but a PostgreSQL built without
 * lz4 refuses it.
 */
async function bestWalCompression({ account, programs, folder }: Parameters<typeof writeSettings>[0]): Promise<string> {
  const command = [programs.postgres, '-D', folder, '-c', 'wal_compression=lz4', '-C', 'wal_compression']
  const { exitCode } = await run(account, command, { timeoutMs: PROBE_TIMEOUT_MS })
  return exitCode === 0 ? 'lz4' : 'on'
}
