/** The indexes of a company's records that lists use: made when a list asks for the first time, and kept up with the state since. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind, RecordOf, StateKind } from '../domain/records.ts'
import { type CollectionSnapshot, diffSnapshots } from './collection.ts'
import type { Company } from './company.ts'
import { type Listed, RecordIndex, type Searched } from './record-index.ts'

/** The kinds whose records are all in the state and have a name. */
export type IndexedKind = {
  [K in StateKind]: RecordOf[K] extends Listed ? K : never
}[StateKind]

type IndexedRecord<K extends IndexedKind> = RecordOf[K] & Listed

/** Records that are taken in before other work gets its turn, and that are sorted in at once: some milliseconds each. */
const SLICE = 250
const SORTED = 4_000

const indexesOf = new WeakMap<Company, Map<Kind, CompanyIndex<IndexedKind>>>()

/** The index of a company's records of one kind, as they are now or later, whichever node wrote last. */
export async function currentIndex<K extends IndexedKind>(
  company: Company,
  kind: K,
  searched: Searched<IndexedRecord<K>>,
): Promise<RecordIndex<IndexedRecord<K>>> {
  const state = await company.current()
  return indexIn(company, kind, searched).upTo(state.revision, state.collections[kind] as CollectionSnapshot<K>)
}

function indexIn<K extends IndexedKind>(
  company: Company,
  kind: K,
  searched: Searched<IndexedRecord<K>>,
): CompanyIndex<K> {
  const indexes = indexesOf.get(company) ?? new Map<Kind, CompanyIndex<IndexedKind>>()
  const index = (indexes.get(kind) as unknown as CompanyIndex<K> | undefined) ?? new CompanyIndex<K>(kind, searched)
  indexesOf.set(company, indexes.set(kind, index as unknown as CompanyIndex<IndexedKind>))
  return index
}

/** How many records of a company are in indexes, for the memory bound. */
export function indexedCount(company: Company): number {
  let count = 0
  for (const index of indexesOf.get(company)?.values() ?? []) count += index.size
  return count
}

/** One kind of records of one company. */
export class CompanyIndex<K extends IndexedKind> {
  private readonly searched: Searched<IndexedRecord<K>>
  private readonly empty: CollectionSnapshot<K>
  private index: RecordIndex<IndexedRecord<K>>
  private revision = -1
  /** What the index has taken in. */
  private taken: CollectionSnapshot<K>
  /** One after the other. */
  private moving: Promise<unknown> = Promise.resolve()

  constructor(kind: K, searched: Searched<IndexedRecord<K>>) {
    this.searched = searched
    this.empty = { kind, chunks: [], size: 0 }
    this.taken = this.empty
    this.index = new RecordIndex(searched)
  }

  get size(): number {
    return this.index.size
  }

  async upTo(revision: number, records: CollectionSnapshot<K>): Promise<RecordIndex<IndexedRecord<K>>> {
    if (revision > this.revision) {
      const moved = this.moving.then(() => this.move(revision, records))
      this.moving = moved.catch(() => undefined)
      await moved
    }
    return this.index
  }

  private async move(revision: number, records: CollectionSnapshot<K>): Promise<void> {
    if (revision <= this.revision) return
    const isAnew = this.index.isWorn
    const index = isAnew ? new RecordIndex<IndexedRecord<K>>(this.searched) : this.index
    const { changed, removed } = diffSnapshots(isAnew ? this.empty : this.taken, records)
    for (const id of removed) index.remove(id)
    for (const [position, record] of changed.entries()) {
      if (position % SORTED === SORTED - 1) index.settle()
      if (position % SLICE === SLICE - 1) await nextTurn()
      index.put(record as IndexedRecord<K>)
    }
    index.settle()
    this.index = index
    this.taken = records
    this.revision = revision
  }
}
