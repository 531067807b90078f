/**
 * One company in memory: the committed state, the first responses for used idempotency keys, and the pipeline that
 * takes new commands.
 */
import type { Settings } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import type { CompanyLimits } from '../limits/limits.ts'
import { freshSingleFlight } from '../runtime/fresh-single-flight.ts'
import { METERS } from '../runtime/meters.ts'
import { COMMAND_COUNT, COMPANY, inSpan, OUTCOME } from '../runtime/spans.ts'
import type { FoundCommand } from '../store/commands.ts'
import { settingsBefore } from './change-log.ts'
import { CompanyClock } from './clock.ts'
import type { CompanyStore } from './company-store.ts'
import type { Decided } from './decide.ts'
import { type History, stateAsOf, stateBeforeChanges } from './history.ts'
import { KeyLookups } from './key-lookups.ts'
import { CompanyMemory, type EngineLog, type Waiting } from './memory.ts'
import type { CommandClock } from './node-clock.ts'
import { CommitPipeline } from './pipeline.ts'
import type { LoadedCompany } from './records.ts'
import { answerAsOf, answerOwnChanges, type PrintedState, printForm, refuseReusedKey, shortAnswer } from './replay.ts'
import { type Answer, type CommandRequest, refuse } from './request.ts'
import type { StateSnapshot } from './state.ts'

/** The parts of a node that its companies need. */
export interface CompanyNode {
  readonly store: CompanyStore
  readonly log: EngineLog
  readonly clock: CommandClock
  readonly limits: Pick<CompanyLimits, 'of'>
}

export class Company {
  readonly id: string
  private readonly memory: CompanyMemory
  private readonly pipeline: CommitPipeline
  private readonly lookups: KeyLookups
  private readonly heldBeside: ((counted: Set<object>) => number)[] = []
  private readonly checkRevision: () => Promise<number>

  constructor(node: CompanyNode, companyId: string, loaded: LoadedCompany) {
    const { store, log } = node
    this.id = companyId
    const clock = new CompanyClock(loaded.lastAt, () => node.clock.now())
    const { books, state } = loaded
    const productLimit = () => node.limits.of(companyId).products
    this.memory = new CompanyMemory({ id: companyId, store, log, books, state, clock, productLimit })
    this.lookups = new KeyLookups(store, companyId)
    this.pipeline = new CommitPipeline(this.memory, node.clock, (waiting) => this.replay(waiting))
    this.checkRevision = freshSingleFlight(() => store.currentRevision(companyId))
  }

  /** Whether nothing is waiting or in progress, so that the company may be unloaded from memory. */
  get isIdle(): boolean {
    return this.pipeline.isIdle
  }

  /** The number of commands not answered yet. */
  get waiting(): number {
    return this.pipeline.waitingCount
  }

  /** Whether memory can no longer be trusted. If so, the next request loads the company again. */
  get isBroken(): boolean {
    return this.pipeline.isBroken
  }

  /** Marks memory as untrusted, so that the next request loads the company again. */
  distrust(): void {
    this.pipeline.isBroken = true
  }

  /** Estimates the memory that the company takes. `counted`: the parts counted so far; see countPrinted. */
  heldBytes(counted: Set<object>): number {
    return this.heldBeside.reduce((sum, held) => sum + held(counted), this.memory.heldBytes(counted))
  }

  /**
   * Adds a function that counts the memory that other parts, such as list indexes, use for the company while it is
   * loaded.
   */
  countBeside(held: (counted: Set<object>) => number): void {
    this.heldBeside.push(held)
  }

  /**
   * Calls `listener` after each batch that this node commits. Commits of other nodes are not reported; to see them,
   * call `current`.
   */
  onCommit(listener: (decided: readonly Decided[]) => void): void {
    this.memory.onCommit = listener
  }

  /** Runs a command. Resolves when the command is committed or refused, or when it cannot be carried out now (503). */
  submit(request: CommandRequest): Promise<Answer> {
    const attributes = { [COMPANY]: this.id }
    return inSpan(`command ${request.command.name}`, { attributes }, async (span) => {
      const answer = await this.execute(request)
      const outcome = outcomeOf(answer)
      METERS.commands.inc({ outcome })
      if (outcome === 'refused') noteLimit(answer)
      span?.set(OUTCOME, outcome)
      return answer
    })
  }

  private async execute(request: CommandRequest): Promise<Answer> {
    for (;;) {
      const earlier = this.pipeline.answerDue(request.key)
      if (earlier !== undefined) await earlier
      else if (!this.memory.knowsKey(request.key) && !this.lookups.areLikely) return this.pipeline.enqueue(request)
      const replayed = await this.replay({ request, sentAs: [] })
      if (replayed !== null) return replayed
      // Check again, because another command with this key may have arrived in the meantime.
      if (this.pipeline.answerDue(request.key) === undefined) return this.pipeline.enqueue(request)
    }
  }

