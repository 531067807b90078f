/** A remark about recognized data: an icon with text, so that colour is never the only signal. */
import type { ReactNode } from 'react'
import { IconAlert, IconCheck } from '../../components/icons.ts'
import classes from './files.module.css'

interface MarkProps {
  readonly tone: 'good' | 'look' | 'bad'
  readonly children: ReactNode
}

export function Mark({ tone, children }: MarkProps) {
  const Icon = tone === 'good' ? IconCheck : IconAlert
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={15} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
