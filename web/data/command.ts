/**
 * Hooks that send commands. Each command runs once for its idempotency key, even if the connection fails. If the server
 * refuses a command, its form keeps showing the refusal.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../sdk/errors.ts'
import { newKey } from '../../sdk/keys.ts'
import type { AnyState } from '../../sdk/types.ts'
import { noticeEnd } from './cache.ts'
import { takeOver } from './changes.ts'
import { bringBack, type Draft, dropDraft, hearOfDraft, newDraft, readDraft, writeDraft } from './drafts.ts'

/**
 * The options with which a command is sent, such as its idempotency key and the wish to get the changed records back.
 */
export interface Sending {
  readonly key: string
  readonly prefer: 'state=changes'
  /** Called when an attempt gets no response and the request is retried. */
  readonly onRetry?: () => void
}

interface Written<Result> {
  readonly result: Result
  readonly state: AnyState
}

/**
 * A function that restores a discarded draft. If the user has typed something since the draft was discarded, it returns
 * a function that restores that newer text; otherwise null.
 */
export type BringBack = () => BringBack | null

export interface CommandForm<Values, Result> {
  readonly values: Values
  /** Whether the user has changed anything since the form was opened. */
  readonly isChanged: boolean
  /** Whether the form was opened with a draft that was stored earlier. */
  readonly wasKept: boolean
  readonly isSending: boolean
  /** Whether the command got no response and is being sent again. */
  readonly isRetrying: boolean
  /** Whether the command was sent but got no response. It may have run, so only the same command can be sent again. */
  readonly isUnanswered: boolean
  /** The error if the last attempt to send the command failed; otherwise null. */
  readonly failure: Error | null
  /**
   * Changes some of the form's values. If a function is passed, it receives the latest values, including those not
   * rendered yet.
   */
  change(values: Partial<Values> | ((now: Values) => Partial<Values>)): void
  /** Clears the form after its content was saved, or if the user did not type its content. */
  discard(): void
  /**
   * Clears the form because the user discards the typed text. Returns a function that restores the text with its
   * idempotency key; null if nothing was typed.
   */
  giveUp(): BringBack | null
  submit(): Promise<Result | null>
}

interface CommandOptions<Values, Result> {
  /** The name under which the draft is stored, unique for each form and record. */
  readonly name: string
  readonly initial: () => Values
  readonly send: (values: Values, sending: Sending) => Promise<Written<Result>>
  readonly onDone?: (result: Result) => void
}

/** A hook that keeps the typed values of a form, and stores them under the name of the form's draft. */
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
    // The command is being sent, or got no response, so its idempotency key is still needed.
    if (dropped.isSent) return null
    discard()
    return isChanged ? backOf(name, dropped) : null
  }
  return { draft, latest, isChanged, wasKept, failure, setFailure, keep, change, discard, giveUp }
}

/**
 * A form that sends one command. The idempotency key is created when the form opens and stored with the typed values,
 * so a second click, a reload or a lost connection sends the same key again. Any response, even a refusal, uses up the
 * key; the next attempt gets a new one.
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
    // Store before sending that the command may have run, so that the form knows it even after a reload.
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

/** Returns whether the command may have run despite the error. True for every error except a refusal by the server. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

export interface Action<Given, Result> {
  readonly isSending: boolean
  readonly failure: Error | null
  run(given: Given): Promise<Result | null>
  forget(): void
}

/**
 * Sends a command that has no form, such as archiving. If the connection is lost, the retry uses the same idempotency
 * key.
 */
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
