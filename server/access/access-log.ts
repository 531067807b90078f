/**
 * What is done about tokens and members: once for each Idempotency-Key, and written into the audit log. It raises no revision, and its
 * answers stand outside the envelope of commands. Source: S-TOKEN-7.
 */
import { type Problem, problemOfRule, Refusal } from '../domain/refusals.ts'
import { reusedKey } from '../engine/replay.ts'
import type { Actor } from '../engine/request.ts'
import { findCommands } from '../store/commands.ts'
import { isKeyViolation, writeBeside } from '../store/commits.ts'
import { type Database, type Tx, transact } from '../store/database.ts'
import { findUserKey, insertUserKey, isUserKeyViolation } from './access-sql.ts'
import { listOwners, lockTeam } from './company-sql.ts'
import { type LogEntry, useKey, writeLog } from './log-sql.ts'

/** Who acts from the shell. */
export const SHELL: Actor = { type: 'system', id: 'shell', name: 'Shell' }

export interface AccessRequest extends Once {
  readonly companyId: string
  readonly actor: Actor
}

/** What makes a command be done once. */
export interface Once {
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

/** What was answered first under a key. */
interface FirstAnswer {
  readonly fingerprint: string
  readonly status: number
  /** JSON. */
  readonly result: string | null
}

/** Where a key is looked up and used up. */
interface Keys {
  find(tx: Tx): Promise<FirstAnswer | null>
  /** Throws a key violation when the key was used meanwhile. `entry`: what the audit log says of it. */
  use(
    tx: Tx,
    answer: { readonly status: number; readonly result: string; readonly entry: LogEntry | null },
  ): Promise<void>
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
      return await writeBeside(database, request.companyId, (tx) => runIn(tx, request, work))
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
    throw new Refusal('FORBIDDEN', 'This is for the owners of the company; you are one no longer.', {
      figures: { reason: 'owner_no_more' },
    })
}

/**
 * Runs a command of a user whose key is his own, whichever company it is about: of somebody who is no member of it, or not yet.
 * `work` writes within a transaction of the company, its audit log included; null: the command is about none, and is refused there.
 */
export async function runOnceAsUser<T>(
  database: Database,
  request: Once & { readonly userId: string; readonly companyId: string | null },
  work: (tx: Tx) => Promise<Omit<Done<T>, 'entry'>>,
): Promise<AccessAnswer<T>> {
  const { companyId } = request
  const run = (tx: Tx) =>
    answerOnce(tx, request, {
      keys: keysOfUser(request),
      work: async () => ({ ...(await work(tx)), entry: null }),
    })
  for (let tries = 1; ; tries += 1) {
    try {
      return companyId === null ? await transact(database, run) : await writeBeside(database, companyId, run)
    } catch (error) {
      if (!isUserKeyViolation(error) || tries === TRIES) throw error
    }
  }
}

async function runIn<T>(
  tx: Tx,
  request: AccessRequest,
  work: (tx: Tx, owners: readonly string[]) => Promise<Done<T>>,
): Promise<AccessAnswer<T>> {
  const { companyId, actor } = request
  await lockTeam(tx, companyId)
  const owners = await listOwners(tx, companyId)
  return answerOnce(tx, request, {
    keys: keysOfCompany(request),
    work: async () => {
      const done = await work(tx, owners)
      if (done.entry !== null) await writeLog(tx, companyId, actor, done.entry)
      return done
    },
  })
}

async function answerOnce<T>(
  tx: Tx,
  { fingerprint, requestId }: Once,
  { keys, work }: { readonly keys: Keys; readonly work: () => Promise<Done<T>> },
): Promise<AccessAnswer<T>> {
  const first = await keys.find(tx)
  if (first !== null) return replay(fingerprint, first)
  await tx.query('savepoint work')
  try {
    const { result, once, entry } = await work()
    await keys.use(tx, { status: 200, result: JSON.stringify(result), entry })
    return { ok: true, result, once, isReplay: false }
  } catch (error) {
    const problem = error instanceof Refusal ? problemOfRule(error, requestId) : null
    if (problem === null || !KEPT.includes(problem.status)) throw error
    await tx.query('rollback to savepoint work')
    const printed = JSON.stringify(problem satisfies Problem)
    await keys.use(tx, { status: problem.status, result: printed, entry: null })
    return { ok: false, status: problem.status, problem: printed, isReplay: false }
  }
}

function replay<T>(fingerprint: string, first: FirstAnswer): AccessAnswer<T> {
  if (first.fingerprint !== fingerprint) throw reusedKey()
  const { status, result } = first
  if (status !== 200) return { ok: false, status, problem: result!, isReplay: true }
  return { ok: true, result: JSON.parse(result!), once: null, isReplay: true }
}

const keysOfCompany = (request: AccessRequest): Keys => ({
  find: async (tx) => (await findCommands(tx, request.companyId, [request.key]))[0] ?? null,
  use: (tx, answer) => useKey(tx, request, answer),
})

const keysOfUser = ({ userId, key, fingerprint }: Once & { readonly userId: string }): Keys => ({
  find: (tx) => findUserKey(tx, userId, key),
  use: (tx, { status, result }) => insertUserKey(tx, { userId, key, fingerprint, status, result }),
})
