/**
 * Reads uploaded files, a turn of a company at a time: one page of the first of them (recognition-turn.ts). So one file of a company is read
 * at a time, and no company waits for more than a page of another's.
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
/** For what a node that died left behind; what is asked for is asked for at once. */
const LOOK_EVERY_MS = 3_600_000

/** Asks for what is queued on this node to be read, and reads when it is to. @returns what ends it. */
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
        // Whose turn it is asks for the next one at its end: asked for now, it would come before those who come meanwhile.
        if (companiesAtWork.has(companyId)) continue
        // A rejected one may leave pages behind, which the company's next turn sweeps away.
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
  /** Those whose turn it is on this node. */
  readonly companiesAtWork: Set<string>
}

/** Reads what is asked for, and looks now and then whether something was not. */
async function startReading(
  queue: WatchedQueue,
  parts: RecognitionParts,
  { atWork, companiesAtWork }: AtWork,
): Promise<CompanyTurns> {
  const { database, log, recognition } = parts
  // A wrong setting is seen at once, not by the names that are missing.
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
      // What is committed after this asks for itself; what was before is seen by the look that follows.
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
