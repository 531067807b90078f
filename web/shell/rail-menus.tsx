/** The menus of the navigation rail. The first screen does not need them, so their code is loaded later. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCheck, IconKeyboard, IconSearch } from '../components/icons.ts'
import { useUnsent } from '../data/floor/unsent.ts'
import { useMe } from '../data/session.ts'
import { useSignOut } from '../parts/sign-out.tsx'
import { OTHER_PAGES } from '../sections/table.ts'
import { LANGUAGES, speak, useLanguage, useWords } from '../words/words.ts'
import { MoreButton, type MoreMenuProps, UserButton, type UserMenuProps, useOwner } from './rail-buttons.tsx'
import classes from './shell.module.css'

interface Opened {
  readonly isOpenedAtFirst: boolean
}

/** The menu "more" on a phone, with the sections that do not fit, the search and the user menu. */
export function MoreMenu({ sections, onPalette, onKeys, isOpenedAtFirst }: MoreMenuProps & Opened) {
  const say = useWords('core')
  const { begin, question } = useSignOut(useOwner())
  return (
    <>
      <Menu position="top-end" width={260} defaultOpened={isOpenedAtFirst}>
        <Menu.Target>
          <MoreButton />
        </Menu.Target>
        <Menu.Dropdown className={classes.tall}>
          {sections.map(({ path, word, icon: Icon }) => (
            <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={18} aria-hidden />}>
              {say(word)}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconSearch size={18} aria-hidden />} onClick={onPalette}>
            {say('searchEverything')}
          </Menu.Item>
          <Menu.Divider />
          <UserItems onKeys={onKeys} onSignOut={begin} />
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  )
}

const THEMES = ['auto', 'light', 'dark'] as const

/** The user menu: the signed-in user, the company, language and theme. */
export function UserMenu({ onKeys, isOpenedAtFirst }: UserMenuProps & Opened) {
  const { begin, question } = useSignOut(useOwner())
  return (
    <>
      <Menu position="right-end" width={240} transitionProps={{ duration: 100 }} defaultOpened={isOpenedAtFirst}>
        <Menu.Target>
          <UserButton />
        </Menu.Target>
        <Menu.Dropdown>
          <UserItems onKeys={onKeys} onSignOut={begin} />
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  )
}

function UserItems({ onKeys, onSignOut }: UserMenuProps & { readonly onSignOut: () => void }) {
  const say = useWords('core')
  const me = useMe()
  const { mine: unsent } = useUnsent(useOwner())
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const mark = (isChosen: boolean) =>
    isChosen ? <IconCheck size={14} aria-hidden /> : <span className={classes.noMark} />
  return (
    <>
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
      {OTHER_PAGES.filter(({ isInMenu }) => isInMenu).map(({ path, word }) => (
        <Menu.Item key={path} component={Link} to={path}>
          {say(word)}
          {path === '/floor' && unsent > 0 && ` · ${say('unsent', { count: unsent })}`}
        </Menu.Item>
      ))}
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
      <Menu.Item onClick={onSignOut}>{say('signOut')}</Menu.Item>
    </>
  )
}
