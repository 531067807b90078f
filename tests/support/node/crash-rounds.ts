/**
 * Runs many rounds: each sends commands while the tables are rebuilt, kills a process in the middle, and checks all
 * invariants afterwards.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Chance, createChance } from '../chance/chance.ts'
import { read, type Target } from './exchange.ts'
import {
  type Backend,
  endServer,
  killPostgres,
  makeCompany,
  newDataDir,
  openData,
  type ServerProcess,
  startServer,
} from './server-process.ts'
import { auditTraffic, openTradedShop, repeatAll, runTraffic, type Shop, type Traffic } from './traffic.ts'

export type Victim = 'server' | 'postmaster' | Backend | 'reindex'

const CONNECTIONS = 32
/** The maximum number of commands that are answered before the kill; the actual number is random. */
const MOST_BEFORE = 250
/** The number of commands that must be settled after the kill. */
const AFTER = 60
const LONGEST_ROUND_MS = 40_000

interface RoundReport {
  readonly victim: Victim
  /** Whether a process was killed; false if the chosen process did not exist at that moment. */
  readonly isStruck: boolean
  readonly sent: number
  /** The number of commands that were answered before the kill. After the kill, every command is sent a second time. */
  readonly acknowledged: number
  readonly succeeded: number
  /** The number of times that the tables were rebuilt during the round. */
  readonly reindexed: number
  /** The faults found, or an empty list. */
  readonly wrong: string[]
}

export interface Site {
  round(victim: Victim): Promise<RoundReport>
  /** The log lines of the server that is running now. */
  lines(): readonly string[]
  close(): Promise<void>
}

/** Starts a server process with a company that is used for many rounds. */
export async function openSite(seed: number): Promise<Site> {
  const chance = createChance(seed)
  const dataDir = await newDataDir()
  let server = await startServer(dataDir.path)
  let shop: Shop
  try {
    shop = await openTradedShop(await makeCompany(dataDir.path, server.url), chance)
    await audit(dataDir.path, shop.target, { lines: [], faults: [], settledCount: 0 })
  } catch (error) {
    await endServer(server, 'SIGTERM')
    throw error
  }
  let reindex = await startReindex(dataDir.path, shop.target.companyId)
  return {
    async round(victim) {
      const before = reindex.times
      const struck = await strike({ dataDir: dataDir.path, shop, chance, server, reindex }, victim)
      const { traffic, acknowledged, isStruck } = struck
      server = struck.server
      const target = { ...shop.target, url: server.url }
      const wrong = await repeatAll(target, traffic)
      wrong.push(...(await audit(dataDir.path, shop.target, traffic)), ...(await selfCheck(target)))
      const reindexed = reindex.times - before
      if (victim === 'reindex') reindex = await startReindex(dataDir.path, shop.target.companyId)
      const succeeded = traffic.lines.filter((line) => line.settled?.status === 200).length
      return { victim, isStruck, sent: traffic.lines.length, acknowledged, succeeded, reindexed, wrong }
    },
    lines: () => server.lines,
    async close() {
      await reindex.kill()
      await endServer(server, 'SIGTERM')
      await dataDir.remove()
    },
  }
}

/** Runs the server's self-check, which compares log, tables and memory. Returns the faults it found. */
async function selfCheck(target: Target): Promise<string[]> {
  const { status, text } = await read(target, '/api/v1/self-check')
  if (status !== 200) return [`the self-check answered ${status}: ${text}`]
  const { checks } = JSON.parse(text) as { checks: { name: string; ok: boolean; differences: string[] }[] }
  return checks.filter(({ ok }) => !ok).map(({ name, differences }) => `not so: ${name}: ${differences.join('; ')}`)
}

/** A process that rebuilds the tables again and again. */
interface Reindex {
  /** The number of times that the process has rebuilt the tables. */
  readonly times: number
  kill(): Promise<void>
}

async function startReindex(dataDir: string, companyId: string): Promise<Reindex> {
  const script = fileURLToPath(new URL('./reindex-loop.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, dataDir, companyId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let times = 0
  const isRunning = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process that rebuilds the tables ended')))
    createInterface(child.stdout!).on('line', (line) => {
      resolve()
      if (line.startsWith('{')) times += 1
    })
  })
  await isRunning
  return {
    get times() {
      return times
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function audit(dataDir: string, target: Target & { companyId: string }, { lines }: Traffic): Promise<string[]> {
  const database = await openData(dataDir)
  try {
    return await auditTraffic(database, target.companyId, lines)
  } finally {
    await database.end()
  }
}

interface Struck {
  readonly dataDir: string
  readonly shop: Shop
  readonly chance: Chance
  readonly server: ServerProcess
  readonly reindex: Reindex
}

/** Sends commands, kills the chosen process in the middle, and waits until everything is running again. */
async function strike(struck: Struck, victim: Victim) {
  const { dataDir, shop, chance, server } = struck
  const blowAt = chance.between(20, MOST_BEFORE)
  const endsAt = Date.now() + LONGEST_ROUND_MS
  let isStruck = false
  let settledAtBlow = 0
  const traffic = runTraffic(shop, {
    connections: CONNECTIONS,
    urls: () => [server.url],
    isOver: (now) => {
      if (!isStruck && now.settledCount >= blowAt) {
        isStruck = true
        settledAtBlow = now.settledCount
        blow = strikeNow(struck, victim, chance.below(8))
      }
      if (Date.now() > endsAt) return true
      return victim === 'server'
        ? isStruck && server.child.killed
        : isStruck && now.settledCount >= settledAtBlow + AFTER
    },
  })
  let blow: Promise<boolean> = Promise.resolve(false)
  const finished = await traffic
  const next = (await blow) && victim === 'server' ? await startServer(dataDir) : server
  return { traffic: finished, acknowledged: finished.settledCount, isStruck: await blow, server: next }
}

/**
 * Kills the victim after a short delay, so that over many rounds any moment of a commit is hit. @returns false if there
 * was no process to kill.
 */
async function strikeNow({ dataDir, server, reindex }: Struck, victim: Victim, delayMs: number): Promise<boolean> {
  await sleep(delayMs)
  if (victim === 'server') await endServer(server, 'SIGKILL')
  else if (victim === 'reindex') await reindex.kill()
  else return killPostgres(dataDir, victim)
  return true
}
