/**
 * Reads uploaded files. A job of the queue says that a company has files to read, and reads the first of them; then the company goes
 * to the end of the queue. So one file of a company is read at a time, and none waits for all files of another. What a job does ends
 * with a command that is named after the attempt: however often it is done, it has one result.
 */
import { buffer } from 'node:stream/consumers'
import { finishRecognition, type RecognitionResult } from '../commands/recognition-results.ts'
import type { ImportFile } from '../domain/records.ts'
import type { CommitListener } from '../engine/companies.ts'
import { parseKept } from '../engine/kept-records.ts'
import type { RecognizerSettings } from '../integrations/recognizers.ts'
import { writeCompany } from '../store/commits.ts'
import { readCompany } from '../store/database.ts'
import { findNextImport, isImportWanted, markImportLeft, markImportStarted } from '../store/imports.ts'
import type { JobQueue } from '../store/job-queue.ts'
import { forEveryCompany } from './jobs.ts'
import { submitOwn } from './own-command.ts'
import { openPageReaders, type PageReaders } from './page-readers.ts'
import { withProposals } from './proposals.ts'
import type { WorkerParts } from './workers.ts'

const QUEUE = 'recognition'
const LOOK_QUEUE = 'recognition-look'
const POLL_SECONDS = 0.5
/** A node that died is noticed by its missing heartbeat. How often a file is tried is counted with the file. */
const JOB = { policy: 'short', retryLimit: 50, retryDelay: 1, expireInSeconds: 3_600, heartbeatSeconds: 10 } as const
const LOOK_JOB = { policy: 'short', retryLimit: 3, retryDelay: 60, expireInSeconds: 900 } as const
const LOOK_EVERY_MS = 60_000
/** How often it is asked whether a file was rejected on another node. */
const WATCH_MS = 1_000
const MAX_TRIES = 3
/** No document takes longer, and a reader that hangs must not hold the queue. */
const MAX_READ_MS = 15 * 60_000

const FAILED_THRICE =
  'Файл не удалось прочитать: распознавание прервалось три раза. Повторите его или загрузите снимок лучшего качества.'

export interface RecognitionSettings {
  readonly recognizer: RecognizerSettings
  /** Files that this node reads at a time; 0: it reads none, and asks the others to. */
  readonly workers: number
}

/** Thrown into a reading that nobody waits for any more. */
class NotWanted extends Error {}

interface Reading {
  readonly readers: PageReaders
  /** Those at work on this node, by the file's id. */
  readonly atWork: Map<string, AbortController>
  isStopping: boolean
}

/** Asks for what is queued on this node to be read, and reads when it is to. @returns what ends it. */
export async function startRecognition(queue: JobQueue, parts: WorkerParts): Promise<() => void> {
  const { companies, log, recognition } = parts
  const atWork: Reading['atWork'] = new Map()
  await queue.createQueue(QUEUE, JOB)
  const offer = async (companyId: string) => {
    await queue.send(QUEUE, { companyId }, { singletonKey: companyId, group: { id: companyId } })
  }
  const warn = (error: unknown) =>
    log.warn({ error }, 'A recognition could not be asked for; it will be within a minute')
  const onCommit: CommitListener = (companyId, decided) => {
    for (const { changes } of decided)
      for (const { kind, id, record } of changes) {
        if (kind !== 'imports') continue
        if (record === null) atWork.get(id)?.abort(new NotWanted())
        else if (record.status === 'queued') offer(companyId).catch(warn)
      }
  }
  companies.commitListeners.add(onCommit)
  const stopReading = recognition.workers > 0 ? await startReading(queue, parts, { atWork, offer, warn }) : () => {}
  return () => {
    companies.commitListeners.delete(onCommit)
    stopReading()
  }
}

interface Asking extends Pick<Reading, 'atWork'> {
  offer(companyId: string): Promise<void>
  warn(error: unknown): void
}

