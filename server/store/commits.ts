/** Writing a batch of decided commands, and finding out what became of one. */
import type { Database, Tx } from './database.ts'

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

/** All that one commit writes; records are JSON texts as the engine keeps them. */
export interface Batch {
  companyId: string
  expectedRevision: number
  revision: number
  at: string
  totals: string
  counters: string
  commands: CommandRow[]
  /** For each command, the JSON of its result or of its problem. */
  results: string[]
  /** For each command, the JSON of its entries in the change log; '' when it was refused. */
  changes: string[]
  settings: string | null
  warehouses: string[]
  priceTypes: string[]
  partners: string[]
  products: string[]
  stock: string[]
  lots: string[]
  orders: string[]
  orderItems: string[]
  movements: string[]
  deleted: { kind: string; id: string }[]
}

/** Cannot stand inside JSON text, where control characters are escaped. */
const SEPARATOR = '\u001e'
const joined = (texts: string[]) => (texts.length === 0 ? null : texts.join(SEPARATOR))
const jsonArray = (texts: string[]) => (texts.length === 0 ? null : `[${texts.join(',')}]`)

/**
 * Commits a batch in one round trip.
 * @returns false, nothing written, when the company is not at the expected revision.
 * Throws unique_violation on `commands_pkey` when a key is already used; then nothing is written either.
 */
export async function commitBatch(connection: Database | Tx, batch: Batch): Promise<boolean> {
  const { rows } = await connection.query<{ committed: boolean }>({
    name: 'commit_batch',
    text: 'select commit_batch($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20) as committed',
    values: [
      batch.companyId,
      batch.expectedRevision,
      batch.revision,
      batch.at,
      batch.totals,
      batch.counters,
      JSON.stringify(batch.commands),
      batch.results.join(SEPARATOR),
      batch.changes.join(SEPARATOR),
      batch.settings,
      joined(batch.warehouses),
      joined(batch.priceTypes),
      joined(batch.partners),
      joined(batch.products),
      jsonArray(batch.stock),
      joined(batch.lots),
      joined(batch.orders),
      jsonArray(batch.orderItems),
      joined(batch.movements),
      batch.deleted.length === 0 ? null : JSON.stringify(batch.deleted),
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

/** Runs `work` in a read-write transaction of one company. */
export async function writeCompany<T>(database: Database, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await database.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query(`select set_config('app.company_id', $1, true)`, [companyId])
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
