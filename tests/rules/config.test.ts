/** Tests which values each setting accepts. If a value is refused, the message must name the setting. */
import { createRequire } from 'node:module'
import { sample, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail } from '../../server/access/emails.ts'
import { faultsOf } from '../../server/access/new-company.ts'
import { readConfig } from '../../server/config.ts'
import { SOURCE_PACE } from '../../server/moysklad/pace.ts'

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:25' }
const S3 = { FILES_URL: 's3://bucket?region=a' }

type Settings = Record<string, string>

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://name:word@collector.example.org/otlp' }

const REFUSED: readonly (readonly [string, Settings])[] = [
  ...['nonsense', 'mysql://u@h/d', 'http://h/d', '127.0.0.1:5432', 'postgres', ' ', 'postgres://u:100%@h/d'].map(
    (DATABASE_URL) => ['DATABASE_URL must look like postgres://', { DATABASE_URL }] as const,
  ),
  ...['postgres://h:99999/d', 'postgres://u:p#w@h/d', 'postgres://h/%zz', 'postgres:h/d'].map(
    (DATABASE_URL) => ['DATABASE_URL must look like postgres://', { DATABASE_URL }] as const,
  ),
  ...['http://127.0.0.1', '127.0.0.1:8080', '[::1]', 'my host', '-', 'a_b', 'локально'].map(
    (HOST) => ['HOST must be an address of this machine', { HOST }] as const,
  ),
  ...['~/data', '~', 'file:///srv/skladno', 's3://bucket', 'a\nb'].map(
    (DATA_DIR) => ['DATA_DIR must be the path of a folder', { DATA_DIR }] as const,
  ),
  ...['file:///', 'file:///.', 'file:///a?b=c', 'file:///a#b', 'file:///%zz', 'file:///a%2Fb', 'file://'].map(
    (FILES_URL) => ['FILES_URL must look like', { FILES_URL }] as const,
  ),
  ...[
    's3://b:80?region=a',
    's3://key:secret@b?region=a',
    's3://b?region=a&endpoint=https://',
    's3://b/%zz?region=a',
  ].map((FILES_URL) => ['FILES_URL must look like', { FILES_URL }] as const),
  ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together', { ...S3, AWS_ACCESS_KEY_ID: 'a' }],
  ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together', { ...S3, AWS_SECRET_ACCESS_KEY: 'a' }],
  ...['80.5', '-1', '65536', '0x50', '1e3', ' 80', '８０８０', 'http'].map(
    (API_PORT) => ['API_PORT must be a whole number from 0 to 65535', { API_PORT }] as const,
  ),
  ['API_PORT and APP_PORT must differ', { API_PORT: '9000', APP_PORT: '9000' }],
  ['MEMORY_LIMIT_MB must be a whole number', { MEMORY_LIMIT_MB: '1GB' }],
  ['MAX_LAG_MS must be a whole number', { MAX_LAG_MS: 'Infinity' }],
  ['MAX_CONNECTIONS must be a whole number from 10', { MAX_CONNECTIONS: '0' }],
  ['MAX_CONNECTIONS_PER_ADDRESS must be a whole number from 0', { MAX_CONNECTIONS_PER_ADDRESS: '-1' }],
  ['MAX_CLOCK_LEAD_SECONDS must be a whole number from 0 to 86400', { MAX_CLOCK_LEAD_SECONDS: '1h' }],
  ['LOG_LEVEL must be one of fatal', { LOG_LEVEL: 'loud' }],
  ...['localhost', 'mail:25', 'https://mail', 'smtp://', 'smtp://h:99999'].map(
    (SMTP_URL) => ['SMTP_URL must look like smtp://', { SMTP_URL, MAIL_FROM: 'a@b.cc' }] as const,
  ),
  ...['', 'a', 'a@b', 'a@b.c>', 'a@b.cc, c@d.ee', 'A <a@b.cc', 'A a@b.cc', '<a@b.cc>\r\nBcc: c@d.ee'].map(
    (MAIL_FROM) => ['MAIL_FROM must be the sender', { ...MAIL, MAIL_FROM }] as const,
  ),
  ...['8:00', '24:00', '08:60', '8'].map(
    (SUMMARY_TIME) => ['SUMMARY_TIME must be a time of day', { SUMMARY_TIME }] as const,
  ),
  ...['3:00', '24:00', '03:60', 'nightly'].map(
    (BACKUP_AT) => ['BACKUP_AT must be a time of day', { BACKUP_AT }] as const,
  ),
  ...['~/backup', '/', 'a\nb'].map((BACKUP_TO) => ['BACKUP_TO must be a folder', { BACKUP_TO }] as const),
  ...['s3://bucket', 'https://bucket', 'file:///', 's3://b?region=a&x=y'].map(
    (BACKUP_TO) => ['BACKUP_TO must look like', { BACKUP_TO }] as const,
  ),
  ...['data', './data/backup'].map((BACKUP_TO) => ['BACKUP_TO must not be in DATA_DIR', { BACKUP_TO }] as const),
  ['BACKUP_TO must not be in DATA_DIR', { BACKUP_TO: 'file:///srv/skladno/backup', DATA_DIR: '/srv/skladno' }],
  ['BACKUP_KEEP_DAYS must be a whole number from 1 to 3650', { BACKUP_KEEP_DAYS: '0' }],
  ['SUMMARY_TIMEZONE no longer exists', { SUMMARY_TIMEZONE: 'Europe/Moscow' }],
  ['HOLD_MIGRATIONS must be true, false or all', { HOLD_MIGRATIONS: '1' }],
  ['REQUEST_LOG must be true or false', { REQUEST_LOG: 'yes' }],
  ['DRAIN_SECONDS must be a whole number from 0 to 3600', { DRAIN_SECONDS: '3601' }],
  ['METRICS_PORT must be a whole number from 0 to 65535', { METRICS_PORT: 'on' }],
  ['METRICS_HOST must be an address of this machine', { METRICS_PORT: '9464', METRICS_HOST: 'my host' }],
  ['METRICS_COMPANIES must be a whole number from 0 to 100', { METRICS_PORT: '9464', METRICS_COMPANIES: '101' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
  [
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be the address of a collector',
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'traces' },
  ],
  ['OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf', { ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['OTEL_TRACES_EXPORTER must be otlp or none', { ...COLLECTOR, OTEL_TRACES_EXPORTER: 'zipkin' }],
  ...['sometimes', 'parentbased_', 'constructor'].map(
    (OTEL_TRACES_SAMPLER) =>
      ['OTEL_TRACES_SAMPLER must be one of always_on', { ...COLLECTOR, OTEL_TRACES_SAMPLER }] as const,
  ),
  ...['2', '-1', '5%', '1e-3'].map(
    (OTEL_TRACES_SAMPLER_ARG) =>
      [
        'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1',
        { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG },
      ] as const,
  ),
  ['OTEL_BSP_MAX_QUEUE_SIZE must be a whole number', { ...COLLECTOR, OTEL_BSP_MAX_QUEUE_SIZE: 'much' }],
  ['RECOGNIZER_URL and RECOGNIZER_MODEL must be set together', { RECOGNIZER_URL: 'http://127.0.0.1' }],
  // The stand-in for MoySklad must run on the same machine, because companies' tokens must not be sent elsewhere.
  ...['https://example.org/api', 'http://127.0.0.1.example.org/', 'ftp://127.0.0.1', 'http://u:p@127.0.0.1/', 'x'].map(
    (EXTSYS_URL) => ['EXTSYS_URL must be a stand-in on this machine', { EXTSYS_URL }] as const,
  ),
  ['EXTSYS_GAP_MS is only for a stand-in at EXTSYS_URL', { EXTSYS_GAP_MS: '50' }],
  ['EXTSYS_GAP_MS must be a whole number', { EXTSYS_URL: 'http://127.0.0.1:9000', EXTSYS_GAP_MS: '0' }],
  ['RECOGNIZER_URL must look like http://', { RECOGNIZER_URL: '127.0.0.1:11434', RECOGNIZER_MODEL: 'm' }],
]

test.each(REFUSED)('invalid settings are refused with the message "%s": %j', (message, settings) => {
  let said = ''
  try {
    readConfig(settings)
  } catch (error) {
    said = (error as Error).message
  }
  expect(said.slice(0, message.length)).toBe(message)
})

test('the refusal of an invalid DATABASE_URL does not show its password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:geheim@h/d' })).toThrow(/^(?!.*geheim)/)
})

