/** Makes a page accessible only to signed-in users. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { beginAnew, type Me, MeContext, standingOf, useSession } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import { Failure } from './failure.tsx'
import classes from './parts.module.css'

/**
 * Shows a page to users who are signed in and have chosen a company. Other users are first sent to sign in or to choose
 * a company, and then back to the page.
 */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { data: session, isPending, error, refetch } = useSession()
  const say = useWords('core')
  const navigate = useNavigate()
  // Remember the address of the page that the user wanted, not that of the page to which the user is being sent.
  const { href: now } = useLocation()
  const href = useRef(now)
  const wasHere = useRef(false)
  const isIn = session?.role !== null && session?.role !== undefined
  const standing = isIn ? standingOf(session) : null
  const first = useRef(session)
  useEffect(() => {
    if (!isIn) return
    wasHere.current = true
    href.current = now
  }, [isIn, now])
  useEffect(() => {
    if (isIn || isPending || error !== null) return
    const search = { next: href.current, ...(session === null && wasHere.current && { over: '1' }) }
    void navigate({ to: session === null ? '/sign-in' : '/companies', search: search as never, replace: true })
  }, [isIn, isPending, error, session, navigate])
  useEffect(() => {
    if (standing === null || !session) return
    if (first.current?.role && standingOf(first.current) !== standing) beginAnew(first.current, session)
    first.current = session
  }, [standing, session])
  if (!isIn && error !== null)
    return (
      <main className={classes.alone}>
        <Failure error={error} title={say('notLoaded')} onRetry={() => void refetch()} />
      </main>
    )
  if (!isIn) return <div className={classes.unknown} aria-busy="true" />
  return <MeContext value={session as Me}>{children}</MeContext>
}
