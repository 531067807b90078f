/** Pages shown instead of a page that is missing, forbidden or broken. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isCodeMissing, reloadIfItHelps } from '../components/load-code.ts'
import { Empty } from '../components/notices.tsx'
import { useMe } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import classes from './parts.module.css'

/** The page for an unknown address, shown without the app's usual layout. */
export function NoPage() {
  return (
    <main className={classes.alone}>
      <NoPageHere />
    </main>
  )
}

/** The page for an unknown address when the user is signed in, shown inside the app's usual layout. */
export function NoPageHere() {
  const say = useWords('core')
  return (
    <div className={classes.alone}>
      <Empty isPage title={say('noPage')} text={say('noPageAdvice')}>
        <Button component={Link} to="/">
          {say('toStart')}
        </Button>
      </Empty>
    </div>
  )
}

/** Shown in place of a page that the user's role does not allow. */
export function NotForRole() {
  const say = useWords('core')
  const { role } = useMe()
  return (
    <div className={classes.alone}>
      <Empty isPage title={say('notForRole')} text={say('notForRoleText', { role: say(`role-${role}`) })}>
        <Button component={Link} to="/">
          {say('toStart')}
        </Button>
      </Empty>
    </div>
  )
}

/** How often, in milliseconds, to check whether the connection is back. */
const LOOK_AGAIN_MS = 3_000

export function Broken({ error }: { readonly error: unknown }) {
  const say = useWords('core')
  const isMissing = isCodeMissing(error)
  useEffect(() => {
    if (!isMissing) return
    void reloadIfItHelps()
    const timer = setInterval(() => void reloadIfItHelps(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isMissing])
  console.error(error)
  return (
    <main className={classes.alone}>
      <Empty
        isPage
        title={say(isMissing ? 'codeMissing' : 'broken')}
        text={say(isMissing ? 'codeMissingAdvice' : 'brokenAdvice')}
      >
        <Button onClick={() => window.location.reload()}>{say('reload')}</Button>
      </Empty>
    </main>
  )
}
