/**
 * A turn at the import of a company: it is gone on with from its checkpoint, for a while, until it is over, or until it must wait. Whatever
 * ends a turn, the next one, on this node or another, goes on behind the last checkpoint.
 */
import type { Companies } from '../../engine/companies.ts'
import type { EngineLog } from '../../engine/memory.ts'
import { writeCompany } from '../../store/commits.ts'
import { type Database, readCompany } from '../../store/database.ts'
import type { Extsys } from '../moysklad.ts'
import { SourceError } from '../source-errors.ts'
import { applyNext, settle } from './applying.ts'
import { type Account, readAccount } from './dictionaries.ts'
import { type Job, type JobError, WORKING } from './job.ts'
import { errorFor, givenUp, OUR_ERROR } from './job-errors.ts'
import { failJob, findUnfinishedJob, LostJob, listJobs, rescheduleJob } from './job-sql.ts'
import { planNext } from './planning.ts'
import { readNext } from './reading.ts'
import { forgetOldSources } from './source-sql.ts'

export interface TurnParts {
  readonly database: Database
  readonly companies: Companies
  readonly extsys: Extsys
  readonly log: EngineLog
}

/** After it the next company may have a turn. */
const TURN_MS = 60_000
/** How often it is looked whether an owner stopped it. */
const WATCH_MS = 1_000
/** The source does not work: it is tried again so much later, and so often, before an owner must say so. */
const SETBACK_GAPS = 180
const MAX_SETBACKS = 12
/** What is broken there seldom mends itself. */
const MAX_GARBLED = 2
/** An error of ours, or of the database for a moment: tried again sooner at first. */
const LONGEST_FAULT_GAPS = 64
/** Of so many imports it is kept what they read. */
const KEPT_SOURCES = 3
/** Imports that may have been cancelled while they wrote. */
const SETTLED = 3

const DISCONNECTED: JobError = {
  kind: 'not-connected',
  ru: 'МойСклад отключён. Подключитесь снова и продолжите импорт.',
  en: 'MoySklad is not connected. Connect again and resume the import.',
}
const OTHER_ACCOUNT: JobError = {
  kind: 'other-account',
  ru: 'Подключён другой аккаунт МоегоСклада. Подключите прежний и продолжите импорт, или отмените его.',
  en: 'Another MoySklad account is connected. Connect the one that the import began with and resume it, or cancel it.',
}

/** Thrown into what a job waits for when nobody wants it any more. */
class Stopped extends Error {}

/** How a turn ended: something is left to do at once, at a time, or not by the service itself. */
export type TurnEnd = 'more' | Date | null

/** Goes on with the import of a company. Throws what may go well the next time. */
export async function takeTurn(parts: TurnParts, companyId: string, signal: AbortSignal): Promise<TurnEnd> {
  const { database } = parts
  const job = await readCompany(database, companyId, (tx) => findUnfinishedJob(tx, companyId))
  if (job === null || !WORKING.includes(job.status)) return null
  if (job.pausedUntil !== null && job.pausedUntil.getTime() > Date.now()) return job.pausedUntil
  const controller = new AbortController()
  const watch = setInterval(() => {
    readCompany(database, companyId, (tx) => findUnfinishedJob(tx, companyId)).then(
      (now) => (now?.id === job.id && WORKING.includes(now.status)) || controller.abort(new Stopped()),
      () => undefined,
    )
  }, WATCH_MS)
  const wanted = AbortSignal.any([signal, controller.signal])
  try {
    return await goOn(parts, { companyId, signal: wanted }, job)
  } catch (error) {
    if (wanted.aborted || error instanceof LostJob) return null
    if (!(error instanceof SourceError)) return await faulted(parts, { companyId, job }, error)
    return await sourceFailed(parts, { companyId, job }, error)
  } finally {
    clearInterval(watch)
  }
}

interface Turn {
  readonly companyId: string
  readonly signal: AbortSignal
}

