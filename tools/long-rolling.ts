/**
 * `npm run test:rolling -- [--proxy nginx|haproxy|caddy] [--restarts 20] [--upgrade-from REF] [--seed N]`: restarts two
 * nodes on one PostgreSQL one after the other, as docs/operations.md describes, while clients send requests through all
 * three proxies, or the named one, and repeat nothing. With `--upgrade-from`, both nodes run the version of that commit first, without the
 * migrations that can be held back, and are replaced by this one, which migrates. Prints for each proxy how many requests failed and how many acknowledged writes were lost or doubled (there must be none).
 * A proxy that is not installed is skipped. Ctrl C ends the run after the current restart, with the figures so far.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../bench/site.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { createChance } from '../tests/support/chance/chance.ts'
import { type Company, faultsOf, openCompany } from './rolling/companies.ts'
import { type Load, startLoad } from './rolling/load.ts'
import { type NodeSite, openNodes } from './rolling/nodes.ts'
import { PROXIES, type ProxyName, type RunningProxy, startProxy, versionOf } from './rolling/proxies.ts'

const COMPANIES = 2
const SHOWN = 20
/** How long the clients send requests before the first restart and after the last one, and how long both versions serve. */
const CALM_MS = 3_000

const { values } = parseArgs({
  options: {
    ...{ proxy: { type: 'string' }, restarts: { type: 'string' } },
    ...{ 'upgrade-from': { type: 'string' }, seed: { type: 'string' } },
  },
})
const upgradeFrom = values['upgrade-from']
const restarts = Number(values.restarts ?? (upgradeFrom === undefined ? 20 : 0))
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const proxies = values.proxy === undefined ? PROXIES : PROXIES.filter((name) => name === values.proxy)
if (proxies.length === 0) throw new Error(`--proxy must be one of ${PROXIES.join(', ')}`)

/**
 * Whether the older version stops accepting connections before it refuses requests, as this one does. nginx needs that,
 * because it does not ask whether a node is ready.
 */
const stopsListeningFirst =
  upgradeFrom === undefined ||
  execFileSync('git', ['show', `${upgradeFrom}:server/http/drain.ts`], { encoding: 'utf8' }).includes('stopAccepting')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let isInterrupted = false
process.on('SIGINT', () => {
  isInterrupted = true
})

/** Replaces the nodes as often as asked, or until Ctrl C, one at a time. */
async function roll(site: NodeSite): Promise<void> {
  await pause(CALM_MS)
  if (upgradeFrom !== undefined)
    for (const node of site.nodes) {
      await site.replace(node, 'this version')
      await pause(CALM_MS)
    }
  for (let round = 1; round <= restarts && !isInterrupted; round += 1)
    for (const node of site.nodes) if (!isInterrupted) await site.replace(node, 'the same')
  await pause(CALM_MS)
}

/** A proxy in front of the nodes, with the companies whose clients go through it. */
interface Front {
  readonly name: ProxyName
  readonly proxy: RunningProxy
  readonly companies: readonly Company[]
  readonly load: Load
}

async function openFront(name: ProxyName, site: NodeSite, folder: string): Promise<Front> {
  mkdirSync(folder)
  const [port, plainPort] = [await freePort(), await freePort()]
  const proxy = await startProxy(name, { folder, port, plainPort, nodes: site.ports })
  const companies: Company[] = []
  for (let made = 1; made <= COMPANIES; made += 1) companies.push(await openCompany(port, `ООО «${name} ${made}»`))
  return { name, proxy, companies, load: startLoad(port, companies, createChance(seed)) }
}

/** Prints the figures of a proxy. Returns the number of faults. */
async function report({ name, proxy, companies, load }: Front, url: string): Promise<number> {
  const { answered, failures, streamsEnded, events, slowestMs } = load.report
  const faults: string[] = []
  for (const company of companies) faults.push(...(await faultsOf(url, company)))
  const total = [...answered.values()].reduce((sum, count) => sum + count, 0)
  const written = companies.reduce((sum, { products, pictures }) => sum + products.size + pictures.size, 0)
  console.log(`${name} (${proxy.version})`)
  for (const [kind, count] of [...answered].sort()) console.log(`   ${kind}: ${count}`)
  console.log(
    `   ${total} requests answered, ${failures.length} failed, slowest ${Math.round(slowestMs)} ms; ${events} events, ${streamsEnded} streams ended by a node and opened again; ${written} products and pictures there, ${faults.length} wrong`,
  )
  for (const one of [...failures, ...faults].slice(0, SHOWN)) console.log(`   ${one}`)
  return failures.length + faults.length
}

/** Runs all proxies in front of the same two nodes. Returns the number of faults. */
async function run(names: readonly ProxyName[], folder: string, tcpUrl: string): Promise<number> {
  const site = await openNodes({ folder, tcpUrl, upgradeFrom })
  const fronts: Front[] = []
  try {
    for (const name of names) fronts.push(await openFront(name, site, join(folder, name)))
    const startedAt = Date.now()
    try {
      await roll(site)
    } finally {
      await Promise.all(fronts.map(({ load }) => load.stop()))
    }
    console.log(`${site.told()}; ${Math.round((Date.now() - startedAt) / 1_000)} s`)
    let wrongs = site.faults.length
    for (const one of site.faults) console.log(`   ${one}`)
    for (const front of fronts) wrongs += await report(front, site.urls[0])
    return wrongs
  } finally {
    await site.close()
    for (const { proxy } of fronts) await proxy.stop()
  }
}

/** Whether a proxy can be tested. Says why if not. */
function isTested(name: ProxyName): boolean {
  if (versionOf(name) === null) console.log(`${name} is not installed: skipped`)
  else if (name === 'nginx' && !stopsListeningFirst)
    console.log(`nginx: skipped, because nodes of ${upgradeFrom} refuse requests before they stop listening`)
  else return true
  return false
}

console.log(`long-rolling: --seed ${seed}`)
const folder = await mkdtemp(join(tmpdir(), 'skladno-rolling-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} })
let wrongs = 0
try {
  const tested = proxies.filter(isTested)
  if (tested.length > 0) wrongs = await run(tested, folder, postgres.tcpUrl)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(`${wrongs} wrong`)
process.exitCode = wrongs === 0 ? 0 : 1
