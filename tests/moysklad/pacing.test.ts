/**
 * Checks in the log of the fake MoySklad that all requests to one MoySklad account share one rate limit, on all nodes
 * and across restarts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paceKey } from '../../server/moysklad/pacing.ts'
import type { SourceError } from '../../server/moysklad/source-errors.ts'
import { type FakeMoysklad, startFakeMoysklad } from '../support/moysklad/fake-moysklad.ts'
import { type AskingNode, FOREVER, openAskingNode, TEST_PACE } from '../support/moysklad/node.ts'
import { expectPaced, sentAt, useSendTimes } from '../support/moysklad/pace.ts'
import { cloneDatabase } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'

const OTHER_COMPANY = '01890a5d-ac96-774b-bcce-b302099a8058'
const ASKER = fileURLToPath(new URL('../support/moysklad/asker.ts', import.meta.url))
const PATH = '/entity/currency'

useSendTimes()
let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let fake: FakeMoysklad
let nodes: AskingNode[] = []

beforeAll(async () => {
  cloned = await cloneDatabase()
})
afterAll(() => cloned.drop())
beforeEach(async () => {
  fake = await startFakeMoysklad({ tokens: { one: {}, two: {} } })
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  nodes = []
  await fake.close()
})

function openNode(pace = TEST_PACE): AskingNode {
  const node = openAskingNode(cloned.url, fake.url, pace)
  nodes.push(node)
  return node
}

type User = Parameters<AskingNode['client']>[0]

/** Sends the given number of requests, one after another. */
async function ask(node: AskingNode, times: number, user: User = {}): Promise<void> {
  const client = node.client({ token: 'one', ...user })
  for (let count = 0; count < times; count += 1) await client.get(PATH, { signal: FOREVER }, async () => null)
}

test('imports with tokens of one MoySklad account share one request rate, even on two nodes', async () => {
  const [first, second] = [openNode(), openNode()]
  await Promise.all([
    ask(first, 5),
    ask(first, 5, { token: 'two' }),
    ask(second, 5, { companyId: OTHER_COMPANY }),
    ask(second, 5, { token: 'two', companyId: OTHER_COMPANY }),
  ])
  expect(fake.log).toHaveLength(20)
  expectPaced(fake.log)
})

test('requests to one MoySklad account do not delay those to another', async () => {
  const node = openNode()
  fake.fail({ how: { kind: 'slow', ms: 300 } })
  const slow = ask(node, 1)
  await until(() => fake.log.length === 1)
  await ask(node, 1, { token: 'two', accountId: 'another', companyId: OTHER_COMPANY })
  expect(fake.log.map(({ inFlight }) => inFlight)).toEqual([1, 2])
  await slow
})

test('a slow response from MoySklad delays other requests only until it arrives', async () => {
  const [first, second] = [openNode(), openNode()]
  fake.fail({ how: { kind: 'slow', ms: 400 } })
  await Promise.all([ask(first, 2), ask(second, 2)])
  expectPaced(fake.log)
  const slow = fake.log.find(({ at, end }) => end! - at >= 390)!
  expect(fake.log.filter(({ at }) => at > slow.at && at < slow.end!)).toEqual([])
})

test('a restarted node keeps within the MoySklad request rate, counting its earlier process', async () => {
  const before = openNode()
  await ask(before, 3)
  await before.close()
  nodes = []
  await ask(openNode(), 3)
  expect(fake.log).toHaveLength(6)
  expectPaced(fake.log)
})

test('each retry of a failed MoySklad request waits longer than the last', async () => {
  fake.fail({ how: { kind: 'status', status: 503 } })
  fake.fail({ how: { kind: 'reset' } })
  await ask(openNode(), 1)
  expect(fake.log).toHaveLength(3)
  expectPaced(fake.log)
  const starts = fake.log.map(sentAt)
  // The pause is twice the gap after the first refusal, and four times the gap after the second.
  for (const [index, pause] of [2, 4].entries())
    expect(starts[index + 1]! - starts[index]!).toBeGreaterThanOrEqual(pause * TEST_PACE.gapMs - 2)
})

