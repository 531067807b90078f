/** The SQL statements for the audit log of tokens and members, and for the keys of their commands. */
import { v7 } from 'uuid'
import type { Actor } from '../engine/request.ts'
import type { Tx } from '../store/database.ts'

/** An entry of the audit log. */
export interface LogEntry {
  /** Noun and past verb: `token.issued`. */
  readonly action: string
  readonly entityType: 'token' | 'member' | 'invitation' | 'integration' | 'table_import'
  readonly entityId: string
  readonly summary: string
  /** Never contains a secret. */
  readonly result: object
}

/** Writes an audit log entry within a transaction of the company. */
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

/** Marks a key as used. Throws a key violation when a warehouse command used it meanwhile. */
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

/**
 * A result that is answered together with the warehouse's state. A replay answers with the state at the same revision.
 */
export interface AtRevision {
  readonly result: object
  /** null: unknown, because an earlier version stored the answer. */
  readonly revision: number | null
}

/** Adds the company's revision, as seen in the transaction. */
export async function withRevision(tx: Tx, companyId: string, result: object): Promise<AtRevision> {
  const { rows } = await tx.query<{ revision: number }>('select revision from companies where company_id = $1', [
    companyId,
  ])
  return { result, revision: rows[0]!.revision }
}
