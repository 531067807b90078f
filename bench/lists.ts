/**
 * `npm run bench:lists -- [--quick] [--check] [--only 'search|mixed']`: measures pages of lists with 100,000 products
 * and 200,000 orders in one company, over 8 connections. The goal is a p99 below 50 ms for any page, filter, sort order
 * and search on 2 cores. `--only` measures only the lists whose names match. Each result is the median of three rounds.
 * The worst p99 of the rounds is printed too, because it shows rare events such as a full garbage collection after a
 * company was loaded. "CPU ms" is the CPU time of the server and PostgreSQL per response, which other programs disturb
 * far less than response times.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { listDataId, listDataStatements } from './list-data.ts'
import { RANDOMLY_ASKED, randomQuestion } from './list-questions.ts'
import { exchange, type Measured, measure, readRequest } from './load.ts'
import { cpuSeconds, cpuSecondsOfFamily } from './processes.ts'
import { count, figure } from './report.ts'
import { type NewCompany, openSite, type Pace, type Site } from './site.ts'

const CONNECTIONS = 8
const GOAL_MS = 50
const PACE: Pace = {
  isQuick: false,
  seconds: 3,
  warmUpSeconds: 0.5,
  heatSeconds: 60,
  rounds: 3,
  restarts: 0,
  manyProducts: 100_000,
}
const SIZES = { products: 100_000, partners: 10_000, orders: 200_000 }
const QUICK_SIZES = { products: 5_000, partners: 500, orders: 10_000 }
/**
 * The number of different requests of each kind. There are many, so that the same page is not requested again and
 * again.
 */
const VARIANTS = 64
const DEEP_PAGES = 40
const MIXED = 'all of the requests mixed'

type Sizes = typeof SIZES
/** Returns the path of the nth request of a kind. */
type Asking = (n: number, sizes: Sizes) => string

const WORDS = ['Чайник', 'ёлка', 'Щётка', 'лампа', 'насос', 'утюг', 'клей', 'пила']
const SHADES = ['красный', 'СИНИЙ', 'зеленый', 'медн', 'тих', 'стальн']
const at = <T>(values: readonly T[], n: number): T => values[n % values.length]!
const some = (n: number, below: number) => 1 + ((n * 7_919 + 13) % below)
const second = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 1_000).toISOString()

const ASKED: Readonly<Record<string, Asking>> = {
  'products, first page': () => 'products',
  'products by name': (n) => `products?sort=${at(['name', '-name'], n)}`,
  'products of a category': (n) => `products?category=Категория ${n % 200}`,
  'products of a category by name': (n) => `products?category=Категория ${n % 200}&sort=name`,
  'products of a rare kind, none': () => 'products?kind=bundle',
  'products, archived, by name': () => 'products?archived=true&sort=name',
  'products with a tag': () => 'products?tag=новинка',
  'search: a frequent word': (n) => `products?q=${at(WORDS, n)}`,
  'search: a frequent word, by name': (n) => `products?q=${at(WORDS, n)}&sort=name`,
  'search: two words': (n) => `products?q=${at(WORDS, n)} ${at(SHADES, n)}`,
  'search: word and number': (n) => `products?q=${at(WORDS, n)} ${some(n, 5_000)}`,
  'search: sku': (n, { products }) => `products?q=ab-${String(some(n, products)).padStart(6, '0')}`,
  'search: barcode': (n, { products }) =>
    `products?q=46${String((some(n, products) * 7_919) % 1e11).padStart(11, '0')}`,
  'search: nothing to find': (n) => `products?q=нетничего${n}`,
  'search: one letter': (n) => `products?q=${at(['а', 'щ', '7', 'u'], n)}`,
  'search: two letters': (n) => `products?q=${at(['ча', 'юг', '12', 'щъ'], n)}`,
  'search: partner by phone': (n) =>
    `partners?q=+7 (9${String(n % 100).padStart(2, '0')}) ${String(some(n, 1_000)).padStart(3, '0')}`,
  'search: partner by name': (n) => `partners?q=${at(['семен', 'Фёдор', 'лебедев', 'юлия зай'], n)}`,
  'orders, first page': () => 'orders',
  'orders by time': (n) => `orders?sort=${at(['orderedAt', '-orderedAt'], n)}`,
  'orders of a status': (n) => `orders?status=${at(['new', 'shipped', 'cancelled', 'picking'], n)}`,
  'orders of a customer': (n, { partners }) => `orders?customerId=${listDataId('partner', some(n, partners))}`,
  'orders of a product': (n, { products }) => `orders?productId=${listDataId('product', some(n, products))}`,
  'orders of a warehouse': (n) => `orders?warehouseId=${listDataId('warehouse', 1 + (n % 20))}`,
  'orders of a warehouse, cancelled': (n) =>
    `orders?warehouseId=${listDataId('warehouse', 1 + (n % 20))}&status=cancelled`,
  'orders of a day': (n, { orders }) =>
    `orders?orderedFrom=${second(some(n, orders))}&orderedTo=${second(some(n, orders) + 3_600)}`,
  'search: order by number': (n, { orders }) => `orders?q=${some(n, orders)}`,
  'search: order by external number': (n, { orders }) => `orders?q=OZ-${some(n, orders)}`,
  'search: orders of customers, one letter': (n) => `orders?q=${at(['а', 'в', 'ё', 'р'], n)}`,
  'search: movements of products, a word': (n) => `movements?q=${at(WORDS, n)}`,
  'search: order by customer': (n) => `orders?q=${at(['Иванов', 'семён 77', 'волков юлия', '+7 912 345'], n)}`,
  'movements of a type': (n) => `movements?type=${at(['writeoff', 'receipt', 'transfer'], n)}`,
  'movements of a product': (n, { products }) => `movements?productId=${listDataId('product', some(n, products))}`,
  'lots, open': () => 'lots?open=true',
  'stock of a warehouse': (n) => `stock?warehouseId=${listDataId('warehouse', 1 + (n % 20))}`,
  'search: stock of products': (n, { products }) => `stock?q=${String(some(n, products)).padStart(6, '0')}`,
  'audit of an entity': (n) => `audit?entityId=${listDataId('product', 1 + (n % 100))}`,
  'audit of a period': (n, { orders }) => `audit?from=${second(some(n, orders))}&to=${second(some(n, orders) + 600)}`,
}

