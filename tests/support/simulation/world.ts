/**
 * One simulated world: a database, one to three nodes, one or two companies and their clients, and a list of steps that
 * a seed decides. Each step has random numbers of its own, so a step does the same in a shorter list.
 */
import { CompanyClock } from '../../../server/engine/clock.ts'
import { type Chance, createChance } from '../chance/chance.ts'
import { Clients } from './clients.ts'
import { MemoryDatabase, type StoredCompany } from './memory-database.ts'
import { createCompany } from './new-company.ts'
import { SimulatedNode, type Weather } from './simulated-node.ts'
import { BEGINNING, type VirtualTime } from './virtual-time.ts'

/** The number of companies so far. Each has an id of its own, because the process remembers things about companies. */
let companiesMade = 0
const MOST_NODES = 3
/** How long, in milliseconds, the world may take at a quiet point until every command is answered. */
const PATIENCE_MS = 600_000
const ROUNDS = 20
/** The longest time, in milliseconds, that an idle world may go on computing after its nodes have ended. */
const AFTERLIFE_MS = 3_600_000
const DAY_MS = 86_400_000

export interface WorldPlan {
  readonly seed: number
  /** The numbers of the steps to take, ascending. */
  readonly steps: readonly number[]
  /** The number of nodes; chosen by the seed when null. */
  readonly nodes: number | null
  /** The largest number of commands that a step sends. */
  readonly atMost: number
}

export interface WorldReport {
  /** The first fault that was found; null when there was none. */
  readonly fault: string | null
  /** What each step did. */
  readonly story: readonly string[]
  /** The number of commands in the logs. */
  readonly commands: number
  readonly outcomes: ReadonlyMap<string, number>
  /** How often each kind of trouble occurred. */
  readonly troubles: ReadonlyMap<string, number>
}

