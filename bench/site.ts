/** The environment of a run: a PostgreSQL in a temporary folder, which the server and the baselines use. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { createCompanyWithToken } from '../server/access/new-company.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { type Database, openDatabase } from '../server/store/database.ts'
import type { Chance } from './chance.ts'
import { exchange, readRequest } from './load.ts'
import { type StartedProcess, startProcess } from './processes.ts'

/** The root folder of this checkout, whose server is measured by default. */
export const OWN_CHECKOUT = fileURLToPath(new URL('..', import.meta.url))
const BASELINES = fileURLToPath(new URL('./baselines.ts', import.meta.url))
const READY_TIMEOUT_MS = 10_000
const READY_POLL_MS = 20
const PORT_TRIES = 5
const BASELINE_DATABASE = 'baseline'

/** How long and how often the benchmark measures. */
export interface Pace {
  readonly isQuick: boolean
  /** The seconds of one measurement. For `warmUpSeconds` before that, the same load runs without being measured. */
  readonly seconds: number
  readonly warmUpSeconds: number
  /** For how many seconds a newly started server is put under load before anything is measured. */
  readonly heatSeconds: number
  /** How many times the subject is measured in a comparison. The baseline is measured one time more. */
  readonly rounds: number
  /** How many times to restart the server; the result is the median over them. */
  readonly restarts: number
  /** The number of products in the large company. */
  readonly manyProducts: number
}

export interface NewCompany {
  readonly companyId: string
  readonly token: string
  /** The e-mail address of the company's owner. */
  readonly email: string
}

export interface Site {
  readonly pace: Pace
  readonly chance: Chance
  readonly databaseUrl: string
  readonly postgresVersion: string
  readonly postgresPid: number
  readonly baselines: StartedProcess
  /** The port at which the running server offers the session address. */
  readonly appPort: number
  /** The server process that is running now. */
  readonly server: StartedProcess
  /** Restarts the server, so that nothing is in its memory. */
  restartServer(options?: RestartOptions): Promise<void>
  newCompany(): Promise<NewCompany>
  /**
   * Runs a query for checks. Runs it as the superuser, whom row-level security does not restrict, after waiting until
   * everything committed has reached the tables.
   */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>
  /** Counts the orders in the baseline's table. */
  countBaselineOrders(): Promise<number>
  /** Returns the warnings and errors that all processes have reported. */
  complaints(): string[]
  close(): Promise<void>
}

export interface RestartOptions {
  /** Whether to kill the server at once instead of letting it finish its work. */
  readonly isKilled?: boolean
  /** Whether to return as soon as the server listens, without waiting until it is ready. */
  readonly onceListening?: boolean
  /** Additional server settings, until the next restart. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface SiteOptions {
  /** The folder in which to keep the data for reuse; by default the data is in a temporary folder. */
  readonly keptFolder?: string | undefined
  /** The root folder of the checkout whose server is measured; this checkout by default. */
  readonly checkout?: string
  /** Additional server settings, until the first restart. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts PostgreSQL, the server and the baselines. If one of them fails to start, stops everything already started. */
export async function openSite(pace: Pace, chance: Chance, options: SiteOptions = {}): Promise<Site> {
  const { keptFolder, checkout = OWN_CHECKOUT, settings = {} } = options
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'skladno-bench-')))
  const endings: (() => Promise<unknown>)[] =
    keptFolder === undefined ? [() => rm(folder, { recursive: true, force: true })] : []
  const close = async () => {
    for (const end of endings.splice(0).reverse())
      await end().catch((error: unknown) => console.error((error as Error).message))
  }
  try {
    return await build({ pace, chance, folder, settings, checkout, endings, close })
  } catch (error) {
    await close()
    throw error
  }
}

interface Building {
  readonly pace: Pace
  readonly chance: Chance
  readonly folder: string
  readonly settings: Readonly<Record<string, string>>
  readonly checkout: string
  /** Functions that undo the steps of the setup, in the order of the steps. */
  readonly endings: (() => Promise<unknown>)[]
  close(): Promise<void>
}

