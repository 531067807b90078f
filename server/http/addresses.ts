/** Opens the addresses at which the service listens: for programs, for browsers, and for metrics. */
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Metrics } from './metrics.ts'

/** The settings of the addresses; server/config.ts reads them. */
interface AddressSettings {
  readonly host: string
  readonly apiPort: number
  readonly appPort: number
  readonly appPortIsSet: boolean
  readonly appUrl: string | null
  readonly metrics: { readonly host: string; readonly port: number } | null
}

interface Listeners {
  readonly api: FastifyInstance
  readonly app: FastifyInstance
  readonly access: Access
  readonly metrics: Metrics | null
  readonly log: FastifyBaseLogger
}

/** The URLs that were opened. */
interface Opened {
  readonly apiUrl: string
  readonly appUrl: string
  readonly metricsUrl: string | null
}

/**
 * Opens all addresses and lets users sign in. Throws with advice if a port cannot be used. If the session address has a
 * default port that is taken, it gets another one.
 */
export async function openAddresses(settings: AddressSettings, listeners: Listeners): Promise<Opened> {
  const { api, app, access, metrics, log } = listeners
  const { host, apiPort, appPort, appPortIsSet } = settings
  const cannot = (setting: string, port: number) => (error: NodeJS.ErrnoException) => {
    throw cannotListen(error, `${setting} ${port}`, { name: 'HOST', host })
  }
  const metricsUrl = metrics === null ? null : await openMetricsAddress(metrics, settings.metrics!, log)
  const apiUrl = await listenAt(api, host, apiPort).catch(cannot('API_PORT', apiPort))
  const appUrl = await listenAt(app, host, appPort)
    .catch((error: NodeJS.ErrnoException) => {
      if (appPortIsSet || error.code !== 'EADDRINUSE') throw error
      log.warn(`Port ${appPort} is taken: the session address gets another one. Set APP_PORT.`)
      return listenAt(app, host, 0)
    })
    .catch(cannot('APP_PORT', appPort))
  if (settings.appUrl === null && ['0.0.0.0', '::'].includes(host))
    log.warn('APP_URL is not set: writes at the session address are refused, because no browser sends its origin')
  await access.open(settings.appUrl ?? appUrl)
  log.info({ apiUrl }, `Skladno serves the API at ${apiUrl}`)
  log.info({ appUrl }, `Skladno serves sessions at ${appUrl}, for browsers at ${access.origin()}`)
  return { apiUrl, appUrl, metricsUrl }
}

async function openMetricsAddress(
  metrics: Metrics,
  { host, port }: NonNullable<AddressSettings['metrics']>,
  log: FastifyBaseLogger,
): Promise<string> {
  const metricsUrl = await metrics.listen(host, port).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, `METRICS_PORT ${port}`, { name: 'METRICS_HOST', host })
  })
  log.info({ metricsUrl }, `Skladno serves metrics at ${metricsUrl}`)
  return metricsUrl
}

async function listenAt(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  return addressOf(host, (app.server.address() as AddressInfo).port)
}

/** Returns the origin of an address, with brackets around an IPv6 host. */
export const addressOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Creates the error for a port that cannot be used. `port`: the port number with the name of its setting. */
function cannotListen(
  error: NodeJS.ErrnoException,
  port: string,
  { name, host }: { readonly name: string; readonly host: string },
): Error {
  const advice: Record<string, string> = {
    EADDRINUSE: `${port} of ${host} is taken by another program`,
    EADDRNOTAVAIL: `${name} must be an address of this machine, but ${host} is not`,
    ENOTFOUND: `${name} must be an address of this machine, but ${host} is not`,
    EACCES: `ordinary accounts cannot use ${port}: choose one above 1023`,
  }
  return new Error(advice[error.code ?? ''] ?? error.message, { cause: error })
}
