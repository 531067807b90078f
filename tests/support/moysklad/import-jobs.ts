/** Creates imports directly in the database, in any state that a test needs, without reading from MoySklad. */
import { v7 } from 'uuid'
import { parseSecretKeys } from '../../../server/access/secret-key.ts'
import { putConnection } from '../../../server/moysklad/connection-sql.ts'
import { EMPTY_CHECKPOINT } from '../../../server/moysklad/jobs/checkpoint.ts'
import type { JobError, JobPhase, JobStatus } from '../../../server/moysklad/jobs/job.ts'
import { countRows, insertJob } from '../../../server/moysklad/jobs/job-sql.ts'
import { insertRows, type PlannedRow } from '../../../server/moysklad/jobs/row-sql.ts'
import { mappingProblem } from '../../../server/moysklad/mapping/plan.ts'
import { openTokenSeal } from '../../../server/moysklad/sealed-token.ts'
import { writeCompany } from '../../../server/store/commits.ts'
import type { Database } from '../../../server/store/database.ts'
import { FAKE_TOKEN } from './fake-moysklad.ts'

export const ACCOUNT = 'account-1'
export const ALL = { products: true, partners: true, warehouses: true, organizations: true, purchases: true }

const BY = { type: 'user', id: 'u', name: 'Анна' } as const

/** Connects a company to a MoySklad account in the database, without contacting MoySklad. */
export function connectCompany(database: Database, companyId: string, accountId = ACCOUNT): Promise<void> {
  const seal = openTokenSeal(parseSecretKeys('a secret key for tests, of no use elsewhere'))
  const rights = { missing: [], partial: [], seesCosts: true }
  const named = { accountName: `Счёт ${accountId}`, employeeName: 'Анна', rights, connectedAt: new Date() }
  const connection = { accountId, ...named, sealedToken: seal.seal(companyId, FAKE_TOKEN) }
  return writeCompany(database, companyId, (tx) => putConnection(tx, { companyId, actor: BY }, connection))
}

export interface JobWishes {
  readonly status?: JobStatus
  readonly phase?: JobPhase
  readonly accountId?: string
  readonly error?: JobError
  readonly pausedUntil?: Date
  readonly rows?: readonly PlannedRow[]
}

/** Creates an import and returns its id. */
export async function putJob(database: Database, companyId: string, wishes: JobWishes = {}): Promise<string> {
  const { status = 'previewing', phase = 'preview', accountId = ACCOUNT, error, pausedUntil, rows = [] } = wishes
  const id = v7()
  await writeCompany(database, companyId, async (tx) => {
    const job = { id, options: ALL, accountId, createdAt: new Date(), createdBy: BY, checkpoint: EMPTY_CHECKPOINT }
    if (!(await insertJob(tx, companyId, job))) throw new Error('There is an unfinished import')
    await insertRows(tx, companyId, id, rows)
    await countRows(tx, companyId, id)
    await tx.query(
      'update extsys_jobs set status = $3, phase = $4, error = $5, paused_until = $6 where company_id = $1 and id = $2',
      [companyId, id, status, phase, error === undefined ? null : JSON.stringify(error), pausedUntil ?? null],
    )
  })
  return id
}

/** Cancels all imports of a company and, if `one` is given, sets that import to the given status. */
export async function setJobs(
  database: Database,
  companyId: string,
  one?: { id: string; status: JobStatus },
): Promise<void> {
  await writeCompany(database, companyId, async (tx) => {
    await tx.query(`update extsys_jobs set status = 'cancelled' where company_id = $1`, [companyId])
    if (one !== undefined)
      await tx.query('update extsys_jobs set status = $3 where company_id = $1 and id = $2', [
        companyId,
        one.id,
        one.status,
      ])
  })
}

/** Returns a row of an import report. */
export function rowOf(number: number, wishes: Partial<PlannedRow> = {}): PlannedRow {
  return {
    ...{ number, id: v7(), entityType: 'product', externalId: `e-${number}`, name: `Товар ${number}` },
    ...{ action: 'create', status: 'planned', internalId: null, problems: [], data: {} },
    ...{ body: null, archived: false, isDue: true, isArchiveDue: false },
    ...wishes,
  }
}

export const aWarning = mappingProblem('vat_ambiguous', { field: 'vatRate', value: '' })
export const anError = mappingProblem('document_currency', { field: 'rate', value: 'EUR' })
export const aNote = mappingProblem('price_zero_skipped', { field: 'prices', value: 'Оптовая' })
