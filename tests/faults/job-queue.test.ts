/** Tests the workers' job queue: an idle node polls rarely, and a job starts even if its notification was lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { type JobQueue, openJobQueue } from '../../server/store/job-queue.ts'
import { type WatchedQueue, watchQueue } from '../../server/workers/watched-queue.ts'
import { useService } from '../support/node/service.ts'

/** The number of workers, which is the same for MoySklad imports. */
const AT_ONCE = 8
/** The duration in milliseconds of three checks for postponed jobs that are due. */
const LOOKS_MS = 1_500
/**
 * The time in milliseconds within which a job must start. A worker without notifications polls only every 60 seconds,
 * so a job that starts earlier was found by a faster poll or a notification, however busy the machine is.
 */
const SOON_MS = 30_000
const service = useService({ recognition: { recognizer: null, workers: 1 } })

interface OpenedNode {
  jobs: JobQueue
  queue: WatchedQueue
}

/** Opens the queue as a node does, with its own database connections. */
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

/** Creates a queue whose jobs this node starts but does not finish before `letGo` is called. */
async function holdJobs(here: OpenedNode, name: string, groupConcurrency?: 1) {
  await here.queue.createQueue(name, { policy: 'standard' })
  const begun: string[] = []
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const working = { atOnce: AT_ONCE, ...(groupConcurrency && { groupConcurrency }) }
  await here.queue.work<{ name: string }>(name, working, async ([job]) => {
    begun.push(job!.data.name)
    await promise
  })
  // Wait until each worker has polled the queue once and found nothing.
  await sleep(300)
  return { begun, letGo }
}

async function within(ms: number, isSo: () => boolean): Promise<number> {
  const startedAt = performance.now()
  while (!isSo() && performance.now() - startedAt < ms) await sleep(10)
  return performance.now() - startedAt
}

test('an idle node sends fewer than ten job-queue queries a second', async () => {
  const transactions = async () => {
    // PostgreSQL connections report their activity only once a second.
    await sleep(1_100)
    const { rows } = await service.database.query(
      `select sum(xact_commit)::int as count, extract(epoch from clock_timestamp())::float8 as at
         from pg_stat_database where datname = current_database()`,
    )
    return rows[0] as { count: number; at: number }
  }
  // Measure several times, because on a busy machine it takes a while until all start-up work is done.
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

describe('when a job starts', () => {
  const here = openNode()
  const elsewhere = openNode()

  test('a job that another node sent starts soon, and each worker runs one job at a time', async () => {
    const { begun, letGo } = await holdJobs(here, 'told-nobody')
    for (let job = 0; job < AT_ONCE + 1; job++) await elsewhere.jobs.send('told-nobody', { name: `${job}` })
    const took = await within(SOON_MS, () => begun.length === AT_ONCE)
    expect(begun.sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    expect(took).toBeLessThan(SOON_MS)
    letGo()
    await within(SOON_MS, () => begun.length > AT_ONCE)
    expect(begun).toHaveLength(AT_ONCE + 1)
  })

  test('a job starts on the node that sent it, without waiting for the next poll', async () => {
    // Close the database connections of the watched queue, so that the queue cannot find jobs by polling.
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

  test('a postponed job starts when it is due', async () => {
    const { begun, letGo } = await holdJobs(here, 'later')
    const sentAt = performance.now()
    await elsewhere.jobs.send('later', { name: 'it' }, { startAfter: 1 })
    expect(await within(SOON_MS, () => begun.length > 0)).toBeLessThan(SOON_MS)
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(990)
    letGo()
  })

  test('a job of a group starts once the group’s previous job is done', async () => {
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

  test('a job starts soon even if the database connections were broken', async () => {
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
