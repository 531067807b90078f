/**
 * Runs one turn of a company's import: continues the import from its checkpoint for a while, until it is finished or
 * must wait. However a turn ends, the next turn, on any node, continues from the last checkpoint.
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

/** The maximum length of a turn in milliseconds. After it, another company's import can continue. */
const TURN_MS = 60_000
/** The interval, in milliseconds, at which a turn checks whether an owner has stopped the import. */
const WATCH_MS = 1_000
/**
 * After failed requests to MoySklad, the import is tried again at most MAX_SETBACKS times. It waits for SETBACK_GAPS
 * request intervals before each try. Then an owner must resume it.
 */
const SETBACK_GAPS = 180
const MAX_SETBACKS = 12
/**
 * The number of times a malformed response is requested again. It is small, because repeating such a request rarely
 * helps.
 */
const MAX_GARBLED = 2
/**
 * The longest wait, in request intervals, after an internal error or a short database failure. The first retries happen
 * sooner.
 */
const LONGEST_FAULT_GAPS = 64
/** The number of newest imports whose rows from MoySklad stay stored. */
const KEPT_SOURCES = 3
/**
 * The number of earlier imports that are checked for unrecorded writes. A write goes unrecorded if the import is
 * cancelled during it.
 */
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

/** The reason with which a job's pending waits, such as requests and delays, are aborted when the job must stop. */
class Stopped extends Error {}

/**
 * How a turn ended: `more` if there is more work right away, a Date if work continues at that time, null if the service
 * cannot continue by itself.
 */
export type TurnEnd = 'more' | Date | null

/**
 * Continues a company's import for one turn. An error that it throws may be temporary, so the next turn may succeed.
 */
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

/** Deletes the stored rows of old imports. Called before a new import starts reading. */
async function tidyUp({ database }: TurnParts, companyId: string): Promise<void> {
  await writeCompany(database, companyId, (tx) => forgetOldSources(tx, companyId, KEPT_SOURCES))
}

/**
 * Prepares for planning: records which rows earlier imports wrote, and collects the account's data that this import has
 * read.
 */
async function prepare(parts: TurnParts, turn: Turn, job: Job): Promise<Account> {
  const { database } = parts
  const { companyId } = turn
  const jobs = await readCompany(database, companyId, (tx) => listJobs(tx, companyId, SETTLED + 1))
  for (const earlier of jobs)
    if (earlier.status === 'cancelled' && earlier.phase === 'apply') await settle({ ...parts, ...turn }, earlier)
  return readCompany(database, companyId, (tx) => readAccount(tx, companyId, job))
}

/** Returns the client for a job's account. If that account is not connected, stops the job and returns null. */
async function clientFor({ database, extsys }: TurnParts, companyId: string, job: Job) {
  const user = await extsys.connections.userOf(companyId)
  if (user !== null && user.accountId === job.accountId) return extsys.client(user)
  const error = user === null ? DISCONNECTED : OTHER_ACCOUNT
  await writeCompany(database, companyId, (tx) => failJob(tx, companyId, { id: job.id, error }))
  return null
}

/** Makes the job wait, or stops it if waiting would not help. */
async function sourceFailed(
  { database, extsys, log }: TurnParts,
  { companyId, job }: { companyId: string; job: Job },
  failure: SourceError,
): Promise<TurnEnd> {
  const { kind, extras, isRetryable } = failure
  // Names of records are for the owner only, so leave them out of the log.
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

/**
 * Handles an unexpected error, which may be temporary. If it keeps occurring, the job stops and the owner is informed.
 */
async function faulted(
  { database, extsys, log }: TurnParts,
  { companyId, job }: { companyId: string; job: Job },
  error: unknown,
): Promise<TurnEnd> {
  log.error({ companyId, jobId: job.id, error }, 'An import failed because of an error in the service')
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
