/**
 * What the engine asks of the store that keeps its companies: a narrow interface, so that the engine also runs on a
 * store in memory, which loses answers and connections whenever a test wants it to (tests/support/simulation). The
 * service uses database-store.ts. Errors are those of PostgreSQL: `isConnectionFailure` and `isKeyViolation` recognize
 * them. Source: docs/decisions/0080-the-engine-in-a-simulation.md.
 */
import type { Prefetch, Prefetched } from '../commands/define.ts'
import type { FinishableKind, Kind } from '../domain/records.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import type { Batch } from '../store/batches.ts'
import type { NewCheckpoint, StoredCheckpoint, StoredChunk } from '../store/checkpoints.ts'
import type { AskedKey, FoundCommand, LoggedChanges, LoggedImages, LogPage, StoredCommand } from '../store/commands.ts'
import type { CompanyRow } from '../store/companies.ts'
import type { DatabaseHealth } from '../store/health.ts'
import type { Projector } from '../store/projector.ts'

/**
 * The data that a transaction reads: the tables of records, which then include every revision committed before the
 * transaction began, or only the log and the company's row.
 */
export type Reads = 'tables' | 'log'

/** What the engine reads of one company in one transaction. */
export interface CompanyReading {
  /** Returns the company's row, or null when the company does not exist. */
  findCompany(): Promise<CompanyRow | null>
  /** Returns the revision that the tables have reached. */
  findProjectedRevision(): Promise<number>
  /** Returns the records of a kind that belong in memory, as JSON, in key order. */
  loadRecords(kind: Kind): Promise<string[]>
  /** Prepares `fetchRecords` for these kinds. */
  openRecords(kinds: readonly Kind[]): Promise<void>
  /** Returns the next of a kind's records that belong in memory, in key order, and whether they are the last. */
  fetchRecords(kind: Kind): Promise<{ readonly texts: string[]; readonly areLast: boolean }>
  /** Returns records by their keys, as JSON in no particular order. Keys without a record are omitted. */
  findRecords(kind: Kind, keys: string[]): Promise<string[]>
  /** Returns the newest finished records that have not changed since a revision, newest first, as JSON. */
  listFinishedAsOf(kind: FinishableKind, asOf: { readonly revision: number; readonly limit: number }): Promise<string[]>
  /** Answers the queries of a rule. */
  prefetch(queries: readonly Prefetch[]): Promise<Prefetched>
  /** Returns the commands that used any of the keys. */
  findCommands(keys: string[]): Promise<StoredCommand[]>
  /** Returns the id of the command that created a revision, or null. */
  findCommandId(revision: number): Promise<string | null>
  /** Returns a page of the change log, oldest first. */
  listChangesSince(page: LogPage): Promise<LoggedChanges[]>
  /** Returns a page of after-images, oldest first. */
  listImagesSince(page: LogPage): Promise<LoggedImages[]>
  /** Returns the length of the change log entries after `since`, up to `upTo`, in bytes. */
  sumChanges(range: Pick<LogPage, 'since' | 'upTo'>): Promise<number>
  /** Returns the newest checkpoint at or before a revision that belongs to the log's history, or null. */
  findCheckpoint(revision: number): Promise<StoredCheckpoint | null>
  /** Returns chunks of checkpoints by their digests, in no particular order. */
  listChunks(digests: readonly Buffer[]): Promise<StoredChunk[]>
}

/** What the engine does to one company in one transaction. */
export interface CompanyWriting extends CompanyReading {
  /**
   * Locks the company until the transaction ends; no other transaction can commit meanwhile. Refuses UNAUTHENTICATED
   * when the company does not exist. @returns the revision.
   */
  lock(): Promise<number>
  /** Brings the tables up to date. The transaction must hold the lock. */
  project(): Promise<void>
  /** Writes a batch: see `CompanyStore.commit`. */
  commit(batch: Batch): Promise<boolean>
}

export interface CompanyStore {
  readonly health: Pick<DatabaseHealth, 'explains' | 'connectionFailed'>
  readonly projector: Pick<Projector, 'note' | 'room'>
  /**
   * Writes a batch: all of it, or nothing. @returns false, with nothing written, when the company is not at the batch's
   * expected revision. Throws when a key was used before (`isKeyViolation`), or when one of the figures is negative.
   * After a connection failure, the batch may have been written, may still be written, or may never be written.
   */
  commit(batch: Batch): Promise<boolean>
  /** Returns the company's current revision. Refuses UNAUTHENTICATED when the company does not exist. */
  currentRevision(companyId: string): Promise<number>
  /** Returns the commands that used the given keys, with the data for a short response. */
  findReplayed(companyId: string, asked: readonly AskedKey[]): Promise<FoundCommand[]>
  /** Returns the revision of the newest checkpoint; 0 when there is none. */
  newestCheckpoint(companyId: string): Promise<number>
  /** Stores a checkpoint. Chunks that are already stored are left as they are. */
  insertCheckpoint(companyId: string, made: NewCheckpoint): Promise<void>
  /**
   * Reads in one snapshot, for the engine itself, which reads one thing at a time per company. Refuses UNAVAILABLE when
   * the caller disconnects, or when the tables cannot be brought up to date.
   */
  read<T>(asker: Asker, reads: Reads, work: (reading: CompanyReading) => Promise<T>): Promise<T>
  /** Reads like `read`, but on behalf of a request: waits until a limiter grants a slot. */
  readInTurn<T>(asker: Asker, reads: Reads, work: (reading: CompanyReading) => Promise<T>): Promise<T>
  /**
   * Runs a read-write transaction and commits it. It writes nothing when `work` rejects. It does not read the tables,
   * unless it calls `project` first. After a connection failure, the transaction may or may not have been committed.
   */
  write<T>(companyId: string, work: (writing: CompanyWriting) => Promise<T>): Promise<T>
}
