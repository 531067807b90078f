/**
 * One company in memory: its queue, its batches, and what is answered when. Nobody is answered before the commit; PostgreSQL is
 * the truth and the compare-and-swap on the revision the arbiter between nodes.
 */
import type { Settings } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { charging, isSliceUsed, restAfter, sliceOf } from '../domain/slices.ts'
import type { FoundCommand } from '../store/commands.ts'
import { commitBatch } from '../store/commits.ts'
import { currentRevision } from '../store/companies.ts'
import type { Database } from '../store/database.ts'
import { settingsBefore } from './change-log.ts'
import { CompanyClock } from './clock.ts'
import { coalesce } from './coalesce.ts'
import { CarefulCommits, MOVED } from './commit.ts'
import { type Decided, OpenBatch } from './decide.ts'
import { type History, stateAsOf, stateBeforeChanges } from './history.ts'
import { KeyLookups } from './key-lookups.ts'
import { CompanyMemory, type EngineLog, noteSent, type Waiting } from './memory.ts'
import type { CommandClock } from './node-clock.ts'
import type { LoadedCompany } from './records.ts'
import { answerAsOf, answerOwnChanges, type PrintedState, printForm, refuseReusedKey, shortAnswer } from './replay.ts'
import { type Answer, type CommandRequest, refuse } from './request.ts'
import type { StateSnapshot } from './state.ts'

/** Commands that are looked at together when they must know something of history. */
const MAX_BATCH = 128
/** Commands that may wait; more are refused at once with 503. */
const MAX_WAITING = 10_000
/** A batch on its way to the database. */
interface Flight {
  readonly open: OpenBatch
  readonly members: Waiting[]
  /** Never rejects. */
  readonly landed: Promise<{ isCommitted: boolean; failure: unknown }>
}

/** What a company gets of the node that it is in memory of. */
export interface CompanyNode {
  readonly database: Database
  readonly log: EngineLog
  readonly clock: CommandClock
}

export class Company {
  readonly id: string
  private readonly nodeClock: CommandClock
  private readonly memory: CompanyMemory
  private readonly careful: CarefulCommits
  private readonly lookups: KeyLookups
  /** Not decided yet. */
  private waiting: Waiting[] = []
  /** Decided over the head of the books, not sent yet. */
  private building: { readonly open: OpenBatch; readonly members: Waiting[] } | null = null
  /** The revision that the batch on its way will make; null when none is. */
  private flyingTo: number | null = null
  private flight: Flight | null = null
  /** Resolves when what was committed last stands in the state. */
  private applied: Promise<void> = Promise.resolve()
  private isAlone = false
  private lastAlone = { tookMs: 0, endedAt: 0 }
  private readonly inFlight = new Map<string, { readonly waiting: Waiting; readonly answered: Promise<Answer> }>()
  private catchUpWaiters: (() => void)[] = []
  private catchUpFailures: ((error: unknown) => void)[] = []
  private isWorking = false
  /** Set when a bug left memory in doubt: the company is loaded anew for the next request. */
  isBroken = false
  private readonly checkRevision: () => Promise<number>

  constructor(node: CompanyNode, companyId: string, loaded: LoadedCompany) {
    const { database, log } = node
    this.id = companyId
    this.nodeClock = node.clock
    const clock = new CompanyClock(loaded.lastAt, () => node.clock.now())
    const { books, state } = loaded
    this.memory = new CompanyMemory({ id: companyId, database, log, books, state, clock })
    this.lookups = new KeyLookups(database, companyId)
    this.careful = new CarefulCommits(this.memory, (waiting) => this.replay(waiting))
    this.checkRevision = coalesce(() => currentRevision(database, companyId))
  }

  /** True when nothing is waiting or under way: the company may be unloaded. */
  get isIdle(): boolean {
    return !this.isWorking && this.inFlight.size === 0
  }

  /** What the company takes in memory, about, without the indexes of lists; see countPrinted for `counted`. */
  heldBytes(counted: Set<object>): number {
    return this.memory.heldBytes(counted)
  }

