/** A small button that opens a menu, such as that of saved views. What is drawn on it says what for; its name is for who does not see it. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type MenuButtonProps = ButtonProps & ComponentPropsWithRef<'button'> & { readonly label: string }

export function MenuButton({ label, ...props }: MenuButtonProps) {
  return <Button size="sm" variant="default" px={8} aria-haspopup="menu" aria-label={label} title={label} {...props} />
}
