/** Generates random requests from the OpenAPI document: every operation, with edge cases in path, query, headers and body. */
import { Buffer } from 'node:buffer'
import type { Chance } from '../chance/chance.ts'
import { follow, type Operation } from '../contract/openapi.ts'
import type { Json } from '../node/client.ts'
import {
  DATES,
  idFor,
  type Known,
  objectFor,
  printJson,
  valueFor,
  WHOLE_NUMBERS,
  WRONG_DATES,
  wildText,
} from './values.ts'

export interface FuzzRequest {
  readonly method: string
  readonly path: string
  /** The request's headers; a name may occur twice. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
  /** The framing of the request's body: correct, or with a wrong length or chunk size. */
  readonly framing: 'right' | 'too long' | 'too short' | 'twice' | 'chunked' | 'broken chunk' | 'no number'
}

export interface Asking {
  readonly document: Json
  readonly known: Known
  readonly token: string
  readonly strangerToken: string
  /** Idempotency keys that earlier requests have used. */
  readonly keys: readonly string[]
}

const PREFER = [
  'return=minimal',
  'state=summary',
  'state=changes',
  'state=full',
  'state=changes; since=0',
  'state=changes;since="1"',
  'state=changes; since=999999999999999',
  'state=changes; since=-1',
  'state = changes ; since = 1e3',
  'nonsense',
  ',;=',
  'respond-async, return="minimal"',
  `state=${' '.repeat(8_000)}changes`,
]
const ACCEPT = [
  '*/*',
  'application/json',
  'text/event-stream',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv;q=1e9',
  'text/csv;q=, application/json',
  'image/webp',
  ';;,,',
  'text/html',
]
const ENCODING = [
  'gzip',
  'br',
  'identity',
  'deflate',
  '*',
  'gzip;q=0',
  '*;q=0',
  'identity;q=0',
  'br;q=1.5, gzip;q=nonsense',
  'zstd',
  ',,,',
  'x'.repeat(2_000),
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'Application/JSON',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'image/png',
  'image/jpeg',
  'application/pdf',
  '',
  ';',
  'application/json;;',
  'a'.repeat(500),
]
const TAGS = ['"0"', '"1"', 'W/"2"', '*', '"1", "2"', '""', 'x', `"${'1'.repeat(500)}"`]
const EVENT_IDS = ['0', '1', '999999999999999', '-1', '1e3', '', 'x', '9'.repeat(40)]
const RANGES = ['bytes=0-10', 'bytes=99999999-', 'bytes=5-1', 'lines=1-2']
const ZONES = ['UTC', 'Europe/Moscow', 'Asia/Beirut', '+03:00', 'Mars/Olympus', '', 'europe/moscow', 'x'.repeat(65)]
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const FILE_NAMES = ['scan.png', '%D0%A3%D0%9F%D0%94.pdf', '%', '%00', '..', 'a/b\\c', '%E2%80%AE', 'x'.repeat(500)]

export function makeRequest(chance: Chance, { path, method, operation }: Operation, asking: Asking): FuzzRequest {
  const body = method === 'GET' && chance.happens(0.98) ? null : bodyFor(chance, operation, asking)
  return {
    method,
    path: `${pathFor(chance, path, asking)}${queryFor(chance, { path, operation }, asking)}`,
    headers: [...headersFor(chance, { method, operation }, asking)],
    body,
    framing: body === null ? 'right' : chance.weigh(FRAMINGS),
  }
}

const FRAMINGS = [
  [960, 'right'],
  [10, 'chunked'],
  [6, 'too long'],
  [6, 'too short'],
  [6, 'twice'],
  [6, 'broken chunk'],
  [6, 'no number'],
] as const satisfies [number, FuzzRequest['framing']][]

