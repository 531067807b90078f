/**
 * The report of an import for the company's owner: pages of rows, problems grouped by code, and the whole report.
 * Source: S-IMPORT-19, S-IMPORT-21, S-IMPORT-22.
 */
import { notFound } from '../../domain/refusals.ts'
import { isIssuedId } from '../../domain/schema.ts'
import type { Asker } from '../../runtime/fair-limiter.ts'
import { inSlices } from '../../runtime/slices.ts'
import { type Database, readCompany, type Tx } from '../../store/database.ts'
import type { EntityType } from '../mapping/plan.ts'
import { type MappingProblemCode, PROBLEM_CODES, type Severity, sentenceOf } from '../mapping/problem-codes.ts'
import type { Job } from './job.ts'
import { findJob } from './job-sql.ts'
import { type MigrationGate, requireTables } from './migration-gate.ts'
import { printRow } from './report-json.ts'
import { sourceListsOf } from './report-sources.ts'
import {
  countProblemCodes,
  countProblemRows,
  type ExportedRow,
  type JobReportRow,
  listRows,
  listRowsAfter,
  type RowsAsked,
  SEVERITIES,
} from './row-sql.ts'
import { findSourcesIn } from './source-sql.ts'

export interface PageAsked extends RowsAsked {
  /** Whether to include MoySklad's original values in the rows. */
  readonly source: boolean
}

/** All rows of the report that have the same problem. */
interface ProblemGroup {
  readonly code: string
  readonly severity: Severity
  /** A sentence in Russian about the meaning of the problem and the way to solve it, without the details of any row. */
  readonly message: string
  readonly messageEn: string
  /** How many rows have the problem. */
  readonly rows: number
  readonly entityTypes: Partial<Record<EntityType, number>>
}

export interface WholeReport {
  readonly job: Job
  readonly total: number
  /** The rows of the report in order, in batches. */
  readonly slices: AsyncIterable<readonly ExportedRow[]>
}

/** The report of an import. Every method refuses with MIGRATION_PENDING or NOT_FOUND. */
export interface JobReport {
  /** Returns a page of the report as pieces of JSON. */
  page(asker: Asker, jobId: string, asked: PageAsked): Promise<AsyncIterable<string>>
  /** Returns the groups of problems, the most severe and most frequent ones first. */
  problems(asker: Asker, jobId: string): Promise<ProblemGroup[]>
  whole(asker: Asker, jobId: string, asked: Pick<RowsAsked, 'problems'>): Promise<WholeReport>
}

/**
 * The maximum number of rows whose original values are in memory at once. It is small, because these values may be
 * long.
 */
const SOURCES_AT_ONCE = 20
const ROWS_AT_ONCE = 500

export function openReport({ database, gate }: { database: Database; gate: MigrationGate }): JobReport {
  const read = async <T>(asker: Asker, jobId: string, work: (tx: Tx, job: Job) => Promise<T>): Promise<T> => {
    await requireTables(gate)
    return readCompany(database, asker, async (tx) => work(tx, await loadJob(tx, asker.companyId, jobId)))
  }
  return {
    async page(asker, jobId, asked) {
      const { rows, total } = await read(asker, jobId, async (tx, job) => ({
        rows: await listRows(tx, asker.companyId, jobId, asked),
        total: await totalOf(tx, asker.companyId, { job, problems: asked.problems }),
      }))
      return printPage({ database, asker, jobId }, { ...asked, rows, total })
    },
    async problems(asker, jobId) {
      const counts = await read(asker, jobId, (tx) => countProblemCodes(tx, asker.companyId, jobId))
      return groupsOf(counts)
    },
    async whole(asker, jobId, { problems }) {
      const { job, total } = await read(asker, jobId, async (tx, found) => ({
        job: found,
        total: await totalOf(tx, asker.companyId, { job: found, problems }),
      }))
      return { job, total, slices: slicesOf({ database, asker, jobId }, { problems, total }) }
    },
  }
}