  /**
   * Runs commands with different keys in the given order in one transaction: either all of them, or none. A command
   * that was executed before is not run again, but counts as executed and gets its first response. Resolves to one
   * response per command. If a command is refused or cannot be carried out now (503), resolves to that command's
   * response alone.
   */
  submitTogether(requests: readonly CommandRequest[]): Promise<readonly Answer[]> {
    const attributes = { [COMPANY]: this.id, [COMMAND_COUNT]: requests.length }
    return inSpan('commands together', { attributes }, async (span) => {
      const answers = await this.executeTogether(requests)
      const outcomes = answers.map(outcomeOf)
      for (const outcome of outcomes) METERS.commands.inc({ outcome })
      answers.forEach(noteLimit)
      span?.set(OUTCOME, outcomes.find((outcome) => outcome !== 'replayed') ?? 'replayed')
      return answers
    })
  }

  private async executeTogether(requests: readonly CommandRequest[]): Promise<readonly Answer[]> {
    for (;;) {
      const answers: Answer[] = []
      const open: CommandRequest[] = []
      for (const request of requests) {
        await this.pipeline.answerDue(request.key)
        const isKnown = this.memory.knowsKey(request.key) || this.lookups.areLikely
        const replayed = isKnown ? await this.replay({ request, sentAs: [] }) : null
        if (replayed === null) open.push(request)
        else if (replayed.ok) answers.push(replayed)
        else return [{ ...replayed, refused: request }]
      }
      // Check again, because another command with one of the keys may have arrived in the meantime.
      if (open.some(({ key }) => this.pipeline.answerDue(key) !== undefined)) continue
      const executed = open.length === 0 ? [] : await this.pipeline.enqueueTogether(open)
      const refused = executed.find(({ ok }) => !ok)
      if (refused !== undefined) return [refused]
      return requests.map((request) => {
        const at = open.indexOf(request)
        return at < 0 ? answers.shift()! : executed[at]!
      })
    }
  }

  /** Returns the committed state, including all commits that any node made before the call. */
  async current(): Promise<StateSnapshot> {
    await this.pipeline.reach(await this.checkRevision())
    return this.memory.snapshot()
  }

  /**
   * Returns the state at an earlier revision; null when the change log does not reach back that far. May refuse with
   * UNAVAILABLE.
   */
  asOf(revision: number, signal?: AbortSignal): Promise<StateSnapshot | null> {
    return stateAsOf(this.history(signal), revision)
  }

  /**
   * Returns the state at an earlier revision, used to list the changes since then; null when sending the full state is
   * cheaper, or when the change log does not reach back that far. May refuse with UNAVAILABLE.
   */
  beforeChanges(since: number, signal?: AbortSignal): Promise<StateSnapshot | null> {
    const history = this.history(signal)
    return stateBeforeChanges(history, since, history.now)
  }

  /**
   * Serializes the state at a revision, or the current state, in the requested form. Used to answer commands that
   * changed no record. May refuse with UNAVAILABLE.
   */
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

  /**
   * Answers a used key with its first answer and the state of that time. The answer is marked as a replay unless this
   * very request was the first with the key. @returns null when the key was never used.
   */
  private async replay({ request, sentAs }: Pick<Waiting, 'request' | 'sentAs'>): Promise<Answer | null> {
    try {
      // Read the revision and the settings before the log, so that the log includes every later change to the settings.
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
      if (!this.memory.store.health.explains(error))
        this.memory.log.warn({ error, companyId: this.id }, 'A replay could not be read')
      return refuse(
        'UNAVAILABLE',
        'The database cannot be reached. Try again soon with the same Idempotency-Key.',
        request,
      )
    }
  }

  /** Builds the response from the stored command. `settings`: the settings after the command, when known. */
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
    await this.pipeline.reach(revision)
    return answerAsOf(this.history(request.signal), request, { ...stored, revision, isReplay })
  }
}

/** Returns the outcome label under which a command is counted in the operators' metrics. */
function outcomeOf(answer: Answer): 'executed' | 'replayed' | 'refused' | 'unavailable' | 'failed' {
  if (answer.isReplay) return 'replayed'
  if (answer.ok) return 'executed'
  if (answer.status === 503) return 'unavailable'
  return answer.status < 500 ? 'refused' : 'failed'
}

/** Counts a command that was refused by the limit of products, for the operators' metrics. */
function noteLimit(answer: Answer): void {
  if (!answer.ok && !answer.isReplay && answer.problem.includes('"code":"COMPANY_LIMIT_REACHED"'))
    METERS.limitRefusals.inc({ limit: 'products' })
}
