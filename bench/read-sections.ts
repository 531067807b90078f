/**
 * Measures responses that the server assembles from parts it has already serialized: catalogues and compressed states.
 * The result that counts is the CPU time per response.
 */
import { type Baselines, restartHot, runServer } from './compare.ts'
import { readRequest } from './load.ts'
import { figure, type Goal, megabytes, type Row, type Section } from './report.ts'
import { authorization, openShop, priceRequests, type Requests, type Shop } from './shop.ts'
import type { Site } from './site.ts'
import type { Bench } from './write-sections.ts'

/** Use a single connection, so that requests cannot share a response. */
const CONNECTIONS = 1
const CATALOG_PRODUCTS = 10_000
/** The number of values of a filter, chosen so that each value belongs to a hundredth of the products. */
const HUNDREDTHS = 100
const FIFTHS = 5
const COMPRESSED_PRODUCTS = [1_000, 10_000] as const
const MILLISECOND = 1_000

interface Measuring {
  readonly site: Site
  readonly baselines: Baselines
  readonly shop: Shop
  readonly what: string
  /** The request whose response is measured. */
  readonly request: string
  /** Whether a product is changed between responses. The cost of these writes is measured separately and subtracted. */
  readonly isChanging: boolean
}

interface Cost {
  readonly rows: readonly Row[]
  /** The server's CPU milliseconds per response; null if not known. */
  readonly milliseconds: number | null
}

/** Measures the cost of a response and, for comparison, the cost of just sending the same number of bytes. */
async function measureAnswer(measuring: Measuring): Promise<Cost> {
  const { site, baselines, what, request, isChanging } = measuring
  if (isChanging) return measureChanging(measuring)
  await runServer(site, { connections: CONNECTIONS, requests: () => request, seconds: site.pace.heatSeconds / 4 })
  const run = await runServer(site, { connections: CONNECTIONS, requests: () => request })
  const copied = await baselines.bytes(CONNECTIONS, run.bodyBytes)
  const size = megabytes(run.bodyBytes)
  const rows = [
    { what: `${what}, nothing changed, ${size}`, connections: CONNECTIONS, run },
    { what: `(c) as many bytes, ${size}`, connections: CONNECTIONS, run: copied },
  ]
  return { rows, milliseconds: run.cost.server === null ? null : run.cost.server / MILLISECOND }
}

async function measureChanging({ site, shop, what, request }: Measuring): Promise<Cost> {
  const inTurn = (): Requests => {
    const writes = priceRequests(site, shop, 'state=summary')
    return (connection, turn) => (turn % 2 === 0 ? writes(connection, turn) : request)
  }
  await runServer(site, { connections: CONNECTIONS, requests: inTurn(), seconds: site.pace.heatSeconds / 4 })
  const both = await runServer(site, { connections: CONNECTIONS, requests: inTurn() })
  const written = await runServer(site, {
    connections: CONNECTIONS,
    requests: priceRequests(site, shop, 'state=summary'),
  })
  const rows = [
    { what: `${what}, and a product changed before each: mean of both`, connections: CONNECTIONS, run: both },
    { what: 'the change alone', connections: CONNECTIONS, run: written },
  ]
  const [costOfBoth, costOfWrite] = [both.cost.server, written.cost.server]
  const isKnown = costOfBoth !== null && costOfWrite !== null
  return { rows, milliseconds: isKnown ? (2 * costOfBoth - costOfWrite) / MILLISECOND : null }
}

function goalOf(goal: string, cost: Cost, mostMilliseconds: number | null): Goal {
  const { milliseconds } = cost
  return {
    goal: mostMilliseconds === null ? goal : `${goal} ≤ ${mostMilliseconds} ms`,
    measured: milliseconds === null ? 'n/a' : `${figure(milliseconds)} ms`,
    isMet: milliseconds === null || mostMilliseconds === null ? null : milliseconds <= mostMilliseconds,
  }
}

/**
 * Measures the filtered catalogue, first with no change since the last response, then after one product was changed.
 */
export async function measureCatalog({ site, baselines, tell }: Bench): Promise<Section> {
  await restartHot(site)
  tell(`a shop of ${CATALOG_PRODUCTS} products with filters`)
  const shop = await openShop(site, CATALOG_PRODUCTS, [HUNDREDTHS, FIFTHS])
  const rows: Row[] = []
  const goals: Goal[] = []
  for (const [position, share] of ['a hundredth', 'a fifth'].entries()) {
    const what = `catalog of ${CATALOG_PRODUCTS} products, ${share} of them`
    tell(what)
    const request = readRequest(`/api/v1/catalog?valueId=${shop.filters[position]![0]}`, authorization(shop))
    const unchanged = await measureAnswer({ site, baselines, shop, what, request, isChanging: false })
    const changed = await measureAnswer({ site, baselines, shop, what, request, isChanging: true })
    rows.push(...unchanged.rows, ...changed.rows)
    goals.push(goalOf(`CPU of the server per answer: ${what}, nothing changed`, unchanged, 5))
    goals.push(goalOf(`CPU of the server per answer: ${what}, one product changed`, changed, 20))
  }
  return { rows, notes: [], goals }
}

const COMPRESSED_GOALS = new Map([
  [1_000, 4],
  [10_000, 20],
])

/** Measures the full state, uncompressed and compressed as for browsers. */
export async function measureCompressed({ site, baselines, tell }: Bench): Promise<Section> {
  await restartHot(site)
  const rows: Row[] = []
  const goals: Goal[] = []
  for (const products of COMPRESSED_PRODUCTS) {
    tell(`states of ${products} products, plain and compressed`)
    const shop = await openShop(site, products)
    for (const encoding of [null, 'gzip', 'gzip, deflate, br']) {
      const what = `bootstrap of ${products} products${encoding === null ? '' : `, ${encoding}`}`
      const headers: Record<string, string> = encoding === null ? {} : { 'accept-encoding': encoding }
      const request = readRequest('/api/v1/bootstrap', { ...authorization(shop), ...headers })
      const most = encoding === null ? null : COMPRESSED_GOALS.get(products)!
      for (const isChanging of [false, true]) {
        const cost = await measureAnswer({ site, baselines, shop, what, request, isChanging })
        rows.push(...cost.rows)
        const when = isChanging ? 'one product changed' : 'nothing changed'
        goals.push(goalOf(`CPU of the server per answer: ${what}, ${when}`, cost, most))
      }
    }
    const run = await runServer(site, { connections: CONNECTIONS, requests: priceRequests(site, shop, null) })
    const what = `PATCH of one of ${products} products, full state, ${megabytes(run.bodyBytes)}`
    rows.push({ what, connections: CONNECTIONS, run })
  }
  return { rows, notes: [], goals }
}
