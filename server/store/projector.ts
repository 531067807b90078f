/**
 * Updates the tables of records from the log, which is called projecting. A commit writes only the log. The projector
 * writes the tables later, for many commits at a time, and readers of tables wait until the tables contain the
 * revisions they need. If a company's log cannot be projected, the failure is logged, projecting is tried again, and
 * writes continue. Source: docs/decisions/0047-the-log-is-the-truth.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../domain/refusals.ts'
import { type FairLimiter, fairLimiter } from '../runtime/fair-limiter.ts'
import { COMMAND_COUNT, COMPANY, DATABASE, inSpan } from '../runtime/spans.ts'
import { plainArray, textArray } from './arrays.ts'
import { isConnectionFailure } from './connection-failures.ts'
import { type Committed, FreshImages, type GivenImages, type WaitingCharacters } from './fresh-images.ts'
import { listAsBlock, type Statements } from './statements.ts'

/** How many milliseconds a company's tables are behind its log when there are few commits. */
const LAG_MS = 300
/** The number of waiting commands from which the projection starts at once. */
const ENOUGH = 200
/** The maximum number of commands by which the tables may be behind the log. Beyond this, commits wait. */
const MOST_BEHIND = 2_000
/** The maximum number of commands and of bytes projected by one statement. */
const STEP = { commands: 500, bytes: 4_194_304 }
/** The duration, in milliseconds, from which a step is followed by a pause of at most LONGEST_PAUSE_MS. */
const LONG_STEP_MS = 50
const LONGEST_PAUSE_MS = 1_000
/** The maximum number of companies whose logs are projected at a time. */
const AT_ONCE = 2
/** The interval, in milliseconds, at which a node searches for companies whose projection was left unfinished. */
const SWEEP_MS = 60_000
/**
 * The revision that the tables of a deleted company are assumed to have reached, so that nothing is missing in them.
 */
const NOTHING_LEFT = Number.MAX_SAFE_INTEGER
/** The pause after the first failed projection, and the longest pause after several failures, in milliseconds. */
const PAUSE_MS = { first: 1_000, most: 60_000 }

export interface ProjectorLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/** A company whose tables cannot be updated from its log. */
export interface ProjectionFault {
  readonly companyId: string
  /** The revision that could not be projected. */
  readonly revision: number
  readonly since: Date
}

interface Fault extends ProjectionFault {
  pauseMs: number
  retryAt: number
}

/** A company whose log is ahead of its tables, or may be. */
interface Following {
  readonly companyId: string
  committed: number
  projected: number
  /**
   * Whether the revision `projected` was reported by the database itself. If not, earlier commands of another node may
   * be missing in the tables.
   */
  isSure: boolean
  running: Promise<void> | null
  fault: Fault | null
  readonly fresh: FreshImages
}

const STANDS_STILL =
  'The lists and reports of this company are no longer updated because of an error in the service; commands and the state still work. Try again later.'

export class Projector {
  private readonly statements: Statements
  private log: ProjectorLog = { info: () => undefined, error: () => undefined }
  private readonly followed = new Map<string, Following>()
  private readonly waiting: WaitingCharacters = { total: 0 }
  private readonly inTurn: FairLimiter = fairLimiter({
    atOnce: AT_ONCE,
    perCompany: 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    refusal: '',
  })
  private timer: NodeJS.Timeout | null = null
  private sweeping: NodeJS.Timeout | null = null
  private isStopped = false
  /** A function that tests may set; it is called before each step. */
  beforeStep: (companyId: string) => Promise<void> | void = () => undefined
  /** Converts the data that an older version wrote into a company's tables to the current shapes (engine/shapes.ts). */
  makeCurrent: (companyId: string) => Promise<void> = () => Promise.resolve()

  constructor(statements: Statements) {
    this.statements = statements
  }

  /**
   * Starts logging failures and searching for companies whose projection was left unfinished by another node or an
   * earlier run.
   */
  async start(log: ProjectorLog): Promise<void> {
    this.log = log
    await this.sweep()
    this.sweeping = setInterval(() => void this.sweep().catch(() => undefined), SWEEP_MS)
    this.sweeping.unref()
  }

  /** The companies whose tables cannot be updated from their logs. */
  get faults(): readonly ProjectionFault[] {
    return [...this.followed.values()].flatMap(({ fault }) => (fault === null ? [] : [fault]))
  }

  /** Lists how many of each company's commands are not in the tables yet, as far as this node knows. */
  lags(): { readonly companyId: string; readonly commands: number }[] {
    return [...this.followed.values()].flatMap(({ companyId, committed, projected }) =>
      projected >= 0 && committed > projected ? [{ companyId, commands: committed - projected }] : [],
    )
  }

