/** Tests the concurrency limiter that is fair between companies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairLimiter, type LimiterOptions } from '../../server/runtime/fair-limiter.ts'

const LIMITS: LimiterOptions = { atOnce: 1, perCompany: 1, maxWaiting: 1, refusal: 'Too many.' }
const A = { companyId: 'a' }
const B = { companyId: 'b' }

/** A job that ends when the test calls `end`. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { job: () => promise, end: resolve }
}

test('the limiter runs a limited number of jobs at once, and starts each company’s jobs in order of arrival', async () => {
  const inTurn = fairLimiter({ ...LIMITS, atOnce: 3, perCompany: 3, maxWaiting: 100 })
  let running = 0
  let most = 0
  const begun: number[] = []
  const jobOf = (number: number) => async () => {
    begun.push(number)
    running += 1
    most = Math.max(most, running)
    await sleep(number % 3)
    running -= 1
  }
  const numbers = Array.from({ length: 30 }, (_, number) => number)
  await Promise.all(numbers.map((number) => inTurn(A, jobOf(number))))
  expect(most).toBe(3)
  expect(begun).toEqual(numbers)
})

test('companies take turns in the limiter, however many jobs one of them has waiting', async () => {
  const inTurn = fairLimiter({ ...LIMITS, maxWaiting: 100 })
  const first = held()
  const begun: string[] = []
  const note = (name: string) => async () => {
    begun.push(name)
  }
  const jobs = [inTurn(A, first.job)]
  const later = [1, 2, 3, 4].map((number) => inTurn(A, note(`a${number}`)))
  later.push(inTurn(B, note('b1')), inTurn({ companyId: 'c' }, note('c1')), inTurn(B, note('b2')))
  first.end('')
  await Promise.all([...jobs, ...later])
  expect(begun).toEqual(['b1', 'c1', 'a1', 'b2', 'a2', 'a3', 'a4'])
})

test('a company never uses more than its slots of the limiter, so another company’s job starts at once', async () => {
  const inTurn = fairLimiter({ ...LIMITS, atOnce: 2, maxWaiting: 10 })
  const long = held()
  const running = inTurn(A, long.job)
  let hasRun = false
  const waiting = inTurn(A, async () => {
    hasRun = true
  })
  expect(await inTurn(B, async () => 'b')).toBe('b')
  expect(hasRun).toBe(false)
  long.end('')
  await Promise.all([running, waiting])
})

test('a job beyond a company’s queue limit is refused without affecting other companies', async () => {
  const inTurn = fairLimiter(LIMITS)
  const first = held()
  const running = inTurn(A, first.job)
  const second = inTurn(A, async () => 'second')
  await expect(inTurn(A, async () => 'third')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Too many.' })
  const other = inTurn(B, async () => 'other')
  first.end('first')
  expect(await Promise.all([running, second, other])).toEqual(['first', 'second', 'other'])
})

test('each further refusal by the limiter is delayed longer, so retrying at once gains nothing', async () => {
  const inTurn = fairLimiter(LIMITS)
  const first = held()
  const all = [inTurn(A, first.job), inTurn(A, async () => 'second')]
  let told = 0
  const tellOne = () => {
    told += 1
  }
  const refused = Array.from({ length: 50 }, () => inTurn(A, async () => 'never').catch(tellOne))
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  expect(told).toBe(0)
  const hungUp = AbortSignal.abort()
  await expect(inTurn({ ...A, signal: hungUp }, async () => 'never')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await Promise.all(refused)
  expect(told).toBe(50)
  first.end('first')
  await Promise.all(all)
})

test('a job that has waited too long for the limiter is refused and uses no slot', async () => {
  const inTurn = fairLimiter({ ...LIMITS, maxWaitMs: 5 })
  const first = held()
  const running = inTurn(A, first.job)
  let hasRun = false
  const late = inTurn(A, async () => {
    hasRun = true
  })
  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  first.end('first')
  await running
  expect(await inTurn(A, async () => 'next')).toBe('next')
  expect(hasRun).toBe(false)
})

test('a waiting client that disconnects frees its place in the queue for the next client', async () => {
  const inTurn = fairLimiter(LIMITS)
  const first = held()
  const running = inTurn(A, first.job)
  const client = new AbortController()
  const gone = inTurn({ ...A, signal: client.signal }, async () => 'nobody reads this')
  client.abort()
  await expect(gone).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const next = inTurn(A, async () => 'next')
  first.end('first')
  expect(await Promise.all([running, next])).toEqual(['first', 'next'])
  await expect(inTurn({ ...A, signal: client.signal }, async () => '')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a job that fails frees its slot of the limiter', async () => {
  const inTurn = fairLimiter(LIMITS)
  await expect(inTurn(A, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(A, async () => 'next')).toBe('next')
})

test('the pause between the waiting jobs of one company does not delay other companies', async () => {
  const pauses: PromiseWithResolvers<void>[] = []
  const pausing = () => () => {
    pauses.push(Promise.withResolvers<void>())
    return pauses.at(-1)!.promise
  }
  const inTurn = fairLimiter({ ...LIMITS, maxWaiting: 10, pauses: pausing })
  const begun: string[] = []
  const note = (name: string) => async () => {
    begun.push(name)
  }
  const first = inTurn(A, note('a1'))
  const others = [inTurn(A, note('a2')), inTurn(B, note('b1'))]
  await first
  await others[1]
  expect([begun, pauses.length]).toEqual([['a1', 'b1'], 1])
  pauses[0]!.resolve()
  await others[0]
  // After this job no other job of the company is waiting, so the job causes no pause.
  await inTurn(A, note('a3'))
  expect([begun, pauses.length]).toEqual([['a1', 'b1', 'a2', 'a3'], 1])
})

test('a company’s jobs follow each other immediately unless the limiter has pauses', async () => {
  const inTurn = fairLimiter({ ...LIMITS, maxWaiting: 10, pauses: () => () => null })
  expect(await Promise.all(['a1', 'a2', 'a3'].map((name) => inTurn(A, async () => name)))).toEqual(['a1', 'a2', 'a3'])
})
