// One cluster on disk and its server: this file creates, inspects, starts and stops it. Callers
// hold the cluster's lock.
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { commandLine, errorCode, processExists, readIfThere, syncFolder } from './processes.ts'
import { chooseAccount, findPrograms, grantAccess, type Programs, run, type SystemAccount } from './programs.ts'
import { type ListenAddress, writeSettings } from './settings.ts'
import { removeFinished, requireNoHalfSwitch } from './upgrade-folders.ts'

const INITDB_TIMEOUT_MS = 120_000
/** The number of seconds after which pg_ctl stops waiting. A longer recovery continues, and the caller waits for it. */
const START_SECONDS = 60
const STOP_STEPS = [
  { mode: 'fast', seconds: 30 },
  { mode: 'immediate', seconds: 15 },
] as const
const PG_CTL_GRACE_MS = 10_000
const LOG_LIMIT_BYTES = 10_000_000
const LOG_TAIL_BYTES = 4_000
const HIGHEST_PID = 4_194_303
/**
 * Matches temporary PostgreSQL errors, caused by orphan backends of a killed server or by a port that was taken a
 * moment ago.
 */
const PASSING_TROUBLE = /still in use|could not create any TCP\/IP sockets|could not bind|Address already in use/

/** A cluster that is ready to start, with the data that is needed to start it. */
export interface Cluster {
  readonly dataDir: string
  readonly folder: string
  readonly password: string
  readonly account: SystemAccount
  readonly programs: Programs
  readonly settings: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/** The data in postmaster.pid about a running server. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string | undefined
  readonly listens: boolean
  readonly isReady: boolean
}

/**
 * Opens `<dataDir>/postgres`. If it is missing, it is created: initdb works in a draft folder,
 * which is renamed when complete. `dataDir` must be a real path. Throws when the folder contains
 * something else, has another major version, or cannot be used.
 */
export async function openCluster(
  options: Pick<Cluster, 'dataDir' | 'settings' | 'log'> & Partial<Pick<Cluster, 'programs'>>,
): Promise<Cluster> {
  const { dataDir, log } = options
  const folder = join(dataDir, 'postgres')
  const programs = options.programs ?? (await findPrograms())
  const wanted = chooseAccount(folder)
  removeDrafts(dataDir)
  const clusterMajor = readIfThere(join(folder, 'PG_VERSION')).trim()
  if (clusterMajor !== '') {
    adoptFromRoot(folder, wanted)
    const { account, major } = await grantAccess(wanted, programs, folder)
    if (major !== clusterMajor) throw otherMajor(folder, clusterMajor, major)
    removeFinished(dataDir)
    return { ...options, folder, programs, account, password: readPassword(dataDir) }
  }
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty and is not a PostgreSQL cluster`)
  requireNoHalfSwitch(dataDir)
  const draft = join(dataDir, `postgres.init-${randomBytes(4).toString('hex')}`)
  mkdirSync(draft, { mode: 0o700 })
  giveTo(draft, wanted)
  try {
    const { account, major } = await grantAccess(wanted, programs, draft)
    log(`Making a PostgreSQL ${major} cluster in ${folder}`)
    const cluster = { ...options, folder, programs, account, password: ensurePassword(dataDir) }
    await initialize(cluster, draft)
    return cluster
  } finally {
    removeDraft(draft)
  }
}

/** Creates the error for a cluster whose major version is not the installed one. */
export function otherMajor(folder: string, made: string, installed: string): Error {
  const advice =
    Number(made) < Number(installed)
      ? 'Run "npm run upgrade-postgres": it moves the data to the new version and keeps the old folder.'
      : 'Run the version of Skladno that was used last.'
  return new Error(`${folder} was made by PostgreSQL ${made}, but the installed one is ${installed}. ${advice}`)
}

/**
 * Removes draft folders. Only a crashed process can have left them, because we hold the lock. If an initdb started by
 * that process is still writing, the next start removes the remaining files.
 */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith('postgres.init-')) removeDraft(join(dataDir, name))
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY') throw error
  }
}

async function initialize(cluster: Cluster, draft: string): Promise<void> {
  const { account, programs, dataDir, folder, password } = cluster
  const passwordFile = join(draft, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveTo(passwordFile, account)
  const made = join(draft, 'cluster')
  const command = [
    ...[
      programs.initdb,
      '-D',
      made,
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    ...['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions'],
  ]
  const { exitCode, output } = await run(account, command, { timeoutMs: INITDB_TIMEOUT_MS })
  if (exitCode !== 0) throw new Error(`initdb failed (exit ${exitCode}): ${output.trim()}`)
  renameSync(made, folder)
  syncFolder(dataDir)
}

function giveTo(path: string, { uid, gid }: SystemAccount): void {
  if (uid === undefined || gid === undefined) return
  try {
    chownSync(path, uid, gid)
  } catch (error) {
    throw new Error(
      `Cannot give ${path} to uid ${uid} (${errorCode(error)}). Choose another DATA_DIR or set DATABASE_URL.`,
    )
  }
}

/**
 * Gives a cluster owned by root, such as a backup restored by root, to the account that will run
 * the server, because PostgreSQL refuses to run as root.
 */
function adoptFromRoot(folder: string, account: SystemAccount): void {
  if (statSync(folder).uid === 0) giveFolder(folder, account)
}

/** Gives a folder and everything in it to the account; does nothing if that is our own account. */
export function giveFolder(folder: string, { uid, gid }: Pick<SystemAccount, 'uid' | 'gid'>): void {
  if (uid === undefined || gid === undefined) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
  lchownSync(folder, uid, gid)
}

function ensurePassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (readIfThere(file) !== '') return readPassword(dataDir)
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
  return readPassword(dataDir)
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  const password = readIfThere(file).trim()
  if (password === '') throw new Error(`${file} is missing: restore it together with ${join(dataDir, 'postgres')}`)
  return password
}

/**
 * Returns the server that runs on this data directory (perhaps not ready yet), or undefined. A stale postmaster.pid
 * does not count as a server.
 */
export function findPostmaster(folder: string): Postmaster | undefined {
  const [pid = '', , , port = '', socketFolder = '', address = '', , status = ''] = readPidFile(folder)
  if (!isPostmasterOf(Number(pid), folder)) return undefined
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder || undefined,
    listens: address !== '',
    isReady: status === 'ready',
  }
}

function readPidFile(folder: string): string[] {
  return readIfThere(join(folder, 'postmaster.pid'))
    .split('\n')
    .map((line) => line.trim())
}

/**
 * Returns whether the process is the postmaster of this data directory. The process itself is checked, because after a
 * kill -9 its pid may belong to another process or a zombie. The check is cheap on Linux (one small read).
 */
export function isPostmasterOf(pid: number, folder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !processExists(pid)) return false
  if (process.platform === 'win32') return true
  const words = commandLine(pid)
  if (process.platform !== 'linux') return words.some((line) => line.includes('postgres') && line.includes(folder))
  return basename(words[0] ?? '') === 'postgres' && words.includes(folder)
}

/**
 * Starts the server as a separate process, so that it survives our crash. Returns undefined when the server is ready or
 * still starting. Returns PostgreSQL's message when the problem is temporary, so that the caller can try again. Throws
 * on any other failure.
 */
export async function startServer(cluster: Cluster, address: ListenAddress): Promise<string | undefined> {
  const { account, programs, folder, dataDir, settings } = cluster
  releasePidFile(folder)
  await writeSettings(cluster, address, settings)
  const logFile = join(dataDir, 'postgres.log')
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`)
  // Open the log here and pass it on, because PostgreSQL's account may not write into dataDir.
  const log = openSync(logFile, 'a+', 0o600)
  try {
    const logged = statSync(logFile).size
    const command = [programs.pgCtl, 'start', '-w', '-s', '-t', String(START_SECONDS), '-D', folder]
    const { exitCode, output } = await run(account, command, {
      timeoutMs: START_SECONDS * 1000 + PG_CTL_GRACE_MS,
      stdout: log,
    })
    if (exitCode === 0 || findPostmaster(folder)) return undefined
    const said = `${output.trim()} ${readTail(log, logged).trim()}`
    if (PASSING_TROUBLE.test(said)) return said
    throw new Error(`PostgreSQL does not start on ${folder}: ${said} (see ${logFile})`)
  } finally {
    closeSync(log)
  }
}