/** The lists for which the benchmark also measures a page far from the beginning. */
const DEEP = ['products', 'products?sort=name', 'orders', 'orders?sort=orderedAt', 'orders?status=shipped', 'movements']

/** The number of different random requests sent to each list. */
const RANDOM_QUESTIONS = 256

const requestFor = ({ token }: NewCompany, path: string) =>
  readRequest(`/api/v1/${encodeURI(path).replaceAll('+', '%2B')}`, { authorization: `Bearer ${token}` })

/** Builds a request for a page far from the beginning of a list. */
async function deepRequest(site: Site, company: NewCompany, path: string): Promise<string> {
  let page = path
  for (let turn = 0; turn < DEEP_PAGES; turn += 1) {
    const { body, status } = await exchange(
      site.server.port,
      requestFor(company, `${path}${join(path)}limit=1000${page === path ? '' : page}`),
    )
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    const { nextCursor } = JSON.parse(body.toString('utf8')) as { nextCursor: string | null }
    if (nextCursor === null) break
    page = `&cursor=${nextCursor}`
  }
  return requestFor(company, page === path ? path : `${path}${join(path)}${page.slice(1)}`)
}

const join = (path: string) => (path.includes('?') ? '&' : '?')

async function fill(site: Site, sizes: Sizes): Promise<NewCompany> {
  const company = await site.newCompany()
  for (const statement of listDataStatements(sizes)) await site.query(statement, [company.companyId])
  for (const set of ['companies set revision = $2', 'projections set revision = $2, logged_since = $2'])
    await site.query(`update ${set} where company_id = $1`, [company.companyId, sizes.orders])
  await site.query('vacuum analyze')
  return company
}

interface Result {
  readonly what: string
  readonly p99Ms: number
}