/** Combines a seed and the number of a step into a seed of its own. */
function mixed(seed: number, step: number): number {
  let hash = (seed ^ Math.imul(step + 1, 0x9e3779b1)) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

export class World {
  private readonly plan: WorldPlan
  private readonly time: VirtualTime
  private readonly database = new MemoryDatabase()
  private readonly companies: StoredCompany[] = []
  private readonly clients: Clients[] = []
  private readonly nodes: SimulatedNode[] = []
  private readonly ended: SimulatedNode[] = []
  private readonly weather: Weather = { losses: 0, delays: 0 }
  private readonly usualWeather: Weather
  private readonly memoryLimitBytes: number
  private readonly troubles = new Map<string, number>()
  private readonly story: string[] = []
  private fault: string | null = null

  constructor(time: VirtualTime, plan: WorldPlan) {
    this.plan = plan
    this.time = time
    const chance = createChance(mixed(plan.seed, -1))
    time.reset(chance.fork())
    // Ids are made from random bytes that were fetched in advance, perhaps in the world before: use those up.
    const clock = new CompanyClock(0)
    while (time.fetches === 0) clock.newId()
    this.usualWeather = chance.pick([
      { losses: 0, delays: 0 },
      { losses: 0.002, delays: 0.005 },
      { losses: 0.01, delays: 0.02 },
      { losses: 0.05, delays: 0.05 },
    ])
    // With no memory to spare, a node keeps only the company that was used last.
    this.memoryLimitBytes = chance.pick([0, 2 ** 40])
    const companies = chance.between(1, 2)
    const nodes = plan.nodes ?? chance.between(1, MOST_NODES)
    for (let at = 0; at < companies; at += 1) {
      companiesMade += 1
      const id = `018f0000-0000-7000-8000-${String(companiesMade).padStart(12, '0')}`
      const company = createCompany(this.database, id, BEGINNING - DAY_MS)
      this.companies.push(company)
      this.clients.push(new Clients({ name: `${at}`, company, time, report: this.report }))
    }
    for (let at = 0; at < nodes; at += 1) this.nodes.push(this.startNode(at))
    Object.assign(this.weather, this.usualWeather)
  }

  readonly report = (fault: string): void => {
    this.fault ??= fault
  }

  /** Takes all steps, and checks everything at the end. */
  async run(): Promise<WorldReport> {
    try {
      for (const step of this.plan.steps) {
        await this.take(step)
        if (this.fault !== null) break
      }
      if (this.fault === null) await this.becomeQuiet()
    } catch (error) {
      this.report(`an error was thrown: ${(error as Error).stack}`)
    }
    const { fault } = this
    await this.end()
    const outcomes = new Map<string, number>()
    for (const { judge } of this.clients)
      for (const [outcome, count] of judge.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
    const commands = this.companies.reduce((sum, { log }) => sum + log.length, 0)
    return { fault, story: this.story, commands, outcomes, troubles: this.troubles }
  }

  private async take(step: number): Promise<void> {
    const chance = createChance(mixed(this.plan.seed, step))
    this.time.chance = chance.fork()
    const kind = chance.weigh(STEPS)
    const told = await this.act(kind, chance)
    this.story.push(`${step} ${kind}: ${told}`)
    const pause = chance.weigh<() => number>([
      [6, () => chance.next() * 4],
      [3, () => chance.next() * 60],
      [1, () => chance.next() * 3_000],
    ])()
    await this.time.run(this.time.now + pause, this.isOver)
  }

  private readonly isOver = (): boolean => this.fault !== null

  private async act(kind: Step, chance: Chance): Promise<string> {
    const { time } = this
    const at = chance.below(this.nodes.length)
    const node = this.nodes[at]!
    const clients = chance.pick(this.clients)
    switch (kind) {
      case 'send': {
        const count = chance.weigh<() => number>([
          [5, () => 1],
          [5, () => chance.between(2, 8)],
          [1, () => chance.between(9, 30)],
        ])()
        return `to node ${at}: ${clients.send(node, chance, { count: this.few(count), isTogether: false })}`
      }
      case 'send together':
        return `to node ${at}: ${clients.send(node, chance, { count: this.few(chance.between(1, 4)), isTogether: true })}`
      case 'repeat':
        return `to node ${at}: ${clients.repeat(node, chance)}`
      case 'read':
        clients.read(node, chance)
        return `from node ${at}`
      case 'crash': {
        this.note('crashes')
        node.crash()
        this.ended.push(node)
        this.nodes[at] = this.startNode(at)
        return `node ${at}`
      }
      case 'cut': {
        this.note('cut connections')
        const ms = chance.pick([20, 300, 3_000, 15_000])
        node.cutUntil = time.now + ms
        return `node ${at} for ${ms} ms`
      }
      case 'unload':
        this.note('unloads')
        node.companies.forgetAll()
        return `every company from node ${at}`
      case 'slow': {
        this.note('slow networks')
        node.slowUntil = time.now + chance.between(50, 2_000)
        return `node ${at}`
      }
      case 'set the clock': {
        this.note('moved clocks')
        node.clockLead = chance.pick([0, 0, -40, 900, -3_000, 4_000, 60_000, -60_000, 2 * DAY_MS, 4_000 * DAY_MS])
        return `of node ${at} to ${node.clockLead} ms ahead`
      }
      case 'wait':
        await time.run(time.now + chance.between(100, 12_000), this.isOver)
        return 'for some seconds'
      case 'be quiet':
        this.note('quiet points')
        await this.becomeQuiet()
        return 'until everything is answered'
    }
  }

  private few(count: number): number {
    return Math.min(count, this.plan.atMost)
  }

  /** Repairs everything, lets every command get its answer, and compares all nodes and tables with the log. */
  private async becomeQuiet(): Promise<void> {
    const { time } = this
    const chance = time.chance.fork()
    for (const node of this.nodes) node.heal()
    Object.assign(this.weather, { losses: 0, delays: 0 })
    const until = time.now + PATIENCE_MS
    for (let round = 0; round < ROUNDS && !this.areServed(); round += 1) {
      await time.run(time.now + PATIENCE_MS / ROUNDS / 2, () => this.isOver() || this.areServed())
      for (const clients of this.clients) clients.insist(() => chance.pick(this.nodes))
      await time.run(time.now + PATIENCE_MS / ROUNDS / 2, () => this.isOver() || this.areServed())
    }
    // What was sent before the repair may still arrive, so that the log grows once more.
    await time.run(Math.min(until, time.now + 30_000), this.isOver)
    if (this.isOver()) return
    const waiting = this.clients.map((clients) => clients.waiting).join('')
    if (waiting !== '') return this.report(`no answer in ten minutes: ${waiting}`)
    for (const clients of this.clients) for (const node of this.nodes) clients.read(node, chance, true)
    await time.run(time.now + 30_000, this.isOver)
    for (const { judge } of this.clients) {
      judge.printNow()
      judge.compareTables()
    }
    Object.assign(this.weather, this.usualWeather)
  }

  private areServed(): boolean {
    return this.clients.every((clients) => clients.areServed)
  }

  /** Ends all nodes, and lets what they still have to do come to its end. */
  private async end(): Promise<void> {
    for (const node of this.nodes) node.crash()
    await this.time.run(this.time.now + AFTERLIFE_MS).catch(() => undefined)
  }

  private startNode(at: number): SimulatedNode {
    const { time, database, weather, memoryLimitBytes, report } = this
    return new SimulatedNode({ name: `${at}`, time, database, weather, memoryLimitBytes, report })
  }

  private note(trouble: string): void {
    this.troubles.set(trouble, (this.troubles.get(trouble) ?? 0) + 1)
  }
}

type Step =
  | 'send'
  | 'send together'
  | 'repeat'
  | 'read'
  | 'crash'
  | 'cut'
  | 'unload'
  | 'slow'
  | 'set the clock'
  | 'wait'
  | 'be quiet'

const STEPS: readonly (readonly [number, Step])[] = [
  [60, 'send'],
  [4, 'send together'],
  [12, 'repeat'],
  [5, 'read'],
  [1.5, 'crash'],
  [2, 'cut'],
  [2, 'unload'],
  [2, 'slow'],
  [1.5, 'set the clock'],
  [6, 'wait'],
  [2.5, 'be quiet'],
]
