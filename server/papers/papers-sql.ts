/**
 * SQL for uploaded purchase documents: reads the files for clients, the queue of files, and the file that is being
 * read.
 */
import type { Tx } from '../store/database.ts'

/** A stored file, and the time when a worker began to read it. */
export interface StoredImport {
  readonly id: string
  /** The file's ImportFile as JSON. */
  readonly record: string
  /** When a worker began to read the file; null when no worker is reading it. */
  readonly started_at: Date | null
}

const COLUMNS = `id, record, case when status = 'queued' and started_attempt = attempt then started_at end as started_at`

/**
 * Lists a company's files, newest first and without rejected ones. If `before` (an id) is not null, lists only files
 * older than that one.
 */
export async function listPapers(
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

/** Finds a file by its id, which must be a valid UUID. */
export async function findPaper(tx: Tx, companyId: string, id: string): Promise<StoredImport | null> {
  const { rows } = await tx.query<StoredImport>(
    `select ${COLUMNS} from procurement_imports where company_id = $1 and id = $2 and status <> 'rejected'`,
    [companyId, id],
  )
  return rows[0] ?? null
}

/** A file that is queued or being processed, with its progress. */
export interface WaitingImport {
  readonly id: string
  /** When reading of the file's first page began, or null if it has not begun yet. */
  readonly started_at: Date | null
  /** The time spent on the completed pages, in milliseconds. */
  readonly read_ms: number
  /** When reading of the current page began, or null while the file waits for its next turn. */
  readonly turn_started_at: Date | null
}

/** Lists the files that are queued or being processed, in the order of the queue. */
export async function listWaitingImports(tx: Tx, companyId: string): Promise<WaitingImport[]> {
  const { rows } = await tx.query<WaitingImport>(
    `select id,
            case when started_attempt = attempt then started_at end as started_at,
            case when started_attempt = attempt then read_ms else 0 end as read_ms,
            case when started_attempt = attempt then turn_started_at end as turn_started_at
       from procurement_imports
      where company_id = $1 and status = 'queued'
      order by queued_at, id`,
    [companyId],
  )
  return rows
}

/** Returns the first file of the queue, with the number of its current attempt. */
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

/** The data that a worker needs in order to read a page. */
export interface StartedTurn {
  /** The file's ImportFile as JSON. */
  readonly record: string
  /** When reading of this attempt's first page began. */
  readonly started_at: Date
  /** The number of failed turns of this attempt. The current turn counts as failed until its result is saved. */
  readonly tries: number
  /** The number of turns of this attempt whose results are saved. */
  readonly turns: number
  readonly next_page: number
  /** The total time, in milliseconds, of the turns whose results are saved. */
  readonly read_ms: number
}

/** Records that a worker begins to read a page. @returns null when this attempt is no longer wanted */
export async function startTurn(
  tx: Tx,
  companyId: string,
  { importId, attempt, at }: { importId: string; attempt: number; at: Date },
): Promise<StartedTurn | null> {
  const { rows } = await tx.query<StartedTurn>(
    `update procurement_imports
        set tries = case when started_attempt = $3 then tries + 1 else 1 end,
            turns = case when started_attempt = $3 then turns else 0 end,
            next_page = case when started_attempt = $3 then next_page else 0 end,
            read_ms = case when started_attempt = $3 then read_ms else 0 end,
            started_at = case when started_attempt = $3 and turns > 0 then started_at else $4 end,
            turn_started_at = $4,
            started_attempt = $3
      where company_id = $1 and id = $2 and status = 'queued' and attempt = $3
     returning record, started_at, tries, turns, next_page, read_ms`,
    [companyId, importId, attempt, at],
  )
  return rows[0] ?? null
}

/** The result of reading one page of a file. */
export interface SavedTurn {
  readonly importId: string
  readonly attempt: number
  /** The number of turns that had been saved before this one. */
  readonly turns: number
  readonly page: number
  /** The text and other data found on the page, as JSON. */
  readonly found: string
  /** The index of the page to read next, counted from 0. */
  readonly next: number
  readonly readMs: number
}

/**
 * Saves the result of a turn. @returns false when the file is no longer wanted, or another node has saved the same turn
 */
export async function saveTurn(tx: Tx, companyId: string, turn: SavedTurn): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with moved as (
       update procurement_imports
          set turns = turns + 1, tries = tries - 1, next_page = $6, read_ms = read_ms + $7, turn_started_at = null
        where company_id = $1 and id = $2 and status = 'queued' and attempt = $3 and started_attempt = $3 and turns = $4
       returning id)
     insert into recognition_pages (company_id, import_id, attempt, page, found)
     select $1, id, $3, $5, $8 from moved
         on conflict (company_id, import_id, page) do update set attempt = excluded.attempt, found = excluded.found`,
    [companyId, turn.importId, turn.attempt, turn.turns, turn.page, turn.next, turn.readMs, turn.found],
  )
  return rowCount === 1
}

/** Returns the results of a file's pages read so far, in page order. */
export async function listFoundPages(tx: Tx, companyId: string, importId: string, attempt: number): Promise<string[]> {
  const { rows } = await tx.query<{ found: string }>(
    `select found
       from recognition_pages
      where company_id = $1 and import_id = $2 and attempt = $3
      order by page`,
    [companyId, importId, attempt],
  )
  return rows.map(({ found }) => found)
}

/** Deletes the stored page results of files that are finished, rejected, or must be read from the beginning. */
export async function sweepFoundPages(tx: Tx, companyId: string): Promise<void> {
  await tx.query(
    `delete from recognition_pages as p
      where company_id = $1
        and not exists (select from procurement_imports as i
                         where i.company_id = $1 and i.id = p.import_id and i.status = 'queued' and i.attempt = p.attempt)`,
    [companyId],
  )
}

/** Undoes the start of a turn that was not completed. `isCounted`: whether the turn counts as a failed try. */
export async function leaveTurn(tx: Tx, companyId: string, importId: string, isCounted: boolean): Promise<void> {
  await tx.query(
    `update procurement_imports
        set turn_started_at = null, started_at = case when turns > 0 then started_at end, tries = tries - $3
      where company_id = $1 and id = $2 and status = 'queued' and turn_started_at is not null`,
    [companyId, importId, isCounted ? 0 : 1],
  )
}

/** Returns whether the result of a recognition attempt is still wanted. */
export async function isImportWanted(tx: Tx, companyId: string, importId: string, attempt: number): Promise<boolean> {
  const { rows } = await tx.query(
    `select from procurement_imports where company_id = $1 and id = $2 and status = 'queued' and attempt = $3`,
    [companyId, importId, attempt],
  )
  return rows.length > 0
}

/** Returns how long the last successful recognitions with this model took, newest first, in milliseconds. */
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

/** A file's extraction and the document created from it, as JSON. The lines are in order. */
export interface ConfirmedImport {
  readonly document_id: string
  readonly partner_id: string | null
  readonly read_supplier: string
  readonly read_total: string | null
  readonly read_lines: string
  readonly document_lines: string
}

/**
 * Lists the newest files that became documents, with the corrections that users made. Leaves out cancelled documents.
 */
export async function listConfirmedImports(tx: Tx, companyId: string, limit: number): Promise<ConfirmedImport[]> {
  const { rows } = await tx.query<ConfirmedImport>(
    `select d.id as document_id,
            d.supplier_id as partner_id,
            (i.record::json -> 'extraction' -> 'supplier')::text as read_supplier,
            (i.record::json -> 'extraction' ->> 'total') as read_total,
            (i.record::json -> 'extraction' -> 'lines')::text as read_lines,
            (d.record::json -> 'lines')::text as document_lines
       from procurement_imports i
       join documents d on d.company_id = i.company_id and d.id = i.document_id
      where i.company_id = $1 and i.status = 'imported' and d.status <> 'cancelled'
      order by i.id desc
      limit $2`,
    [companyId, limit],
  )
  return rows
}
