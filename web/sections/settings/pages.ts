/** The pages of the settings, in their order. */
import type { May } from '../../data/session.ts'

export interface SettingsPage {
  /** Behind `/settings/`; its name in the texts is `page-…`. */
  readonly name: string
  readonly may: May
}

export const SETTINGS_PAGES = [
  { name: 'company', may: 'everyone' },
  { name: 'warehouses', may: 'everyone' },
  { name: 'price-types', may: 'everyone' },
  { name: 'filters', may: 'everyone' },
  { name: 'custom-fields', may: 'everyone' },
  { name: 'team', may: 'owner' },
  { name: 'tokens', may: 'owner' },
  { name: 'import', may: 'owner' },
  { name: 'audit', may: 'everyone' },
  { name: 'self-check', may: 'who sees costs' },
  { name: 'account', may: 'everyone' },
] as const satisfies readonly SettingsPage[]
