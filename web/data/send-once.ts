/** Sends requests that have no idempotency key, such as sign-in, one at a time. */
import { type FormEvent, useRef, useState } from 'react'

export interface SentOnce {
  readonly isSending: boolean
  readonly failure: Error | null
  /** Sends the request, unless it is being sent already. */
  run(event?: FormEvent): Promise<void>
}

/** A hook that sends a request without an idempotency key. `onFailure` is called before the failure is shown. */
export function useSendOnce(send: () => Promise<void>, onFailure?: (error: unknown) => void): SentOnce {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const underway = useRef(false)
  const run = async (event?: FormEvent) => {
    event?.preventDefault()
    if (underway.current) return
    underway.current = true
    setSending(true)
    setFailure(null)
    try {
      await send()
    } catch (error) {
      onFailure?.(error)
      setFailure(error as Error)
    } finally {
      underway.current = false
      setSending(false)
    }
  }
  return { isSending, failure, run }
}
