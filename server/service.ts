/** Starts and stops all parts of the service, in the right order. */
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { type Access, openAccess } from './access/access.ts'
import { listUsedLast } from './access/access-sql.ts'
import { checkSecretKeys, loadSecretKeys, type SecretKeys } from './access/secret-key.ts'
import { type Backups, scheduleBackups } from './backup/schedule.ts'
import type { Config } from './config.ts'
import { type OpenedDatabase, openClock, openConfiguredDatabase } from './configured-database.ts'
import { Companies } from './engine/companies.ts'
import { watchEpoch } from './engine/epoch-watch.ts'
import type { NodeClock } from './engine/node-clock.ts'
import { upgradeShapes } from './engine/shapes.ts'
import { addressOf, openAddresses } from './http/addresses.ts'
import { type AppFiles, appRoutes } from './http/app-files.ts'
import { bearerTokens } from './http/bearer.ts'
import { drainFor, stopAccepting } from './http/drain.ts'
import type { HealthParts } from './http/health.ts'
import { type Metrics, openMetrics } from './http/metrics.ts'
import { type Address, createAddress, openNodeParts } from './http/server.ts'
import { sessionCallers, sessionRoutes } from './http/session.ts'
import { updateAppBuild } from './integrations/app-build.ts'
import { openFileStore } from './integrations/file-store.ts'
import { openMailer } from './integrations/mail.ts'
import { startTraces } from './integrations/traces.ts'
import { CompanyLimits } from './limits/limits.ts'
import { type Extsys, openExtsys } from './moysklad/moysklad.ts'
import { startExternalImport } from './moysklad/worker.ts'
import type { RecognitionParts } from './papers/recognition-parts.ts'
import { startRecognition } from './papers/recognition-worker.ts'
import { openRecognizer } from './papers/recognizers.ts'
import { VERSION } from './runtime/version.ts'
import { type Database, openDatabase } from './store/database.ts'
import type { TableImportParts } from './tables/imports.ts'
import { startTableImports } from './tables/worker.ts'
import { startDeletions } from './whole-company/deletion-worker.ts'
import { startDailySummary } from './workers/daily-summary.ts'
import type { WorkerParts } from './workers/jobs.ts'
import { startNotificationMail } from './workers/notification-mail.ts'
import { startReservations } from './workers/reservations.ts'
import type { WatchedQueue } from './workers/watched-queue.ts'
import { type StartWorker, startWorkers, type Workers } from './workers/workers.ts'

/** How many milliseconds a stop waits for accepted work to finish. */
const FINISH_MS = 15_000
/**
 * The maximum number of companies loaded at startup, before clients return after a restart. Loading them also gets the
 * code compiled.
 */
const LOADED_AHEAD = 100
/** The maximum number of milliseconds by which loading companies may delay the service's startup. */
const LOADED_AHEAD_MS = 1_000

export interface Service {
  /** The API's URL for clients with Bearer tokens. */
  readonly apiUrl: string
  /** The URL that serves browsers on this machine. Users reach this URL under `Config.appUrl`, if that is set. */
  readonly appUrl: string
  /** The URL that serves metrics to Prometheus; null when they are not served. */
  readonly metricsUrl: string | null
  /** Keeps serving requests for `Config.drainMs`, then finishes the accepted requests and stops. */
  stop(): Promise<void>
  /** Ends the draining phase of a stop that is in progress, so that the service stops immediately. */
  endDrain(): void
}

/** Starts all parts of the service. On failure, stops whatever was started. `now` is the workers' clock. */
export async function startService(
  given: Config,
  log: FastifyBaseLogger,
  now: () => Date = () => new Date(),
): Promise<Service> {
  const config = given.drill ? heldBack(given) : given
  const { version: node } = process
  const ofDatabase = config.databaseUrl === null ? 'embedded' : 'DATABASE_URL'
  log.info({ version: VERSION, node, database: ofDatabase }, `Skladno ${VERSION} starts`)
  if (config.drill) log.warn('DRILL=true: this copy sends no mail, calls no other service, and makes no summaries')
  const endTraces = await startTraces(config.traces, log)
  try {
    const service = await startOnDatabase(config, log, now)
    return { ...service, stop: () => service.stop().finally(endTraces) }
  } catch (error) {
    await endTraces()
    throw error
  }
}

