/** The sections, the search and the user: at the left on a desk, at the bottom of a telephone. */
import { Kbd, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCheck, IconDots, IconKeyboard, IconSearch, IconUser } from '../../components/icons.ts'
import { signOut, useMe } from '../../data/session.ts'
import { LANGUAGES, speak, useLanguage, useWords } from '../../words/words.ts'
import type { Section } from '../table.ts'
import classes from './shell.module.css'

interface RailProps {
  readonly sections: readonly Section[]
  readonly onPalette: () => void
  readonly onKeys: () => void
}

/** As many as a thumb can tell apart; the rest is behind "more". */
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
        {rest.length > 0 && (
          <Menu position="top">
            <Menu.Target>
              <UnstyledButton className={classes.more}>
                <IconDots size={20} aria-hidden />
                <span className={classes.label}>{say('more')}</span>
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {rest.map(({ path, word }) => (
                <Menu.Item key={path} component={Link} to={path}>
                  {say(word)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </nav>
      <UserMenu onKeys={onKeys} />
    </section>
  )
}

function SectionLink({ section, isMore }: { readonly section: Section; readonly isMore: boolean }) {
  const say = useWords('core')
  const { path, word, icon: Icon, letter } = section
  return (
    <Link to={path} className={classes.section} data-more={isMore || undefined} title={`${say(word)} (g ${letter})`}>
      <Icon size={20} aria-hidden />
      <span className={classes.label}>{say(word)}</span>
    </Link>
  )
}

const THEMES = ['auto', 'light', 'dark'] as const

/** Who is signed in, for which company; language and theme. */
function UserMenu({ onKeys }: { readonly onKeys: () => void }) {
  const say = useWords('core')
  const me = useMe()
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const mark = (isChosen: boolean) =>
    isChosen ? <IconCheck size={14} aria-hidden /> : <span className={classes.noMark} />
  return (
    <Menu position="right-end" width={240} transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`${say('userMenu')}: ${me.user.name}`}>
          <IconUser size={20} aria-hidden />
          <span className={classes.label}>{me.user.name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.user.email}
          <br />
          {me.company?.name} · {say(`role-${me.role}`)}
        </Menu.Label>
        {me.companies.length > 1 && (
          <Menu.Item component={Link} to="/companies">
            {say('chooseCompany')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{say('language')}</Menu.Label>
        {LANGUAGES.map((one) => (
          <Menu.Item key={one} lang={one} leftSection={mark(one === language)} onClick={() => void speak(one)}>
            {say(`language-${one}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{say('theme')}</Menu.Label>
        {THEMES.map((one) => (
          <Menu.Item key={one} leftSection={mark(one === colorScheme)} onClick={() => setColorScheme(one)}>
            {say(`theme-${one}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={14} aria-hidden />} onClick={onKeys}>
          {say('keys')}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{say('signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
