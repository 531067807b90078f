/**
 * `npm run bench:replays -- [--quick] [--check] [--revisions N]`: measures what repeating a command costs, depending on
 * how many other commands came after it. First brings a company to a million revisions. Then sends old and new commands
 * again over one connection, in turns, so that other programs on the machine affect all alike. Finally sends the first
 * 10,000 commands again in order over 8 connections and compares the responses with the original ones.
 */
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chanceFrom } from './chance.ts'
import { median } from './compare.ts'
import { bytesOf, measure, readRequest, writeRequests } from './load.ts'
import { count, figure, type Goal, printGoals, printTable, ratios } from './report.ts'
import { authorization, CUSTOMER, fill, openShop, readRevision, type Shop } from './shop.ts'
import { openSite, type Pace, type Site } from './site.ts'

const PACE: Pace = {
  isQuick: false,
  seconds: 60,
  warmUpSeconds: 0,
  heatSeconds: 0,
  rounds: 7,
  restarts: 0,
  manyProducts: 1_000,
}
const QUICK_PACE: Pace = { ...PACE, isQuick: true, rounds: 2, manyProducts: 100 }
const REVISIONS = 1_000_000
const QUICK_REVISIONS = 20_000
/** How many commands, counted from the first, are sent again and compared with their original responses. */
const SCRIPT = 10_000
const QUICK_SCRIPT = 1_000
const SCRIPT_CONNECTIONS = 8
const DISTANCES = [10, 1_000, 10_000, 100_000, 1_000_000]
/**
 * How often the cost is measured for each distance, that is, for each number of later commands. Each measurement
 * repeats different commands, so that no replay benefits from data that an earlier replay left in memory.
 */
const REPEATS = 20
const STEP = 100_000
const SHORT_GOAL = 1.5
const FULL_GOAL = 2
const SCRIPT_GOAL = 1_000
const FORMS = { 'return=minimal': 'short', 'state=changes': 'short', '': 'full' } as const
type Form = keyof typeof FORMS

interface Command {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly key: string
  readonly body: string
}

/**
 * Returns the company's nth command. Among the first 10,000 commands every fourth is an order; all others update a
 * product.
 */
function commandOf({ warehouseId, productIds }: Shop, n: number, script: number): Command {
  const key = `replays-${n}`
  const productId = productIds[(n * 7_919) % productIds.length]!
  if (n < script && n % 4 === 0) {
    const items = [{ productId, quantity: 1 }]
    return {
      method: 'POST',
      path: '/api/v1/orders',
      key,
      body: JSON.stringify({ customer: CUSTOMER, warehouseId, channel: 'Сайт', items }),
    }
  }
  return {
    method: 'PATCH',
    path: `/api/v1/products/${productId}`,
    key,
    body: JSON.stringify({ name: `Чайник ${n}`, price: (100 + (n % 100_000)) / 100 }),
  }
}

function requestOf(shop: Shop, { method, path, key, body }: Command, prefer: Form): string {
  const headers = { ...authorization(shop), ...(prefer === '' ? {} : { prefer }) }
  return writeRequests(method, path, headers)(key, bytesOf(body))
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly isReplay: boolean
}

function send(site: Site, shop: Shop, command: Command, agent: Agent): Promise<Answer> {
  const { method, path, key, body } = command
  const headers = {
    ...authorization(shop),
    prefer: 'return=minimal',
    'content-type': 'application/json',
    'idempotency-key': key,
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: site.server.port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const isReplay = response.headers['idempotent-replayed'] === 'true'
        resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8'), isReplay })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends all commands of the script in order. Returns the responses and the number of responses per second. */
async function play(site: Site, shop: Shop, script: number): Promise<{ answers: Answer[]; perSecond: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: SCRIPT_CONNECTIONS })
  const answers: Answer[] = new Array(script)
  const startedAt = performance.now()
  let next = 0
  const connection = async () => {
    while (next < script) {
      const n = next
      next += 1
      answers[n] = await send(site, shop, commandOf(shop, n, script), agent)
    }
  }
  await Promise.all(Array.from({ length: SCRIPT_CONNECTIONS }, connection))
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  const refused = answers.find(({ status }) => status !== 200)
  if (refused !== undefined) throw new Error(`A command of the script was answered ${refused.status}: ${refused.text}`)
  return { answers, perSecond: script / seconds }
}

/** Returns the median time, in milliseconds, of requests that are sent one after another. */
async function timeOf(site: Site, requests: readonly string[]): Promise<number> {
  const { port } = site.server
  const { seconds } = site.pace
  const { p50Ms, answers } = await measure({
    port,
    connections: 1,
    seconds,
    request: (_, turn) => requests[turn] ?? null,
  })
  if (answers[0] !== requests.length) throw new Error(`Only ${answers[0]} of ${requests.length} were answered in time`)
  return p50Ms
}

/** Sends further new commands. Returns how many were sent. */
async function makeMore(
  site: Site,
  shop: Shop,
  { first, many, script }: { readonly first: number; readonly many: number; readonly script: number },
): Promise<number> {
  const connections = Math.min(64, many)
  await fill(site, many, (connection, turn) =>
    requestOf(shop, commandOf(shop, first + turn * connections + connection, script), 'return=minimal'),
  )
  return many
}

interface Sizes {
  readonly revisions: number
  readonly script: number
}

