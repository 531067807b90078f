/** Jobs that take turns. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurns } from '../../server/domain/turns.ts'

const LIMITS = { atOnce: 1, maxWaiting: 1, refusal: 'Too many.' }

/** A job that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { job: () => promise, end: resolve }
}

test('so many run at once, the others in the order in which they came', async () => {
  const inTurn = takeTurns({ atOnce: 3, maxWaiting: 100, refusal: '' })
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
  await Promise.all(numbers.map((number) => inTurn(jobOf(number))))
  expect(most).toBe(3)
  expect(begun).toEqual(numbers)
})

test('a job waits for its turn, and one more than may wait is refused', async () => {
  const inTurn = takeTurns(LIMITS)
  const first = held()
  const running = inTurn(first.job)
  const second = inTurn(async () => 'second')
  await expect(inTurn(async () => 'third')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Too many.' })
  first.end('first')
  expect(await Promise.all([running, second])).toEqual(['first', 'second'])
})

test('a job that waits for too long is refused and takes no turn', async () => {
  const inTurn = takeTurns({ ...LIMITS, maxWaitMs: 5 })
  const first = held()
  const running = inTurn(first.job)
  let hasRun = false
  const late = inTurn(async () => {
    hasRun = true
  })
  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  first.end('first')
  await running
  expect(await inTurn(async () => 'next')).toBe('next')
  expect(hasRun).toBe(false)
})

test('a job that fails gives its turn on', async () => {
  const inTurn = takeTurns(LIMITS)
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(async () => 'next')).toBe('next')
})
