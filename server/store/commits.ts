/** Writing a batch of decided commands, and finding out what became of one. */
import { SHAPE_VERSION } from '../domain/shape-version.ts'
import type { Database, Tx } from './database.ts'
import { type Freshness, openWriting } from './snapshots.ts'

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
  results: (string | null)[]
  /** For each command, the JSON of its entries in the change log; null when it was refused. */
  changes: (string | null)[]
  /** For each command, the JSON of what it left behind (engine/after-images.ts); null when it was refused. */
  after: (string | null)[]
}

/** Numbers, UUIDs or moments, which need no quotes, as a PostgreSQL array. */
function plain(values: readonly (string | number | null)[]): string {
  let array = '{'
  for (let index = 0; index < values.length; index += 1) array += `${index === 0 ? '' : ','}${values[index] ?? 'NULL'}`
  return `${array}}`
}

/** Of a PostgreSQL array in its binary form, in four bytes each: dimensions, whether there are nulls, type, length, first index. */
const ARRAY_HEADER_BYTES = 20
const LENGTH_BYTES = 4
const OID_OF_TEXT = 25
const NULL_LENGTH = -1

/** Texts as a PostgreSQL array in its binary form: no text needs quotes, whatever is in it. */
function texts(values: readonly (string | null)[]): Buffer {
  let bytes = ARRAY_HEADER_BYTES
  for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value))
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  array.writeInt32BE(OID_OF_TEXT, 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  let at = ARRAY_HEADER_BYTES
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + LENGTH_BYTES)
    array.writeInt32BE(length, at)
    at += LENGTH_BYTES + Math.max(length, 0)
  }
  return array
}

const PARAMETERS = 24
const COMMIT_BATCH = `select commit_batch(${Array.from({ length: PARAMETERS }, (_, index) => `$${index + 1}`).join(',')}) as committed`

/**
 * Commits a batch in one round trip.
 * @returns false, nothing written, when the company is not at the expected revision.
 * Throws unique_violation on `commands_pkey` when a key is already used; then nothing is written either.
 */
export async function commitBatch(connection: Database | Tx, batch: Batch): Promise<boolean> {
  const { commands } = batch
  const { rows } = await connection.query<{ committed: boolean }>({
    name: 'commit_batch',
    text: COMMIT_BATCH,
    values: [
      batch.companyId,
      batch.expectedRevision,
      batch.revision,
      batch.at,
      batch.totals,
      batch.counters,
      SHAPE_VERSION,
      plain(batch.figures),
      texts(commands.map((row) => row.key)),
      plain(commands.map((row) => row.id)),
      plain(commands.map((row) => row.revision)),
      plain(commands.map((row) => row.at)),
      texts(commands.map((row) => row.fingerprint)),
      plain(commands.map((row) => row.status)),
      texts(batch.results),
      texts(commands.map((row) => row.actorType)),
      texts(commands.map((row) => row.actorId)),
      texts(commands.map((row) => row.actorName)),
      texts(commands.map((row) => row.action)),
      texts(commands.map((row) => row.entityType)),
      texts(commands.map((row) => row.entityId)),
      texts(commands.map((row) => row.summary)),
      texts(batch.changes),
      texts(batch.after),
    ],
  })
  return rows[0]!.committed
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
  const client = await openWriting(database, companyId, freshness)
  let failure: Error | undefined
  try {
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
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
