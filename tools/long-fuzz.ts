/**
 * `npm run test:fuzz -- [--count 100000] [--seed N]`: starts a server and sends it requests generated from the OpenAPI
 * document. They cover every operation, with boundary values in path, query, headers and body. No response may be a 5xx
 * or contradict the document, memory must not grow, and stock and money must be consistent at the end.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createChance } from '../tests/support/chance/chance.ts'
import { operationsOf } from '../tests/support/contract/openapi.ts'
import { type Check, plainValidator } from '../tests/support/contract/plain-validator.ts'
import { learn } from '../tests/support/fuzz/company.ts'
import { exchangeFuzz, type FuzzAnswer, faultsOfAnswer } from '../tests/support/fuzz/exchange.ts'
import { type FuzzRequest, makeRequest } from '../tests/support/fuzz/requests.ts'
import type { Known } from '../tests/support/fuzz/values.ts'
import { runHttpModel } from '../tests/support/model/http-model.ts'
import type { Json } from '../tests/support/node/client.ts'
import { read, type Target } from '../tests/support/node/exchange.ts'
import {
  endServer,
  makeCompany,
  newDataDir,
  type ServerProcess,
  startServer,
} from '../tests/support/node/server-process.ts'

const AT_ONCE = 8
/**
 * The number of requests after which a new company is used, because a company and the responses about it grow with each
 * request.
 */
const REQUESTS_PER_COMPANY = 5_000
const FILLED_BY = 150
const LEARNED_EVERY = 250
const CURSORS_KEPT = 20
const KEYS_KEPT = 20
const MOST_FAULTS = 20
const ATTEMPTS = 6
const PAUSE_MS = 1_000
/**
 * The growth factor above which memory counts as growing, compared with its size after a third of the requests.
 * Variations caused by the garbage collector are smaller.
 */
const MOST_GROWTH = 1.3
const WARM_MEMORY_BYTES = 150 * 1_048_576

const { values } = parseArgs({ options: { count: { type: 'string' }, seed: { type: 'string' } } })
const count = Number(values.count ?? 100_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

interface Run {
  readonly server: ServerProcess
  readonly document: Json
  readonly check: Check
  readonly stranger: Target
  readonly strangerIds: readonly string[]
  readonly statuses: Map<number, number>
  readonly faults: string[]
  readonly asked: Set<string>
  sent: number
  unanswered: number
  /** The number of requests that were repeated after the server answered 503. */
  repeated: number
}

/** Stores the cursors from recent responses to list requests, keyed by the requested path. */
function keepCursor(cursors: Map<string, string[]>, { path }: FuzzRequest, { status, body }: FuzzAnswer): void {
  const [, cursor] =
    status === 200 ? (/"nextCursor":"([\w-]+)"\}$/.exec(body?.toString().slice(-5_000) ?? '') ?? []) : []
  if (cursor === undefined) return
  const place = path.split('?', 1)[0]!
  cursors.set(place, [cursor, ...(cursors.get(place) ?? [])].slice(0, CURSORS_KEPT))
}