function readTail(handle: number, from: number): string {
  const buffer = Buffer.alloc(LOG_TAIL_BYTES)
  return buffer.subarray(0, readSync(handle, buffer, 0, LOG_TAIL_BYTES, from)).toString('utf8')
}

/**
 * Frees the pid file of a killed server, so that PostgreSQL can recover. Otherwise PostgreSQL cannot recover if that
 * pid now belongs to a zombie or to another process of its account. Only the pid is replaced, because PostgreSQL needs
 * the shared memory id in the file to find orphan backends of the killed server.
 */
function releasePidFile(folder: string): void {
  const file = join(folder, 'postmaster.pid')
  const text = readIfThere(file)
  const pid = Number.parseInt(text, 10)
  if (text === '' || Number.isNaN(pid)) rmSync(file, { force: true })
  else if (processExists(Math.abs(pid))) writeFileSync(file, text.replace(/^.*/, String(findUnusedPid())))
}

function findUnusedPid(): number {
  for (let pid = HIGHEST_PID; pid > HIGHEST_PID - 1000; pid -= 1) if (!processExists(pid)) return pid
  throw new Error('No unused pid')
}

/**
 * Stops the server: first in fast mode, then in immediate mode, after which the next start recovers. Throws when the
 * server survives both.
 */
export async function stopServer({ account, programs, folder, log }: Cluster): Promise<void> {
  for (const { mode, seconds } of STOP_STEPS) {
    const postmaster = findPostmaster(folder)
    if (!postmaster) return
    const command = [programs.pgCtl, 'stop', '-m', mode, '-w', '-s', '-t', String(seconds), '-D', folder]
    const { exitCode, output } = await run(account, command, { timeoutMs: seconds * 1000 + PG_CTL_GRACE_MS })
    if (exitCode === 0) return log(`PostgreSQL (pid ${postmaster.pid}) stopped`)
    log(`PostgreSQL (pid ${postmaster.pid}) does not stop (${mode}): ${output.trim()}`)
  }
  if (findPostmaster(folder)) throw new Error(`PostgreSQL on ${folder} does not stop`)
}
