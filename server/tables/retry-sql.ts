/** The SQL for retrying imports that were interrupted. */
import type { Tx } from '../store/database.ts'
import type { TableImport } from './import-records.ts'
import { deleteRows } from './import-sql.ts'
import { MAX_TRIES } from './limits.ts'

/** Returns the time of the next retry of an interrupted import, or null when none is due. */
export async function findRetryTime(tx: Tx, companyId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>(
    `select min(retry_at) as at from table_imports where company_id = $1 and status in ('planning', 'applying')`,
    [companyId],
  )
  return rows[0]!.at
}

/**
 * Records that a turn failed. The turn is retried after 2, 4, 8 and 16 seconds. After the last retry, a preview is
 * marked as failed, and an import that was writing is paused at its current row. `isBroken`: the file is at fault, so
 * there is no retry.
 */
export async function noteFailure(
  tx: Tx,
  companyId: string,
  { id, version, status }: Pick<TableImport, 'id' | 'version' | 'status'>,
  isBroken: boolean,
): Promise<void> {
  const { rows } = await tx.query<{ tries: number }>(
    `update table_imports
        set tries = tries + 1, retry_at = now() + make_interval(secs => 2 ^ (tries + 1)), updated_at = now()
      where company_id = $1 and id = $2 and version = $3 and status = $4
      returning tries`,
    [companyId, id, version, status],
  )
  const [noted] = rows
  if (noted === undefined || !(isBroken || noted.tries >= MAX_TRIES)) return
  if (status === 'planning') await deleteRows(tx, companyId, id)
  await tx.query('update table_imports set status = $3, fault = $4 where company_id = $1 and id = $2', [
    ...[companyId, id, status === 'planning' ? 'failed' : 'paused', isBroken ? 'BROKEN' : 'INTERRUPTED'],
  ])
}
