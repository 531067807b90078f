/**
 * The layout around every section, with the navigation rail and the command palette. While the user is signed in, it
 * follows the stream of changes.
 */
import { Text } from '@mantine/core'
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lazyPart } from '../components/lazy-part.tsx'
import { PopUpPlace } from '../components/pop-up-place.tsx'
import { useShortcuts } from '../components/shortcuts.ts'
import { useConnection } from '../data/connection.ts'
import { useSending } from '../data/floor/sending.ts'
import { isAllowed, useMe } from '../data/session.ts'
import { useReadSettings } from '../data/settings.ts'
import { NotForRole } from '../parts/dead-ends.tsx'
import { DrillNotice } from '../parts/drill-notice.tsx'
import { isPageFor } from '../parts/page-for.ts'
import { useScanGuard } from '../parts/scan-guard.ts'
import { SignedIn } from '../parts/signed-in.tsx'
import { SECTIONS } from '../sections/table.ts'
import { loadWords, useWords } from '../words/words.ts'
import { Rail } from './rail.tsx'
import { useOwner } from './rail-buttons.tsx'
import classes from './shell.module.css'

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList, { place: 'dialog' })
const Palette = lazyPart(
  async () => {
    const [{ Palette }] = await Promise.all([import('./palette.tsx'), loadWords('palette'), loadWords('settings')])
    return Palette
  },
  { place: 'dialog' },
)

/** The layout with the navigation rail, for signed-in users. */
export const Shell = () => (
  <SignedIn>
    <Frame />
  </SignedIn>
)

/** The layout of pages without navigation, for example for printing. */
export const Bare = () => (
  <SignedIn>
    <Sheet />
  </SignedIn>
)

function Sheet() {
  useReadSettings()
  return <Outlet />
}

function Frame() {
  const say = useWords('core')
  const me = useMe()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null)
  useReadSettings()
  useScanGuard()
  useSending(useOwner())
  // Follow the changes from the revision in the session. The session was loaded before everything else, so no change
  // between the loading of a list and the start of the stream is missed.
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
