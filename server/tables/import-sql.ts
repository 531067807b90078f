/** SQL queries for table imports, their rows, and the column targets remembered from earlier imports. */
import { parseStored, printStored } from '../domain/upcasters.ts'
import type { Tx } from '../store/database.ts'
import type { ImportCounts, ImportRow, ImportStatus, TableImport } from './import-records.ts'
import type { ImportKind } from './targets.ts'

interface ImportDbRow {
  id: string
  kind: ImportKind
  status: ImportStatus
  file_name: string
  sha256: string
  size: number
  language: TableImport['language']
  sheets: string
  sheet: string | null
  header_row: number
  columns: string
  options: string
  fault: string | null
  version: number
  row_count: number
  position: number
  actor: string | null
  created_at: Date
  updated_at: Date
  created_by_type: TableImport['createdBy']['type']
  created_by_id: string
  created_by_name: string
}

function importOf(row: ImportDbRow): TableImport {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    fileName: row.file_name,
    sha256: row.sha256,
    size: row.size,
    language: row.language,
    sheets: JSON.parse(row.sheets),
    sheet: row.sheet,
    headerRow: row.header_row,
    columns: JSON.parse(row.columns),
    options: parseStored('tableOptions', row.options),
    fault: row.fault as TableImport['fault'],
    version: row.version,
    rowCount: row.row_count,
    position: row.position,
    actor: row.actor === null ? null : JSON.parse(row.actor),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: { type: row.created_by_type, id: row.created_by_id, name: row.created_by_name },
  }
}

export async function insertImport(tx: Tx, companyId: string, one: TableImport): Promise<void> {
  await tx.query(
    `insert into table_imports (company_id, id, kind, status, file_name, sha256, size, language, sheets, sheet, header_row, columns,
                                options, created_at, updated_at, created_by_type, created_by_id, created_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17)`,
    [
      ...[companyId, one.id, one.kind, one.status, one.fileName, one.sha256, one.size, one.language],
      ...[
        JSON.stringify(one.sheets),
        one.sheet,
        one.headerRow,
        JSON.stringify(one.columns),
        printStored('tableOptions', one.options),
      ],
      ...[one.createdAt, one.createdBy.type, one.createdBy.id, one.createdBy.name],
    ],
  )
}

/** Finds an import by its id. @param lock whether to lock the import until the transaction ends */
export async function findImport(tx: Tx, companyId: string, id: string, lock = false): Promise<TableImport | null> {
  const { rows } = await tx.query<ImportDbRow>(
    `select * from table_imports where company_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [companyId, id],
  )
  return rows[0] === undefined ? null : importOf(rows[0])
}

export interface ImportsAsked {
  readonly limit: number
  /** If set, only imports older than the import with this id are listed. */
  readonly after: string | null
  /** If set, only imports made by this user are listed. */
  readonly madeBy: string | null
}

/** Lists imports, newest first. */
export async function listImports(
  tx: Tx,
  companyId: string,
  { limit, after, madeBy }: ImportsAsked,
): Promise<TableImport[]> {
  const { rows } = await tx.query<ImportDbRow>(
    `select * from table_imports
      where company_id = $1 and ($2::uuid is null or id < $2) and ($3::text is null or created_by_id = $3)
      order by id desc limit $4`,
    [companyId, after, madeBy, limit],
  )
  return rows.map(importOf)
}

export async function countImports(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*) as count from table_imports where company_id = $1',
    [companyId],
  )
  return rows[0]!.count
}

/** Stores a changed column mapping. All rows must then be planned again. */
export async function saveMapping(tx: Tx, companyId: string, one: TableImport): Promise<void> {
  await tx.query(
    `update table_imports
        set status = 'planning', sheet = $3, header_row = $4, columns = $5, options = $6, language = $7, version = version + 1,
            fault = null, row_count = 0, position = 0, tries = 0, retry_at = null, updated_at = now()
      where company_id = $1 and id = $2`,
    [
      ...[
        companyId,
        one.id,
        one.sheet,
        one.headerRow,
        JSON.stringify(one.columns),
        printStored('tableOptions', one.options),
      ],
      ...[one.language],
    ],
  )
}

export async function saveStatus(
  tx: Tx,
  companyId: string,
  { id, status, actor }: Pick<TableImport, 'id' | 'status' | 'actor'>,
): Promise<void> {
  await tx.query(
    `update table_imports
        set status = $3, actor = coalesce($4, actor), fault = null, tries = 0, retry_at = null, updated_at = now()
      where company_id = $1 and id = $2`,
    [companyId, id, status, actor === null ? null : JSON.stringify(actor)],
  )
}

/** Finishes planning for one version of the mapping. @returns false when the mapping has changed meanwhile */
export async function endPlanning(
  tx: Tx,
  companyId: string,
  { id, version, rowCount, fault }: Pick<TableImport, 'id' | 'version' | 'rowCount' | 'fault'>,
): Promise<boolean> {
  const { rowCount: changed } = await tx.query(
    `update table_imports set status = $4, row_count = $5, fault = $6, updated_at = now()
      where company_id = $1 and id = $2 and version = $3 and status = 'planning'`,
    [companyId, id, version, fault === null ? 'ready' : 'failed', rowCount, fault],
  )
  return changed === 1
}

/** Whether this version of the mapping is still being planned. Locks the import until the transaction ends. */
export async function isPlanning(
  tx: Tx,
  companyId: string,
  { id, version }: Pick<TableImport, 'id' | 'version'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from table_imports where company_id = $1 and id = $2 and version = $3 and status = 'planning' for update`,
    [companyId, id, version],
  )
  return rowCount === 1
}