async function build({ pace, chance, folder, settings, checkout, endings, close }: Building): Promise<Site> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  endings.push(() => postgres.stop())
  const databaseUrl = postgres.adminUrl
  const admin = await connectTo(databaseUrl, endings)
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [BASELINE_DATABASE])
  if (rowCount === 0) await admin.query(`create database ${BASELINE_DATABASE}`)
  const baselineUrl = databaseUrl.replace(/\/[^/?]*(\?|$)/, `/${BASELINE_DATABASE}$1`)
  const baselines = await startProcess([BASELINES], { DATABASE_URL: baselineUrl }, portOfBaselines)
  endings.push(() => baselines.stop())
  const baselineAdmin = await connectTo(baselineUrl, endings)

  const earlier: StartedProcess[] = [baselines]
  const args = serverArgs(checkout)
  let appPort = await freePort()
  const start = async (given: Readonly<Record<string, string>>, onceListening: boolean) => {
    for (let tries = 1; ; tries += 1)
      try {
        const own = { APP_PORT: String(appPort), ...given }
        return await startServer({ args, databaseUrl, folder, settings: own, onceListening })
      } catch (error) {
        // Another program on this machine has just taken the port, so try another one.
        if (tries === PORT_TRIES || !(error as Error).message.includes('is taken')) throw error
        appPort = await freePort()
      }
  }
  let server = await start(settings, false)
  endings.push(() => server.stop())
  const database = openDatabase(databaseUrl, (error) => console.error(error.message))
  endings.push(() => database.end())
  const { rows } = await admin.query<{ server_version: string }>('show server_version')
  return {
    pace,
    chance,
    databaseUrl,
    postgresVersion: rows[0]!.server_version,
    postgresPid: Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
    baselines,
    get appPort() {
      return appPort
    },
    get server() {
      return server
    },
    async restartServer({ isKilled = false, onceListening = false, settings: more = {} }: RestartOptions = {}) {
      await (isKilled ? server.kill() : server.stop())
      earlier.push(server)
      server = await start(more, onceListening)
    },
    newCompany: () => (checkout === OWN_CHECKOUT ? newCompany(database) : newCompanyOf(checkout, databaseUrl)),
    query: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
      if (checkout === OWN_CHECKOUT) await database.projector.reachAll()
      return (await admin.query<T>(text, values)).rows
    },
    countBaselineOrders: async () =>
      (await baselineAdmin.query<{ count: number }>('select count(*) as count from orders')).rows[0]!.count,
    complaints: () => [...earlier, server].flatMap((one) => one.complaints),
    close,
  }
}

async function connectTo(url: string, endings: Building['endings']): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', (error) => console.error(error.message))
  await client.connect()
  endings.push(() => client.end())
  return client
}

interface ServerStart {
  /** The arguments for Node; by default those of this checkout. */
  readonly args?: readonly string[]
  readonly databaseUrl: string
  readonly folder: string
  readonly settings?: Readonly<Record<string, string>>
  readonly onceListening?: boolean
}

/**
 * Starts a server and waits until it reports that it is ready. Until then, the server's readiness check responds with
 * 503.
 */
export async function startServer(start: ServerStart): Promise<StartedProcess> {
  const { args = serverArgs(OWN_CHECKOUT), databaseUrl, folder, settings = {}, onceListening = false } = start
  const FILES_URL = pathToFileURL(join(folder, 'files')).href
  const env = { DATABASE_URL: databaseUrl, FILES_URL, API_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'info', ...settings }
  const server = await startProcess(args, env, portOfServer)
  if (onceListening) return server
  const readyBy = performance.now() + READY_TIMEOUT_MS
  while ((await exchange(server.port, readRequest('/readyz'))).status !== 200) {
    if (performance.now() > readyBy) {
      await server.stop()
      throw new Error(`The server is not ready after ${READY_TIMEOUT_MS} ms`)
    }
    await sleep(READY_POLL_MS)
  }
  return server
}

function portOfServer(line: string): number | null {
  const found = /"apiUrl":"http:\/\/[^"]*:(\d+)"/.exec(line)
  return found === null ? null : Number(found[1])
}

function portOfBaselines(line: string): number | null {
  const found = /^\{"port":(\d+)\}$/.exec(line)
  return found === null ? null : Number(found[1])
}

/** Returns the arguments for Node: the flags that `npm start` uses, and the server's main file. */
function serverArgs(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return [...scripts.start.split(' ').filter((word) => word.startsWith('--')), join(checkout, 'server/main.ts')]
}

/** Finds a free port on this machine. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

let companies = 0

/** The password of every owner in a benchmark. */
export const BENCH_PASSWORD = 'only-for-the-benchmark'

async function newCompany(database: Database): Promise<NewCompany> {
  companies += 1
  const email = emailOf(companies)
  const made = await createCompanyWithToken(database, {
    name: `Компания ${companies}`,
    userName: `Владелец ${companies}`,
    email,
    password: BENCH_PASSWORD,
  })
  return { ...made, email }
}

const emailOf = (company: number) => `owner-${company}@bench.example`

/**
 * Creates a company with the shell command of the measured checkout, because the tables of that checkout may differ
 * from those of this checkout.
 */
async function newCompanyOf(checkout: string, databaseUrl: string): Promise<NewCompany> {
  companies += 1
  const email = emailOf(companies)
  const wishes = ['--name', `Компания ${companies}`, '--email', email, '--password', BENCH_PASSWORD]
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: databaseUrl }
  const command = [join(checkout, 'server/cli/company.ts'), ...wishes]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return { ...(JSON.parse(stdout) as Omit<NewCompany, 'email'>), email }
}
