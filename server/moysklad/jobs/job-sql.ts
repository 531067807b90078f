/** The SQL of imports. Workers change a job only through `saveJob`, so that two workers can never both continue it. */
import { parseStored, printStored } from '../../domain/upcasters.ts'
import type { Database, Tx } from '../../store/database.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Job, JobError, JobPhase, JobStatus } from './job.ts'

interface JobRow {
  id: string
  status: JobStatus
  phase: JobPhase
  options: string
  account_id: string
  created_at: Date
  created_by_id: string
  created_by_name: string
  started_at: Date | null
  finished_at: Date | null
  error: string | null
  paused_until: Date | null
  setbacks: number
  checkpoint: string
  version: number
  row_count: number
  create_count: number
  update_count: number
  unchanged_count: number
  problem_count: number
  written_count: number
  failed_count: number
}

const COLUMNS = `id, status, phase, options, account_id, created_at, created_by_id, created_by_name, started_at, finished_at, error,
  paused_until, setbacks, checkpoint, version, row_count, create_count, update_count, unchanged_count, problem_count,
  written_count, failed_count`

function jobOf(row: JobRow): Job {
  return {
    ...{
      id: row.id,
      status: row.status,
      phase: row.phase,
      options: JSON.parse(row.options),
      accountId: row.account_id,
    },
    ...{ createdAt: row.created_at, createdBy: { id: row.created_by_id, name: row.created_by_name } },
    ...{ startedAt: row.started_at, finishedAt: row.finished_at },
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    ...{ pausedUntil: row.paused_until, setbacks: row.setbacks },
    checkpoint: parseStored<Checkpoint>('extsysCheckpoint', row.checkpoint),
    ...{ version: row.version, rowCount: row.row_count },
    counts: {
      ...{ create: row.create_count, update: row.update_count, unchanged: row.unchanged_count },
      ...{ problem: row.problem_count, written: row.written_count, failed: row.failed_count },
    },
  }
}

/**
 * Records that the company's import can be continued, in a table that workers can read without choosing a company
 * first.
 */
async function noteWork(tx: Tx, companyId: string): Promise<void> {
  await tx.query('select note_extsys_work($1)', [companyId])
}

/** Inserts a job. @returns false when the company already has an unfinished job. */
export async function insertJob(
  tx: Tx,
  companyId: string,
  job: Pick<Job, 'id' | 'options' | 'accountId' | 'createdAt' | 'createdBy' | 'checkpoint'>,
): Promise<boolean> {
  const { id, options, accountId, createdAt, createdBy, checkpoint } = job
  const { rowCount } = await tx.query(
    `insert into extsys_jobs (company_id, id, status, phase, options, account_id, created_at, created_by_id, created_by_name, checkpoint)
     values ($1, $2, 'previewing', 'preview', $3, $4, $5, $6, $7, $8)
     on conflict (company_id) where status not in ('cancelled', 'done') do nothing`,
    [
      ...[companyId, id, JSON.stringify(options), accountId, createdAt, createdBy.id, createdBy.name],
      printStored('extsysCheckpoint', checkpoint),
    ],
  )
  await noteWork(tx, companyId)
  return rowCount === 1
}

/** Finds a job by its id, which must be a valid UUID. */
export async function findJob(tx: Tx, companyId: string, id: string): Promise<Job | null> {
  const { rows } = await tx.query<JobRow>(`select ${COLUMNS} from extsys_jobs where company_id = $1 and id = $2`, [
    companyId,
    id,
  ])
  return rows[0] === undefined ? null : jobOf(rows[0])
}

/** Finds a job by its id and locks it until the transaction ends. */
export async function lockJob(tx: Tx, companyId: string, id: string): Promise<Job | null> {
  const { rows } = await tx.query<JobRow>(
    `select ${COLUMNS} from extsys_jobs where company_id = $1 and id = $2 for update`,
    [companyId, id],
  )
  return rows[0] === undefined ? null : jobOf(rows[0])
}

/** Returns the company's unfinished job, or null when there is none. */
export async function findUnfinishedJob(tx: Tx, companyId: string): Promise<Job | null> {
  const { rows } = await tx.query<JobRow>(
    `select ${COLUMNS} from extsys_jobs where company_id = $1 and status not in ('cancelled', 'done')`,
    [companyId],
  )
  return rows[0] === undefined ? null : jobOf(rows[0])
}

/** Lists the company's jobs, newest first. */
export async function listJobs(tx: Tx, companyId: string, limit: number): Promise<Job[]> {
  const { rows } = await tx.query<JobRow>(
    `select ${COLUMNS} from extsys_jobs where company_id = $1 order by id desc limit $2`,
    [companyId, limit],
  )
  return rows.map(jobOf)
}

/**
 * Moves a job to another state, either because the owner gave a command or because the job has progressed. Clears the
 * job's wait and error.
 */
export async function moveJob(
  tx: Tx,
  companyId: string,
  { id, status, phase, at }: { id: string; status: JobStatus; phase: JobPhase; at: Date },
): Promise<void> {
  await tx.query(
    `update extsys_jobs
        set status = $3, phase = $4, error = null, paused_until = null, setbacks = 0,
            finished_at = case when $3 in ('cancelled', 'done') then $5::timestamptz end
      where company_id = $1 and id = $2`,
    [companyId, id, status, phase, at],
  )
  await noteWork(tx, companyId)
}

