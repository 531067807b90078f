/** What was typed and not answered yet, in the browser's storage for this tab: it outlives a reload, not a sign-out. */
import { newKey } from '../../sdk/keys.ts'
import { inShape, KEPT_VERSION } from './shapes.ts'

const PREFIX = 'skladno.draft.'

export interface Draft<T> {
  /** Made when the form was opened, and kept until it is answered. */
  readonly key: string
  readonly values: T
  /** It was sent, and nobody knows yet whether it was done: it can only be sent again as it is. */
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

/** A storage that is full or forbidden costs the draft, not the work. */
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
/** Forms that are on screen, by the names of their drafts. */
const open = new Map<string, Back>()

/** A form that is on screen hears of its draft when that is brought back. @returns What ends it. */
export function hearOfDraft<T>(name: string, back: (draft: Draft<T>) => void): () => void {
  const mine = back as Back
  open.set(name, mine)
  return () => {
    if (open.get(name) === mine) open.delete(name)
  }
}

/**
 * Puts back a draft that was thrown away, with its key, also into its form where that is on screen. What was typed there meanwhile makes
 * room. @returns That, to be put back in its turn; null: there was nothing.
 */
export function bringBack<T>(name: string, draft: Draft<T>): Draft<T> | null {
  const there = readDraft<T>(name)
  // Nobody knows yet what became of it: it stays.
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
