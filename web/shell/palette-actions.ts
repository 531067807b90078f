/** The actions and pages that the command palette (Ctrl K) offers besides search results. */
import type { May } from '../data/session.ts'
import type { Word } from '../words/words.ts'

type Named<W> = W extends `do-${infer Name}` ? Name : never

interface Action {
  /**
   * The name of the action. Its texts in the part `palette` have the keys `do-` and `also-`, each followed by this
   * name.
   */
  readonly name: Named<Word<'palette'>>
  /** The page address that the action opens; null for signing out. */
  readonly path: string | null
  readonly may: May
}

/**
 * The actions: forms and pages on which the user can start a task. Who may open a page is also listed in
 * parts/page-for.ts.
 */
export const ACTIONS: readonly Action[] = [
  { name: 'order', path: '/orders/new', may: 'managers' },
  { name: 'return', path: '/orders/returns/new', may: 'managers' },
  { name: 'product', path: '/products/new', may: 'managers' },
  { name: 'grid', path: '/products/grid', may: 'managers' },
  { name: 'partner', path: '/partners/new', may: 'managers' },
  { name: 'receive', path: '/stock/receive', may: 'storekeepers' },
  { name: 'receive-lines', path: '/stock/receive/lines', may: 'storekeepers' },
  { name: 'write-off', path: '/stock/write-off', may: 'storekeepers' },
  { name: 'write-off-lines', path: '/stock/write-off/lines', may: 'storekeepers' },
  { name: 'transfer', path: '/stock/transfer', may: 'storekeepers' },
  { name: 'transfer-lines', path: '/stock/transfer/lines', may: 'storekeepers' },
  { name: 'purchase', path: '/purchasing/purchases/new', may: 'managers' },
  { name: 'document', path: '/purchasing/documents/new', may: 'managers' },
  { name: 'payment', path: '/purchasing/payments/new', may: 'managers' },
  { name: 'files', path: '/purchasing/files', may: 'storekeepers' },
  { name: 'tables', path: '/tables', may: 'storekeepers' },
  { name: 'invite', path: '/settings/team', may: 'owner' },
  { name: 'token', path: '/settings/tokens', may: 'owner' },
  { name: 'password', path: '/settings/account', may: 'everyone' },
  { name: 'sign-out', path: null, may: 'everyone' },
]
