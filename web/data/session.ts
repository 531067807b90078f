/** Who is signed in, for which company, as what. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError, ConnectionError } from '../../sdk/errors.ts'
import type { Session } from '../../sdk/types.ts'
import { cache, SESSION_KEY } from './cache.ts'
import { client } from './client.ts'
import { dropAllDrafts } from './drafts.ts'
import { forgetFloor } from './floor/forget.ts'

export type Role = NonNullable<Session['role']>

/** Whom something is for; the same groups as in the API. */
export type May = 'owner' | 'managers' | 'storekeepers' | 'everyone' | 'who sees costs'

const ROLES: Record<May, readonly Role[]> = {
  owner: ['owner'],
  managers: ['owner', 'manager'],
  storekeepers: ['owner', 'manager', 'storekeeper'],
  everyone: ['owner', 'manager', 'storekeeper', 'viewer'],
  'who sees costs': ['owner', 'manager', 'viewer'],
}

/** Whether a member may; the service decides, the app only does not offer what would be refused. */
export function isAllowed(may: May, { role, seesCosts }: Pick<Session, 'role' | 'seesCosts'>): boolean {
  return role !== null && ROLES[may].includes(role) && (may !== 'who sees costs' || seesCosts)
}

/** An attempt that hangs leaves time for another one: without this answer there is nothing on screen. */
const ATTEMPT_MS = 6_000
/** So often it is asked again by itself who is signed in, while there is no connection. */
const AGAIN_MS = 5_000

/** null: nobody is signed in. */
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

/** Somebody who is signed in and acts for a company. */
export type Me = Session & { readonly role: Role }

/** Given by the shell, which lets nobody else in. What is below it never sees a session end: it is taken away before. */
export const MeContext = createContext<Me | null>(null)

/** Of whoever is signed in; only below the shell. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('Used outside of the shell')
  return me
}

/** Asks `may` of whoever is signed in. */
export function useMay(): (may: May) => boolean {
  const me = useMe()
  return (may) => isAllowed(may, me)
}

/** What everything on screen was read as; when it is another one, none of that holds. */
export function standingOf({ user, company, role, seesCosts, epoch }: Session): string {
  return JSON.stringify([user.id, company?.id, role, seesCosts, epoch])
}

/** The same page anew, as what one is by now. What was typed stays, unless there may be costs in it that one is no longer shown. */
export function beginAnew(before: Session, now: Session): void {
  if (now.user.id !== before.user.id || now.company?.id !== before.company?.id) dropAllDrafts()
  else if (before.seesCosts && !now.seesCosts) dropAllDrafts()
  cache.clear()
  window.location.reload()
}

/** Everything that was read was for another user or company: begins anew at a page. */
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

/** Acts for another company from now on. */
export async function chooseCompany(companyId: string): Promise<void> {
  await client.session.chooseCompany({ companyId })
  dropAllDrafts()
  startOver('/')
}
