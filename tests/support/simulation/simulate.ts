/** Runs one simulated world after another, until enough commands agreed with the model or a fault is found. */
import { shrink } from './shrink.ts'
import { realNow, type VirtualTime } from './virtual-time.ts'
import { World, type WorldPlan, type WorldReport } from './world.ts'

const STEPS_PER_WORLD = 250
/** One world of so many is much longer, so that it has more finished records than memory holds. */
const LONG_WORLD_EVERY = 150
const STEPS_IN_LONG_WORLD = 6_000
/** With how many commands in each step at most a fault is tried again, to find a shorter way to it. */
const FEWER_COMMANDS = [8, 2, 1]
const REPORT_EVERY_MS = 10_000

interface SimulateOptions {
  readonly commands: string
  readonly seed?: string | undefined
  readonly nodes?: string | undefined
  readonly steps?: string | undefined
  readonly 'at-most'?: string | undefined
  /** Whether to print a fault without looking for a shorter list of steps. */
  readonly keep: boolean
}

/** Runs the worlds that the options name. @returns the exit code. */
export async function simulate(time: VirtualTime, options: SimulateOptions): Promise<number> {
  const wanted = Number(options.commands)
  const first = options.seed === undefined ? Math.floor(realNow() * 1_000) % 1_000_000_000 : Number(options.seed)
  const nodes = options.nodes === undefined ? null : Number(options.nodes)
  const sums = { commands: 0, worlds: 0, troubles: new Map<string, number>(), outcomes: new Map<string, number>() }
  const beganAt = realNow()
  let reportedAt = beganAt
  const say = () => {
    const rate = Math.round(sums.commands / ((realNow() - beganAt) / 1_000))
    console.log(
      `${sums.commands} commands in ${sums.worlds} worlds, ${rate} a second; next --seed ${first + sums.worlds}`,
    )
  }
  while (sums.commands < wanted) {
    const seed = first + sums.worlds
    const count = seed % LONG_WORLD_EVERY === LONG_WORLD_EVERY - 1 ? STEPS_IN_LONG_WORLD : STEPS_PER_WORLD
    const steps = options.steps === undefined ? Array.from({ length: count }, (_, at) => at) : parseSteps(options.steps)
    const plan: WorldPlan = { seed, steps, nodes, atMost: Number(options['at-most'] ?? Number.POSITIVE_INFINITY) }
    const report = await runWorld(time, plan)
    if (report.fault !== null) {
      console.log(`FAULT in --seed ${seed} after ${report.story.length} steps: ${report.fault}`)
      if (!options.keep) await explain(time, plan, report)
      return 1
    }
    sums.worlds += 1
    sums.commands += report.commands
    addAll(sums.troubles, report.troubles)
    addAll(sums.outcomes, report.outcomes)
    if (options.steps !== undefined) break
    if (realNow() - reportedAt < REPORT_EVERY_MS) continue
    reportedAt = realNow()
    say()
  }
  say()
  for (const [trouble, count] of sums.troubles) console.log(`${String(count).padStart(9)}  ${trouble}`)
  console.log(`${sums.commands} commands agreed with the model (${sums.outcomes.size} kinds of outcomes)`)
  return 0
}

async function runWorld(time: VirtualTime, plan: WorldPlan): Promise<WorldReport> {
  const world = new World(time, plan)
  const note = (error: unknown) => world.report(`a promise was rejected: ${(error as Error)?.stack ?? error}`)
  process.on('unhandledRejection', note)
  try {
    return await world.run()
  } finally {
    process.off('unhandledRejection', note)
  }
}

/** Prints a fault, then looks for the shortest list of steps that still leads to one, and prints that. */
async function explain(time: VirtualTime, plan: WorldPlan, report: WorldReport): Promise<void> {
  const taken = plan.steps.slice(0, report.story.length + 1)
  const fails = async (tried: WorldPlan) => (await runWorld(time, tried)).fault !== null
  let steps = await shrink(taken, (some) => fails({ ...plan, steps: some }))
  let { atMost } = plan
  for (const fewer of FEWER_COMMANDS)
    if (fewer < atMost && (await fails({ ...plan, steps, atMost: fewer }))) {
      atMost = fewer
      steps = await shrink(steps, (some) => fails({ ...plan, steps: some, atMost }))
    }
  const last = await runWorld(time, { ...plan, steps, atMost })
  for (const line of last.story) console.log(`  ${line}`)
  console.log(`  ${last.fault}`)
  const nodes = plan.nodes === null ? '' : ` --nodes ${plan.nodes}`
  const few = Number.isFinite(atMost) ? ` --at-most ${atMost}` : ''
  console.log(`To repeat it: npm run simulate -- --seed ${plan.seed}${nodes}${few} --steps ${printSteps(steps)}`)
}

/** Reads a list of steps such as `3,7-9`. */
function parseSteps(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number)
    return Array.from({ length: to! - from! + 1 }, (_, at) => from! + at)
  })
}

/** Prints a list of steps such as `3,7-9`. */
function printSteps(steps: readonly number[]): string {
  const parts: [number, number][] = []
  for (const step of steps) {
    const last = parts.at(-1)
    if (last !== undefined && last[1] === step - 1) last[1] = step
    else parts.push([step, step])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

function addAll(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [name, count] of more) sums.set(name, (sums.get(name) ?? 0) + count)
}
