/** The page that lists all reports, with a description of each. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isAllowed, useMe } from '../../data/session.ts'
import { inLanguage, useWords } from '../../words/words.ts'
import { REPORTS } from './all.ts'
import classes from './reports.module.css'

export function Reports() {
  const say = useWords('reports')
  const me = useMe()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.index} aria-label={say('title')} tabIndex={0}>
      <Text component="h1" fw={600} fz={18}>
        {say('title')}
      </Text>
      <ul className={classes.list}>
        {REPORTS.filter(({ may }) => isAllowed(may, me)).map(({ name, words }) => (
          <li key={name}>
            <Link to={`/reports/${name}`} className={classes.line}>
              <span className={classes.name}>{inLanguage(words.name)}</span>
              <span className={classes.lead}>{inLanguage(words.lead)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
