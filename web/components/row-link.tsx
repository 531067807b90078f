/**
 * The first cell of a row whose record has a page. It is a link, so that screen readers announce it and the browser can
 * open it in a new tab.
 */
import type { MouseEvent, ReactNode } from 'react'
import classes from './data-table.module.css'

export const RowLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <a href={href} tabIndex={-1} className={classes.link} onClick={stayHere}>
    {children}
  </a>
)

/**
 * Handles a click on the link. Without a modifier key the click is left to the row; with one, the browser opens the
 * address and the row must not react.
 */
function stayHere(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation()
  else event.preventDefault()
}
