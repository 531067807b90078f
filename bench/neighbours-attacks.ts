/**
 * The attacks by which a hostile company tries to harm the other companies on its server. docs/security.md states which
 * promise each attack tests.
 */
import { listDataId } from './list-data.ts'
import type { Companies, Orderer } from './neighbours-companies.ts'
import { type DensePages, densePdf, noisyPicture } from './neighbours-files.ts'
import {
  aborted,
  dawdle,
  type Flood,
  flood,
  type HostileRequest,
  stream,
  type Tally,
  type Target,
  writeHeaders,
} from './neighbours-hostile.ts'
import { CUSTOMER } from './shop.ts'

/** A size just below the limit for JSON bodies. */
const LARGEST_BODY_BYTES = 1_048_000
/** The limit on the size of an order, counted as its number of lines times the number of components in each bundle. */
const MAX_ORDER_COMPONENTS = 20_000
const LINES_FAR_TOO_MANY = 1_000
const IMPORTS = 'procurement/imports'
const PDF: DensePages = { pages: 30, lines: 100, columns: 110 }

export interface Attack {
  readonly name: string
  /** A description of the attack for the printed table. */
  readonly what: string
  /** Whether the neighbour, a normal company on the same server, uploads a file during the attack. */
  readonly hasFile?: boolean
  /** Whether the attack begins as soon as the restarted server listens, before any company is loaded. */
  readonly isAtRestart?: boolean
  /** Creates the data that the attack needs. The server is restarted afterwards. */
  prepare(companies: Companies): Promise<Prepared>
}

export interface Prepared {
  /** The API token of the hostile company. */
  readonly token: string
  /** The company whose orders are measured during the attack, if it is not the usual one. */
  readonly neighbour?: Orderer
  /** Additional server settings during the attack. */
  readonly settings?: Readonly<Record<string, string>>
  /** Attacks until the target's signal aborts. */
  assault(target: Target): Promise<Tally>
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): HostileRequest => {
  return { method: 'GET', path: `/api/v1/${path}`, headers }
}
const write = (method: 'POST' | 'PATCH', path: string, body: object | Buffer, prefer?: string): HostileRequest => {
  const bytes = Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return { method, path: `/api/v1/${path}`, headers: writeHeaders(prefer), body: bytes }
}
const flooding = (connections: number, request: Flood['request']) => (target: Target) =>
  flood(target, { connections, request })

/** An attack that sends the same requests over many connections. */
function reads(connections: number, requests: readonly HostileRequest[]) {
  return flooding(connections, (connection, turn) => requests[(connection + turn) % requests.length]!)
}

/** An attack with 1 MiB of invalid entries in each array that a request body may have. */
function wrongArrays(connections: number): Attack {
  const filled = (start: string, entry: string) => {
    const entries = Math.floor((LARGEST_BODY_BYTES - start.length) / (entry.length + 1))
    return Buffer.from(`${start}${new Array(entries).fill(entry).join(',')}]}`)
  }
  const bodies: readonly (readonly [string, Buffer])[] = [
    ['orders', filled('{"items":[', '{}')],
    ['products', filled('{"name":"a","components":[', '{}')],
    ['products', filled('{"name":"a","tags":[', '1')],
    ['products', filled('{"name":"a","prices":[', '{}')],
  ]
  return {
    name: `wrong-arrays-${connections}`,
    what: `1 MiB bodies with a huge wrong array, ${connections}×`,
    prepare: async (companies) => ({
      token: (await companies.empty()).token,
      assault: flooding(connections, (connection, turn) => {
        const [path, body] = bodies[(connection + turn) % bodies.length]!
        return write('POST', path, body)
      }),
    }),
  }
}

function catalog(connections: number): Attack {
  return {
    name: `catalog-${connections}`,
    what: `catalog of the large company, ${connections}×`,
    prepare: async (companies) => ({
      token: (await companies.large()).token,
      assault: reads(connections, [get('catalog')]),
    }),
  }
}

const filteredCatalog: Attack = {
  name: 'catalog-filter-16',
  what: 'catalog of 10,000 products with a filter that a fifth of them match, 16×',
  async prepare(companies) {
    const { token, valueId } = await companies.shelf()
    return { token, assault: reads(16, [get(`catalog?valueId=${valueId}`)]) }
  },
}

