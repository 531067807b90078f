/** Uploaded files of purchase documents: what is shown of them, which is next, and who is at it. */
import type { Tx } from './database.ts'

/** A file as it is kept, and since when a worker has been at it. */
export interface StoredImport {
  readonly id: string
  /** JSON of an ImportFile. */
  readonly record: string
  /** null: no worker is at it. */
  readonly started_at: Date | null
}

const COLUMNS = `id, record, case when status = 'queued' and started_attempt = attempt then started_at end as started_at`

/** Files older than `before` (an id; null: all), newest first. Rejected ones are not among them. */
export async function listImports(
  tx: Tx,
  companyId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<StoredImport[]> {
  const { rows } = await tx.query<StoredImport>(
    `select ${COLUMNS}
       from procurement_imports
      where company_id = $1 and status <> 'rejected' and ($2::uuid is null or id < $2)
      order by id desc
      limit $3`,
    [companyId, before, limit],
  )
  return rows
}

/** `id`: a UUID. */
export async function findImport(tx: Tx, companyId: string, id: string): Promise<StoredImport | null> {
  const { rows } = await tx.query<StoredImport>(
    `select ${COLUMNS} from procurement_imports where company_id = $1 and id = $2 and status <> 'rejected'`,
    [companyId, id],
  )
  return rows[0] ?? null
}

/** The files that are queued or being processed, in the order of the queue. */
export async function listWaitingImports(tx: Tx, companyId: string): Promise<Omit<StoredImport, 'record'>[]> {
  const { rows } = await tx.query<Omit<StoredImport, 'record'>>(
    `select id, case when started_attempt = attempt then started_at end as started_at
       from procurement_imports
      where company_id = $1 and status = 'queued'
      order by queued_at, id`,
    [companyId],
  )
  return rows
}

/** The first file of the queue, and which attempt at it is due. */
export async function findNextImport(tx: Tx, companyId: string): Promise<{ id: string; attempt: number } | null> {
  const { rows } = await tx.query<{ id: string; attempt: number }>(
    `select id, attempt
       from procurement_imports
      where company_id = $1 and status = 'queued'
      order by queued_at, id
      limit 1`,
    [companyId],
  )
  return rows[0] ?? null
}

/** What a worker begins with. */
export interface StartedImport {
  /** JSON of the ImportFile. */
  readonly record: string
  /** How often this attempt was begun, this time included. */
  readonly tries: number
}

/** Notes that a worker begins. @returns null when this attempt is not wanted (any more). */
export async function markImportStarted(
  tx: Tx,
  companyId: string,
  { importId, attempt, at }: { importId: string; attempt: number; at: Date },
): Promise<StartedImport | null> {
  const { rows } = await tx.query<StartedImport>(
    `update procurement_imports
        set tries = case when started_attempt = $3 then tries + 1 else 1 end, started_attempt = $3, started_at = $4
      where company_id = $1 and id = $2 and status = 'queued' and attempt = $3
     returning record, tries`,
    [companyId, importId, attempt, at],
  )
  return rows[0] ?? null
}

/** Takes a beginning back that came to nothing. `isCounted`: whether it counts as a try. */
export async function markImportLeft(tx: Tx, companyId: string, importId: string, isCounted: boolean): Promise<void> {
  await tx.query(
    `update procurement_imports
        set started_at = null, tries = tries - $3
      where company_id = $1 and id = $2 and status = 'queued' and started_at is not null`,
    [companyId, importId, isCounted ? 0 : 1],
  )
}

/** True while this attempt is still to be made. */
export async function isImportWanted(tx: Tx, companyId: string, importId: string, attempt: number): Promise<boolean> {
  const { rows } = await tx.query(
    `select from procurement_imports where company_id = $1 and id = $2 and status = 'queued' and attempt = $3`,
    [companyId, importId, attempt],
  )
  return rows.length > 0
}

/** How long the last successful recognitions by a model took, newest first, in milliseconds. */
export async function listDurations(tx: Tx, companyId: string, model: string, limit: number): Promise<number[]> {
  const { rows } = await tx.query<{ duration_ms: number }>(
    `select duration_ms
       from recognitions
      where company_id = $1 and model = $2
      order by id desc
      limit $3`,
    [companyId, model, limit],
  )
  return rows.map((row) => row.duration_ms)
}

/** What was read from a file, and what its document has: the lines as JSON, in their order. */
export interface ConfirmedImport {
  readonly partner_id: string | null
  readonly read_lines: string
  readonly document_lines: string
}

/** The newest files that became documents, with what their owner made of them. */
export async function listConfirmedImports(tx: Tx, companyId: string, limit: number): Promise<ConfirmedImport[]> {
  const { rows } = await tx.query<ConfirmedImport>(
    `select d.supplier_id as partner_id,
            (i.record::json -> 'extraction' -> 'lines')::text as read_lines,
            (d.record::json -> 'lines')::text as document_lines
       from procurement_imports i
       join documents d on d.company_id = i.company_id and d.id = i.document_id
      where i.company_id = $1 and i.status = 'imported'
      order by i.id desc
      limit $2`,
    [companyId, limit],
  )
  return rows
}
