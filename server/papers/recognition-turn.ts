/**
 * Runs one recognition turn for a company: reads one page of the first file in its queue. The result is saved, so that
 * the next turn, on any node, continues with the next page. The last turn runs a command whose idempotency key is
 * derived from the attempt, so an attempt never has two results.
 */
import { buffer } from 'node:stream/consumers'
import { finishRecognition, type RecognitionResult } from '../commands/recognition-results.ts'
import type { ImportFile } from '../domain/records.ts'
import { submitOwn } from '../engine/own-command.ts'
import { parseStoredRecord } from '../engine/stored-records.ts'
import { TooLong, TooMuchMemory } from '../integrations/process-watch.ts'
import { MAX_PAGES } from '../recognition/file-types.ts'
import { METERS } from '../runtime/meters.ts'
import { COMPANY, inSpan, OUTCOME } from '../runtime/spans.ts'
import { writeCompany } from '../store/commits.ts'
import { readCompany, type Tx } from '../store/database.ts'
import type { PageReaders } from './page-readers.ts'
import {
  findNextImport,
  isImportWanted,
  leaveTurn,
  listFoundPages,
  type SavedTurn,
  type StartedTurn,
  saveTurn,
  startTurn,
} from './papers-sql.ts'
import { withProposals } from './proposals.ts'
import type { RecognitionParts } from './recognition-parts.ts'
import type { ReadReport } from './recognition-process.ts'

/** The interval, in milliseconds, at which a turn checks whether the file was rejected on another node. */
const WATCH_MS = 1_000
const MAX_TRIES = 3
/** The number of turns after which the service gives up on a file. Repeated readings of a page count too. */
const MAX_TURNS = 3 * MAX_PAGES
/**
 * The time limits for a page. The embedded recognizer takes 2 to 8 seconds per page; a model without a graphics card
 * takes minutes.
 */
const PAGE_SECONDS = { embedded: 120, endpoint: 300 }
/**
 * The wall-clock time limit for a turn. It matters, for example, when the processor is never free or the file store
 * does not respond.
 */
const MAX_TURN_MS = 15 * 60_000

const FAILED_THRICE =
  'Файл не удалось прочитать: распознавание прервалось три раза. Повторите его или загрузите снимок лучшего качества.'
const TOO_MANY_TURNS = 'Файл не удалось прочитать: он слишком сложен. Загрузите его страницы по отдельности.'
const pageTooLong = (page: number) =>
  `Страница ${page + 1} слишком сложна: её не удалось прочитать за отведённое время. Загрузите снимок лучшего качества или только страницы самого документа.`

const pageTooLarge = (page: number) =>
  `Страница ${page + 1} слишком сложна: чтобы её прочитать, нужно слишком много памяти. Загрузите снимок лучшего качества или только страницы самого документа.`

const failedThrice = (why: unknown, page: number) => (why instanceof TooMuchMemory ? pageTooLarge(page) : FAILED_THRICE)

/** Thrown to abort reading when its result is no longer wanted. */
export class NotWanted extends Error {}

export interface NodeReading {
  readonly readers: PageReaders
  /** The files being read on this node, by id. */
  readonly atWork: Map<string, AbortController>
  isStopping: boolean
}

interface Turn {
  readonly companyId: string
  readonly file: ImportFile
  readonly started: StartedTurn
}

/** Reads a page of the first file in a company's queue. Throws when the turn must be repeated. */
export async function takeReadingTurn(parts: RecognitionParts, reading: NodeReading, companyId: string): Promise<void> {
  const { database } = parts
  const next = await readCompany(database, companyId, (tx) => findNextImport(tx, companyId))
  if (next === null) return
  const { id: importId, attempt } = next
  const at = parts.now()
  const started = await writeCompany(database, companyId, (tx) => startTurn(tx, companyId, { importId, attempt, at }))
  if (started === null) return
  const turn = { companyId, file: parseStoredRecord('imports', started.record), started }
  const beganAt = performance.now()
  const passed = () => Math.floor(performance.now() - beganAt)
  const count = (outcome: 'read' | 'failed') => METERS.pages.observe({ outcome }, passed() / 1_000)
  const outcome = await outcomeOf(parts, reading, turn).catch(async (error: unknown) => {
    if (error instanceof NotWanted) return null
    // An orderly shutdown of the service kills the reading process, in which case the page is not at fault.
    const told = { error, companyId, importId, page: started.next_page, tries: started.tries }
    if (!reading.isStopping) parts.log.warn(told, 'A page was not read')
    if (error instanceof TooLong) return { error: pageTooLong(started.next_page) }
    if (started.tries >= MAX_TRIES && !reading.isStopping) return { error: failedThrice(error, started.next_page) }
    if (!reading.isStopping) count('failed')
    await writeCompany(database, companyId, (tx) => leaveTurn(tx, companyId, importId, !reading.isStopping))
    throw error
  })
  if (outcome === null) return
  count('error' in outcome ? 'failed' : 'read')
  if ('next' in outcome) return save(parts, turn, { ...outcome, readMs: passed() })
  const startedAt = started.started_at.toISOString()
  await finish(parts, companyId, { importId, attempt, startedAt, durationMs: started.read_ms + passed(), outcome })
}

