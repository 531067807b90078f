/** The SQL of the import report, which has one row for each row read from MoySklad. */
import { parseStored, printStored } from '../../domain/upcasters.ts'
import type { Tx } from '../../store/database.ts'
import type { EntityType, MappingProblem, PlannedBody } from '../mapping/plan.ts'
import type { RowAction, RowStatus } from './job.ts'

export interface JobReportRow {
  /** The row's number, from 0 without gaps. */
  readonly number: number
  readonly id: string
  readonly entityType: EntityType
  readonly externalId: string
  readonly name: string
  readonly action: RowAction
  readonly status: RowStatus
  readonly internalId: string | null
  readonly problems: readonly MappingProblem[]
  /** Values that are not transferred and exist only in the report. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A report row with all the data that is needed to write the record. */
export interface PlannedRow extends JobReportRow {
  readonly body: PlannedBody | null
  readonly archived: boolean
  readonly isDue: boolean
  readonly isArchiveDue: boolean
}

export const SEVERITIES = { info: 1, warning: 2, error: 3 } as const

/** Returns the severity of a row's worst problem; 0 when it has none. */
function severityOf(problems: readonly MappingProblem[]): number {
  return Math.max(0, ...problems.map(({ severity }) => SEVERITIES[severity]))
}

interface Row {
  number: number
  id: string
  entity_type: EntityType
  external_id: string
  name: string
  action: RowAction
  status: RowStatus
  internal_id: string | null
  problems: string
  data: string
  body: string | null
  archived: boolean
  is_due: boolean
  is_archive_due: boolean
}

const REPORTED = 'number, id, entity_type, external_id, name, action, status, internal_id, problems, data'
const PLANNED = `${REPORTED}, body, archived, is_due, is_archive_due`

function reportRowOf(row: Row): JobReportRow {
  return {
    ...{ number: row.number, id: row.id, entityType: row.entity_type, externalId: row.external_id, name: row.name },
    ...{ action: row.action, status: row.status, internalId: row.internal_id },
    problems: JSON.parse(row.problems) as MappingProblem[],
    data: JSON.parse(row.data) as Record<string, unknown>,
  }
}

function bodyOf({ entity_type: type, body }: Row): PlannedBody | null {
  return body === null ? null : parseStored<PlannedBody>(`extsysBody:${type}`, body)
}

function plannedRowOf(row: Row): PlannedRow {
  return {
    ...reportRowOf(row),
    body: bodyOf(row),
    ...{ archived: row.archived, isDue: row.is_due, isArchiveDue: row.is_archive_due },
  }
}

/** Adds rows to the report. */
export async function insertRows(tx: Tx, companyId: string, jobId: string, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  const lines = rows.map((row) => ({
    ...{ number: row.number, id: row.id, entity_type: row.entityType, external_id: row.externalId, name: row.name },
    ...{ action: row.action, status: row.status, internal_id: row.internalId, problems: JSON.stringify(row.problems) },
    ...{ severity: severityOf(row.problems), data: JSON.stringify(row.data) },
    body: row.body === null ? null : printStored(`extsysBody:${row.entityType}`, row.body),
    ...{ archived: row.archived, is_due: row.isDue, is_archive_due: row.isArchiveDue },
  }))
  await tx.query(
    `insert into extsys_rows (company_id, job_id, ${PLANNED}, severity)
     select company_id, $2, ${PLANNED}, severity
       from companies cross join json_to_recordset($3) as r (number integer, id uuid, entity_type text, external_id text, name text, action text, status text,
              internal_id uuid, problems text, severity smallint, data text, body text, archived boolean, is_due boolean,
              is_archive_due boolean)
      where company_id = $1`,
    [companyId, jobId, JSON.stringify(lines)],
  )
}

/** The result of writing a row. */
export interface RowOutcome {
  readonly number: number
  readonly status: RowStatus
  readonly internalId: string | null
  readonly problems: readonly MappingProblem[]
  readonly isDue: boolean
  readonly isArchiveDue: boolean
}

export async function updateRows(
  tx: Tx,
  companyId: string,
  jobId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  const lines = outcomes.map((row) => ({
    ...{ number: row.number, status: row.status, internal_id: row.internalId, problems: JSON.stringify(row.problems) },
    ...{ severity: severityOf(row.problems), is_due: row.isDue, is_archive_due: row.isArchiveDue },
  }))
  await tx.query(
    `update extsys_rows as o
        set status = r.status, internal_id = r.internal_id, problems = r.problems, severity = r.severity, is_due = r.is_due,
            is_archive_due = r.is_archive_due
       from json_to_recordset($3) as r (number integer, status text, internal_id uuid, problems text, severity smallint,
              is_due boolean, is_archive_due boolean)
      where o.company_id = $1 and o.job_id = $2 and o.number = r.number and o.number = any ($4)`,
    [companyId, jobId, JSON.stringify(lines), outcomes.map(({ number }) => number)],
  )
}

/** Adds problems to existing report rows, by row number. */
export async function addProblems(
  tx: Tx,
  companyId: string,
  { jobId, problems }: { jobId: string; problems: ReadonlyMap<number, readonly MappingProblem[]> },
): Promise<void> {
  const { rows } = await tx.query<Pick<Row, 'number' | 'problems'>>(
    'select number, problems from extsys_rows where company_id = $1 and job_id = $2 and number = any ($3)',
    [companyId, jobId, [...problems.keys()]],
  )
  const lines = rows.map(({ number, problems: before }) => {
    const all = [...(JSON.parse(before) as MappingProblem[]), ...(problems.get(number) ?? [])]
    return { number, problems: JSON.stringify(all), severity: severityOf(all) }
  })
  await tx.query(
    `update extsys_rows as o set problems = r.problems, severity = r.severity
       from json_to_recordset($3) as r (number integer, problems text, severity smallint)
      where o.company_id = $1 and o.job_id = $2 and o.number = r.number and o.number = any ($4)`,
    [companyId, jobId, JSON.stringify(lines), lines.map(({ number }) => number)],
  )
}

/**
 * Lists the next rows to write, in order. Returns rows of only one kind (the first), because later kinds refer to
 * earlier ones.
 */
export async function listDueRows(tx: Tx, companyId: string, jobId: string, limit: number): Promise<PlannedRow[]> {
  const { rows } = await tx.query<Row>(
    `select ${PLANNED} from extsys_rows where company_id = $1 and job_id = $2 and is_due order by number limit $3`,
    [companyId, jobId, limit],
  )
  const first = rows[0]?.entity_type
  return rows.filter((row) => row.entity_type === first).map(plannedRowOf)
}

/** Lists the next rows to archive, in reverse order, so that bundles come before their components. */
export async function listArchiveDueRows(
  tx: Tx,
  companyId: string,
  jobId: string,
  limit: number,
): Promise<PlannedRow[]> {
  const { rows } = await tx.query<Row>(
    `select ${PLANNED} from extsys_rows where company_id = $1 and job_id = $2 and is_archive_due order by number desc limit $3`,
    [companyId, jobId, limit],
  )
  const first = rows[0]?.entity_type
  return rows.filter((row) => row.entity_type === first).map(plannedRowOf)
}

export async function countDueRows(tx: Tx, companyId: string, jobId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select (select count(*) from extsys_rows where company_id = $1 and job_id = $2 and is_due)
          + (select count(*) from extsys_rows where company_id = $1 and job_id = $2 and is_archive_due) as count`,
    [companyId, jobId],
  )
  return rows[0]!.count
}

/** Returns the plans of this import for some MoySklad ids: the kinds, names and actions of their rows. */
export async function findPlans(
  tx: Tx,
  companyId: string,
  jobId: string,
  externalIds: readonly string[],
): Promise<{ entityType: EntityType; externalId: string; name: string; action: RowAction }[]> {
  const { rows } = await tx.query<Pick<Row, 'entity_type' | 'external_id' | 'name' | 'action'>>(
    'select entity_type, external_id, name, action from extsys_rows where company_id = $1 and job_id = $2 and external_id = any ($3)',
    [companyId, jobId, externalIds],
  )
  return rows.map((row) => ({
    ...{ entityType: row.entity_type, externalId: row.external_id, name: row.name, action: row.action },
  }))
}

export interface RowsAsked {
  readonly offset: number
  readonly limit: number
  /** Whether to list only rows with a warning or an error. */
  readonly problems: boolean
}

/** Lists a page of the report. */
export async function listRows(
  tx: Tx,
  companyId: string,
  jobId: string,
  { offset, limit, problems }: RowsAsked,
): Promise<JobReportRow[]> {
  // Row numbers have no gaps, so a page of all rows is simply a range of numbers. For a page of only the rows with
  // problems, an index is used to count past the earlier rows.
  const { rows } = problems
    ? await tx.query<Row>(
        `select ${REPORTED} from extsys_rows
          where company_id = $1 and job_id = $2 and severity >= 2
            and number = any (array(select number from extsys_rows where company_id = $1 and job_id = $2 and severity >= 2
                                     order by number offset $3 limit $4))
          order by number`,
        [companyId, jobId, offset, limit],
      )
    : await tx.query<Row>(
        `select ${REPORTED} from extsys_rows
          where company_id = $1 and job_id = $2 and number >= $3 and number < $3::bigint + $4
          order by number`,
        [companyId, jobId, offset, limit],
      )
  return rows.map(reportRowOf)
}

export async function countProblemRows(tx: Tx, companyId: string, jobId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*) from extsys_rows where company_id = $1 and job_id = $2 and severity >= 2',
    [companyId, jobId],
  )
  return rows[0]!.count
}

/** A row of the whole report. It includes the planned body if the import writes a record for the row. */
export type ExportedRow = JobReportRow & Pick<PlannedRow, 'body'>

/** Lists the next rows of the report in order, starting after a row number. */
export async function listRowsAfter(
  tx: Tx,
  companyId: string,
  jobId: string,
  { after, limit, problems }: { after: number; limit: number; problems: boolean },
): Promise<ExportedRow[]> {
  const { rows } = await tx.query<Row>(
    `select ${REPORTED}, body from extsys_rows
      where company_id = $1 and job_id = $2 and number > $3 ${problems ? 'and severity >= 2' : ''}
      order by number limit $4`,
    [companyId, jobId, after, limit],
  )
  return rows.map((row) => ({
    ...reportRowOf(row),
    body: bodyOf(row),
  }))
}

/** Counts the rows that have each problem code, by kind of row. */
export async function countProblemCodes(
  tx: Tx,
  companyId: string,
  jobId: string,
): Promise<{ code: string; entityType: EntityType; rows: number }[]> {
  const { rows } = await tx.query<{ code: string; entity_type: EntityType; rows: number }>(
    `select problem->>'code' as code, entity_type, count(distinct number) as rows
       from extsys_rows, json_array_elements(problems::json) as problem
      where company_id = $1 and job_id = $2 and severity > 0
      group by 1, 2`,
    [companyId, jobId],
  )
  return rows.map((row) => ({ code: row.code, entityType: row.entity_type, rows: row.rows }))
}

/** A report row that has no number yet. */
export type Planned = Omit<PlannedRow, 'number' | 'id'>
