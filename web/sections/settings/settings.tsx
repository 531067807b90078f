/** The settings section: a list of pages on the left, and the chosen page beside it. */
import { NativeSelect, Text } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../data/session.ts'
import { NotForRole } from '../../parts/dead-ends.tsx'
import type { Place } from '../../parts/places.tsx'
import { useWords } from '../../words/words.ts'
import { useRecordPlaces } from '../records/record-places.tsx'
import { SETTINGS_PAGES } from './pages.ts'
import classes from './settings.module.css'

function usePages(): Place[] {
  const say = useWords('settings')
  const may = useMay()
  const [company, ...others] = SETTINGS_PAGES.filter((page) => may(page.may)).map(({ name }) => ({
    path: `/settings/${name}`,
    label: say(`page-${name}`),
  }))
  return [company!, ...useRecordPlaces('settings'), ...others]
}

export function Settings() {
  const say = useWords('settings')
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const pages = usePages()
  const may = useMay()
  const chosen = pathname.split('/').slice(0, 3).join('/')
  const page = SETTINGS_PAGES.find(({ name }) => chosen === `/settings/${name}`)
  return (
    <div className={classes.settings}>
      <nav className={classes.pages} aria-label={say('page')}>
        {pages.map(({ path, label }) => (
          <Link key={path} to={path} className={classes.page}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.choice}>
        <NativeSelect
          aria-label={say('page')}
          value={chosen}
          data={pages.map(({ path, label }) => ({ value: path, label }))}
          onChange={(event) => void navigate({ to: event.currentTarget.value })}
        />
      </div>
      <div className={classes.place}>{page === undefined || may(page.may) ? <Outlet /> : <NotForRole />}</div>
    </div>
  )
}

/** The layout of a settings page that is not a list. Such a page scrolls independently of the list of pages. */
export function Sheet({ title, action, children }: SheetProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.sheet} aria-label={title} tabIndex={0}>
      <div className={classes.column}>
        <div className={`${classes.row} ${classes.head}`}>
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
