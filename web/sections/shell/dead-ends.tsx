/** Where nothing goes on: a page that is not there, and a page that broke. */
import { Button } from '@mantine/core'
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

export function Broken({ error }: { readonly error: unknown }) {
  const say = useWords('core')
  console.error(error)
  return (
    <main className={classes.alone}>
      <Empty title={say('broken')} text={say('brokenAdvice')}>
        <Button onClick={() => window.location.reload()}>{say('reload')}</Button>
      </Empty>
    </main>
  )
}
