/** Imports from a fake MoySklad on a real node: begun, watched and applied as an owner would. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { v7 } from 'uuid'
import { EMPTY_CHECKPOINT } from '../../server/extsys/jobs/checkpoint.ts'
import type { Job, JobOptions, JobStatus } from '../../server/extsys/jobs/job.ts'
import { findJob, insertJob, moveJob } from '../../server/extsys/jobs/job-tables.ts'
import { listRows, type ReportRow } from '../../server/extsys/jobs/row-tables.ts'
import type { Tx } from '../../server/store/database.ts'

export const EVERYTHING: JobOptions = {
  ...{ products: true, partners: true, warehouses: true, organizations: true },
  purchases: true,
}
const LOOK_MS = 20

/** The imports of one company, past the routes. */
export interface ImportRun {
  begin(options?: JobOptions): Promise<string>
  read(jobId: string): Promise<Job>
  move(jobId: string, status: JobStatus): Promise<void>
  /** Until it is in one of these states. */
  until(jobId: string, ...statuses: JobStatus[]): Promise<Job>
  rows(jobId: string): Promise<ReportRow[]>
  /** Begins, applies, and waits for the end. */
  whole(options?: JobOptions): Promise<Job>
  close(): Promise<void>
}

export async function openImportRun(
  databaseUrl: string,
  { companyId, accountId }: { companyId: string; accountId: string },
): Promise<ImportRun> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tx = client as unknown as Tx
  await client.query(`select set_config('app.company_id', $1, false)`, [companyId])
  const queue = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await queue.start()
  const wake = () => queue.send('external-import', { companyId }, { singletonKey: companyId, group: { id: companyId } })
  const run: ImportRun = {
    async begin(options = EVERYTHING) {
      const id = v7()
      const createdBy = { id: 'owner', name: 'Owner' }
      const job = { id, options, accountId, createdAt: new Date(), createdBy, checkpoint: EMPTY_CHECKPOINT }
      if (!(await insertJob(tx, companyId, job))) throw new Error('An import is unfinished')
      await wake()
      return id
    },
    async read(jobId) {
      const job = await findJob(tx, companyId, jobId)
      if (job === null) throw new Error('No such import')
      return job
    },
    async move(id, status) {
      const { phase } = await run.read(id)
      await moveJob(tx, companyId, { id, status, phase: status === 'applying' ? 'apply' : phase, at: new Date() })
      await wake()
    },
    async until(jobId, ...statuses) {
      for (;;) {
        const job = await run.read(jobId)
        if (statuses.includes(job.status)) return job
        if (job.status === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`)
        await pause(LOOK_MS)
      }
    },
    rows: (jobId) => listRows(tx, companyId, jobId, { offset: 0, limit: 1_000_000, problems: false }),
    async whole(options) {
      const id = await run.begin(options)
      await run.until(id, 'ready')
      await run.move(id, 'applying')
      return run.until(id, 'done')
    },
    async close() {
      await queue.stop({ graceful: false })
      await client.end()
    },
  }
  return run
}
