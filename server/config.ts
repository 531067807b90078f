/**
 * The settings of the service, read from environment variables. No other file reads settings from process.env.
 * docs/operations.md lists all settings.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { SessionTimes } from './access/auth-parts.ts'
import { isEmail, normalizeEmail } from './access/emails.ts'
import type { PasswordHashing } from './access/passwords.ts'
import { parseSecretKeys, type SecretKeys } from './access/secret-key.ts'
import { type BackupSettings, readBackupPlace, readBackupSettings } from './backup/settings.ts'
import type { Limits } from './domain/limits.ts'
import { BUILT_APP_FOLDER } from './integrations/app-build.ts'
import type { FileStoreSettings } from './integrations/file-store.ts'
import { isDecodable, readFileSettings, type StoragePlace } from './integrations/storage-settings.ts'
import { readTraceSettings, type TraceSettings } from './integrations/trace-settings.ts'
import type { ExtsysSettings } from './moysklad/moysklad.ts'
import { paceWithGap, SOURCE_PACE } from './moysklad/pace.ts'
import type { RecognizerSettings } from './papers/recognizers.ts'

export interface Config {
  readonly host: string
  readonly apiPort: number
  /**
   * The port that serves browsers. If no port was configured and the default one is taken, any free
   * port is used.
   */
  readonly appPort: number
  readonly appPortIsSet: boolean
  /** The origin at which browsers reach the app. When null, it is `http://host:appPort`. */
  readonly appUrl: string | null
  /**
   * The URL at which programs reach the API, for the OpenAPI document. When null, it is built from HOST and API_PORT.
   */
  readonly publicUrl: string | null
  /**
   * The proxies whose X-Forwarded-For header is trusted: their addresses and networks, or how many there are; false for
   * none.
   */
  readonly trustProxy: false | number | readonly string[]
  /** The secret keys, or null to use the keys in a file in dataDir. */
  readonly secretKeys: SecretKeys | null
  readonly sessions: SessionTimes
  /** How passwords are hashed. Only tests set this; by default, the sign-in library's hashing is used. */
  readonly passwords?: PasswordHashing | undefined
  /**
   * The built app to serve to browsers; null to serve none. `isOurs`: whether it is this repository's own build, which
   * the service rebuilds when the sources have changed.
   */
  readonly app: { readonly folder: string; readonly isOurs: boolean } | null
  readonly dataDir: string
  /** The connection string of PostgreSQL, or null to use the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | null
  /**
   * Whether this is a copy that was started to test a restore. Such a copy sends nothing to the outside, and shows
   * everywhere that it is only a copy.
   */
  readonly drill: boolean
  /**
   * Which migrations are not applied at startup. With `optional`, the service postpones the migrations that it can do
   * without. With `all`, the service does not start until somebody has applied all migrations.
   */
  readonly holdMigrations: 'none' | 'optional' | 'all'
  /** Where the bytes of images and procurement files are stored. */
  readonly files: FileStoreSettings
  /** Where the service stores its daily backups; null for no backups. */
  readonly backup: BackupSettings | null
  readonly memoryLimitBytes: number
  /**
   * The delay of the event loop, in milliseconds, above which new requests are temporarily refused; 0 to refuse none.
   */
  readonly maxLagMs: number
  /** The maximum number of requests per minute that this node accepts with one token or session; 0 for no limit. */
  readonly rateLimitPerMinute: number
  /** The limits of companies for which an operator set no limits of their own. All nodes must have the same. */
  readonly limits: Limits
  /** The maximum number of open connections on each listener, in total and from one remote address (0 for no limit). */
  readonly connections: { readonly max: number; readonly maxPerAddress: number }
  /**
   * How many milliseconds this node's clock may be ahead of the database's clock before commands are refused; 0 for no
   * limit.
   */
  readonly maxClockLeadMs: number
  readonly logLevel: string
  /** Whether each request is logged. */
  readonly logsRequests: boolean
  /** How many milliseconds a stopping node still serves requests while /readyz makes load balancers stop using it. */
  readonly drainMs: number
  /**
   * The address at which metrics are served to Prometheus; null to serve none. `companies`: how many of the largest
   * companies get separate metrics.
   */
  readonly metrics: { readonly host: string; readonly port: number; readonly companies: number } | null
  /** Where to send traces, and which ones to send; null to send none. */
  readonly traces: TraceSettings | null
  /** The mail server for notifications, or null to send no e-mails. `from` is the sender as mail programs show it. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  /**
   * The external accounting system from which data is imported. Its address may be changed only to that of a simulated
   * system on this machine.
   */
  readonly extsys: ExtsysSettings
  /** When the daily summary is made: `HH:MM` in the company's time zone. */
  readonly summaryTime: string
  /**
   * The program that reads uploaded documents; null for the embedded recognizer. `workers`: how many files this node
   * recognizes at a time; 0 for none.
   */
  readonly recognition: {
    readonly recognizer: RecognizerSettings
    readonly workers: number
    /** The maximum time for recognizing one page; by default, the recognizer's own limit applies. */
    readonly pageSeconds?: number | undefined
    /** The file that lists the names of companies by tax number. */
    readonly registryFile?: string | undefined
  }
}

