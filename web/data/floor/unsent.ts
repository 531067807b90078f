/**
 * How many warehouse-floor operations wait in this browser, and the users and companies they belong to. Pages that do
 * not load the floor's code need these numbers, and so does the next user who signs in. The queue itself is in
 * waiting-line.ts, which records its length here.
 */
import { useMemo, useSyncExternalStore } from 'react'

/** The user who did the operations and the company they belong to. */
export interface Owner {
  readonly userId: string
  readonly companyId: string
}

export const ownerName = ({ companyId, userId }: Owner) => `${companyId}.${userId}`

/** The key of the entry in local storage. A sign-out does not remove the entry. */
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
/** The names of the queues that exist only in this tab, because the browser could not store them. */
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

/**
 * Stores the number of waiting operations of one user in one company. If the browser's storage is full or blocked, the
 * number is kept only in this tab. `isKept` says whether the queue of operations itself is stored, so that it survives
 * closing this tab.
 */
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
  /** The number of waiting operations of this user for this company. */
  readonly mine: number
  /** The number of waiting operations of this user for any company. */
  readonly ofUser: number
  /** The number of waiting operations that belong to another user or another company. */
  readonly others: number
  /** Whether this user's waiting operations are stored and so survive closing this tab. */
  readonly isKept: boolean
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0)

/**
 * Returns how many operations are waiting in this browser. If the owner has an empty id, all of them count as belonging
 * to others.
 */
export function useUnsent({ userId, companyId }: Owner): Unsent {
  const now = useSyncExternalStore(subscribe, () => counts)
  return useMemo(() => {
    const name = ownerName({ userId, companyId })
    const mine = now[name] ?? 0
    const ofUser = sum(Object.entries(now).flatMap(([of, count]) => (of.endsWith(`.${userId}`) ? [count] : [])))
    return { mine, ofUser, others: sum(Object.values(now)) - mine, isKept: !unkept.has(name) }
  }, [now, userId, companyId])
}
