/** The first cell of a row whose record has a page: all hear that it leads on, and the browser may open it elsewhere. */
import type { MouseEvent, ReactNode } from 'react'
import classes from './data-table.module.css'

export const RowLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <a href={href} tabIndex={-1} className={classes.link} onClick={stayHere}>
    {children}
  </a>
)

/** A plain click is that of the row; with a key the browser opens the address, and the row stays as it is. */
function stayHere(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation()
  else event.preventDefault()
}