const HOUR_MS = 3_600_000
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the settings. When a value is unusable, throws an error with the name of the variable and the values that it
 * accepts.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const logLevel = env.LOG_LEVEL || 'info'
  if (!LOG_LEVELS.includes(logLevel))
    throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`)
  return {
    host: readHost(env, 'HOST'),
    ...addressSettings(env),
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env),
    drill: flag(env, 'DRILL'),
    holdMigrations: heldMigrations(env),
    files: readFileSettings(env, readDataDir(env)),
    backup: readBackupSettings(env, {
      dataDir: readDataDir(env),
      keepDays: wholeNumber(env, 'BACKUP_KEEP_DAYS', 14, 1, 3_650),
    }),
    memoryLimitBytes: wholeNumber(env, 'MEMORY_LIMIT_MB', 1_024, 16, 1_048_576) * 1_048_576,
    maxLagMs: wholeNumber(env, 'MAX_LAG_MS', 1_000, 0, 600_000),
    rateLimitPerMinute: wholeNumber(env, 'RATE_LIMIT_PER_MINUTE', 0, 0, 1_000_000),
    limits: companyLimits(env),
    connections: {
      max: wholeNumber(env, 'MAX_CONNECTIONS', 2_000, 10, 1_000_000),
      maxPerAddress: wholeNumber(env, 'MAX_CONNECTIONS_PER_ADDRESS', 500, 0, 1_000_000),
    },
    maxClockLeadMs: wholeNumber(env, 'MAX_CLOCK_LEAD_SECONDS', 300, 0, 86_400) * 1_000,
    logLevel,
    logsRequests: flag(env, 'REQUEST_LOG'),
    drainMs: wholeNumber(env, 'DRAIN_SECONDS', 0, 0, 3_600) * 1_000,
    metrics: metricsSettings(env),
    traces: readTraceSettings(env, wholeNumber),
    mail: mailSettings(env),
    extsys: extsysSettings(env),
    summaryTime: summaryTime(env),
    recognition: {
      recognizer: recognizerSettings(env),
      workers: wholeNumber(env, 'RECOGNITION_WORKERS', 1, 0, 64),
      pageSeconds: env.RECOGNITION_PAGE_SECONDS ? wholeNumber(env, 'RECOGNITION_PAGE_SECONDS', 0, 1, 3_600) : undefined,
      registryFile: env.COMPANY_REGISTRY_FILE || undefined,
    },
  }
}

/**
 * Parses the backup place given in a shell command's option. The access keys of a bucket are read from the settings.
 */
export function readNamedPlace(option: string, text: string, dataDir: string): StoragePlace {
  return readBackupPlace(option, text, { env: process.env, dataDir })
}

type AddressSettings = Pick<
  Config,
  'apiPort' | 'appPort' | 'appPortIsSet' | 'appUrl' | 'publicUrl' | 'trustProxy' | 'secretKeys' | 'sessions' | 'app'
>

function addressSettings(env: NodeJS.ProcessEnv): AddressSettings {
  const apiPort = wholeNumber(env, 'API_PORT', 8080, 0, 65_535)
  const idleHours = wholeNumber(env, 'SESSION_IDLE_HOURS', 168, 1, 8_760)
  const maxHours = wholeNumber(env, 'SESSION_MAX_HOURS', 720, 1, 8_760)
  const appPort = wholeNumber(env, 'APP_PORT', apiPort === 0 ? 0 : 8081, 0, 65_535)
  if (env.APP_PORT && appPort === apiPort && apiPort !== 0) throw new Error('API_PORT and APP_PORT must differ')
  if (idleHours > maxHours) throw new Error('SESSION_IDLE_HOURS must not be more than SESSION_MAX_HOURS')
  return {
    apiPort,
    // If the API may use any free port, so may the app, by default.
    appPort,
    appPortIsSet: Boolean(env.APP_PORT),
    appUrl: origin('APP_URL', env.APP_URL, 'https://sklad.example.org'),
    publicUrl: origin('PUBLIC_URL', env.PUBLIC_URL, 'https://api.sklad.example.org'),
    trustProxy: trustProxy(env.TRUST_PROXY),
    secretKeys: env.SECRET_KEY ? parseSecretKeys(env.SECRET_KEY) : null,
    sessions: { idleMs: idleHours * HOUR_MS, maxMs: maxHours * HOUR_MS },
    app: env.APP_FOLDER
      ? { folder: resolve(env.APP_FOLDER), isOurs: false }
      : { folder: BUILT_APP_FOLDER, isOurs: true },
  }
}

function origin(name: string, text: string | undefined, example: string): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (!isOrigin || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be an address that clients open, without a path: ${example}`)
  return url.origin
}