async function startOnDatabase(config: Config, log: FastifyBaseLogger, now: () => Date): Promise<Service> {
  const opened = await openConfiguredDatabase(config, log)
  const database: Database = openDatabase(opened.url, (error) => database.health.connectionFailed(error))
  database.health.start(log)
  upgradeShapes(database, log)
  try {
    return await listen({ config, log, database, opened, now })
  } catch (error) {
    await database.end()
    await opened.close()
    throw error
  }
}

/** Returns the configuration for a restored copy, without the settings for reaching other services or people. */
function heldBack(config: Config): Config {
  const { recognition, extsys } = config
  const isOutside = recognition.recognizer !== null
  return {
    ...config,
    backup: null,
    mail: null,
    traces: null,
    extsys: { ...extsys, isHeld: true },
    recognition: isOutside ? { ...recognition, workers: 0 } : recognition,
  }
}

interface Parts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly database: Database
  readonly opened: OpenedDatabase
  readonly now: () => Date
}

async function listen({ config, log, database, opened, now }: Parts): Promise<Service> {
  const companies = new Companies(database, log, config.memoryLimitBytes)
  companies.limits = new CompanyLimits(database, config.limits)
  const files = openFileStore(config.files, log)
  await files.prepare()
  const clock = openClock(config, database, log)
  const keys = await loadSecretKeys(config.secretKeys, config.dataDir)
  await checkSecretKeys(database, keys)
  const access = openConfiguredAccess({ config, log, database, opened, now }, { clock, keys })
  const extsys = openExtsys(config.extsys, database, keys)
  await clock.start()
  const forgetEpoch = await watchEpoch(companies)
  await database.projector.start(log)
  await database.warmUp()
  companies.clock = clock
  await loadUsedLast(companies, log)
  const { maxLagMs, rateLimitPerMinute, logsRequests, trustProxy, drill } = config
  const { model } = openRecognizer(config.recognition.recognizer)
  const limits = { maxLagMs, rateLimitPerMinute, listener: { bounds: config.connections }, drill, logsRequests }
  const backups = openBackups({ config, log, database, opened, now })
  const parts = openNodeParts({ database, companies, files, imports: { model, now }, log, backups, ...limits })
  const metrics = openConfiguredMetrics(config, parts)
  // The same OpenAPI document is served under the address for API clients and the address for browsers.
  const documented = {
    baseUrl: config.publicUrl ?? addressOf(config.host, config.apiPort),
    sessionUrl: config.appUrl ?? addressOf(config.host, config.appPort),
  }
  const tokens = bearerTokens(database)
  const api = await createAddress(parts, { documented, trustProxy, callers: tokens })
  const { countRequest } = parts
  const forgetToken = (tokenId: string) => tokens.forget(tokenId)
  const ownRoutes: FastifyPluginAsync = async (own) => {
    await own.register(
      sessionRoutes(access, { countRequest, forgetToken, extsys, companies, drill, stores: { database, files } }),
    )
    if (config.app !== null) await own.register(appRoutes(openApp(config.app, { log, origin: access.origin })))
  }
  const own = { callers: sessionCallers(access), ownRoutes }
  const app = await createAddress(parts, { documented, trustProxy, ...own })
  const ownWork = workersOf(config, { database, companies, files, log, extsys, now, listeners: parts.tableImports })
  const workers = await startWorkers(database, log, ownWork)
  const endWatches = () => {
    clock.stop()
    forgetEpoch()
  }
  const running = { api, app, access, extsys, workers, companies, metrics, backups, endWatches, log, database, opened }
  try {
    const addresses = await openAddresses(config, { api: api.app, app: app.app, access, metrics, log })
    backups?.start()
    const draining = new AbortController()
    return {
      ...addresses,
      async stop() {
        if (config.drainMs > 0) {
          await drainFor(config.drainMs, parts.drain, { log, signal: draining.signal })
          await stopAccepting([api.app.server, app.app.server])
        }
        await stopAll(running)
      },
      endDrain: () => draining.abort(),
    }
  } catch (error) {
    endWatches()
    await workers.stop()
    await closeAddresses(running)
    await access.close()
    await extsys.close()
    throw error
  }
}

