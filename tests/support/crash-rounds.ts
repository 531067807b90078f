/** Rounds of traffic in which something is killed, and what must hold afterwards. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Chance, createChance } from './chance.ts'
import type { Target } from './exchange.ts'
import {
  endServer,
  killPostgres,
  makeCompany,
  newDataDir,
  openData,
  type ServerProcess,
  startServer,
} from './server-process.ts'
import { auditTraffic, openTradedShop, repeatAll, runTraffic, type Shop, type Traffic } from './traffic.ts'

export type Victim = 'server' | 'postmaster' | 'backend'

const CONNECTIONS = 32
/** Commands that are settled before the blow: at random up to so many. */
const MOST_BEFORE = 250
/** Commands that are settled after PostgreSQL came back. */
const AFTER = 60
const LONGEST_ROUND_MS = 40_000

export interface RoundReport {
  readonly victim: Victim
  readonly sent: number
  /** Answered before the commands were repeated. */
  readonly acknowledged: number
  readonly succeeded: number
  /** What must not be; empty when all is well. */
  readonly wrong: string[]
}

export interface Site {
  round(victim: Victim): Promise<RoundReport>
  close(): Promise<void>
}

/** A server process with a company, to be struck round after round. */
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
  return {
    async round(victim) {
      const {
        traffic,
        acknowledged,
        server: next,
      } = await strike({ dataDir: dataDir.path, shop, chance, server }, victim)
      server = next
      const wrong = await repeatAll({ ...shop.target, url: server.url }, traffic)
      wrong.push(...(await audit(dataDir.path, shop.target, traffic)))
      const succeeded = traffic.lines.filter((line) => line.settled?.status === 200).length
      return { victim, sent: traffic.lines.length, acknowledged, succeeded, wrong }
    },
    async close() {
      await endServer(server, 'SIGTERM')
      await dataDir.remove()
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
}

/** Traffic, the blow in the middle of it, and what comes back up. */
async function strike({ dataDir, shop, chance, server }: Struck, victim: Victim) {
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
        blow = strikeNow(dataDir, server, victim, chance.below(8))
      }
      if (Date.now() > endsAt) return true
      return victim === 'server'
        ? isStruck && server.child.killed
        : isStruck && now.settledCount >= settledAtBlow + AFTER
    },
  })
  let blow: Promise<void> = Promise.resolve()
  const finished = await traffic
  await blow
  const acknowledged = finished.settledCount
  return { traffic: finished, acknowledged, server: victim === 'server' ? await startServer(dataDir) : server }
}

/** A moment after it was decided, so that any moment of a commit is hit some time. */
async function strikeNow(dataDir: string, server: ServerProcess, victim: Victim, delayMs: number): Promise<void> {
  await sleep(delayMs)
  if (victim === 'server') await endServer(server, 'SIGKILL')
  else await killPostgres(dataDir, victim)
}