  /** Adds the commands that this node has committed after revision `since` to the work of the projector. */
  note(companyId: string, since: number, committed: readonly Committed[]): void {
    const last = committed.at(-1)
    if (last === undefined) return
    const one = this.follow(companyId, since)
    one.committed = Math.max(one.committed, last.revision)
    one.fresh.add(since, committed)
    if (one.committed - one.projected >= ENOUGH && one.running === null && one.fault === null) this.drive(one)
    else this.wake()
  }

  /**
   * Returns a promise for which a commit of the company must wait because its tables are too far behind the log, or
   * null when it need not wait. The promise never rejects.
   */
  room(companyId: string): Promise<void> | null {
    const one = this.followed.get(companyId)
    if (one === undefined || one.committed - one.projected < MOST_BEHIND || one.fault !== null) return null
    return this.step(one).catch(() => undefined)
  }

  /** Resolves when a company's tables have reached a committed revision. Refuses UNAVAILABLE when they cannot. */
  async reach(companyId: string, revision: number): Promise<void> {
    const one = this.follow(companyId, -1)
    one.committed = Math.max(one.committed, revision)
    while (one.projected < revision) {
      if (one.fault !== null && Date.now() < one.fault.retryAt) throw new Refusal('UNAVAILABLE', STANDS_STILL)
      if (!(await this.moves(one))) throw new Error(`The log of ${companyId} does not reach up to revision ${revision}`)
    }
    this.forget(one)
  }

  /**
   * Resolves when every company's tables contain all commits made before the call. Used to read many companies at once.
   * Companies whose tables cannot be updated are skipped.
   */
  async reachAll(): Promise<void> {
    await Promise.all((await this.listBehind()).map((companyId) => this.reachEnd(companyId).catch(() => undefined)))
  }

  private async reachEnd(companyId: string): Promise<void> {
    const one = this.follow(companyId, -1)
    while (await this.moves(one));
    this.forget(one)
  }

  /** Projects all remaining commits, so that the service can shut down cleanly. */
  async finish(): Promise<void> {
    this.stop()
    const left = [...this.followed.values()].filter(({ fault }) => fault === null)
    await Promise.all(left.map(({ companyId, committed }) => this.reach(companyId, committed).catch(() => undefined)))
  }

  stop(): void {
    this.isStopped = true
    if (this.timer !== null) clearTimeout(this.timer)
    if (this.sweeping !== null) clearInterval(this.sweeping)
    this.timer = null
  }

  private follow(companyId: string, projected: number): Following {
    const known = this.followed.get(companyId)
    if (known !== undefined) return known
    const fresh = new FreshImages(this.waiting)
    const one: Following = {
      companyId,
      committed: projected,
      projected,
      isSure: false,
      running: null,
      fault: null,
      fresh,
    }
    this.followed.set(companyId, one)
    return one
  }

  private forget(one: Following): void {
    if (one.running !== null || one.fault !== null || one.projected < one.committed) return
    one.fresh.clear()
    // Remove only this entry, because the company may have been dropped and followed again since then.
    if (this.followed.get(one.companyId) === one) this.followed.delete(one.companyId)
  }

  private async sweep(): Promise<void> {
    for (const id of await this.listBehind()) {
      const one = this.follow(id, -1)
      // At least one command is missing in the tables. The exact number becomes known during projection.
      if (one.committed <= one.projected) one.committed = one.projected + 1
      this.drive(one)
    }
  }

  private async listBehind(): Promise<string[]> {
    const rows = await listAsBlock<{ id: string }>(this.statements, 'select companies_behind() as id')
    return rows.map(({ id }) => id)
  }

  private wake(): void {
    if (this.timer !== null || this.isStopped) return
    this.timer = setTimeout(() => {
      this.timer = null
      for (const one of this.followed.values()) {
        if (one.committed <= one.projected) this.forget(one)
        else if (one.running === null && (one.fault === null || Date.now() >= one.fault.retryAt)) this.drive(one)
      }
      if (this.followed.size > 0) this.wake()
    }, LAG_MS)
    this.timer.unref()
  }

  /** Projects all commits made so far for a company. Failures are retried. */
  private drive(one: Following): void {
    const goal = one.committed
    const go = async () => {
      while (one.projected < goal) {
        const began = performance.now()
        if (!(await this.moves(one))) break
        if (one.projected < goal) await this.giveWay(performance.now() - began)
      }
      // If the company was found to be behind, but it is not known by how much, check again.
      if (one.projected < one.committed && one.projected >= goal) this.wake()
      else this.forget(one)
    }
    go().catch(() => this.wake())
  }

