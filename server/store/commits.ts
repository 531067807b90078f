/** Writes a batch of decided commands, and finds out whether a batch was committed. */

import { METERS } from '../runtime/meters.ts'
import { type Batch, commitAlone } from './batches.ts'
import { noCompany } from './companies.ts'
import type { Database, Tx } from './database.ts'
import { commitAndRelease, type Freshness, openWriting } from './snapshots.ts'

/**
 * Commits a batch in one round trip.
 * @returns false, with nothing written, when the company is not at the expected revision. Throws
 * unique_violation on `commands_pkey` when a key is already used; then nothing is written either.
 */
export async function commitBatch(connection: Database | Tx, batch: Batch): Promise<boolean> {
  const beganAt = performance.now()
  const health = 'commits' in connection ? connection.health : null
  try {
    const isCommitted = await ('commits' in connection
      ? connection.commits.commit(batch)
      : commitAlone(connection, batch))
    health?.wrote()
    METERS.batches.inc({ outcome: isCommitted ? 'committed' : 'moved' })
    if (isCommitted) METERS.batchCommands.observe(batch.commands.length)
    return isCommitted
  } catch (error) {
    health?.couldNotWrite(error)
    METERS.batches.inc({ outcome: 'failed' })
    throw error
  } finally {
    METERS.batchSeconds.observe((performance.now() - beganAt) / 1_000)
  }
}

/** Whether the error means that an idempotency key in the batch was already used. */
export function isKeyViolation(error: unknown): boolean {
  const { code, constraint, message = '' } = error as { code?: string; constraint?: string; message?: string }
  // A node of a Citus cluster reports the constraint of one of its shards, whose name ends in a number, and names it
  // only in the message.
  return code === '23505' && /\bcommands_pkey(_\d+)?\b/.test(constraint ?? message)
}

/**
 * Takes the company's row lock: no other node can commit until the transaction ends. A node takes the lock when it has
 * several times found the revision changed by another node, and to wait for a commit whose connection broke. Refuses
 * UNAUTHENTICATED when the company does not exist any more. @returns the revision.
 */
export async function lockCompany(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    'select revision from companies where company_id = $1 for update',
    [companyId],
  )
  if (rows[0] === undefined) throw noCompany()
  return rows[0].revision
}

/**
 * Runs `work` in a read-write transaction of one company. The tables then contain every revision that was committed
 * before. Refuses UNAVAILABLE.
 */
export function writeCompany<T>(database: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return writeAs(database, companyId, 'tables', work)
}

/**
 * Runs `work` that does not read the tables of records. It can therefore run even while these tables cannot be updated
 * from the log.
 */
export function writeBeside<T>(database: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return writeAs(database, companyId, 'log', work)
}

async function writeAs<T>(
  database: Database,
  companyId: string,
  freshness: Freshness,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return commitAndRelease(await openWriting(database, companyId, freshness), work)
}

/** Updates the tables from the log, within a transaction that holds the company's row lock. */
export async function projectHere(tx: Tx, companyId: string): Promise<void> {
  let projected = -1
  for (;;) {
    const { rows } = await tx.query<{ revision: number }>('select project_company($1, 500, 4194304) as revision', [
      companyId,
    ])
    if (rows[0]!.revision === projected) break
    projected = rows[0]!.revision
  }
  // Wait until the commit of this transaction is on disk. After a crash, an update of the tables could be repeated, but
  // the other writes of this transaction could not.
  await tx.query('set local synchronous_commit to default')
}