  /** Has `listener` called after each batch that this node commits; what other nodes commit is seen by `current`. */
  onCommit(listener: (decided: readonly Decided[]) => void): void {
    this.memory.onCommit = listener
  }

  /** Takes a command. Resolves when it is committed, refused, or known to be impossible now (503). */
  async submit(request: CommandRequest): Promise<Answer> {
    for (;;) {
      const earlier = this.inFlight.get(request.key)
      if (earlier !== undefined) await earlier.answered
      else if (!this.memory.knowsKey(request.key) && !this.lookups.areLikely) return this.enqueue(request)
      const replayed = await this.replay({ request, sentAs: [] })
      if (replayed !== null) return replayed
      // Another one with this key may have come meanwhile.
      if (!this.inFlight.has(request.key)) return this.enqueue(request)
    }
  }

  /** The committed state, not older than the moment of the call, whichever node wrote last. */
  async current(): Promise<StateSnapshot> {
    const revision = await this.checkRevision()
    // Most often it is our own batch that is committed, and its answer on the way to us.
    if (revision > this.memory.state.revision && this.flight !== null) await this.flight.landed
    if (revision > this.memory.state.revision) await this.applied
    if (revision > this.memory.state.revision) await this.requestCatchUp()
    return this.memory.snapshot()
  }

  /** The state at an earlier revision; null when the change log does not reach back so far. Refuses UNAVAILABLE. */
  asOf(revision: number, signal?: AbortSignal): Promise<StateSnapshot | null> {
    return stateAsOf(this.history(signal), revision)
  }

  /**
   * The state at an earlier revision, to tell what changed since; null when the full state costs less, or the change log does not
   * reach back so far. Refuses UNAVAILABLE.
   */
  beforeChanges(since: number, signal?: AbortSignal): Promise<StateSnapshot | null> {
    const history = this.history(signal)
    return stateBeforeChanges(history, since, history.now)
  }

  /** The state as of a revision, or as it is now, in the form that is asked: of what changed no record. Refuses UNAVAILABLE. */
  async stateIn(
    { form, view }: Pick<CommandRequest, 'form' | 'view'>,
    { revision, signal }: { readonly revision: number | null; readonly signal?: AbortSignal },
  ): Promise<PrintedState> {
    const now = await this.current()
    const at = revision === null || revision >= now.revision ? now : ((await this.asOf(revision, signal)) ?? now)
    const asked = form.name === 'changes' ? { name: form.name, since: form.since ?? at.revision } : form
    return printForm(this.history(signal), { form: asked, view }, at)
  }

  private history(signal: AbortSignal | undefined): History {
    return this.memory.history({ companyId: this.id, signal }, this.memory.snapshot())
  }

  private enqueue(request: CommandRequest): Promise<Answer> {
    const fault = this.nodeClock.fault()
    if (fault !== null) return Promise.resolve(refuse('UNAVAILABLE', fault, request))
    if (this.waiting.length >= MAX_WAITING)
      return Promise.resolve(refuse('UNAVAILABLE', 'Too many commands wait for this company. Try again soon.', request))
    const { promise: answered, resolve } = Promise.withResolvers<Answer>()
    const waiting: Waiting = { request, resolve, isLong: false, sentAs: [] }
    this.waiting.push(waiting)
    this.inFlight.set(request.key, { waiting, answered })
    void answered.then(() => this.inFlight.delete(request.key))
    this.fill()
    this.work()
    return answered
  }

  private requestCatchUp(): Promise<void> {
    const caughtUp = new Promise<void>((resolve, reject) => {
      this.catchUpWaiters.push(resolve)
      this.catchUpFailures.push(reject)
    })
    this.work()
    return caughtUp
  }

