/** Whom pages are for; the others say so in their place. */
import { isAllowed, type May, type Me } from '../data/session.ts'

interface PageFor {
  readonly may: May
  /** Whom its forms are for, where the address says that one is open. */
  readonly mayChange?: May
}

const MANAGED: PageFor = { may: 'managers' }
const STORED: PageFor = { may: 'storekeepers' }
const COSTLY: PageFor = { may: 'who sees costs', mayChange: 'managers' }

/** By the path of their route; without a line here a page is for everybody, or looks itself. */
const PAGES: Readonly<Record<string, PageFor>> = {
  '/products/new': MANAGED,
  '/products/$id/edit': MANAGED,
  '/orders/new': MANAGED,
  '/orders/$id/edit': MANAGED,
  '/stock/receive': STORED,
  '/stock/write-off': STORED,
  '/stock/transfer': STORED,
  '/stock/receive/lines': STORED,
  '/stock/write-off/lines': STORED,
  '/stock/transfer/lines': STORED,
  '/tables/{-$id}': STORED,
  '/purchasing/purchases/{-$id}': COSTLY,
  '/purchasing/documents/{-$id}/{-$mode}': COSTLY,
  '/purchasing/payments/{-$id}/{-$mode}': COSTLY,
}

interface Match {
  readonly fullPath: string
  readonly params: { readonly id?: string; readonly mode?: string }
}

/** Whether the page of a route is for somebody. */
export function isPageFor({ fullPath, params: { id, mode } }: Match, me: Me): boolean {
  const page = PAGES[fullPath]
  if (page === undefined) return true
  const isForm = id === 'new' || mode === 'edit'
  return isAllowed(page.may, me) && (page.mayChange === undefined || !isForm || isAllowed(page.mayChange, me))
}
