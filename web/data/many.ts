/**
 * Runs many commands, one for each record. They are sent individually, a few at a time, or in batches. The idempotency
 * key of each command survives a reload, so that no command runs twice.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../sdk/errors.ts'
import { newKey } from '../../sdk/keys.ts'
import type { AnyState } from '../../sdk/types.ts'
import { noticeEnd } from './cache.ts'
import { takeOver } from './changes.ts'
import { isUnanswered, type Sending } from './command.ts'
import { dropDraft, newDraft, readDraft, writeDraft } from './drafts.ts'
import { describeFailure, fieldFailures } from './refusals.ts'

const AT_ONCE = 4
/**
 * How long, in milliseconds, to collect responses before they are rendered, so that a thousand responses do not cause a
 * thousand renders.
 */
const PAUSE_MS = 150
const KEEP_PAUSE_MS = 1_000
const TOO_MANY_PAUSE_MS = 2_000
const TOO_MANY = 429
const SIGNED_OUT = 401

export interface Task<Body> {
  /**
   * The idempotency key. It is created before the first attempt and stored until the server responds to the command.
   */
  readonly key: string
  readonly body: Body
  /** Whether the command may have been sent. Only the same command can then be sent again. */
  readonly isSent: boolean
}

/** A command that was not executed, with the reason. */
export interface Refused {
  readonly text: string
  /** The code of the server's refusal; null if the command failed for another reason. */
  readonly code: string | null
  /** The error messages about the command's body, by the path of the field. */
  readonly fields: Readonly<Record<string, string>>
}

interface Answer<Result> {
  readonly result: Result
  readonly state: AnyState
}

/** How to send commands as a batch, which is executed completely or not at all. */
export interface Together<Body, Result> {
  /** The number of commands in a batch. */
  readonly atOnce: number
  readonly send: (tasks: readonly Task<Body>[]) => Promise<{
    /** The results of the commands in the batch, in the same order. */
    readonly results: readonly Result[]
    readonly state: AnyState
  }>
  /** Returns the index of the command that caused the whole batch to be refused; null if no single command did. */
  readonly refusedAt: (error: ApiError) => number | null
}

interface Kept<Body> {
  readonly tasks: Readonly<Record<string, Task<Body>>>
  readonly refused: Readonly<Record<string, Refused>>
}

export interface ManyOptions<Body, Result> {
  /** The name under which the browser stores the commands. */
  readonly name: string
  readonly send: ((id: string, body: Body, sending: Sending) => Promise<Answer<Result>>) | Together<Body, Result>
  /** Called with the results of the commands that have finished, by record id. */
  readonly onDone?: (results: ReadonlyMap<string, Result>) => void
  /** Called when all commands have finished, with the number that succeeded. */
  readonly onEnd?: (count: number) => void
}

export interface Many<Body> {
  readonly isRunning: boolean
  /** The number of commands in this run, which were started together. */
  readonly total: number
  readonly done: number
  /** The ids of the records whose command got no response or is still queued. */
  readonly waiting: ReadonlySet<string>
  readonly refused: ReadonlyMap<string, Refused>
  /** The number of commands not executed because another command in their batch was refused. */
  readonly undone: number
  /**
   * Why the commands stopped early: there was no connection, or a batch was refused and no single command was the
   * cause.
   */
  readonly failure: Error | null
  start(bodies: ReadonlyMap<string, Body>): void
  /** Sends the commands that got no response again. */
  resume(): void
  /** Stops sending: running commands finish, but the rest are not sent. */
  cancel(): void
  /** Stops showing the refusals of these records. */
  forget(ids: readonly string[]): void
}

/**
 * Runs many commands, one for each record. After a reload, commands that got no response are still listed and can be
 * sent again with the same idempotency keys.
 */
export function useMany<Body, Result>(options: ManyOptions<Body, Result>): Many<Body> {
  const [view, setView] = useState<RunView<Body> | null>(null)
  const latest = useRef(options)
  latest.current = options
  const { name } = options
  const run = useMemo(() => new Rounds<Body, Result>(name, latest, setView), [name])
  useEffect(() => {
    window.addEventListener('pagehide', run.keep)
    return () => {
      window.removeEventListener('pagehide', run.keep)
      run.cancel()
    }
  }, [run])
  const { kept, ...rest } = view ?? run.view
  const waiting = useMemo(() => new Set(Object.keys(kept.tasks)), [kept.tasks])
  const refused = useMemo(() => new Map(Object.entries(kept.refused)), [kept.refused])
  const { start, resume, cancel, forget } = run
  return { ...rest, waiting, refused, start, resume, cancel, forget }
}

