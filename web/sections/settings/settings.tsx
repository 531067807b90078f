/** The settings: their pages at the left, the chosen one beside. */
import { NativeSelect, Text } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAllowed, useMe } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { SETTINGS_PAGES } from './pages.ts'
import classes from './settings.module.css'

export function Settings() {
  const say = useWords('settings')
  const me = useMe()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const pages = SETTINGS_PAGES.filter(({ may }) => isAllowed(may, me))
  const chosen = pathname.split('/')[2] ?? ''
  return (
    <div className={classes.settings}>
      <nav className={classes.pages} aria-label={say('page')}>
        {pages.map(({ name }) => (
          <Link key={name} to={`/settings/${name}`} className={classes.page}>
            {say(`page-${name}`)}
          </Link>
        ))}
      </nav>
      <div className={classes.choice}>
        <NativeSelect
          aria-label={say('page')}
          value={chosen}
          data={pages.map(({ name }) => ({ value: name, label: say(`page-${name}`) }))}
          onChange={(event) => void navigate({ to: `/settings/${event.currentTarget.value}` })}
        />
      </div>
      <div className={classes.place}>
        <Outlet />
      </div>
    </div>
  )
}

/** A page that is no list: it scrolls by itself. */
export function Sheet({ title, action, children }: SheetProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.sheet} aria-label={title} tabIndex={0}>
      <div className={classes.column}>
        <div className={classes.row} style={{ border: 0, paddingTop: 0 }}>
          <Text component="h1" fw={600} fz={18} className={classes.rowText}>
            {title}
          </Text>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}

interface SheetProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}
