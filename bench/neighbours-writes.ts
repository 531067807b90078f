/**
 * Attacks with every write of the API: repeatedly creating, changing and deleting each kind of record, and uploading
 * tables, assigning their columns and importing them.
 */
import { randomUUID } from 'node:crypto'
import type { Command } from '../server/commands/define.ts'
import { COMMANDS } from '../server/commands/table.ts'
import { blackPng } from '../tests/support/papers/pictures.ts'
import type { Attack } from './neighbours-attacks.ts'
import type { Companies } from './neighbours-companies.ts'
import { ROUTES } from './neighbours-covered.ts'
import {
  flood,
  type HostileRequest,
  newTally,
  note,
  type Tally,
  type Target,
  taken,
  writeHeaders,
} from './neighbours-hostile.ts'
import { write } from './shop.ts'

const CONNECTIONS = 16
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'
const PICTURE = blackPng(64, 64)
const START = '/api/v1/'
/** One of the partners in the examples of the API document. */
const SUPPLIER = 'ООО «Ромашка»'
const CUSTOMER = 'Иван Петров'

type Ids = Readonly<Record<string, string>>

/**
 * Prepares a company in which the examples of all commands are valid. Returns the ids for the examples' placeholders,
 * by name.
 */
async function openIds(companies: Companies): Promise<{ token: string; ids: Ids }> {
  const { site } = companies
  const company = await companies.empty()
  const shop = { ...company, warehouseId: '', productIds: [], filters: [] }
  const made = async (path: string, body: object) => (await write(site, shop, `${START}${path}`, body)).id
  const supplierId = await made('partners', { name: SUPPLIER, type: 'Поставщик' })
  await made('partners', { name: CUSTOMER, type: 'Покупатель' })
  const productId = await made('products', { name: 'Товар', price: 10, cost: 5 })
  const warehouseId = await made('warehouses', { name: 'Первый' })
  const organizationId = await made('organizations', { name: 'ООО «Своё»' })
  const contractId = await made('contracts', { partnerId: supplierId, organizationId, kind: 'purchase', number: '1' })
  const purchase = { productId, warehouseId, supplier: SUPPLIER, quantity: 1e6, unitCost: 5 }
  const lines = [{ productId, quantity: 1, unitCost: 5 }]
  const documentId = await made('procurement/documents', { kind: 'receipt', supplierId, warehouseId, lines })
  await made('stock/receipt', { productId, warehouseId, supplier: SUPPLIER, unitCost: 5, quantity: 1e9 })
  const filterId = await made('filters', { name: 'Цвет' })
  const ids = {
    productId,
    warehouseId,
    toWarehouseId: await made('warehouses', { name: 'Второй' }),
    priceTypeId: await made('price-types', { name: 'Опт' }),
    preferredSupplierId: supplierId,
    parentProductId: productId,
    analogIds: productId,
    filterValueIds: await made(`filters/${filterId}/values`, { name: 'Красный' }),
    supplierId,
    partnerId: supplierId,
    organizationId,
    contractId,
    documentId,
    sourceDocumentId: documentId,
    purchaseId: await made('purchases', purchase),
    internalId: productId,
  }
  return { token: company.token, ids }
}

/** Inserts the ids into a command's example, and gives the record that it creates a unique name. */
function bodyOf({ example }: Command, ids: Ids, turn: string): Buffer | string {
  const fill = (name: string, value: unknown): unknown => {
    if (value === '…') return ids[name] ?? UNKNOWN_ID
    if (Array.isArray(value)) return value.map((entry) => fill(name, entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(key, inner)]))
  }
  const body = fill('', example) as Record<string, unknown>
  if ('name' in body && body.name !== CUSTOMER) body.name = `${body.name} ${turn}`
  if ('externalId' in body) body.externalId = turn
  return JSON.stringify(body)
}

const areaOf = ({ path }: Command) =>
  path
    .slice(START.length)
    .split('/')
    .slice(0, path.includes('/procurement/') ? 2 : 1)
    .join('/')
const RANKS = { POST: 0, PUT: 1, PATCH: 1, DELETE: 2 }

/** Returns the name of the path parameter for the id of the record that this command creates. */
function madeBy({ path }: Command): string | undefined {
  const below = COMMANDS.find((other) => other.path.startsWith(`${path}/:`))
  return below === undefined ? undefined : /^\w+/.exec(below.path.slice(path.length + 2))?.[0]
}

/** Creates, changes and deletes records until the signal aborts. Each connection uses its own records. */
async function walkAll(target: Target, commands: readonly Command[], ids: Ids): Promise<Tally> {
  const tally = newTally()
  const walk = async (connection: number) => {
    const own: Record<string, string> = {}
    for (let turn = 0; !target.signal.aborted; turn += 1)
      for (const command of commands) {
        if (target.signal.aborted) return
        const path = command.path.replace(/:(\w+)/g, (_all, name: string) => own[name] ?? UNKNOWN_ID)
        const isUpload = command.upload !== undefined
        const type: Record<string, string> = isUpload ? { 'content-type': 'image/png' } : {}
        const body = isUpload ? PICTURE : bodyOf(command, ids, `${connection}-${turn}`)
        const headers = { ...writeHeaders(), ...type }
        const { outcome, json } = await taken(target, { method: command.method, path, headers, body })
        note(tally, outcome)
        const name = madeBy(command)
        if (outcome === 200 && name !== undefined && json?.result?.id !== undefined) own[name] = json.result.id
      }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => walk(connection)))
  return tally
}

/**
 * Makes an attack with all writes of one kind of record, so that the results show how much these writes slow down other
 * companies.
 */