test.each([
  'postgres://u:p@h:5432/d',
  'postgresql://h/d?sslmode=require',
  'postgres://u:p%25@h/d',
  'postgres://u:p@/d?host=/tmp/sockets&port=20000',
  'postgres:///d?host=/tmp',
  'postgres://[::1]/d',
])('the setting DATABASE_URL accepts %s', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each(['0.0.0.0', '::', '::1', 'localhost', 'node-1.example.org'])('the setting HOST accepts %s', (host) => {
  expect(readConfig({ HOST: host }).host).toBe(host)
})

test.each(['a@b.cc', 'Skladno <a@b.cc>', '<a@b.cc>', 'Склад «Ромашка» <a@b.cc>'])(
  'the setting MAIL_FROM accepts %s',
  (from) => {
    expect(readConfig({ ...MAIL, MAIL_FROM: from }).mail).toEqual({ smtpUrl: MAIL.SMTP_URL, from })
  },
)

test('every setting has a default', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', apiPort: 8080, dataDir: './data', databaseUrl: null })
})

test('the e-mail address of an owner created in the shell is checked by the same rule as the addresses in the settings', () => {
  const wishes = { name: 'А', userName: 'А', password: 'long enough' }
  expect(faultsOf({ ...wishes, email: 'a@b.c>' })).toMatchObject([{ field: 'email' }])
  expect(faultsOf({ ...wishes, email: ' a@b.cc ' })).toEqual([])
})

