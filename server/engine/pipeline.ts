/**
 * Turns the commands of one company into commits. It has a queue, a batch being decided, and a batch in flight. No
 * command is answered before its commit. PostgreSQL decides between nodes: a commit succeeds only if the company's
 * revision is still the one on which the batch was built (compare-and-swap).
 */

import { charging, isSliceUsed, restAfter, sliceOf } from '../runtime/slices.ts'
import { outsideSpans } from '../runtime/spans.ts'
import { applyAndAnswer, failWithBug } from './answers.ts'
import { inCommitSpan, queuedNow } from './commit-spans.ts'
import { OpenBatch } from './decide.ts'
import { type CompanyMemory, noteSent, type Waiting } from './memory.ts'
import type { CommandClock } from './node-clock.ts'
import { type Answer, type CommandRequest, refuse } from './request.ts'
import { MOVED, type Replay, SafeCommits } from './safe-commits.ts'

/** The maximum number of commands in a batch whose commands need something read from the database first. */
const MAX_BATCH = 128
/** The maximum number of commands that may wait in the queue. Further ones are refused at once with 503. */
const MAX_WAITING = 10_000

/** A batch that is being decided or is in flight. */
interface Batch {
  readonly open: OpenBatch
  readonly members: Waiting[]
}

interface InFlight extends Batch {
  /** Resolves to the result: whether the batch was committed, or how the commit failed. Never rejects. */
  readonly outcome: Promise<{ isCommitted: boolean; failure: unknown }>
}

export class CommitPipeline {
  private readonly memory: CompanyMemory
  private readonly nodeClock: CommandClock
  private readonly safe: SafeCommits
  /** Commands that are not decided yet. */
  private waiting: Waiting[] = []
  /** Commands decided on the books but not sent yet. */
  private building: Batch | null = null
  private inFlight: InFlight | null = null
  /** The revision that the batch in flight will create, or null when none is in flight. */
  private inFlightRevision: number | null = null
  /** Resolves once the last commit has been applied to the state. */
  private applied: Promise<void> = Promise.resolve()
  private isAlone = false
  private lastAlone = { tookMs: 0, endedAt: 0 }
  /** Commands that are not answered yet, by key. */
  private readonly unanswered = new Map<string, { readonly waiting: Waiting; readonly answer: Promise<Answer> }>()
  private catchUps: PromiseWithResolvers<void>[] = []
  private isWorking = false
  /** Set when a bug has made memory unreliable. The next request then loads the company again. */
  isBroken = false

  constructor(memory: CompanyMemory, nodeClock: CommandClock, replay: Replay) {
    this.memory = memory
    this.nodeClock = nodeClock
    this.safe = new SafeCommits(memory, replay)
  }

  get isIdle(): boolean {
    return !this.isWorking && this.unanswered.size === 0
  }

  /** The number of commands that have not been answered yet. */
  get waitingCount(): number {
    return this.unanswered.size
  }

  /** Returns the pending response to the command with this key, if there is one. */
  answerDue(key: string): Promise<Answer> | undefined {
    return this.unanswered.get(key)?.answer
  }

  /**
   * Adds a command whose idempotency key is not used by any other command in the pipeline. Resolves when the command is
   * committed or refused, or when it cannot be carried out now (503).
   */
  enqueue(request: CommandRequest): Promise<Answer> {
    const unable = this.unable(request)
    if (unable !== null) return Promise.resolve(unable)
    const answer = this.add(request)
    this.fill()
    this.work()
    return answer
  }

  /**
   * Adds commands to be executed in this order in one transaction: either all of them, or none. No other command in the
   * pipeline may have one of their keys. Resolves when they are committed, or when one is refused; in that case all of
   * them get the refused command's response.
   */
  enqueueTogether(requests: readonly CommandRequest[]): Promise<Answer[]> {
    const unable = this.unable(requests[0]!)
    if (unable !== null) return Promise.resolve(requests.map(() => unable))
    const together: Waiting[] = []
    const answers = requests.map((request) => this.add(request, together))
    this.work()
    return Promise.all(answers)
  }

