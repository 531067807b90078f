/**
 * Settings that this browser remembers for the signed-in user, such as the columns of a list. They survive a closed
 * tab; losing them does no harm.
 */
import { useCallback, useState } from 'react'
import { inShape, stamped, unstamped } from './shapes.ts'

const PREFIX = 'skladno.kept.'

function readKept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? null : inShape<T>('choice', unstamped(JSON.parse(text)))
  } catch {
    return null
  }
}

/** Returns a remembered setting and its setter. A stored value is ignored if `isRight` rejects it. */
export function useKept<T>(name: string, initial: T, isRight: (kept: unknown) => boolean) {
  const [value, setValue] = useState<T>(() => {
    const kept = readKept<T>(name)
    return kept !== null && isRight(kept) ? kept : initial
  })
  const change = useCallback(
    (next: T) => {
      setValue(next)
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(stamped(next)))
      } catch {}
    },
    [name],
  )
  return [value, change] as const
}

export const isFlag = (kept: unknown): boolean => typeof kept === 'boolean'
export const areTexts = (kept: unknown): boolean => Array.isArray(kept) && kept.every((one) => typeof one === 'string')
