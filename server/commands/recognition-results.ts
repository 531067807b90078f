/**
 * Records the outcome of a recognition. The service itself runs this command, which has no HTTP route. Source:
 * S-FILE-5, S-FILE-12.
 */
import { log } from '../domain/audit-log.ts'
import type { ImportFile, Recognition } from '../domain/records.ts'
import { put } from '../domain/records.ts'
import type { Command } from './define.ts'
import { findPaperFile, importFact } from './paper-files.ts'

export interface RecognitionResult {
  readonly importId: string
  readonly attempt: number
  readonly startedAt: string
  readonly durationMs: number
  /** The data read from the file, or a message to the owner that explains why nothing could be read. */
  readonly outcome: { readonly extraction: NonNullable<ImportFile['extraction']> } | { readonly error: string }
}

/**
 * Sets the file to `recognized` or `failed`. Ignores an outdated result, which arrives when the file was rejected or
 * queued for another recognition in the meantime. Only successes are recorded as samples of the recognition's speed.
 */
export const finishRecognition: Pick<Command<RecognitionResult>, 'name' | 'entity' | 'action' | 'facts' | 'decide'> = {
  name: 'finishRecognition',
  entity: 'procurement_import',
  action: 'procurement_import.recognized',
  facts: (_books, { body }) => importFact(body.importId),
  decide(_books, { body, facts }, { revision, newId }) {
    const file = findPaperFile(facts, body.importId)
    const { fileName } = file
    const result = { kind: 'imports', record: file } as const
    if (file.status !== 'queued' || file.attempt !== body.attempt)
      return { result, changes: [], logged: log('procurement_import.recognized', { how: 'late', fileName }) }
    if ('error' in body.outcome) {
      const failed: ImportFile = { ...file, status: 'failed', error: body.outcome.error, revision }
      return {
        result: { kind: 'imports', record: failed },
        changes: [put('imports', failed)],
        logged: log('procurement_import.failed', { fileName, error: body.outcome.error }),
      }
    }
    const { startedAt, durationMs } = body
    const { model } = body.outcome.extraction.recognition
    // `startedAt` is the time at which a worker took the file from the queue. It is stored because `elapsedSeconds` in
    // the list of files is counted from that time, and estimates use it.
    const recognition = { model, startedAt, durationSeconds: durationMs / 1_000 }
    const extraction = { ...body.outcome.extraction, recognition }
    const recognized: ImportFile = { ...file, status: 'recognized', extraction, revision }
    const sample: Recognition = { id: newId(), importId: file.id, model, startedAt, durationMs, revision }
    return {
      result: { kind: 'imports', record: recognized },
      changes: [put('imports', recognized), put('recognitions', sample)],
      logged: log('procurement_import.recognized', {
        how: 'read',
        fileName,
        lines: extraction.lines.length,
        seconds: Math.round(durationMs / 1_000),
      }),
    }
  },
}