  /**
   * Pauses after a long step, which keeps a core of the database server busy. If other companies are writing, this
   * leaves the core to them for as long as the step took, up to a limit.
   */
  private async giveWay(tookMs: number): Promise<void> {
    if (tookMs > LONG_STEP_MS && this.followed.size > 1)
      await sleep(Math.min(tookMs, LONGEST_PAUSE_MS), undefined, { ref: false })
  }

  /**
   * Runs a step, or waits for a step that is already running. @returns true when the tables have advanced, or may have.
   * A step that another caller started may have missed later commands.
   */
  private async moves(one: Following): Promise<boolean> {
    const { projected, isSure, running } = one
    await this.step(one)
    return running !== null || !isSure || one.projected !== projected
  }

  /** Runs one statement that projects the company's log, on behalf of everyone waiting for its tables. */
  private step(one: Following): Promise<void> {
    one.running ??= this.inTurn({ companyId: one.companyId }, () => this.inSpan(one)).finally(() => {
      one.running = null
    })
    return one.running
  }

  private inSpan(one: Following): Promise<void> {
    const before = one.projected
    const attributes = { ...DATABASE, [COMPANY]: one.companyId }
    return inSpan('projection', { kind: 'client', attributes }, async (span) => {
      await this.project(one)
      if (before >= 0) span?.set(COMMAND_COUNT, one.projected - before)
    })
  }

  private async project(one: Following): Promise<void> {
    const { companyId } = one
    try {
      await this.beforeStep(companyId)
      await this.makeCurrent(companyId)
      const given = one.fresh.take(one.projected)
      one.projected = given === null ? await this.ask(companyId, logStep(one)) : await this.give(companyId, given)
      one.isSure = true
      this.recovered(one)
    } catch (error) {
      if (isConnectionFailure(error)) {
        await sleep(PAUSE_MS.first / 10)
        throw error
      }
      await this.oneByOne(one, error)
    }
  }

  /**
   * Projects command by command after a failure. Normally, only the last version of a record is written, so a row may
   * be inserted before a conflicting row is deleted. When the commands are projected one by one in their original
   * order, all constraints are satisfied.
   */
  private async oneByOne(one: Following, first: unknown): Promise<void> {
    const goal = Math.min(one.committed, Math.max(one.projected, 0) + STEP.commands)
    let error = first
    try {
      do {
        const before = one.projected
        await this.beforeStep(one.companyId)
        one.projected = await this.ask(one.companyId, 1)
        one.isSure = true
        if (one.projected === before) break
      } while (one.projected < goal)
      return this.recovered(one)
    } catch (caught) {
      error = caught
    }
    if (isConnectionFailure(error)) throw error
    this.failed(one, error)
    throw new Refusal('UNAVAILABLE', STANDS_STILL)
  }

  private async ask(companyId: string, commands: number): Promise<number> {
    const { rows } = await this.statements.query<{ revision: number | null }>({
      name: 'project_company',
      text: 'select project_company($1, $2, $3) as revision',
      values: [companyId, commands, STEP.bytes],
    })
    return rows[0]!.revision ?? NOTHING_LEFT
  }

  /**
   * Projects the after-images of commands that this node has just committed. If another node has already projected
   * them, only returns the revision that the tables have reached.
   */
  private async give(companyId: string, { since, upto, kinds, keys, revisions, texts }: GivenImages): Promise<number> {
    const { rows } = await this.statements.query<{ revision: number | null }>({
      name: 'project_given',
      text: 'select project_given($1, $2, $3, $4, $5, $6, $7) as revision',
      values: [companyId, since, upto, textArray(kinds), textArray(keys), plainArray(revisions), textArray(texts)],
    })
    return rows[0]!.revision ?? NOTHING_LEFT
  }

  private failed(one: Following, error: unknown): void {
    const pauseMs = Math.min(PAUSE_MS.most, one.fault === null ? PAUSE_MS.first : one.fault.pauseMs * 2)
    const { companyId, projected, fault } = one
    one.fault = {
      companyId,
      revision: projected + 1,
      since: fault?.since ?? new Date(),
      pauseMs,
      retryAt: Date.now() + pauseMs,
    }
    this.log.error(
      { error, companyId, revision: projected + 1, retryInMs: pauseMs },
      'The tables of a company are no longer updated',
    )
    this.wake()
  }

  private recovered(one: Following): void {
    if (one.fault === null) return
    one.fault = null
    this.log.info({ companyId: one.companyId, revision: one.projected }, 'The tables of a company are updated again')
  }
}

/**
 * Returns the number of commands to read from the log: the commands before the first command whose after-images are in
 * memory.
 */
function logStep({ fresh: { first }, projected }: Following): number {
  return first === null || projected < 0 ? STEP.commands : Math.min(STEP.commands, Math.max(1, first - projected))
}
