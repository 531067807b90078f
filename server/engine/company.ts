/**
 * One company in memory: its queue, its batches, and what is answered when. Nobody is answered before the commit; PostgreSQL is
 * the truth and the compare-and-swap on the revision the arbiter between nodes.
 */
import type { FactQuery, Facts } from '../commands/define.ts'
import { type Books, forgetOrder } from '../domain/books.ts'
import { findCommands, type StoredCommand } from '../store/commands.ts'
import { type CommandRow, commitBatch, isKeyViolation, lockCompany, writeCompany } from '../store/commits.ts'
import { currentRevision } from '../store/companies.ts'
import { type Database, isConnectionFailure, readCompany, type Tx } from '../store/database.ts'
import { catchUp } from './catch-up.ts'
import { CompanyClock } from './clock.ts'
import { coalesce } from './coalesce.ts'
import { type Decided, type DecidingCompany, decideBatch, OpenBatch } from './decide.ts'
import { readFacts } from './facts.ts'
import { stateAsOf } from './history.ts'
import type { LoadedCompany } from './records.ts'
import { answerAsOf, printForm, refuseReusedKey } from './replay.ts'
import { type Answer, type CommandRequest, refuse, type StateForm } from './request.ts'
import { printChanges, printFullState, printSummary, type State, type StateSnapshot } from './state.ts'

/** Commands that are committed together at most. */
const MAX_BATCH = 128
/** Commands that may wait; more are refused at once with 503. */
const MAX_WAITING = 10_000
/** How long a batch is tried again while the database is out of reach, before its commands are answered 503. */
const RECOVERY_MS = 8_000
const RECOVERY_PAUSE_MS = 50
/** After so many lost compare-and-swaps in a row the company's row is locked before deciding, so that every node gets its turn. */
const OPTIMISTIC_TRIES = 2
/** Keys remembered to know a replay without asking the database first. */
const MAX_REMEMBERED_KEYS = 10_000

/** A batch on its way to the database. */
interface Flight {
  readonly open: OpenBatch
  readonly members: Waiting[]
  /** Never rejects. */
  readonly landed: Promise<{ isCommitted: boolean; failure: unknown }>
}

interface Waiting {
  readonly request: CommandRequest
  readonly resolve: (answer: Answer) => void
}

/** 'moved': another node committed first. */
type CommitOutcome = 'committed' | 'moved'

export interface EngineLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export class Company {
  readonly id: string
  private readonly database: Database
  private readonly log: EngineLog
  private readonly books: Books
  private readonly state: State
  private readonly clock: CompanyClock
  private lastSnapshot: StateSnapshot | null = null
  /** Not decided yet. */
  private waiting: Waiting[] = []
  /** Decided over the head of the books, not sent yet. */
  private building: { readonly open: OpenBatch; readonly members: Waiting[] } | null = null
  /** The revision that the batch on its way will make; null when none is. */
  private flyingTo: number | null = null
  private isAlone = false
  private readonly inFlight = new Map<string, Promise<Answer>>()
  private usedKeys = new Set<string>()
  private olderKeys = new Set<string>()
  private catchUpWaiters: (() => void)[] = []
  private catchUpFailures: ((error: unknown) => void)[] = []
  private isWorking = false
  private readonly checkRevision: () => Promise<number>

  constructor(database: Database, log: EngineLog, companyId: string, loaded: LoadedCompany) {
    this.id = companyId
    this.database = database
    this.log = log
    this.books = loaded.books
    this.state = loaded.state
    this.clock = new CompanyClock(loaded.lastAt)
    this.checkRevision = coalesce(() => currentRevision(database, companyId))
  }

  /** True when nothing is waiting or under way: the company may be unloaded. */
  get isIdle(): boolean {
    return !this.isWorking && this.inFlight.size === 0
  }

  /** Rough count of records in memory, for the memory bound. */
  get recordCount(): number {
    const { products, partners, stock, lots, orders } = this.books
    return products.size + partners.size + stock.size + lots.size + 2 * orders.size
  }

  /** Takes a command. Resolves when it is committed, refused, or known to be impossible now (503). */
  async submit(request: CommandRequest): Promise<Answer> {
    const earlier = this.inFlight.get(request.key)
    if (earlier !== undefined) {
      await earlier
      return (await this.replay(request)) ?? this.submit(request)
    }
    if (this.usedKeys.has(request.key) || this.olderKeys.has(request.key)) {
      const replayed = await this.replay(request)
      if (replayed !== null) return replayed
    }
    return this.enqueue(request)
  }

