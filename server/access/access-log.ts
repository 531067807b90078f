/**
 * What is done about tokens and members: once for each Idempotency-Key, and written into the audit log. It raises no revision, and its
 * answers stand outside the envelope of commands. Source: decisions.md §11 "Tokens".
 */
import { v7 } from 'uuid'
import { type Problem, problemOf, Refusal } from '../domain/refusals.ts'
import { reusedKey } from '../engine/replay.ts'
import type { Actor } from '../engine/request.ts'
import { findCommands, type StoredCommand } from '../store/commands.ts'
import { isKeyViolation, writeCompany } from '../store/commits.ts'
import type { Database, Tx } from '../store/database.ts'
import { listOwners, lockTeam } from './company-tables.ts'

/** Who acts from the shell. */
export const SHELL: Actor = { type: 'system', id: 'shell', name: 'Shell' }

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

export interface AccessRequest {
  readonly companyId: string
  readonly actor: Actor
  readonly key: string
  readonly fingerprint: string
  readonly requestId: string
}

/** `once`: what the first answer alone may show. */
export interface Done<T> {
  readonly result: object
  readonly once: T
  /** null: there was nothing to change. */
  readonly entry: LogEntry | null
}

export type AccessAnswer<T> =
  | { readonly ok: true; readonly result: object; readonly once: T | null; readonly isReplay: boolean }
  /** `problem` is JSON. */
  | { readonly ok: false; readonly status: number; readonly problem: string; readonly isReplay: boolean }

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

/** Two commands with one key at once: the second finds what the first one did. */
const TRIES = 3
/** What a key is used up by: answers of rules. */
const KEPT = [400, 404, 409]

/**
 * Runs a command of somebody who may give it as of now, whatever is remembered of him elsewhere.
 * `work` gets the owners of the company, which stay what they are until it ends.
 */
export async function runOnce<T>(
  database: Database,
  request: AccessRequest,
  work: (tx: Tx, owners: readonly string[]) => Promise<Done<T>>,
): Promise<AccessAnswer<T>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeCompany(database, request.companyId, (tx) => runIn(tx, request, work))
    } catch (error) {
      if (!isKeyViolation(error) || tries === TRIES) throw error
    }
  }
}

/** The same for the owners of the company alone. */
export function runAsOwner<T>(
  database: Database,
  request: AccessRequest,
  work: (tx: Tx, owners: readonly string[]) => Promise<Done<T>>,
): Promise<AccessAnswer<T>> {
  return runOnce(database, request, async (tx, owners) => {
    requireOwner(owners, request.actor)
    return work(tx, owners)
  })
}

/** Refuses FORBIDDEN. */
export function requireOwner(owners: readonly string[], { id }: Actor): void {
  if (!owners.includes(id))
    throw new Refusal('FORBIDDEN', 'This is for the owners of the company; you are one no longer.')
}

async function runIn<T>(
  tx: Tx,
  request: AccessRequest,
  work: (tx: Tx, owners: readonly string[]) => Promise<Done<T>>,
): Promise<AccessAnswer<T>> {
  const { companyId, actor, key } = request
  await lockTeam(tx, companyId)
  const owners = await listOwners(tx, companyId)
  const [stored] = await findCommands(tx, companyId, [key])
  if (stored !== undefined) return replay(request, stored)
  await tx.query('savepoint work')
  try {
    const { result, once, entry } = await work(tx, owners)
    if (entry !== null) await writeLog(tx, companyId, actor, entry)
    await useKey(tx, request, { status: 200, result: JSON.stringify(result), entry })
    return { ok: true, result, once, isReplay: false }
  } catch (error) {
    const problem =
      error instanceof Refusal ? problemOf(error.code, error.message, error.extras, request.requestId) : null
    if (problem === null || !KEPT.includes(problem.status)) throw error
    await tx.query('rollback to savepoint work')
    await useKey(tx, request, {
      status: problem.status,
      result: JSON.stringify(problem satisfies Problem),
      entry: null,
    })
    return { ok: false, status: problem.status, problem: JSON.stringify(problem), isReplay: false }
  }
}

function replay<T>({ fingerprint }: AccessRequest, stored: StoredCommand): AccessAnswer<T> {
  if (stored.fingerprint !== fingerprint) throw reusedKey()
  const { status, result } = stored
  if (status !== 200) return { ok: false, status, problem: result!, isReplay: true }
  return { ok: true, result: JSON.parse(result!), once: null, isReplay: true }
}

/** Throws a key violation when a command of the warehouse used it meanwhile. */
async function useKey(
  tx: Tx,
  { companyId, actor, key, fingerprint }: AccessRequest,
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
