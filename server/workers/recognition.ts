/**
 * Reads uploaded files. A job of the queue says that a company has files to read, and reads one page of the first of them
 * (recognition-turn.ts); then the company goes to the end of the queue. So one file of a company is read at a time, and no company
 * waits for more than a page of another's.
 */
import type { CommitListener } from '../engine/companies.ts'
import type { RecognizerSettings } from '../integrations/recognizers.ts'
import { writeCompany } from '../store/commits.ts'
import { findNextImport, sweepFoundPages } from '../store/imports.ts'
import { openCompanyRegistry } from './company-registry.ts'
import { forEveryCompany } from './jobs.ts'
import { openPageReaders } from './page-readers.ts'
import { NotWanted, type Reading, takeTurn } from './recognition-turn.ts'
import type { WatchedQueue } from './watched-queue.ts'
import type { WorkerParts } from './workers.ts'

const QUEUE = 'recognition'
const LOOK_QUEUE = 'recognition-look'
/** A node that died is noticed by its missing heartbeat. How often a file is tried is counted with the file. */
const JOB = { policy: 'short', retryLimit: 50, retryDelay: 1, expireInSeconds: 3_600, heartbeatSeconds: 10 } as const
const LOOK_JOB = { policy: 'short', retryLimit: 3, retryDelay: 60, expireInSeconds: 900 } as const
const LOOK_EVERY_MS = 60_000
export interface RecognitionSettings {
  readonly recognizer: RecognizerSettings
  /** Files that this node reads at a time; 0: it reads none, and asks the others to. */
  readonly workers: number
  /** Longest that one page may take: of the processor's time, or of doing nothing. Without it: by the recognizer. */
  readonly pageSeconds?: number | undefined
  /** A table of companies' names by tax number. */
  readonly registryFile?: string | undefined
}

/** Asks for what is queued on this node to be read, and reads when it is to. @returns what ends it. */
export async function startRecognition(queue: WatchedQueue, parts: WorkerParts): Promise<() => void> {
  const { companies, log, recognition } = parts
  const atWork: Reading['atWork'] = new Map()
  const companiesAtWork = new Set<string>()
  await queue.createQueue(QUEUE, JOB)
  const offer = async (companyId: string) => {
    // Whose turn it is asks for the next one at its end: asked for now, it would come before those who come meanwhile.
    if (companiesAtWork.has(companyId)) return
    await queue.send(QUEUE, { companyId }, { singletonKey: companyId, group: { id: companyId } })
  }
  const warn = (error: unknown) =>
    log.warn({ error }, 'A recognition could not be asked for; it will be within a minute')
  const onCommit: CommitListener = (companyId, decided) => {
    for (const { changes } of decided)
      for (const { kind, id, record } of changes) {
        if (kind !== 'imports') continue
        if (record === null) atWork.get(id)?.abort(new NotWanted())
        // A rejected one may leave pages behind, which the company's next turn sweeps away.
        if (record === null || record.status === 'queued') offer(companyId).catch(warn)
      }
  }
  companies.commitListeners.add(onCommit)
  const asking = { atWork, companiesAtWork, offer, warn }
  const stopReading = recognition.workers > 0 ? await startReading(queue, parts, asking) : () => {}
  return () => {
    companies.commitListeners.delete(onCommit)
    stopReading()
  }
}

interface Asking extends Pick<Reading, 'atWork'> {
  /** Those whose turn it is on this node. */
  readonly companiesAtWork: Set<string>
  offer(companyId: string): Promise<void>
  warn(error: unknown): void
}

/** Reads what is asked for, and looks now and then whether something was not. @returns what ends it. */
async function startReading(queue: WatchedQueue, parts: WorkerParts, asking: Asking): Promise<() => void> {
  const { registryFile } = parts.recognition
  // A wrong setting is seen at once, not by the names that are missing.
  if (registryFile !== undefined) await openCompanyRegistry(registryFile)
  const { atWork, companiesAtWork, offer, warn } = asking
  const reading: Reading = { readers: openPageReaders(), atWork, isStopping: false }
  await queue.createQueue(LOOK_QUEUE, LOOK_JOB)
  const sweepAndOffer = async (companyId: string) => {
    const next = await writeCompany(parts.database, companyId, async (tx) => {
      await sweepFoundPages(tx, companyId)
      return findNextImport(tx, companyId)
    })
    if (next !== null) await offer(companyId)
  }
  await queue.work<{ companyId: string }>(
    QUEUE,
    { atOnce: parts.recognition.workers, groupConcurrency: 1 },
    async ([job]) => {
      if (job === undefined) return
      const { companyId } = job.data
      companiesAtWork.add(companyId)
      // What is committed after this asks for itself; what was before is seen by the look at the queue that follows.
      await takeTurn(parts, reading, companyId).finally(() => companiesAtWork.delete(companyId))
      await sweepAndOffer(companyId)
    },
  )
  await queue.work(LOOK_QUEUE, {}, async ([job]) => {
    if (job !== undefined) await forEveryCompany(parts.database, job.signal, sweepAndOffer)
  })
  const look = () => {
    queue.send(LOOK_QUEUE, null, { singletonKey: LOOK_QUEUE }).catch(warn)
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    reading.isStopping = true
    reading.readers.close()
  }
}
