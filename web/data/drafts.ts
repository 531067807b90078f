/**
 * Stores the values of forms that the user typed and the server has not accepted yet. They are in the session storage
 * of the browser tab, so they survive a reload but not a sign-out.
 */
import { newKey } from '../../sdk/keys.ts'
import { inShape, KEPT_VERSION } from './shapes.ts'

const PREFIX = 'skladno.draft.'

export interface Draft<T> {
  /** The idempotency key. It is created when the form is opened and stored until the server responds to the command. */
  readonly key: string
  readonly values: T
  /** Whether the command was sent but got no response. It may have run, so only the same command can be sent again. */
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

/** Stores a draft. If the storage is full or blocked, the draft is lost, but the form continues to work. */
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
/** The functions that update the open forms, by the name of the form's draft. */
const open = new Map<string, Back>()

/** Registers an open form, so that it is updated when its draft is restored. Returns a function that unregisters it. */
export function hearOfDraft<T>(name: string, back: (draft: Draft<T>) => void): () => void {
  const mine = back as Back
  open.set(name, mine)
  return () => {
    if (open.get(name) === mine) open.delete(name)
  }
}

/**
 * Restores a discarded draft with its idempotency key, and updates the draft's form if it is open. Returns the draft
 * that was replaced, so that it can be restored in turn; null if there was none.
 */
export function bringBack<T>(name: string, draft: Draft<T>): Draft<T> | null {
  const there = readDraft<T>(name)
  // The form's current draft was sent but got no response, so it must not be replaced.
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
