/**
 * Commits a batch, making as many attempts as needed until each of its commands is answered. Used after a failure, and
 * for commands that cannot be decided on arrival. The books must equal the committed state at the start, and they do so
 * again at the end.
 */
import type { Prefetched } from '../commands/define.ts'
import { Refusal } from '../domain/refusals.ts'
import { joinText } from '../domain/text.ts'
import { inSlices } from '../runtime/slices.ts'
import type { StoredCommand } from '../store/commands.ts'
import { isKeyViolation } from '../store/commits.ts'
import { isConnectionFailure } from '../store/database.ts'
import { applyAndAnswer, failWithBug } from './answers.ts'
import { inCommitSpan } from './commit-spans.ts'
import type { CompanyReading, CompanyWriting } from './company-store.ts'
import { type Decided, decideBatch, LONG_CHANGES } from './decide.ts'
import { type CompanyMemory, noteSent, type Waiting } from './memory.ts'
import { type Answer, type CommandRequest, refuse } from './request.ts'

/**
 * How many milliseconds a batch is retried while the database is unreachable, before its commands are answered with
 * 503.
 */
const RECOVERY_MS = 8_000
const RECOVERY_PAUSE_MS = 50
/**
 * The number of lost compare-and-swaps in a row after which the company's row is locked before the next decision, so
 * that this node gets its turn.
 */
const OPTIMISTIC_TRIES = 2
/** How often commands that failed because of a bug are decided again, if another node has committed in the meantime. */
const STALE_TRIES = 3

/** The outcome of one attempt. `moved` means that another node committed first. */
type CommitOutcome = 'committed' | 'moved'

/** The result of one attempt to commit. `undo` restores the books to their state before the attempt. */
interface Written {
  readonly outcome: CommitOutcome
  readonly decided: readonly Decided[]
  readonly revision: number
  undo(): void
}

/** Signals that an attempt failed because another node committed first. */
export const MOVED = Symbol('moved')

/** Whether the commands must all be executed together. */
const isTogether = (batch: readonly Waiting[]): boolean => batch[0]?.together !== undefined

/** Ends the transaction of commands that must be executed together, because one of them was refused. */
class RefusedTogether extends Error {
  readonly answer: Answer

  constructor({ request }: Waiting, { row, result }: Decided) {
    super('One of the commands was refused')
    // The refusal is not stored, so the key is not used up.
    const { keyUsed, hint, ...problem } = JSON.parse(joinText(result))
    this.answer = { ok: false, status: row.status, problem: JSON.stringify(problem), isReplay: false, refused: request }
  }
}

/** A function that returns the first response for the command's key; null when the key was never used. */
export type Replay = (waiting: Waiting) => Promise<Answer | null>

export class SafeCommits {
  private readonly memory: CompanyMemory
  private readonly replay: Replay

  constructor(memory: CompanyMemory, replay: Replay) {
    this.memory = memory
    this.replay = replay
  }

  /**
   * Commits a batch, one try after the other: each of its commands is answered when this returns.
   * Must run alone.
   * @param failure how an earlier try failed: MOVED, an error, or null when there was no earlier
   * try.
   */
  async processBatch(batch: Waiting[], failure: unknown): Promise<void> {
    let left = batch
    let lostRaces = 0
    let brokenSince = 0
    let decidedStale = 0
    let error = failure
    while (left.length > 0) {
      try {
        if (error !== null) {
          if (error === MOVED) {
            lostRaces += 1
            await this.memory.catchUp()
          } else if (isKeyViolation(error)) left = await this.answerUsedKeys(left)
          else if (isConnectionFailure(error)) {
            brokenSince ||= this.noteBroken(error)
            if (Date.now() - brokenSince > RECOVERY_MS) return this.refuseAll(left)
            left = await this.recover(left)
          } else if (error instanceof Refusal || decidedStale === STALE_TRIES)
            return await this.processSingly(left, error)
          else {
            decidedStale += 1
            if (!(await this.wasBehind(error))) return await this.processSingly(left, error)
            // The next try reads under the lock, so no other node can commit before it does.
            lostRaces = OPTIMISTIC_TRIES
          }
          error = null
          continue
        }
        if (isTogether(left)) return await this.commitTogether(left)
        // Another node's commit may have changed which commands in the batch must run alone.
        if (left.length > 1 && left.some(({ request, isLong }) => isLong || this.memory.mustBeAlone(request)))
          return await this.processOneByOne(left)
        const outcome =
          lostRaces < OPTIMISTIC_TRIES ? await this.commitOptimistically(left) : await this.commitUnderLock(left)
        if (outcome === 'committed') return
        error = MOVED
      } catch (caught) {
        error = caught ?? new Error('unknown')
      }
    }
  }

