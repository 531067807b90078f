/**
 * `npm run bench -- [--quick] [--only orders,bootstrap,…] [--seed N] [--check]`: measures the server and the baselines
 * in one run, on the same machine and PostgreSQL. docs/performance.md explains the results.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { baselinesOf } from './compare.ts'
import { measureCatalog, measureCompressed } from './read-sections.ts'
import { type Goal, printGoals, printRows, type Section } from './report.ts'
import { openShop, type Shop } from './shop.ts'
import { openSite, type Pace, type Site } from './site.ts'
import { measureBootstrap, measureColdLoad, measureFullState } from './state-sections.ts'
import { type Bench, measureChanges, measureLargeCompany, measureOrders, measureOtherWrites } from './write-sections.ts'

const FULL_PACE: Pace = {
  isQuick: false,
  seconds: 3,
  warmUpSeconds: 0.5,
  heatSeconds: 6,
  rounds: 4,
  restarts: 3,
  manyProducts: 100_000,
}
const QUICK_PACE: Pace = {
  isQuick: true,
  seconds: 0.6,
  warmUpSeconds: 0.2,
  heatSeconds: 1.2,
  rounds: 1,
  restarts: 1,
  manyProducts: 10_000,
}
/** The longest time, in milliseconds, that a run may take. A longer run must be hanging, so it is stopped. */
const LIMIT_MS = { full: 900_000, quick: 300_000 }
/** Above this load average, other programs distort the measurements. */
const QUIET_LOAD = 0.5
const SAMPLE_PRODUCTS = 100

const SECTIONS: Record<string, (bench: Bench) => Promise<Section>> = {
  orders: measureOrders,
  'other-writes': measureOtherWrites,
  changes: measureChanges,
  bootstrap: measureBootstrap,
  catalog: measureCatalog,
  compressed: measureCompressed,
  'full-state': measureFullState,
  'cold-load': measureColdLoad,
  'large-company': measureLargeCompany,
}

interface Wishes {
  readonly pace: Pace
  readonly names: readonly string[]
  readonly seed: number
  readonly isCheck: boolean
}

function readWishes(): Wishes {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  })
  const names = values.only?.split(',') ?? Object.keys(SECTIONS)
  const unknown = names.find((name) => !Object.hasOwn(SECTIONS, name))
  if (unknown !== undefined) throw new Error(`--only takes ${Object.keys(SECTIONS).join(', ')}; not "${unknown}"`)
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
  if (!Number.isInteger(seed)) throw new Error(`--seed takes a whole number, not "${values.seed}"`)
  return { pace: values.quick ? QUICK_PACE : FULL_PACE, names, seed, isCheck: values.check }
}

/**
 * Describes the machine and the run.
 * @param load the machine's load average in the minute before the start.
 */
function describeMachine(wishes: Wishes, site: Site, load: number): string {
  const { pace, seed } = wishes
  const [processor] = cpus()
  return [
    `${cpus().length} × ${processor?.model.trim()}, ${process.platform} ${process.arch}, Node ${process.version}, PostgreSQL ${site.postgresVersion} (embedded, fsync on)`,
    `seed ${seed}; ${pace.rounds} rounds of ${pace.seconds} s after ${pace.warmUpSeconds} s unmeasured${pace.isQuick ? ' (--quick: a smoke test, not a measurement)' : ''}`,
    `load of the machine before the start: ${load.toFixed(2)}${load > QUIET_LOAD ? ' — NOT QUIET, the figures are not to be trusted' : ''}`,
  ].join('\n')
}

async function runSections(wishes: Wishes, site: Site): Promise<Goal[]> {
  let large: Promise<Shop> | null = null
  const baselines = baselinesOf(site, await openShop(site, SAMPLE_PRODUCTS))
  await baselines.heat()
  const bench: Bench = {
    site,
    baselines,
    largeShop: () => {
      large ??= openShop(site, site.pace.manyProducts)
      return large
    },
    tell: (what) => console.error(`… ${what}`),
  }
  const goals: Goal[] = []
  for (const name of wishes.names) {
    const startedAt = performance.now()
    try {
      const section = await SECTIONS[name]!(bench)
      printSection(name, section, performance.now() - startedAt)
      goals.push(...section.goals)
    } catch (error) {
      console.log(`\n## ${name}\nFAILED: ${(error as Error).message}`)
      goals.push({ goal: `${name} can be measured`, measured: (error as Error).message.slice(0, 200), isMet: false })
    }
  }
  return goals
}

function printSection(name: string, { rows, notes }: Section, milliseconds: number): void {
  console.log(`\n## ${name} (${Math.round(milliseconds / 1_000)} s)`)
  if (rows.length > 0) console.log(printRows(rows))
  for (const note of notes) console.log(`- ${note}`)
}

/** Runs the benchmark. Everything it started is stopped at the end, even after an error, a signal or a timeout. */
async function runBench(wishes: Wishes): Promise<void> {
  const startedAt = performance.now()
  const loadBefore = loadavg()[0]!
  const opening = openSite(wishes.pace, chanceFrom(wishes.seed))
  const close = () =>
    opening.then(
      (site) => site.close(),
      () => undefined,
    )
  const giveUp = (why: string) => {
    console.error(why)
    void close().then(() => process.exit(1))
  }
  process.once('SIGINT', () => giveUp('Interrupted'))
  process.once('SIGTERM', () => giveUp('Terminated'))
  const limitMs = wishes.pace.isQuick ? LIMIT_MS.quick : LIMIT_MS.full
  const limit = setTimeout(() => giveUp('The bench takes too long: ended'), limitMs)
  try {
    const site = await opening
    console.log(describeMachine(wishes, site, loadBefore))
    const goals = await runSections(wishes, site)
    console.log(`\n## goals\n${printGoals(goals)}`)
    const complaints = site.complaints()
    if (complaints.length > 0) console.log(`\nThe processes complained:\n${complaints.join('\n')}`)
    console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
    if (wishes.isCheck && goals.some(({ isMet }) => isMet === false)) process.exitCode = 1
  } finally {
    clearTimeout(limit)
    await close()
  }
}

try {
  await runBench(readWishes())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