/** Reads what is asked for, and looks now and then whether something was not. @returns what ends it. */
async function startReading(queue: JobQueue, parts: WorkerParts, { atWork, offer, warn }: Asking): Promise<() => void> {
  const reading: Reading = { readers: openPageReaders(), atWork, isStopping: false }
  await queue.createQueue(LOOK_QUEUE, LOOK_JOB)
  const offerIfWaiting = async (companyId: string) => {
    if ((await readCompany(parts.database, companyId, (tx) => findNextImport(tx, companyId))) !== null)
      await offer(companyId)
  }
  await queue.work<{ companyId: string }>(
    QUEUE,
    { pollingIntervalSeconds: POLL_SECONDS, localConcurrency: parts.recognition.workers, groupConcurrency: 1 },
    async ([job]) => {
      if (job === undefined) return
      await readNext(parts, reading, job.data.companyId)
      await offerIfWaiting(job.data.companyId)
    },
  )
  await queue.work(LOOK_QUEUE, { pollingIntervalSeconds: 2 }, async ([job]) => {
    if (job !== undefined) await forEveryCompany(parts.database, job.signal, offerIfWaiting)
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

/** Reads the first file of a company's queue. Throws when it is to be tried again. */
async function readNext(parts: WorkerParts, reading: Reading, companyId: string): Promise<void> {
  const { database } = parts
  const next = await readCompany(database, companyId, (tx) => findNextImport(tx, companyId))
  if (next === null) return
  const { id: importId, attempt } = next
  const startedAt = parts.now()
  const started = await writeCompany(database, companyId, (tx) =>
    markImportStarted(tx, companyId, { importId, attempt, at: startedAt }),
  )
  if (started === null) return
  const file = parseKept('imports', started.record)
  const end = (outcome: RecognitionResult['outcome']) => {
    const durationMs = parts.now().getTime() - startedAt.getTime()
    return finish(parts, companyId, { importId, attempt, startedAt: startedAt.toISOString(), durationMs, outcome })
  }
  // A node that dies in the middle has no chance to say so: the next one counts.
  if (started.tries > MAX_TRIES) return end({ error: FAILED_THRICE })
  const outcome = await read(parts, reading, { companyId, file }).catch(async (error: unknown) => {
    if (error instanceof NotWanted) return null
    parts.log.warn({ error, companyId, importId, tries: started.tries }, 'A file could not be read')
    if (started.tries >= MAX_TRIES && !reading.isStopping) return { error: FAILED_THRICE }
    await writeCompany(database, companyId, (tx) => markImportLeft(tx, companyId, importId, !reading.isStopping))
    throw error
  })
  if (outcome !== null) await end(outcome)
}

/** What became of one reading. Throws NotWanted, and whatever may go well the next time. */
async function read(
  parts: WorkerParts,
  { readers, atWork }: Reading,
  { companyId, file }: { companyId: string; file: ImportFile },
): Promise<RecognitionResult['outcome']> {
  const controller = new AbortController()
  atWork.set(file.id, controller)
  const watch = setInterval(() => {
    readCompany(parts.database, companyId, (tx) => isImportWanted(tx, companyId, file.id, file.attempt)).then(
      (isWanted) => isWanted || controller.abort(new NotWanted()),
      () => undefined,
    )
  }, WATCH_MS)
  try {
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(MAX_READ_MS)])
    const { stream } = await parts.files.read(companyId, file.sha256)
    const report = await readers.read({ bytes: await buffer(stream), recognizer: parts.recognition.recognizer }, signal)
    if ('refused' in report) return { error: report.refused }
    if ('broken' in report) throw new Error(report.broken)
    return { extraction: await withProposals(parts, companyId, report.extraction) }
  } finally {
    clearInterval(watch)
    atWork.delete(file.id)
  }
}

/** Once for each attempt at a file. */
function finish({ companies }: WorkerParts, companyId: string, result: RecognitionResult): Promise<void> {
  return submitOwn(companies, companyId, {
    command: finishRecognition,
    body: result,
    name: `recognition:${result.importId}:${result.attempt}`,
    actor: { id: QUEUE, name: 'Распознавание' },
  })
}