export async function deleteRows(tx: Tx, companyId: string, importId: string): Promise<void> {
  await tx.query('delete from table_import_rows where company_id = $1 and import_id = $2', [companyId, importId])
}

export async function deleteImport(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.query('delete from table_imports where company_id = $1 and id = $2', [companyId, id])
}

export async function insertImportRows(
  tx: Tx,
  companyId: string,
  importId: string,
  rows: readonly ImportRow[],
): Promise<void> {
  await tx.query(
    `insert into table_import_rows (company_id, import_id, row, plan, cells, problems)
     select company_id, $2, planned.*
       from companies cross join unnest($3::integer[], $4::text[], $5::text[], $6::text[]) as planned
      where company_id = $1`,
    [
      ...[companyId, importId, rows.map(({ row }) => row), rows.map(({ plan }) => plan)],
      ...[rows.map(({ cells }) => JSON.stringify(cells)), rows.map(({ problems }) => JSON.stringify(problems))],
    ],
  )
}

export interface ImportRowOutcome {
  readonly row: number
  readonly outcome: 'applied' | 'failed' | null
  readonly recordId: string | null
  /** The new problems of the row, or null to keep the problems found in planning. */
  readonly problems: ImportRow['problems'] | null
}

export async function saveOutcomes(
  tx: Tx,
  companyId: string,
  importId: string,
  outcomes: readonly ImportRowOutcome[],
): Promise<void> {
  await tx.query(
    `update table_import_rows as r
        set outcome = o.outcome, record_id = o.record_id, problems = coalesce(o.problems, r.problems)
       from unnest($3::integer[], $4::text[], $5::uuid[], $6::text[]) as o (row, outcome, record_id, problems)
      where r.company_id = $1 and r.import_id = $2 and r.row = o.row`,
    [
      ...[companyId, importId, outcomes.map(({ row }) => row), outcomes.map(({ outcome }) => outcome)],
      ...[outcomes.map(({ recordId }) => recordId)],
      outcomes.map(({ problems }) => (problems === null ? null : JSON.stringify(problems))),
    ],
  )
}

/**
 * Saves the position up to which an import has been written. `isDone`: all rows are done. Does not override a pause or
 * a cancellation. @returns whether to continue
 */
export async function savePosition(
  tx: Tx,
  companyId: string,
  { id, position, isDone }: { readonly id: string; readonly position: number; readonly isDone: boolean },
): Promise<boolean> {
  const { rows } = await tx.query<{ status: ImportStatus }>(
    `update table_imports
        set position = greatest(position, $3), tries = 0, retry_at = null, updated_at = now(),
            status = case when $4 and status = 'applying' then 'done' else status end
      where company_id = $1 and id = $2
      returning status`,
    [companyId, id, position, isDone],
  )
  return rows[0]?.status === 'applying'
}

interface RowDbRow {
  row: number
  plan: ImportRow['plan']
  outcome: ImportRow['outcome']
  cells: string
  problems: string
  record_id: string | null
}

const rowOf = ({ row, plan, outcome, cells, problems, record_id }: RowDbRow): ImportRow => ({
  ...{ row, plan, outcome, recordId: record_id },
  cells: JSON.parse(cells),
  problems: JSON.parse(problems),
})

