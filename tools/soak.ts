/**
 * `npm run soak -- [--minutes 60] [--faults 30] [--per-second N] [--seed N]`: two nodes serve clients at 60 % of the most
 * that they can, while one thing after another fails: a node, PostgreSQL, its disk, the bucket, the mail server, the
 * network. Prints a table with a line for each twelfth of the time. Ends with 1 if an acknowledged command was lost or
 * doubled, if the memory of the first node is not steady, or if answers became slower. If other work keeps the machine
 * busy, there is no verdict on times.
 */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/store/database.ts'
import { createChance } from '../tests/support/chance/chance.ts'
import { type SoakLoad, startClients } from './soak/clients.ts'
import { causeFault, planFaults } from './soak/faults.ts'
import { mailFaults } from './soak/mails.ts'
import { faultsOf, openShop, type SoakShop } from './soak/shops.ts'
import { openSoakSite, type SoakSite } from './soak/site.ts'
import { printTable, type Sample, verdictOnMemory, verdictOnTimes } from './soak/verdicts.ts'

const SHOPS = 12
const SHARE = 0.6
const WARM_UP_MS = 15_000
const MEASURED_MS = 20_000
const SAMPLE_MS = 2_000
const LOOK_MS = 500
/** How long after a fault a command still counts as disturbed by it. */
const AFTERMATH_MS = 15_000
const SHOWN = 20

const { values } = parseArgs({
  options: {
    ...{ minutes: { type: 'string' }, faults: { type: 'string' } },
    ...{ 'per-second': { type: 'string' }, seed: { type: 'string' } },
  },
})
const minutes = Number(values.minutes ?? 60)
const faultCount = Number(values.faults ?? Math.round(minutes / 2))
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

/** Sends as many commands and reads as the service answers, and returns how many those were in a second. */
async function measureMost(load: SoakLoad): Promise<number> {
  await sleep(WARM_UP_MS)
  const before = load.times.length + load.reads
  await sleep(MEASURED_MS)
  return (load.times.length + load.reads - before) / (MEASURED_MS / 1_000)
}

/** Whether something other than the soak keeps this machine busy. */
const isLoaded = () => loadavg()[0]! > 2 * availableParallelism()

interface Soaked {
  readonly samples: Sample[]
  /** When each fault began, and when its effects were over. */
  readonly disturbances: { readonly from: number; until: number }[]
  loadedSamples: number
}

async function soak(site: SoakSite, plan: readonly string[], endAt: number): Promise<Soaked> {
  const soaked: Soaked = { samples: [], disturbances: [], loadedSamples: 0 }
  const startAt = performance.now()
  const sampler = setInterval(() => {
    soaked.samples.push({ at: performance.now(), bytes: site.memory() })
    if (isLoaded()) soaked.loadedSamples += 1
  }, SAMPLE_MS)
  for (const [at, name] of plan.entries()) {
    const dueAt = startAt + ((at + 0.5) / plan.length) * (endAt - startAt)
    while (performance.now() < dueAt) await sleep(LOOK_MS)
    const disturbance = { from: performance.now(), until: Number.POSITIVE_INFINITY }
    soaked.disturbances.push(disturbance)
    await causeFault(name, site)
    disturbance.until = performance.now() + AFTERMATH_MS
    const minute = ((disturbance.from - startAt) / 60_000).toFixed(1)
    console.log(`   minute ${minute}: ${name}`)
  }
  while (performance.now() < endAt) await sleep(LOOK_MS)
  clearInterval(sampler)
  return soaked
}

async function run(site: SoakSite): Promise<boolean> {
  const chance = createChance(seed)
  const database = openDatabase(site.postgres.adminUrl, () => {})
  try {
    const shops: SoakShop[] = []
    for (let number = 1; number <= SHOPS; number += 1) shops.push(await openShop(database, site.urls[0], number))
    // As behind a proxy, a shop stays with one node while it answers. The first node has most shops.
    const nodeOf = new Map(shops.map((shop, at) => [shop, at % 4 === 3 ? 1 : 0]))
    const urlOf = (shop: SoakShop, tries: number) => site.urls[(nodeOf.get(shop)! + tries) % 2]!
    const load = startClients(shops, chance.fork(), urlOf)
    const most = values['per-second'] === undefined ? await measureMost(load) : Number(values['per-second']) / SHARE
    load.perSecond = SHARE * most
    console.log(`at most ${most.toFixed(0)} commands and reads a second; the soak sends ${load.perSecond.toFixed(0)}`)
    load.times.length = 0
    const startAt = performance.now()
    const endAt = startAt + minutes * 60_000
    const soaked = await soak(site, planFaults(faultCount, site, chance), endAt)
    await load.stop()
    const faults = [...load.faults, ...(await mailFaults(database, site.mail, shops))]
    for (const shop of shops) faults.push(...(await faultsOf(database, site.urls[0], shop)))
    printTable({ startAt, endAt, times: load.times, ...soaked })
    const repeats = [...load.repeats].map(([reason, count]) => `${count} × ${reason}`).join(', ')
    console.log(`${load.times.length} commands, ${load.reads} reads, repeated: ${repeats || 'none'}`)
    console.log(`${faultCount} faults${site.hasDisk ? '' : ', none of a full disk: this account may mount none'}`)
    console.log(`${faults.length} lost, doubled or wrong`)
    for (const one of faults.slice(0, SHOWN)) console.log(`   ${one}`)
    for (const line of site.bugs().slice(0, SHOWN)) console.log(`   ${line}`)
    const memory = verdictOnMemory(soaked.samples, { startAt, endAt })
    const isDisturbed = soaked.loadedSamples > soaked.samples.length / 4
    const times = verdictOnTimes(load.times, { startAt, endAt, disturbances: soaked.disturbances })
    console.log(`memory: ${memory.told}`)
    console.log(`times: ${times.told}${isDisturbed ? '; no verdict, other work kept the machine busy' : ''}`)
    return faults.length === 0 && memory.isMet && (isDisturbed || times.isMet)
  } finally {
    await database.end()
  }
}

console.log(`soak: --minutes ${minutes} --faults ${faultCount} --seed ${seed}`)
const site = await openSoakSite()
try {
  if (!(await run(site))) process.exitCode = 1
} finally {
  await site.close()
}
