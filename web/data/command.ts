/** Writes: once for each key, whatever the connection does, and a refusal that stays with what was refused. */
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../../sdk/errors.ts'
import { newKey } from '../../sdk/keys.ts'
import type { AnyState } from '../../sdk/types.ts'
import { noticeEnd } from './cache.ts'
import { takeOver } from './changes.ts'
import { type Draft, dropDraft, newDraft, readDraft, writeDraft } from './drafts.ts'

/** How a write is sent: with its key, and asking for what it changed. */
export interface Sending {
  readonly key: string
  readonly prefer: 'state=changes'
}

interface Written<Result> {
  readonly result: Result
  readonly state: AnyState
}

export interface CommandForm<Values, Result> {
  readonly values: Values
  /** Something was typed since the form was opened. */
  readonly isChanged: boolean
  /** What is in it was typed before the form was opened this time. */
  readonly wasKept: boolean
  readonly isSending: boolean
  /** It was sent and there was no answer: what was sent can only be sent again. */
  readonly isUnanswered: boolean
  /** Why it was not done. */
  readonly failure: Error | null
  /** A function is given what stands there now, also between two drawings. */
  change(values: Partial<Values> | ((now: Values) => Partial<Values>)): void
  /** Forgets what was typed, and begins anew. */
  discard(): void
  submit(): Promise<Result | null>
}

interface CommandOptions<Values, Result> {
  /** Names the draft in the storage: one for each form and record. */
  readonly name: string
  readonly initial: () => Values
  readonly send: (values: Values, sending: Sending) => Promise<Written<Result>>
  readonly onDone?: (result: Result) => void
}

/**
 * A form that ends in one command. Its key is made when it opens and kept with what is typed; a second click, a reload and a lost
 * connection send the same key again. An answer, also a refusal, uses the key up, and the next try gets a new one.
 */
export function useCommand<Values extends object, Result>(
  options: CommandOptions<Values, Result>,
): CommandForm<Values, Result> {
  const { name, initial, send, onDone } = options
  const [draft, setDraft] = useState<Draft<Values>>(() => readDraft<Values>(name) ?? newDraft(initial()))
  const [isChanged, setChanged] = useState(() => readDraft(name) !== null)
  const [wasKept, setWasKept] = useState(isChanged)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const latest = useRef(draft)
  const underway = useRef(false)

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
    latest.current = newDraft(initial())
    setDraft(latest.current)
    setChanged(false)
    setWasKept(false)
    setFailure(null)
  }
  const submit = async (): Promise<Result | null> => {
    if (underway.current) return null
    underway.current = true
    setSending(true)
    setFailure(null)
    // Before it leaves: a reload in the middle must know that it may have been done.
    keep({ ...latest.current, isSent: true })
    const { values, key } = latest.current
    try {
      const { result, state } = await send(values, { key, prefer: 'state=changes' })
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
    }
  }
  const isWaiting = draft.isSent && !isSending
  const { values } = draft
  return { values, isChanged, wasKept, isSending, isUnanswered: isWaiting, failure, change, discard, submit }
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
