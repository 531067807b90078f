/** Tests an import's estimates of its remaining requests and time. */
import { expect, test } from 'vitest'
import { EMPTY_CHECKPOINT, type ReadStep } from '../../server/moysklad/jobs/checkpoint.ts'
import { type Job, WORKING } from '../../server/moysklad/jobs/job.ts'
import { progressOf } from '../../server/moysklad/jobs/progress.ts'
import { requestsLeft, stepsFor } from '../../server/moysklad/jobs/read-steps.ts'
import { EVERYTHING } from '../support/moysklad/imports-run.ts'

const NOW = 1_800_000_000_000
const GAP_MS = 5_200

/** Returns the steps of a full import, some of which have been partly read. */
function stepsWith(read: Readonly<Record<string, Partial<ReadStep>>>): ReadStep[] {
  return stepsFor(EVERYTHING).map((step) => ({ ...step, offset: null, size: 0, pages: 1, ...read[step.list] }))
}
const late = { list: 'x', kind: 'late', offset: null, size: 0 } as const
const left = (read: Readonly<Record<string, Partial<ReadStep>>>) =>
  requestsLeft({ stage: 'reading', steps: [...stepsWith(read), { ...stepsWith({})[0]!, ...late }] })

test('the time estimate of an import counts one request for each page left', () => {
  expect(left({})).toBe(0)
  expect(left({ counterparty: { offset: 100, size: 3_000, rows: 100 } })).toBe(29)
  expect(left({ product: { offset: 1_000, size: 5_001, rows: 1_000 } })).toBe(5)
})

test('the time estimate of an import counts a list of unknown size as one page', () => {
  expect(left({ counterparty: { offset: 0, size: null, pages: 0 } })).toBe(1)
})

test('the time estimate of an import includes extra requests for long documents, at the rate seen so far', () => {
  const partners = { offset: 100, size: 3_000, rows: 100 }
  expect(left({ counterparty: partners, supply: { pages: 1, extraRequests: 3 } })).toBe(29)
  expect(left({ supply: { offset: 200, size: 600, pages: 2, extraRequests: 4 } })).toBe(12)
})

test('the time estimate of an import includes rereading a list that changed while it was read', () => {
  expect(left({ counterparty: { size: 3_000, rows: 2_999, isUnsteady: true } })).toBe(30)
  expect(requestsLeft({ stage: 'reading', steps: stepsWith({}) })).toBe(10)
  expect(requestsLeft({ stage: 'planning', steps: stepsWith({}) })).toBe(0)
})

function jobWith(checkpoint: Partial<Job['checkpoint']>, wishes: Partial<Job> = {}): Job {
  return {
    ...{ status: 'previewing', phase: 'preview', pausedUntil: null },
    checkpoint: { ...EMPTY_CHECKPOINT, savedAt: NOW, ...checkpoint },
    ...wishes,
  } as Job
}
const secondsOf = (job: Job, now = NOW) =>
  progressOf(job, { gapMs: GAP_MS, now: new Date(now) }).estimatedRemainingSeconds

test('the remaining time of an import is its requests times their average duration, plus the time for the rows', () => {
  const steps = [
    ...stepsWith({ counterparty: { offset: 100, size: 3_000, rows: 100 } }),
    { ...stepsWith({})[0]!, ...late },
  ]
  expect(secondsOf(jobWith({ steps, requests: 10, readMs: 60_000 }))).toBeGreaterThanOrEqual(174)
  expect(secondsOf(jobWith({ steps, requests: 10, readMs: 60_000 }))).toBeLessThan(180)
})

test('the remaining time of an import decreases between checkpoints, and is extended by each pause', () => {
  const job = jobWith({ steps: stepsWith({}), requests: 10, readMs: 52_000 })
  expect(secondsOf(job, NOW + 4_000)).toBe(secondsOf(job)! - 4)
  expect(secondsOf({ ...job, pausedUntil: new Date(NOW + 60_000) })).toBe(secondsOf(job)! + 60)
})

test('an import that is not running has no time estimate', () => {
  for (const status of ['paused', 'failed', 'ready', 'cancelled', 'done'] as const)
    expect(secondsOf(jobWith({ steps: stepsWith({}) }, { status }))).toBeNull()
  expect(WORKING).toEqual(['previewing', 'applying'])
})
