/** The button that downloads a list. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconDownload } from '../../components/icons.ts'
import type { Kind, ListQuery } from '../../data/kinds.ts'
import { useWords } from '../../words/words.ts'

/** A list of the API, as it is narrowed and sorted. */
export interface Exported {
  readonly kind: Kind
  readonly query: ListQuery
}

export function ExportButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
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