  /** One worker per company: everything that changes the books happens in it, one thing after the other. */
  private work(): void {
    if (this.isWorking) return
    this.isWorking = true
    // The requests that arrived in the same turn of the event loop become one batch.
    setImmediate(() => {
      this.workUntilEmpty().then(
        () => {
          this.isWorking = false
          if (this.waiting.length > 0 || this.catchUpWaiters.length > 0) this.work()
        },
        (error: unknown) => this.giveUp(error),
      )
    })
  }

  /** A bug of the engine itself: what is in memory cannot be trusted any more, what is in the database can. */
  private giveUp(error: unknown): void {
    this.isBroken = true
    this.memory.log.error({ error, companyId: this.id }, 'The company is loaded anew')
    for (const { waiting } of this.inFlight.values())
      waiting.resolve(
        refuse('UNAVAILABLE', 'Repeat this with the same Idempotency-Key: it will be done once.', waiting.request),
      )
    for (const reject of this.catchUpFailures) reject(error)
  }

  private async workUntilEmpty(): Promise<void> {
    for (;;) {
      if (isSliceUsed()) await sliceOf({ companyId: this.id })
      this.fill()
      if (this.building !== null) await this.flyAll()
      else if (this.catchUpWaiters.length > 0) await this.alone(() => this.serveCatchUps())
      else if (this.waiting.length > 0) await this.processAlone()
      else return
    }
  }

  /** A long command keeps a core or two: while others are at work, the next long one of the company leaves these to them for as long. */
  private async processAlone(): Promise<void> {
    if (this.waiting[0]!.isLong) await restAfter(this.id, this.lastAlone)
    const begun = performance.now()
    await this.alone(() => this.careful.processBatch(this.takeBatch(), null))
    const endedAt = performance.now()
    this.lastAlone = { tookMs: endedAt - begun, endedAt }
  }

  /** Runs something that needs the books to be exactly the committed state: nothing is decided on arrival meanwhile. */
  private async alone(work: () => Promise<void>): Promise<void> {
    this.isAlone = true
    try {
      await work()
    } finally {
      this.isAlone = false
    }
  }

  /**
   * Decides what waits over the head of the books, while the batch before may still be on its way to the database. Stops at a
   * command that must know something of history or changes very many records, which waits until all before it is committed, and
   * when it is time to let others have the thread.
   */
  private fill(): void {
    while (!this.isAlone && this.catchUpWaiters.length === 0 && this.waiting.length > 0 && !isSliceUsed()) {
      if (this.building?.open.isFull) return
      const next = this.waiting[0]!
      if (next.isLong || this.memory.factsOf(next.request).length > 0) return
      this.building ??= { open: new OpenBatch(this.memory.deciding(this.flyingTo ?? undefined)), members: [] }
      const { open, members } = this.building
      try {
        next.isLong = !charging(this.id, () => open.decide(next.request, {}))
        if (next.isLong) return
        this.waiting.shift()
        members.push(next)
      } catch (error) {
        this.waiting.shift()
        this.memory.failWithBug(next, error)
      }
    }
  }

  /** Commits batch after batch; the next one is decided while one is on its way, and sent before the last one is answered. */
  private async flyAll(): Promise<void> {
    let flight = this.launch()
    while (flight !== null) {
      const { failure, isCommitted } = await flight.landed
      const landed: Flight = flight
      if (!isCommitted) {
        this.flight = null
        await this.alone(() => this.bringBack(landed, failure))
        return
      }
      flight = this.launch()
      this.applied = this.memory.applyAndAnswer(landed.members, landed.open.decided)
      await this.applied
      // Not before: what is decided meanwhile comes after the batch that landed.
      if (flight === null) this.flyingTo = null
      this.fill()
    }
  }

  /** Sends the batch that was built. */
  private launch(): Flight | null {
    this.flight = null
    if (this.building === null) return null
    const { open, members } = this.building
    this.building = null
    if (members.length === 0) return null
    const batch = open.close()
    noteSent(members, open.decided)
    this.flyingTo = batch.revision
    const { database } = this.memory
    const room = database.projector.room(this.id)
    const sent = room === null ? commitBatch(database, batch) : room.then(() => commitBatch(database, batch))
    const landed = sent.then(
      (isCommitted) => ({ isCommitted, failure: null }),
      (failure: unknown) => ({ isCommitted: false, failure }),
    )
    this.flight = { open, members, landed }
    return this.flight
  }

