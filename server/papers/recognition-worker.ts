/**
 * Reads uploaded files. Each company has only one turn at a time, which reads one page of the first file in its queue
 * (recognition-turn.ts). So only one file of a company is read at a time, and no company waits longer than one page of
 * another company's file.
 */
import type { CommitListener } from '../engine/companies.ts'
import { writeCompany } from '../store/commits.ts'
import {
  type CompanyTurns,
  lookThroughCompanies,
  type NextTurn,
  offerTurns,
  startSoughtTurns,
} from '../workers/company-turns.ts'
import type { WatchedQueue } from '../workers/watched-queue.ts'
import { openCompanyRegistry } from './company-registry.ts'
import { openPageReaders } from './page-readers.ts'
import { findNextImport, sweepFoundPages } from './papers-sql.ts'
import type { RecognitionParts } from './recognition-parts.ts'
import { type NodeReading, NotWanted, takeReadingTurn } from './recognition-turn.ts'

const QUEUE = 'recognition'
/**
 * The interval, in milliseconds, at which a node looks for work left behind by a node that crashed. New work is
 * requested at once, so these checks can be rare.
 */
const LOOK_EVERY_MS = 3_600_000

/**
 * Requests turns for files that are queued on this node and, if this node has workers, reads files. @returns a function
 * that stops both
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
        // The turn in progress requests the company's next turn when it ends. A request now would put the company ahead
        // of companies that arrive in the meantime.
        if (companiesAtWork.has(companyId)) continue
        // A rejected file may leave page results behind, which are deleted in the company's next turn.
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
  /** The companies whose turn is running on this node. */
  readonly companiesAtWork: Set<string>
}

/** Starts reading requested files, and occasionally looks for overlooked ones. */
async function startReading(
  queue: WatchedQueue,
  parts: RecognitionParts,
  { atWork, companiesAtWork }: AtWork,
): Promise<CompanyTurns> {
  const { database, log, recognition } = parts
  // Check the registry file at startup, so that a wrong setting is noticed at once instead of through missing names.
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
      // Files queued from now on request their own turn; files queued earlier are found by `nextTurn` below.
      await takeReadingTurn(parts, reading, companyId).finally(() => companiesAtWork.delete(companyId))
      return nextTurn(companyId)
    },
    lookEveryMs: LOOK_EVERY_MS,
    look: lookThroughCompanies(database, nextTurn),
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
