/**
 * `npm run bench:patch -- [--quick] [--check] [--only patch|load]`: measures what one product update costs in companies
 * of 100, 10,000 and 100,000 products, and whether creating products becomes slower as a company grows. Counts the CPU
 * time of the server and PostgreSQL together, over one connection with `Prefer: return=minimal`. The company sizes are
 * measured in turns, so that other programs on the machine affect all sizes alike.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { median, type Run, restartHot, runServer } from './compare.ts'
import { listDataId } from './list-data.ts'
import { bytesOf, writeRequests } from './load.ts'
import { catalogueIds, FILTER_VALUES, fillCatalogue, filterValueId } from './product-data.ts'
import { count, figure, type Goal, printGoals, printTable, ratios } from './report.ts'
import { authorization, type Requests, readRevision, type Shop, sum } from './shop.ts'
import { openSite, type Pace, type Site } from './site.ts'

const PACE: Pace = {
  isQuick: false,
  seconds: 2,
  warmUpSeconds: 0.2,
  heatSeconds: 6,
  rounds: 9,
  restarts: 0,
  manyProducts: 100_000,
}
const QUICK_PACE: Pace = { ...PACE, isQuick: true, seconds: 0.5, heatSeconds: 1, rounds: 2, manyProducts: 10_000 }
const SIZES = [100, 10_000, 100_000]
const QUICK_SIZES = [100, 10_000]
const RATIO_GOAL = 1.15
const LOADING_CONNECTIONS = 64
/** How many times the cost is measured while products are created. */
const STEPS = 10
const STEP_SECONDS = 240

/**
 * Writes a company straight into the tables, because creating it through the API would take the whole time of a run.
 */
async function fill(site: Site, products: number): Promise<Shop> {
  const { companyId, token } = await site.newCompany()
  await fillCatalogue(site.query, companyId, { products })
  return { companyId, token, warehouseId: listDataId('warehouse', 1), productIds: catalogueIds(products), filters: [] }
}

/** Updates of random products, such as users make when prices change. */
function patchRequests({ chance }: Site, shop: Shop, round: number): Requests {
  const headers = { ...authorization(shop), prefer: 'return=minimal' }
  return (connection, turn) => {
    const at = chance.below(shop.productIds.length)
    const toRequest = writeRequests('PATCH', `/api/v1/products/${shop.productIds[at]}`, headers)
    const body = {
      name: `Чайник «Ёлка» ${at}`,
      price: (10_000 + chance.below(1_000_000)) / 100,
      sku: `AB-${at}-${turn}`,
    }
    return toRequest(`patch-${shop.companyId}-${round}-${connection}-${turn}`, bytesOf(JSON.stringify(body)))
  }
}

/** Updates the company's products over one connection, and checks that every response has a new revision. */
async function patch(site: Site, shop: Shop, round: number): Promise<Run> {
  const before = await readRevision(site, shop)
  const run = await runServer(site, { connections: 1, requests: patchRequests(site, shop, round) })
  const written = (await readRevision(site, shop)) - before
  if (written !== sum(run.answers))
    throw new Error(`${sum(run.answers)} changes were answered, but ${written} were made`)
  return run
}

const cpuOf = ({ cost }: Run) => (cost.server ?? Number.NaN) + (cost.postgres ?? Number.NaN)

async function measurePatches(site: Site, sizes: readonly number[]): Promise<Goal[]> {
  await restartHot(site)
  const shops: Shop[] = []
  for (const size of sizes) shops.push(await fill(site, size))
  await site.query('vacuum analyze')
  // Run the first round without measuring it, so that companies are loaded, code is compiled and statements are
  // planned.
  for (const shop of shops) await patch(site, shop, -1)
  const runs: Run[][] = sizes.map(() => [])
  for (let round = 0; round < site.pace.rounds; round += 1)
    for (const [which, shop] of shops.entries()) runs[which]!.push(await patch(site, shop, round))
  const ratiosOf = (which: number) => runs[which]!.map((run, round) => cpuOf(run) / cpuOf(runs[0]![round]!))
  const cells = sizes.map((size, which) => [
    `${count(size)} products`,
    ...[
      (run: Run) => run.requestsPerSecond,
      (run: Run) => run.p50Ms,
      (run: Run) => run.cost.server ?? 0,
      (run: Run) => run.cost.postgres ?? 0,
      cpuOf,
    ].map((pick) => figure(median(runs[which]!.map(pick)))),
    ratios(ratiosOf(which)),
  ])
  console.log('\n## a change of a product, one connection')
  console.log(
    printTable(['company', 'per second', 'p50 ms', 'CPU µs: server', 'PostgreSQL', 'both', '× the first'], cells),
  )
  return sizes.slice(1).map((size, at) => ({
    goal: `CPU of a change at ${count(size)} products ≤ ${RATIO_GOAL} × at ${sizes[0]}`,
    measured: `× ${ratios(ratiosOf(at + 1))}`,
    isMet: site.pace.isQuick ? null : median(ratiosOf(at + 1)) <= RATIO_GOAL,
  }))
}

