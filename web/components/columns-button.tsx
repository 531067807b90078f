/** The button that opens the menu for choosing columns. */
import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { IconColumns } from './icons.ts'

interface ColumnsButtonProps {
  readonly label: string
}

export function ColumnsButton({ label, ...props }: ColumnsButtonProps & ButtonProps & ComponentPropsWithRef<'button'>) {
  return (
    <Button variant="default" size="sm" leftSection={<IconColumns size={16} aria-hidden />} {...props}>
      {label}
    </Button>
  )
}

/** The button for choosing columns, shown as an icon without text. */
export function ColumnsSign({
  label,
  ...props
}: ColumnsButtonProps & ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      {...props}
    >
      <IconColumns size={16} aria-hidden />
    </ActionIcon>
  )
}