interface RunView<Body> {
  readonly kept: Kept<Body>
  readonly isRunning: boolean
  readonly total: number
  readonly done: number
  readonly undone: number
  readonly failure: Error | null
}

interface Answered<Result> {
  readonly id: string
  readonly answer: Answer<Result> | Refused
}

/** The commands that one screen sends, whether they are queued, running or refused. */
class Rounds<Body, Result> {
  private tasks: Record<string, Task<Body>>
  private refused: Record<string, Refused>
  private answered: Answered<Result>[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private queue: string[] = []
  private isRunning = false
  private isCancelled = false
  private total = 0
  private done = 0
  private succeeded = 0
  private undone = 0
  private keptAt = 0
  private failure: Error | null = null
  private readonly name: string
  private readonly options: { readonly current: ManyOptions<Body, Result> }
  private readonly show: (view: RunView<Body>) => void

  constructor(
    name: string,
    options: { readonly current: ManyOptions<Body, Result> },
    show: (view: RunView<Body>) => void,
  ) {
    this.name = name
    this.options = options
    this.show = show
    const stored = readDraft<Kept<Body>>(name)?.values
    // After a reload it is unknown which commands were sent, so treat all of them as sent.
    const open = Object.entries(stored?.tasks ?? {}).map(([id, task]) => [id, { ...task, isSent: true }])
    this.tasks = Object.fromEntries(open)
    this.refused = { ...stored?.refused }
  }

  get view(): RunView<Body> {
    const { tasks, refused, isRunning, total, done, undone, failure } = this
    return { kept: { tasks, refused }, isRunning, total, done, undone, failure }
  }

  readonly keep = (): void => {
    const { name, tasks, refused } = this
    if (Object.keys(tasks).length + Object.keys(refused).length === 0) dropDraft(name)
    else writeDraft(name, newDraft<Kept<Body>>({ tasks, refused }))
  }

  /**
   * Stores the commands, but only now and then while they run. After a reload, the list may therefore contain commands
   * that are already done; sending them again with the same idempotency key is harmless.
   */
  private keepNow(): void {
    if (this.isRunning && performance.now() - this.keptAt < KEEP_PAUSE_MS) return
    this.keptAt = performance.now()
    this.keep()
  }

  readonly start = (bodies: ReadonlyMap<string, Body>): void => {
    if (this.isRunning) return
    for (const [id, body] of bodies) this.tasks[id] ??= { key: newKey(), body, isSent: false }
    this.refused = Object.fromEntries(Object.entries(this.refused).filter(([id]) => !bodies.has(id)))
    void this.run()
  }

  readonly resume = (): void => void this.run()

  readonly cancel = (): void => {
    this.isCancelled = true
  }

  readonly forget = (ids: readonly string[]): void => {
    if (!ids.some((id) => id in this.refused)) return
    this.refused = Object.fromEntries(Object.entries(this.refused).filter(([id]) => !ids.includes(id)))
    this.keep()
    this.show(this.view)
  }

  private async run(): Promise<void> {
    if (this.isRunning) return
    this.queue = Object.keys(this.tasks)
    this.isRunning = true
    this.isCancelled = false
    this.failure = null
    this.total = this.queue.length
    this.done = 0
    this.succeeded = 0
    this.undone = 0
    // Store before sending, so that after a reload the app knows which commands may have run, and with which
    // idempotency key.
    this.keep()
    this.show(this.view)
    const { send } = this.options.current
    // Keep the order of commands in batches, so that after a lost response the same commands form the same batch again.
    if (typeof send === 'function') await Promise.all(Array.from({ length: AT_ONCE }, () => this.work(send)))
    else await this.workTogether(send)
    // Drop the commands that were never sent. Only those that were sent may have run.
    this.tasks = Object.fromEntries(Object.entries(this.tasks).filter(([, { isSent }]) => isSent))
    this.isRunning = false
    this.settle()
    if (this.succeeded > 0) this.options.current.onEnd?.(this.succeeded)
  }

  private async work(send: Exclude<ManyOptions<Body, Result>['send'], Together<Body, Result>>): Promise<void> {
    for (let [id] = this.next(1); id !== undefined; [id] = this.next(1)) {
      const { key, body } = this.tasks[id]!
      try {
        this.take({ id, answer: await send(id, body, { key, prefer: 'state=changes' }) })
      } catch (error) {
        if (!(await this.isToRepeat([id], error))) this.take({ id, answer: refusedOf(error as Error) })
      }
    }
  }

  private async workTogether({ atOnce, send, refusedAt }: Together<Body, Result>): Promise<void> {
    for (let ids = this.next(atOnce); ids.length > 0; ids = this.next(atOnce)) {
      try {
        const { results, state } = await send(ids.map((id) => this.tasks[id]!))
        for (const [at, id] of ids.entries()) this.take({ id, answer: { result: results[at]!, state } })
      } catch (error) {
        if (!(await this.isToRepeat(ids, error))) this.refuse(ids, error as ApiError, refusedAt(error as ApiError))
      }
    }
  }

  /** Handles the refusal of a batch: none of its commands was executed, and no further ones are sent. */
  private refuse(ids: readonly string[], error: ApiError, at: number | null): void {
    const one = at === null ? undefined : ids[at]
    if (one === undefined) this.failure = error
    else this.take({ id: one, answer: refusedOf(error) })
    for (const id of ids) if (id !== one) delete this.tasks[id]
    this.undone = ids.length - (one === undefined ? 0 : 1) + this.queue.length
    this.isCancelled = true
  }

  /** Removes the next commands from the queue and returns their record ids. */
  private next(count: number): string[] {
    const ids = this.isCancelled ? [] : this.queue.splice(0, count)
    for (const id of ids) this.tasks[id] = { ...this.tasks[id]!, isSent: true }
    return ids
  }

  /** Returns whether commands stay queued, because they got no response or the server received too many requests. */
  private async isToRepeat(ids: readonly string[], error: unknown): Promise<boolean> {
    const status = error instanceof ApiError ? error.status : null
    if (status === TOO_MANY) {
      this.queue.unshift(...ids)
      await new Promise((resolve) => setTimeout(resolve, TOO_MANY_PAUSE_MS))
      return true
    }
    if (!isUnanswered(error) && status !== SIGNED_OUT) return false
    noticeEnd(error)
    this.failure = error as Error
    this.isCancelled = true
    return true
  }

  private take(one: Answered<Result>): void {
    this.answered.push(one)
    this.timer ??= setTimeout(() => this.settle(), PAUSE_MS)
  }

  /** Updates the screen with the responses that have arrived since the previous call. */
  private settle(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    const results = new Map<string, Result>()
    const [left, why] = [{ ...this.tasks }, { ...this.refused }]
    // All commands of a batch have the same state in their responses, so apply each state once.
    const states = new Set<AnyState>()
    for (const { id, answer } of this.answered) {
      delete left[id]
      if ('state' in answer) {
        states.add(answer.state)
        results.set(id, answer.result)
      } else why[id] = answer
    }
    for (const state of states) takeOver(state)
    this.done += this.answered.length
    this.succeeded += results.size
    this.answered = []
    this.tasks = left
    this.refused = why
    if (results.size > 0) this.options.current.onDone?.(results)
    this.keepNow()
    this.show(this.view)
  }
}

const refusedOf = (error: Error): Refused => ({
  text: describeFailure(error).text,
  code: error instanceof ApiError ? error.code : null,
  fields: fieldFailures(error),
})

/** Drops a record's refusal when the text typed for that record changes. */
export function useForgetting(
  typed: Readonly<Record<string, unknown>>,
  { refused, forget }: Pick<Many<never>, 'refused' | 'forget'>,
): void {
  const before = useRef(typed)
  useEffect(() => {
    const changed = [...refused.keys()].filter((id) => typed[id] !== before.current[id])
    before.current = typed
    if (changed.length > 0) forget(changed)
  }, [typed, refused, forget])
}