const sinceZero: Attack = {
  name: 'since-0-16',
  what: 'bootstrap?since=0 over a long log, 16×',
  prepare: async (companies) => ({
    token: (await companies.logged()).token,
    assault: reads(16, [get('bootstrap?since=0')]),
  }),
}

const changesSinceOne: Attack = {
  name: 'changes-since-1-16',
  what: 'writes with Prefer: state=changes; since=1 over a long log, 16×',
  async prepare(companies) {
    const { token, warehouseId } = await companies.logged()
    const assault = flooding(16, (connection, turn) =>
      write('PATCH', `warehouses/${warehouseId}`, { name: `Склад ${connection}-${turn}` }, 'state=changes; since=1'),
    )
    return { token, assault }
  },
}

/**
 * An attack with orders that have many lines of one bundle. Without `isLegal` the orders have far more lines than
 * allowed and alternate with self-checks.
 */
function bundleOrders(name: string, what: string, shape: { connections: number; isLegal: boolean }): Attack {
  return {
    name,
    what,
    async prepare(companies) {
      const { token, bundleId, warehouseId, productIds } = await companies.bundler()
      const lines = shape.isLegal ? Math.floor(MAX_ORDER_COMPONENTS / productIds.length) : LINES_FAR_TOO_MANY
      const items = new Array(lines).fill({ productId: bundleId, quantity: 1 })
      const order = Buffer.from(JSON.stringify({ customer: CUSTOMER, warehouseId, channel: 'Сайт', items }))
      const assault = flooding(shape.connections, (_connection, turn) =>
        !shape.isLegal && turn % 2 === 1 ? get('self-check') : write('POST', 'orders', order, 'state=changes'),
      )
      return { token, assault }
    },
  }
}

const leftSelfChecks: Attack = {
  name: 'self-checks-64',
  what: 'self-checks of the large company, hung up after 0.3 s, 64×',
  prepare: async (companies) => ({
    token: (await companies.large()).token,
    assault: (target) => flood(target, { connections: 64, hangUpMs: 300, request: () => get('self-check') }),
  }),
}

function reports(name: string, what: string, path: string): Attack {
  return {
    name,
    what,
    prepare: async (companies) => ({
      token: (await companies.reported()).token,
      assault: reads(40, [get(`reports/${path}`)]),
    }),
  }
}

/** An attack that creates up to `products` products whose custom fields have the largest allowed size. */
function customValues(name: string, bytes: number, products: number): Attack {
  const connections = 4
  return {
    name,
    what: `products with ${bytes > 500_000 ? '1 MB' : '64 KB'} of customValues each, ${connections}×`,
    prepare: async (companies) => ({
      token: (await companies.empty()).token,
      assault: flooding(connections, (connection, turn) => {
        if (turn * connections >= products) return null
        const text = 'ж'.repeat(Math.floor(bytes / 2 / 10))
        const values = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`поле ${at}`, text]))
        return write('POST', 'products', { name: `Товар ${connection}-${turn}`, customValues: values })
      }),
    }),
  }
}

const longPdf: Attack = {
  name: 'long-pdf',
  what: `recognition of a PDF of ${PDF.pages} dense pages`,
  hasFile: true,
  prepare: async (companies) => ({
    token: (await companies.empty()).token,
    async assault(target) {
      const headers = { ...writeHeaders(), 'content-type': 'application/pdf' }
      const upload: HostileRequest = { method: 'POST', path: `/api/v1/${IMPORTS}`, headers, body: densePdf(PDF) }
      const tally = await flood(target, { connections: 1, request: (_, turn) => (turn === 0 ? upload : null) })
      await aborted(target.signal)
      return tally
    },
  }),
}

const slowConnections: Attack = {
  name: 'slow-connections',
  what: '150 connections that send a byte every 5 s, 500 that send nothing',
  prepare: async (companies) => ({
    token: (await companies.empty()).token,
    assault: (target) => dawdle(target, { slow: 150, byteEveryMs: 5_000, idle: 500 }),
  }),
}

const compressedBootstrap: Attack = {
  name: 'gzip-bootstrap-16',
  what: 'compressed state of the large company, 16×, while it changes',
  prepare: async (companies) => ({
    token: (await companies.large()).token,
    assault: flooding(17, (connection, turn) =>
      connection === 16
        ? write('PATCH', `warehouses/${listDataId('warehouse', 1)}`, { name: `Склад ${turn}` })
        : get('bootstrap', { 'accept-encoding': connection % 4 === 0 ? 'br' : 'gzip' }),
    ),
  }),
}