async function loadJob(tx: Tx, companyId: string, id: string): Promise<Job> {
  const job = isIssuedId(id) ? await findJob(tx, companyId, id) : null
  if (job === null) throw notFound('import', id)
  return job
}

const totalOf = async (tx: Tx, companyId: string, { job, problems }: { job: Job; problems: boolean }) =>
  problems ? countProblemRows(tx, companyId, job.id) : job.rowCount

interface Place {
  readonly database: Database
  readonly asker: Asker
  readonly jobId: string
}

interface FoundPage extends PageAsked {
  readonly rows: readonly JobReportRow[]
  readonly total: number
}

async function* printPage(place: Place, { rows, total, offset, limit, source }: FoundPage): AsyncGenerator<string> {
  const { asker } = place
  yield `{"total":${total},"offset":${offset},"limit":${limit},"rows":[`
  const step = source ? SOURCES_AT_ONCE : ROWS_AT_ONCE
  for (let at = 0; at < rows.length; at += step) {
    const part = rows.slice(at, at + step)
    const sources = source ? await findSources(place, part) : undefined
    const printed = await inSlices(asker, printRows(part, sources))
    yield `${at === 0 ? '' : ','}${printed.join(',')}`
  }
  yield ']}'
}

/**
 * Original values, keyed by the id of the report row. MoySklad's own ids cannot be used as keys, because records of
 * different kinds may have the same id.
 */
type Sources = ReadonlyMap<string, string>

async function findSources({ database, asker, jobId }: Place, rows: readonly JobReportRow[]): Promise<Sources> {
  const { companyId } = asker
  const sources = new Map<string, string>()
  await readCompany(database, asker, async (tx) => {
    for (const [entityType, some] of Map.groupBy(rows, (row) => row.entityType)) {
      const externalIds = some.map(({ externalId }) => externalId)
      const found = await findSourcesIn(tx, companyId, { jobId, lists: sourceListsOf(entityType), externalIds })
      for (const { id, externalId } of some) if (found.has(externalId)) sources.set(id, found.get(externalId)!)
    }
  })
  return sources
}

function* printRows(rows: readonly JobReportRow[], sources?: Sources): Generator<void, string[], undefined> {
  const printed: string[] = []
  for (const row of rows) {
    printed.push(printRow(row, sources && (sources.get(row.id) ?? null)))
    yield
  }
  return printed
}

/** Yields the rows that existed when the report was started, without rows added since then. */
async function* slicesOf(
  { database, asker, jobId }: Place,
  { problems, total }: { problems: boolean; total: number },
): AsyncGenerator<readonly ExportedRow[]> {
  let after = -1
  for (let count = 0; count < total; ) {
    const asked = { after, limit: Math.min(ROWS_AT_ONCE, total - count), problems }
    const rows = await readCompany(database, asker, (tx) => listRowsAfter(tx, asker.companyId, jobId, asked))
    if (rows.length === 0) return
    yield rows
    count += rows.length
    after = rows.at(-1)!.number
  }
}

const PLACE = { field: '…', value: '…' }

function groupsOf(counts: readonly { code: string; entityType: EntityType; rows: number }[]): ProblemGroup[] {
  // Rows planned by an earlier version may contain codes that no longer exist. Such codes are not grouped and appear
  // only in the rows.
  const known = counts.filter(({ code }) => Object.hasOwn(PROBLEM_CODES, code))
  const groups = [...Map.groupBy(known, ({ code }) => code as MappingProblemCode)].map(([code, kinds]) => ({
    ...{ code, severity: PROBLEM_CODES[code].severity },
    ...{ message: sentenceOf(code, PLACE), messageEn: sentenceOf(code, PLACE, 'en') },
    rows: kinds.reduce((sum, { rows }) => sum + rows, 0),
    entityTypes: Object.fromEntries(kinds.map(({ entityType, rows }) => [entityType, rows])),
  }))
  return groups.sort((a, b) => SEVERITIES[b.severity] - SEVERITIES[a.severity] || b.rows - a.rows)
}
