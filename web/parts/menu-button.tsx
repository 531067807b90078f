/**
 * A small button that opens a menu, such as the menu of saved views. The button shows only an icon, so `label` gives it
 * an accessible name.
 */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type MenuButtonProps = ButtonProps & ComponentPropsWithRef<'button'> & { readonly label: string }

export function MenuButton({ label, ...props }: MenuButtonProps) {
  return <Button size="sm" variant="default" px={8} aria-haspopup="menu" aria-label={label} title={label} {...props} />
}
