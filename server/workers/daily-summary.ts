/**
 * Creates a notification every morning with the orders and receipts of the day before, for companies that want it, in
 * their time zones. Every node offers the day's jobs, one per time zone. The queue accepts each job once, and the
 * command's name ensures that there is only one notification even if the job runs again.
 */
import type { DailySummary } from '../commands/service-commands.ts'
import { makeDailySummary } from '../commands/service-commands.ts'
import { readDay } from '../domain/moments.ts'
import { endOfDay, startOfDay } from '../domain/time-zones.ts'
import { ownKey, submitOwn } from '../engine/own-command.ts'
import { findCommands } from '../store/commands.ts'
import { readCompany } from '../store/database.ts'
import { forCompanies, jobId, offerRegularly, type WorkerParts } from './jobs.ts'
import { findSummaryZone, listSummaryZones, listToSummarize, readTrade } from './notification-sql.ts'
import type { WatchedQueue } from './watched-queue.ts'

const QUEUE = 'daily-summary'
const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 1_000
const JOB = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 3_600 }

/** The time of a summary: a time of day in a time zone. */
export interface Morning {
  /** The time of day of the summary, as `HH:MM`. */
  readonly time: string
  /** The IANA name of the time zone, such as Europe/Moscow. */
  readonly timeZone: string
}

/** The job for the summaries of one morning. */
interface SummaryJob {
  /** The local day of the summary, YYYY-MM-DD. */
  readonly day: string
  readonly timeZone: string
}

/**
 * Returns the local day (YYYY-MM-DD) whose summary is due: today from the summary's time on, and
 * null before that time.
 */
export function dueDay(now: Date, { time, timeZone }: Morning): string | null {
  // Use the Swedish locale, because it formats dates as in ISO 8601: 2026-11-21 08:00.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now)
  const [day = '', clock = ''] = local.split(' ')
  return clock >= time ? day : null
}

/** Finds, by binary search, the time at which the summary of a day becomes due, to the millisecond. */
export function dueMoment(day: string, morning: Morning): Date {
  const utcDay = readDay(day)!
  let before = startOfDay(morning.timeZone, utcDay) - 1
  let due = endOfDay(morning.timeZone, utcDay) - 1
  while (due - before > 1) {
    const middle = Math.floor((before + due) / 2)
    if (dueDay(new Date(middle), morning) === day) due = middle
    else before = middle
  }
  return new Date(due)
}

/**
 * Starts checking regularly whether summaries are due. `time`: when they are due, `HH:MM` on each company's clock.
 * @returns a function that stops the checks.
 */
export async function startDailySummary(queue: WatchedQueue, parts: WorkerParts, time: string): Promise<() => void> {
  const { database } = parts
  await queue.createQueue(QUEUE, JOB)
  await queue.work<SummaryJob>(QUEUE, {}, async ([job]) => {
    if (job === undefined) return
    const { day, timeZone } = job.data
    const at = dueMoment(day, { time, timeZone })
    // The list must also include a company that turned summaries on just before the morning.
    await database.projector.reachAll()
    const list = (after: string, limit: number) => listToSummarize(database, { timeZone, at, after, limit })
    await forCompanies(list, job.signal, (companyId) => summarize(parts, companyId, job.data))
  })
  const offered = new Map<string, string>()
  const offer = async () => {
    for (const timeZone of await listSummaryZones(database)) {
      const day = dueDay(parts.now(), { time, timeZone })
      if (day === null || day === offered.get(timeZone)) continue
      await queue.send(QUEUE, { day, timeZone }, { id: jobId(`${QUEUE} ${day} ${timeZone}`) })
      offered.set(timeZone, day)
    }
  }
  return offerRegularly(parts, offer, {
    everyMs: LOOK_EVERY_MS,
    failure: 'The daily summary could not be requested; trying again',
  })
}

async function summarize(parts: WorkerParts, companyId: string, { day, timeZone }: SummaryJob): Promise<void> {
  const name = `summary:${day}`
  const today = readDay(day)!
  const figures = await readCompany(parts.database, companyId, async (tx): Promise<DailySummary | null> => {
    if ((await findSummaryZone(tx, companyId)) !== timeZone) return null
    if ((await findCommands(tx, companyId, [ownKey(name)])).length > 0) return null
    const [since, until] = [today - DAY_MS, today].map((one) => new Date(startOfDay(timeZone, one))) as [Date, Date]
    return { day, ...(await readTrade(tx, companyId, { since, until })) }
  })
  if (figures === null) return
  await submitOwn(parts.companies, companyId, {
    command: makeDailySummary,
    body: figures,
    name,
    actor: { id: QUEUE, name: 'Утренняя сводка' },
  })
}
