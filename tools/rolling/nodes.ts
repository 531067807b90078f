/** Two nodes of the service on one database, which are replaced one at a time while the other serves. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bench/site.ts'
import { endServer, type ServerProcess, startServer } from '../../tests/support/node/server-process.ts'
import { ORIGIN } from './companies.ts'
import type { NodePorts } from './proxies.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** More than the examples of the proxies need to notice that a node drains. */
const DRAIN_SECONDS = 5
/** How long to wait after a node is ready again, as docs/operations.md says. */
const SETTLE_MS = 3_000
const READY_MS = 60_000
const LOOK_MS = 50
/** The level of lines in a log that need somebody's attention. */
const ERROR_LEVEL = 50

interface Options {
  readonly folder: string
  /** The superuser's address of PostgreSQL. */
  readonly tcpUrl: string
  /** The commit whose version the nodes run at first; undefined for this checkout. */
  readonly upgradeFrom: string | undefined
}

export interface NodeSite {
  /** The numbers of the two nodes. */
  readonly nodes: readonly [0, 1]
  /** The APIs of the nodes. */
  readonly urls: readonly [string, string]
  readonly ports: readonly [NodePorts, NodePorts]
  /** What the nodes did wrong: an exit code that is not 0, a line in the log that needs attention. */
  readonly faults: string[]
  /** Stops a node as an operator does, and starts it again, in the same version or this one, until it is ready. */
  replace(node: 0 | 1, by: 'the same' | 'this version'): Promise<void>
  /** Says what was done. */
  told(): string
  close(): Promise<void>
}

/** Puts the files of a commit into a folder, with the packages of this checkout. */
function checkOut(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export async function openNodes({ folder, tcpUrl, upgradeFrom }: Options): Promise<NodeSite> {
  const ports = [
    { api: await freePort(), app: await freePort() },
    { api: await freePort(), app: await freePort() },
  ] as const
  const settings = {
    DATABASE_URL: tcpUrl,
    FILES_URL: `file://${join(folder, 'files')}`,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...{ APP_URL: ORIGIN, TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: String(DRAIN_SECONDS), RECOGNITION_WORKERS: '0' },
  }
  const older = upgradeFrom === undefined ? ROOT : checkOut(upgradeFrom, join(folder, 'older'))
  const start = async (node: 0 | 1, checkout: string): Promise<ServerProcess> => {
    const own = {
      ...{ API_PORT: String(ports[node].api), APP_PORT: String(ports[node].app) },
      // Leave a migration to the nodes of this version, even if the older version has all of them.
      HOLD_MIGRATIONS: String(checkout !== ROOT),
    }
    const server = await startServer(join(folder, `node-${node}`), { ...settings, ...own }, { checkout })
    await untilReady(server)
    return server
  }
  const servers = [await start(0, older), await start(1, older)] as [ServerProcess, ServerProcess]
  const checkouts = [older, older]
  const faults: string[] = []
  let [replaced, slowestMs] = [0, 0]
  const end = async (node: 0 | 1) => {
    const code = await endServer(servers[node], 'SIGTERM')
    if (code !== 0) faults.push(`node ${node} ended with ${code}`)
    faults.push(...servers[node].lines.filter(needsAttention).slice(0, 3))
  }
  return {
    ...{ nodes: [0, 1], urls: [servers[0].url, servers[1].url], ports, faults },
    async replace(node, by) {
      const startedAt = performance.now()
      await end(node)
      if (by === 'this version') checkouts[node] = ROOT
      servers[node] = await start(node, checkouts[node]!)
      await sleep(SETTLE_MS)
      replaced += 1
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    },
    told: () =>
      `${replaced} times a node was replaced${upgradeFrom === undefined ? '' : `, from ${upgradeFrom}`}, at most ${(slowestMs / 1_000).toFixed(1)} s each`,
    async close() {
      for (const node of [0, 1] as const) await end(node)
    },
  }
}

function needsAttention(line: string): boolean {
  if (!line.startsWith('{')) return true
  return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL
}

async function untilReady({ url }: ServerProcess): Promise<void> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    if (waited > READY_MS) throw new Error(`A node is not ready after ${READY_MS} ms: ${status}`)
    await sleep(LOOK_MS)
  }
}
