/**
 * The job queue: pg-boss, in a schema of its own in the same database. Its tables belong to the database's owner like all
 * others; the service works with them as APP_ROLE, through the pool that it has. Jobs name records by their ids and hold
 * nothing of them: what a job does with a company's rows goes through row-level security like every request.
 */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { APP_ROLE, type Database } from './database.ts'

const SCHEMA = 'pgboss'
const LOOK_SECONDS = 5

/** Counting more is of no use: no queue has so many workers on a node. */
const COUNTED = 64

export type JobQueue = PgBoss

/**
 * Makes or upgrades the queue's tables, as the owner of the database. Several nodes may call it at once.
 * @param owner a connection of the owner's, to a database with the table of migrations.
 */
export async function installJobQueue(url: string, owner: pg.Client): Promise<void> {
  const installer = new PgBoss({ connectionString: url, schema: SCHEMA, max: 1, supervise: false, schedule: false })
  // What goes wrong is thrown by start, too; unheard, the event would end the process.
  installer.on('error', () => undefined)
  try {
    await installer.start()
  } finally {
    await installer.stop({ graceful: false })
  }
  // In one transaction, behind the lock that migrations take turns by: PostgreSQL fails one of two that grant at once.
  await owner.query(`begin;
    lock table migrations in exclusive mode;
    grant usage on schema ${SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${APP_ROLE};
    grant usage on all sequences in schema ${SCHEMA} to ${APP_ROLE};
    commit`)
}

/** The queue over the service's own pool; to be started and stopped. */
export function openJobQueue(database: Database, onError: (error: Error) => void): JobQueue {
  const queue = new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values as unknown[]) },
    schema: SCHEMA,
    migrate: false,
    // How soon the jobs of a node that died are noticed, once their heartbeats are late.
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    // What is due by the clock is asked for by our own workers, with a clock that tests can set.
    schedule: false,
    // Only the owner of the tables may.
    reindex: false,
    monitorVacuum: false,
  })
  queue.on('error', onError)
  return queue
}

/**
 * How many jobs of each queue could be begun now, up to a bound; a queue that has none is left out. Those of a group that has one at work
 * are not counted: each group has one at a time.
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