  /** The committed state, not older than the moment of the call, whichever node wrote last. */
  async current(): Promise<StateSnapshot> {
    if ((await this.checkRevision()) > this.state.revision) await this.requestCatchUp()
    return this.snapshot()
  }

  /** The state at an earlier revision; null when the change log does not reach back so far. */
  async asOf(revision: number): Promise<StateSnapshot | null> {
    return stateAsOf(this.database, this.snapshot(), revision)
  }

  private snapshot(): StateSnapshot {
    if (this.lastSnapshot?.revision !== this.state.revision) this.lastSnapshot = this.state.snapshot()
    return this.lastSnapshot
  }

  private enqueue(request: CommandRequest): Promise<Answer> {
    if (this.waiting.length >= MAX_WAITING)
      return Promise.resolve(refuse('UNAVAILABLE', 'Too many commands wait for this company. Try again soon.', request))
    const answered = new Promise<Answer>((resolve) => this.waiting.push({ request, resolve }))
    this.inFlight.set(request.key, answered)
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
      void this.workUntilEmpty().finally(() => {
        this.isWorking = false
        if (this.waiting.length > 0 || this.catchUpWaiters.length > 0) this.work()
      })
    })
  }

  private async workUntilEmpty(): Promise<void> {
    for (;;) {
      this.fill()
      if (this.building !== null) await this.flyAll()
      else if (this.catchUpWaiters.length > 0) await this.alone(() => this.serveCatchUps())
      else if (this.waiting.length > 0) await this.alone(() => this.processBatch(this.takeBatch(), null))
      else return
    }
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
   * command that must know something of history: it waits until all before it is committed.
   */
  private fill(): void {
    while (!this.isAlone && this.catchUpWaiters.length === 0 && this.waiting.length > 0) {
      if ((this.building?.members.length ?? 0) >= MAX_BATCH) return
      const next = this.waiting[0]!
      if (this.factsOf(next.request) !== null) return
      this.waiting.shift()
      this.building ??= { open: new OpenBatch(this.headOfBooks()), members: [] }
      try {
        this.building.open.decide(next.request, {})
        this.building.members.push(next)
      } catch (error) {
        this.failWithBug(next, error)
      }
    }
  }

  private headOfBooks(): DecidingCompany {
    return { id: this.id, books: this.books, clock: this.clock, revision: this.flyingTo ?? this.state.revision }
  }

  /** Commits batch after batch; the next one is decided while one is on its way, and sent before the last one is answered. */
  private async flyAll(): Promise<void> {
    let flight = this.launch()
    while (flight !== null) {
      const { failure, isCommitted } = await flight.landed
      const landed: Flight = flight
      if (!isCommitted) {
        await this.alone(() => this.bringBack(landed, failure))
        return
      }
      flight = this.launch()
      if (flight === null) this.flyingTo = null
      this.applyAndAnswer(landed.members, landed.open.decided)
      this.fill()
    }
  }

  /** Sends the batch that was built. */
  private launch(): Flight | null {
    if (this.building === null) return null
    const { open, members } = this.building
    this.building = null
    if (members.length === 0) return null
    const batch = open.close()
    this.flyingTo = batch.revision
    const landed = commitBatch(this.database, batch).then(
      (isCommitted) => ({ isCommitted, failure: null }),
      (failure: unknown) => ({ isCommitted: false, failure }),
    )
    return { open, members, landed }
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
    await this.processBatch(flight.members, failure)
  }

  private async serveCatchUps(): Promise<void> {
    const waiters = this.catchUpWaiters
    const failures = this.catchUpFailures
    this.catchUpWaiters = []
    this.catchUpFailures = []
    try {
      await this.catchUp()
      for (const resolve of waiters) resolve()
    } catch (error) {
      for (const reject of failures) reject(error)
    }
  }

  /** The next batch. A command that must know what refers to a record, or what is
   * next in history, is a batch of its own: history must not move under it. */
  private takeBatch(): Waiting[] {
    let end = 0
    while (end < this.waiting.length && end < MAX_BATCH) {
      const fact = this.factsOf(this.waiting[end]!.request)?.fact
      if (fact === 'references' || fact === 'olderFinishedOrder') {
        if (end === 0) end = 1
        break
      }
      end += 1
    }
    return this.waiting.splice(0, end)
  }

  private factsOf(request: CommandRequest): FactQuery | null {
    return request.command.facts?.(this.books, request) ?? null
  }

  /**
   * Brings a batch to its end, one try after the other: every command of it is answered when this returns. Runs alone.
   * @param failure how an earlier try failed, if it did.
   */
  private async processBatch(batch: Waiting[], failure: unknown): Promise<void> {
    let left = batch
    let lostRaces = 0
    let brokenSince = 0
    let error = failure
    while (left.length > 0) {
      try {
        if (error !== null) {
          if (isKeyViolation(error)) left = await this.answerUsedKeys(left)
          else if (isConnectionFailure(error)) {
            brokenSince ||= this.noteBroken(error)
            if (Date.now() - brokenSince > RECOVERY_MS) return this.refuseAll(left)
            left = await this.recover(left)
          } else return await this.processSingly(left, error)
          error = null
          continue
        }
        const outcome =
          lostRaces < OPTIMISTIC_TRIES ? await this.commitOptimistically(left) : await this.commitUnderLock(left)
        if (outcome === 'committed') return
        lostRaces += 1
        await this.catchUp()
      } catch (caught) {
        error = caught ?? new Error('unknown')
      }
    }
  }

  private noteBroken(error: unknown): number {
    this.log.warn({ error, companyId: this.id }, 'The database is out of reach; looking up what became of the batch')
    return Date.now()
  }

  private async commitOptimistically(batch: readonly Waiting[]): Promise<CommitOutcome> {
    const { outcome, decided } = await this.decideAndWrite(batch, this.database)
    if (outcome === 'committed') this.applyAndAnswer(batch, decided)
    return outcome
  }

  /** Holds the company's row from before the decision to the commit: slower, but no other node can come between. */
  private async commitUnderLock(batch: readonly Waiting[]): Promise<CommitOutcome> {
    let undo: (() => void) | null = null
    try {
      const { outcome, decided } = await writeCompany(this.database, this.id, async (tx) => {
        await lockCompany(tx, this.id)
        await this.catchUpFrom(tx)
        const written = await this.decideAndWrite(batch, tx)
        if (written.outcome === 'committed') undo = written.undo
        return written
      })
      undo = null
      if (outcome === 'committed') this.applyAndAnswer(batch, decided)
      return outcome
    } finally {
      ;(undo as (() => void) | null)?.()
    }
  }

  /** Decides over the books and writes. Unless the outcome is `committed`, the books are as before. */
  private async decideAndWrite(
    batch: readonly Waiting[],
    connection: Database | Tx,
  ): Promise<{ outcome: CommitOutcome; decided: readonly Decided[]; undo(): void }> {
    const requests = await this.withFacts(batch)
    const { decided, batch: rows, undo } = decideBatch(this.headOfBooks(), requests)
    try {
      if (await commitBatch(connection, rows)) return { outcome: 'committed', decided, undo }
      undo()
      return { outcome: 'moved', decided, undo }
    } catch (error) {
      undo()
      throw error
    }
  }

  private async withFacts(batch: readonly Waiting[]): Promise<{ request: CommandRequest; facts: Facts }[]> {
    const queries = batch.map(({ request }) => this.factsOf(request))
    if (queries.every((query) => query === null)) return batch.map(({ request }) => ({ request, facts: {} }))
    return readCompany(this.database, this.id, async (tx) => {
      const answered: { request: CommandRequest; facts: Facts }[] = []
      for (const [position, { request }] of batch.entries()) {
        const query = queries[position]
        answered.push({ request, facts: query == null ? {} : await readFacts(tx, this.id, query) })
      }
      return answered
    })
  }

  private applyAndAnswer(batch: readonly Waiting[], decided: readonly Decided[]): void {
    for (const [position, one] of decided.entries()) {
      const waiting = batch[position]!
      this.rememberKey(one.row.key)
      if (one.row.revision === null) {
        waiting.resolve({ ok: false, status: one.row.status, problem: one.result, isReplay: false })
        continue
      }
      const { form } = waiting.request
      const before = form.name === 'changes' ? this.snapshot() : null
      const evicted = this.state.apply(one.changes, one.row.revision, one.totals)
      for (const id of evicted) forgetOrder(this.books, id)
      this.answer(waiting, one.row, one.result, before)
    }
  }

  private answer(waiting: Waiting, row: CommandRow, result: string, before: StateSnapshot | null): void {
    const { form } = waiting.request
    const succeed = (state: readonly (Buffer | string)[], name: StateForm['name']) =>
      waiting.resolve({ ok: true, revision: row.revision!, result, state, form: name, isReplay: false })
    if (form.name === 'summary') {
      succeed([printSummary(this.state)], 'summary')
      return
    }
    const after = this.snapshot()
    if (form.name === 'full') succeed(printFullState(after), 'full')
    else if (before !== null && (form.since === undefined || form.since === before.revision))
      succeed([printChanges(before, after)], 'changes')
    else
      printForm(this.database, after, form, after).then(
        (printed) => succeed(printed.state, printed.name),
        // The command is committed; a look into history that failed must not hide that.
        () => succeed(printFullState(after), 'full'),
      )
  }

  /** Two generations of keys: forgetting the older one whole costs nothing per key. */
  private rememberKey(key: string): void {
    this.usedKeys.add(key)
    if (this.usedKeys.size < MAX_REMEMBERED_KEYS) return
    this.olderKeys = this.usedKeys
    this.usedKeys = new Set()
  }

  /** The first answer of a key again, with the state as of then. @returns null when the key was never used. */
  private async replay(request: CommandRequest, isReplay = true): Promise<Answer | null> {
    try {
      const [stored] = await readCompany(this.database, this.id, (tx) => findCommands(tx, this.id, [request.key]))
      return stored === undefined ? null : await this.replayStored(request, stored, isReplay)
    } catch (error) {
      this.log.warn({ error, companyId: this.id }, 'A replay could not be read')
      return refuse(
        'UNAVAILABLE',
        'The database is out of reach. Try again soon with the same Idempotency-Key.',
        request,
      )
    }
  }

  private async replayStored(request: CommandRequest, stored: StoredCommand, isReplay: boolean): Promise<Answer> {
    if (stored.fingerprint !== request.fingerprint) return refuseReusedKey(request)
    if (stored.revision === null) return { ok: false, status: stored.status, problem: stored.result!, isReplay }
    if (stored.revision > this.state.revision) await this.requestCatchUp()
    return answerAsOf(this.database, this.snapshot(), request, { ...stored, revision: stored.revision, isReplay })
  }

  /** Answers the commands of a batch whose keys were used before. @returns the others. */
  private async answerUsedKeys(batch: readonly Waiting[]): Promise<Waiting[]> {
    const keys = batch.map(({ request }) => request.key)
    const found = await readCompany(this.database, this.id, (tx) => findCommands(tx, this.id, keys))
    return this.answerStored(batch, found, true)
  }

  private answerStored(batch: readonly Waiting[], found: readonly StoredCommand[], isReplay: boolean): Waiting[] {
    const byKey = new Map(found.map((stored) => [stored.key, stored]))
    return batch.filter((waiting) => {
      const stored = byKey.get(waiting.request.key)
      if (stored === undefined) return true
      this.rememberKey(stored.key)
      void this.replay(waiting.request, isReplay).then((answer) =>
        waiting.resolve(answer ?? refuse('UNAVAILABLE', 'Try again soon.', waiting.request)),
      )
      return false
    })
  }

  /**
   * After a connection broke in the middle: whether the batch was committed is looked up under the company's row lock, which
   * a commit that is still running holds, so that the answer is final. @returns the commands that are still to be done.
   */
  private async recover(batch: Waiting[]): Promise<Waiting[]> {
    try {
      const keys = batch.map(({ request }) => request.key)
      const found = await writeCompany(this.database, this.id, async (tx) => {
        await lockCompany(tx, this.id)
        return findCommands(tx, this.id, keys)
      })
      await this.catchUp()
      return this.answerStored(batch, found, false)
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
          'The database is out of reach, so it is not known whether this was done. Repeat it with the same Idempotency-Key: it will be done once.',
          request,
        ),
      )
  }

  /** A bug in one command, ours or the database's refusal of what a rule let through, must not fail its neighbours. */
  private async processSingly(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1) this.failWithBug(batch[0]!, error)
    else for (const one of batch) await this.processBatch([one], null)
  }

  private failWithBug({ request, resolve }: Waiting, error: unknown): void {
    const { command, requestId } = request
    this.log.error({ error, command: command.name, requestId, companyId: this.id }, 'A command failed')
    resolve(refuse('INTERNAL', 'Nothing was changed. Please report the requestId.', request))
  }

  /** Takes over what other nodes committed since our revision. */
  private async catchUp(): Promise<void> {
    await readCompany(this.database, this.id, (tx) => this.catchUpFrom(tx))
  }

  private async catchUpFrom(tx: Tx): Promise<void> {
    const { id, books, state, clock } = this
    if (await catchUp(tx, { id, books, state, clock })) this.lastSnapshot = null
  }
}
