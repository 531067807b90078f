/** The frame around every section: the rail, the user, the palette; and the stream of changes while somebody is here. */
import { Text } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useShortcuts } from '../../components/shortcuts.ts'
import { useConnection } from '../../data/connection.ts'
import { isAllowed, type Me, MeContext, useMe, useSession } from '../../data/session.ts'
import { useReadSettings } from '../../data/settings.ts'
import { useWords } from '../../words/words.ts'
import { SECTIONS } from '../table.ts'
import { Failure } from './failure.tsx'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList, { place: 'dialog' })
const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette, { place: 'dialog' })

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
  // The session was read before anything else, so no change falls between a list and the stream.
  const isConnected = useConnection(me.company?.id, me.revision)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpened('palette')
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
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
        {!isConnected && (
          <Text role="status" size="sm" className={classes.offline}>
            {say('offline')}
          </Text>
        )}
        <Outlet />
      </main>
      {opened === 'keys' && <KeyList sections={sections} onClose={() => setOpened(null)} />}
      {opened === 'palette' && <Palette sections={sections} onClose={() => setOpened(null)} />}
    </div>
  )
}