  /** A commit did not happen, or nobody knows: undoes what was decided on top of it, then brings the batch to its end alone. */
  private async bringBack(flight: Flight, failure: unknown): Promise<void> {
    if (this.building !== null) {
      this.building.open.undo()
      this.waiting.unshift(...this.building.members)
      this.building = null
    }
    flight.open.undo()
    this.flyingTo = null
    await this.careful.processBatch(flight.members, failure ?? MOVED)
  }

  private async serveCatchUps(): Promise<void> {
    const waiters = this.catchUpWaiters
    const failures = this.catchUpFailures
    this.catchUpWaiters = []
    this.catchUpFailures = []
    try {
      await this.memory.catchUp()
      for (const resolve of waiters) resolve()
    } catch (error) {
      for (const reject of failures) reject(error)
    }
  }

  /**
   * The next batch. A command that must be alone is a batch of its own. What a command asks of history may depend on what the
   * one before it does to the same record, so that no record is named twice in the paths of a batch.
   */
  private takeBatch(): Waiting[] {
    const named = new Set<string>()
    let end = 0
    while (end < this.waiting.length && end < MAX_BATCH) {
      const { request, isLong } = this.waiting[end]!
      const ids = Object.values(request.params)
      const isAlone = isLong || this.memory.mustBeAlone(request)
      if (end > 0 && (isAlone || ids.some((id) => named.has(id)))) break
      end += 1
      if (isAlone) break
      for (const id of ids) named.add(id)
    }
    return this.waiting.splice(0, end)
  }

  /**
   * What a key was answered first, with the state as of then: a replay, unless the command itself was what used the key.
   * @returns null when the key was never used.
   */
  private async replay({ request, sentAs }: Pick<Waiting, 'request' | 'sentAs'>): Promise<Answer | null> {
    try {
      // Before the log is read: it tells of every change to the settings since.
      const { revision, settings } = this.memory.state
      const { key, form } = request
      const stored = await this.lookups.find({
        key,
        isWhole: form.name === 'changes',
        settingsAt: form.name === 'summary' ? revision : null,
      })
      if (stored === null) return null
      const isReplay = !sentAs.includes(stored.id)
      const later = stored.settings_after
      const then = later === null ? settings : settingsBefore(later)
      const isKnown = stored.revision !== null && (later !== null || stored.revision <= revision)
      return await this.replayStored(request, stored, { isReplay, settings: isKnown ? then : null })
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.code, error.message, request, error.extras)
      this.memory.log.warn({ error, companyId: this.id }, 'A replay could not be read')
      return refuse(
        'UNAVAILABLE',
        'The database is out of reach. Try again soon with the same Idempotency-Key.',
        request,
      )
    }
  }

  /** `settings`: those after the command, when they are known. */
  private async replayStored(
    request: CommandRequest,
    stored: FoundCommand,
    { isReplay, settings }: { readonly isReplay: boolean; readonly settings: Pick<Settings, 'companyName'> | null },
  ): Promise<Answer> {
    if (stored.fingerprint !== request.fingerprint) return refuseReusedKey(request)
    const { revision } = stored
    if (revision === null) return { ok: false, status: stored.status, problem: stored.result!, isReplay }
    const { view } = request
    if (request.form.name === 'summary' && settings !== null) {
      const short = shortAnswer({ companyId: this.id, settings, view }, { ...stored, revision, isReplay })
      if (short !== null) return short
    }
    const told = await answerOwnChanges({ companyId: this.id, signal: request.signal }, request, {
      ...stored,
      revision,
      isReplay,
    })
    if (told !== null) return told
    if (revision > this.memory.state.revision) await this.requestCatchUp()
    return answerAsOf(this.history(request.signal), request, { ...stored, revision, isReplay })
  }
}
