/** Decides which users may open which page. Other users see a message in place of the page. */
import { isAllowed, type May, type Me } from '../data/session.ts'

interface PageFor {
  readonly may: May
  /** Who may use the forms of the page. This is checked when the page address opens a form. */
  readonly mayChange?: May
}

const MANAGED: PageFor = { may: 'managers' }
const STORED: PageFor = { may: 'storekeepers' }
const RETURNED: PageFor = { may: 'everyone', mayChange: 'managers' }
const COSTLY: PageFor = { may: 'who sees costs', mayChange: 'managers' }

/**
 * The pages that only some users may open, by route path. A page without an entry is open to everybody or checks the
 * user's rights itself.
 */
const PAGES: Readonly<Record<string, PageFor>> = {
  '/products/new': MANAGED,
  '/products/$id/edit': MANAGED,
  '/orders/new': MANAGED,
  '/orders/$id/edit': MANAGED,
  '/orders/returns/{-$id}/{-$mode}': RETURNED,
  '/stock/receive': STORED,
  '/stock/write-off': STORED,
  '/stock/transfer': STORED,
  '/stock/receive/lines': STORED,
  '/stock/write-off/lines': STORED,
  '/stock/transfer/lines': STORED,
  '/tables/{-$id}': STORED,
  '/purchasing/purchases/{-$id}': COSTLY,
  '/purchasing/orders/{-$id}/{-$mode}': COSTLY,
  '/purchasing/documents/{-$id}/{-$mode}': COSTLY,
  '/purchasing/payments/{-$id}/{-$mode}': COSTLY,
}

interface Match {
  readonly fullPath: string
  readonly params: { readonly id?: string; readonly mode?: string }
}

/** Returns whether a user may open the page of a route. */
export function isPageFor({ fullPath, params: { id, mode } }: Match, me: Me): boolean {
  const page = PAGES[fullPath]
  if (page === undefined) return true
  const isForm = id === 'new' || mode === 'edit'
  return isAllowed(page.may, me) && (page.mayChange === undefined || !isForm || isAllowed(page.mayChange, me))
}
