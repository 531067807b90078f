/** The SQL of the limits of companies: what operators set, and what is used. */
import type { LimitName, OwnLimits } from '../domain/limits.ts'
import type { Database, Tx } from '../store/database.ts'

/** Lists what was set for single companies, by company. */
export async function listOwnLimits(database: Database | Tx): Promise<Map<string, OwnLimits>> {
  const { rows } = await database.query<{ company_id: string; limits: string }>(
    'select company_id, limits from company_limits order by company_id',
  )
  return new Map(rows.map(({ company_id, limits }) => [company_id, JSON.parse(limits) as OwnLimits]))
}

/**
 * Stores the limits that were set for a company. If none is set, its row is deleted. Running nodes notice the change at
 * their next check of the epoch.
 */
export async function saveOwnLimits(tx: Tx, companyId: string, limits: OwnLimits): Promise<void> {
  if (Object.keys(limits).length === 0) await tx.query('delete from company_limits where company_id = $1', [companyId])
  else
    await tx.query(
      `insert into company_limits (company_id, limits, changed_at) values ($1, $2, now())
       on conflict (company_id) do update set limits = excluded.limits, changed_at = excluded.changed_at`,
      [companyId, JSON.stringify(limits)],
    )
  await tx.query('update histories set limits_version = limits_version + 1')
}

/** A number of requests that a node may let a company send; a part of the company's limit per minute. */
export interface TakenShare {
  /** The minute in which the share is valid, counted from 1970. */
  readonly minute: number
  readonly given: number
  /** How many requests all nodes together have taken in this minute, including this share. */
  readonly used: number
  /** The time that was left of the minute when the database answered. */
  readonly secondsLeft: number
}

/** Takes a share of the requests that a company may still send in this minute. */
export async function takeRequests(
  database: Database,
  companyId: string,
  { limit, share }: { readonly limit: number; readonly share: number },
): Promise<TakenShare> {
  const { rows } = await database.query<TakenShare>({
    name: 'take_requests',
    text: `select of_minute as minute, given, used, seconds_left as "secondsLeft" from take_requests($1, $2, $3)`,
    values: [companyId, limit, share],
  })
  return rows[0]!
}

/** Returns how many requests all nodes have taken in this minute, and how long it lasts. */
export async function readTaken(tx: Tx, companyId: string): Promise<Pick<TakenShare, 'used' | 'secondsLeft'>> {
  const { rows } = await tx.query<Pick<TakenShare, 'used' | 'secondsLeft'>>(
    `select coalesce((select taken from request_counts where company_id = $1 and minute = floor(at / 60)), 0) as used,
            60 - (at - floor(at / 60) * 60) as "secondsLeft"
       from (select extract(epoch from clock_timestamp())::double precision as at) as clock`,
    [companyId],
  )
  return rows[0]!
}

export async function countProducts(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>('select count(*) as count from products where company_id = $1', [
    companyId,
  ])
  return rows[0]!.count
}

export interface FilesUsed {
  readonly files: number
  readonly bytes: number
}

/** Counts the stored files of a company, in a transaction that may write. */
export async function countFiles(tx: Tx, companyId: string): Promise<FilesUsed> {
  const { rows } = await tx.query<FilesUsed>('select files, bytes::bigint as bytes from count_stored_files($1)', [
    companyId,
  ])
  return rows[0]!
}

export interface FileRoom extends FilesUsed {
  /** The limit that the file would exceed; null if there is room for it. */
  readonly reached: 'files' | 'bytes' | null
}

/** Makes room for a file that is about to be stored. */
export async function takeFileRoom(
  tx: Tx,
  companyId: string,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  { files, fileBytes }: Readonly<Record<Extract<LimitName, 'files' | 'fileBytes'>, number | null>>,
): Promise<FileRoom> {
  const { rows } = await tx.query<FileRoom>('select reached, files, bytes from take_file_room($1, $2, $3, $4, $5)', [
    companyId,
    sha256,
    size,
    files,
    fileBytes,
  ])
  return rows[0]!
}

/** Whether a command of the company has used the key. */
export async function isKeyUsed(tx: Tx, companyId: string, key: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from commands where company_id = $1 and key = $2', [companyId, key])
  return rowCount === 1
}
