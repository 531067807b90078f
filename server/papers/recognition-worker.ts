/**
 * Reads uploaded files. Each company has one turn at a time: one page of its first file (recognition-turn.ts). So one
 * file of a company is read at a time, and no company waits longer than one page of another's.
 */
import type { CommitListener } from '../engine/companies.ts'
import { writeCompany } from '../store/commits.ts'
import { type CompanyTurns, type NextTurn, offerTurns, startSoughtTurns } from '../workers/company-turns.ts'
import { forEveryCompany } from '../workers/jobs.ts'
import type { WatchedQueue } from '../workers/watched-queue.ts'
import { openCompanyRegistry } from './company-registry.ts'
import { openPageReaders } from './page-readers.ts'
import { findNextImport, sweepFoundPages } from './papers-sql.ts'
import type { RecognitionParts } from './recognition-parts.ts'
import { type NodeReading, NotWanted, takeReadingTurn } from './recognition-turn.ts'

const QUEUE = 'recognition'
/** Finds work that a crashed node left behind; new work is requested at once. */
const LOOK_EVERY_MS = 3_600_000

/**
 * Requests reading of files queued on this node, and reads files when this node has workers. @returns a function that
 * stops it.
 */
export async function startRecognition(queue: WatchedQueue, parts: RecognitionParts): Promise<() => void> {
  const { companies, log, recognition } = parts
  const atWork: NodeReading['atWork'] = new Map()
  const companiesAtWork = new Set<string>()
  const reading = recognition.workers > 0 ? await startReading(queue, parts, { atWork, companiesAtWork }) : null
  const { offer, stop } = reading ?? (await offerTurns(queue, QUEUE, log))
  const onCommit: CommitListener = (companyId, decided) => {
    for (const { changes } of decided)
      for (const { kind, id, record } of changes) {
        if (kind !== 'imports') continue
        if (record === null) atWork.get(id)?.abort(new NotWanted())
        // The company's running turn requests the next one when it ends. A request now would put the company ahead of
        // others that arrive meanwhile.
        if (companiesAtWork.has(companyId)) continue
        // A rejected file may leave pages behind, which the company's next turn deletes.
        if (record === null || record.status === 'queued') offer(companyId)
      }
  }
  companies.commitListeners.add(onCommit)
  return () => {
    companies.commitListeners.delete(onCommit)
    stop()
  }
}

interface AtWork extends Pick<NodeReading, 'atWork'> {
  /** Companies whose turn is running on this node. */
  readonly companiesAtWork: Set<string>
}

/** Reads requested files, and looks for missed ones now and then. */
async function startReading(
  queue: WatchedQueue,
  parts: RecognitionParts,
  { atWork, companiesAtWork }: AtWork,
): Promise<CompanyTurns> {
  const { database, log, recognition } = parts
  // Checks the setting at the start, so that a wrong one is noticed at once and not by missing names.
  if (recognition.registryFile !== undefined) await openCompanyRegistry(recognition.registryFile)
  const reading: NodeReading = { readers: openPageReaders(), atWork, isStopping: false }
  const nextTurn = (companyId: string) =>
    writeCompany(database, companyId, async (tx): Promise<NextTurn> => {
      await sweepFoundPages(tx, companyId)
      return (await findNextImport(tx, companyId)) === null ? null : 'more'
    })
  const turns = await startSoughtTurns(queue, log, {
    name: QUEUE,
    atOnce: recognition.workers,
    async take(companyId) {
      companiesAtWork.add(companyId)
      // Later commits request their own turn; earlier ones are seen by `nextTurn` below.
      await takeReadingTurn(parts, reading, companyId).finally(() => companiesAtWork.delete(companyId))
      return nextTurn(companyId)
    },
    lookEveryMs: LOOK_EVERY_MS,
    look: (offer, signal) =>
      forEveryCompany(database, signal, async (companyId) => {
        if ((await nextTurn(companyId)) !== null) offer(companyId)
      }),
  })
  return {
    offer: turns.offer,
    stop() {
      turns.stop()
      reading.isStopping = true
      reading.readers.close()
    },
  }
}
