/** Files on their way to the service: a few at once, each with a key of its own that stays while it is tried again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../../sdk/keys.ts'
import type { AnyState } from '../../sdk/types.ts'
import { noticeEnd } from './cache.ts'
import { takeOver } from './changes.ts'
import { isUnanswered, type Sending } from './command.ts'

const AT_ONCE = 2

export interface Upload {
  /** Its key too. */
  readonly id: string
  readonly file: File
  /** To be shown meanwhile. */
  readonly url: string
  /** Why it did not arrive; null: it is on its way. */
  readonly failure: Error | null
}

export interface Uploads {
  readonly all: readonly Upload[]
  add(files: readonly File[]): void
  retry(id: string): void
  drop(id: string): void
}

type Send = (file: File, sending: Sending) => Promise<{ readonly state: AnyState }>

export function useUploads(send: Send): Uploads {
  const [all, setAll] = useState<readonly Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const underway = useRef(0)
  const latest = useRef(send)
  latest.current = send
  const held = useRef(all)
  held.current = all
  // A picture that is shown from memory holds the file until it is let go.
  useEffect(
    () => () => {
      for (const { url } of held.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const drop = useCallback((id: string) => {
    setAll((before) => {
      const gone = before.find((one) => one.id === id)
      if (gone !== undefined) URL.revokeObjectURL(gone.url)
      return before.filter((one) => one.id !== id)
    })
  }, [])
  const work = useCallback(async () => {
    if (underway.current >= AT_ONCE) return
    underway.current += 1
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) {
      const { id, file } = next
      try {
        const { state } = await latest.current(file, { key: id, prefer: 'state=changes' })
        takeOver(state)
        drop(id)
      } catch (error) {
        noticeEnd(error)
        setAll((before) => before.map((one) => (one.id === id ? { ...one, failure: error as Error } : one)))
      }
    }
    underway.current -= 1
  }, [drop])
  const start = useCallback(
    (uploads: readonly Upload[]) => {
      waiting.current.push(...uploads)
      for (let at = 0; at < AT_ONCE; at += 1) void work()
    },
    [work],
  )
  const add = useCallback(
    (files: readonly File[]) => {
      const made = files.map((file) => ({ id: newKey(), file, url: URL.createObjectURL(file), failure: null }))
      setAll((before) => [...before, ...made])
      start(made)
    },
    [start],
  )
  const retry = (id: string) => {
    const failed = all.find((one) => one.id === id)
    if (failed === undefined || failed.failure === null) return
    // What was refused gets a new key; what was not answered keeps its own, and arrives once.
    const again = { ...failed, id: isUnanswered(failed.failure) ? id : newKey(), failure: null }
    setAll((before) => before.map((one) => (one.id === id ? again : one)))
    start([again])
  }
  return { all, add, retry, drop }
}
