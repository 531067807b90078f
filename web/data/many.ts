/** Many commands, one a record: a few at once, each with a key of its own that outlives a reload, so that none is done twice. */
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
/** Answers are taken over together, so that a thousand of them do not draw the screen a thousand times. */
const PAUSE_MS = 150
const TOO_MANY_PAUSE_MS = 2_000
const TOO_MANY = 429

interface Task<Body> {
  /** Made before it is sent the first time, and kept until it is answered. */
  readonly key: string
  readonly body: Body
  /** It may have been sent: it can only be sent again as it is. */
  readonly isSent: boolean
}

/** Why one was not done. */
export interface Refused {
  readonly text: string
  /** What is wrong with which field, by its path in the body. */
  readonly fields: Readonly<Record<string, string>>
}

interface Kept<Body> {
  readonly tasks: Readonly<Record<string, Task<Body>>>
  readonly refused: Readonly<Record<string, Refused>>
}

export interface ManyOptions<Body, Result> {
  /** Names what is kept in the storage. */
  readonly name: string
  readonly send: (
    id: string,
    body: Body,
    sending: Sending,
  ) => Promise<{ readonly result: Result; readonly state: AnyState }>
  /** These are done. */
  readonly onDone?: (results: ReadonlyMap<string, Result>) => void
  /** The round is over, with so many done. */
  readonly onEnd?: (count: number) => void
}

export interface Many<Body> {
  readonly isRunning: boolean
  /** Of this round. */
  readonly total: number
  readonly done: number
  /** Those that were sent and not answered, or wait for their turn. */
  readonly waiting: ReadonlySet<string>
  readonly refused: ReadonlyMap<string, Refused>
  /** Why the round ended before its end: no connection. */
  readonly failure: Error | null
  start(bodies: ReadonlyMap<string, Body>): void
  /** Sends again what was not answered. */
  resume(): void
  /** Ends the round: what is under way is waited for, the rest is not sent. */
  cancel(): void
  /** Forgets why these were refused. */
  forget(ids: readonly string[]): void
}

/** Runs many commands, one a record. A reload keeps those without an answer, to be sent again with their keys. */
export function useMany<Body, Result>(options: ManyOptions<Body, Result>): Many<Body> {
  const [view, setView] = useState<RunView<Body> | null>(null)
  const latest = useRef(options)
  latest.current = options
  const { name } = options
  const run = useMemo(() => newRun<Body, Result>(name, latest, setView), [name])
  useEffect(() => {
    window.addEventListener('pagehide', run.keep)
    return () => {
      window.removeEventListener('pagehide', run.keep)
      run.cancel()
    }
  }, [run])
  const { kept, ...rest } = view ?? run.view()
  const waiting = useMemo(() => new Set(Object.keys(kept.tasks)), [kept.tasks])
  const refused = useMemo(() => new Map(Object.entries(kept.refused)), [kept.refused])
  return { ...rest, waiting, refused, ...run.acts }
}

interface RunView<Body> {
  readonly kept: Kept<Body>
  readonly isRunning: boolean
  readonly total: number
  readonly done: number
  readonly failure: Error | null
}

interface Answered<Result> {
  readonly id: string
  readonly answer: { readonly result: Result; readonly state: AnyState } | Refused
}

/** The life of the rounds of one screen. */
function newRun<Body, Result>(
  name: string,
  options: { readonly current: ManyOptions<Body, Result> },
  show: (view: RunView<Body>) => void,
) {
  const stored = readDraft<Kept<Body>>(name)?.values
  // After a reload nobody knows which of them left.
  const open = Object.entries(stored?.tasks ?? {}).map(([id, task]) => [id, { ...task, isSent: true }])
  let tasks: Record<string, Task<Body>> = Object.fromEntries(open)
  let refused: Record<string, Refused> = { ...stored?.refused }
  let answered: Answered<Result>[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let queue: string[] = []
  let [isRunning, isCancelled] = [false, false]
  let [total, done, succeeded] = [0, 0, 0]
  let failure: Error | null = null

  const view = (): RunView<Body> => ({ kept: { tasks, refused }, isRunning, total, done, failure })
  const keep = () => {
    if (Object.keys(tasks).length + Object.keys(refused).length === 0) dropDraft(name)
    else writeDraft(name, newDraft<Kept<Body>>({ tasks, refused }))
  }
  /** Takes over what was answered since the last time. */
  const settle = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const results = new Map<string, Result>()
    const [left, why] = [{ ...tasks }, { ...refused }]
    for (const { id, answer } of answered) {
      delete left[id]
      if ('state' in answer) {
        takeOver(answer.state)
        results.set(id, answer.result)
      } else why[id] = answer
    }
    done += answered.length
    succeeded += results.size
    answered = []
    ;[tasks, refused] = [left, why]
    keep()
    if (results.size > 0) options.current.onDone?.(results)
    show(view())
  }
  const take = (one: Answered<Result>) => {
    answered.push(one)
    timer ??= setTimeout(settle, PAUSE_MS)
  }
  const work = async () => {
    for (let id = queue.shift(); id !== undefined && !isCancelled; id = queue.shift()) {
      const { key, body } = tasks[id]!
      tasks[id] = { key, body, isSent: true }
      try {
        take({ id, answer: await options.current.send(id, body, { key, prefer: 'state=changes' }) })
      } catch (error) {
        if (error instanceof ApiError && error.status === TOO_MANY) {
          queue.unshift(id)
          await new Promise((resolve) => setTimeout(resolve, TOO_MANY_PAUSE_MS))
        } else if (isUnanswered(error) || (error as ApiError).status === 401) {
          noticeEnd(error)
          failure = error as Error
          isCancelled = true
        } else take({ id, answer: refusedOf(error as Error) })
      }
    }
  }
  const runAll = async () => {
    if (isRunning) return
    queue = Object.keys(tasks)
    ;[isRunning, isCancelled, failure, total, done, succeeded] = [true, false, null, queue.length, 0, 0]
    // Before anything leaves: a reload in the middle must know what may have been done, and by which key.
    keep()
    show(view())
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    // What never left is free again.
    tasks = Object.fromEntries(Object.entries(tasks).filter(([, { isSent }]) => isSent))
    isRunning = false
    settle()
    if (succeeded > 0) options.current.onEnd?.(succeeded)
  }
  const cancel = () => {
    isCancelled = true
  }
  return {
    view,
    keep,
    cancel,
    acts: {
      start: (bodies: ReadonlyMap<string, Body>) => {
        if (isRunning) return
        for (const [id, body] of bodies) tasks[id] ??= { key: newKey(), body, isSent: false }
        refused = Object.fromEntries(Object.entries(refused).filter(([id]) => !bodies.has(id)))
        void runAll()
      },
      resume: () => void runAll(),
      cancel,
      forget: (ids: readonly string[]) => {
        if (!ids.some((id) => id in refused)) return
        refused = Object.fromEntries(Object.entries(refused).filter(([id]) => !ids.includes(id)))
        keep()
        show(view())
      },
    },
  }
}

const refusedOf = (error: Error): Refused => ({ text: describeFailure(error).text, fields: fieldFailures(error) })

/** What was refused of a record holds until what was typed for it changes. */
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
