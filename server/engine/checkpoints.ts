/**
 * Checkpoints: copies of a company's state, stored beside the log now and then. An old state is rebuilt from the
 * nearest earlier checkpoint by replaying a few commands, however much has been committed since. A checkpoint is
 * written some time after a commit, by a node that has the state in memory anyway. Checkpoints only save time: where
 * one is missing, the log is replayed instead. Source: docs/decisions/0051-states-of-long-ago.md.
 */
import { FINISHABLE_KINDS, type Product, type RecordOf, STATE_KINDS, type StateKind } from '../domain/records.ts'
import { CompanyCache } from '../runtime/company-cache.ts'
import { type Asker, type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { givingWay, inSlices } from '../runtime/slices.ts'
import type { StoredChunk } from '../store/checkpoints.ts'
import { BundleIndex } from './bundle-index.ts'
import { type Chunk, type CollectionSnapshot, recordAt } from './collection.ts'
import type { CompanyReading, CompanyStore } from './company-store.ts'
import { packTotals, unpackTotals } from './packed-totals.ts'
import type { StateSnapshot } from './state.ts'
import { compressed, decompressed, printStoredChunk, type RestoredChunk, restore } from './stored-chunks.ts'
import { parseStoredRecord, printStoredRecord } from './stored-records.ts'

/**
 * The number of commands between two checkpoints: at least `least`, and more for a state with many records. Replaying
 * that many commands takes about as long as sending the state, and the checkpoints stay small compared with the log.
 */
export const APART = { least: 200, recordsPerCommand: 8 }
/** The maximum size in bytes, over all companies, of the restored chunks that are cached for reuse. */
const MAX_RESTORED_BYTES = 33_554_432

const inTurn: FairLimiter = fairLimiter({ atOnce: 1, perCompany: 1, maxWaiting: Number.POSITIVE_INFINITY, refusal: '' })
const restored = new CompanyCache<string, RestoredChunk>({
  maxBytes: MAX_RESTORED_BYTES,
  sizeOf: ({ bytes }) => bytes,
})

/** A checkpoint as it is stored, in JSON. It refers to chunks by their digests, in base64. */
interface Head {
  readonly settings: string
  readonly totals: string
  readonly chunks: Readonly<Record<StateKind, readonly string[]>>
}

/** Returns how many commands lie between two checkpoints of a company with this state. */
export function commandsApart({ collections }: Pick<StateSnapshot, 'collections'>): number {
  let records = 0
  for (const kind of STATE_KINDS) records += collections[kind].size
  return Math.max(APART.least, Math.floor(records / APART.recordsPerCommand))
}

export class Checkpoints {
  private readonly database: CompanyStore
  private readonly companyId: string
  /** The revision of the newest checkpoint, or null when it has not been looked up yet. */
  private newest: number | null = null
  private isBusy = false
  /** The digests of chunks that are already stored. */
  private readonly stored = new WeakMap<Chunk<RecordOf[StateKind]>, Buffer>()

  constructor(database: CompanyStore, companyId: string) {
    this.database = database
    this.companyId = companyId
  }

  /**
   * Takes the state after a commit, and the id of its last command. Stores a checkpoint when one is
   * due. Never rejects.
   */
  note(revision: number, commandId: string, snapshot: () => StateSnapshot): void {
    if (this.isBusy || (this.newest !== null && revision - this.newest < APART.least)) return
    const state = snapshot()
    if (this.newest !== null && revision - this.newest < commandsApart(state)) return
    void this.store(state, commandId)
  }

  /**
   * Stores a state as a checkpoint, unless there is a recent checkpoint. Never rejects, because a missing checkpoint
   * only makes the responses to repeated commands slower.
   */
  async store(state: StateSnapshot, commandId: string): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      await inTurn({ companyId: this.companyId }, () => this.write(state, commandId))
    } catch {
      // Wait until the next checkpoint is due before trying again.
      this.newest = Math.max(this.newest ?? 0, state.revision)
    } finally {
      this.isBusy = false
    }
  }

  private async write(state: StateSnapshot, commandId: string): Promise<void> {
    const { companyId, database } = this
    const newest = await database.newestCheckpoint(companyId)
    this.newest = Math.max(this.newest ?? 0, newest)
    if (state.revision > newest && state.revision - newest < commandsApart(state)) return
    const fresh: (StoredChunk & { readonly chunk: Chunk<RecordOf[StateKind]> })[] = []
    const chunks = {} as Record<StateKind, string[]>
    for (const kind of STATE_KINDS) {
      chunks[kind] = []
      for (const chunk of state.collections[kind].chunks as readonly Chunk<RecordOf[StateKind]>[]) {
        let digest = this.stored.get(chunk)
        if (digest === undefined) {
          const giveWay = givingWay(companyId)
          const printed = await inSlices({ companyId }, printStoredChunk<StateKind>(kind, chunk))
          digest = printed.digest
          fresh.push({ digest, content: await compressed(printed.content), chunk })
          // No client waits for a checkpoint, so let other work run first.
          await giveWay()
        }
        chunks[kind].push(digest.toString('base64'))
      }
    }
    const head: Head = {
      settings: printStoredRecord('settings', state.settings),
      totals: packTotals(state.totals),
      chunks,
    }
    const { revision } = state
    await database.insertCheckpoint(companyId, {
      revision,
      commandId,
      head: await compressed(Buffer.from(JSON.stringify(head))),
      chunks: fresh,
    })
    for (const { chunk, digest } of fresh) this.stored.set(chunk, digest)
    this.newest = Math.max(this.newest, revision)
  }

  /**
   * Loads the nearest checkpoint at or before a revision. @returns null when there is none, or when
   * it is incomplete.
   */
  async load(reading: CompanyReading, asker: Asker, revision: number): Promise<StateSnapshot | null> {
    const { companyId } = this
    const found = await reading.findCheckpoint(revision)
    if (found === null) return null
    const head = JSON.parse((await decompressed(found.head)).toString()) as Head
    const chunks = await this.restoreAll(reading, head)
    if (chunks === null) return null
    const { collections, finished, bundles } = await inSlices(asker, putTogether(head, chunks))
    return {
      companyId,
      revision: found.revision,
      settings: parseStoredRecord('settings', head.settings),
      totals: unpackTotals(head.totals),
      collections,
      finished,
      bundles,
    }
  }

  private async restoreAll(reading: CompanyReading, head: Head): Promise<Map<string, RestoredChunk> | null> {
    const { companyId } = this
    const kinds = new Map(STATE_KINDS.flatMap((kind) => (head.chunks[kind] ?? []).map((name) => [name, kind] as const)))
    const chunks = new Map<string, RestoredChunk>()
    for (const name of kinds.keys()) {
      const known = restored.get(companyId, name)
      if (known !== undefined) chunks.set(name, known)
    }
    const missing = [...kinds.keys()].filter((name) => !chunks.has(name))
    const rows = await reading.listChunks(missing.map((name) => Buffer.from(name, 'base64')))
    const read = async (row: StoredChunk) => {
      const name = row.digest.toString('base64')
      const chunk = await restore(kinds.get(name)!, row)
      chunks.set(name, chunk)
      restored.set(companyId, name, chunk)
    }
    // Treat an unreadable chunk as missing: the log has the same data.
    await Promise.allSettled(rows.map(read))
    return chunks.size === kinds.size ? chunks : null
  }
}

function* putTogether(
  head: Head,
  chunks: ReadonlyMap<string, RestoredChunk>,
): Generator<void, Pick<StateSnapshot, 'collections' | 'finished' | 'bundles'>> {
  const collections = {} as Record<StateKind, CollectionSnapshot<StateKind>>
  const finished = Object.fromEntries(FINISHABLE_KINDS.map((kind) => [kind, []])) as unknown as Record<
    StateKind,
    string[] | undefined
  >
  const index = new BundleIndex()
  for (const kind of STATE_KINDS) {
    const own = (head.chunks[kind] ?? []).map((name) => chunks.get(name)!)
    let size = 0
    for (const { chunk, marked } of own) {
      size += chunk.keys.length
      for (const at of marked) {
        finished[kind]?.push(chunk.keys[at]!)
        if (kind === 'products') index.add(recordAt(chunk, at) as Product)
      }
      yield
    }
    collections[kind] = { kind, chunks: own.map(({ chunk }) => chunk), size }
  }
  return {
    collections: collections as unknown as StateSnapshot['collections'],
    finished: finished as unknown as StateSnapshot['finished'],
    bundles: index.snapshot(),
  }
}