  /** Returns the refusal to answer with if no command can be accepted now; otherwise null. */
  private unable(request: CommandRequest): Answer | null {
    const fault = this.nodeClock.fault()
    if (fault !== null) return refuse('UNAVAILABLE', fault, request)
    if (this.waiting.length < MAX_WAITING) return null
    return refuse('UNAVAILABLE', 'Too many commands are waiting for this company. Try again soon.', request)
  }

  private add(request: CommandRequest, together?: Waiting[]): Promise<Answer> {
    const { promise: answer, resolve } = Promise.withResolvers<Answer>()
    const waiting: Waiting = {
      request,
      resolve,
      isLong: false,
      sentAs: [],
      ...queuedNow(),
      ...(together && { together }),
    }
    together?.push(waiting)
    this.waiting.push(waiting)
    this.unanswered.set(request.key, { waiting, answer })
    void answer.then(() => this.unanswered.delete(request.key))
    return answer
  }

  /** Resolves once the state has reached a revision that the database has, whichever node committed it. */
  async reach(revision: number): Promise<void> {
    // Usually the revision belongs to this node's own batch, which will be applied in a moment.
    if (revision > this.memory.state.revision && this.inFlight !== null) await this.inFlight.outcome
    if (revision > this.memory.state.revision) await this.applied
    if (revision > this.memory.state.revision) await this.catchUp()
  }

  private catchUp(): Promise<void> {
    const caughtUp = Promise.withResolvers<void>()
    this.catchUps.push(caughtUp)
    this.work()
    return caughtUp.promise
  }

  /** Starts the company's only worker. It makes every change to the books, one after another. */
  private work(): void {
    if (this.isWorking) return
    this.isWorking = true
    // Requests that arrive in the same turn of the event loop become one batch.
    setImmediate(() => {
      outsideSpans(() => this.workUntilEmpty()).then(
        () => {
          this.isWorking = false
          // A command that arrived since the worker found nothing left to do may already be decided.
          if (this.building !== null || this.waiting.length > 0 || this.catchUps.length > 0) this.work()
        },
        (error: unknown) => this.giveUp(error),
      )
    })
  }

  /**
   * Handles a bug in the engine itself. The database is still correct, but memory may be wrong, so the company is
   * loaded again.
   */
  private giveUp(error: unknown): void {
    this.isBroken = true
    this.memory.log.error({ error, companyId: this.memory.id }, 'The company is loaded again')
    for (const { waiting } of this.unanswered.values())
      waiting.resolve(
        refuse(
          'UNAVAILABLE',
          'Repeat the request with the same Idempotency-Key: it will be executed only once.',
          waiting.request,
        ),
      )
    for (const { reject } of this.catchUps) reject(error)
  }

  private async workUntilEmpty(): Promise<void> {
    for (;;) {
      if (isSliceUsed()) await sliceOf({ companyId: this.memory.id })
      this.fill()
      if (this.building !== null) await this.drainBatches()
      else if (this.catchUps.length > 0) await this.alone(() => this.serveCatchUps())
      else if (this.waiting.length > 0) await this.processAlone()
      else return
    }
  }

  /**
   * Processes one command alone. A long command keeps a core or two busy. So while other companies have work, the
   * company's next long command is delayed by as long as the last long command took.
   */
  private async processAlone(): Promise<void> {
    if (this.waiting[0]!.isLong) await restAfter(this.memory.id, this.lastAlone)
    const begun = performance.now()
    await this.alone(() => this.safe.processBatch(this.takeBatch(), null))
    const endedAt = performance.now()
    this.lastAlone = { tookMs: endedAt - begun, endedAt }
  }

  /**
   * Runs work that needs the books to be exactly the committed state. Commands that arrive in the meantime are not
   * decided until the work ends.
   */
  private async alone(work: () => Promise<void>): Promise<void> {
    this.isAlone = true
    try {
      await work()
    } finally {
      this.isAlone = false
    }
  }

