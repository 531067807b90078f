/** The button behind which the filters of a narrow list are. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { IconFilter } from './icons.ts'

export interface FilterPopoverProps {
  /** On the button. */
  readonly label: string
  /** Of what opens. */
  readonly name: string
  readonly filters: ReactNode
}

export function FilterButton({
  label,
  ...props
}: { readonly label: string } & ButtonProps & ComponentPropsWithRef<'button'>) {
  return (
    <Button variant="default" size="sm" leftSection={<IconFilter size={16} aria-hidden />} {...props}>
      {label}
    </Button>
  )
}
