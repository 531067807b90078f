/** The reports, with what each tells. */
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isAllowed, useMe } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import classes from './reports.module.css'
import { REPORTS } from './specs.ts'

export function Reports() {
  const say = useWords('reports')
  const me = useMe()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.index} aria-label={say('title')} tabIndex={0}>
      <Text component="h1" fw={600} fz={18}>
        {say('title')}
      </Text>
      <ul className={classes.list}>
        {REPORTS.filter(({ may }) => isAllowed(may, me)).map(({ name }) => (
          <li key={name}>
            <Link to={`/reports/${name}`} className={classes.line}>
              <span className={classes.name}>{say(`name-${name}`)}</span>
              <span className={classes.lead}>{say(`lead-${name}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