  /**
   * Decides waiting commands on the books, even while a batch is in flight. Stops when other companies should get the
   * thread. Also stops at a command that needs something prefetched, changes very many records, or is executed together
   * with others: such a command waits until everything before it is committed.
   */
  private fill(): void {
    while (!this.isAlone && this.catchUps.length === 0 && this.waiting.length > 0 && !isSliceUsed()) {
      if (this.building?.open.isFull) return
      const next = this.waiting[0]!
      if (next.isLong || next.together !== undefined || this.memory.prefetchesOf(next.request).length > 0) return
      this.building ??= { open: new OpenBatch(this.memory.deciding(this.inFlightRevision ?? undefined)), members: [] }
      const { open, members } = this.building
      try {
        next.isLong = !charging(this.memory.id, () => open.decide(next.request, {}))
        if (next.isLong) return
        this.waiting.shift()
        members.push(next)
      } catch (error) {
        this.waiting.shift()
        failWithBug(this.memory, next, error)
      }
    }
  }

  /**
   * Commits one batch after another. While a batch is in flight, the next batch is decided. That next batch is sent
   * before the clients of the earlier batch get their responses.
   */
  private async drainBatches(): Promise<void> {
    let sent = this.send()
    while (sent !== null) {
      const batch: InFlight = sent
      const { failure, isCommitted } = await batch.outcome
      if (!isCommitted) {
        this.inFlight = null
        await this.alone(() => this.retryAlone(batch, failure))
        return
      }
      sent = this.send()
      this.applied = applyAndAnswer(this.memory, batch.members, batch.open.decided)
      await this.applied
      // The revision is cleared only now, because commands decided while the batch was being applied had to build on
      // it.
      if (sent === null) this.inFlightRevision = null
      this.fill()
    }
  }

  /** Sends the batch that has been built. */
  private send(): InFlight | null {
    this.inFlight = null
    if (this.building === null) return null
    const { open, members } = this.building
    this.building = null
    if (members.length === 0) return null
    const rows = open.close()
    noteSent(members, open.decided)
    this.inFlightRevision = rows.revision
    const { store, id } = this.memory
    const room = store.projector.room(id)
    const commit = () => (room === null ? store.commit(rows) : room.then(() => store.commit(rows)))
    const sent = inCommitSpan({ companyId: id, batch: members }, commit, (isCommitted) =>
      isCommitted ? 'committed' : 'moved',
    )
    const outcome = sent.then(
      (isCommitted) => ({ isCommitted, failure: null }),
      (failure: unknown) => ({ isCommitted: false, failure }),
    )
    this.inFlight = { open, members, outcome }
    return this.inFlight
  }

  /**
   * Recovers after a commit that failed or whose outcome is unknown: undoes all commands decided on top of the batch,
   * then retries the batch on its own.
   */
  private async retryAlone(batch: Batch, failure: unknown): Promise<void> {
    if (this.building !== null) {
      this.building.open.undo()
      this.waiting.unshift(...this.building.members)
      this.building = null
    }
    batch.open.undo()
    this.inFlightRevision = null
    await this.safe.processBatch(batch.members, failure ?? MOVED)
  }

  private async serveCatchUps(): Promise<void> {
    const catchUps = this.catchUps
    this.catchUps = []
    try {
      await this.memory.catchUp()
      for (const { resolve } of catchUps) resolve()
    } catch (error) {
      for (const { reject } of catchUps) reject(error)
    }
  }

  /**
   * Takes the next batch. A command that must be alone forms its own batch, as does a group of commands executed
   * together. Commands with the same record id in their paths never share a batch, because the data read in advance for
   * the second command may depend on the first.
   */
  private takeBatch(): Waiting[] {
    const { together } = this.waiting[0]!
    if (together !== undefined) return this.waiting.splice(0, together.length)
    const named = new Set<string>()
    let end = 0
    while (end < this.waiting.length && end < MAX_BATCH) {
      const { request, isLong, together: others } = this.waiting[end]!
      const ids = Object.values(request.params)
      const isAlone = isLong || others !== undefined || this.memory.mustBeAlone(request)
      if (end > 0 && (isAlone || ids.some((id) => named.has(id)))) break
      end += 1
      if (isAlone) break
      for (const id of ids) named.add(id)
    }
    return this.waiting.splice(0, end)
  }
}
