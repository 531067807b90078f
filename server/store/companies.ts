/** Creates companies, and reads their revision and settings. */
import { Refusal } from '../domain/refusals.ts'
import { SHAPE_VERSION } from '../domain/shape-version.ts'
import { DEFAULT_TIME_ZONE } from '../domain/time-zones.ts'
import { versionOf } from '../domain/upcasters.ts'
import type { Database, Tx } from './database.ts'

export interface CompanyRow {
  revision: number
  last_at: Date
  /** The totals as JSON (see domain/books.ts `Totals`); `stockValue` is a string. */
  totals: string
  counters: string
}

/** Returns the company's row, or null when the company does not exist. */
export async function findCompany(tx: Tx, companyId: string): Promise<CompanyRow | null> {
  const { rows } = await tx.query<CompanyRow>(
    'select revision, last_at, totals, counters from companies where company_id = $1',
    [companyId],
  )
  return rows[0] ?? null
}

/** Returns the revision up to which the tables are updated, in the transaction's snapshot. */
export async function findProjectedRevision(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>('select revision from projections where company_id = $1', [
    companyId,
  ])
  return rows[0]!.revision
}

/** Returns the revision up to which the tables are updated, and the time of the last command included in them. */
export async function findProjected(tx: Tx, companyId: string): Promise<Pick<CompanyRow, 'revision' | 'last_at'>> {
  const { rows } = await tx.query<Pick<CompanyRow, 'revision' | 'last_at'>>(
    `select p.revision,
            case when p.revision = c.revision then c.last_at
                 else coalesce((select at from commands where company_id = $1 and revision = p.revision), c.created_at) end as last_at
       from companies c join projections p on p.company_id = c.company_id
      where c.company_id = $1`,
    [companyId],
  )
  return rows[0]!
}

const SETTINGS = 'select record from settings where company_id = $1'

function timeZoneOf(settings: string): string {
  const { timeZone = DEFAULT_TIME_ZONE }: { timeZone?: string } = JSON.parse(settings)
  return timeZone
}

/** Returns the time zone that defines the company's days. */
export async function findTimeZone(tx: Tx, companyId: string): Promise<string> {
  const { rows } = await tx.query<{ record: string }>(SETTINGS, [companyId])
  return timeZoneOf(rows[0]!.record)
}

/** Returns the time zone that defines the company's days, on a connection for reading lists. */
export async function readTimeZone({ database, companyId }: ListReader): Promise<string> {
  const statement = { name: 'settings_of_company', text: SETTINGS, values: [companyId] }
  const [row] = await database.readers['in order'].read<{ record: string }>(companyId, statement)
  return timeZoneOf(row!.record)
}

/**
 * Returns the company's current revision, in one round trip. Refuses UNAUTHENTICATED when the company no longer exists.
 */
export async function currentRevision(database: Database, companyId: string): Promise<number> {
  const { rows } = await database.query<{ revision: number | null }>({
    name: 'company_revision',
    text: 'select company_revision($1) as revision',
    values: [companyId],
  })
  const { revision } = rows[0]!
  if (revision === null) throw noCompany()
  return revision
}

/** The refusal of requests for a company that never existed or no longer exists. */
export function noCompany(): Refusal {
  return new Refusal('UNAUTHENTICATED', 'The company of this token does not exist.')
}

/** Returns the deleted companies among the given companies. */
export async function listDeleted(database: Database | Tx, companyIds: readonly string[]): Promise<string[]> {
  if (companyIds.length === 0) return []
  const { rows } = await database.query<{ company_id: string }>(
    'select company_id from company_deletions where company_id = any ($1::uuid[])',
    [companyIds],
  )
  return rows.map((row) => row.company_id)
}

export interface EmptyCompany {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly totals: string
  readonly counters: string
}

/** Creates an empty company at revision 0. A new company has no warehouse, product or document (S-SERVICE-2). */
export async function insertCompany(tx: Tx, company: EmptyCompany): Promise<void> {
  await tx.query(
    `insert into companies (company_id, revision, last_at, totals, counters, created_at) values ($1, 0, $2, $3, $4, $2)`,
    [company.id, company.at, company.totals, company.counters],
  )
  await tx.query(
    `insert into settings (company_id, revision, company_name, daily_summary, record)
     values ($1, 0, $2, false, $3)`,
    [
      company.id,
      company.name,
      JSON.stringify({
        companyName: company.name,
        lowStockAlerts: false,
        dailySummary: false,
        timeZone: DEFAULT_TIME_ZONE,
        revision: 0,
        v: versionOf('settings'),
      }),
    ],
  )
  await tx.query('insert into projections (company_id, revision, logged_since, shapes) values ($1, 0, 0, $2)', [
    company.id,
    SHAPE_VERSION,
  ])
}

/** Reads lists of one company. Each statement reads all commits made before it. */
export interface ListReader {
  readonly database: Database
  readonly companyId: string
}

/**
 * Returns all companies that have a member or a token. The table of companies cannot be read for this, because
 * row-level security hides it from queries without a company.
 */
export async function listCompanyIds(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ company_id: string }>(
    'select company_id from memberships union select company_id from tokens order by company_id',
  )
  return rows.map((row) => row.company_id)
}