test('the sign-in library accepts every e-mail address that our own rule accepts', () => {
  // The sign-in library checks e-mail addresses with its own copy of zod.
  const { z } = createRequire(import.meta.resolve('better-auth'))('zod') as {
    z: { email(): { safeParse(text: string): { success: boolean } } }
  }
  const rule = z.email()
  const texts = sample(stringMatching(/^[a-z+'.-]{1,5}@[a-z\d.-]{1,5}\.[a-z]{1,3}$/), { numRuns: 5_000, seed: 1 })
  const taken = texts.filter(isEmail)
  expect(taken.length).toBeGreaterThan(100)
  expect(taken.filter((text) => !rule.safeParse(text).success)).toEqual([])
})

test('MoySklad’s address and request rate are fixed, except for a stand-in on the same machine', () => {
  expect(readConfig({}).extsys).toEqual({ url: 'https://api.moysklad.ru/api/remap/1.2', pace: SOURCE_PACE })
  const url = 'http://127.0.0.1:9000/api/remap/1.2'
  const { extsys } = readConfig({ EXTSYS_URL: `${url}/`, EXTSYS_GAP_MS: '52' })
  expect(extsys.url).toBe(url)
  expect(extsys.pace).toMatchObject({ gapMs: 52, windowMs: 100, startsPerWindow: 2, leaseMs: 1_000 })
  expect(readConfig({ EXTSYS_URL: url }).extsys.pace).toEqual(SOURCE_PACE)
})

test('the setting HOLD_MIGRATIONS holds back either the optional migrations or all of them', () => {
  expect(['', 'false', 'true', 'all'].map((HOLD_MIGRATIONS) => readConfig({ HOLD_MIGRATIONS }).holdMigrations)).toEqual(
    ['none', 'none', 'optional', 'all'],
  )
})

test('metrics are served only if METRICS_PORT is set, and by default only to this machine', () => {
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeNull()
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9_464, companies: 0 })
})

test('traces are sent only if an endpoint is set, and are sampled according to the standard variables', () => {
  const of = (settings: Record<string, string>) => readConfig(settings).traces
  expect(of({})).toBeNull()
  expect(of({ OTEL_TRACES_SAMPLER: 'nonsense' })).toBeNull()
  expect(of({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(of({ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
  expect(of(COLLECTOR)).toEqual({
    endpoint: 'https://collector.example.org',
    sampler: { root: 'on', share: 1, isParentBased: true },
    batches: {
      scheduledDelayMillis: 5_000,
      exportTimeoutMillis: 30_000,
      maxQueueSize: 2_048,
      maxExportBatchSize: 512,
    },
  })
  const sampled = { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' }
  expect(of(sampled)!.sampler).toEqual({ root: 'share', share: 0.05, isParentBased: false })
  expect(of({ ...COLLECTOR, OTEL_BSP_MAX_QUEUE_SIZE: '100' })!.batches.maxExportBatchSize).toBe(100)
})
