/**
 * One turn at a company's files: a page of the first one. What a page said is saved, so that whoever takes the next turn, this node or
 * another, goes on behind it. The last turn ends with a command that is named after the attempt: however often it is done, the attempt
 * has one result.
 */
import { buffer } from 'node:stream/consumers'
import { finishRecognition, type RecognitionResult } from '../commands/recognition-results.ts'
import type { ImportFile } from '../domain/records.ts'
import { submitOwn } from '../engine/own-command.ts'
import { parseStoredRecord } from '../engine/stored-records.ts'
import { TooLong, TooMuchMemory } from '../integrations/process-watch.ts'
import { MAX_PAGES } from '../recognition/file-types.ts'
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

/** How often it is asked whether a file was rejected on another node. */
const WATCH_MS = 1_000
const MAX_TRIES = 3
/** Pages are drawn a second time at most when the whole document asks for more of them; a document that asks on and on is no document. */
const MAX_TURNS = 3 * MAX_PAGES
/** By the embedded recognizer a page takes 2 to 8 seconds; a model without a graphics card takes minutes. */
const PAGE_SECONDS = { embedded: 120, endpoint: 300 }
/** Whatever a page waits for: a processor that is never free, a file store that does not answer. */
const MAX_TURN_MS = 15 * 60_000

const FAILED_THRICE =
  'Файл не удалось прочитать: распознавание прервалось три раза. Повторите его или загрузите снимок лучшего качества.'
const TOO_MANY_TURNS = 'Файл не удалось прочитать: он слишком сложен. Загрузите его страницы по отдельности.'
const pageTooLong = (page: number) =>
  `Страница ${page + 1} слишком сложна: её не удалось прочитать за отведённое время. Загрузите снимок лучшего качества или только страницы самого документа.`

const pageTooLarge = (page: number) =>
  `Страница ${page + 1} слишком сложна: чтобы её прочитать, нужно слишком много памяти. Загрузите снимок лучшего качества или только страницы самого документа.`

const failedThrice = (why: unknown, page: number) => (why instanceof TooMuchMemory ? pageTooLarge(page) : FAILED_THRICE)

/** Thrown into a reading that nobody waits for any more. */
export class NotWanted extends Error {}

export interface NodeReading {
  readonly readers: PageReaders
  /** Those at work on this node, by the file's id. */
  readonly atWork: Map<string, AbortController>
  isStopping: boolean
}

interface Turn {
  readonly companyId: string
  readonly file: ImportFile
  readonly started: StartedTurn
}

/** Reads a page of the first file of a company's queue. Throws when it is to be tried again. */
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
  const outcome = await outcomeOf(parts, reading, turn).catch(async (error: unknown) => {
    if (error instanceof NotWanted) return null
    // An orderly stop ends the process that reads: no fault of the page.
    const told = { error, companyId, importId, page: started.next_page, tries: started.tries }
    if (!reading.isStopping) parts.log.warn(told, 'A page was not read')
    if (error instanceof TooLong) return { error: pageTooLong(started.next_page) }
    if (started.tries >= MAX_TRIES && !reading.isStopping) return { error: failedThrice(error, started.next_page) }
    await writeCompany(database, companyId, (tx) => leaveTurn(tx, companyId, importId, !reading.isStopping))
    throw error
  })
  if (outcome === null) return
  if ('next' in outcome) return save(parts, turn, { ...outcome, readMs: passed() })
  const startedAt = started.started_at.toISOString()
  await finish(parts, companyId, { importId, attempt, startedAt, durationMs: started.read_ms + passed(), outcome })
}

type Outcome = RecognitionResult['outcome'] | Extract<ReadReport, { readonly next: number }>

/** What became of one turn. Throws NotWanted, TooLong, and whatever may go well the next time. */
async function outcomeOf(parts: RecognitionParts, reading: NodeReading, turn: Turn): Promise<Outcome> {
  // A node that dies in the middle has no chance to say so: the next one counts.
  if (turn.started.tries > MAX_TRIES) return { error: FAILED_THRICE }
  if (turn.started.turns >= MAX_TURNS) return { error: TOO_MANY_TURNS }
  const report = await readPage(parts, reading, turn)
  if ('next' in report) return report
  if ('refused' in report) return { error: report.refused }
  if ('broken' in report) throw new Error(report.broken)
  // The command that ends the recognition knows how long it took.
  const recognition = { model: report.model, startedAt: '', durationSeconds: 0 }
  return { extraction: await withProposals(parts, turn.companyId, { ...report.extraction, recognition }) }
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

/** What another one saved before, or nobody waits for any more, is left as it is. */
async function save(
  { database }: RecognitionParts,
  { companyId, file, started }: Turn,
  page: Pick<SavedTurn, 'page' | 'found' | 'next' | 'readMs'>,
): Promise<void> {
  const turn = { ...page, importId: file.id, attempt: file.attempt, turns: started.turns }
  await writeCompany(database, companyId, (tx) => saveTurn(tx, companyId, turn))
}

/** Once for each attempt at a file. */
function finish({ companies }: RecognitionParts, companyId: string, result: RecognitionResult): Promise<void> {
  return submitOwn(companies, companyId, {
    command: finishRecognition,
    body: result,
    name: `recognition:${result.importId}:${result.attempt}`,
    actor: { id: 'recognition', name: 'Распознавание' },
  })
}