/** Measures one kind of request. Returns the median over the rounds, and the worst p99 of a round. */
async function measureOne(site: Site, what: string, requests: readonly string[], seconds: number): Promise<Result> {
  const cpuBefore = [cpuSeconds(site.server.pid), cpuSecondsOfFamily(site.postgresPid)]
  const rounds: Measured[] = []
  for (let round = 0; round < PACE.rounds; round += 1)
    rounds.push(
      await measure({
        port: site.server.port,
        connections: CONNECTIONS,
        warmUpSeconds: round === 0 ? PACE.warmUpSeconds : 0,
        seconds: seconds / PACE.rounds,
        request: (connection, turn) => at(requests, turn * CONNECTIONS + connection),
      }),
    )
  const answered = rounds.flatMap(({ answers }) => answers).reduce((sum, one) => sum + one, 0)
  const cpu = [cpuSeconds(site.server.pid), cpuSecondsOfFamily(site.postgresPid)].map((after, which) =>
    after === null ? 'n/a' : figure(((after - cpuBefore[which]!) / answered) * 1_000),
  )
  const middle = (of: (round: Measured) => number) => median(rounds.map(of))
  const p99Ms = middle((round) => round.p99Ms)
  const cells = [
    count(middle((round) => round.requestsPerSecond)),
    figure(middle((round) => round.p50Ms)),
    figure(p99Ms),
    figure(Math.max(...rounds.map((round) => round.p99Ms))),
    ...cpu,
    count(middle(({ bodyBytes }) => bodyBytes)),
  ].map((cell) => cell.padStart(9))
  console.log(`| ${what.padEnd(40)} | ${cells.join(' | ')} |${p99Ms < GOAL_MS ? '' : ' ✗'}`)
  return { what, p99Ms }
}

/** Sends a first request, so that the server loads the company before the measurements begin. */
async function askFirst(site: Site, company: NewCompany): Promise<void> {
  for (const path of ['products', 'partners']) {
    const start = performance.now()
    const { status } = await exchange(site.server.port, requestFor(company, path))
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    console.log(`first answer of ${path} after the start: ${count(performance.now() - start)} ms`)
  }
}

/** Returns the requests of each kind by name. The last entry mixes all kinds. */
async function requestsOf(site: Site, company: NewCompany, sizes: Sizes): Promise<Map<string, string[]>> {
  const kinds = new Map<string, string[]>()
  for (const [what, asking] of Object.entries(ASKED)) {
    const requests = Array.from({ length: VARIANTS }, (_, n) => requestFor(company, asking(n, sizes)))
    kinds.set(what, requests)
  }
  for (const path of DEEP) kinds.set(`${path}, a deep page`, [await deepRequest(site, company, path)])
  const everything = [...kinds.values()].flat()
  const chance = chanceFrom(7)
  for (const list of RANDOMLY_ASKED) {
    const questions = Array.from({ length: RANDOM_QUESTIONS }, () => randomQuestion(list, chance, sizes))
    kinds.set(
      `${list}, any filters and words`,
      questions.map((path) => requestFor(company, path)),
    )
  }
  // Mix the kinds by stepping through the requests with a step that has no common factor with their number, so that
  // each request is taken exactly once.
  return kinds.set(
    MIXED,
    everything.map((_, n) => everything[(n * 1_009) % everything.length]!),
  )
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  })
  const sizes = values.quick ? QUICK_SIZES : SIZES
  const seconds = values.quick ? 0.5 : PACE.seconds
  console.log(`load of the machine before the start: ${loadavg()[0]!.toFixed(2)}`)
  const site = await openSite({ ...PACE, isQuick: values.quick }, chanceFrom(1))
  try {
    const company = await fill(site, sizes)
    console.log(`${count(sizes.products)} products, ${count(sizes.orders)} orders, ${CONNECTIONS} connections`)
    await askFirst(site, company)
    console.log()
    console.log(
      `| ${'list'.padEnd(40)} | per second | p50 ms | p99 ms | worst p99 | CPU ms: server | PostgreSQL | bytes |\n|---|--:|--:|--:|--:|--:|--:|--:|`,
    )
    const kinds = await requestsOf(site, company, sizes)
    // An unmeasured round first: it compiles code, plans statements and collects the garbage left by loading the
    // company.
    await measureOne(
      site,
      'all of the requests mixed, not counted',
      kinds.get(MIXED)!,
      values.quick ? 1 : PACE.heatSeconds,
    )
    const results: Result[] = []
    for (const [what, requests] of kinds) {
      if (!new RegExp(values.only).test(what)) continue
      results.push(await measureOne(site, what, requests, what === MIXED ? seconds * 3 : seconds))
    }
    const late = results.filter(({ p99Ms }) => p99Ms >= GOAL_MS)
    console.log(`\np99 below ${GOAL_MS} ms: ${results.length - late.length} of ${results.length}`)
    if (values.check && late.length > 0) process.exitCode = 1
  } finally {
    await site.close()
  }
}

await run()
