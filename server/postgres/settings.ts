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
  fsync: 'on', // so that an acknowledged write survives a power cut
  synchronous_commit: 'on', // so that a write is on disk before its client is answered
  full_page_writes: 'on', // so that a page torn by a power cut is repaired from the WAL
  shared_buffers: '256MB', // for the hot rows and indexes; all else is in the system's page cache
  effective_cache_size: '1GB', // tells the planner about that page cache
  work_mem: '8MB', // enough to sort reports in memory; 100 connections still fit into a small machine
  maintenance_work_mem: '128MB', // for the index builds of migrations
  wal_buffers: '16MB', // one whole WAL segment, so that big batches do not wait for buffer space
  min_wal_size: '512MB', // reuses segments instead of creating and zeroing new ones under load
  max_wal_size: '2GB', // at our write rates, checkpoints come by time and not by volume
  max_slot_wal_keep_size: '8GB', // so that a backup that does not advance cannot fill the disk with WAL
  checkpoint_timeout: '15min', // means fewer checkpoints and fewer full page images; recovery still takes only a minute or so
  checkpoint_completion_target: '0.9', // spreads a checkpoint's writes, so that commits do not stall
  jit: 'off', // compiling a statement costs more than our short statements take
  max_parallel_workers_per_gather: '0', // otherwise a report could take both cores from the writers, and /dev/shm in a container
  random_page_cost: '1.1', // because disks are solid-state and data is mostly cached anyway
  ssl: 'off', // the server listens on this machine only, and the OpenSSL of the package no longer gets fixes (docs/security.md)
  max_connections: '100', // for several nodes, their jobs and an operator's own tools
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off', // routine messages that would fill the log
  log_autovacuum_min_duration: '-1', // routine messages, like those of checkpoints
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
