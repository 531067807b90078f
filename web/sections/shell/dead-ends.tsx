/** Where nothing goes on: a page that is not there, and a page that broke. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { isCodeMissing, reloadIfItHelps } from '../../components/load-code.ts'
import { Empty } from '../../components/notices.tsx'
import { useWords } from '../../words/words.ts'
import classes from './shell.module.css'

export function NoPage() {
  const say = useWords('core')
  return (
    <main className={classes.alone}>
      <Empty title={say('noPage')} text={say('noPageAdvice')}>
        <Button component="a" href="/">
          {say('toStart')}
        </Button>
      </Empty>
    </main>
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
        title={say(isMissing ? 'codeMissing' : 'broken')}
        text={say(isMissing ? 'codeMissingAdvice' : 'brokenAdvice')}
      >
        <Button onClick={() => window.location.reload()}>{say('reload')}</Button>
      </Empty>
    </main>
  )
}
