/**
 * E-mails notifications to the owners of their company. The node that committed a notification offers a job with its
 * id. Because a crash may prevent that, all companies are also checked at each start and every hour.
 */
import type { Job, JobResult } from 'pg-boss'
import { v7 } from 'uuid'
import type { CommitListener } from '../engine/companies.ts'
import type { Mailer } from '../integrations/mail.ts'
import { writeCompany } from '../store/commits.ts'
import { readCompany } from '../store/database.ts'
import { forEveryCompany, jobId, type WorkerParts } from './jobs.ts'
import { findUnmailed, listOwnerEmails, listUnmailed, markMailed } from './notification-sql.ts'
import type { WatchedQueue } from './watched-queue.ts'

const QUEUE = 'notification-mail'
const LOOK_QUEUE = 'notification-mail-look'
/**
 * An e-mail is retried soon at first and later every hour, for half a day. SMTP's own timeouts end an attempt that
 * hangs.
 */
const JOB = { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600, expireInSeconds: 120 }
const LOOK_JOB = { retryLimit: 3, retryDelay: 60, expireInSeconds: 900 }
const LOOK_EVERY_MS = 3_600_000
/**
 * The age, in milliseconds, above which notifications are not e-mailed. Without this limit, switching on e-mail would
 * send all earlier notifications.
 */
const MAX_AGE_MS = 86_400_000
const MAX_NOTIFICATIONS_AT_ONCE = 1_000
/** The maximum number of e-mails that are sent at the same time. Each e-mail uses its own connection. */
const MAILS_AT_ONCE = 4

interface MailJob {
  readonly companyId: string
  readonly notificationId: string
}

/** Starts mailing notifications. @returns a function that stops the mailing. */
export async function startNotificationMail(
  queue: WatchedQueue,
  parts: WorkerParts,
  mailer: Mailer,
): Promise<() => void> {
  const { companies, log } = parts
  await queue.createQueue(QUEUE, JOB)
  await queue.createQueue(LOOK_QUEUE, LOOK_JOB)
  await queue.work(QUEUE, { batchSize: MAILS_AT_ONCE, perJobResults: true }, (jobs: Job<MailJob>[]) =>
    Promise.all(jobs.map((job) => mailOrFail(parts, mailer, job))),
  )
  await queue.work(LOOK_QUEUE, {}, async ([job]) => {
    if (job !== undefined)
      await forEveryCompany(parts.database, job.signal, (companyId) => offerUnmailed(queue, parts, companyId))
  })
  const warn = (error: unknown) => {
    if (!parts.database.health.explains(error))
      log.warn({ error }, 'A mail could not be requested; it will be sent within the hour')
  }
  const onCommit: CommitListener = (companyId, decided) => {
    for (const { changes } of decided)
      for (const { kind, id, record } of changes)
        if (kind === 'notifications' && record !== null && record.readAt === null)
          offerMail(queue, { companyId, notificationId: id }).catch(warn)
  }
  companies.commitListeners.add(onCommit)
  const look = (name: string) => {
    queue.send(LOOK_QUEUE, null, { id: jobId(name) }).catch(warn)
  }
  look(`${LOOK_QUEUE} ${v7()}`)
  const timer = setInterval(() => look(`${LOOK_QUEUE} ${Math.floor(Date.now() / LOOK_EVERY_MS)}`), LOOK_EVERY_MS / 2)
  return () => {
    clearInterval(timer)
    companies.commitListeners.delete(onCommit)
  }
}

async function offerMail(queue: WatchedQueue, job: MailJob): Promise<void> {
  await queue.send(QUEUE, job, { id: job.notificationId })
}

async function offerUnmailed(queue: WatchedQueue, parts: WorkerParts, companyId: string): Promise<void> {
  const since = firstIdAt(Date.now() - MAX_AGE_MS)
  const ids = await readCompany(parts.database, companyId, (tx) =>
    listUnmailed(tx, companyId, since, MAX_NOTIFICATIONS_AT_ONCE),
  )
  for (const notificationId of ids) await offerMail(queue, { companyId, notificationId })
}

/**
 * Returns the smallest possible UUIDv7 for a point in time. Such ids begin with a timestamp, so they can be selected by
 * age.
 */
function firstIdAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Reports the outcome of each e-mail separately, so that one failure does not fail the other e-mails of the batch. */
async function mailOrFail(parts: WorkerParts, mailer: Mailer, job: Job<MailJob>): Promise<JobResult> {
  try {
    await mailOne(parts, mailer, job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    parts.log.warn({ error, ...job.data }, 'A mail could not be sent; trying again later')
    return { id: job.id, status: 'failed', output: { message: (error as Error).message } }
  }
}

/**
 * Sends one e-mail, at least once. If the process dies before it has recorded that the e-mail was sent, the same e-mail
 * is sent again with the same Message-ID.
 */
async function mailOne(parts: WorkerParts, mailer: Mailer, { companyId, notificationId }: MailJob): Promise<void> {
  const { database, log } = parts
  if (notificationId < firstIdAt(Date.now() - MAX_AGE_MS)) return
  const notification = await readCompany(database, companyId, (tx) => findUnmailed(tx, companyId, notificationId))
  const to = await listOwnerEmails(database, companyId)
  if (notification === null || to.length === 0) return
  const refused = await mailer.send({
    id: notificationId,
    to,
    subject: notification.title,
    text: `${notification.text}\n\n${notification.company_name}\n`,
  })
  if (refused.length > 0)
    log.warn({ companyId, notificationId, refused }, 'The mail server refused addresses of owners')
  if (refused.length < to.length)
    await writeCompany(database, companyId, (tx) => markMailed(tx, companyId, notificationId))
}