async function goOn(parts: TurnParts, turn: Turn, first: Job): Promise<TurnEnd> {
  const until = performance.now() + TURN_MS
  let job = first
  let account: Account | null = null
  while (WORKING.includes(job.status)) {
    turn.signal.throwIfAborted()
    if (performance.now() > until) return 'more'
    if (job.status === 'applying') job = await applyNext({ ...parts, ...turn }, job)
    else if (job.checkpoint.stage === 'reading') {
      const client = await clientFor(parts, turn.companyId, job)
      if (client === null) return null
      if (job.checkpoint.steps.length === 0) await tidyUp(parts, turn.companyId)
      job = await readNext({ database: parts.database, client, ...turn }, job)
    } else {
      account ??= await prepare(parts, turn, job)
      job = await planNext({ database: parts.database, account, ...turn }, job)
    }
  }
  return null
}

/** Before a new import reads. */
async function tidyUp({ database }: TurnParts, companyId: string): Promise<void> {
  await writeCompany(database, companyId, (tx) => forgetOldSources(tx, companyId, KEPT_SOURCES))
}

/** Before rows are planned: what earlier imports wrote is known, and what this one read of the account is at hand. */
async function prepare(parts: TurnParts, turn: Turn, job: Job): Promise<Account> {
  const { database } = parts
  const { companyId } = turn
  const jobs = await readCompany(database, companyId, (tx) => listJobs(tx, companyId, SETTLED + 1))
  for (const earlier of jobs)
    if (earlier.status === 'cancelled' && earlier.phase === 'apply') await settle({ ...parts, ...turn }, earlier)
  return readCompany(database, companyId, (tx) => readAccount(tx, companyId, job))
}

/** As whom the source is asked; null: the job is stopped until the right account is connected. */
async function clientFor({ database, extsys }: TurnParts, companyId: string, job: Job) {
  const user = await extsys.connections.userOf(companyId)
  if (user !== null && user.accountId === job.accountId) return extsys.client(user)
  const error = user === null ? DISCONNECTED : OTHER_ACCOUNT
  await writeCompany(database, companyId, (tx) => failJob(tx, companyId, { id: job.id, error }))
  return null
}

/** The job waits, or stops when waiting does not help. */
async function sourceFailed(
  { database, extsys, log }: TurnParts,
  { companyId, job }: { companyId: string; job: Job },
  failure: SourceError,
): Promise<TurnEnd> {
  const { kind, extras, isRetryable } = failure
  // Names of records are for the owner, and not for the log.
  const place = extras.place === undefined ? {} : { place: { ...extras.place, name: undefined } }
  log.warn({ companyId, jobId: job.id, kind, ...extras, ...place }, 'An import could not read from its source')
  const error = errorFor(failure)
  return writeCompany(database, companyId, async (tx) => {
    const now = await findUnfinishedJob(tx, companyId)
    const most = kind === 'garbled' ? MAX_GARBLED : MAX_SETBACKS
    const isOver = !isRetryable || (now?.setbacks ?? 0) >= most
    if (isOver) {
      await failJob(tx, companyId, { id: job.id, error: kind === 'garbled' ? givenUp(error) : error })
      return null
    }
    const until = extras.until ?? new Date(Date.now() + SETBACK_GAPS * extsys.pacing.pace.gapMs)
    await rescheduleJob(tx, companyId, { id: job.id, until, error })
    return until
  })
}

/** What nobody expected may be over in a moment. If it is not, it would come again for ever: then an owner is told. */
async function faulted(
  { database, extsys, log }: TurnParts,
  { companyId, job }: { companyId: string; job: Job },
  error: unknown,
): Promise<TurnEnd> {
  log.error({ companyId, jobId: job.id, error }, 'An import met an error of ours')
  return writeCompany(database, companyId, async (tx) => {
    const setbacks = (await findUnfinishedJob(tx, companyId))?.setbacks ?? 0
    if (setbacks >= MAX_SETBACKS) {
      await failJob(tx, companyId, { id: job.id, error: OUR_ERROR })
      return null
    }
    const gaps = Math.min(2 ** setbacks, LONGEST_FAULT_GAPS)
    const until = new Date(Date.now() + gaps * extsys.pacing.pace.gapMs)
    await rescheduleJob(tx, companyId, { id: job.id, until, error: OUR_ERROR })
    return until
  })
}
