/** What is being done at the floor, kept in the browser at each scan: it outlives a reload and a closed browser, not a sign-out. */
import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { inShape, stamped, unstamped } from '../shapes.ts'

const PREFIX = 'skladno.floor.'
const ME = `${PREFIX}me`

function readKept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(name)
    return text === null ? null : inShape<T>('task', unstamped(JSON.parse(text)))
  } catch {
    return null
  }
}

/** A storage that is full or forbidden costs what is kept, not the work. @returns whether it took it. */
function keep(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(stamped(value)))
    return true
  } catch {
    return false
  }
}

/** Tasks as they are now, of which the browser did not take the last change. */
const unkept = new Set<string>()
const listeners = new Set<() => void>()

function keepTask(name: string, value: unknown): void {
  if (keep(name, value)) unkept.delete(name)
  else unkept.add(name)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether something that is being done would be gone after a reload. */
export const useIsTaskUnkept = (): boolean => useSyncExternalStore(subscribe, () => unkept.size > 0)

export interface KeptTask<T> {
  readonly task: T
  /** What it is now, also before it was drawn anew: scans come faster. */
  readonly now: () => T
  change(how: (before: T) => T): void
  /** It is done: the next one begins with what is given. */
  renew(next: T): void
}

/** One task of a kind for each user and company. */
export function useKeptTask<T>(owner: string, kind: string, initial: () => T): KeptTask<T> {
  const name = `${PREFIX}${owner}.${kind}`
  const [task, setTask] = useState<T>(() => readKept<T>(name) ?? initial())
  const latest = useRef(task)
  const change = useCallback(
    (how: (before: T) => T) => {
      latest.current = how(latest.current)
      keepTask(name, latest.current)
      setTask(latest.current)
    },
    [name],
  )
  const renew = useCallback(
    (next: T) => {
      latest.current = next
      keepTask(name, null)
      setTask(next)
    },
    [name],
  )
  const now = useCallback(() => latest.current, [])
  return { task, now, change, renew }
}

/** What is kept of a task, to tell whether it was begun. */
export const readTask = <T>(owner: string, kind: string): T | null => readKept<T>(`${PREFIX}${owner}.${kind}`)

/** Who was at the floor the last time: the page opens for him while the connection is away. */
export const readKeptMe = <T>(): T | null => readKept<T>(ME)
export const keepMe = (me: object): void => void keep(ME, me)
