/** Loads who is signed in, for which company, and in which role. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError, ConnectionError } from '../../sdk/errors.ts'
import type { Session } from '../../sdk/types.ts'
import { cache, SESSION_KEY } from './cache.ts'
import { client } from './client.ts'
import { dropAllDrafts } from './drafts.ts'
import { forgetFloor } from './floor/forget.ts'

export type Role = NonNullable<Session['role']>

/** The groups of users to which an action may be limited. They are the same groups as in the API. */
export type May = 'owner' | 'managers' | 'storekeepers' | 'everyone' | 'who sees costs'

const ROLES: Record<May, readonly Role[]> = {
  owner: ['owner'],
  managers: ['owner', 'manager'],
  storekeepers: ['owner', 'manager', 'storekeeper'],
  everyone: ['owner', 'manager', 'storekeeper', 'viewer'],
  'who sees costs': ['owner', 'manager', 'viewer'],
}

/**
 * Returns whether a member belongs to a group that an action is limited to. The server enforces the limits; the app
 * only hides what would be refused.
 */
export function isAllowed(may: May, { role, seesCosts }: Pick<Session, 'role' | 'seesCosts'>): boolean {
  return role !== null && ROLES[may].includes(role) && (may !== 'who sees costs' || seesCosts)
}

/**
 * How many milliseconds one attempt to load the session may take. The app shows nothing until the session is loaded, so
 * an attempt that hangs is ended early enough for another one.
 */
const ATTEMPT_MS = 6_000
/** How often, in milliseconds, to retry loading the session while there is no connection. */
const AGAIN_MS = 5_000

/** The query that loads the session; its result is null when nobody is signed in. */
const sessionQuery = {
  queryKey: SESSION_KEY,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await client.session.read({ timeoutMs: ATTEMPT_MS })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  refetchInterval: ({ state }: { readonly state: { readonly error: Error | null } }) =>
    state.error instanceof ConnectionError ? AGAIN_MS : (false as const),
}

export const useSession = () => useQuery(sessionQuery)

/** A signed-in user with the chosen company and the user's role in it. */
export type Me = Session & { readonly role: Role }

/**
 * The signed-in user, provided by the app's shell, which only signed-in users can enter. Components inside the shell
 * are unmounted before the session ends.
 */
export const MeContext = createContext<Me | null>(null)

/** Returns the signed-in user. Only components inside the app's shell may call this hook. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('Used outside of the shell')
  return me
}

/** Returns a function that checks whether the signed-in user belongs to a group. */
export function useMay(): (may: May) => boolean {
  const me = useMe()
  return (may) => isAllowed(may, me)
}

/**
 * Returns a text that identifies the user, company and rights for which everything on screen was loaded. When it
 * changes, everything on screen is out of date.
 */
export function standingOf({ user, company, role, seesCosts, epoch }: Session): string {
  return JSON.stringify([user.id, company?.id, role, seesCosts, epoch])
}

/**
 * Reloads the page after the user, the company or the rights changed. Drafts are kept only for the same user and
 * company, and only if the user did not lose the right to see costs.
 */
export function beginAnew(before: Session, now: Session): void {
  if (now.user.id !== before.user.id || now.company?.id !== before.company?.id) dropAllDrafts()
  else if (before.seesCosts && !now.seesCosts) dropAllDrafts()
  cache.clear()
  window.location.reload()
}

/** Restarts the app at the given page, because everything loaded so far belongs to another user or company. */
export function startOver(path: string): void {
  cache.clear()
  window.location.assign(path)
}

export async function signOut(): Promise<void> {
  await client.account.signOut()
  dropAllDrafts()
  await forgetFloor()
  startOver('/sign-in')
}

/** Switches the session to another company. */
export async function chooseCompany(companyId: string): Promise<void> {
  await client.session.chooseCompany({ companyId })
  dropAllDrafts()
  startOver('/')
}
