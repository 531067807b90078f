/** The statements that convert a company's stored data to the current shapes. See engine/shapes.ts. */
import type { Kind } from '../domain/records.ts'
import type { Tx } from './database.ts'
import { ofKind, tableOf } from './records.ts'

/** Returns the version whose record shapes the company's tables have, or null when the company does not exist. */
export async function findShapes(tx: Tx, companyId: string): Promise<number | null> {
  const { rows } = await tx.query<{ shapes: number }>('select shapes from projections where company_id = $1', [
    companyId,
  ])
  return rows[0]?.shapes ?? null
}

/**
 * Records the version whose record shapes the tables now have. Checkpoints (engine/checkpoints.ts) still have the old
 * shapes, so they are deleted and later rebuilt from the log.
 */
export async function noteShapes(tx: Tx, companyId: string, shapes: number): Promise<void> {
  await tx.query('delete from checkpoints where company_id = $1', [companyId])
  await tx.query('delete from state_chunks where company_id = $1', [companyId])
  await tx.query('update projections set shapes = greatest(shapes, $2) where company_id = $1', [companyId, shapes])
}

/** Blocks projections of the company until the transaction ends. */
export async function holdProjection(tx: Tx, companyId: string): Promise<void> {
  await tx.query('select from projections where company_id = $1 for update', [companyId])
}

export interface KeptText {
  readonly id: string
  readonly record: string
}

/**
 * Returns the records of a kind whose ids come after a given id, including records that are not in memory. Their tables
 * cannot be updated before the transaction ends.
 */
export async function lockRecords(
  tx: Tx,
  companyId: string,
  { kind, after, most }: { readonly kind: Kind; readonly after: string; readonly most: number },
): Promise<KeptText[]> {
  const { rows } = await tx.query<KeptText>('select id, record from lock_records($1, $2, $3, $4)', [
    companyId,
    kind,
    after,
    most,
  ])
  return rows
}

/** Replaces the texts of records whose ids come after a given id, and rebuilds all data derived from these records. */
export async function replaceTexts(
  tx: Tx,
  companyId: string,
  { kind, texts, after, most }: { kind: Kind; texts: readonly KeptText[]; after: string; most: number },
): Promise<void> {
  await tx.query(
    `update ${tableOf(kind)} as t set record = n.record
       from unnest($2::uuid[], $3::text[]) as n (id, record)
      where t.company_id = $1 and t.id = n.id${ofKind(kind)}`,
    [companyId, texts.map(({ id }) => id), texts.map(({ record }) => record)],
  )
  // Recognitions have no columns besides their texts, so there is nothing to rebuild for them.
  if (kind !== 'recognitions') await tx.query('select reindex_records($1, $2, $3, $4)', [companyId, kind, after, most])
}

/** Replaces the stored text of the company's settings. */
export async function replaceSettings(tx: Tx, companyId: string, record: string): Promise<void> {
  await tx.query(`select commit_references($1, array['settings'], array[$2])`, [companyId, record])
}

/** A command's after-images that are not in the tables yet. */
export interface Unprojected {
  readonly revision: number
  /** The after-images as JSON; see engine/after-images.ts. */
  readonly after: string
  readonly v: number
}

export async function findUnprojected(tx: Tx, companyId: string): Promise<Unprojected | null> {
  const { rows } = await tx.query<Unprojected>(
    `select c.revision, c.after, c.v
       from projections p join commands c on c.company_id = p.company_id and c.revision = p.revision + 1
      where p.company_id = $1`,
    [companyId],
  )
  return rows[0] ?? null
}

export interface WrittenImage {
  readonly kind: string
  readonly key: string
  /** The record's new text, as stored in its table; null when the record was deleted. */
  readonly image: string | null
}

/** Writes the after-images of one command into the tables. */
export async function projectImages(
  tx: Tx,
  companyId: string,
  { revision, images }: { readonly revision: number; readonly images: readonly WrittenImage[] },
): Promise<void> {
  if (images.length > 0)
    await tx.query('select write_images($1, $2, $3, $4, $5)', [
      companyId,
      images.map(({ kind }) => kind),
      images.map(({ key }) => key),
      images.map(() => revision),
      images.map(({ image }) => image),
    ])
  await tx.query('update projections set revision = $2 where company_id = $1', [companyId, revision])
}

/** A command from the log. If its response was not stored, the order placed by the command is included. */
export interface UntoldCommand {
  readonly revision: number
  /** The change log entries as JSON; see engine/change-log.ts. */
  readonly changes: string
  readonly placed: string | null
}

/** Returns commands after a revision, oldest first. Commands logged by version 1 have no `after`. */
export async function listUntold(
  tx: Tx,
  companyId: string,
  { since, upTo, most }: { readonly since: number; readonly upTo: number; readonly most: number },
): Promise<UntoldCommand[]> {
  const { rows } = await tx.query<UntoldCommand>(
    `select revision, changes, case when result is null and after is null then entity_id end as placed
       from commands
      where company_id = $1 and revision > $2 and revision <= $3
      order by revision
      limit $4`,
    [companyId, since, upTo, most],
  )
  return rows
}

export interface ToldResult {
  readonly revision: number
  readonly result: string
}

export async function writeResults(tx: Tx, companyId: string, told: readonly ToldResult[]): Promise<void> {
  if (told.length === 0) return
  await tx.query(
    `update commands as c set result = n.result
       from unnest($2::bigint[], $3::text[]) as n (revision, result)
      where c.company_id = $1 and c.revision = n.revision and c.result is null and c.after is null`,
    [companyId, told.map(({ revision }) => revision), told.map(({ result }) => result)],
  )
}
