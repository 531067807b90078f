/**
 * How much waits to be sent from this browser, and whose it is: for pages that do not load the floor, and for who is signed in next.
 * The line itself is kept elsewhere (waiting-line.ts), which notes here how long it is.
 */
import { useMemo, useSyncExternalStore } from 'react'

/** Whose it is. */
export interface Owner {
  readonly userId: string
  readonly companyId: string
}

export const ownerName = ({ companyId, userId }: Owner) => `${companyId}.${userId}`

/** Not among what a sign-out removes. */
const NAME = 'skladno.unsent'

type Counts = Readonly<Record<string, number>>

function readCounts(): Counts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}')
    return kept !== null && typeof kept === 'object' ? (kept as Counts) : {}
  } catch {
    return {}
  }
}

let counts = readCounts()
/** Lines that are in the memory of this tab alone. */
const unkept = new Set<string>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

window.addEventListener('storage', ({ key }) => {
  if (key !== NAME) return
  counts = readCounts()
  tell()
})

/** A storage that is full or forbidden costs the note in the next tab, not in this one. `isKept`: the line outlives this tab. */
export function noteUnsent(
  owner: Owner,
  { count, isKept }: { readonly count: number; readonly isKept: boolean },
): void {
  const name = ownerName(owner)
  if (isKept) unkept.delete(name)
  else unkept.add(name)
  if ((counts[name] ?? 0) === count) return
  const { [name]: _, ...others } = readCounts()
  counts = count === 0 ? others : { ...others, [name]: count }
  try {
    if (Object.keys(counts).length === 0) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, JSON.stringify(counts))
  } catch {}
  tell()
}

export interface Unsent {
  /** Of this user for this company. */
  readonly mine: number
  /** Of this user for any company. */
  readonly ofUser: number
  /** Of another user, or for another company. */
  readonly others: number
  /** What is mine outlives this tab. */
  readonly isKept: boolean
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0)

/** How many operations wait in this browser. An empty id is nobody's: all are of others then. */
export function useUnsent({ userId, companyId }: Owner): Unsent {
  const now = useSyncExternalStore(subscribe, () => counts)
  return useMemo(() => {
    const name = ownerName({ userId, companyId })
    const mine = now[name] ?? 0
    const ofUser = sum(Object.entries(now).flatMap(([of, count]) => (of.endsWith(`.${userId}`) ? [count] : [])))
    return { mine, ofUser, others: sum(Object.values(now)) - mine, isKept: !unkept.has(name) }
  }, [now, userId, companyId])
}
