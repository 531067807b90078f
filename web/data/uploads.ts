/**
 * Files on their way to the service: two at a time, each with its key, so that it arrives once whatever the connection does. What was
 * not answered is sent again as it was, by itself, as soon as there is a connection. They stay while one walks about in the app.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { newKey } from '../../sdk/keys.ts'
import { cache, listKey, noticeEnd } from './cache.ts'
import { client } from './client.ts'
import { isUnanswered } from './command.ts'

export const MAX_UPLOAD_BYTES = 25 * 1_048_576
const AT_ONCE = 2
const COME_BACK_MS = 5_000
/** A large photograph through a bad connection. */
const DEADLINE_MS = 300_000

export interface Upload {
  readonly key: string
  readonly file: File
  /** `refused`: it will not be taken as it is. `unanswered`: it is sent again by itself. */
  readonly state: 'waiting' | 'sending' | 'refused' | 'unanswered'
  /** Why it was refused; null: it is too large to be sent at all. */
  readonly failure: Error | null
}

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
let comingBack: ReturnType<typeof setTimeout> | null = null

function set(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const change = (key: string, parts: Partial<Upload>) =>
  set(uploads.map((one) => (one.key === key ? { ...one, ...parts } : one)))

/** Begins to send them. */
export function addUploads(files: readonly File[]): void {
  const added = files.map((file): Upload => {
    const state = file.size > MAX_UPLOAD_BYTES ? 'refused' : 'waiting'
    return { key: newKey(), file, state, failure: null }
  })
  set([...uploads, ...added])
  sendNext()
}

/** Forgets one that was refused. */
export const dropUpload = (key: string): void => set(uploads.filter((one) => one.key !== key))

function sendNext(): void {
  while (uploads.filter(({ state }) => state === 'sending').length < AT_ONCE) {
    const next = uploads.find(({ state }) => state === 'waiting')
    if (next === undefined) return
    change(next.key, { state: 'sending' })
    void send(next).then(sendNext)
  }
}

async function send({ key, file }: Upload): Promise<void> {
  const how = { key, fileName: file.name, deadlineMs: DEADLINE_MS, timeoutMs: DEADLINE_MS }
  try {
    await client.imports.upload(file, how)
    dropUpload(key)
    void cache.invalidateQueries({ queryKey: listKey('imports') })
  } catch (error) {
    noticeEnd(error)
    change(key, { state: isUnanswered(error) ? 'unanswered' : 'refused', failure: error as Error })
    if (isUnanswered(error)) comeBack()
  }
}

/** Sends again what was not answered. */
function sendAgain(): void {
  if (comingBack !== null) clearTimeout(comingBack)
  comingBack = null
  set(uploads.map((one) => (one.state === 'unanswered' ? { ...one, state: 'waiting' } : one)))
  sendNext()
}

function comeBack(): void {
  comingBack ??= setTimeout(sendAgain, COME_BACK_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Files that were not taken yet. Whoever is about to leave the page is asked. */
export function useUploads(): readonly Upload[] {
  const now = useSyncExternalStore(subscribe, () => uploads)
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
  }, [isUnderWay])
  return now
}
