/** A link from a record to another one. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface ToProps {
  readonly path: string
  /** Not known while it is read. */
  readonly label: string | null | undefined
  /** Among other words, from which its colour alone would not tell it apart. */
  readonly isInText?: boolean
}

export const To = ({ path, label, isInText }: ToProps) => (
  <Anchor component={Link} to={path} inherit underline={isInText ? 'always' : 'hover'}>
    {label ?? '…'}
  </Anchor>
)
