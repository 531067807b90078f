/** Imports from a fake MoySklad, driven as an owner would: begun, watched, stopped, applied. The one file that knows how that is done. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { v7 } from 'uuid'
import { EMPTY_CHECKPOINT } from '../../server/extsys/jobs/checkpoint.ts'
import type { Job, JobCounts, JobError, JobOptions, JobStatus } from '../../server/extsys/jobs/job.ts'
import { findJob, insertJob, moveJob, readNow } from '../../server/extsys/jobs/job-tables.ts'
import { type Progress, progressOf } from '../../server/extsys/jobs/progress.ts'
import { listRows, type ReportRow } from '../../server/extsys/jobs/row-tables.ts'
import type { Tx } from '../../server/store/database.ts'
import type { Owner } from './team.ts'

export const EVERYTHING: JobOptions = {
  ...{ products: true, partners: true, warehouses: true, organizations: true },
  purchases: true,
}
const LOOK_MS = 20

/** An import as its owner sees it. */
export interface SeenJob {
  readonly id: string
  readonly status: JobStatus
  readonly counts: JobCounts
  readonly progress: Progress
  readonly error: JobError | null
  readonly pausedUntil: Date | null
}

/** The imports of one company. */
export interface ImportRun {
  begin(options?: JobOptions): Promise<string>
  read(jobId: string): Promise<SeenJob>
  pause(jobId: string): Promise<void>
  resume(jobId: string): Promise<void>
  cancel(jobId: string): Promise<void>
  apply(jobId: string): Promise<void>
  /** Looked at again and again until it is as wished. Throws when it fails unless that is wished for. */
  untilSeen(jobId: string, isWished: (job: SeenJob) => boolean): Promise<SeenJob>
  /** Until it is in one of these states. */
  until(jobId: string, ...statuses: JobStatus[]): Promise<SeenJob>
  rows(jobId: string): Promise<ReportRow[]>
  /** Begins, applies, and waits for the end. */
  whole(options?: JobOptions): Promise<SeenJob>
}

/** Whose imports, and where they run. `gapMs`: the pace of the node, for its estimates. */
export interface ImportSite {
  /** Asked anew each time: a killed PostgreSQL comes back elsewhere. */
  readonly databaseUrl: () => Promise<string>
  readonly owner: Owner
  readonly accountId: string
  readonly gapMs: number
}

/** Tells the workers that there is something to do. */
async function wake(connectionString: string, companyId: string): Promise<void> {
  const queue = new PgBoss({ connectionString, schema: 'pgboss', migrate: false, supervise: false, schedule: false })
  queue.on('error', () => undefined)
  await queue.start()
  await queue.send('external-import', { companyId }, { singletonKey: companyId, group: { id: companyId } })
  await queue.stop({ graceful: false })
}

export function openImportRun({ databaseUrl, owner, accountId, gapMs }: ImportSite): ImportRun {
  const { companyId } = owner
  const inDatabase = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: await databaseUrl() })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(`select set_config('app.company_id', $1, false)`, [companyId])
      return await work(client as unknown as Tx)
    } finally {
      await client.end()
    }
  }
  const find = async (tx: Tx, jobId: string): Promise<Job> => {
    const job = await findJob(tx, companyId, jobId)
    if (job === null) throw new Error('No such import')
    return job
  }
  const move = async (id: string, next: (job: Job) => Pick<Job, 'status' | 'phase'>) => {
    await inDatabase(async (tx) => moveJob(tx, companyId, { id, ...next(await find(tx, id)), at: new Date() }))
    await wake(await databaseUrl(), companyId)
  }
  const run: ImportRun = {
    async begin(options = EVERYTHING) {
      const id = v7()
      const createdBy = { id: 'owner', name: 'Owner' }
      const job = { id, options, accountId, createdAt: new Date(), createdBy, checkpoint: EMPTY_CHECKPOINT }
      if (!(await inDatabase((tx) => insertJob(tx, companyId, job)))) throw new Error('An import is unfinished')
      await wake(await databaseUrl(), companyId)
      return id
    },
    read: (jobId) =>
      inDatabase(async (tx) => {
        const job = await find(tx, jobId)
        const { id, status, counts, error, pausedUntil } = job
        const progress = progressOf(job, { gapMs, now: new Date(await readNow(tx)) })
        return { id, status, counts, error, pausedUntil, progress }
      }),
    pause: (id) => move(id, ({ phase }) => ({ status: 'paused', phase })),
    resume: (id) => move(id, ({ phase }) => ({ status: phase === 'apply' ? 'applying' : 'previewing', phase })),
    cancel: (id) => move(id, ({ phase }) => ({ status: 'cancelled', phase })),
    apply: (id) => move(id, () => ({ status: 'applying', phase: 'apply' })),
    async untilSeen(jobId, isWished) {
      for (;;) {
        const job = await run.read(jobId)
        if (isWished(job)) return job
        if (job.status === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`)
        await pause(LOOK_MS)
      }
    },
    until: (jobId, ...statuses) => run.untilSeen(jobId, ({ status }) => statuses.includes(status)),
    rows: (jobId) =>
      inDatabase((tx) => listRows(tx, companyId, jobId, { offset: 0, limit: 1_000_000, problems: false })),
    async whole(options) {
      const id = await run.begin(options)
      await run.until(id, 'ready')
      await run.apply(id)
      return run.until(id, 'done')
    },
  }
  return run
}
