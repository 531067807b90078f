/**
 * The pages of the settings, in the order of their links. The pages for the kinds of records from `web/records/` come
 * after the first page.
 */
import type { May } from '../../data/session.ts'

export interface SettingsPage {
  /** The page's address below `/settings/`. The key of the page's title is `page-` followed by this name. */
  readonly name: string
  readonly may: May
}

export const SETTINGS_PAGES = [
  { name: 'company', may: 'everyone' },
  { name: 'team', may: 'owner' },
  { name: 'tokens', may: 'owner' },
  { name: 'import', may: 'owner' },
  { name: 'audit', may: 'everyone' },
  { name: 'self-check', may: 'who sees costs' },
  { name: 'account', may: 'everyone' },
] as const satisfies readonly SettingsPage[]
