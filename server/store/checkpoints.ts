/** Stores the checkpoints of a company's state, which are made by engine/checkpoints.ts. */
import type { Database, Tx } from './database.ts'
import { commitAndRelease, openWriting } from './snapshots.ts'

export interface StoredCheckpoint {
  readonly revision: number
  readonly head: Buffer
}

export interface StoredChunk {
  readonly digest: Buffer
  readonly content: Buffer
}

/**
 * Finds the newest checkpoint at or before a revision that belongs to the log's history.
 * @returns null when there is none.
 */
export async function findCheckpoint(tx: Tx, companyId: string, revision: number): Promise<StoredCheckpoint | null> {
  const { rows } = await tx.query<StoredCheckpoint>(
    `select p.revision, p.head
       from checkpoints p
       join commands c on c.company_id = p.company_id and c.revision = p.revision and c.id = p.command_id
      where p.company_id = $1 and p.revision <= $2
      order by p.revision desc
      limit 1`,
    [companyId, revision],
  )
  return rows[0] ?? null
}

/** Returns the revision of the newest checkpoint; 0 when there is none. */
export async function newestCheckpoint(database: Database, companyId: string): Promise<number> {
  const [row] = await database.readers['in order'].readLog<{ revision: number | null }>(companyId, {
    name: 'newest_checkpoint',
    text: 'select max(revision) as revision from checkpoints where company_id = $1',
    values: [companyId],
  })
  return row?.revision ?? 0
}

/** Returns chunks by their digests, in no particular order. */
export async function listChunks(tx: Tx, companyId: string, digests: readonly Buffer[]): Promise<StoredChunk[]> {
  if (digests.length === 0) return []
  const { rows } = await tx.query<StoredChunk>(
    'select digest, content from state_chunks where company_id = $1 and digest = any ($2)',
    [companyId, digests],
  )
  return rows
}

export interface NewCheckpoint extends StoredCheckpoint {
  readonly commandId: string
  /** The chunks of the checkpoint that might not be stored yet. */
  readonly chunks: readonly StoredChunk[]
}

/** Stores a checkpoint. Chunks that are already stored are left as they are. */
export async function insertCheckpoint(database: Database, companyId: string, made: NewCheckpoint): Promise<void> {
  const { chunks } = made
  await commitAndRelease(await openWriting(database, companyId, 'log'), async (tx) => {
    await tx.query(
      `insert into state_chunks (company_id, digest, content) select $1, unnest($2::bytea[]), unnest($3::bytea[])
         on conflict do nothing`,
      [companyId, chunks.map(({ digest }) => digest), chunks.map(({ content }) => content)],
    )
    await tx.query(
      'insert into checkpoints (company_id, revision, command_id, head) values ($1, $2, $3, $4) on conflict do nothing',
      [companyId, made.revision, made.commandId, made.head],
    )
  })
}
