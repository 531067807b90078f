/** Writes: once for each key, whatever the connection does, and a refusal that stays with what was refused. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../sdk/errors.ts'
import { newKey } from '../../sdk/keys.ts'
import type { AnyState } from '../../sdk/types.ts'
import { noticeEnd } from './cache.ts'
import { takeOver } from './changes.ts'
import { bringBack, type Draft, dropDraft, hearOfDraft, newDraft, readDraft, writeDraft } from './drafts.ts'

/** How a write is sent: with its key, and asking for what it changed. */
export interface Sending {
  readonly key: string
  readonly prefer: 'state=changes'
  /** It did not arrive, and is sent again. */
  readonly onRetry?: () => void
}

interface Written<Result> {
  readonly result: Result
  readonly state: AnyState
}

/** Brings a draft back. @returns What brings back that which was typed in its place meanwhile; null: nothing was. */
export type BringBack = () => BringBack | null

export interface CommandForm<Values, Result> {
  readonly values: Values
  /** Something was typed since the form was opened. */
  readonly isChanged: boolean
  /** What is in it was typed before the form was opened this time. */
  readonly wasKept: boolean
  readonly isSending: boolean
  /** It is sent again and again, since there is no connection. */
  readonly isRetrying: boolean
  /** It was sent and there was no answer: what was sent can only be sent again. */
  readonly isUnanswered: boolean
  /** Why it was not done. */
  readonly failure: Error | null
  /** A function is given what stands there now, also between two drawings. */
  change(values: Partial<Values> | ((now: Values) => Partial<Values>)): void
  /** Forgets what was typed, and begins anew: where nobody typed it, or it was taken over. */
  discard(): void
  /** Does the same where somebody throws away what was typed. @returns How to bring it back, key and all; null: nothing was typed. */
  giveUp(): BringBack | null
  submit(): Promise<Result | null>
}

interface CommandOptions<Values, Result> {
  /** Names the draft in the storage: one for each form and record. */
  readonly name: string
  readonly initial: () => Values
  readonly send: (values: Values, sending: Sending) => Promise<Written<Result>>
  readonly onDone?: (result: Result) => void
}

/** What is typed into a form, kept under its name. */
function useDraft<Values extends object>(name: string, initial: () => Values) {
  const [draft, setDraft] = useState<Draft<Values>>(() => readDraft<Values>(name) ?? newDraft(initial()))
  const [isChanged, setChanged] = useState(() => readDraft(name) !== null)
  const [wasKept, setWasKept] = useState(isChanged)
  const [failure, setFailure] = useState<Error | null>(null)
  const latest = useRef(draft)
  const begin = useCallback((from: Draft<Values>, isTyped: boolean) => {
    latest.current = from
    setDraft(from)
    setChanged(isTyped)
    setWasKept(isTyped)
    setFailure(null)
  }, [])
  useEffect(() => hearOfDraft<Values>(name, (back) => begin(back, true)), [name, begin])
  const keep = useCallback(
    (next: Draft<Values>) => {
      latest.current = next
      writeDraft(name, next)
      setDraft(next)
    },
    [name],
  )
  const change = useCallback(
    (given: Partial<Values> | ((now: Values) => Partial<Values>)) => {
      if (latest.current.isSent) return
      setChanged(true)
      const now = latest.current.values
      keep({ ...latest.current, values: { ...now, ...(typeof given === 'function' ? given(now) : given) } })
    },
    [keep],
  )
  const discard = () => {
    dropDraft(name)
    begin(newDraft(initial()), false)
  }
  const giveUp = () => {
    const dropped = latest.current
    // It is under way, or nobody knows what became of it: its key is still wanted.
    if (dropped.isSent) return null
    discard()
    return isChanged ? backOf(name, dropped) : null
  }
  return { draft, latest, isChanged, wasKept, failure, setFailure, keep, change, discard, giveUp }
}

/**
 * A form that ends in one command. Its key is made when it opens and kept with what is typed; a second click, a reload and a lost
 * connection send the same key again. An answer, also a refusal, uses the key up, and the next try gets a new one.
 */
export function useCommand<Values extends object, Result>(
  options: CommandOptions<Values, Result>,
): CommandForm<Values, Result> {
  const { name, initial, send, onDone } = options
  const { draft, latest, keep, setFailure, ...typed } = useDraft(name, initial)
  const [isSending, setSending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const underway = useRef(false)
  const submit = async (): Promise<Result | null> => {
    if (underway.current) return null
    underway.current = true
    setSending(true)
    setFailure(null)
    // Before it leaves: a reload in the middle must know that it may have been done.
    keep({ ...latest.current, isSent: true })
    const { values, key } = latest.current
    try {
      const { result, state } = await send(values, { key, prefer: 'state=changes', onRetry: () => setRetrying(true) })
      dropDraft(name)
      takeOver(state)
      onDone?.(result)
      return result
    } catch (error) {
      noticeEnd(error)
      setFailure(error as Error)
      if (!isUnanswered(error)) keep({ ...latest.current, key: newKey(), isSent: false })
      return null
    } finally {
      underway.current = false
      setSending(false)
      setRetrying(false)
    }
  }
  return { ...typed, values: draft.values, isSending, isRetrying, isUnanswered: draft.isSent && !isSending, submit }
}

function backOf<Values>(name: string, dropped: Draft<Values>): BringBack {
  return () => {
    const there = bringBack(name, dropped)
    return there === null ? null : backOf(name, there)
  }
}

/** Nobody knows whether it was done: whatever went wrong, unless the service itself said no. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

export interface Action<Given, Result> {
  readonly isSending: boolean
  readonly failure: Error | null
  run(given: Given): Promise<Result | null>
  forget(): void
}

/** A command without a form, such as archiving: tried again after a lost connection it has the same key. */
export function useAction<Given, Result>(
  send: (given: Given, sending: Sending) => Promise<Written<Result>>,
  onDone?: (result: Result, given: Given) => void,
): Action<Given, Result> {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const open = useRef<{ readonly text: string; readonly key: string } | null>(null)
  const underway = useRef(false)
  const run = async (given: Given): Promise<Result | null> => {
    if (underway.current) return null
    underway.current = true
    setSending(true)
    setFailure(null)
    const text = JSON.stringify(given)
    if (open.current?.text !== text) open.current = { text, key: newKey() }
    try {
      const { result, state } = await send(given, { key: open.current.key, prefer: 'state=changes' })
      open.current = null
      takeOver(state)
      onDone?.(result, given)
      return result
    } catch (error) {
      noticeEnd(error)
      setFailure(error as Error)
      if (!isUnanswered(error)) open.current = null
      return null
    } finally {
      underway.current = false
      setSending(false)
    }
  }
  return { isSending, failure, run, forget: () => setFailure(null) }
}