async function measureDistances(site: Site, shop: Shop, { revisions, script }: Sizes): Promise<Goal[]> {
  const distances = DISTANCES.filter((distance) => distance <= revisions)
  const times = new Map<string, number[]>()
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  const before = await readRevision(site, shop)
  let made = 0
  for (let round = 0; round < site.pace.rounds; round += 1) {
    const whole = readRequest('/api/v1/bootstrap', authorization(shop))
    note('bootstrap', await timeOf(site, new Array<string>(REPEATS).fill(whole)))
    for (const distance of distances)
      for (const [which, prefer] of (Object.keys(FORMS) as Form[]).entries()) {
        let first = revisions - distance
        if (distance === distances[0]) {
          // A distance is the number of commands after the repeated one. For the shortest distances there are not
          // enough later commands yet, so create some.
          first = revisions + made
          made += await makeMore(site, shop, { first, many: REPEATS + distance, script })
        }
        // Repeat only product updates. Every fourth command of the script is an order, so move through the script in
        // steps of four, which skips the orders.
        const step = first < script ? 4 : 1
        if (distance !== distances[0]) first += (round * 3 + which) * REPEATS * step
        const requests = Array.from({ length: REPEATS }, (_, at) =>
          requestOf(shop, commandOf(shop, first + step * at + 1, script), prefer),
        )
        note(`${prefer} ${distance}`, await timeOf(site, requests))
      }
  }
  if ((await readRevision(site, shop)) !== before + made) throw new Error('A repeated command was executed again')
  const of = (name: string) => times.get(name)!
  const ratiosOf = (name: string, to: string) => of(name).map((ms, round) => ms / of(to)[round]!)
  const cells = distances.map((distance) => [
    count(distance),
    ...(Object.keys(FORMS) as Form[]).flatMap((prefer) => {
      const name = `${prefer} ${distance}`
      const to = FORMS[prefer] === 'short' ? `${prefer} ${distances[0]}` : 'bootstrap'
      return [figure(median(of(name))), ratios(ratiosOf(name, to))]
    }),
  ])
  console.log(`\n## one command repeated, one connection; GET /bootstrap takes ${figure(median(of('bootstrap')))} ms`)
  console.log(
    printTable(
      [
        'revisions since',
        'minimal ms',
        '× the first',
        'changes ms',
        '× the first',
        'full state ms',
        '× GET /bootstrap',
      ],
      cells,
    ),
  )
  const last = distances.at(-1)!
  const goalOf = (prefer: Form, to: string, most: number): Goal => {
    const measured = ratiosOf(`${prefer} ${last}`, to)
    const what = prefer === '' ? 'the full state' : prefer
    return {
      goal: `${what} again, ${count(last)} revisions later ≤ ${most} × ${to === 'bootstrap' ? 'GET /bootstrap' : '10 later'}`,
      measured: `× ${ratios(measured)}`,
      isMet: site.pace.isQuick ? null : median(measured) <= most,
    }
  }
  return [
    goalOf('return=minimal', `return=minimal ${distances[0]}`, SHORT_GOAL),
    goalOf('state=changes', `state=changes ${distances[0]}`, SHORT_GOAL),
    goalOf('', 'bootstrap', FULL_GOAL),
  ]
}

async function printDisk(site: Site, { companyId }: Shop): Promise<void> {
  const [disk] = await site.query<{ log: number; states: number; stored: number }>(
    `select pg_total_relation_size('commands')::float8 as log,
            (pg_total_relation_size('checkpoints') + pg_total_relation_size('state_chunks'))::float8 as states,
            (select count(*) from checkpoints where company_id = $1) as stored`,
    [companyId],
  )
  const { log, states, stored } = disk!
  const megabytes = (bytes: number) => figure(bytes / 1e6)
  console.log(
    `\nThe log takes ${megabytes(log)} MB, ${count(Number(stored))} stored states ${megabytes(states)} MB: × ${figure(states / log)}.`,
  )
}

async function run(site: Site, { revisions, script }: Sizes): Promise<Goal[]> {
  const shop = await openShop(site, site.pace.manyProducts)
  const first = await play(site, shop, script)
  for (let from = script; from < revisions; from += STEP)
    await makeMore(site, shop, { first: from, many: Math.min(STEP, revisions - from), script })
  const goals = await measureDistances(site, shop, { revisions, script })
  const again = await play(site, shop, script)
  const other = again.answers.findIndex(({ text, isReplay }, n) => text !== first.answers[n]!.text || !isReplay)
  if (other !== -1)
    throw new Error(
      `Command ${other} was answered ${first.answers[other]!.text}, and when repeated ${again.answers[other]!.text}`,
    )
  await printDisk(site, shop)
  const said = `${count(Math.round(again.perSecond))} keys a second, each byte for byte; the first time ${count(Math.round(first.perSecond))}`
  return [
    ...goals,
    {
      goal: `${count(script)} commands repeated in their order, ${SCRIPT_CONNECTIONS} connections ≥ ${count(SCRIPT_GOAL)} a second`,
      measured: said,
      isMet: site.pace.isQuick ? null : again.perSecond >= SCRIPT_GOAL,
    },
  ]
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, check: { type: 'boolean' }, revisions: { type: 'string' } },
})
const isQuick = values.quick ?? false
const sizes: Sizes = {
  revisions: Number(values.revisions ?? (isQuick ? QUICK_REVISIONS : REVISIONS)),
  script: isQuick ? QUICK_SCRIPT : SCRIPT,
}
console.log(`load of the machine before the start: ${loadavg()[0]!.toFixed(2)}`)
const site = await openSite(isQuick ? QUICK_PACE : PACE, chanceFrom(1))
try {
  const goals = await run(site, sizes)
  console.log(`\n## goals\n${printGoals(goals)}`)
  if (values.check && goals.some(({ isMet }) => isMet === false)) process.exitCode = 1
} finally {
  await site.close()
}
