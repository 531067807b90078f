/**
 * Gives rules access to uploaded procurement files. These files are always prefetched, because they are never in
 * memory.
 */
import type { ImportFile } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { type Prefetch, type Prefetched, prefetchedRecord } from './define.ts'

/**
 * Returns an uploaded file with its status set back to recognized. Used when the draft made from the file is deleted
 * (S-FILE-20).
 */
export function freedImport(facts: Prefetched, importId: string, revision: number): ImportFile {
  const { documentId: _documentId, ...file } = findPaperFile(facts, importId)
  return { ...file, status: 'recognized', revision }
}

/** Requests a prefetch of a file, because files are not in memory. */
export function importFact(id: string): readonly Prefetch[] {
  return [{ fact: 'record', kind: 'imports', id }]
}

/** Finds a prefetched procurement file by its id. Refuses NOT_FOUND. */
export function findPaperFile(facts: Prefetched, id: string): ImportFile {
  const file = prefetchedRecord(facts, 'imports', id)
  if (file === null) throw notFound('procurement file', id)
  return file
}
