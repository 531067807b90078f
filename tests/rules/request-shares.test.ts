/** Tests how nodes share the requests of a minute, with a clock and a database of the test’s own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type CountedRequest, RequestShares, type TakeShare } from '../../server/limits/request-shares.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'

const COMPANY = 'c'
const MINUTE_MS = 60_000

/** A database whose clock is ahead of the nodes’ by an unknown time, and a number of nodes. */
function openWorld(count: number, delay: () => number = () => 0) {
  const world = { now: 7_000, asked: 0, isDown: false }
  const taken = new Map<number, number>()
  const at = () => world.now + 1_234_567
  const take: TakeShare = async (_company, { limit, share }) => {
    world.asked += 1
    await sleep(delay())
    if (world.isDown) throw new Error('down')
    const minute = Math.floor(at() / MINUTE_MS)
    const used = taken.get(minute) ?? 0
    const given = Math.max(0, Math.min(share, limit - used))
    taken.set(minute, used + given)
    return { minute, given, used: used + given, secondsLeft: ((minute + 1) * MINUTE_MS - at()) / 1_000 }
  }
  const nodes = Array.from({ length: count }, () => new RequestShares(take, () => world.now))
  return {
    world,
    nodes,
    minute: () => Math.floor(at() / MINUTE_MS),
    toNextMinute: () => MINUTE_MS - (at() % MINUTE_MS),
  }
}

const isServed = (counted: CountedRequest | null) => counted === null || !counted.isBeyond

test('a node asks the database once for each twentieth of the limit, and no longer asks once all requests of the minute are used up', async () => {
  const { world, nodes } = openWorld(1)
  const counted: (CountedRequest | null)[] = []
  for (let sent = 0; sent < 1_000; sent += 1) counted.push(await nodes[0]!.count(COMPANY, 600))
  expect(counted.filter(isServed)).toHaveLength(600)
  expect(world.asked).toBe(20)
  expect(counted[0]).toMatchObject({ left: 599 })
  expect(counted[599]).toMatchObject({ left: 0, isBeyond: false })
  expect(counted[600]).toMatchObject({ left: 0, isBeyond: true })
})

test('an idle node holds back at most 7.5 % of the limit, and in the next minute the whole limit is available again', async () => {
  const { world, nodes, toNextMinute } = openWorld(2)
  await nodes[1]!.count(COMPANY, 600)
  const servedBy = async () => {
    let served = 0
    for (let sent = 0; sent < 700; sent += 1) served += isServed(await nodes[0]!.count(COMPANY, 600)) ? 1 : 0
    return served
  }
  const first = await servedBy()
  expect(first).toBeGreaterThanOrEqual(600 - 45)
  expect(first).toBeLessThan(600)
  world.now += toNextMinute()
  expect(nodes[1]!.unspent(COMPANY)).toBe(0)
  expect(await servedBy()).toBe(600)
})

test('several nodes together never serve more requests than the limit in a minute of the database’s clock, whenever the requests arrive', async () => {
  const seed = chooseSeed()
  const chance = createChance(seed)
  const limit = 1 + chance.below(300)
  const { world, nodes, minute } = openWorld(3, () => chance.below(3))
  const served = new Map<number, number>()
  for (let round = 0; round < 60; round += 1) {
    const burst = Array.from({ length: chance.below(80) }, async () => {
      const counted = await nodes[chance.below(3)]!.count(COMPANY, limit)
      if (isServed(counted)) served.set(minute(), (served.get(minute()) ?? 0) + 1)
    })
    await Promise.all(burst)
    world.now += chance.below(15_000)
  }
  expect(served.size).toBeGreaterThan(3)
  for (const [at, count] of served)
    expect(count, `seed ${seed}, minute ${at}, limit ${limit}`).toBeLessThanOrEqual(limit)
})

test('a raised limit takes effect at once, and requests pass uncounted while the database cannot be reached', async () => {
  const { world, nodes } = openWorld(1)
  const [node] = nodes
  const ask = (limit: number) => node!.count(COMPANY, limit)
  for (let sent = 0; sent < 3; sent += 1) await ask(3)
  expect(await ask(3)).toMatchObject({ isBeyond: true })
  expect(await ask(4)).toMatchObject({ isBeyond: false, left: 0 })
  expect(await ask(4)).toMatchObject({ isBeyond: true })
  world.isDown = true
  expect(await ask(9)).toBeNull()
  world.isDown = false
  expect(await ask(9)).toMatchObject({ isBeyond: false })
})
