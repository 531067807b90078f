/** The statements that write batches of decided commands. */
import { SHAPE_VERSION } from '../domain/shape-version.ts'
import type { Text } from '../domain/text.ts'
import { plainArray, textArray } from './arrays.ts'
import type { Statements } from './statements.ts'

/** One row of the command log, in the form in which it is written. */
export interface CommandRow {
  key: string
  id: string
  /** The revision that the command created, or null when the command was refused. */
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
  /** A sentence that describes the refused request. Empty for a successful command, which `figures` describe. */
  summary: string
  /** The effects of the command, as JSON for the audit log (domain/audit-log.ts); null when the command was refused. */
  figures: string | null
}

/**
 * All data that one commit writes: the company's row and the log. The tables of records are written later
 * (projector.ts).
 */
export interface Batch {
  companyId: string
  expectedRevision: number
  revision: number
  at: string
  totals: string
  counters: string
  /** Numbers that must not be negative. PostgreSQL refuses the batch when one of them is. */
  figures: number[]
  commands: CommandRow[]
  /**
   * For each command, the JSON of its result or problem, or null when the result is among the command's after-images.
   */
  results: (Text | null)[]
  /** For each command, the JSON of its entries in the change log, or null when the command was refused. */
  changes: (string | null)[]
  /** For each command, the JSON of its after-images (engine/after-images.ts), or null when the command was refused. */
  after: (Text | null)[]
}

const parameters = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(',')
const COMMIT_BATCH = `select commit_batch(${parameters(25)}) as committed`
const COMMIT_BATCHES = `select commit_batches(${parameters(27)}) as committed`

/** Commits a batch in its own round trip. See `commitBatch` for the result. */
export async function commitAlone(connection: Statements, batch: Batch): Promise<boolean> {
  const { companyId, expectedRevision, revision, at, totals, counters, figures } = batch
  const company = [companyId, expectedRevision, revision, at, totals, counters, SHAPE_VERSION, plainArray(figures)]
  const values = [...company, ...columnsOf([batch])]
  const { rows } = await connection.query<{ committed: boolean }>({ name: 'commit_batch', text: COMMIT_BATCH, values })
  return rows[0]!.committed
}

/**
 * Commits batches of several companies in one round trip, each as if it were sent alone. When one of them fails, this
 * throws and nothing is written. @returns for each batch whether it was committed. The value null means that nothing
 * of the batch was written, because another transaction holds the company's row.
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

/** Returns the log rows as columns: one array per column, the form in which they are written. */
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
    textArray(commands.map(({ figures }) => figures)),
  ]
}
