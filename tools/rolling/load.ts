/**
 * A bounded load through a proxy: writes with keys and reads over kept, fresh and HTTP/2 connections, slow uploads, and
 * streams of changes. Every request that fails is recorded.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Chance } from '../../tests/support/chance/chance.ts'
import { bearer, type Company, type Json, ORIGIN, writeOf } from './companies.ts'
import { API_HOST, APP_HOST, type Ask, type Connections, openClient, optionsFor, type RawClient } from './raw-client.ts'

/** How long a client thinks between two requests, at most. */
const THINK_MS = 200
const SLOW_PIECES = 12
const UPLOAD_MOST_MS = 3_000
const PICTURE_SIDE = 200
/** One of so many reads asks for the whole state. */
const STATE_ONE_IN = 20
const READS = ['catalog', 'products?limit=5', 'movements?limit=5', 'summary', 'stock?limit=5', 'audit?limit=5']

interface LoadReport {
  /** The number of requests that were answered as they should be, by kind. */
  readonly answered: Map<string, number>
  readonly failures: string[]
  /** How often a stream was ended by a node, and opened again. */
  streamsEnded: number
  events: number
  slowestMs: number
}

export interface Load {
  readonly report: LoadReport
  /** Stops sending. Resolves when all requests have been answered. */
  stop(): Promise<void>
}

interface Scene {
  readonly port: number
  readonly report: LoadReport
  readonly chance: Chance
  isOver: boolean
}

/** A client of a company, with a token at the API or with a session at the address for browsers. */
interface Client {
  readonly raw: RawClient
  readonly company: Company
  readonly kind: string
  readonly host: string
  readonly credentials: Readonly<Record<string, string>>
}

export function startLoad(port: number, companies: readonly Company[], chance: Chance): Load {
  const report: LoadReport = { answered: new Map(), failures: [], streamsEnded: 0, events: 0, slowestMs: 0 }
  const scene: Scene = { port, report, chance, isOver: false }
  const running: Promise<void>[] = []
  for (const company of companies) {
    running.push(repeat(scene, clientOf(scene, company, 'kept'), writeSomething))
    running.push(repeat(scene, clientOf(scene, company, 'fresh'), writeSomething))
    running.push(repeat(scene, clientOf(scene, company, 'kept'), readSomething))
    running.push(repeat(scene, clientOf(scene, company, 'fresh'), readSomething))
    running.push(repeat(scene, sessionOf(scene, company), writeSomething))
    running.push(repeat(scene, sessionOf(scene, company), readSomething))
  }
  running.push(repeat(scene, clientOf(scene, companies[0]!, 'kept'), upload))
  running.push(repeat(scene, clientOf(scene, companies.at(-1)!, 'fresh'), upload))
  const streams = companies.map((company) => follow(scene, company))
  return {
    report,
    async stop() {
      scene.isOver = true
      await Promise.all(running)
      for (const { close } of streams) close()
      await Promise.all(streams.map(({ done }) => done))
    },
  }
}

function clientOf({ port }: Scene, company: Company, connections: Connections): Client {
  const credentials = bearer(company.token)
  return { raw: openClient(port, connections), company, kind: connections, host: API_HOST, credentials }
}

function sessionOf({ port }: Scene, company: Company): Client {
  const credentials = { cookie: company.cookie, origin: ORIGIN }
  return { raw: openClient(port, 'http2'), company, kind: 'http2 session', host: APP_HOST, credentials }
}

async function repeat(scene: Scene, client: Client, work: (scene: Scene, client: Client) => Promise<void>) {
  while (!scene.isOver) {
    await work(scene, client)
    await sleep(scene.chance.below(THINK_MS))
  }
  client.raw.close()
}

/** Sends a request. @returns the answer's JSON, or null if the request failed. */
async function ask({ report }: Scene, client: Client, { what, asked }: { what: string; asked: Ask }): Promise<Json> {
  const kind = `${what}, ${client.kind}`
  const startedAt = performance.now()
  try {
    const headers = { ...asked.headers, ...client.credentials }
    const { status, text } = await client.raw.ask(client.host, { ...asked, headers })
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
    const json = JSON.parse(text)
    report.answered.set(kind, (report.answered.get(kind) ?? 0) + 1)
    report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt)
    return json
  } catch (error) {
    const { message, code = '' } = error as Error & { code?: string }
    const after = Math.round(performance.now() - startedAt)
    const at = new Date().toISOString().slice(11, 23)
    report.failures.push(`${at} ${kind} ${asked.method} ${asked.path} after ${after} ms: ${code} ${message}`)
    return null
  }
}

