/** The sections under which reports show MoySklad's lists. `fieldWords` translates their names. */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'

const SETTINGS: Readonly<Record<string, string>> = {
  currency: 'currencies',
  uom: 'units',
  country: 'countries',
  pricetype: 'price_type',
  rights: 'employee',
}

/**
 * Returns the report section of a list in the checkpoint. Problems with a field's options are reported under the field.
 */
export function sectionOf(list: string): string {
  if (Object.hasOwn(SETTINGS, list)) return SETTINGS[list]!
  if (list.startsWith('attributes:')) return `${list.slice('attributes:'.length)}_fields`
  if (list.startsWith('customentity:')) return 'customentity'
  const found = Object.entries(SOURCE_ENTITIES).find(([, { entity }]) => entity === list)
  return found?.[0] ?? list
}
