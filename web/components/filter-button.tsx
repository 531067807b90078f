/** The button that opens the filters when a list is narrow. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { IconFilter } from './icons.ts'

export interface FilterPopoverProps {
  /** The text on the button that opens the filters. */
  readonly label: string
  /** The accessible name of the popover with the filters. */
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
