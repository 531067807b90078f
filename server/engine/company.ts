/**
 * One company in memory: its queue, its batches, and what is answered when. Nobody is answered before the commit; PostgreSQL is
 * the truth and the compare-and-swap on the revision the arbiter between nodes.
 */
import type { FactQuery, Facts } from '../commands/define.ts'
import { applyChange, type Books, forgetOrder } from '../domain/books.ts'
import type { Change, Lot, Order } from '../domain/records.ts'
import { findCommands, listChangesSince, type StoredCommand } from '../store/commands.ts'
import { type CommandRow, commitBatch, isKeyViolation, lockCompany, writeCompany } from '../store/commits.ts'
import { currentRevision, findCompany } from '../store/companies.ts'
import { type Database, isConnectionFailure, readCompany, type Tx } from '../store/database.ts'
import { findLot, findOrder, findOrderByExternalId, findReferences } from '../store/facts.ts'
import { CompanyClock } from './clock.ts'
import { coalesce } from './coalesce.ts'
import { type DecidedBatch, decideBatch } from './decide.ts'
import { type LogEntry, stateAsOf } from './history.ts'
import { type LoadedCompany, unpackTotals } from './records.ts'
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
const CATCH_UP_PAGE = 500

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

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
  private waiting: Waiting[] = []
  private readonly inFlight = new Map<string, Promise<Answer>>()
  private readonly usedKeys = new Set<string>()
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
    return !this.isWorking && this.waiting.length === 0 && this.inFlight.size === 0
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
    if (this.usedKeys.has(request.key)) {
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
    while (this.waiting.length > 0 || this.catchUpWaiters.length > 0) {
      if (this.catchUpWaiters.length > 0) await this.serveCatchUps()
      const batch = this.takeBatch()
      if (batch.length > 0) await this.processBatch(batch)
    }
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

  /** The next batch. A command that must know what refers to a record is a batch of its own: history must not move under it. */
  private takeBatch(): Waiting[] {
    let end = 0
    while (end < this.waiting.length && end < MAX_BATCH) {
      if (this.factsOf(this.waiting[end]!.request)?.fact === 'references') {
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

  /** Brings a batch to its end: every command of it is answered when this returns. */
  private async processBatch(batch: Waiting[]): Promise<void> {
    let left = batch
    let lostRaces = 0
    let brokenSince = 0
    while (left.length > 0) {
      try {
        const outcome =
          lostRaces < OPTIMISTIC_TRIES ? await this.commitOptimistically(left) : await this.commitUnderLock(left)
        if (outcome === 'committed') return
        lostRaces += 1
        await this.catchUp()
      } catch (error) {
        if (isKeyViolation(error)) {
          left = await this.answerUsedKeys(left)
          continue
        }
        if (!isConnectionFailure(error)) return this.processSingly(left, error)
        if (brokenSince === 0)
          this.log.warn(
            { error, companyId: this.id },
            'The database is out of reach; looking up what became of the batch',
          )
        brokenSince ||= Date.now()
        if (Date.now() - brokenSince > RECOVERY_MS) return this.refuseAll(left)
        left = await this.recover(left)
      }
    }
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
        if (written.outcome === 'committed') undo = written.decided.undo
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
  ): Promise<{ outcome: CommitOutcome; decided: DecidedBatch }> {
    const requests = await this.withFacts(batch)
    const company = { id: this.id, books: this.books, clock: this.clock, revision: this.state.revision }
    const decided = decideBatch(company, requests)
    try {
      if (await commitBatch(connection, decided.batch)) return { outcome: 'committed', decided }
      decided.undo()
      return { outcome: 'moved', decided }
    } catch (error) {
      decided.undo()
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

  private applyAndAnswer(batch: readonly Waiting[], { decided }: DecidedBatch): void {
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
      this.printForm(form, after).then(
        (printed) => succeed(printed.state, printed.name),
        // The command is committed; a look into history that failed must not hide that.
        () => succeed(printFullState(after), 'full'),
      )
  }

  private async printForm(
    form: StateForm,
    at: StateSnapshot,
  ): Promise<{ name: StateForm['name']; state: readonly (Buffer | string)[] }> {
    if (form.name === 'summary') return { name: 'summary', state: [printSummary(at)] }
    if (form.name === 'changes') {
      const since = form.since ?? at.revision - 1
      const before = since > at.revision ? null : await stateAsOf(this.database, await this.notBefore(at), since)
      if (before !== null) return { name: 'changes', state: [printChanges(before, at)] }
    }
    return { name: 'full', state: printFullState(at) }
  }

  private async notBefore(at: StateSnapshot): Promise<StateSnapshot> {
    const now = this.snapshot()
    return now.revision >= at.revision ? now : at
  }

  private rememberKey(key: string): void {
    this.usedKeys.add(key)
    if (this.usedKeys.size > MAX_REMEMBERED_KEYS) this.usedKeys.delete(this.usedKeys.values().next().value!)
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
    if (stored.fingerprint !== request.fingerprint)
      return refuse(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used for another command. Use a new key for a new command.',
        request,
        { errors: [{ path: 'header/idempotency-key', message: 'was used for another command' }] },
      )
    if (stored.revision === null) return { ok: false, status: stored.status, problem: stored.result, isReplay }
    if (stored.revision > this.state.revision) await this.requestCatchUp()
    const at = await this.asOf(stored.revision)
    if (at === null) throw new Error(`The change log does not reach back to revision ${stored.revision}`)
    const { name, state } = await this.printForm(request.form, at)
    return { ok: true, revision: stored.revision, result: stored.result, state, form: name, isReplay }
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
    if (batch.length === 1) {
      const { request, resolve } = batch[0]!
      this.log.error(
        { error, command: request.command.name, requestId: request.requestId, companyId: this.id },
        'A command failed',
      )
      resolve(refuse('INTERNAL', 'Nothing was changed. Please report the requestId.', request))
      return
    }
    for (const one of batch) await this.processBatch([one])
  }

  /** Takes over what other nodes committed since our revision. */
  private async catchUp(): Promise<void> {
    await readCompany(this.database, this.id, (tx) => this.catchUpFrom(tx))
  }

  private async catchUpFrom(tx: Tx): Promise<void> {
    const row = await findCompany(tx, this.id)
    if (row === null) throw new Error(`The company ${this.id} is gone`)
    if (row.revision === this.state.revision) return
    while (this.state.revision < row.revision) {
      const page = await listChangesSince(tx, this.id, this.state.revision, row.revision, CATCH_UP_PAGE)
      if (page.length === 0) throw new Error(`The change log of ${this.id} ends before revision ${row.revision}`)
      for (const logged of page) this.takeOver(logged.revision, logged.changes)
    }
    // What left memory is not counted by the changes; the row has the totals as its writer knew them.
    Object.assign(this.books.totals, unpackTotals(row.totals))
    Object.assign(this.books.counters, JSON.parse(row.counters))
    this.state.totals = { ...this.books.totals }
    this.lastSnapshot = null
    this.clock.catchUp(row.last_at.getTime())
  }

  private takeOver(revision: number, log: string): void {
    const changes = (JSON.parse(log) as LogEntry[]).map(({ kind, id, record }) => ({ kind, id, record }) as Change)
    for (const change of changes) applyChange(this.books, change)
    for (const id of this.state.apply(changes, revision, { ...this.books.totals })) forgetOrder(this.books, id)
  }
}

async function readFacts(tx: Tx, companyId: string, query: FactQuery): Promise<Facts> {
  switch (query.fact) {
    case 'order': {
      const json = UUID.test(query.id) ? await findOrder(tx, companyId, query.id) : null
      return { order: json === null ? null : (JSON.parse(json) as Order) }
    }
    case 'lot': {
      const json = UUID.test(query.id) ? await findLot(tx, companyId, query.id) : null
      return { lot: json === null ? null : (JSON.parse(json) as Lot) }
    }
    case 'orderIdByExternalId':
      return { orderIdByExternalId: await findOrderByExternalId(tx, companyId, query.source, query.externalId) }
    case 'references':
      return { references: UUID.test(query.id) ? await findReferences(tx, companyId, query.kind, query.id) : [] }
  }
}
