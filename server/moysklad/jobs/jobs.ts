/**
 * The commands that owners can give to imports: start, pause, resume, cancel and apply. Each runs once per idempotency
 * key. Source: S-IMPORT-7, S-IMPORT-8, S-IMPORT-9.
 */
import { v7 } from 'uuid'
import { type AccessAnswer, type AccessRequest, runAsOwner } from '../../access/access-log.ts'
import { withRevision } from '../../access/log-sql.ts'
import { type Logged, log } from '../../domain/audit-log.ts'
import { invalid, notFound, Refusal } from '../../domain/refusals.ts'
import { isIssuedId } from '../../domain/schema.ts'
import { type Database, readCompany, type Tx } from '../../store/database.ts'
import { type Connection, findConnection } from '../connection-sql.ts'
import type { Pacing } from '../pacing.ts'
import { type ShownConnection, shownConnection } from '../shown-connection.ts'
import { EMPTY_CHECKPOINT } from './checkpoint.ts'
import type { Job, JobOptions } from './job.ts'
import { type JobCommand, moveOf, unfinished } from './job-moves.ts'
import { findJob, findUnfinishedJob, insertJob, listJobs, lockJob, moveJob } from './job-sql.ts'
import { type MigrationGate, migrationPending } from './migration-gate.ts'
import { type ShownJob, showJob, showJobs } from './shown-job.ts'

/** The response to `GET /api/v1/integrations/extsys`. */
interface IntegrationStatus {
  readonly available: boolean
  readonly migrationPending: boolean
  readonly connection: ShownConnection
  /** The latest imports, newest first. */
  readonly jobs: readonly ShownJob[]
}

export interface Jobs {
  status(companyId: string): Promise<IntegrationStatus>
  /** Starts an import. Refuses with MIGRATION_PENDING, VALIDATION_FAILED, NOT_CONNECTED, JOB_STATE or FORBIDDEN. */
  create(request: AccessRequest, options: JobOptions): Promise<AccessAnswer<null>>
  /**
   * Applies a command to an import. Refuses with MIGRATION_PENDING, NOT_FOUND, NOT_CONNECTED, JOB_STATE or FORBIDDEN.
   */
  run(request: AccessRequest, id: string, command: JobCommand): Promise<AccessAnswer<null>>
}

export interface JobsParts {
  readonly database: Database
  readonly pacing: Pacing
  readonly gate: MigrationGate
  /** Functions called with a company's id when a worker can continue the company's import. */
  readonly workListeners: ReadonlySet<(companyId: string) => void>
}

const SHOWN_JOBS = 20
/** The commands after which a worker has something to do. */
const STARTING: readonly JobCommand[] = ['resume', 'apply']

export function openJobs({ database, pacing, gate, workListeners }: JobsParts): Jobs {
  /** Runs an owner's command. If `isStart` is true, also wakes a worker afterwards. */
  const change = async (
    request: AccessRequest,
    isStart: boolean,
    work: (tx: Tx) => Promise<{ job: Job; logged: Logged }>,
  ): Promise<AccessAnswer<null>> => {
    const isOpen = await gate.isOpen()
    const answer = await runAsOwner(database, request, async (tx) => {
      if (!isOpen) throw migrationPending()
      const { job, logged } = await work(tx)
      const shown = showJob(job, { gapMs: pacing.pace.gapMs, now: new Date(), sourcePausedUntil: null })
      const entry = { logged, entityType: 'integration', entityId: job.id, result: { job: shown } } as const
      return { result: await withRevision(tx, request.companyId, shown), once: null, entry }
    })
    if (isStart && answer.ok && !answer.isReplay) for (const listen of workListeners) listen(request.companyId)
    return answer
  }
  return {
    async status(companyId) {
      const isOpen = await gate.isOpen()
      const { connection, jobs } = await readCompany(database, companyId, async (tx) => ({
        connection: shownConnection(await findConnection(tx, companyId)),
        jobs: isOpen ? await listJobs(tx, companyId, SHOWN_JOBS) : [],
      }))
      return { available: true, migrationPending: !isOpen, connection, jobs: await showJobs(pacing, jobs) }
    },
    create: (request, options) =>
      change(request, true, async (tx) => {
        const job = await createJob(tx, request, options)
        return { job, logged: log('import.started', { what: chosenIn(options) }) }
      }),
    run: (request, id, command) =>
      change(request, STARTING.includes(command), (tx) => runCommand(tx, request.companyId, { id, command })),
  }
}

async function createJob(tx: Tx, { companyId, actor }: AccessRequest, options: JobOptions): Promise<Job> {
  if (chosenIn(options).length === 0)
    throw invalid('', 'must choose something to import: at least one of the five must be true', 'REQUIRED')
  const { accountId } = await requireConnection(tx, companyId)
  const open = await findUnfinishedJob(tx, companyId)
  if (open !== null) throw unfinished(open, 'A company can have only one import at a time: finish or cancel it first.')
  const id = v7()
  const createdBy = { id: actor.id, name: actor.name }
  // Owners' commands run one after another, so no other import can have been created since the check for an unfinished
  // one.
  await insertJob(tx, companyId, {
    ...{ id, options, accountId, createdAt: new Date(), createdBy },
    checkpoint: EMPTY_CHECKPOINT,
  })
  return (await findJob(tx, companyId, id))!
}

async function runCommand(
  tx: Tx,
  companyId: string,
  { id, command }: { id: string; command: JobCommand },
): Promise<{ job: Job; logged: Logged }> {
  const job = isIssuedId(id) ? await lockJob(tx, companyId, id) : null
  if (job === null) throw notFound('import', id)
  const { status, phase, logged } = moveOf(job, command)
  if (command === 'resume') {
    const { accountId, accountName } = await requireConnection(tx, companyId)
    if (accountId !== job.accountId)
      throw unfinished(
        job,
        `The import is from another account than "${accountName}": connect to that account, or cancel the import.`,
      )
  }
  await moveJob(tx, companyId, { id, status, phase, at: new Date() })
  return { job: (await findJob(tx, companyId, id))!, logged }
}

async function requireConnection(tx: Tx, companyId: string): Promise<Connection> {
  const connection = await findConnection(tx, companyId)
  if (connection !== null) return connection
  throw new Refusal(
    'NOT_CONNECTED',
    'The company is not connected to MoySklad. Connect it with POST /api/v1/integrations/extsys/connection first.',
  )
}

/** Returns the names of the chosen options. */
const chosenIn = (options: JobOptions) => (Object.keys(options) as (keyof JobOptions)[]).filter((name) => options[name])
