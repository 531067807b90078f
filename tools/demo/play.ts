/**
 * Runs a plan through the HTTP API. Several steps run at once, but a step waits for earlier steps that affect the same
 * goods or order.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Phase, Step } from './steps.ts'

const AT_ONCE = 8
const REQUEST_TIMEOUT_MS = 30_000
const TRIES = 10
const PAUSE_MS = 200

/**
 * The parts of a response's `result` that the demo reads. The result is a record, a movement or the id of a deleted
 * record.
 */
interface Result {
  readonly id: string
  readonly cost?: number | null
  readonly lots?: readonly { readonly lotId: string }[]
}

interface Answer {
  readonly status: number
  readonly isReplay: boolean
  readonly json: { readonly result?: Result; readonly code?: string; readonly detail?: string }
}

export interface Api {
  /** Sends a command until it is answered. The idempotency key makes repeats harmless. */
  write(step: Step, path: string, body: unknown): Promise<Answer>
  /** Reads the whole state of the company. */
  readState<T>(): Promise<T>
}

/** The results of all steps of a plan that was played. */
export interface Played {
  /** The results of the steps, keyed by step name. */
  readonly results: ReadonlyMap<string, Result>
  readonly refused: number
  readonly repeated: number
}

/** Thrown when the response to a step is not the expected one. */
class Surprise extends Error {}

/**
 * Returns the functions with which the demo calls the API. Every idempotency key contains `runId`, so different runs
 * never use the same key.
 */
export function openApi(url: string, token: string, runId: string): Api {
  const authorization = `Bearer ${token}`
  return {
    async write(step, path, body) {
      const headers = {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': `demo-${runId}-${step.name}`,
        prefer: 'state=summary',
      }
      const response = await fetchPatiently(url + path, { method: step.method, headers, body: JSON.stringify(body) })
      const json = (await response.json()) as Answer['json']
      return { status: response.status, isReplay: response.headers.get('idempotent-replayed') === 'true', json }
    },
    async readState<T>() {
      const response = await fetchPatiently(`${url}/api/v1/bootstrap`, { headers: { authorization } })
      if (!response.ok) throw new Surprise(`GET /api/v1/bootstrap answered ${response.status}`)
      return (await response.json()) as T
    },
  }
}

/** Sends a request, and repeats it if the server is briefly unreachable or returns 503. */
export async function fetchPatiently(url: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
      if (response.status !== 503 || attempt === TRIES) return response
      await response.body?.cancel()
    } catch (error) {
      if (attempt === TRIES) throw error
    }
    await sleep(PAUSE_MS * attempt)
  }
}

/** Runs one phase after another. Throws a Surprise if the response to a step is not the expected one. */
export async function play(phases: readonly Phase[], api: Api, report: (line: string) => void): Promise<Played> {
  const results = new Map<string, Result>()
  let refused = 0
  let repeated = 0
  for (const { title, steps } of phases) {
    const startedAt = performance.now()
    await inOrder(steps, async (step) => {
      const answered = await perform(api, step, results)
      if (answered === null) refused += 1
      else results.set(step.name, answered)
      if (step.isRepeated) repeated += 1
    })
    report(`${title}: ${steps.length} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  return { results, refused, repeated }
}

/**
 * Runs at most AT_ONCE steps at a time. A step waits for earlier steps that affect the same thing. After a failure no
 * further step starts.
 */
async function inOrder(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  const last = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let free = AT_ONCE
  let hasFailed = false
  const inSlot = async (step: Step) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      if (!hasFailed) await run(step)
    } catch (error) {
      hasFailed = true
      throw error
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
  const runs = steps.map((step) => {
    const before = step.touches.map((touched) => last.get(touched))
    const done = Promise.all(before).then(() => inSlot(step))
    for (const touched of step.touches) last.set(touched, done)
    return done
  })
  await Promise.all(runs)
}

/** Sends a step's command. Returns its result, or null if it was refused as expected. */
async function perform(api: Api, step: Step, results: ReadonlyMap<string, Result>): Promise<Result | null> {
  const path = fillIn(step.path, results)
  const body = JSON.parse(fillIn(JSON.stringify(step.body), results)) as unknown
  const answer = await api.write(step, path, body)
  const { code = '', detail = '', result } = answer.json
  const told = `${step.name}: ${step.method} ${path} answered ${answer.status} ${code} ${detail}`.trim()
  if (step.refusal !== null) {
    if (answer.status === 409 && code === step.refusal) return null
    throw new Surprise(`${told}; it should have been refused with 409 ${step.refusal}.`)
  }
  if (answer.status !== 200 || result === undefined) throw new Surprise(told)
  if (step.isRepeated) {
    const again = await api.write(step, path, body)
    if (!again.isReplay || JSON.stringify(again.json.result) !== JSON.stringify(result))
      throw new Surprise(`${told}; the same request with the same key got a different answer.`)
  }
  return result
}

/** Replaces the names of steps in a text with the ids that these steps returned. */
function fillIn(text: string, results: ReadonlyMap<string, Result>): string {
  return text.replace(/\{([a-z]+(?:-[a-z]+)*-\d+)(\.lot)?\}/g, (_whole, name: string, lot: string | undefined) => {
    const result = results.get(name)
    const id = lot === undefined ? result?.id : result?.lots?.[0]?.lotId
    if (id === undefined) throw new Error(`The plan refers to "${name}" before it is created`)
    return id
  })
}
