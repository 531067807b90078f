// Runs a real PostgreSQL for one machine, so that `npm start` needs no database setup. PostgreSQL
// runs as a separate process that survives our crashes. Processes on the same data folder share it,
// and the last one stops it.
import { accessSync, constants, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { isPortFree, pickPort, prepareSocketFolder } from './address.ts'
import {
  type Cluster,
  findPostmaster,
  isPostmasterOf,
  openCluster,
  type Postmaster,
  startServer,
  stopServer,
} from './cluster.ts'
import { errorCode, listOtherUsers, registerUser, withLock } from './processes.ts'
import { type Programs, refuseUnquotable } from './programs.ts'
import { type ListenAddress, lastPort } from './settings.ts'

/**
 * How many milliseconds to wait for the server. Recovery after a crash replays at most max_wal_size (2 GB), which takes
 * minutes on a slow disk.
 */
const READY_TIMEOUT_MS = 300_000
/**
 * How many milliseconds to wait for the lock. The time is long, because the lock's holder may be waiting for the
 * server's recovery.
 */
const LOCK_TIMEOUT_MS = READY_TIMEOUT_MS + 60_000
const READY_POLL_MS = 50
const SUPERVISION_POLL_MS = 250
const LONGEST_RESTART_PAUSE_MS = 30_000
/** For how many milliseconds a restart tries to get its TCP port before it continues with the socket only. */
const PORT_PATIENCE_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 60_000
/**
 * Matches SQLSTATE classes of temporary errors: connection trouble, too many connections, starting up or shutting down.
 */
const PASSING_REFUSAL = /^(08|53300|57)/
const BAD_PASSWORD = /^28/

/**
 * A running embedded PostgreSQL. Both connection strings stay valid when the server dies and is
 * started again.
 */
export interface EmbeddedPostgres {
  /**
   * The superuser's connection string to `database`, for pg.Pool. It uses the Unix socket where
   * that works.
   */
  readonly adminUrl: string
  /** The superuser's connection string over TCP on 127.0.0.1. */
  readonly tcpUrl: string
  /**
   * Ends supervision, and stops the server unless another live process uses it. May be called
   * twice. Throws if the server does not stop.
   */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The folder for the cluster, its log, its password and the list of its users. It is created if missing. */
  readonly dataDir: string
  /** The name of the database, which is created if missing; `skladno` by default. */
  readonly database?: string
  readonly log: (line: string) => void
  /**
   * PostgreSQL settings that override our defaults. They take effect when the server starts, but
   * not when a running server is reused.
   */
  readonly settings?: Record<string, string>
  /**
   * How many milliseconds to wait until the server responds; 5 minutes by default. Only a restore may need longer, to
   * replay its WAL.
   */
  readonly readyTimeoutMs?: number
  /** The programs of another version; by default those that npm installed with the service. */
  readonly programs?: Programs
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, or joins a server already running there, and keeps it
 * running. Throws, with advice, in these cases: npm has no PostgreSQL for the platform; root
 * started us, and no ordinary account can reach the folder; the cluster belongs to another account
 * or major version; its password file is lost; the server does not answer within 5 minutes.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, database = 'skladno', settings = {}, readyTimeoutMs = READY_TIMEOUT_MS, programs } = options
  makeDataFolder(options.dataDir)
  const dataDir = realpathSync(options.dataDir)
  refuseUnquotable(dataDir)
  return withLock(lockOf(dataDir), { waitMs: LOCK_TIMEOUT_MS }, async () => {
    const cluster = await openCluster({ dataDir, settings, log, ...(programs && { programs }) })
    const userFile = registerUser(usersOf(dataDir))
    try {
      const running = await ensureRunning({ cluster, database, readyTimeoutMs })
      return superviseUntilStopped({ cluster, database, readyTimeoutMs: READY_TIMEOUT_MS }, running, userFile)
    } catch (error) {
      // Stop a server that responds but refuses us. Leave a server that is still recovering to the next start.
      if (findPostmaster(cluster.folder)?.isReady) await leave(cluster, userFile)
      rmSync(userFile, { force: true })
      throw error
    }
  })
}

/**
 * Creates the folder so that other accounts can pass through it but cannot list it, because the account that runs
 * PostgreSQL must pass through. Everything else in the folder is closed to them.
 */
function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `DATA_DIR must name a folder that this account can write to, but it cannot write to ${dataDir} (${errorCode(error)}).`,
    )
  }
}

/** A server that must be running, and the data that is needed to start it. */
interface Wish {
  readonly cluster: Cluster
  readonly database: string
  readonly readyTimeoutMs: number
  /** The address that clients already use; absent before the server is first started. */
  readonly address?: ListenAddress
}

