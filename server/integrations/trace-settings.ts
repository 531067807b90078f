/**
 * The tracing settings, in OpenTelemetry's own environment variables. The exporter itself reads the variables for
 * reaching the collector (endpoint, headers, certificates, time limit, compression); all others are read here.
 */

export interface TraceSettings {
  /** The collector's address for the log, without a user name and password. */
  readonly endpoint: string
  readonly sampler: {
    readonly root: 'on' | 'off' | 'share'
    /** The fraction of traces sampled for `share`, from 0 to 1. */
    readonly share: number
    /** Whether a trace begun by a proxy follows the proxy's sampling decision. */
    readonly isParentBased: boolean
  }
  /** How finished spans are collected and sent. */
  readonly batches: {
    readonly scheduledDelayMillis: number
    readonly exportTimeoutMillis: number
    readonly maxQueueSize: number
    readonly maxExportBatchSize: number
  }
}

/** Reads a setting that must be a whole number between two bounds. */
type WholeNumber = (env: NodeJS.ProcessEnv, name: string, fallback: number, minimum: number, maximum: number) => number

const SAMPLERS = {
  always_on: 'on',
  always_off: 'off',
  traceidratio: 'share',
} as const

/** Reads the settings. @returns null when no traces are sent. */
export function readTraceSettings(env: NodeJS.ProcessEnv, wholeNumber: WholeNumber): TraceSettings | null {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter = 'otlp' } = env
  const name = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const { [name]: endpoint } = env
  if (!endpoint || disabled?.toLowerCase() === 'true' || exporter === 'none') return null
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be the address of a collector such as http://127.0.0.1:4318`)
  if (exporter !== '' && exporter !== 'otlp')
    throw new Error(`OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}"`)
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf'
  if (protocol !== 'http/protobuf')
    throw new Error(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf (a collector has it at port 4318), not "${protocol}"`,
    )
  const maxQueueSize = wholeNumber(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 1, 1_000_000)
  return {
    endpoint: url.origin,
    sampler: samplerSettings(env),
    batches: {
      scheduledDelayMillis: wholeNumber(env, 'OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 3_600_000),
      exportTimeoutMillis: wholeNumber(env, 'OTEL_BSP_EXPORT_TIMEOUT', 30_000, 1, 3_600_000),
      maxQueueSize,
      maxExportBatchSize: Math.min(maxQueueSize, wholeNumber(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 1, 1_000_000)),
    },
  }
}

function samplerSettings(env: NodeJS.ProcessEnv): TraceSettings['sampler'] {
  const text = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const isParentBased = text.startsWith('parentbased_')
  const name = isParentBased ? text.slice('parentbased_'.length) : text
  if (!Object.hasOwn(SAMPLERS, name)) {
    const names = Object.keys(SAMPLERS)
    const all = [...names, ...names.map((one) => `parentbased_${one}`)]
    throw new Error(`OTEL_TRACES_SAMPLER must be one of ${all.join(', ')}, not "${text}"`)
  }
  const given = env.OTEL_TRACES_SAMPLER_ARG || '1'
  const share = Number(given)
  const root = SAMPLERS[name as keyof typeof SAMPLERS]
  if (root === 'share' && !(/^[\d.]+$/.test(given) && share >= 0 && share <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1 such as 0.05, not "${given}"`)
  return { root, share, isParentBased }
}