/** Thrown when another worker has continued the job, so the current transaction must be rolled back. */
export class LostJob extends Error {}

/**
 * Saves a job's progress in the transaction that wrote the job's rows. Does not undo a change that the owner has made
 * since: if the job was cancelled, the written rows are recorded but the job stays cancelled. Throws LostJob.
 */
export async function saveJob(tx: Tx, companyId: string, job: Job, checkpoint: Checkpoint): Promise<Job> {
  const { rows } = await tx.query<Pick<JobRow, 'status'>>(
    `update extsys_jobs
        set checkpoint = $4, version = version + 1, setbacks = 0, error = null, paused_until = null,
            started_at = coalesce(started_at, clock_timestamp())
      where company_id = $1 and id = $2 and version = $3 and status <> 'done'
      returning status`,
    [companyId, job.id, job.version, printStored('extsysCheckpoint', checkpoint)],
  )
  const [saved] = rows
  if (saved === undefined) throw new LostJob(`Another worker has the import ${job.id}`)
  return { ...job, status: saved.status, version: job.version + 1, checkpoint }
}

/** Ends a phase of a job, but only if the job is still working on that phase. */
export async function endPhase(
  tx: Tx,
  companyId: string,
  { id, version }: Pick<Job, 'id' | 'version'>,
  { from, to }: { from: JobStatus; to: JobStatus },
): Promise<void> {
  await tx.query(
    `update extsys_jobs
        set status = $5, finished_at = case when $5 = 'done' then clock_timestamp() end
      where company_id = $1 and id = $2 and version = $3 and status = $4`,
    [companyId, id, version, from, to],
  )
  await noteWork(tx, companyId)
}

/** Makes a job wait until a given time, after which it continues by itself. */
export async function rescheduleJob(
  tx: Tx,
  companyId: string,
  { id, until, error }: { id: string; until: Date; error: JobError },
): Promise<void> {
  await tx.query(
    `update extsys_jobs
        set paused_until = $3, error = $4, setbacks = setbacks + 1
      where company_id = $1 and id = $2 and status in ('previewing', 'applying')`,
    [companyId, id, until, JSON.stringify(error)],
  )
  await noteWork(tx, companyId)
}

/** Stops a job until an owner resumes it. */
export async function failJob(
  tx: Tx,
  companyId: string,
  { id, error }: { id: string; error: JobError },
): Promise<void> {
  await tx.query(
    `update extsys_jobs
        set status = 'failed', paused_until = null, error = $3
      where company_id = $1 and id = $2 and status in ('previewing', 'applying')`,
    [companyId, id, JSON.stringify(error)],
  )
  await noteWork(tx, companyId)
}

/** Recomputes a job's row counts from its stored rows. */
export async function countRows(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.query(
    `update extsys_jobs as j
        set row_count = c.row_count, create_count = c.create_count, update_count = c.update_count,
            unchanged_count = c.unchanged_count, problem_count = c.problem_count,
            written_count = c.written_count, failed_count = c.failed_count
       from (select count(*) as row_count,
                    count(*) filter (where action = 'create') as create_count,
                    count(*) filter (where action = 'update') as update_count,
                    count(*) filter (where action = 'unchanged') as unchanged_count,
                    count(*) filter (where action = 'problem') as problem_count,
                    count(*) filter (where status = 'written') as written_count,
                    count(*) filter (where status = 'failed') as failed_count
               from extsys_rows where company_id = $1 and job_id = $2) as c
      where j.company_id = $1 and j.id = $2`,
    [companyId, id],
  )
}

export interface CountsOfSome {
  readonly rows?: number
  readonly create?: number
  readonly update?: number
  readonly unchanged?: number
  readonly problem?: number
  readonly written?: number
  readonly failed?: number
}

/** Increases a job's row counts, in the same transaction that writes the rows. */
export async function addCounts(tx: Tx, companyId: string, id: string, counts: CountsOfSome): Promise<void> {
  const { rows = 0, create = 0, update = 0, unchanged = 0, problem = 0, written = 0, failed = 0 } = counts
  await tx.query(
    `update extsys_jobs
        set row_count = row_count + $3, create_count = create_count + $4, update_count = update_count + $5,
            unchanged_count = unchanged_count + $6, problem_count = problem_count + $7,
            written_count = written_count + $8, failed_count = failed_count + $9
      where company_id = $1 and id = $2`,
    [companyId, id, rows, create, update, unchanged, problem, written, failed],
  )
}

/** Returns the database's time, in milliseconds since 1970. */
export async function readNow(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  return rows[0]!.now
}

/** Lists the companies whose import can be continued now. */
export async function listDueCompanies(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ company_id: string }>(
    'select company_id from extsys_work where due_at <= now() order by due_at, company_id',
  )
  return rows.map(({ company_id }) => company_id)
}

/**
 * Returns whether the tables for imports exist. They do not exist while an operator postpones their migration. Source:
 * S-IMPORT-17.
 */
export async function hasJobTables(tx: Pick<Tx, 'query'>): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(`select to_regclass('extsys_jobs') is not null as found`)
  return rows[0]!.found
}