function superviseUntilStopped(wish: Wish, running: Running, userFile: string): EmbeddedPostgres {
  const { cluster, database } = wish
  const controller = new AbortController()
  const supervision = supervise({ ...wish, address: running.postmaster }, running, controller.signal)
  const stop = async () => {
    controller.abort()
    await supervision
    await withLock(lockOf(cluster.dataDir), { waitMs: LOCK_TIMEOUT_MS }, () => leave(cluster, userFile))
  }
  let stopped: Promise<void> | undefined
  return {
    adminUrl: running.adminUrl,
    tcpUrl: tcpUrl(cluster, running.postmaster, database),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Stops using the cluster. The last process that uses it stops the server. */
async function leave(cluster: Cluster, userFile: string): Promise<void> {
  rmSync(userFile, { force: true })
  const others = listOtherUsers(usersOf(cluster.dataDir), userFile)
  if (others.length > 0) return cluster.log(`PostgreSQL keeps running: process ${others.join(', ')} uses it`)
  const postmaster = findPostmaster(cluster.folder)
  await stopServer(cluster)
  try {
    if (postmaster?.socketFolder) rmdirSync(postmaster.socketFolder)
  } catch (error) {
    cluster.log(`Left ${postmaster?.socketFolder} behind (${errorCode(error)})`)
  }
}

/** A server that responded, with the connection string that worked. */
interface Running {
  readonly postmaster: Postmaster
  readonly adminUrl: string
}

/** Finds the server or starts it, and waits until the server responds and has the database. */
async function ensureRunning(wish: Wish, signal?: AbortSignal): Promise<Running> {
  const { cluster, readyTimeoutMs } = wish
  const startedAt = Date.now()
  let trouble = 'it is not ready'
  while (Date.now() - startedAt < readyTimeoutMs) {
    signal?.throwIfAborted()
    const postmaster = findPostmaster(cluster.folder)
    if (postmaster?.isReady) {
      const answer = await reach(wish, postmaster)
      if (answer.running) return answer.running
      trouble = answer.trouble
    } else if (!postmaster) {
      const isPatient = Date.now() - startedAt < PORT_PATIENCE_MS
      const refusal = await startServer(cluster, await chooseAddress(wish, isPatient))
      if (refusal === undefined) {
        cluster.log(`PostgreSQL started (pid ${findPostmaster(cluster.folder)?.pid}, ${Date.now() - startedAt} ms)`)
        continue
      }
      trouble = refusal
    }
    await sleep(READY_POLL_MS)
  }
  throw new Error(`PostgreSQL on ${cluster.folder} does not answer after ${readyTimeoutMs} ms: ${trouble}`)
}

/**
 * Chooses a free port, preferably the one used last. A restart uses the port that clients already use; if that port is
 * taken, the server runs without TCP for a while.
 */
async function chooseAddress({ cluster, address }: Wish, isPatient: boolean): Promise<ListenAddress> {
  const socketFolder = await prepareSocketFolder(cluster.folder, cluster.account)
  if (!address) return { port: await pickPort(lastPort(cluster.folder)), socketFolder, listens: true }
  const listens = isPatient || !socketFolder || (await isPortFree(address.port))
  if (!listens) cluster.log(`Port ${address.port} is taken: PostgreSQL starts without TCP`)
  return { port: address.port, socketFolder, listens }
}

type Answer = { running: Running; trouble?: never } | { running?: never; trouble: string }

/**
 * Connects through the socket, then over TCP. Throws when the server refuses for a reason that waiting will not
 * resolve.
 */
async function reach({ cluster, database }: Wish, postmaster: Postmaster): Promise<Answer> {
  const ways = [
    ...(postmaster.socketFolder ? [socketUrl] : []), // Try the socket first: it is faster, and no firewall blocks it.
    ...(postmaster.listens ? [tcpUrl] : []),
  ]
  let trouble = 'it listens nowhere'
  for (const way of ways) {
    try {
      await ensureDatabase(way(cluster, postmaster, 'postgres'), database)
      return { running: { postmaster, adminUrl: way(cluster, postmaster, database) } }
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
      if (!(error instanceof DatabaseError) || PASSING_REFUSAL.test(error.code ?? '')) continue
      const advice = BAD_PASSWORD.test(error.code ?? '')
        ? ` Is ${cluster.dataDir}/postgres-password the right one?`
        : ''
      throw new Error(`PostgreSQL on ${cluster.folder} refuses: ${trouble}.${advice}`)
    }
  }
  return { trouble }
}

function socketUrl({ password }: Cluster, { socketFolder, port }: Postmaster, database: string): string {
  return `postgres://postgres:${password}@/${encodeURIComponent(database)}?host=${socketFolder}&port=${port}`
}

function tcpUrl({ password }: Cluster, { port }: Postmaster, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${escapeIdentifier(database)}`)
  })
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
  })
  // A connection that breaks between two statements emits an error here. Ignore it: the next
  // statement throws, which is enough.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Starts the server again, at the same address, whenever it dies. Never rejects; ends when `signal`
 * aborts.
 */
async function supervise(wish: Wish, first: Running, signal: AbortSignal): Promise<void> {
  const { folder, dataDir, log } = wish.cluster
  let pid = first.postmaster.pid
  let pauseMs = SUPERVISION_POLL_MS
  while (!signal.aborted) {
    // The timer is unreferenced, so that supervision alone does not keep our process alive.
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted || isPostmasterOf(pid, folder)) continue
    log(`PostgreSQL (pid ${pid}) has ended: starting it again`)
    try {
      const again = await withLock(lockOf(dataDir), { waitMs: LOCK_TIMEOUT_MS, signal }, () =>
        ensureRunning(wish, signal),
      )
      pid = again.postmaster.pid
      pauseMs = SUPERVISION_POLL_MS
      if (again.adminUrl !== first.adminUrl) log('PostgreSQL has a new address: restart this process')
    } catch (error) {
      if (signal.aborted) return
      log(`PostgreSQL does not start again: ${error instanceof Error ? error.message : String(error)}`)
      pauseMs = Math.min(pauseMs * 2, LONGEST_RESTART_PAUSE_MS)
    }
  }
}

/** Returns the lock file that starts and stops of the cluster take. */
export function lockOf(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}

/** Returns the folder that lists the processes which use the cluster. */
export function usersOf(dataDir: string): string {
  return join(dataDir, 'users')
}
