/**
 * Tests long work that uses the thread in slices, with pauses for other work between them. The tests measure time in
 * turns of the event loop.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { charge, hasUsedItsShare, inSlices, isSliceUsed, SLICE_MS, sliceOf } from '../../server/runtime/slices.ts'

/** Work that takes the given number of slices. Each step takes a whole slice. */
function* work(slices: number, note: (step: number) => void = () => undefined): Generator<void, string> {
  for (let step = 1; step <= slices; step += 1) {
    note(step)
    const end = performance.now() + SLICE_MS
    while (performance.now() < end);
    yield
  }
  return 'done'
}

test('other tasks run between the slices of a long task', async () => {
  let turns = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
  })()
  expect(await inSlices({ companyId: 'a' }, work(10))).toBe('done')
  isOver = true
  await counting
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('several short steps of work share one slice of time', async () => {
  let turns = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
  })()
  function* short() {
    for (let step = 0; step < 1_000; step += 1) yield
  }
  await inSlices({ companyId: 'a' }, short())
  isOver = true
  await counting
  expect(turns).toBeLessThan(100)
})

test('companies take turns on the thread, however much work one of them has', async () => {
  const order: string[] = []
  const jobs = [1, 2, 3].map((job) =>
    inSlices(
      { companyId: 'a' },
      work(2, (step) => order.push(`a${job}.${step}`)),
    ),
  )
  jobs.push(
    inSlices(
      { companyId: 'b' },
      work(2, (step) => order.push(`b.${step}`)),
    ),
  )
  await Promise.all(jobs)
  // The second slice of company b comes after at most two slices of company a, although a has six.
  expect(order.indexOf('b.1')).toBeLessThanOrEqual(2)
  expect(order.indexOf('b.2')).toBeLessThanOrEqual(4)
})

test('the work of a disconnected client ends and makes room for the next', async () => {
  const client = new AbortController()
  let steps = 0
  const gone = inSlices(
    { companyId: 'a', signal: client.signal },
    work(100, () => {
      steps += 1
      if (steps === 3) client.abort()
    }),
  )
  await expect(gone).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(steps).toBe(3)
  const waiting = new AbortController()
  const busy = inSlices({ companyId: 'b' }, work(3))
  const leaving = sliceOf({ companyId: 'a', signal: waiting.signal })
  waiting.abort()
  await expect(leaving).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await busy).toBe('done')
})

test('an error in work done in slices reaches the caller', async () => {
  // biome-ignore lint/correctness/useYield: the generator fails before its first step ends
  function* broken(): Generator<void, string> {
    throw new Error('broken')
  }
  await expect(inSlices({ companyId: 'a' }, broken())).rejects.toThrow('broken')
})

test('time charged to a company counts only within the current event-loop turn', async () => {
  await nextTurn()
  await nextTurn()
  expect(isSliceUsed()).toBe(false)
  charge('a', SLICE_MS)
  expect(isSliceUsed()).toBe(true)
  await sliceOf({ companyId: 'b' })
  expect(isSliceUsed()).toBe(false)
})

test('a company has used its share of the thread once it has used at least the average time per company', () => {
  charge('greedy', 100_000)
  charge('modest', 5)
  expect(hasUsedItsShare('greedy')).toBe(true)
  expect(hasUsedItsShare('modest')).toBe(false)
  expect(hasUsedItsShare('silent')).toBe(false)
})

test('a company waits for other companies for as long as it has used the thread itself', async () => {
  // Load a separate copy of the module, in which no other test has used the thread.
  const own: string = `../../server/runtime/slices.ts?own=${performance.now()}`
  const slices = (await import(own)) as typeof import('../../server/runtime/slices.ts')
  slices.charge('a', 5)
  expect(slices.givingWay('a')()).toBe(null)
  slices.charge('b', 5)
  const after = slices.givingWay('a')
  await slices.inSlices({ companyId: 'a' }, work(3))
  const before = performance.eventLoopUtilization()
  const start = performance.now()
  await after()
  // If the machine leaves no time for this thread, the wait ends after the longest pause.
  const isIdle = performance.eventLoopUtilization(before).idle >= SLICE_MS
  expect(isIdle || performance.now() - start >= 100).toBe(true)
})
