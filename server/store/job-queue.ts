/**
 * The job queue: pg-boss, in its own schema of the same database. Like all other tables, its tables belong to the
 * database's owner; the service uses them as APP_ROLE, through its pool. Jobs contain record ids but no data from the
 * records. Row-level security applies to a job's access to a company's rows, as it does to every request.
 */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { APP_ROLE, type Database, isConnectionFailure } from './database.ts'

const SCHEMA = 'pgboss'
const LOOK_SECONDS = 5

/**
 * The number up to which the jobs of a queue are counted. More need not be counted, because no node has more workers
 * for one queue.
 */
const COUNTED = 64

export type JobQueue = PgBoss

/**
 * Creates or upgrades the queue's tables, as the owner of the database. Several nodes may call it at once.
 * @param owner a connection of the owner to a database that has the migrations table.
 */
export async function installJobQueue(url: string, owner: pg.Client): Promise<void> {
  const installer = new PgBoss({ connectionString: url, schema: SCHEMA, max: 1, supervise: false, schedule: false })
  // `start` also throws the error. Without a listener, the error event would end the process.
  installer.on('error', () => undefined)
  try {
    await installer.start()
  } finally {
    await installer.stop({ graceful: false })
  }
  // Grant the rights in one transaction, under the lock that serializes migrations, because PostgreSQL fails one of two
  // concurrent grants.
  await owner.query(`begin;
    lock table migrations in exclusive mode;
    grant usage on schema ${SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${APP_ROLE};
    grant usage on all sequences in schema ${SCHEMA} to ${APP_ROLE};
    commit`)
}

/** Whether the queue's tables exist and have the form that this version needs. */
export async function isJobQueueInstalled(owner: pg.Client): Promise<boolean> {
  const db = { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) }
  const queue = new PgBoss({ db, schema: SCHEMA, migrate: false, supervise: false, schedule: false })
  queue.on('error', () => undefined)
  if (!(await queue.isInstalled())) return false
  try {
    await queue.start()
    return true
  } catch (error) {
    if (isConnectionFailure(error)) throw error
    // The tables belong to an older version of the queue.
    return false
  } finally {
    await queue.stop({ graceful: false })
  }
}

/** Opens the queue on the service's own pool of connections. The caller starts and stops the queue. */
export function openJobQueue(database: Database, onError: (error: Error) => void): JobQueue {
  const queue = new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values as unknown[]) },
    schema: SCHEMA,
    migrate: false,
    // The interval at which the queue checks for jobs of a dead node, recognized by overdue heartbeats.
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    // Do not use the queue's own schedules: our workers check which work is due, with a clock that tests can set.
    schedule: false,
    // Leave reindexing and vacuuming to the tables' owner, because nobody else may do them.
    reindex: false,
    monitorVacuum: false,
  })
  queue.on('error', onError)
  return queue
}

/**
 * Counts each queue's jobs that could start now, up to a limit. Empty queues are omitted. Jobs whose group has a
 * running job are not counted, because each group runs one job at a time.
 */
export async function countDueJobs(database: Database, queues: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ name: string; due: number }>(
    `select asked.name, count(*)::int as due
       from unnest($1::text[]) as asked (name)
      cross join lateral (
              select
                from ${SCHEMA}.job
               where name = asked.name and state < 'active' and not blocked and start_after <= now()
                 and (group_id is null or not exists (
                        select from ${SCHEMA}.job as other
                         where other.name = asked.name and other.state = 'active' and other.group_id = job.group_id))
               limit $2) as due
      group by asked.name`,
    [queues, COUNTED],
  )
  return new Map(rows.map(({ name, due }) => [name, due]))
}