/** Requests that create products with prices and filter values, as a catalogue import does. */
function creationRequests(shop: Shop): Requests {
  const headers = { ...authorization(shop), prefer: 'return=minimal' }
  const toRequest = writeRequests('POST', '/api/v1/products', headers)
  const prices = [1, 2].map((n) => ({ priceTypeId: listDataId('priceType', n), price: 2_490.5 }))
  return (connection, turn) => {
    const at = turn * LOADING_CONNECTIONS + connection
    const filterValueIds = [at % FILTER_VALUES, (at + 1) % FILTER_VALUES].map(filterValueId)
    const body = {
      name: `Чайник электрический, 1,7 л, ${at}`,
      sku: `SKU-${at}`,
      price: 2_490.5,
      prices,
      filterValueIds,
    }
    return toRequest(`create-${shop.companyId}-${at}`, bytesOf(JSON.stringify(body)))
  }
}

/** Measures creating many products in a database that has no statistics yet. */
async function measureLoading(site: Site): Promise<Goal[]> {
  await restartHot(site)
  const shop = await fill(site, SIZES[0]!)
  const requests = creationRequests(shop)
  const step = site.pace.manyProducts / STEPS
  const turns = step / LOADING_CONNECTIONS
  const cells: string[][] = []
  const cpu: number[] = []
  for (let at = 0; at < STEPS; at += 1) {
    const run = await runServer(site, {
      connections: LOADING_CONNECTIONS,
      seconds: STEP_SECONDS,
      requests: (connection, turn) => (turn < turns ? requests(connection, at * Math.ceil(turns) + turn) : null),
    })
    cpu.push(cpuOf(run))
    const figures = [run.requestsPerSecond, run.cost.server ?? 0, run.cost.postgres ?? 0, cpuOf(run)].map(figure)
    cells.push([`to ${count(Math.ceil(turns) * LOADING_CONNECTIONS * (at + 1))}`, ...figures])
  }
  const [stored] = await site.query<{ count: number }>('select count(*) from products where company_id = $1', [
    shop.companyId,
  ])
  const expected = shop.productIds.length + Math.ceil(turns) * LOADING_CONNECTIONS * STEPS
  if (Number(stored!.count) !== expected) throw new Error(`There should be ${expected} products, not ${stored!.count}`)
  console.log(`\n## products created, ${LOADING_CONNECTIONS} connections`)
  console.log(printTable(['products', 'per second', 'CPU µs: server', 'PostgreSQL', 'both'], cells))
  const ratio = cpu.at(-1)! / cpu[1]!
  return [
    {
      goal: `CPU of the last of ${count(site.pace.manyProducts)} products ≤ ${RATIO_GOAL} × of the second tenth`,
      measured: `× ${figure(ratio)}`,
      isMet: site.pace.isQuick ? null : ratio <= RATIO_GOAL,
    },
  ]
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    },
  })
  console.log(`load of the machine before the start: ${loadavg()[0]!.toFixed(2)}`)
  const site = await openSite(values.quick ? QUICK_PACE : PACE, chanceFrom(1))
  try {
    const goals: Goal[] = []
    if (values.only !== 'load') goals.push(...(await measurePatches(site, values.quick ? QUICK_SIZES : SIZES)))
    if (values.only !== 'patch') goals.push(...(await measureLoading(site)))
    console.log(`\n## goals\n${printGoals(goals)}`)
    if (values.check && goals.some(({ isMet }) => isMet === false)) process.exitCode = 1
  } finally {
    await site.close()
  }
}

await run()
