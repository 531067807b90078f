/** The button behind which the saved views are. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconBookmark } from '../../components/icons.ts'
import { useWords } from '../../words/words.ts'

export function ViewsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  const core = useWords('core')
  return (
    <Button
      size="sm"
      variant="default"
      px={8}
      aria-haspopup="menu"
      aria-label={core('views')}
      title={core('views')}
      {...props}
    >
      <IconBookmark size={16} aria-hidden />
    </Button>
  )
}
