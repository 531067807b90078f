/** The SQL of the audit log for tokens and members, and of the idempotency keys for commands about them. */
import { v7 } from 'uuid'
import type { Logged } from '../domain/audit-log.ts'
import type { Actor } from '../engine/request.ts'
import type { Tx } from '../store/database.ts'

/** An entry of the audit log. */
export interface LogEntry {
  /** The action and its `figures`, as returned by `log('token.issued', { … })`. Never contains a secret. */
  readonly logged: Logged
  readonly entityType: 'token' | 'member' | 'invitation' | 'integration' | 'table_import' | 'company'
  readonly entityId: string
  /** The result of the command, without any secrets. */
  readonly result: object
}

/** Writes an entry to the audit log within a transaction of the company. */
export async function writeLog(tx: Tx, companyId: string, actor: Actor, entry: LogEntry): Promise<void> {
  await tx.query(
    `insert into access_log (company_id, id, revision, at, actor_type, actor_id, actor_name, action, entity_type, entity_id,
                             summary, figures, result)
     select company_id, $2, revision, $3, $4, $5, $6, $7, $8, $9, '', $10, $11 from companies where company_id = $1`,
    [
      ...[companyId, v7(), new Date(), actor.type, actor.id, actor.name],
      ...[entry.logged.action, entry.entityType, entry.entityId],
      ...[JSON.stringify(entry.logged.figures), JSON.stringify(entry.result)],
    ],
  )
}

interface UsedKey {
  readonly companyId: string
  readonly actor: Actor
  readonly key: string
  readonly fingerprint: string
}

/**
 * Records that an idempotency key is used. Throws a key violation if another command has used the key in the meantime.
 */
export async function useKey(
  tx: Tx,
  { companyId, actor, key, fingerprint }: UsedKey,
  { status, result, entry }: { status: number; result: string; entry: LogEntry | null },
): Promise<void> {
  await tx.query(
    `insert into commands (company_id, key, id, at, fingerprint, status, result, actor_type, actor_id, actor_name, action,
                           entity_type, entity_id, summary)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '-')`,
    [
      ...[companyId, key, v7(), new Date(), fingerprint, status, result, actor.type, actor.id, actor.name],
      ...[entry?.logged.action ?? '-', entry?.entityType ?? '-', entry?.entityId ?? '-'],
    ],
  )
}

/**
 * A result that is returned together with the company's data. If the command is repeated, the response contains the
 * data at the same revision.
 */
export interface AtRevision {
  readonly result: object
  /** The revision; null when it is unknown because an earlier version of the program stored the response. */
  readonly revision: number | null
}

/** Adds the company's revision at the time of the transaction to a result. */
export async function withRevision(tx: Tx, companyId: string, result: object): Promise<AtRevision> {
  const { rows } = await tx.query<{ revision: number }>('select revision from companies where company_id = $1', [
    companyId,
  ])
  return { result, revision: rows[0]!.revision }
}