interface Running extends Pick<Parts, 'log' | 'database' | 'opened'> {
  readonly api: Address
  readonly app: Address
  readonly access: Access
  readonly extsys: Extsys
  readonly workers: Workers
  readonly companies: Companies
  readonly metrics: Metrics | null
  readonly backups: Backups | null
  readonly endWatches: () => void
}

async function closeAddresses({ api, app, metrics }: Running): Promise<void> {
  metrics?.close()
  await Promise.all([api.app.close(), app.app.close()])
}

/** Refuses new requests, finishes the accepted requests, and stops all parts of the service. */
async function stopAll(running: Running): Promise<void> {
  const { api, app, access, extsys, workers, companies, log, database, opened } = running
  api.refuseNew()
  app.refuseNew()
  running.endWatches()
  const late = new Promise<void>((resolve) => setTimeout(resolve, FINISH_MS).unref())
  // Stop the workers first, because they create new work themselves.
  const stopped = workers.stop().catch((error: unknown) => log.warn({ error }, 'The workers did not stop cleanly'))
  const finished = stopped.then(() => companies.drain()).then(() => closeAddresses(running))
  await Promise.race([finished.then(() => access.close()), late])
  await running.backups?.stop()
  await extsys.close()
  await Promise.race([database.projector.finish(), late])
  await database.end()
  await opened.close()
}

function openBackups({ config, log, opened, now }: Parts): Backups | null {
  const { backup: settings, databaseUrl, dataDir, files } = config
  if (settings === null) return null
  const source = { url: opened.url, dataDir: databaseUrl === null ? dataDir : null, files }
  return scheduleBackups({ settings, source, log, now })
}

function openConfiguredMetrics(config: Config, parts: HealthParts): Metrics | null {
  if (config.metrics === null) return null
  const { dataDir, memoryLimitBytes, metrics } = config
  return openMetrics({ ...parts, dataDir, memoryLimitBytes, largestCompanies: metrics.companies })
}

/** Lists this node's background workers. A copy that tests a restore does not do the real service's work. */
function workersOf(
  { drill, mail, summaryTime, recognition }: Config,
  parts: WorkerParts & Pick<RecognitionParts, 'files'> & TableImportParts & { readonly extsys: Extsys },
): StartWorker[] {
  const mailer = mail === null ? null : openMailer(mail.smtpUrl, mail.from)
  return [
    ...(drill ? [] : [(queue: WatchedQueue) => startDailySummary(queue, parts, summaryTime)]),
    ...(drill ? [] : [(queue: WatchedQueue) => startReservations(queue, parts)]),
    (queue) => startRecognition(queue, { ...parts, recognition }),
    ...(drill ? [] : [(queue: WatchedQueue) => startExternalImport(queue, parts)]),
    (queue) => startTableImports(queue, parts),
    ...(drill ? [] : [(queue: WatchedQueue) => startDeletions(queue, { ...parts, mailer })]),
    ...(mailer === null ? [] : [(queue: WatchedQueue) => startNotificationMail(queue, parts, mailer)]),
  ]
}

async function loadUsedLast(companies: Companies, log: FastifyBaseLogger): Promise<void> {
  await companies.loadAhead(await listUsedLast(companies.database, LOADED_AHEAD), LOADED_AHEAD_MS)
  log.info({ companies: companies.size }, 'The most recently used companies are in memory')
}

/**
 * Opens the app's files. If the service builds the app itself, the app is rebuilt if needed, while the API is already
 * being served.
 */
function openApp(
  { folder, isOurs }: NonNullable<Config['app']>,
  { log, origin }: { log: FastifyBaseLogger; origin: () => string },
): AppFiles {
  const isBuilt = isOurs
    ? updateAppBuild({ info: (text) => log.info(text), warn: (text) => log.warn(text) })
    : undefined
  return { folder, isBuilt: isBuilt ?? Promise.resolve(), origin }
}

function openConfiguredAccess(
  { config, log, database, now }: Parts,
  { clock, keys }: { clock: NodeClock; keys: SecretKeys },
): Access {
  const mailer = config.mail === null ? null : openMailer(config.mail.smtpUrl, config.mail.from)
  const clockFault = () => clock.fault()
  const { sessions: times, passwords } = config
  return openAccess({ database, log, keys, times, passwords, mailer, now, clockFault })
}
