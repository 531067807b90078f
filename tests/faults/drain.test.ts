/** Tests stopping a node while a load balancer sends requests to it and to another node. */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import type { Client } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { headText, openConnection } from '../support/node/raw-http.ts'
import { endServer, newDataDir, type ServerProcess, startServer } from '../support/node/server-process.ts'
import { cloneDatabase, newCompany } from '../support/node/service.ts'

const DRAIN_SECONDS = 3
const ASK_EVERY_MS = 200
const WORKERS = 16
const SECRET_KEY = 'a key of the nodes that drain, only for this test'
const BEFORE_STOP = 150
const OPEN_CONNECTIONS = 8
const AFTER_STOP_MS = 500
/**
 * A pause in milliseconds, longer than the period in which a repeated signal is ignored as a duplicate of the first.
 */
const SAME_SIGNAL_MS = 1_200
const TIMEOUT_MS = 120_000

interface Balancer {
  url: string
  /** The number of requests sent to each node. */
  readonly sent: Map<string, number>
  /** The nodes that were ready at the last check. */
  ready: string[]
  stop(): Promise<void>
}

/**
 * Starts a load balancer that checks each node's /readyz and sends requests in turn to the nodes that are ready. It
 * never retries a request, so if a node refuses one, the client gets the refusal.
 */
async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const sent = new Map<string, number>()
  let turn = 0
  const forward = (incoming: IncomingMessage, body: Buffer, answer: ServerResponse) => {
    const node = balancer.ready[turn++ % balancer.ready.length]
    if (node === undefined) {
      answer.writeHead(502).end()
      return
    }
    sent.set(node, (sent.get(node) ?? 0) + 1)
    const { method, headers, url } = incoming
    const asked = request(new URL(url!, node), { method, headers, agent }, (got) => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    })
    asked.on('error', () => answer.writeHead(502).end())
    asked.end(body)
  }
  const server: Server = createServer((incoming, answer) => {
    const parts: Buffer[] = []
    incoming.on('data', (part) => parts.push(part))
    incoming.on('end', () => forward(incoming, Buffer.concat(parts), answer))
  })
  const look = async () => {
    const ready = await Promise.all(
      nodes.map(async (node) => (await fetch(`${node}/readyz`).catch(() => null))?.status === 200),
    )
    balancer.ready = nodes.filter((_node, index) => ready[index])
  }
  const balancer: Balancer = {
    url: '',
    sent,
    ready: [],
    async stop() {
      clearInterval(timer)
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await look()
  const timer = setInterval(() => void look(), ASK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  balancer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return balancer
}

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let dataDir: Awaited<ReturnType<typeof newDataDir>>
const nodes: ServerProcess[] = []

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  dataDir = await newDataDir()
  const settings = {
    DATABASE_URL: cloned.url,
    SECRET_KEY,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  }
  nodes.push(await startServer(dataDir.path, settings), await startServer(dataDir.path, settings))
})
afterAll(async () => {
  for (const node of nodes) await endServer(node, 'SIGKILL')
  await database.end()
  await cloned.drop()
  await dataDir.remove()
})

/** Alternates write and GET requests until `isOver` returns true. Returns every response that was not a success. */
async function work(client: Client, isOver: () => boolean, onAnswer: () => void): Promise<string[]> {
  const failed: string[] = []
  for (let round = 0; !isOver(); round += 1) {
    const reply = await (round % 2 === 0
      ? client.post('/api/v1/warehouses', { name: `Склад ${round}` }, { prefer: 'state=summary' })
      : client.get('/api/v1/warehouses?limit=1'))
    if (reply.status !== 200) failed.push(`${reply.status} ${reply.text}`)
    onAnswer()
  }
  return failed
}

test(
  'a draining node serves every request until the load balancer stops sending any, and then exits',
  async ({ onTestFinished }) => {
    const [first, second] = nodes as [ServerProcess, ServerProcess]
    const balancer = await startBalancer([first.url, second.url])
    onTestFinished(() => balancer.stop())
    const client = await newCompany(database, balancer.url)
    let answered = 0
    let isOver = false
    const working = Array.from({ length: WORKERS }, () =>
      work(
        client,
        () => isOver,
        () => {
          answered += 1
        },
      ),
    )
    while (answered < BEFORE_STOP) await sleep(10)
    const sentBefore = balancer.sent.get(first.url)!
    const ended = endServer(first, 'SIGTERM')
    await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(503)
    const reason = await fetch(`${first.url}/readyz`)
    expect(reason.headers.get('connection')).toBe('close')
    expect(await reason.text()).toContain('draining')
    expect(await ended).toBe(0)
    await sleep(AFTER_STOP_MS)
    isOver = true
    const failed = (await Promise.all(working)).flat()
    expect(failed).toEqual([])
    // After the signal, the first node still got requests until the load balancer noticed that it was draining. All
    // later requests went to the other node.
    expect(balancer.sent.get(first.url)).toBeGreaterThan(sentBefore)
    expect(balancer.ready).toEqual([second.url])
    expect(await findDifferences(database, client.companyId)).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'after draining, a node accepts no connections, but still serves requests on connections that are open',
  async ({ onTestFinished }) => {
    const node = await startServer(dataDir.path, { DATABASE_URL: cloned.url, SECRET_KEY, DRAIN_SECONDS: '1' })
    onTestFinished(() => endServer(node, 'SIGKILL').then(() => undefined))
    const open = await Promise.all(Array.from({ length: OPEN_CONNECTIONS }, () => openConnection(node.url)))
    const ended = endServer(node, 'SIGTERM')
    // Ask on a new connection each time, as a proxy does that knows of no readiness check.
    const refused = async (): Promise<boolean> => {
      try {
        const { socket } = await openConnection(node.url)
        socket.destroy()
        return false
      } catch (error) {
        expect((error as { code?: string }).code).toBe('ECONNREFUSED')
        return true
      }
    }
    while (!(await refused())) await sleep(10)
    for (const { socket } of open) socket.write(headText('GET', '/healthz', {}))
    for (const { closed } of open) {
      const text = await closed
      expect(text).toMatch(/^HTTP\/1.1 200 /)
      expect(text).toMatch(/^connection: close$/im)
    }
    expect(await ended).toBe(0)
  },
  TIMEOUT_MS,
)

test(
  'a second signal ends draining at once, but a request in progress is still completed',
  async ({ onTestFinished }) => {
    const node = await startServer(dataDir.path, { DATABASE_URL: cloned.url, SECRET_KEY, DRAIN_SECONDS: '600' })
    onTestFinished(() => endServer(node, 'SIGKILL').then(() => undefined))
    const client = await newCompany(database, node.url)
    await client.get('/api/v1/bootstrap')
    const exited = once(node.child, 'exit')
    node.child.kill('SIGTERM')
    // A shell or npm may send the same signal twice.
    node.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${node.url}/readyz`)).status).toBe(503)
    await sleep(SAME_SIGNAL_MS)
    expect((await client.get('/api/v1/bootstrap')).status).toBe(200)
    const { running } = await writeCompany(database, client.companyId, async (tx) => {
      await lockCompany(tx, client.companyId)
      const sent = client.post('/api/v1/warehouses', { name: 'Склад' })
      await sleep(AFTER_STOP_MS)
      node.child.kill('SIGTERM')
      await expect.poll(() => node.lines.some((line) => line.includes('The drain ends early'))).toBe(true)
      return { running: sent }
    })
    expect((await running).status).toBe(200)
    expect((await exited)[0]).toBe(0)
  },
  TIMEOUT_MS,
)