function trustProxy(text: string | undefined): Config['trustProxy'] {
  if (!text || text === '0') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  const isNetwork = (network: string) => {
    const [address = '', bits, ...rest] = network.split('/')
    const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    return width > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
  }
  if (networks.every(isNetwork)) return networks
  throw new Error(
    'TRUST_PROXY must name the proxies in front, by address or network (10.0.0.5, 192.168.0.0/24), or say how many there are',
  )
}

function readHost(env: NodeJS.ProcessEnv, name: 'HOST' | 'METRICS_HOST'): string {
  const { [name]: host } = env
  if (!host) return '127.0.0.1'
  if (isIP(host) === 0 && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
    throw new Error(
      `${name} must be an address of this machine such as 127.0.0.1, 0.0.0.0 or ::, without a port, not "${host}"`,
    )
  return host
}

function readDataDir({ DATA_DIR: folder }: NodeJS.ProcessEnv): string {
  if (!folder) return './data'
  // Refuse a leading tilde: a shell would replace it with the home folder, but in a settings file it is not replaced.
  if (/^~|^[a-z][a-z\d+.-]*:\/\/|[\0\r\n]/i.test(folder))
    throw new Error(`DATA_DIR must be the path of a folder such as /var/lib/skladno, not ${JSON.stringify(folder)}`)
  return folder
}

const DATABASE_URL_FORM =
  'DATABASE_URL must look like postgres://user:password@host:5432/database, with special characters of the password percent-encoded (% is %25)'

/**
 * Reads the connection string. Its error message must not show the value, because the value
 * contains a password.
 */
function readDatabaseUrl({ DATABASE_URL: text }: NodeJS.ProcessEnv): string | null {
  if (!text) return null
  // A URL without a host means a Unix socket. The URL parser does not support that, so add a host in order to check the
  // rest.
  const hosted = text.replace(/^([^/]+:\/\/(?:[^/?#]*@)?)(?=[/?])/, '$1localhost')
  const url = /^postgres(ql)?:\/\//i.test(text) && URL.canParse(hosted) ? new URL(hosted) : null
  if (url === null || url.hash !== '' || ![url.username, url.password, url.pathname].every(isDecodable))
    throw new Error(DATABASE_URL_FORM)
  return text
}

function mailSettings(env: NodeJS.ProcessEnv): Config['mail'] {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = env
  if (!smtpUrl) return null
  if (!/^smtps?:\/\/[^/\s]+/.test(smtpUrl) || !URL.canParse(smtpUrl))
    throw new Error('SMTP_URL must look like smtp://user:password@mail.example.org:587, or smtps://…')
  const sender = /^(?:[^<>\r\n]*<([^<>]*)>|([^<>]*))$/.exec(from ?? '')
  if (!from || sender === null || !isEmail(normalizeEmail(sender[1] ?? sender[2] ?? '')))
    throw new Error('MAIL_FROM must be the sender of mails when SMTP_URL is set: Skladno <skladno@example.org>')
  return { smtpUrl, from }
}

function recognizerSettings(env: NodeJS.ProcessEnv): RecognizerSettings {
  const { RECOGNIZER_URL: url, RECOGNIZER_MODEL: model } = env
  if (!url && !model) return null
  if (!url || !model) throw new Error('RECOGNIZER_URL and RECOGNIZER_MODEL must be set together')
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new Error(`RECOGNIZER_URL must look like http://127.0.0.1:11434/v1, not "${url}"`)
  return { url, model }
}

const MAX_GAP_MS = 60_000

const SOURCE_URL = 'https://api.moysklad.ru/api/remap/1.2'

/**
 * Reads the address of the external system. Access tokens of companies may be sent only to the real system, or to a
 * simulated one on this machine. Only a simulated system may be called faster than the real system allows.
 */
function extsysSettings(env: NodeJS.ProcessEnv): ExtsysSettings {
  const { EXTSYS_URL: text } = env
  if (!text) {
    if (env.EXTSYS_GAP_MS) throw new Error('EXTSYS_GAP_MS is only for a stand-in at EXTSYS_URL')
    return { url: SOURCE_URL, pace: SOURCE_PACE }
  }
  const url = URL.canParse(text) ? new URL(text) : null
  const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (!isHere || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new Error(
      `EXTSYS_URL must be a stand-in on this machine, such as http://127.0.0.1:9000/api/remap/1.2, not "${text}"`,
    )
  const gapMs = wholeNumber(env, 'EXTSYS_GAP_MS', SOURCE_PACE.gapMs, 1, MAX_GAP_MS)
  return { url: text.replace(/\/+$/, ''), pace: paceWithGap(gapMs) }
}

const MEBIBYTE = 1_048_576

/** Reads the limits of companies. 0 means no limit. */
function companyLimits(env: NodeJS.ProcessEnv): Limits {
  const limit = (name: string, maximum: number) => wholeNumber(env, name, 0, 0, maximum) || null
  const megabytes = limit('COMPANY_FILE_MB', 1_000_000_000)
  return {
    requestsPerMinute: limit('COMPANY_REQUESTS_PER_MINUTE', 100_000_000),
    products: limit('COMPANY_PRODUCTS', 100_000_000),
    files: limit('COMPANY_FILES', 100_000_000),
    fileBytes: megabytes === null ? null : megabytes * MEBIBYTE,
  }
}

function metricsSettings(env: NodeJS.ProcessEnv): Config['metrics'] {
  if (!env.METRICS_PORT) return null
  return {
    host: readHost(env, 'METRICS_HOST'),
    port: wholeNumber(env, 'METRICS_PORT', 0, 0, 65_535),
    companies: wholeNumber(env, 'METRICS_COMPANIES', 0, 0, 100),
  }
}

function heldMigrations({ HOLD_MIGRATIONS: text }: NodeJS.ProcessEnv): Config['holdMigrations'] {
  if (!text || text === 'false') return 'none'
  if (text === 'true') return 'optional'
  if (text === 'all') return 'all'
  throw new Error(`HOLD_MIGRATIONS must be true, false or all, not "${text}"`)
}

function summaryTime(env: NodeJS.ProcessEnv): string {
  if (env.SUMMARY_TIMEZONE)
    throw new Error(
      'SUMMARY_TIMEZONE no longer exists: SUMMARY_TIME follows the clock of each company, in the timeZone of its settings. Unset it',
    )
  const time = env.SUMMARY_TIME || '08:00'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new Error(`SUMMARY_TIME must be a time of day such as 08:00, not "${time}"`)
  return time
}

function flag(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name] || 'false'
  if (text !== 'true' && text !== 'false') throw new Error(`${name} must be true or false, not "${text}"`)
  return text === 'true'
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, minimum: number, maximum: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < minimum || value > maximum)
    throw new Error(`${name} must be a whole number from ${minimum} to ${maximum}, not "${text}"`)
  return value
}