test('a pause required by MoySklad applies to all nodes', async () => {
  const [first, second] = [openNode(), openNode()]
  fake.fail({ how: { kind: 'too often', retryAfterMs: 500 } })
  const asking = Promise.all([ask(first, 1), ask(second, 1, { companyId: OTHER_COMPANY })])
  const key = paceKey('account', 'account')
  await until(async () => (await second.pacing.pausedUntil(key)) !== null)
  await asking
  expect(await second.pacing.pausedUntil(key)).toBeNull()
  expect(fake.log).toHaveLength(3)
  expectPaced(fake.log)
  expect(sentAt(fake.log[1]!) - sentAt(fake.log[0]!)).toBeGreaterThanOrEqual(500 + 51)
})

test('a request that MoySklad refuses repeatedly fails, and its error states when requests are possible again', async () => {
  fake.fail({ times: 9, how: { kind: 'too many at once' } })
  const node = openNode()
  const client = node.client({ token: 'one' })
  const tries = { failures: 6, refusals: 3 }
  const error = await client.get(PATH, { signal: FOREVER, tries }, async () => null).catch((one: SourceError) => one)
  expect(error).toMatchObject({ kind: 'limited', extras: { status: 429, codes: [1073] } })
  expect(fake.log).toHaveLength(3)
  expectPaced(fake.log)
  const pausedUntil = await node.pacing.pausedUntil(paceKey('account', 'account'))
  expect((error as SourceError).extras.until).toEqual(pausedUntil)
  // A caller that cannot wait that long must get the same error, without sending a request.
  const impatient = client.get(PATH, { signal: FOREVER, maxWaitMs: 10 }, async () => null)
  await expect(impatient).rejects.toMatchObject({ kind: 'limited', extras: { until: pausedUntil } })
  expect(fake.log).toHaveLength(3)
})

test('requests to MoySklad that a user waits for take precedence over background requests', async () => {
  const node = openNode()
  const running = [ask(node, 5), ask(node, 5), ask(node, 5)]
  await until(() => fake.log.length >= 2)
  const before = fake.log.length
  const urgent = node.client({ token: 'two' })
  await urgent.get('/context/employee', { signal: FOREVER, isUrgent: true }, async () => null)
  const place = fake.log.findIndex(({ path }) => path === '/context/employee')
  expect(place - before).toBeLessThanOrEqual(2)
  await Promise.all(running)
  expectPaced(fake.log)
})

test('a caller that gives up while it waits for its request slot leaves no trace', async () => {
  const node = openNode()
  fake.fail({ how: { kind: 'slow', ms: 300 } })
  const slow = ask(node, 1)
  await until(() => fake.log.length === 1)
  const client = node.client({ token: 'one' })
  const leaving = client.get(PATH, { signal: AbortSignal.timeout(20) }, async () => null)
  await expect(leaving).rejects.toMatchObject({ name: 'AbortError' })
  await slow
  await ask(node, 1)
  expect(fake.log).toHaveLength(2)
})

test('other nodes wait for a killed node only as long as its request to MoySklad may be in flight', async () => {
  const pace = { ...TEST_PACE, leaseMs: 3_000 }
  fake.fail({ how: { kind: 'silent' } })
  const child = spawn(process.execPath, [ASKER, cloned.url, `${fake.url}`, JSON.stringify(pace)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await until(() => fake.log.length === 1)
  const node = openNode(pace)
  const asking = ask(node, 3)
  // The node is alive and renews its lease. So nobody else sends a request, even though one lease period has passed.
  await new Promise((resolve) => setTimeout(resolve, 4_500))
  expect(fake.log).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await asking
  expect(fake.log).toHaveLength(4)
  expectPaced(fake.log)
  expect(fake.log[1]!.at).toBeGreaterThan(fake.log[0]!.end!)
})

test('a node that cannot reach the database aborts its request before other nodes may start one', async () => {
  const pace = { ...TEST_PACE, leaseMs: 600 }
  fake.fail({ how: { kind: 'silent' } })
  const lonely = openAskingNode(cloned.url, fake.url, pace)
  const tries = { failures: 1, refusals: 1 }
  const lost = lonely.client({ token: 'one' }).get(PATH, { signal: FOREVER, tries }, async () => null)
  const failed = expect(lost).rejects.toThrow()
  await until(() => fake.log.length === 1)
  await lonely.loseDatabase()
  await ask(openNode(pace), 1)
  await failed
  expect(fake.log).toHaveLength(2)
  expectPaced(fake.log)
  await lonely.close()
})