function pathFor(chance: Chance, path: string, { known }: Asking): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (chance.happens(0.02)) return encoded(wildText(chance))
    return encoded(idFor(chance, known, name, chance.happens(0.9) ? 'usual' : 'edge'))
  })
  if (chance.happens(0.99)) return filled
  return chance.pick([
    `${filled}/`,
    `/${filled}`,
    filled.toUpperCase(),
    `${filled}%`,
    `${filled}%zz`,
    `${filled}%2e%2e`,
    `${filled}/..`,
    `${filled};a=b`,
    '/docs/static/%2e%2e/x',
    '/openapi.json',
  ])
}

/** Encodes a string for use in a URL. A lone surrogate cannot be encoded, so it is replaced first. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function queryFor(chance: Chance, { path, operation }: Pick<Operation, 'path' | 'operation'>, asking: Asking): string {
  const parameters = (operation.parameters as Json[]).filter((parameter) => parameter.in === 'query')
  const parts = parameters
    .filter(({ required }) => chance.happens(required ? 0.98 : 0.2))
    .flatMap((parameter) => queryParts(chance, path, parameter, asking))
  if (chance.happens(0.01))
    parts.push(chance.pick(['page=2', '%', '=', '&&', 'limit', '__proto__=1', '%00=1', 'limit[]=1', 'a'.repeat(3_000)]))
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function queryParts(chance: Chance, path: string, { name, schema }: Json, { known }: Asking): string[] {
  const part = (value: unknown) => `${name}=${encoded(String(value))}`
  if (chance.happens(0.02)) return [part(wildText(chance)), part(wildText(chance))]
  if (schema.type === 'integer') {
    if (name === 'since' && chance.happens(0.7)) return [part(chance.between(0, known.revision))]
    return [part(chance.happens(0.7) ? chance.between(1, 300) : chance.pick(WHOLE_NUMBERS))]
  }
  if (schema.type === 'boolean') return [part(chance.pick(['true', 'false', 'true', 'false', '1', 'TRUE', '']))]
  if (schema.type === 'array')
    return Array.from({ length: chance.between(1, 3) }, () => part(valueFor(chance, known, name, schema.items)))
  if (name === 'cursor') return [part(cursorFor(chance, known, path))]
  if (name === 'timeZone') return [part(chance.pick(ZONES))]
  if (/From$|To$|^(from|to|date)$/.test(name)) return [part(chance.pick(chance.happens(0.8) ? DATES : WRONG_DATES))]
  return [part(valueFor(chance, known, name, schema))]
}

/** Returns a paging cursor of the list at this path or of another list, sometimes altered, or rarely random text. */
function cursorFor(chance: Chance, { cursors }: Known, path: string): string {
  const own = cursors.get(path) ?? []
  const all = [...cursors.values()].flat()
  if (all.length === 0 || chance.happens(0.05)) return wildText(chance)
  const cursor = chance.pick(own.length > 0 && chance.happens(0.8) ? own : all)
  if (chance.happens(0.7)) return cursor
  const place: Json[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  place[chance.between(1, place.length)] = chance.pick<Json>([
    null,
    -1,
    0.5,
    1e300,
    2 ** 53,
    'x',
    '\u0000',
    '9999-99-99 99:99:99+00',
    [],
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function* headersFor(
  chance: Chance,
  { method, operation }: { method: string; operation: Json },
  asking: Asking,
): Generator<[string, string]> {
  const { token, strangerToken, keys } = asking
  const authorization = chance.weigh([
    [970, `Bearer ${token}`],
    [10, `Bearer ${strangerToken}`],
    [5, 'Bearer skl_wrong'],
    [5, token],
    [5, `bearer  ${token} `],
    [5, ''],
  ])
  if (authorization !== '') yield ['Authorization', authorization]
  if (method !== 'GET') {
    const key = chance.weigh([
      [940, `fuzz-${chance.below(2 ** 32)}-${chance.below(2 ** 32)}`],
      [20, keys.length > 0 ? chance.pick(keys) : 'none-yet'],
      [
        10,
        chance.pick([
          '1234567',
          'k'.repeat(120),
          'k'.repeat(121),
          ' '.repeat(9),
          '12345678',
          'ключключ',
          '%00%00%00%00',
          '"""""""" ',
        ]),
      ],
      [10, ''],
    ])
    if (key !== '') yield ['Idempotency-Key', Buffer.from(key).toString('latin1')]
    yield ['Prefer', chance.happens(0.8) ? 'return=minimal' : chance.pick(PREFER)]
    const isJson = operation.requestBody?.content['application/json'] !== undefined
    const type = chance.happens(0.97) ? (isJson ? 'application/json' : 'image/png') : chance.pick(TYPES)
    yield ['Content-Type', type]
    if (!isJson && chance.happens(0.3)) yield ['X-File-Name', chance.pick(FILE_NAMES)]
  }
  yield ['Accept-Encoding', chance.happens(0.8) ? 'identity' : chance.pick(ENCODING)]
  if (chance.happens(0.15)) yield ['Accept', chance.pick(ACCEPT)]
  if (chance.happens(0.05)) yield ['If-None-Match', chance.pick(TAGS)]
  if (chance.happens(0.03)) yield ['Last-Event-ID', chance.pick(EVENT_IDS)]
  if (chance.happens(0.01)) yield ['Range', chance.pick(RANGES)]
  if (chance.happens(0.01)) yield ['Expect', chance.pick(['100-continue', 'nonsense'])]
  if (chance.happens(0.005))
    yield [
      chance.pick(['Accept', 'Prefer', 'Idempotency-Key', 'X-Long']),
      'y'.repeat(chance.pick([100, 9_000, 17_000])),
    ]
}

function bodyFor(chance: Chance, operation: Json, asking: Asking): Buffer {
  const { content } = operation.requestBody ?? { content: { 'application/json': { schema: { properties: {} } } } }
  if (content['application/json'] === undefined) return chance.weigh(BYTES)
  if (chance.happens(0.01)) return Buffer.from(chance.pick(SHAPES)())
  const schema = bodySchema(asking.document, content['application/json'].schema)
  const text = printJson(objectFor(chance, asking.known, schema))
  if (chance.happens(0.99)) return Buffer.from(text)
  const cut = Buffer.from(text).subarray(0, chance.below(text.length))
  return chance.pick([
    cut,
    Buffer.concat([cut, Buffer.from([0xff, 0xfe])]),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`${text}${text}`),
    Buffer.alloc(0),
  ])
}

const BYTES: [number, Buffer][] = [
  [60, PNG],
  [10, PNG.subarray(0, 20)],
  [10, Buffer.from('%PDF-1.4 nonsense')],
  [10, Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  [10, Buffer.alloc(0)],
  [2, Buffer.alloc(300_000, 1)],
]

const MIB = 1_048_576
/** Functions that return bodies of about 1 MiB that consist of one repeated part. */
const SHAPES: (() => string)[] = [
  () => `{"items":[${'{},'.repeat(349_000)}{}]}`,
  () => `{"tags":[${'1,'.repeat(500_000)}1]}`,
  () => '['.repeat(1_000_000),
  () => `{"name":${'['.repeat(60)}${']'.repeat(60)}}`,
  () => `{"name":"${'a'.repeat(MIB - 11)}"}`,
  () => `{"name":"${'a'.repeat(MIB)}"}`,
  () => `{"name":"а"${' '.repeat(MIB - 13)}}`,
  () => `{"name":${'1'.repeat(MIB - 9)}}`,
  () => `{"name":"x","customValues":{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}}`,
  () => `{${Array.from({ length: 9_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
]

const BODY_SCHEMAS = new Map<string, Json>()

function bodySchema(document: Json, schema: Json): Json {
  const name = JSON.stringify(schema)
  const found = BODY_SCHEMAS.get(name) ?? resolved(document, schema)
  BODY_SCHEMAS.set(name, found)
  return found
}

/** Returns a body's schema in which references are replaced by the schemas they point to. */
function resolved(document: Json, schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((inner) => resolved(document, inner))
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema.$ref !== undefined) return resolved(document, follow(document, schema))
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, /^examples?$/.test(key) ? inner : resolved(document, inner)]),
  )
}
