/** The frame around every section: the rail, the user, the palette; and the stream of changes while somebody is here. */
import { Text } from '@mantine/core'
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { PopUpPlace } from '../../components/pop-up-place.tsx'
import { useShortcuts } from '../../components/shortcuts.ts'
import { useConnection } from '../../data/connection.ts'
import { useSending } from '../../data/floor/unsent.ts'
import { beginAnew, isAllowed, type Me, MeContext, standingOf, useMe, useSession } from '../../data/session.ts'
import { useReadSettings } from '../../data/settings.ts'
import { loadWords, useWords } from '../../words/words.ts'
import { SECTIONS } from '../table.ts'
import { NotForRole } from './dead-ends.tsx'
import { DrillNotice } from './drill-notice.tsx'
import { Failure } from './failure.tsx'
import { isPageFor } from './page-for.ts'
import { Rail } from './rail.tsx'
import { useOwner } from './rail-buttons.tsx'
import { useScanGuard } from './scan-guard.ts'
import classes from './shell.module.css'

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList, { place: 'dialog' })
const Palette = lazyPart(
  async () => {
    const [{ Palette }] = await Promise.all([import('./palette.tsx'), loadWords('palette'), loadWords('settings')])
    return Palette
  },
  { place: 'dialog' },
)

/** The frame, for who is signed in. */
export const Shell = () => (
  <SignedIn>
    <Frame />
  </SignedIn>
)

/** A page without the frame, such as one to be printed. */
export const Bare = () => (
  <SignedIn>
    <Sheet />
  </SignedIn>
)

function Sheet() {
  useReadSettings()
  return <Outlet />
}

/** Lets in who is signed in and acts for a company; others are led to where they become it, and back. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { data: session, isPending, error, refetch } = useSession()
  const say = useWords('core')
  const navigate = useNavigate()
  // Where one was, not where one is being led.
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
  if (!isIn) return <div className={classes.shell} aria-busy="true" />
  return <MeContext value={session as Me}>{children}</MeContext>
}

function Frame() {
  const say = useWords('core')
  const me = useMe()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null)
  useReadSettings()
  useScanGuard()
  useSending(useOwner())
  // The session was read before anything else, so no change falls between a list and the stream.
  const isConnected = useConnection(me.company?.id, me)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpened('palette')
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  const isForMe = useMatches({ select: (matches) => matches.every((one) => isPageFor(one, me)) })
  const sections = SECTIONS.filter(({ may }) => isAllowed(may, me))
  const going = sections.map(({ letter, path }) => [`g ${letter}`, () => void navigate({ to: path })] as const)
  useShortcuts({ ...Object.fromEntries(going), '?': () => setOpened('keys') })
  return (
    <div className={classes.shell}>
      <a href="#content" className="skip">
        {say('skipToContent')}
      </a>
      <Rail sections={sections} onPalette={() => setOpened('palette')} onKeys={() => setOpened('keys')} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <DrillNotice isDrill={me.drill} />
        {!isConnected && (
          <Text role="status" size="sm" className={classes.offline}>
            {say('offline')}
          </Text>
        )}
        {isForMe ? <Outlet /> : <NotForRole />}
        <PopUpPlace />
      </main>
      {opened === 'keys' && <KeyList sections={sections} onClose={() => setOpened(null)} />}
      {opened === 'palette' && <Palette sections={sections} onClose={() => setOpened(null)} />}
    </div>
  )
}
