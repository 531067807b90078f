/** What was typed and not answered yet, in the browser's storage for this tab: it outlives a reload, not a sign-out. */
import { newKey } from '../../sdk/keys.ts'

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
    return text === null ? null : (JSON.parse(text) as Draft<T>)
  } catch {
    return null
  }
}

/** A storage that is full or forbidden costs the draft, not the work. */
export function writeDraft<T>(name: string, draft: Draft<T>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(draft))
  } catch {}
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {}
}

export function dropAllDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  } catch {}
}
