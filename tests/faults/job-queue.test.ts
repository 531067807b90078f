/** The queue of the workers: a node with nothing to do asks rarely, and a job that nobody told it of is begun all the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { type JobQueue, openJobQueue } from '../../server/store/job-queue.ts'
import { type WatchedQueue, watchQueue } from '../../server/workers/watched-queue.ts'
import { useService } from '../support/node/service.ts'

/** As many as look for imports of a company. */
const AT_ONCE = 8
/** Three looks for due jobs. */
const LOOKS_MS = 1_500
/** Left to itself a worker asks after 60 seconds: what is begun sooner than this was begun by a look, or told, however busy the machine. */
const SOON_MS = 30_000
const service = useService({ recognition: { recognizer: null, workers: 1 } })

interface OpenedNode {
  jobs: JobQueue
  queue: WatchedQueue
}

/** The queue as a node has it, on connections of its own. */
function openNode(): OpenedNode {
  let database: ReturnType<typeof openDatabase>
  const opened = {} as OpenedNode
  beforeAll(async () => {
    database = openDatabase(service.databaseUrl, () => {})
    const jobs = openJobQueue(database, () => undefined)
    await jobs.start()
    Object.assign(opened, { jobs, queue: watchQueue(jobs, database, () => undefined) })
  })
  afterAll(async () => {
    opened.queue.stop()
    await opened.jobs.stop({ graceful: false })
    await database.end()
  })
  return opened
}

/** A queue whose jobs this node begins and does not end. */
async function holdJobs(here: OpenedNode, name: string, groupConcurrency?: 1) {
  await here.queue.createQueue(name, { policy: 'standard' })
  const begun: string[] = []
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const working = { atOnce: AT_ONCE, ...(groupConcurrency && { groupConcurrency }) }
  await here.queue.work<{ name: string }>(name, working, async ([job]) => {
    begun.push(job!.data.name)
    await promise
  })
  // Each has looked at the queue once, and found nothing.
  await sleep(300)
  return { begun, letGo }
}

async function within(ms: number, isSo: () => boolean): Promise<number> {
  const startedAt = performance.now()
  while (!isSo() && performance.now() - startedAt < ms) await sleep(10)
  return performance.now() - startedAt
}

test('an idle node sends fewer than ten queries a second', async () => {
  const transactions = async () => {
    // Connections tell of what they did once a second.
    await sleep(1_100)
    const { rows } = await service.database.query(
      `select sum(xact_commit)::int as count, extract(epoch from clock_timestamp())::float8 as at
         from pg_stat_database where datname = current_database()`,
    )
    return rows[0] as { count: number; at: number }
  }
  // What a start does takes its time on a busy machine, and is over at some time.
  let perSecond = Number.POSITIVE_INFINITY
  for (let looks = 0; looks < 5 && perSecond >= 10; looks += 1) {
    const before = await transactions()
    await sleep(6_000)
    const after = await transactions()
    perSecond = (after.count - before.count) / (after.at - before.at)
  }
  expect(perSecond).toBeGreaterThan(0)
  expect(perSecond).toBeLessThan(10)
})

describe('a job', () => {
  const here = openNode()
  const elsewhere = openNode()

  test('of another node starts soon, and one per worker runs at once', async () => {
    const { begun, letGo } = await holdJobs(here, 'told-nobody')
    for (let job = 0; job < AT_ONCE + 1; job++) await elsewhere.jobs.send('told-nobody', { name: `${job}` })
    const took = await within(SOON_MS, () => begun.length === AT_ONCE)
    expect(begun.sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    expect(took).toBeLessThan(SOON_MS)
    letGo()
    await within(SOON_MS, () => begun.length > AT_ONCE)
    expect(begun).toHaveLength(AT_ONCE + 1)
  })

  test('of its own node starts without waiting for the next poll', async () => {
    // Its looks see nothing.
    const closed = openDatabase(service.databaseUrl, () => {})
    await closed.end()
    const queue = watchQueue(here.jobs, closed, () => undefined)
    const { begun, letGo } = await holdJobs({ ...here, queue }, 'own')
    for (let job = 0; job < 4; job++) {
      await queue.send('own', { name: `${job}` }, {})
      expect(await within(SOON_MS, () => begun.length > job)).toBeLessThan(SOON_MS)
    }
    letGo()
    queue.stop()
  })

  test('that is postponed starts when it is due', async () => {
    const { begun, letGo } = await holdJobs(here, 'later')
    const sentAt = performance.now()
    await elsewhere.jobs.send('later', { name: 'it' }, { startAfter: 1 })
    expect(await within(SOON_MS, () => begun.length > 0)).toBeLessThan(SOON_MS)
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(990)
    letGo()
  })

  test('of a group starts once the previous one is done', async () => {
    const { begun, letGo } = await holdJobs(here, 'groups', 1)
    const group = { id: 'company' }
    await elsewhere.jobs.send('groups', { name: 'first' }, { group })
    await within(SOON_MS, () => begun.length > 0)
    await elsewhere.jobs.send('groups', { name: 'second' }, { group })
    await sleep(LOOKS_MS)
    expect(begun).toHaveLength(1)
    letGo()
    expect(await within(SOON_MS, () => begun.length > 1)).toBeLessThan(SOON_MS)
  })

  test('starts after connections broke', async () => {
    const { begun, letGo } = await holdJobs(here, 'broken')
    await service.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    )
    await elsewhere.jobs.send('broken', { name: 'it' }).catch(() => elsewhere.jobs.send('broken', { name: 'it' }))
    expect(await within(SOON_MS, () => begun.length > 0)).toBeLessThan(SOON_MS)
    letGo()
  })
})