/** Lists the next rows to write. */
export async function listRowsToApply(
  tx: Tx,
  companyId: string,
  { id, position }: TableImport,
  limit: number,
): Promise<ImportRow[]> {
  const { rows } = await tx.query<RowDbRow>(
    `select row, plan, outcome, cells, problems, record_id from table_import_rows
      where company_id = $1 and import_id = $2 and row > $3 and plan in ('create', 'update')
      order by row limit $4`,
    [companyId, id, position, limit],
  )
  return rows.map(rowOf)
}

export interface ImportRowsAsked {
  readonly importId: string
  /** Whether to list only rows with a problem. */
  readonly problems: boolean
  readonly offset: number
  readonly limit: number
}

export async function listImportRows(tx: Tx, companyId: string, asked: ImportRowsAsked): Promise<ImportRow[]> {
  const { importId, problems, offset, limit } = asked
  const { rows } = await tx.query<RowDbRow>(
    `select row, plan, outcome, cells, problems, record_id from table_import_rows
      where company_id = $1 and import_id = $2 and (not $3 or problems <> '[]')
      order by row offset $4 limit $5`,
    [companyId, importId, problems, offset, limit],
  )
  return rows.map(rowOf)
}

/** Counts the rows of several imports, by plan and outcome. */
export async function countImportRows(
  tx: Tx,
  companyId: string,
  importIds: readonly string[],
): Promise<Map<string, ImportCounts>> {
  const { rows } = await tx.query<ImportCounts & { import_id: string }>(
    `select import_id, count(*) filter (where plan = 'create') as create, count(*) filter (where plan = 'update') as update,
            count(*) filter (where plan = 'unchanged') as unchanged, count(*) filter (where plan = 'problem') as problem,
            count(*) filter (where plan in ('create', 'update') and outcome is distinct from 'failed' and problems <> '[]') as warned,
            count(*) filter (where outcome = 'applied') as applied, count(*) filter (where outcome = 'failed') as failed
       from table_import_rows where company_id = $1 and import_id = any ($2)
      group by import_id`,
    [companyId, importIds],
  )
  return new Map(rows.map(({ import_id, ...counts }) => [import_id, counts]))
}

export async function countRowsWithProblems(tx: Tx, companyId: string, importId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from table_import_rows where company_id = $1 and import_id = $2 and problems <> '[]'`,
    [companyId, importId],
  )
  return rows[0]!.count
}

/** Returns the company's oldest import that a worker can continue now. */
export async function findNextAtWork(tx: Tx, companyId: string): Promise<TableImport | null> {
  const { rows } = await tx.query<ImportDbRow>(
    `select * from table_imports
      where company_id = $1 and status in ('planning', 'applying') and (retry_at is null or retry_at <= now())
      order by id limit 1`,
    [companyId],
  )
  return rows[0] === undefined ? null : importOf(rows[0])
}

/** Returns the targets to which columns with these names were mapped in the company's last import. */
export async function readHeaders(
  tx: Tx,
  companyId: string,
  kind: ImportKind,
  headers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ header: string; target: string }>(
    'select header, target from table_headers where company_id = $1 and kind = $2 and header = any ($3)',
    [companyId, kind, headers],
  )
  return new Map(rows.map(({ header, target }) => [header, target]))
}

export async function rememberHeaders(
  tx: Tx,
  companyId: string,
  kind: ImportKind,
  targets: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.query(
    `insert into table_headers (company_id, kind, header, target) select $1, $2, * from unnest($3::text[], $4::text[])
     on conflict (company_id, kind, header) do update set target = excluded.target`,
    [companyId, kind, [...targets.keys()], [...targets.values()]],
  )
}

/** Finds another import of the same file that has already received opening stock, or null when there is none. */
export async function findAppliedStock(
  tx: Tx,
  companyId: string,
  { id, sha256 }: Pick<TableImport, 'id' | 'sha256'>,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from table_imports as i
      where i.company_id = $1 and i.sha256 = $2 and i.id <> $3 and i.kind = 'opening_stock'
        and (i.status in ('applying', 'paused') or exists (
          select from table_import_rows as r where r.company_id = $1 and r.import_id = i.id and r.outcome = 'applied'))
      limit 1`,
    [companyId, sha256, id],
  )
  return rows[0]?.id ?? null
}
