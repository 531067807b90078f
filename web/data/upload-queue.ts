/**
 * Uploads files, two at a time. Each file has its own idempotency key, so that it is stored only once even if the
 * connection fails. A file that got no response is sent again unchanged as soon as there is a connection. Uploads
 * continue while the user moves around in the app.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { newKey } from '../../sdk/keys.ts'
import { noticeEnd } from './cache.ts'
import { isUnanswered } from './command.ts'

const AT_ONCE = 2
const COME_BACK_MS = 5_000

export interface Upload {
  readonly key: string
  readonly file: File
  /**
   * `refused` means that the server will never accept the file as it is; `unanswered` means that the upload is retried
   * automatically.
   */
  readonly state: 'waiting' | 'sending' | 'refused' | 'unanswered'
  /** Why the upload failed; null for a refused file that is too large to be sent. */
  readonly failure: Error | null
}

export interface UploadQueue {
  readonly read: () => readonly Upload[]
  readonly subscribe: (listener: () => void) => () => void
  /** Adds files to the queue and starts uploading them. */
  readonly add: (files: readonly File[]) => void
  /** Removes a file from the upload queue. */
  readonly drop: (key: string) => void
  /** Sends a file again now: a refused file with a new idempotency key, an unanswered file with the same one. */
  readonly retry: (key: string) => void
  /** Sends all files without a response again. */
  readonly sendAgain: () => void
}

interface QueueOptions {
  readonly send: (file: File, key: string) => Promise<void>
  readonly maxBytes?: number
}

export function uploadQueue({ send, maxBytes = Number.POSITIVE_INFINITY }: QueueOptions): UploadQueue {
  let uploads: readonly Upload[] = []
  let comingBack: ReturnType<typeof setTimeout> | null = null
  const listeners = new Set<() => void>()
  const set = (next: readonly Upload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  const change = (key: string, parts: Partial<Upload>) =>
    set(uploads.map((one) => (one.key === key ? { ...one, ...parts } : one)))
  const drop = (key: string) => set(uploads.filter((one) => one.key !== key))
  const sendOne = async ({ key, file }: Upload) => {
    try {
      await send(file, key)
      drop(key)
    } catch (error) {
      noticeEnd(error)
      change(key, { state: isUnanswered(error) ? 'unanswered' : 'refused', failure: error as Error })
      if (isUnanswered(error)) comingBack ??= setTimeout(sendAgain, COME_BACK_MS)
    }
  }
  const sendNext = () => {
    while (uploads.filter(({ state }) => state === 'sending').length < AT_ONCE) {
      const next = uploads.find(({ state }) => state === 'waiting')
      if (next === undefined) return
      change(next.key, { state: 'sending', failure: null })
      void sendOne(next).then(sendNext)
    }
  }
  const sendAgain = () => {
    if (comingBack !== null) clearTimeout(comingBack)
    comingBack = null
    set(uploads.map((one) => (one.state === 'unanswered' ? { ...one, state: 'waiting' } : one)))
    sendNext()
  }
  return {
    read: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (files) => {
      const added = files.map((file): Upload => {
        const state = file.size > maxBytes ? 'refused' : 'waiting'
        return { key: newKey(), file, state, failure: null }
      })
      set([...uploads, ...added])
      sendNext()
    },
    drop,
    retry: (key) => {
      const one = uploads.find((upload) => upload.key === key)
      if (one === undefined || one.state === 'sending') return
      change(key, { key: one.state === 'refused' ? newKey() : key, state: 'waiting', failure: null })
      sendNext()
    },
    sendAgain,
  }
}

/**
 * Returns the files that are not uploaded yet. While there are any, the browser asks for confirmation before it leaves
 * the page.
 */
export function useQueue(queue: UploadQueue): readonly Upload[] {
  const { subscribe, read, sendAgain } = queue
  const now = useSyncExternalStore(subscribe, read)
  const isUnderWay = now.some(({ state }) => state !== 'refused')
  useEffect(() => {
    if (!isUnderWay) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('online', sendAgain)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('online', sendAgain)
    }
  }, [isUnderWay, sendAgain])
  return now
}
