/**
 * Runs commands about tokens and members. Each runs once per Idempotency-Key and is written to the audit log. Unlike
 * warehouse commands, such a command does not raise the company's revision, and its response has no envelope. Source:
 * S-TOKEN-7.
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

/** The actor of commands that are run from the shell. */
export const SHELL: Actor = { type: 'system', id: 'shell', name: 'Shell' }

export interface AccessRequest extends Once {
  readonly companyId: string
  readonly actor: Actor
}

/** The fields that identify a command, so that it is executed only once. */
export interface Once {
  readonly key: string
  readonly fingerprint: string
  readonly requestId: string
}

/**
 * The outcome of a command. `once` is data that only the first response may contain, such as a secret; replays leave it
 * out.
 */
export interface Done<T> {
  readonly result: object
  readonly once: T
  /** The entry for the audit log, or null when the command changed nothing. */
  readonly entry: LogEntry | null
}

export type AccessAnswer<T> =
  | { readonly ok: true; readonly result: object; readonly once: T | null; readonly isReplay: boolean }
  /** A refusal. `problem` is a problem document as JSON. */
  | { readonly ok: false; readonly status: number; readonly problem: string; readonly isReplay: boolean }

/** The response that was given when an idempotency key was first used. */
interface FirstAnswer {
  readonly fingerprint: string
  readonly status: number
  /** The result or problem in that response, as JSON. */
  readonly result: string | null
}

/** The store of idempotency keys that have already been used. */
interface Keys {
  find(tx: Tx): Promise<FirstAnswer | null>
  /**
   * Marks the key as used, and writes `entry` to the audit log. Throws a key violation if another command has used the
   * key in the meantime.
   */
  use(
    tx: Tx,
    answer: { readonly status: number; readonly result: string; readonly entry: LogEntry | null },
  ): Promise<void>
}

/**
 * The maximum number of times that a command is tried. When two commands with the same key arrive at the same time, the
 * second command must be tried again to find the response of the first.
 */
const TRIES = 3
/** The HTTP statuses of refusals by business rules. Only these refusals are stored under their idempotency key. */
const KEPT = [400, 404, 409]

/**
 * Runs a command once per idempotency key. Reads the company's owners from the database, because cached rights may be
 * outdated, and passes them to `work`. They cannot change until `work` has finished.
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

/** Runs a command once, if the actor is an owner of the company. */
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

/** Refuses with FORBIDDEN unless the actor is an owner. */
export function requireOwner(owners: readonly string[], { id }: Actor): void {
  if (!owners.includes(id))
    throw new Refusal('FORBIDDEN', 'This is for the owners of the company; you are one no longer.', {
      figures: { reason: 'owner_no_more' },
    })
}

/**
 * Runs a command once for a user who need not be a member of the company. The key belongs to the user, whatever company
 * the command concerns. `work` runs in a transaction of the company, in which it must also write the audit log. When
 * the company is null, `work` must refuse the command.
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
