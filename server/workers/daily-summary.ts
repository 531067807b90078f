/**
 * Every morning a notification with the figures of the day before, for the companies that want it. Every node offers the day's
 * job; the queue keeps it once, and the name of the command makes it one notification even if the job is run again.
 */
import type { DailySummary } from '../commands/service-commands.ts'
import { makeDailySummary } from '../commands/service-commands.ts'
import { findCommands } from '../store/commands.ts'
import { readCompany } from '../store/database.ts'
import type { JobQueue } from '../store/job-queue.ts'
import { readDayBefore, wantsSummary } from '../store/notifications.ts'
import { forEveryCompany, jobId } from './jobs.ts'
import { ownKey, submitOwn } from './own-command.ts'
import type { WorkerParts } from './workers.ts'

const QUEUE = 'daily-summary'
const LOOK_EVERY_MS = 1_000
const POLL_SECONDS = 2
const JOB = { retryLimit: 20, retryDelay: 30, retryBackoff: true, retryDelayMax: 1_800, expireInSeconds: 3_600 }

export interface SummaryTime {
  /** Of the morning, `HH:MM`. */
  readonly time: string
  /** IANA name, such as Europe/Moscow. */
  readonly timeZone: string
}

/** The day (YYYY-MM-DD, local) whose summary is due: today from the summary's time on, null before it. */
export function dueDay(now: Date, { time, timeZone }: SummaryTime): string | null {
  // The Swedish form is ISO's: 2026-11-21 08:00.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now)
  const [day = '', clock = ''] = local.split(' ')
  return clock >= time ? day : null
}

/** Begins to look for the time. @returns what ends it. */
export async function startDailySummary(queue: JobQueue, parts: WorkerParts): Promise<() => void> {
  await queue.createQueue(QUEUE, JOB)
  await queue.work<{ day: string }>(QUEUE, { pollingIntervalSeconds: POLL_SECONDS }, async ([job]) => {
    if (job !== undefined)
      await forEveryCompany(parts.database, job.signal, (companyId) => summarize(parts, companyId, job.data.day))
  })
  let offered: string | null = null
  const offer = async () => {
    const day = dueDay(parts.now(), parts.summary)
    if (day === null || day === offered) return
    await queue.send(QUEUE, { day }, { id: jobId(`${QUEUE} ${day}`) })
    offered = day
  }
  const look = () => {
    offer().catch((error: unknown) =>
      parts.log.warn({ error }, 'The daily summary could not be asked for; trying again'),
    )
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

async function summarize(parts: WorkerParts, companyId: string, day: string): Promise<void> {
  const name = `summary:${day}`
  const figures = await readCompany(parts.database, companyId, async (tx): Promise<DailySummary | null> => {
    if (!(await wantsSummary(tx, companyId))) return null
    if ((await findCommands(tx, companyId, [ownKey(name)])).length > 0) return null
    return { day, ...(await readDayBefore(tx, companyId, { day, timeZone: parts.summary.timeZone })) }
  })
  if (figures === null) return
  await submitOwn(parts.companies, companyId, {
    command: makeDailySummary,
    body: figures,
    name,
    actor: { id: QUEUE, name: 'Утренняя сводка' },
  })
}
