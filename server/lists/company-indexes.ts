/**
 * In-memory indexes of a company's records for lists: built on first use, then updated whenever the
 * state changes.
 */
import type { Kind, RecordOf, StateKind } from '../domain/records.ts'
import { type CollectionSnapshot, countPrinted } from '../engine/collection.ts'
import type { Company } from '../engine/company.ts'
import { diffSnapshots } from '../engine/snapshot-diff.ts'
import { inSlices } from '../runtime/slices.ts'
import { type Listed, RecordIndex, type Searched } from './record-index.ts'

/** The kinds whose records are all in the state and have a name, so that they can be indexed in memory. */
export type IndexedKind = {
  [K in StateKind]: RecordOf[K] extends Listed ? K : never
}[StateKind]

type IndexedRecord<K extends IndexedKind> = RecordOf[K] & Listed

/** The number of records that are added to an index between two pauses. Adding them takes some milliseconds. */
const SORTED = 4_000

type Indexes = Map<Kind, CompanyIndex<IndexedKind>>

const indexesOf = new WeakMap<Company, Indexes>()

/**
 * Returns the index of a company's records of one kind. The index includes all commits made before the call by any
 * node.
 */
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
  const indexes = indexesOf.get(company) ?? beginIndexes(company)
  const index =
    (indexes.get(kind) as unknown as CompanyIndex<K> | undefined) ?? new CompanyIndex<K>(company.id, kind, searched)
  indexes.set(kind, index as unknown as CompanyIndex<IndexedKind>)
  return index
}

/** Makes an empty set of indexes for a company. Memory that indexes take later is counted as the company's memory. */
function beginIndexes(company: Company): Indexes {
  const indexes: Indexes = new Map()
  indexesOf.set(company, indexes)
  company.countBeside((counted) => [...indexes.values()].reduce((sum, index) => sum + index.heldBytes(counted), 0))
  return indexes
}

/** The index of a company's records of one kind. */
export class CompanyIndex<K extends IndexedKind> {
  private readonly companyId: string
  private readonly searched: Searched<IndexedRecord<K>>
  private readonly empty: CollectionSnapshot<K>
  private index: RecordIndex<IndexedRecord<K>>
  private revision = -1
  /** The snapshot of the records on which the index is based. */
  private taken: CollectionSnapshot<K>
  /** Resolves when the last update is done; each update waits for the update before it. */
  private moving: Promise<unknown> = Promise.resolve()

  constructor(companyId: string, kind: K, searched: Searched<IndexedRecord<K>>) {
    this.companyId = companyId
    this.searched = searched
    this.empty = { kind, chunks: [], size: 0 }
    this.taken = this.empty
    this.index = new RecordIndex(searched)
  }

  heldBytes(counted: Set<object>): number {
    return this.index.bytes + countPrinted(this.taken.chunks, counted)
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
    const from = isAnew ? this.empty : this.taken
    await inSlices({ companyId: this.companyId }, takeIn(index, from, records))
    this.index = index
    this.taken = records
    this.revision = revision
  }
}

function* takeIn<K extends IndexedKind>(
  index: RecordIndex<IndexedRecord<K>>,
  before: CollectionSnapshot<K>,
  after: CollectionSnapshot<K>,
): Generator<void, void> {
  const { changed, removed } = yield* diffSnapshots(before, after)
  for (const id of removed) index.remove(id)
  for (const [position, record] of changed.entries()) {
    if (position % SORTED === SORTED - 1) index.settle()
    index.put(record as IndexedRecord<K>)
    yield
  }
  index.settle()
}
