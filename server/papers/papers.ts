/** Reads uploaded files together with their recognition progress. Source: S-FILE-4, S-FILE-8. */
import type { View } from '../domain/costs.ts'
import type { ImportFile } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import { serializeRecord } from '../engine/serialize.ts'
import { parseStoredRecord } from '../engine/stored-records.ts'
import { type ListPage, marksOf, pageUpTo, placeIn, readCursor } from '../queries/cursor.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { findPaper, listDurations, listPapers, listWaitingImports, type StoredImport } from './papers-sql.ts'
import { estimateRecognition, MAX_SAMPLES, type RecognitionProgress } from './recognition-estimate.ts'

const marksIn = ({ epoch }: Database) => marksOf(epoch, 'procurement/imports')

export interface ImportsQuery {
  readonly limit: number
  readonly cursor?: string
}

/** The inputs, in addition to the company, from which a file's progress is computed. */
export interface ProgressBasis {
  /** The current recognition model. Durations measured with other models do not count. */
  readonly model: string
  readonly now: Date
}

/** Lists a page of the files, newest first. Refuses with VALIDATION_FAILED if the cursor is invalid. */
export async function listFiles(
  database: Database,
  companyId: string,
  { limit, cursor, basis, view }: ImportsQuery & { basis: ProgressBasis; view: View },
): Promise<ListPage> {
  const before = cursor === undefined ? null : placeIn(readCursor(marksIn(database), cursor), null).id
  return readCompany(database, companyId, async (tx) => {
    const rows = await listPapers(tx, companyId, { before, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const progress = await readProgress(tx, companyId, basis)
    const next = rows.length > limit ? { key: null, id: shown.at(-1)!.id } : null
    const items = shown.map((row) => printImport(row, progress, view))
    return pageUpTo(items, marksIn(database), next)
  })
}

/** Returns one file as JSON. Refuses with NOT_FOUND. */
export async function printOneImport(
  database: Database,
  companyId: string,
  { importId, basis, view }: { importId: string; basis: ProgressBasis; view: View },
): Promise<string> {
  return readCompany(database, companyId, async (tx) => {
    const row = isIssuedId(importId) ? await findPaper(tx, companyId, importId) : null
    if (row === null) throw notFound('procurement file', importId)
    return printImport(row, await readProgress(tx, companyId, basis), view)
  })
}

/** Finds a file so that its bytes can be downloaded. Refuses with NOT_FOUND. */
export async function readImport(database: Database, companyId: string, importId: string): Promise<ImportFile> {
  const row = isIssuedId(importId)
    ? await readCompany(database, companyId, (tx) => findPaper(tx, companyId, importId))
    : null
  if (row === null) throw notFound('procurement file', importId)
  return parseStoredRecord('imports', row.record)
}

async function readProgress(tx: Tx, companyId: string, { model, now }: ProgressBasis) {
  const waiting = await listWaitingImports(tx, companyId)
  if (waiting.length === 0) return new Map<string, RecognitionProgress>()
  const durations = await listDurations(tx, companyId, model, MAX_SAMPLES)
  return estimateRecognition(
    waiting.map((one) => ({
      id: one.id,
      startedAt: one.started_at,
      readMs: one.read_ms,
      turnStartedAt: one.turn_started_at,
    })),
    durations,
    now,
  )
}

function printImport(
  { id, record, started_at }: StoredImport,
  progress: ReadonlyMap<string, RecognitionProgress>,
  view: View,
): string {
  const kept = parseStoredRecord('imports', record)
  const json = serializeRecord('imports', started_at === null ? kept : { ...kept, status: 'processing' }, view)
  const recognition = progress.get(id)
  return recognition === undefined ? json : `${json.slice(0, -1)},"recognition":${JSON.stringify(recognition)}}`
}
