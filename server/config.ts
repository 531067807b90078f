/** The settings of the service, from environment variables. The only reader of process.env; docs/operations.md lists them. */

export interface Config {
  readonly host: string
  readonly apiPort: number
  readonly dataDir: string
  /** null: the embedded PostgreSQL under dataDir. */
  readonly databaseUrl: string | null
  readonly memoryLimitBytes: number
  /** Above this lag of the event loop new requests are sent away for a moment; 0: never. */
  readonly maxLagMs: number
  readonly logLevel: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the settings. Throws with the variable's name and what it takes when one is not usable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const logLevel = env.LOG_LEVEL || 'info'
  if (!LOG_LEVELS.includes(logLevel)) throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)
  return {
    host: env.HOST || '127.0.0.1',
    apiPort: wholeNumber(env, 'API_PORT', 8080, 0, 65_535),
    dataDir: env.DATA_DIR || './data',
    databaseUrl: env.DATABASE_URL || null,
    memoryLimitBytes: wholeNumber(env, 'MEMORY_LIMIT_MB', 1_024, 16, 1_048_576) * 1_048_576,
    maxLagMs: wholeNumber(env, 'MAX_LAG_MS', 1_000, 0, 600_000),
    logLevel,
  }
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, minimum: number, maximum: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < minimum || value > maximum)
    throw new Error(`${name} must be a whole number from ${minimum} to ${maximum}, not "${text}"`)
  return value
}