const searches: Attack = {
  name: 'searches-16',
  what: 'searches of frequent words in orders and movements, 16×',
  prepare: async (companies) => {
    const words = ['Чайник', 'а', 'лампа', 'в', 'клей', 'ё', 'Иван', 'о']
    const paths = words.flatMap((word) =>
      ['movements', 'orders', 'lots'].map((list) => `${list}?limit=1000&q=${encodeURIComponent(word)}`),
    )
    const requests = paths.map((path) => get(path))
    return { token: (await companies.large()).token, assault: reads(16, requests) }
  },
}

const auditPages: Attack = {
  name: 'audit-16',
  what: 'audit pages of 1,000, 16×',
  prepare: async (companies) => ({
    token: (await companies.large()).token,
    assault: reads(16, [
      get('audit?limit=1000'),
      get('audit?limit=1000&action=product.updated'),
      get('audit?limit=1000&entityType=order&to=2024-01-01T05:00:00Z'),
    ]),
  }),
}

const fullStates: Attack = {
  name: 'full-state-16',
  what: 'writes with full-state answers in the large company, 16×',
  prepare: async (companies) => ({
    token: (await companies.large()).token,
    assault: flooding(16, (connection, turn) =>
      write('PATCH', `warehouses/${listDataId('warehouse', 1)}`, { name: `Склад ${connection}-${turn}` }, 'state=full'),
    ),
  }),
}

const thumbnails: Attack = {
  name: 'thumbnails-16',
  what: 'thumbnails of a 12-megapixel picture in every width, 16×',
  prepare: async (companies) => {
    const { token, imageId } = await companies.pictured(await noisyPicture())
    const assault = flooding(16, (connection, turn) =>
      get(`images/${imageId}?width=${16 + ((turn * 16 + connection) % 1_984)}`, {
        accept: connection % 2 === 0 ? 'image/webp' : 'image/jpeg',
      }),
    )
    return { token, assault }
  },
}

const streams: Attack = {
  name: 'streams-32',
  what: 'streams of changes since 0 over a long log, opened repeatedly, 32×',
  prepare: async (companies) => ({
    token: (await companies.logged()).token,
    assault: (target) => stream(target, 32, '/api/v1/changes?since=0'),
  }),
}

const restart: Attack = {
  name: 'restart',
  what: 'right after a restart: states of and writes to the large company, 16×; the neighbour has as many finished orders',
  isAtRestart: true,
  prepare: async (companies) => ({
    token: (await companies.large()).token,
    neighbour: await companies.settledNeighbour(),
    assault: flooding(16, (connection, turn) =>
      connection % 2 === 0
        ? get('bootstrap')
        : write('PATCH', `warehouses/${listDataId('warehouse', 1)}`, { name: `Склад ${connection}-${turn}` }),
    ),
  }),
}

/**
 * All attacks in the order of a run. The attack with the long file comes last, because recognition of the file
 * continues even after a restart.
 */
export const ATTACKS: readonly Attack[] = [
  wrongArrays(1),
  wrongArrays(16),
  catalog(1),
  catalog(16),
  filteredCatalog,
  sinceZero,
  changesSinceOne,
  bundleOrders('bundle-too-large', 'orders of 1,000 lines of a bundle of 990 components, and self-checks', {
    connections: 1,
    isLegal: false,
  }),
  bundleOrders('bundle-largest-4', 'the largest orders of bundles that are accepted, 4×', {
    connections: 4,
    isLegal: true,
  }),
  leftSelfChecks,
  reports('turnover-40', 'turnover of three years, 40×', 'turnover?from=2023-01-01'),
  reports(
    'profit-xlsx-40',
    'gross profit of three years by order as XLSX, 40×',
    'gross-profit?from=2023-01-01&groupBy=order&format=xlsx',
  ),
  customValues('custom-values-1mb', 1_000_000, 400),
  customValues('custom-values-64k', 60_000, 4_000),
  slowConnections,
  compressedBootstrap,
  searches,
  auditPages,
  fullStates,
  thumbnails,
  streams,
  restart,
  longPdf,
]