function writesOf(area: string): Attack {
  const commands = COMMANDS.filter((command) => areaOf(command) === area)
    .filter(({ path, method }) => !(method === 'DELETE' && path === '/api/v1/settings'))
    .toSorted((a, b) => RANKS[a.method] - RANKS[b.method] || depthOf(a) - depthOf(b))
  return {
    name: `writes-${area.replace('/', '-')}-${CONNECTIONS}`,
    what: `all ${commands.length} writes of ${area}, ${CONNECTIONS}×`,
    prepare: async (companies) => {
      const { token, ids } = await openIds(companies)
      return { token, assault: (target) => walkAll(target, commands, ids) }
    },
  }
}

/** The sort key: a nested record is created after its outer record and deleted before it. */
const depthOf = ({ path, method }: Command) => path.split('/').length * (method === 'DELETE' ? -1 : 1)

const AREAS = [...new Set(COMMANDS.map(areaOf))]

const TABLE = Buffer.from(
  `Название;Артикул;Цена\n${Array.from({ length: 2_000 }, (_, at) => `Товар ${at};T-${at};${at}\n`).join('')}`,
)
const MAPPING = [
  { index: 0, target: 'name' },
  { index: 1, target: 'sku' },
  { index: 2, target: 'price' },
]

/** An attack with whole table imports, from the upload to the end, with every request that an import may need. */
const tableImports: Attack = {
  name: 'table-imports-16',
  what: 'tables of 2,000 rows: uploaded, mapped, read, written, paused, resumed, cancelled, deleted, 16×',
  async prepare(companies) {
    const { token } = await companies.empty()
    const assault = async (target: Target) => {
      const tally = newTally()
      const ask = async (asked: HostileRequest) => {
        const answer = await taken(target, asked)
        note(tally, answer.outcome)
        return answer.json
      }
      const walk = async () => {
        while (!target.signal.aborted) {
          const type = { 'content-type': 'text/csv' }
          const upload = { method: 'POST', path: `${START}table-imports?kind=products` } as const
          const made = await ask({ ...upload, headers: { ...writeHeaders(), ...type }, body: TABLE })
          const path = `${START}table-imports/${made?.id ?? UNKNOWN_ID}`
          const send = (method: 'POST' | 'PUT' | 'DELETE', rest: string, body: object = {}) =>
            ask({ method, path: `${path}${rest}`, headers: writeHeaders(), body: JSON.stringify(body) })
          await send('PUT', '/columns', { columns: MAPPING, matchBy: 'sku' })
          for (let looks = 0; looks < 20 && !target.signal.aborted; looks += 1) {
            const seen = await ask({ method: 'GET', path })
            if (seen?.status !== 'planning') break
          }
          await ask({ method: 'GET', path: `${path}/rows?limit=1000` })
          for (const step of ['/apply', '/pause', '/resume', '/cancel']) await send('POST', step)
          await send('DELETE', '')
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, walk))
      return tally
    }
    return { token, assault }
  },
}

const COMMANDS_OF_BATCH = 100

/**
 * An attack with the largest batches of orders and receipts. All-or-nothing batches alternate with batches that execute
 * each command separately.
 */
const batches: Attack = {
  name: 'batches-16',
  what: `batches of ${COMMANDS_OF_BATCH} orders and receipts, ${CONNECTIONS}×`,
  async prepare(companies) {
    const { token, ids } = await openIds(companies)
    const { productId, warehouseId } = ids
    const item = { productId, quantity: 1 }
    const bodies = [
      { path: `${START}orders`, body: { customer: CUSTOMER, warehouseId, channel: 'Сайт', items: [item] } },
      { path: `${START}stock/receipt`, body: { ...item, warehouseId, supplier: SUPPLIER, unitCost: 5 } },
    ]
    const assault = (target: Target) =>
      flood(target, {
        connections: CONNECTIONS,
        request: (_connection, turn) => {
          const commands = Array.from({ length: COMMANDS_OF_BATCH }, (_, at) => {
            return { key: randomUUID(), method: 'POST', ...bodies[at % bodies.length] }
          })
          const body = JSON.stringify({ mode: turn % 2 === 0 ? 'all' : 'each', commands })
          return { method: 'POST', path: `${START}batch`, headers: writeHeaders(), body: Buffer.from(body) }
        },
      })
    return { token, assault }
  },
}

const WORDS = ['Чайник', 'а', 'лампа', 'в', 'клей', 'ё', 'Иван', 'о', '1']

/** An attack that requests every list with a certain query parameter. */
function listsWith(parameter: string, name: string, what: string, queries: readonly string[]): Attack {
  const paths = ROUTES.filter(
    ({ method, path, servers, parameters = [] }) =>
      method === 'GET' &&
      servers === undefined &&
      !path.includes('{') &&
      parameters.some((one) => one.name === parameter),
  ).map(({ path }) => path)
  return {
    name,
    what: `${what} (${paths.length}), ${CONNECTIONS}×`,
    prepare: async (companies) => ({
      token: (await companies.large()).token,
      assault: (target) =>
        flood(target, {
          connections: CONNECTIONS,
          request: (connection, turn) => {
            const path = paths[(connection + turn) % paths.length]!
            return { method: 'GET', path: `${path}?${queries[turn % queries.length]!}` }
          },
        }),
    }),
  }
}

/** Attacks with the writes of each kind of record, with table imports, and with the parameters that all lists have. */
export const WRITE_ATTACKS: readonly Attack[] = [
  ...AREAS.map(writesOf),
  tableImports,
  batches,
  listsWith(
    'q',
    'list-searches-16',
    'searches of every list',
    WORDS.map((word) => `limit=1000&q=${encodeURIComponent(word)}`),
  ),
  listsWith('totals', 'list-totals-16', 'totals of every list, with and without a search', [
    'limit=1&totals=true',
    `limit=1&totals=true&q=${encodeURIComponent('а')}`,
  ]),
]
