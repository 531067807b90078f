/** One company's data in memory: the books on which commands are decided, and the committed state. */
import type { Prefetch } from '../commands/define.ts'
import type { Books } from '../domain/books.ts'
import { bytesOfText, MAP_ENTRY } from '../domain/held-bytes.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import type { FinishedHead } from './beside-changes.ts'
import { catchUp } from './catch-up.ts'
import { Checkpoints } from './checkpoints.ts'
import type { CompanyClock } from './clock.ts'
import type { Queued } from './commit-spans.ts'
import type { CompanyReading, CompanyStore } from './company-store.ts'
import type { Decided, DecidingCompany } from './decide.ts'
import { EarlierStates } from './earlier-states.ts'
import type { History } from './history.ts'
import { mustNotMove } from './prefetch.ts'
import type { Answer, CommandRequest } from './request.ts'
import type { State, StateSnapshot } from './state.ts'

/**
 * The number of idempotency keys that are remembered, so that a repeated command is recognized without querying the
 * database.
 */
const MAX_REMEMBERED_KEYS = 10_000

export interface EngineLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A command and the client that waits for its answer. */
export interface Waiting {
  readonly request: CommandRequest
  readonly resolve: (answer: Answer) => void
  /**
   * True when the command changes so many records that it is decided, committed and applied in steps, and on its own.
   */
  isLong: boolean
  /**
   * The ids of the log rows sent to the database for this command, one per attempt. At most one of them was committed.
   */
  readonly sentAs: string[]
  /**
   * Set when the command must be executed together with the other commands in this array, which includes the command
   * itself.
   */
  readonly together?: readonly Waiting[]
  /** The tracing data of the command; absent when the command is not part of a trace. */
  readonly queued?: Queued
}

/**
 * Remembers the row ids before a batch is sent. If a key turns out to be used, they show whether this batch or an
 * earlier command used it.
 */
export function noteSent(batch: readonly Waiting[], decided: readonly Decided[]): void {
  for (const [position, { row }] of decided.entries()) batch[position]!.sentAs.push(row.id)
}

export class CompanyMemory {
  readonly id: string
  readonly store: CompanyStore
  readonly log: EngineLog
  /** The books with all commands decided so far, committed or not. */
  readonly books: Books
  /** The state after all committed commands. */
  state: State
  readonly clock: CompanyClock
  /** Returns how many products the company may have; null without a limit. */
  readonly productLimit: () => number | null
  readonly earlier = new EarlierStates()
  readonly checkpoints: Checkpoints
  /** The function to call after each batch that this node commits. */
  onCommit: (decided: readonly Decided[]) => void = () => undefined
  private readonly finishedHead: FinishedHead
  private lastSnapshot: StateSnapshot | null = null
  private usedKeys = new Set<string>()
  private olderKeys = new Set<string>()
  private usedKeyBytes = 0
  private olderKeyBytes = 0

  constructor(parts: Pick<CompanyMemory, 'id' | 'store' | 'log' | 'books' | 'state' | 'clock' | 'productLimit'>) {
    this.id = parts.id
    this.store = parts.store
    this.log = parts.log
    this.books = parts.books
    this.state = parts.state
    this.clock = parts.clock
    this.productLimit = parts.productLimit
    this.checkpoints = new Checkpoints(parts.store, parts.id)
    this.finishedHead = { ids: parts.state.finished, most: parts.state.maxFinishedShown }
  }

  /** Returns a snapshot of the committed state; it is shared until the next command. */
  snapshot(): StateSnapshot {
    if (this.lastSnapshot?.revision !== this.state.revision) this.lastSnapshot = this.state.snapshot()
    return this.lastSnapshot
  }

  /** Applies the commits that other nodes have made since this node's revision. */
  async catchUp(): Promise<void> {
    await this.store.read({ companyId: this.id }, 'log', (reading) => this.catchUpFrom(reading))
  }

  async catchUpFrom(reading: CompanyReading): Promise<void> {
    const { id, books, state, clock } = this
    this.state = await catchUp(reading, { id, books, state, clock })
  }

  /** Returns the sources from which earlier states of the company can be computed. */
  history(asker: Asker, now: StateSnapshot): History {
    const { store, earlier, checkpoints } = this
    return { store, asker, now, earlier, checkpoints }
  }

  /**
   * Returns the books on which a batch is decided, with the revision on which the batch builds: the committed revision,
   * or the one that a batch in flight will create.
   */
  deciding(revision = this.state.revision): DecidingCompany {
    if (revision === this.state.revision) this.finishedHead.ids = this.state.finished
    const { id, books, clock, finishedHead: finished } = this
    return { id, books, clock, finished, revision, productLimit: this.productLimit() }
  }

  /**
   * Returns the queries to run on the database before the rule of a command runs; empty when the data in memory is
   * enough.
   */
  prefetchesOf(request: CommandRequest): readonly Prefetch[] {
    return request.command.facts?.(this.books, request) ?? []
  }

  /**
   * Whether the command depends on data in the database that another command of the same batch could change, such as
   * the references to a record.
   */
  mustBeAlone(request: CommandRequest): boolean {
    return this.prefetchesOf(request).some(mustNotMove)
  }

  /** Whether the key was used recently. A false result does not prove that the key is unused. */
  knowsKey(key: string): boolean {
    return this.usedKeys.has(key) || this.olderKeys.has(key)
  }

  /**
   * Remembers a key. Keys are stored in two generations, and the older generation is dropped as a whole, so no time is
   * spent on single keys.
   */
  rememberKey(key: string): void {
    if (this.usedKeys.has(key)) return
    this.usedKeys.add(key)
    this.usedKeyBytes += MAP_ENTRY + bytesOfText(key)
    if (this.usedKeys.size < MAX_REMEMBERED_KEYS) return
    this.olderKeys = this.usedKeys
    this.olderKeyBytes = this.usedKeyBytes
    this.usedKeys = new Set()
    this.usedKeyBytes = 0
  }

  /**
   * Estimates the memory that the company takes, after dropping a snapshot that nobody will need again. `counted`: the
   * parts counted so far; see countPrinted.
   */
  heldBytes(counted: Set<object>): number {
    if (this.lastSnapshot?.revision !== this.state.revision) this.lastSnapshot = null
    return this.books.held.total + this.usedKeyBytes + this.olderKeyBytes + this.state.printedBytes(counted)
  }
}