  /**
   * Brings memory up to date. @returns whether another node had committed. Then a command that failed may have been
   * decided on records from the database that are newer than those in memory, such as an order whose goods memory does
   * not have yet, and must be decided again. False, too, when memory cannot be brought up to date, because then another
   * try would fail in the same way.
   */
  private async wasBehind(failure: unknown): Promise<boolean> {
    const { id, log, state } = this.memory
    try {
      await this.memory.catchUp()
    } catch (error) {
      if (isConnectionFailure(error)) throw error
      return false
    }
    if (this.memory.state.revision === state.revision) return false
    log.warn({ error: failure, companyId: id }, 'Commands failed on records that were newer than memory')
    return true
  }

  private noteBroken(error: unknown): number {
    this.memory.store.health.connectionFailed(error)
    return Date.now()
  }

  private async commitOptimistically(batch: readonly Waiting[]): Promise<CommitOutcome> {
    const { outcome, decided } = await this.decideAndWrite(batch, null)
    if (outcome === 'committed') await applyAndAnswer(this.memory, batch, decided)
    return outcome
  }

  /**
   * Holds the lock on the company's row from before the decision until the commit. This is slower, but no other node
   * can commit in between.
   */
  private async commitUnderLock(batch: readonly Waiting[]): Promise<CommitOutcome> {
    let undo: (() => void) | null = null
    try {
      const { outcome, decided } = await this.memory.store.write(this.memory.id, async (tx) => {
        await tx.lock()
        await this.memory.catchUpFrom(tx)
        const written = await this.decideAndWrite(batch, tx)
        if (written.outcome === 'committed') undo = written.undo
        return written
      })
      undo = null
      if (outcome === 'committed') await applyAndAnswer(this.memory, batch, decided)
      return outcome
    } finally {
      ;(undo as (() => void) | null)?.()
    }
  }

  /**
   * Commits commands in one transaction; if one is refused, commits none of them. Holds the lock on the company's row.
   * Each command is decided after the earlier commands have been written, because the data to be read for it may depend
   * on them.
   */
  private async commitTogether(batch: readonly Waiting[]): Promise<void> {
    const undos: (() => void)[] = []
    try {
      const decided = await this.memory.store.write(this.memory.id, async (tx) => {
        await tx.lock()
        await this.memory.catchUpFrom(tx)
        const all: Decided[] = []
        let { revision } = this.memory.state
        for (const one of batch) {
          const written = await this.decideAndWrite([one], tx, revision)
          if (written.outcome === 'moved') throw new Error('The revision changed under the lock on the company’s row.')
          undos.push(written.undo)
          const decided = written.decided[0]!
          if (decided.row.revision === null) throw new RefusedTogether(one, decided)
          revision = written.revision
          all.push(decided)
        }
        return all
      })
      undos.length = 0
      for (const [position, { changes }] of decided.entries())
        if (changes.length > LONG_CHANGES) batch[position]!.isLong = true
      await applyAndAnswer(this.memory, batch, decided)
    } catch (error) {
      for (const undo of undos.reverse()) undo()
      if (!(error instanceof RefusedTogether)) throw error
      for (const { resolve } of batch) resolve(error.answer)
    }
  }

  /**
   * Decides commands on the books and writes them. Uses the given transaction, if any, because code that holds a
   * connection must not wait for another one. Unless the outcome is `committed`, the books do not change. `on`: the
   * revision on which the batch is based, if it is not the committed one.
   */
  private decideAndWrite(batch: readonly Waiting[], tx: CompanyWriting | null, on?: number): Promise<Written> {
    const companyId = this.memory.id
    return inCommitSpan(
      { companyId, batch },
      () => this.tryToWrite(batch, tx, on),
      ({ outcome }) => outcome,
    )
  }

  private async tryToWrite(
    batch: readonly Waiting[],
    tx: CompanyWriting | null,
    on: number | undefined,
  ): Promise<Written> {
    const requests = await this.withPrefetched(batch, tx)
    const steps = decideBatch(this.memory.deciding(on), requests)
    const { decided, batch: rows, undo } = await inSlices({ companyId: this.memory.id }, steps)
    noteSent(batch, decided)
    const { revision } = rows
    try {
      if (tx === null) await this.memory.store.projector.room(this.memory.id)
      if (await (tx ?? this.memory.store).commit(rows)) return { outcome: 'committed', decided, revision, undo }
      undo()
      return { outcome: 'moved', decided, revision, undo }
    } catch (error) {
      undo()
      throw error
    }
  }

