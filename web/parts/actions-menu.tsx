/** The menu that contains the less common actions of a panel. */
import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDots } from '../components/icons.ts'
import { useWords } from '../words/words.ts'

export function ActionsMenu({ children }: { readonly children: ReactNode }) {
  const core = useWords('core')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-md" variant="default" px={6} aria-label={core('actions')}>
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
