/** What the service does of its own accord, beside answering requests. Every node has the workers; each job is done by one. */
import type { Companies } from '../engine/companies.ts'
import type { EngineLog } from '../engine/memory.ts'
import type { Extsys } from '../extsys/extsys.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { openMailer } from '../integrations/mail.ts'
import type { Database } from '../store/database.ts'
import { openJobQueue } from '../store/job-queue.ts'
import { startDailySummary } from './daily-summary.ts'
import { startExternalImport } from './external-import.ts'
import { startNotificationMail } from './notification-mail.ts'
import { type RecognitionSettings, startRecognition } from './recognition.ts'
import { startTableImports } from './table-imports.ts'
import { watchQueue } from './watched-queue.ts'

/** How long a stop waits for jobs at work; after that another node does them again. */
const STOP_MS = 5_000

/** Where mail goes through; null: no mail is sent. */
interface MailSettings {
  readonly smtpUrl: string
  /** `Склад <sklad@example.org>`, or the address alone. */
  readonly from: string
}

export interface WorkerParts {
  readonly database: Database
  readonly companies: Companies
  readonly log: EngineLog
  readonly mail: MailSettings | null
  /** A copy for a drill does not do the work of the service that it is a copy of. */
  readonly drill: boolean
  /** Of the daily summary: `HH:MM` of each company's clock. */
  readonly summaryTime: string
  readonly files: FileStore
  readonly recognition: RecognitionSettings
  readonly extsys: Extsys
  /** Told of companies whose table imports have work to be done. */
  readonly tableImports: Set<(companyId: string) => void>
  /** What the clock says, for what is due at a time of day. */
  readonly now: () => Date
}

export interface Workers {
  /** Ends all; jobs at work are finished, or given back. */
  stop(): Promise<void>
}

export async function startWorkers(parts: WorkerParts): Promise<Workers> {
  const { database, log, mail, drill } = parts
  const warn = (error: unknown) => log.warn({ error }, 'The job queue could not be asked; trying again')
  const jobs = openJobQueue(database, warn)
  const endings: (() => void)[] = []
  const stop = async () => {
    for (const end of endings) end()
    const isIdle = jobs.getWipData().every(({ count }) => count === 0)
    await jobs.stop({ graceful: !isIdle, timeout: STOP_MS })
  }
  try {
    await jobs.start()
    const queue = watchQueue(jobs, database, warn)
    endings.push(queue.stop)
    if (!drill) endings.push(await startDailySummary(queue, parts))
    endings.push(await startRecognition(queue, parts))
    if (!drill) endings.push(await startExternalImport(queue, parts))
    endings.push(await startTableImports(queue, parts))
    if (mail !== null) endings.push(await startNotificationMail(queue, parts, openMailer(mail.smtpUrl, mail.from)))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
