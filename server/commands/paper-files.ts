/** Uploaded files as rules see them: by facts, since memory does not hold them. */
import type { ImportFile } from '../domain/records.ts'
import { notFound } from '../domain/refusals.ts'
import { type Prefetch, type Prefetched, prefetchedRecord } from './define.ts'

/** The file that a deleted draft was made from is recognized again (S-FILE-20). */
export function freedImport(facts: Prefetched, importId: string, revision: number): ImportFile {
  const { documentId: _documentId, ...file } = findPaperFile(facts, importId)
  return { ...file, status: 'recognized', revision }
}

/** Files are not in memory. */
export function importFact(id: string): readonly Prefetch[] {
  return [{ fact: 'record', kind: 'imports', id }]
}

/** A file by id, as a fact found it. Refuses NOT_FOUND. */
export function findPaperFile(facts: Prefetched, id: string): ImportFile {
  const file = prefetchedRecord(facts, 'imports', id)
  if (file === null) throw notFound('procurement file', id)
  return file
}
