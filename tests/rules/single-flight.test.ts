/** Tests single flight: callers that ask for the same key at the same time share one piece of work. */
import { expect, test } from 'vitest'
import { SingleFlight } from '../../server/runtime/single-flight.ts'

/** Work that ends when the test calls `end`. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const work = (signal: AbortSignal) => {
    signals.push(signal)
    return promise
  }
  return { work, signals, end: resolve }
}

test('callers that ask for the same work share its result while the work runs', async () => {
  const flight = new SingleFlight<string>()
  const first = heldWork()
  const both = [flight.join('a', undefined, first.work), flight.join('a', undefined, first.work)]
  expect(await flight.join('b', undefined, async () => 'another')).toBe('another')
  first.end('made')
  expect(await Promise.all(both)).toEqual(['made', 'made'])
  expect(first.signals).toHaveLength(1)
  expect(await flight.join('a', undefined, async () => 'again')).toBe('again')
})

test('if one caller of shared work disconnects, the other callers still get the result', async () => {
  const flight = new SingleFlight<string>()
  const { work, signals, end } = heldWork()
  const [gone, stays] = [new AbortController(), new AbortController()]
  const refused = flight.join('a', gone.signal, work)
  const answered = flight.join('a', stays.signal, work)
  gone.abort()
  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  end('made')
  expect(await answered).toBe('made')
})

test('shared work is aborted when all its callers have disconnected', async () => {
  const flight = new SingleFlight<string>()
  const { work, signals } = heldWork()
  const clients = [new AbortController(), new AbortController()]
  const refused = clients.map(({ signal }) => flight.join('a', signal, work))
  for (const client of clients) client.abort()
  for (const one of refused) await expect(one).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(await flight.join('a', undefined, async () => 'another')).toBe('another')
  await expect(flight.join('a', clients[0]!.signal, work)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('if shared work fails, all its callers get the error, and the next call tries again', async () => {
  const flight = new SingleFlight<string>()
  const fail = () => Promise.reject(new Error('broken'))
  const both = [flight.join('a', undefined, fail), flight.join('a', undefined, fail)]
  for (const one of both) await expect(one).rejects.toThrow('broken')
  expect(await flight.join('a', undefined, async () => 'whole')).toBe('whole')
})
