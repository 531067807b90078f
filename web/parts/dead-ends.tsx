/** Where nothing goes on: a page that is not there, one that is for others, and one that broke. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isCodeMissing, reloadIfItHelps } from '../components/load-code.ts'
import { Empty } from '../components/notices.tsx'
import { useMe } from '../data/session.ts'
import { useWords } from '../words/words.ts'
import classes from './parts.module.css'

/** Of an address that leads nowhere. */
export function NoPage() {
  return (
    <main className={classes.alone}>
      <NoPageHere />
    </main>
  )
}

/** The same within the frame. */
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

/** Of a page that is there, for others. */
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

/** So often it is looked whether the connection is back. */
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