async function writeSomething(scene: Scene, client: Client): Promise<void> {
  const { company } = client
  const { warehouseId, productId } = company
  const { chance } = scene
  if (chance.happens(0.15)) {
    await makeProduct(scene, client)
    return
  }
  const quantity = chance.between(1, 9)
  const goods = { productId, warehouseId, quantity }
  const isWriteOff = company.onHand > 100 && chance.happens(0.4)
  const [path, body, change] = isWriteOff
    ? ['stock/writeoff', { ...goods, reason: 'Бой' }, -quantity]
    : ['stock/receipt', { ...goods, supplier: 'Поставка', unitCost: 9.8 }, quantity]
  // Until the answer has arrived, a concurrent write-off must not count on the goods.
  if (isWriteOff) company.onHand += change
  const made = await ask(scene, client, { what: 'write', asked: writeOf('POST', `/api/v1/${path}`, body) })
  if (made === null) company.unsure += quantity
  if (made !== null && !isWriteOff) company.onHand += change
}

async function makeProduct(scene: Scene, client: Client): Promise<string | null> {
  const name = `Товар ${randomBytes(8).toString('hex')}`
  const asked = writeOf('POST', '/api/v1/products', { name, price: 150 })
  const made = await ask(scene, client, { what: 'write', asked })
  if (made === null) client.company.unsureNames.add(name)
  else client.company.products.set(name, made.result.id)
  return made?.result.id ?? null
}

async function readSomething(scene: Scene, client: Client): Promise<void> {
  const { chance } = scene
  const read = chance.below(STATE_ONE_IN) === 0 ? 'bootstrap' : chance.pick(READS)
  await ask(scene, client, { what: 'read', asked: { method: 'GET', path: `/api/v1/${read}` } })
}

/** Uploads a picture over a slow connection. */
async function upload(scene: Scene, client: Client): Promise<void> {
  const { company } = client
  const productId = await makeProduct(scene, client)
  if (productId === null) return
  const raw = { width: PICTURE_SIDE, height: PICTURE_SIDE, channels: 3 } as const
  const bytes = await sharp(randomBytes(PICTURE_SIDE * PICTURE_SIDE * 3), { raw })
    .png()
    .toBuffer()
  const step = Math.ceil(bytes.length / SLOW_PIECES)
  const pieces = Array.from({ length: SLOW_PIECES }, (_, at) => bytes.subarray(at * step, (at + 1) * step))
  const pauseMs = scene.chance.below(UPLOAD_MOST_MS) / SLOW_PIECES
  const write = writeOf('POST', `/api/v1/products/${productId}/images`, {})
  const headers = { ...write.headers, 'content-type': 'image/png', 'content-length': String(bytes.length) }
  const made = await ask(scene, client, { what: 'upload', asked: { ...write, headers, pieces, pauseMs } })
  if (made !== null) company.pictures.set(made.result.id, createHash('sha256').update(bytes).digest('hex'))
}

/** Follows a company's stream of changes, and opens it again whenever a node ends it. */
function follow(scene: Scene, company: Company): { close(): void; readonly done: Promise<void> } {
  const { report, port } = scene
  const stopping = new AbortController()
  let lastId = ''
  const followOnce = async (): Promise<void> => {
    const since = lastId === '' ? '?since=0' : ''
    const headers = {
      ...bearer(company.token),
      accept: 'text/event-stream',
      ...(lastId && { 'last-event-id': lastId }),
    }
    const options = optionsFor(API_HOST, { method: 'GET', path: `/api/v1/changes${since}`, headers }, port)
    const sent = request({ ...options, agent: false, signal: stopping.signal }).end()
    const [response] = await once(sent, 'response')
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}`)
    report.answered.set('stream opened', (report.answered.get('stream opened') ?? 0) + 1)
    for await (const chunk of response) {
      for (const [, id] of String(chunk).matchAll(/^id: (\S+)$/gm)) {
        lastId = id!
        report.events += 1
      }
    }
    report.streamsEnded += 1
  }
  const run = async () => {
    while (!stopping.signal.aborted)
      await followOnce().catch((error: Error & { code?: string }) => {
        if (stopping.signal.aborted) return
        const at = new Date().toISOString().slice(11, 23)
        report.failures.push(`${at} stream of changes: ${error.code ?? ''} ${error.message}`)
        return sleep(100)
      })
  }
  return { close: () => stopping.abort(), done: run() }
}
