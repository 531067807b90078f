/** The button that downloads what is on screen. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconDownload } from '../../components/icons.ts'
import { useWords } from '../../words/words.ts'

export function DownloadButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const core = useWords('core')
  return (
    <Button
      size="sm"
      variant="default"
      px={8}
      aria-haspopup="menu"
      aria-label={core('download')}
      title={core('download')}
      {...props}
    >
      <IconDownload size={16} aria-hidden />
    </Button>
  )
}
