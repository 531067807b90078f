/** The button that opens the menu of a list's saved views. */
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconBookmark } from '../components/icons.ts'
import { useWords } from '../words/words.ts'
import { MenuButton } from './menu-button.tsx'

export function ViewsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const core = useWords('core')
  return (
    <MenuButton label={core('views')} {...props}>
      <IconBookmark size={16} aria-hidden />
    </MenuButton>
  )
}