  private async withPrefetched(
    batch: readonly Waiting[],
    tx: CompanyWriting | null,
  ): Promise<{ request: CommandRequest; facts: Prefetched }[]> {
    const queries = batch.map(({ request }) => this.memory.prefetchesOf(request))
    if (queries.every((asked) => asked.length === 0)) return batch.map(({ request }) => ({ request, facts: {} }))
    const answer = async (from: CompanyReading) => {
      const answered: { request: CommandRequest; facts: Prefetched }[] = []
      for (const [position, { request }] of batch.entries())
        answered.push({ request, facts: await from.prefetch(queries[position]!) })
      return answered
    }
    if (tx === null) {
      try {
        return await this.memory.store.read({ companyId: this.memory.id }, 'tables', answer)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // The tables cannot be brought up to date here. Memory lacks only the commits of other nodes, which can be read
        // from the log.
        await this.memory.catchUp()
        if (batch.some(({ request }) => this.memory.prefetchesOf(request).length > 0)) throw error
        return batch.map(({ request }) => ({ request, facts: {} }))
      }
    }
    await tx.project()
    return answer(tx)
  }

  /**
   * Answers the commands of a batch whose keys are already used, even if an earlier try of this
   * batch used them. @returns the other commands.
   */
  private async answerUsedKeys(batch: readonly Waiting[]): Promise<Waiting[]> {
    const keys = batch.map(({ request }) => request.key)
    const { store, id: companyId } = this.memory
    const found = await store.read({ companyId }, 'log', (reading) => reading.findCommands(keys))
    return isTogether(batch) ? this.answerStoredTogether(batch, found) : this.answerStored(batch, found)
  }

  /** If the first answer of a used key is a refusal, answers all the commands with it. @returns the other commands. */
  private async answerStoredTogether(batch: readonly Waiting[], found: readonly StoredCommand[]): Promise<Waiting[]> {
    for (const waiting of batch.filter(({ request }) => found.some(({ key }) => key === request.key))) {
      const { request } = waiting
      const answer = (await this.replay(waiting)) ?? refuse('UNAVAILABLE', 'Try again soon.', request)
      if (answer.ok) continue
      this.memory.rememberKey(request.key)
      for (const { resolve } of batch) resolve({ ...answer, refused: request })
      return []
    }
    return this.answerStored(batch, found)
  }

  private answerStored(batch: readonly Waiting[], found: readonly StoredCommand[]): Waiting[] {
    const byKey = new Map(found.map((stored) => [stored.key, stored]))
    return batch.filter((waiting) => {
      const stored = byKey.get(waiting.request.key)
      if (stored === undefined) return true
      this.memory.rememberKey(stored.key)
      void this.replay(waiting).then((answer) =>
        waiting.resolve(answer ?? refuse('UNAVAILABLE', 'Try again soon.', waiting.request)),
      )
      return false
    })
  }

  /**
   * After a broken connection, finds out whether the batch was committed. The check runs under the company's row
   * lock, which a running commit holds. A commit that has not reached PostgreSQL yet is not found; if it arrives
   * before the next try, that try fails because the revision or the keys are no longer free. @returns the commands
   * still to be done.
   */
  private async recover(batch: Waiting[]): Promise<Waiting[]> {
    try {
      const keys = batch.map(({ request }) => request.key)
      const found = await this.memory.store.write(this.memory.id, async (tx) => {
        await tx.lock()
        return tx.findCommands(keys)
      })
      await this.memory.catchUp()
      return this.answerStored(batch, found)
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RECOVERY_PAUSE_MS))
      return batch
    }
  }

  private refuseAll(batch: readonly Waiting[]): void {
    for (const { request, resolve } of batch)
      resolve(
        refuse(
          'UNAVAILABLE',
          'The database cannot be reached, so it is not known whether the command was executed. Repeat it with the same Idempotency-Key: it will be executed only once.',
          request,
        ),
      )
  }

  /**
   * Retries the commands one by one, so that a bug in one command (in our code, or a write that a
   * rule allowed and the database refused) does not fail the others.
   */
  private async processSingly(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (isTogether(batch)) return this.failTogether(batch, error)
    if (batch.length > 1) return this.processOneByOne(batch)
    const [one] = batch
    // The history that the command needs cannot be read now, so refuse the command.
    if (error instanceof Refusal) one!.resolve(refuse(error.code, error.message, one!.request, error.extras))
    else failWithBug(this.memory, one!, error)
  }

  private failTogether(batch: readonly Waiting[], error: unknown): void {
    if (!(error instanceof Refusal)) for (const one of batch) failWithBug(this.memory, one, error)
    else for (const { request, resolve } of batch) resolve(refuse(error.code, error.message, request, error.extras))
  }

  private async processOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await this.processBatch([one], null)
  }
}