async function fuzzCompany(run: Run, target: Target, size: number, companySeed: number): Promise<void> {
  const { document, stranger, strangerIds: strangers } = run
  const chance = createChance(companySeed)
  const operations = operationsOf(document)
  const cursors = new Map<string, string[]>()
  const keys: string[] = []
  let known: Known = { ...(await learn(target)), strangers, cursors }
  let begun = 0
  const worker = async () => {
    while (begun < size && run.faults.length < MOST_FAULTS) {
      begun += 1
      if (begun % LEARNED_EVERY === 0) known = { ...(await learn(target)), strangers, cursors }
      const operation = chance.pick(operations)
      const request = makeRequest(chance, operation, {
        document,
        known,
        token: target.token,
        strangerToken: stranger.token,
        keys,
      })
      const answer = await ask(run, request)
      run.sent += 1
      run.asked.add(operation.route)
      note(run, request, answer)
      if (answer instanceof Error || answer === null) continue
      keepCursor(cursors, request, answer)
      const key = request.headers.find(([name]) => name === 'Idempotency-Key')?.[1]
      if (key !== undefined && answer.status === 200) keys.splice(0, keys.length, key, ...keys.slice(0, KEYS_KEPT))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/**
 * Sends a request. On a busy machine the server may briefly respond with 503, so the request is then repeated as the
 * API recommends; if the 503 persists, it counts as an error.
 */
async function ask(run: Run, request: FuzzRequest): Promise<FuzzAnswer | Error | null> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await exchangeFuzz(run.server.url, request).catch((error: Error) => error)
    if (answer === null || answer instanceof Error || answer.status !== 503 || attempt === ATTEMPTS) return answer
    run.repeated += 1
    await sleep(PAUSE_MS * attempt)
  }
}

function note(run: Run, request: FuzzRequest, answer: FuzzAnswer | Error | null): void {
  if (answer === null) run.unanswered += 1
  else if (answer instanceof Error) run.faults.push(`${describe(request)}: ${answer.message}`)
  else {
    run.statuses.set(answer.status, (run.statuses.get(answer.status) ?? 0) + 1)
    for (const fault of faultsOfAnswer(run.check, request, answer).slice(0, 3))
      run.faults.push(`${describe(request)}: ${answer.status} ${fault}; ${answer.body?.toString().slice(0, 300)}`)
  }
}

function describe({ method, path, headers, body, framing }: FuzzRequest): string {
  const shown = headers
    .filter(([name]) => name !== 'Authorization')
    .map(([name, value]) => `${name}: ${value.slice(0, 60)}`)
  return `${method} ${path.slice(0, 500)} (${framing}; ${shown.join('; ')}) ${body?.toString().slice(0, 1_000) ?? ''}`
}

async function memoryOf({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`

async function fuzz(dataDir: string, server: ServerProcess): Promise<string[]> {
  const document: Json = await (await fetch(`${server.url}/openapi.json`)).json()
  const stranger = await makeCompany(dataDir, server.url)
  await runHttpModel({ seed, commands: 40, targets: [stranger], burstProbability: 0 })
  const strangerIds = Object.values((await learn(stranger)).ids).flat()
  const run: Run = {
    server,
    document,
    check: plainValidator(document),
    stranger,
    strangerIds,
    statuses: new Map(),
    faults: [],
    asked: new Set(),
    sent: 0,
    unanswered: 0,
    repeated: 0,
  }
  const memory: number[] = []
  const size = Math.min(REQUESTS_PER_COMPANY, Math.max(LEARNED_EVERY, Math.ceil(count / 10)))
  for (let company = 0; run.sent < count && run.faults.length < MOST_FAULTS; company += 1) {
    const target = await makeCompany(dataDir, server.url)
    await runHttpModel({
      seed: seed + company,
      commands: Math.min(FILLED_BY, count),
      targets: [target],
      burstProbability: 0,
    })
    await fuzzCompany(run, target, Math.min(size, count - run.sent), seed + company)
    const selfCheck = JSON.parse((await read(target, '/api/v1/self-check')).text)
    if (selfCheck.ok !== true)
      run.faults.push(`the self-check found ${JSON.stringify(selfCheck.checks.filter(({ ok }: Json) => !ok))}`)
    memory.push(await memoryOf(server))
    console.log(
      `${run.sent} sent, revision ${selfCheck.revision}, self-check ok: ${selfCheck.ok}, memory ${megabytes(memory.at(-1)!)}`,
    )
  }
  const errors = server.lines.filter(
    (line) => /"level":[56]0/.test(line) || (run.faults.length > 0 && /"level":40/.test(line)),
  )
  run.faults.push(...errors.slice(0, MOST_FAULTS).map((line) => `the server logged ${line.slice(0, 600)}`))
  const [third, last] = [memory[Math.floor(memory.length / 3)]!, memory.at(-1)!]
  if (last > Math.max(third, WARM_MEMORY_BYTES) * MOST_GROWTH) run.faults.push('the memory keeps growing')
  const missed = operationsOf(document).filter(({ route }) => !run.asked.has(route))
  console.log(
    `Statuses: ${[...run.statuses]
      .sort(([a], [b]) => a - b)
      .map((pair) => pair.join(' × '))
      .join(', ')}; ${run.unanswered} closed without an answer, ${run.repeated} repeated after a 503`,
  )
  console.log(`Operations called: ${run.asked.size}, not called: ${missed.length}`)
  console.log(`Memory after a third ${megabytes(third)}, at the end ${megabytes(last)}`)
  return run.faults
}

console.log(`long-fuzz: ${count} requests, --seed ${seed}`)
const dataDir = await newDataDir()
const server = await startServer(dataDir.path, { RECOGNITION_WORKERS: '0' })
let faults: string[]
try {
  faults = await fuzz(dataDir.path, server)
} finally {
  await endServer(server, 'SIGTERM')
  await dataDir.remove()
}
for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.length === 0 ? `${count} requests, no 5xx, every answer as documented` : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
