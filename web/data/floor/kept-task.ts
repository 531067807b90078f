/**
 * The current task of the warehouse-floor screens, stored in the browser after each scan. It survives a reload and a
 * closed browser, but not a sign-out.
 */
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

/**
 * Stores a task and returns whether that succeeded. If the storage is full or blocked, the task is kept in memory only.
 */
function keep(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(stamped(value)))
    return true
  } catch {
    return false
  }
}

/** The tasks whose latest change the browser could not store, by name. */
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

/** Returns whether a reload would lose a task that is in progress. */
export const useIsTaskUnkept = (): boolean => useSyncExternalStore(subscribe, () => unkept.size > 0)

export interface KeptTask<T> {
  readonly task: T
  /** Returns the latest state, even before it is rendered, because scans may arrive faster than renders. */
  readonly now: () => T
  change(how: (before: T) => T): void
  /** Replaces a finished task with the given new one. */
  renew(next: T): void
}

/** A hook that manages the current task of one kind. Each user has a separate task in each company. */
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

/** Reads the stored state of a task, so that a screen can show whether the task has been started. */
export const readTask = <T>(owner: string, kind: string): T | null => readKept<T>(`${PREFIX}${owner}.${kind}`)

/** Reads who last used the floor page, so that the page can open for that user while offline. */
export const readKeptMe = <T>(): T | null => readKept<T>(ME)
export const keepMe = (me: object): void => void keep(ME, me)
