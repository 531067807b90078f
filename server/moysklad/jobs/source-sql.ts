/** The SQL of the rows read from MoySklad, which are stored exactly as MoySklad returned them. */
import type { Tx } from '../../store/database.ts'

export interface SourceRowText {
  readonly externalId: string
  /** The row's original JSON. */
  readonly source: string
  readonly suppliers: readonly string[]
}

/** A row without an id is stored under this prefix followed by its position in the list. */
export const UNREADABLE = 'unreadable:'

/** Deletes the rows of a list whose ids begin with a prefix. @returns how many rows were deleted. */
export async function dropSourceRows(
  tx: Tx,
  companyId: string,
  { jobId, list, prefix }: { jobId: string; list: string; prefix: string },
): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from extsys_source_rows
      where company_id = $1 and job_id = $2 and list = $3 and starts_with(external_id, $4)`,
    [companyId, jobId, list, prefix],
  )
  return rowCount ?? 0
}

/**
 * Stores rows of a list. A row that was stored before is replaced and keeps its place. @returns how many rows are new.
 */
export async function putSourceRows(
  tx: Tx,
  companyId: string,
  { jobId, list, rows }: { jobId: string; list: string; rows: readonly SourceRowText[] },
): Promise<number> {
  if (rows.length === 0) return 0
  const lines = rows.map(({ externalId, source, suppliers }) => ({ external_id: externalId, source, suppliers }))
  const { rows: put } = await tx.query<{ is_new: boolean }>(
    `insert into extsys_source_rows (company_id, job_id, list, external_id, number, source, suppliers)
     select $1, $2, $3, r.external_id, r.position + coalesce((select max(number) from extsys_source_rows
                                                                where company_id = $1 and job_id = $2 and list = $3), -1),
            r.source, coalesce(array(select json_array_elements_text(r.suppliers)), '{}')
       from rows from (json_to_recordset($4) as (external_id text, source text, suppliers json))
            with ordinality as r (external_id, source, suppliers, position)
     on conflict (company_id, job_id, list, external_id) do update
       set source = excluded.source, suppliers = excluded.suppliers
     returning xmax = 0 as is_new`,
    [companyId, jobId, list, JSON.stringify(lines)],
  )
  return put.filter(({ is_new }) => is_new).length
}

/** Returns the next rows of a list, in the order they were read, starting after a row number. */
export async function listSourceRows(
  tx: Tx,
  companyId: string,
  { jobId, list, after, limit }: { jobId: string; list: string; after: number; limit: number },
): Promise<{ number: number; externalId: string; source: string }[]> {
  const { rows } = await tx.query<{ number: number; external_id: string; source: string }>(
    `select number, external_id, source from extsys_source_rows
      where company_id = $1 and job_id = $2 and list = $3 and number > $4
      order by number limit $5`,
    [companyId, jobId, list, after, limit],
  )
  return rows.map(({ number, external_id, source }) => ({ number, externalId: external_id, source }))
}

/** Returns the original JSON of some rows of a list, by id. */
export async function findSources(
  tx: Tx,
  companyId: string,
  { jobId, list, externalIds }: { jobId: string; list: string; externalIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ external_id: string; source: string }>(
    `select external_id, source from extsys_source_rows
      where company_id = $1 and job_id = $2 and list = $3 and external_id = any ($4)`,
    [companyId, jobId, list, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, row.source]))
}

/** Lists the partners that any row refers to as its supplier. */
export async function listSuppliers(tx: Tx, companyId: string, jobId: string): Promise<string[]> {
  const { rows } = await tx.query<{ supplier: string }>(
    `select distinct unnest(suppliers) as supplier from extsys_source_rows where company_id = $1 and job_id = $2 and suppliers <> '{}'`,
    [companyId, jobId],
  )
  return rows.map(({ supplier }) => supplier)
}

/**
 * Deletes the stored rows of all imports except the newest imports, because the rows are large and contain personal
 * data.
 */
export async function forgetOldSources(tx: Tx, companyId: string, keptJobs: number): Promise<void> {
  await tx.query(
    `delete from extsys_source_rows
      where company_id = $1
        and job_id = any (array(select id from extsys_jobs where company_id = $1 order by id desc offset $2))`,
    [companyId, keptJobs],
  )
}

/**
 * Returns the names of some documents, by id. To avoid parsing all the JSON of a document, takes the first `name` in
 * the text, which is always the document's own.
 */
export async function findDocumentNames(
  tx: Tx,
  companyId: string,
  { jobId, lists, externalIds }: { jobId: string; lists: readonly string[]; externalIds: readonly string[] },
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const { rows } = await tx.query<{ external_id: string; name: string | null }>(
    `select external_id, substring(source from '"name"\\s*:\\s*"([^"\\\\]*)"') as name from extsys_source_rows
      where company_id = $1 and job_id = $2 and list = any ($3) and external_id = any ($4)`,
    [companyId, jobId, lists, externalIds],
  )
  return new Map(rows.flatMap((row) => (row.name === null ? [] : [[row.external_id, row.name] as const])))
}

/** Returns the original JSON of some rows, by id. When several lists contain a row, the first list wins. */
export async function findSourcesIn(
  tx: Tx,
  companyId: string,
  { jobId, lists, externalIds }: { jobId: string; lists: readonly string[]; externalIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ external_id: string; source: string }>(
    `select distinct on (external_id) external_id, source from extsys_source_rows
      where company_id = $1 and job_id = $2 and list = any ($3) and external_id = any ($4)
      order by external_id, array_position($3, list)`,
    [companyId, jobId, lists, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, row.source]))
}
