/** What is written about a company beside its records: the audit log of tokens and members, and the keys of what was asked there. */
import { v7 } from 'uuid'
import type { Actor } from '../engine/request.ts'
import type { Tx } from '../store/database.ts'

/** What the audit log says of something that was done. */
export interface LogEntry {
  /** Noun and past verb: `token.issued`. */
  readonly action: string
  readonly entityType: 'token' | 'member' | 'invitation' | 'integration' | 'table_import'
  readonly entityId: string
  readonly summary: string
  /** Never with a secret. */
  readonly result: object
}

/** Writes an entry of the audit log within a transaction of the company. */
export async function writeLog(tx: Tx, companyId: string, actor: Actor, entry: LogEntry): Promise<void> {
  await tx.query(
    `insert into access_log (company_id, id, revision, at, actor_type, actor_id, actor_name, action, entity_type, entity_id,
                             summary, result)
     select $1, $2, revision, $3, $4, $5, $6, $7, $8, $9, $10, $11 from companies where company_id = $1`,
    [
      ...[companyId, v7(), new Date(), actor.type, actor.id, actor.name],
      ...[entry.action, entry.entityType, entry.entityId, entry.summary, JSON.stringify(entry.result)],
    ],
  )
}

interface UsedKey {
  readonly companyId: string
  readonly actor: Actor
  readonly key: string
  readonly fingerprint: string
}

/** Uses a key up. Throws a key violation when a command of the warehouse used it meanwhile. */
export async function useKey(
  tx: Tx,
  { companyId, actor, key, fingerprint }: UsedKey,
  { status, result, entry }: { status: number; result: string; entry: LogEntry | null },
): Promise<void> {
  await tx.query(
    `insert into commands (company_id, key, id, at, fingerprint, status, result, actor_type, actor_id, actor_name, action,
                           entity_type, entity_id, summary)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[companyId, key, v7(), new Date(), fingerprint, status, result, actor.type, actor.id, actor.name],
      ...[entry?.action ?? '-', entry?.entityType ?? '-', entry?.entityId ?? '-', entry?.summary ?? '-'],
    ],
  )
}

/** What is answered with the state of the warehouse beside it: a first answer again has the state as of then. */
export interface AtRevision {
  readonly result: object
  /** null: it is not known, of what an earlier version did. */
  readonly revision: number | null
}

/** A result with the revision that the company has in a transaction. */
export async function withRevision(tx: Tx, companyId: string, result: object): Promise<AtRevision> {
  const { rows } = await tx.query<{ revision: number }>('select revision from companies where company_id = $1', [
    companyId,
  ])
  return { result, revision: rows[0]!.revision }
}
