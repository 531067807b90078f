/** Writing a batch of decided commands, and finding out what became of one. */
import { SHAPE_VERSION } from '../domain/shape-version.ts'
import type { Text } from '../domain/text.ts'
import { plainArray, textArray } from './arrays.ts'
import type { Database, Tx } from './database.ts'
import { commitAndRelease, type Freshness, openWriting } from './snapshots.ts'
import type { Statements } from './statements.ts'

/** One row of the command log as it is written. */
export interface CommandRow {
  key: string
  id: string
  /** null: refused. */
  revision: number | null
  at: string
  fingerprint: string
  status: number
  actorType: 'token' | 'user' | 'system'
  actorId: string
  actorName: string
  action: string
  entityType: string
  entityId: string
  summary: string
}

/** All that one commit writes: the company's row and the log. The tables of records follow (projector.ts). */
export interface Batch {
  companyId: string
  expectedRevision: number
  revision: number
  at: string
  totals: string
  counters: string
  /** What PostgreSQL refuses when one of them is below zero. */
  figures: number[]
  commands: CommandRow[]
  /** For each command, the JSON of its result or of its problem; null when it is found in what the command left behind. */
  results: (Text | null)[]
  /** For each command, the JSON of its entries in the change log; null when it was refused. */
  changes: (string | null)[]
  /** For each command, the JSON of what it left behind (engine/after-images.ts); null when it was refused. */
  after: (Text | null)[]
}

const parameters = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(',')
const COMMIT_BATCH = `select commit_batch(${parameters(24)}) as committed`
const COMMIT_BATCHES = `select commit_batches(${parameters(26)}) as committed`

/**
 * Commits a batch in one round trip.
 * @returns false, nothing written, when the company is not at the expected revision.
 * Throws unique_violation on `commands_pkey` when a key is already used; then nothing is written either.
 */
export function commitBatch(connection: Database | Tx, batch: Batch): Promise<boolean> {
  return 'commits' in connection ? connection.commits.commit(batch) : commitAlone(connection, batch)
}

/** The same in a round trip of its own. */
export async function commitAlone(connection: Statements, batch: Batch): Promise<boolean> {
  const { companyId, expectedRevision, revision, at, totals, counters, figures } = batch
  const company = [companyId, expectedRevision, revision, at, totals, counters, SHAPE_VERSION, plainArray(figures)]
  const values = [...company, ...columnsOf([batch])]
  const { rows } = await connection.query<{ committed: boolean }>({ name: 'commit_batch', text: COMMIT_BATCH, values })
  return rows[0]!.committed
}

/**
 * Commits batches of several companies in one round trip, each as if it came alone. Throws, and nothing is written, when one of them does.
 * @returns of each whether it was committed; null, and nothing written, when somebody else holds the company's row.
 */
export async function commitTogether(
  connection: Statements,
  batches: readonly Batch[],
): Promise<readonly (boolean | null)[]> {
  const values = [
    plainArray(batches.map(({ companyId }) => companyId)),
    plainArray(batches.map(({ expectedRevision }) => expectedRevision)),
    plainArray(batches.map(({ revision }) => revision)),
    plainArray(batches.map(({ at }) => at)),
    textArray(batches.map(({ totals }) => totals)),
    textArray(batches.map(({ counters }) => counters)),
    plainArray(batches.map(({ commands }) => commands.length)),
    plainArray(batches.map(({ figures }) => figures.length)),
    SHAPE_VERSION,
    plainArray(batches.flatMap(({ figures }) => figures)),
    ...columnsOf(batches),
  ]
  const statement = { name: 'commit_batches', text: COMMIT_BATCHES, values }
  const { rows } = await connection.query<{ committed: (boolean | null)[] }>(statement)
  return rows[0]!.committed
}

/** What the log gets, column by column. */
function columnsOf(batches: readonly Batch[]): unknown[] {
  const commands = batches.flatMap((batch) => batch.commands)
  return [
    textArray(commands.map(({ key }) => key)),
    plainArray(commands.map(({ id }) => id)),
    plainArray(commands.map(({ revision }) => revision)),
    plainArray(commands.map(({ at }) => at)),
    textArray(commands.map(({ fingerprint }) => fingerprint)),
    plainArray(commands.map(({ status }) => status)),
    textArray(batches.flatMap(({ results }) => results)),
    textArray(commands.map(({ actorType }) => actorType)),
    textArray(commands.map(({ actorId }) => actorId)),
    textArray(commands.map(({ actorName }) => actorName)),
    textArray(commands.map(({ action }) => action)),
    textArray(commands.map(({ entityType }) => entityType)),
    textArray(commands.map(({ entityId }) => entityId)),
    textArray(commands.map(({ summary }) => summary)),
    textArray(batches.flatMap(({ changes }) => changes)),
    textArray(batches.flatMap(({ after }) => after)),
  ]
}

/** True for the violation that says that a key of the batch was used before. */
export function isKeyViolation(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'commands_pkey'
}

/**
 * Takes the company's row lock: until the transaction ends no other node can commit. For a node that lost the compare-and-swap
 * several times in a row, and to wait for a commit whose connection broke.
 * @returns the revision.
 */
export async function lockCompany(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    'select revision from companies where company_id = $1 for update',
    [companyId],
  )
  return rows[0]!.revision
}

/**
 * Runs `work` in a read-write transaction of one company; the tables have every revision that was committed before. Refuses UNAVAILABLE.
 */
export function writeCompany<T>(database: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return writeAs(database, companyId, 'tables', work)
}

/** The same for what reads no tables of records: it works also while these stand still. */
export function writeBeside<T>(database: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return writeAs(database, companyId, 'log', work)
}

async function writeAs<T>(
  database: Database,
  companyId: string,
  freshness: Freshness,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return commitAndRelease(await openWriting(database, companyId, freshness), work)
}

/** Brings the tables up to the log within a transaction that holds the company's row. */
export async function projectHere(tx: Tx, companyId: string): Promise<void> {
  let projected = -1
  for (;;) {
    const { rows } = await tx.query<{ revision: number }>('select project_company($1, 500, 4194304) as revision', [
      companyId,
    ])
    if (rows[0]!.revision === projected) break
    projected = rows[0]!.revision
  }
  // A projection need not outlive a crash; what the transaction commits must.
  await tx.query('set local synchronous_commit to default')
}