type Outcome = RecognitionResult['outcome'] | Extract<ReadReport, { readonly next: number }>

/** Runs one turn. Throws NotWanted, TooLong, or an error that may be temporary. */
async function outcomeOf(parts: RecognitionParts, reading: NodeReading, turn: Turn): Promise<Outcome> {
  // A node that crashed could not record the failure, so the number of tries is checked when the next turn starts.
  if (turn.started.tries > MAX_TRIES) return { error: FAILED_THRICE }
  if (turn.started.turns >= MAX_TURNS) return { error: TOO_MANY_TURNS }
  const report = await readInSpan(parts, reading, turn)
  if ('next' in report) return report
  if ('refused' in report) return { error: report.refused }
  if ('broken' in report) throw new Error(report.broken)
  // Leave these values empty here; the command that finishes the recognition fills them in.
  const recognition = { model: report.model, startedAt: '', durationSeconds: 0 }
  return { extraction: await withProposals(parts, turn.companyId, { ...report.extraction, recognition }) }
}

function readInSpan(parts: RecognitionParts, reading: NodeReading, turn: Turn): Promise<ReadReport> {
  const { companyId, file, started } = turn
  const attributes = { [COMPANY]: companyId, 'skladno.file.id': file.id, 'skladno.page': started.next_page + 1 }
  return inSpan('recognition page', { attributes }, async (span) => {
    const report = await readPage(parts, reading, turn)
    span?.set(OUTCOME, 'refused' in report || 'broken' in report ? 'failed' : 'read')
    return report
  })
}

async function readPage(
  { database, files, recognition: { recognizer, pageSeconds } }: RecognitionParts,
  { readers, atWork }: NodeReading,
  { companyId, file, started }: Turn,
): Promise<ReadReport> {
  const controller = new AbortController()
  atWork.set(file.id, controller)
  const watch = setInterval(() => {
    readCompany(database, companyId, (tx) => isImportWanted(tx, companyId, file.id, file.attempt)).then(
      (isWanted) => isWanted || controller.abort(new NotWanted()),
      () => undefined,
    )
  }, WATCH_MS)
  try {
    const seconds = pageSeconds ?? (recognizer === null ? PAGE_SECONDS.embedded : PAGE_SECONDS.endpoint)
    const page = {
      name: `${companyId} ${file.id} ${file.attempt}`,
      turns: started.turns,
      page: started.next_page,
      recognizer,
      limitMs: 1_000 * seconds,
      load: async () => {
        const { stream } = await files.read(companyId, file.sha256)
        const bytes = await buffer(stream)
        if (started.turns === 0) return { bytes, found: [] }
        const listFound = (tx: Tx) => listFoundPages(tx, companyId, file.id, file.attempt)
        return { bytes, found: await readCompany(database, companyId, listFound) }
      },
    }
    return await readers.read(page, AbortSignal.any([controller.signal, AbortSignal.timeout(MAX_TURN_MS)]))
  } finally {
    clearInterval(watch)
    atWork.delete(file.id)
  }
}

/** Saves the result of a page, unless another node has saved the turn or the file is no longer wanted. */
async function save(
  { database }: RecognitionParts,
  { companyId, file, started }: Turn,
  page: Pick<SavedTurn, 'page' | 'found' | 'next' | 'readMs'>,
): Promise<void> {
  const turn = { ...page, importId: file.id, attempt: file.attempt, turns: started.turns }
  await writeCompany(database, companyId, (tx) => saveTurn(tx, companyId, turn))
}

/** Finishes an attempt to recognize a file. Runs only once for each attempt. */
function finish({ companies }: RecognitionParts, companyId: string, result: RecognitionResult): Promise<void> {
  return submitOwn(companies, companyId, {
    command: finishRecognition,
    body: result,
    name: `recognition:${result.importId}:${result.attempt}`,
    actor: { id: 'recognition', name: 'Распознавание' },
  })
}
