/** Runs the service with its embedded PostgreSQL as a separate process, so that tests can kill, stop and restart it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../../../server/store/database.ts'
import type { Target } from './exchange.ts'
import { writeNewCompany } from './new-company.ts'
import { fillDataDir } from './prepared-data.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
const START_MS = 60_000
const EXIT_MS = 40_000

export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  /** The address at which the server serves the browser app. */
  readonly appUrl: string
  /** The lines of the server's log, each a JSON string. */
  readonly lines: string[]
}

interface DataDir {
  readonly path: string
  /** Removes the data folder. Call it after all processes that use the folder have ended. */
  remove(): Promise<void>
}

/** Creates a data folder in the state in which a server's first start leaves it. */
export async function newDataDir(): Promise<DataDir> {
  const folder = await emptyDataDir()
  await fillDataDir(folder.path)
  return folder
}

/** Creates an empty data folder, for tests of a server's first start. */
export async function emptyDataDir(): Promise<DataDir> {
  const path = await mkdtemp(join(tmpdir(), 'skladno-process-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}

/**
 * Starts `node server/main.ts` on a data folder, with free ports unless the settings name some. `checkout` is the folder
 * whose server is started: this checkout by default. `flags` are those of Node.
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  { checkout = ROOT, flags = [] }: { readonly checkout?: string; readonly flags?: readonly string[] } = {},
): Promise<ServerProcess> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    API_PORT: '0',
    LOG_LEVEL: 'info',
    MAX_LAG_MS: '0',
    DATABASE_URL: '',
    // Name a folder that does not exist, so that no process is started to check whether the app is built.
    APP_FOLDER: '/nonexistent',
    ...settings,
  }
  const args = [...flags, 'server/main.ts']
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  let [url, appUrl] = ['', '']
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      if (line.includes('"apiUrl"')) url = (JSON.parse(line) as { apiUrl: string }).apiUrl
      if (line.includes('"appUrl"')) appUrl = (JSON.parse(line) as { appUrl: string }).appUrl
    })
  for (let waited = 0; url === '' || appUrl === ''; waited += 20) {
    if (child.exitCode !== null || waited > START_MS) {
      child.kill('SIGKILL')
      throw new Error(`The server does not start: ${lines.join('\n')}`)
    }
    await sleep(20)
  }
  return { child, url, appUrl, lines }
}

/** Ends a server and waits for it. @returns its exit code, or the signal that ended it. */
export async function endServer({ child }: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode ?? ''
  const exited = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), EXIT_MS)
  const [code, endedBy] = await exited
  clearTimeout(late)
  return (code as number | null) ?? (endedBy as string)
}

/** Creates a company while the server runs. `settings` are the server's: the database of `DATABASE_URL`, if it has one. */
export async function makeCompany(
  dataDir: string,
  url: string,
  { DATABASE_URL }: { readonly DATABASE_URL?: string } = {},
): Promise<Target & { readonly companyId: string }> {
  const database = DATABASE_URL === undefined ? await openData(dataDir) : openDatabase(DATABASE_URL, () => {})
  try {
    return { url, ...(await writeNewCompany(database, 'Под ударом')) }
  } finally {
    await database.end()
  }
}

/** Returns the process id of the PostgreSQL that runs on a data folder, or 0 if none does. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || 0
}

/** Returns the superuser's connection string for a data folder's embedded PostgreSQL. */
async function urlOfData(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const [, , , port, socketFolder] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const host = socketFolder ? `@/skladno?host=${socketFolder}&port=${port}` : `@127.0.0.1:${port}/skladno`
  return `postgres://postgres:${password}${host}`
}

/** Opens database connections to a data folder's embedded PostgreSQL. They must be ended before it is stopped. */
export async function openData(dataDir: string): Promise<Database> {
  return openDatabase(await urlOfData(dataDir), () => {})
}

/**
 * The PostgreSQL process to kill: `backend` serves the server's most recently active connection, `projector` serves the
 * connection that is updating the list tables.
 */
export type Backend = 'backend' | 'projector'

/** Queries that find the PostgreSQL process to kill among those that serve the server's read-write connections. */
const FIND_BACKEND: Readonly<Record<Backend, string>> = {
  backend: `select pid from pg_stat_activity
             where application_name like 'skladno % work' and backend_type = 'client backend'
             order by state_change desc limit 1`,
  projector: `select pid from pg_stat_activity
               where application_name like 'skladno % work' and state = 'active'
                 and query like '%project_company(%' limit 1`,
}
/** The maximum time in milliseconds to wait for a PostgreSQL process of the wanted kind. */
const FINDING_MS = 2_000

/** Kills all of PostgreSQL, or one of the processes that serve the server. @returns false if there is no such process. */
export async function killPostgres(dataDir: string, what: 'postmaster' | Backend): Promise<boolean> {
  if (what === 'postmaster') {
    const pid = await postmasterPid(dataDir)
    if (pid === 0) throw new Error('PostgreSQL does not run')
    return process.kill(pid, 'SIGKILL')
  }
  // Connect as the superuser, because the service's role cannot see the activity of other connections.
  const client = new pg.Client({ connectionString: await urlOfData(dataDir) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const endsAt = Date.now() + FINDING_MS; Date.now() < endsAt; ) {
      const { rows } = await client.query<{ pid: number }>(FIND_BACKEND[what])
      if (rows[0] !== undefined) return process.kill(rows[0].pid, 'SIGKILL')
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
