/** The buttons of the navigation rail that open a menu. */
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconDots, IconUser } from '../components/icons.ts'
import { type Owner, useUnsent } from '../data/floor/unsent.ts'
import { useMe } from '../data/session.ts'
import type { Section } from '../sections/table.ts'
import { useWords } from '../words/words.ts'
import classes from './shell.module.css'

type ButtonProps = UnstyledButtonProps & ComponentPropsWithRef<'button'>

export interface UserMenuProps {
  readonly onKeys: () => void
}

export interface MoreMenuProps extends UserMenuProps {
  readonly sections: readonly Section[]
  readonly onPalette: () => void
}

/** Returns the ids of the signed-in user and the current company, to whom floor operations belong. */
export function useOwner(): Owner {
  const { user, company } = useMe()
  return { userId: user.id, companyId: company?.id ?? '' }
}

/** A mark, shown on every page, that this browser has floor operations that were not sent. */
function UnsentMark() {
  const say = useWords('core')
  const { mine: count } = useUnsent(useOwner())
  if (count === 0) return null
  return (
    <span className={classes.unsent} role="img" aria-label={say('unsent', { count })} title={say('unsent', { count })}>
      {count}
    </span>
  )
}

export function UserButton(props: ButtonProps) {
  const say = useWords('core')
  const { user } = useMe()
  const { mine: unsent } = useUnsent(useOwner())
  return (
    <UnstyledButton
      aria-haspopup="menu"
      {...props}
      className={classes.user}
      aria-label={`${say('userMenu')}: ${user.name}${unsent > 0 ? `, ${say('unsent', { count: unsent })}` : ''}`}
    >
      <IconUser size={20} aria-hidden />
      <span className={classes.label}>{user.name}</span>
      <UnsentMark />
    </UnstyledButton>
  )
}

export function MoreButton(props: ButtonProps) {
  const say = useWords('core')
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className={classes.more}>
      <IconDots size={20} aria-hidden />
      <span className={classes.label}>{say('more')}</span>
      <UnsentMark />
    </UnstyledButton>
  )
}
