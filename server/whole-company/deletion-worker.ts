/**
 * Carries out the deletions that owners requested in the app, and mails the receipt to all owners. Every node looks for
 * unfinished deletions, so an interrupted deletion is continued. Source: S-COMPANY-13, docs/decisions/0076.
 */
import { withInnerQuotes } from '../../spellings/quotes.ts'
import type { Mailer } from '../integrations/mail.ts'
import { jobId, offerRegularly, type WorkerParts } from '../workers/jobs.ts'
import type { WatchedQueue } from '../workers/watched-queue.ts'
import { carryOut } from './delete-company.ts'
import { type Deletion, findDeletion, forgetAsked, forgetOld, listAsked } from './deletion-sql.ts'
import type { Stores } from './write-archive.ts'

const QUEUE = 'company-deletions'
const LOOK_EVERY_MS = 2_000
/**
 * If heartbeats are missing, the job's node has died and another node takes the job. A mail is retried for about a day.
 */
const JOB = {
  ...{ retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 1_800 },
  ...{ expireInSeconds: 36_000, heartbeatSeconds: 10 },
}
const TIDY_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** How long a receipt can be downloaded. */
const RECEIPT_DAYS = 30
/** How long the owners' addresses are stored if the mail cannot be sent. */
const OWNERS_DAYS = 3

interface DeletionJob {
  /** Must not be named companyId: jobs with a companyId are deleted together with the company. */
  readonly deleted: string
}

export interface DeletionParts extends WorkerParts, Pick<Stores, 'files'> {
  /** Null if the service sends no mail. */
  readonly mailer: Mailer | null
}

/** Starts looking for deletions that owners requested. @returns a function that stops the search. */
export async function startDeletions(queue: WatchedQueue, parts: DeletionParts): Promise<() => void> {
  const { database, log } = parts
  await queue.createQueue(QUEUE, JOB)
  await queue.work<DeletionJob>(QUEUE, {}, async ([job]) => {
    if (job === undefined) return
    const { deleted: companyId } = job.data
    await finish(parts, companyId).catch((error: unknown) => {
      if (!database.health.explains(error))
        log.warn({ error, companyId }, 'The deletion of a company could not be finished; trying again')
      throw error
    })
  })
  let tidyAt = 0
  const offer = async () => {
    const now = parts.now().getTime()
    if (now >= tidyAt) {
      const before = (days: number) => new Date(now - days * DAY_MS)
      await forgetOld(database, { receipts: before(RECEIPT_DAYS), owners: before(OWNERS_DAYS) })
      tidyAt = now + TIDY_EVERY_MS
    }
    for (const { companyId, begunAt } of await listAsked(database))
      await queue.send(QUEUE, { deleted: companyId } satisfies DeletionJob, {
        id: jobId(`${QUEUE} ${companyId} ${begunAt.toISOString()}`),
      })
  }
  return offerRegularly(parts, offer, {
    everyMs: LOOK_EVERY_MS,
    failure: 'Deletions of companies could not be looked for; trying again',
  })
}

/** Carries out a deletion, unless it is already finished, and sends the receipt to the owners. */
async function finish({ database, files, mailer }: DeletionParts, companyId: string): Promise<void> {
  const begun = await findDeletion(database, companyId)
  if (begun === null || begun.asked === null) return
  const { name } = begun.asked
  if (begun.finishedAt === null) await carryOut({ database, files }, { companyId, name })
  const deletion = (await findDeletion(database, companyId))!
  if (mailer !== null && begun.asked.owners.length > 0) await mailer.send(mailOf(companyId, deletion))
  await forgetAsked(database, companyId)
}

/** Makes the mail with the receipt. If it is sent again after a crash, it has the same message id. */
function mailOf(
  companyId: string,
  { asked, begunAt, receipt, receiptSha256 }: Deletion,
): Parameters<Mailer['send']>[0] {
  const { name, by, owners } = asked!
  const when = begunAt.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')
  const lines = [
    `Компания «${name}» удалена из Складно. Об этом попросил владелец: ${by}, ${when} по Гринвичу.`,
    'Удалены все записи, история, файлы и доступы, и учётные записи тех, кто не состоит в других компаниях. Восстановить это нельзя. Из резервных копий сервера данные уйдут, когда кончится срок их хранения.',
    `Приложена справка об удалении: сколько чего было и сколько осталось. Её контрольная сумма SHA-256, которую хранит и сервер:\n${receiptSha256}`,
  ]
  return {
    id: jobId(`${QUEUE} mail ${companyId} ${begunAt.toISOString()}`),
    to: owners,
    subject: withInnerQuotes(`Компания «${name}» удалена`),
    text: `${lines.map(withInnerQuotes).join('\n\n')}\n`,
    file: { name: `deleted-${companyId}.json`, text: receipt! },
  }
}
