/**
 * The navigation rail with the sections, the search and the user menu. It is on the left on a desktop and at the bottom
 * on a phone, where the search and the user menu are inside the menu "more".
 */
import { Kbd, UnstyledButton } from '@mantine/core'
import { Link, useMatches } from '@tanstack/react-router'
import { afterFirstScreen } from '../components/after-first-screen.tsx'
import { IconSearch } from '../components/icons.ts'
import { useMe } from '../data/session.ts'
import type { Section } from '../sections/table.ts'
import { useWords } from '../words/words.ts'
import { MoreButton, type MoreMenuProps, UserButton, type UserMenuProps } from './rail-buttons.tsx'
import classes from './shell.module.css'

interface RailProps {
  readonly sections: readonly Section[]
  readonly onPalette: () => void
  readonly onKeys: () => void
}

/**
 * How many sections the rail shows on a phone, so that each is large enough to tap. The others are in the menu "more".
 */
const MAX_ON_PHONE = 4

export function Rail({ sections, onPalette, onKeys }: RailProps) {
  const say = useWords('core')
  const { company } = useMe()
  const rest = sections.slice(MAX_ON_PHONE)
  return (
    <section className={classes.rail} aria-label={say('appName')}>
      <div className={classes.company} title={company?.name}>
        {company?.name}
      </div>
      <UnstyledButton className={classes.search} onClick={onPalette} title={say('searchEverything')}>
        <IconSearch size={18} aria-hidden />
        <span className={classes.label}>{say('search')}</span>
        <Kbd size="xs" className={classes.kbd}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <nav className={classes.sections} aria-label={say('sections')}>
        {sections.map((section, index) => (
          <SectionLink key={section.path} section={section} isMore={index >= MAX_ON_PHONE} />
        ))}
        <MoreMenu sections={rest} onPalette={onPalette} onKeys={onKeys} />
      </nav>
      <UserMenu onKeys={onKeys} />
    </section>
  )
}

function SectionLink({ section, isMore }: { readonly section: Section; readonly isMore: boolean }) {
  const say = useWords('core')
  const { path, word, icon: Icon, letter, within } = section
  const isWithin = useMatches({ select: (all) => all.some(({ routeId }) => routeId === within) })
  const here = isWithin ? ({ 'aria-current': 'page', 'data-status': 'active' } as const) : {}
  return (
    <Link
      to={path}
      {...here}
      className={classes.section}
      data-more={isMore || undefined}
      title={`${say(word)} (g ${letter})`}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.label}>{say(word)}</span>
    </Link>
  )
}

const UserMenu = afterFirstScreen<UserMenuProps>({
  load: async () => (await import('./rail-menus.tsx')).UserMenu,
  standIn: (_props, press) => <UserButton onClick={press} />,
})

const MoreMenu = afterFirstScreen<MoreMenuProps>({
  load: async () => (await import('./rail-menus.tsx')).MoreMenu,
  standIn: (_props, press) => <MoreButton onClick={press} />,
})
