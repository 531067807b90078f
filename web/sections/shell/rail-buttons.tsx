/** The buttons of the rail that have a menu. */
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconDots, IconUser } from '../../components/icons.ts'
import { useMe } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import type { Section } from '../table.ts'
import classes from './shell.module.css'

type ButtonProps = UnstyledButtonProps & ComponentPropsWithRef<'button'>

export interface UserMenuProps {
  readonly onKeys: () => void
}

export interface MoreMenuProps extends UserMenuProps {
  readonly sections: readonly Section[]
  readonly onPalette: () => void
}

export function UserButton(props: ButtonProps) {
  const say = useWords('core')
  const { user } = useMe()
  return (
    <UnstyledButton
      aria-haspopup="menu"
      {...props}
      className={classes.user}
      aria-label={`${say('userMenu')}: ${user.name}`}
    >
      <IconUser size={20} aria-hidden />
      <span className={classes.label}>{user.name}</span>
    </UnstyledButton>
  )
}

export function MoreButton(props: ButtonProps) {
  const say = useWords('core')
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className={classes.more}>
      <IconDots size={20} aria-hidden />
      <span className={classes.label}>{say('more')}</span>
    </UnstyledButton>
  )
}
