/**
 * The traffic of the neighbour, a company that behaves normally while another one attacks. It is sent from a separate
 * thread, so that the CPU time for hostile traffic does not look like a delay of the server. Orders are sent on a fixed
 * schedule, whether or not the previous orders were answered, because waiting for responses would hide delays.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const HEALTH_EVERY_MS = 100
const FILE_POLL_MS = 500
/** The smallest possible PNG picture: one white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
)
const SHOWN_COMPLAINTS = 5
const IMPORTS = '/api/v1/procurement/imports'

export interface Read {
  readonly name: 'report' | 'self-check' | 'bootstrap'
  readonly path: string
  /** When to send the request, in milliseconds after the start of the phase. */
  readonly atMs: number
}

/** The requests that the neighbour (the company that behaves normally) sends during one phase of the run. */
export interface Errand {
  readonly port: number
  readonly token: string
  /** The bodies of orders, which are sent in rotation. */
  readonly orderBodies: readonly string[]
  readonly orders: number
  readonly everyMs: number
  readonly reads: readonly Read[]
  /** Whether to upload a picture of one pixel too, and wait until it is processed. */
  readonly hasFile: boolean
  /** The timeout of each request, in milliseconds. */
  readonly limitMs: number
}

export interface ReadAnswer {
  readonly name: Read['name'] | 'file'
  readonly path: string
  /** The status of the response, or the error if there was no response. */
  readonly outcome: Outcome
  readonly ms: number
  /** The body of the response, if its status is not 200. */
  readonly body: string
}

type Outcome = number | string

/** The results measured while the neighbour (the company that behaves normally) sent its requests. */
export interface Watched {
  /** The response times of accepted orders, in milliseconds. */
  readonly orderMs: readonly number[]
  /** How many orders had each outcome (status or error). */
  readonly orderOutcomes: Readonly<Record<string, number>>
  readonly reads: readonly ReadAnswer[]
  /**
   * The response times of GET /healthz in milliseconds, each over a new connection. They show the delay of the server's
   * event loop.
   */
  readonly healthMs: readonly number[]
  readonly healthFailures: number
  /** The error messages of the first requests that failed. */
  readonly complaints: readonly string[]
}

export interface Neighbour {
  /** Sends the requests of one phase. Only one phase may run at a time. */
  run(errand: Errand): Promise<Watched>
  stop(): Promise<unknown>
}

/** Starts the thread that sends the requests of the neighbour, the company that behaves normally. */
export function startNeighbour(): Neighbour {
  const worker = new Worker(new URL(import.meta.url))
  return {
    async run(errand) {
      // An error in the thread rejects this promise, so that the caller is notified.
      const answered = once(worker, 'message')
      worker.postMessage(errand)
      const [watched] = (await answered) as [Watched]
      return watched
    },
    stop: () => worker.terminate(),
  }
}

interface Call {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The HTTP agent that reuses connections, or `false` to open a new connection for the request. */
  readonly agent: Agent | false
}

interface Answer {
  readonly outcome: Outcome
  readonly ms: number
  readonly body: string
}

/** Sends one request. Never rejects: an error is returned as an outcome. */
async function call(errand: Errand, asked: Call): Promise<Answer> {
  const startedAt = performance.now()
  let answer = await callOnce(errand, asked, startedAt)
  // The server may close an idle connection just when it is reused. That is not a failure, so send the request again.
  if (answer.outcome === 'ECONNRESET, reused') answer = await callOnce(errand, asked, startedAt)
  return answer
}

function callOnce(errand: Errand, asked: Call, startedAt: number): Promise<Answer> {
  const { method, path, body, agent } = asked
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const end = (outcome: Outcome) => {
      clearTimeout(timer)
      resolve({ outcome, ms: performance.now() - startedAt, body: Buffer.concat(chunks).toString() })
    }
    const headers = {
      authorization: `Bearer ${errand.token}`,
      ...asked.headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const sent = request({ host: '127.0.0.1', port: errand.port, method, path, headers, agent }, (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => end(response.statusCode!))
      response.on('error', () => end('broken'))
    })
    const timer = setTimeout(() => {
      end('no answer')
      sent.destroy()
    }, errand.limitMs)
    sent.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNRESET' && sent.reusedSocket ? 'ECONNRESET, reused' : (error.code ?? error.message)),
    )
    sent.end(body)
  })
}

