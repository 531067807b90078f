/** A link to the page of another record. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface ToProps {
  readonly path: string
  /** The text of the link. While it is undefined or null, for example while it is loading, the link shows “…”. */
  readonly label: string | null | undefined
  /** Whether the link is inside running text, where colour alone would not show that it is a link. */
  readonly isInText?: boolean
}

export const To = ({ path, label, isInText }: ToProps) => (
  <Anchor component={Link} to={path} inherit underline={isInText ? 'always' : 'hover'}>
    {label ?? '…'}
  </Anchor>
)
