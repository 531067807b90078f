/** A record's name with badges such as "archived", so that a state is shown in words and not by colour alone. */
import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import classes from './parts.module.css'

export function ArchivedBadge() {
  const core = useWords('core')
  return (
    <Badge size="sm" variant="light" color="yellow" tt="none">
      {core('archived')}
    </Badge>
  )
}

interface NameCellProps {
  readonly name: ReactNode
  readonly archived: boolean
  /** A picture to show before the name of the record. */
  readonly picture?: ReactNode
  /** Further badges to show after the name, such as the record's kind. */
  readonly children?: ReactNode
}

/** The name of a record in a table row. When space is tight, the name is shortened, but its badges are not. */
export function NameCell({ name, archived, picture, children }: NameCellProps) {
  return (
    <span className={classes.name}>
      {picture}
      <span className={classes.named}>
        <span className={classes.nameText}>{name}</span>
        {children}
        {archived && <ArchivedBadge />}
      </span>
    </span>
  )
}
