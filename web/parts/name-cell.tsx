/** Marks of a record, by words and not by colour alone. */
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
  /** Before the name. */
  readonly picture?: ReactNode
  /** Further marks, such as its kind. */
  readonly children?: ReactNode
}

/** The name in a row of a table: it gives way, and its marks do not. */
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
