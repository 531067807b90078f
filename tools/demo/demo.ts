/**
 * `npm run demo`: creates a company on a running server and simulates a trading day in it, all through the HTTP API.
 * The same seed always gives the same day: goods, quantities and totals are the same; only ids and times differ.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { findFaults, printFigures, readFigures, type ServerState } from './figures.ts'
import { LARGEST_SCALE, makePlan, SMALLEST_SCALE } from './plan.ts'
import { fetchPatiently, openApi, play } from './play.ts'

const USAGE = `Usage: npm run demo -- [--url http://127.0.0.1:8080] [--seed 1] [--scale 1]
  --scale  1: 300 goods and 200 orders; from ${SMALLEST_SCALE} to ${LARGEST_SCALE}`
const COMPANY_CLI = fileURLToPath(new URL('../../server/cli/company.ts', import.meta.url))
const PROBE_TIMEOUT_MS = 5_000

interface Wishes {
  readonly url: string
  readonly seed: number
  readonly scale: number
}

const report = (line: string) => process.stderr.write(`${line}\n`)

function readWishes(): Wishes {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: '1' },
    },
  })
  const seed = Number(values.seed)
  const scale = Number(values.scale)
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed must be a whole number.\n${USAGE}`)
  if (!(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE))
    throw new Error(`--scale must be from ${SMALLEST_SCALE} to ${LARGEST_SCALE}.\n${USAGE}`)
  return { url: values.url.replace(/\/+$/, ''), seed, scale }
}

async function checkServer(url: string): Promise<void> {
  await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(() => {
    throw new Error(`No server answers at ${url}. Start it in another terminal: npm start`)
  })
  const { status } = await fetchPatiently(`${url}/readyz`, {})
  if (status !== 200) throw new Error(`${url} is not ready (${status}). Is it Skladno, and does its database answer?`)
}

/** Creates a company with the shell command that administrators use. Returns the company's API token. */
async function makeCompany(runId: string): Promise<string> {
  const owner = { name: 'ООО «Лавка Складно»', email: `demo-${runId}@example.org`, password: randomUUID() }
  const options = Object.entries(owner).flatMap(([name, value]) => [`--${name}`, value])
  const { stdout } = await promisify(execFile)(process.execPath, [COMPANY_CLI, ...options])
  return (JSON.parse(stdout) as { token: string }).token
}

async function checkToken(url: string, token: string): Promise<void> {
  const response = await fetchPatiently(`${url}/api/v1/audit?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.body?.cancel()
  if (response.status === 401)
    throw new Error(
      `The server at ${url} does not know the new company, so it uses another database. Set DATABASE_URL or DATA_DIR to the same values as the server.`,
    )
}

async function runDemo({ url, seed, scale }: Wishes): Promise<void> {
  await checkServer(url)
  const runId = randomUUID()
  const token = await makeCompany(runId)
  await checkToken(url, token)
  const plan = makePlan(seed, scale)
  const api = openApi(url, token, runId)
  const played = await play(plan.phases, api, report)
  const state = await api.readState<ServerState>()
  const figures = readFigures(state, played)
  const faults = findFaults(state, figures, plan, played)
  process.stdout.write(`\nA trading day, seed ${seed}, scale ${scale}\n\n${printFigures(figures, plan, played)}\n\n`)
  if (faults.length > 0) throw new Error(`The server's books are wrong:\n${faults.join('\n')}`)
  process.stdout.write(`Every order and every stock row is as the demo's own books have it.

Look around:
TOKEN=${token}
curl -sS -H "Authorization: Bearer $TOKEN" '${url}/api/v1/audit?limit=5'
`)
}

try {
  await runDemo(readWishes())
} catch (error) {
  report((error as Error).message)
  process.exitCode = 1
}
