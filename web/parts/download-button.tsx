/** The button that opens the menu for downloading the list or report on screen. */
import type { ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconDownload } from '../components/icons.ts'
import { useWords } from '../words/words.ts'
import { MenuButton } from './menu-button.tsx'

export function DownloadButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const core = useWords('core')
  return (
    <MenuButton label={core('download')} {...props}>
      <IconDownload size={16} aria-hidden />
    </MenuButton>
  )
}
