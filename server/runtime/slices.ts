/**
 * Shares the command-processing thread's time among companies. Long work runs in slices of a few milliseconds, one
 * slice per event-loop iteration, and companies with pending work take turns. Everything else runs between slices, so a
 * short command waits for only a few slices, whatever other companies do.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../domain/refusals.ts'
import { type Asker, HUNG_UP } from './fair-limiter.ts'

/**
 * The maximum time for which a slice keeps the thread, provided that each of its steps is short. An order takes about
 * five iterations of the event loop, and during long work each iteration contains one slice. With slices of 4 ms,
 * orders took a third longer.
 */
export const SLICE_MS = 2
/** The length of a window in milliseconds. Thread use is summed over the current window and the window before. */
const WINDOW_MS = 1_000

/** The work waiting for a slice, by company. The company that gets the next slice comes first. */
const lines = new Map<string, Set<() => void>>()
/** How long the thread was used in this iteration of the event loop, in milliseconds. */
let usedMs = 0
/** Whether the thread was used in this iteration of the event loop, which has not ended yet. */
let isScheduled = false

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(nextTurn)
}

function nextTurn(): void {
  isScheduled = false
  usedMs = 0
  for (const [companyId, line] of lines) {
    const [next] = line
    lines.delete(companyId)
    line.delete(next!)
    if (line.size > 0) lines.set(companyId, line)
    schedule()
    next!()
    return
  }
}

/**
 * Whether a whole slice was used in this iteration of the event loop. If so, work that is not urgent must wait for
 * `sliceOf`.
 */
export function isSliceUsed(): boolean {
  return usedMs >= SLICE_MS
}

/**
 * Waits until the company may use the thread. The company need not wait if nobody has used the thread in this iteration
 * of the event loop. Refuses UNAVAILABLE if the signal is aborted during the wait.
 */
export async function sliceOf({ companyId, signal }: Asker): Promise<void> {
  if (signal?.aborted) throw hungUp()
  if (!isScheduled && lines.size === 0) return schedule()
  schedule()
  const line = lines.get(companyId) ?? new Set()
  lines.set(companyId, line)
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      line.delete(next)
      if (line.size === 0) lines.delete(companyId)
      reject(hungUp())
    }
    line.add(next)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

/**
 * Runs the steps of a generator in slices. A step, the work between two `yield`s, should take at most a millisecond,
 * and the data it reads must not change meanwhile. Refuses UNAVAILABLE when the signal is aborted.
 * @returns the value that the generator returns.
 */
export async function inSlices<T>(asker: Asker, steps: Iterator<unknown, T, undefined>): Promise<T> {
  const { companyId, signal } = asker
  // Run short work now if this iteration of the event loop has time left and nobody else is waiting.
  if (usedMs < SLICE_MS && lines.size === 0 && signal?.aborted !== true) {
    const step = charging(companyId, () => runSlice(steps, SLICE_MS - usedMs))
    if (step.done === true) return step.value
  }
  return inLaterSlices(asker, steps)
}

async function inLaterSlices<T>(asker: Asker, steps: Iterator<unknown, T, undefined>): Promise<T> {
  for (;;) {
    await sliceOf(asker)
    const step = charging(asker.companyId, () => runSlice(steps))
    if (step.done === true) return step.value
  }
}

/**
 * Runs the steps like `inSlices`, but takes the first slice immediately. Meant for work that usually ends within one
 * slice. The caller must charge this slice to the company.
 */
export function nowAndInSlices<T>(asker: Asker, steps: Iterator<unknown, T, undefined>): T | Promise<T> {
  const step = runSlice(steps)
  return step.done === true ? step.value : inLaterSlices(asker, steps)
}

/** Runs all steps of a generator at once, however long that takes. */
export function runToEnd<T>(steps: Iterator<unknown, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function runSlice<T>(steps: Iterator<unknown, T, undefined>, milliseconds = SLICE_MS): IteratorResult<unknown, T> {
  const end = performance.now() + milliseconds
  for (;;) {
    const step = steps.next()
    if (step.done === true || performance.now() >= end) return step
  }
}

/** Runs work on the thread and charges its time to the company. */
export function charging<T>(companyId: string, work: () => T): T {
  const start = performance.now()
  try {
    return work()
  } finally {
    charge(companyId, performance.now() - start)
  }
}

/** The thread time used by each company in the current window and in the window before. */
let used = new Map<string, number>()
let usedBefore = new Map<string, number>()
let windowStart = 0

/** Adds to the thread time used by a company. */
export function charge(companyId: string, milliseconds: number): void {
  schedule()
  usedMs += milliseconds
  rotate()
  used.set(companyId, (used.get(companyId) ?? 0) + milliseconds)
}

function rotate(): void {
  const now = performance.now()
  if (now - windowStart < WINDOW_MS) return
  usedBefore = now - windowStart < 2 * WINDOW_MS ? used : new Map()
  used = new Map()
  windowStart = now
}

/**
 * Whether the company has used at least an equal share of the thread in the last few seconds. Such a company has to
 * wait while the service is overloaded.
 */
export function hasUsedItsShare(companyId: string): boolean {
  rotate()
  const spentBy = (id: string) => (used.get(id) ?? 0) + (usedBefore.get(id) ?? 0)
  const companies = new Set([...used.keys(), ...usedBefore.keys()])
  let total = 0
  for (const id of companies) total += spentBy(id)
  return total > 0 && spentBy(companyId) >= total / companies.size
}

/**
 * The longest pause after one job, measured in idle time of the thread. LONGEST_PAUSE_MS limits the pause in real
 * time, however busy the thread is.
 */
const LONGEST_IDLE_MS = 20
const LONGEST_PAUSE_MS = 100

/**
 * Makes a company pause when it uses more than its share while others use the thread, too. After each job, the thread
 * must be idle for as long as it was busy during the job. This leaves half of the thread, and of the database's
 * processors, to the others. A company that is alone on the thread gets no pauses.
 */
export function givingWay(companyId: string): () => Promise<void> | null {
  const begun = performance.eventLoopUtilization()
  return () => {
    if (!hasCompanyBeside(companyId)) return null
    const { active } = performance.eventLoopUtilization(begun)
    return idleFor(Math.min(LONGEST_IDLE_MS, Math.max(1, active)))
  }
}

async function idleFor(milliseconds: number): Promise<void> {
  const begun = performance.eventLoopUtilization()
  const end = performance.now() + LONGEST_PAUSE_MS
  do await sleep(milliseconds)
  while (performance.eventLoopUtilization(begun).idle < milliseconds && performance.now() < end)
}

/** The duration in milliseconds from which a job is followed by a rest of at most LONGEST_REST_MS. */
const LONG_JOB_MS = 50
const LONGEST_REST_MS = 1_000

/**
 * Waits after a long job for as long as the job took, on this thread or in the database. Does not wait when no other
 * company uses the thread.
 */
export async function restAfter(companyId: string, job: { tookMs: number; endedAt: number }): Promise<void> {
  const leftMs = job.endedAt + Math.min(job.tookMs, LONGEST_REST_MS) - performance.now()
  if (job.tookMs > LONG_JOB_MS && leftMs > 0 && hasCompanyBeside(companyId)) await sleep(leftMs)
}

/** Whether another company used the thread in the last few seconds. */
function hasCompanyBeside(companyId: string): boolean {
  rotate()
  for (const accounts of [used, usedBefore]) for (const id of accounts.keys()) if (id !== companyId) return true
  return false
}

const hungUp = () => new Refusal('UNAVAILABLE', HUNG_UP)
