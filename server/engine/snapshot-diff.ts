/** Compares two snapshots of a collection: finds the records that were added, changed or removed. */
import type { Kind, RecordOf } from '../domain/records.ts'
import { type CollectionSnapshot, recordAt } from './collection.ts'

export interface SnapshotDiff<K extends Kind> {
  readonly changed: readonly RecordOf[K][]
  /** The keys of the records that were removed. */
  readonly removed: readonly string[]
}

/** Compares two snapshots chunk by chunk, skipping the chunks that they share. */
export function* diffSnapshots<K extends Kind>(
  before: CollectionSnapshot<K>,
  after: CollectionSnapshot<K>,
): Generator<void, SnapshotDiff<K>> {
  if (before.chunks === after.chunks) return { changed: [], removed: [] }
  const shared = new Set(before.chunks)
  const old = new Map<string, RecordOf[K]>()
  const kept = new Set(after.chunks)
  for (const chunk of before.chunks) {
    if (kept.has(chunk)) continue
    for (const [position, key] of chunk.keys.entries()) old.set(key, recordAt(chunk, position))
    yield
  }
  const changed: RecordOf[K][] = []
  for (const chunk of after.chunks) {
    if (shared.has(chunk)) continue
    for (let position = 0; position < chunk.keys.length; position += 1) {
      const key = chunk.keys[position]!
      const record = recordAt(chunk, position)
      const previous = old.get(key)
      old.delete(key)
      if (previous === undefined || !isSameRecord(previous, record)) changed.push(record)
    }
    yield
  }
  return { changed, removed: [...old.keys()] }
}

/**
 * Records are replaced, never edited, and contain the revision that changed them, so comparing revisions is enough.
 * Stock rows, including the computed rows of bundles, are compared by quantity.
 */
function isSameRecord(a: RecordOf[Kind], b: RecordOf[Kind]): boolean {
  if (a === b) return true
  if ('available' in a && 'available' in b)
    return a.available === b.available && a.onHand === b.onHand && a.waiting === b.waiting
  return a.revision === b.revision
}