const newKey = () => ({ 'idempotency-key': crypto.randomUUID(), prefer: 'state=summary' })

async function watch(errand: Errand): Promise<Watched> {
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo' })
  const beginning = performance.now()
  const health = watchHealth(errand)
  const [orders, ...reads] = await Promise.all([
    sendOrders(errand, agent, beginning),
    ...errand.reads.map(async ({ name, path, atMs }): Promise<ReadAnswer> => {
      await sleep(atMs)
      const { outcome, ms, body } = await call(errand, { method: 'GET', path, agent })
      return { name, path, outcome, ms, body: outcome === 200 ? '' : body }
    }),
    ...(errand.hasFile ? [sendFile(errand, agent)] : []),
  ])
  const { healthMs, healthFailures } = await health.stop()
  agent.destroy()
  const complaints = [...orders, ...reads]
    .filter(({ outcome }) => outcome !== 200)
    .map(({ outcome, body }) => `${outcome}: ${detailOf(body)}`)
    .slice(0, SHOWN_COMPLAINTS)
  const orderOutcomes: Record<string, number> = {}
  for (const { outcome } of orders) orderOutcomes[outcome] = (orderOutcomes[outcome] ?? 0) + 1
  const orderMs = orders.filter(({ outcome }) => outcome === 200).map(({ ms }) => ms)
  return { orderMs, orderOutcomes, reads, healthMs, healthFailures, complaints }
}

function detailOf(body: string): string {
  return /"detail":"([^"]*)"/.exec(body)?.[1] ?? body.slice(0, 200)
}

async function sendOrders(errand: Errand, agent: Agent, beginning: number): Promise<Answer[]> {
  const { orderBodies, orders, everyMs } = errand
  const answers: Promise<Answer>[] = []
  for (let turn = 0; turn < orders; turn += 1) {
    const body = orderBodies[turn % orderBodies.length]!
    const headers = { 'content-type': 'application/json', ...newKey() }
    answers.push(call(errand, { method: 'POST', path: '/api/v1/orders', headers, body, agent }))
    await sleep(Math.max(0, beginning + (turn + 1) * everyMs - performance.now()))
  }
  return Promise.all(answers)
}

/** Measures how long a picture of one pixel waits until it is processed. Recognizing it takes no time. */
async function sendFile(errand: Errand, agent: Agent): Promise<ReadAnswer> {
  const startedAt = performance.now()
  const done = (outcome: Outcome, body = ''): ReadAnswer => {
    return { name: 'file', path: IMPORTS, outcome, ms: performance.now() - startedAt, body }
  }
  // Wait until the server is certain to be recognizing the long file.
  await sleep(2_000)
  const headers = { 'content-type': 'image/png', ...newKey() }
  const upload = await call(errand, { method: 'POST', path: IMPORTS, headers, body: PIXEL, agent })
  if (upload.outcome !== 200) return done(upload.outcome, upload.body)
  const { id } = (JSON.parse(upload.body) as { result: { id: string } }).result
  while (performance.now() - startedAt < errand.limitMs) {
    const { outcome, body } = await call(errand, { method: 'GET', path: `${IMPORTS}/${id}`, agent })
    if (outcome !== 200) return done(outcome, body)
    const { status } = JSON.parse(body) as { status: string }
    if (status !== 'queued' && status !== 'processing') return done(200)
    await sleep(FILE_POLL_MS)
  }
  return done('no answer')
}

function watchHealth(errand: Errand): { stop(): Promise<Pick<Watched, 'healthMs' | 'healthFailures'>> } {
  const asked: Promise<Answer>[] = []
  const timer = setInterval(
    () => asked.push(call(errand, { method: 'GET', path: '/healthz', agent: false })),
    HEALTH_EVERY_MS,
  )
  return {
    async stop() {
      clearInterval(timer)
      const answers = await Promise.all(asked)
      const healthMs = answers.filter(({ outcome }) => outcome === 200).map(({ ms }) => ms)
      return { healthMs, healthFailures: answers.length - healthMs.length }
    },
  }
}

if (!isMainThread)
  parentPort!.on('message', (errand: Errand) => {
    void watch(errand).then((watched) => parentPort!.postMessage(watched))
  })
