/** Typed but unanswered form values, in the tab's session storage: they survive a reload, not a sign-out. */
import { newKey } from '../../sdk/keys.ts'
import { inShape, KEPT_VERSION } from './shapes.ts'

const PREFIX = 'skladno.draft.'

export interface Draft<T> {
  /** The idempotency key, created when the form was opened and stored until the command is answered. */
  readonly key: string
  readonly values: T
  /** Whether the command was sent without an answer. It can then only be sent again unchanged. */
  readonly isSent: boolean
}

export const newDraft = <T>(values: T): Draft<T> => ({ key: newKey(), values, isSent: false })

export function readDraft<T>(name: string): Draft<T> | null {
  try {
    const text = sessionStorage.getItem(PREFIX + name)
    if (text === null) return null
    const { v = 1, ...kept } = JSON.parse(text) as Draft<T> & { v?: number }
    return inShape<Draft<T>>('draft', { v, kept })
  } catch {
    return null
  }
}

/** If the storage is full or blocked, the draft is lost but the form keeps working. */
export function writeDraft<T>(name: string, draft: Draft<T>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ ...draft, v: KEPT_VERSION }))
  } catch {}
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {}
}

type Back = (draft: Draft<unknown>) => void
/** Mounted forms, by draft name. */
const open = new Map<string, Back>()

/** Registers a mounted form to receive its draft when the draft is restored. Returns a function that unregisters it. */
export function hearOfDraft<T>(name: string, back: (draft: Draft<T>) => void): () => void {
  const mine = back as Back
  open.set(name, mine)
  return () => {
    if (open.get(name) === mine) open.delete(name)
  }
}

/**
 * Restores a discarded draft with its key, and updates its form if it is mounted. Text typed there meanwhile is
 * replaced. Returns that text, so that it can be restored in turn; null if there was none.
 */
export function bringBack<T>(name: string, draft: Draft<T>): Draft<T> | null {
  const there = readDraft<T>(name)
  // The current draft was sent without an answer, so it must not be replaced.
  if (there?.isSent === true) return draft
  writeDraft(name, draft)
  open.get(name)?.(draft)
  return there
}

export function dropAllDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  } catch {}
}
