/** The names of the source's lists in reports; `fieldWords` translates them. */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'

const SETTINGS: Readonly<Record<string, string>> = {
  currency: 'currencies',
  uom: 'units',
  country: 'countries',
  pricetype: 'price_type',
  rights: 'employee',
}

/** The report section of a checkpoint's list. A problem with a field's options is reported at the field. */
export function sectionOf(list: string): string {
  if (Object.hasOwn(SETTINGS, list)) return SETTINGS[list]!
  if (list.startsWith('attributes:')) return `${list.slice('attributes:'.length)}_fields`
  if (list.startsWith('customentity:')) return 'customentity'
  const found = Object.entries(SOURCE_ENTITIES).find(([, { entity }]) => entity === list)
  return found?.[0] ?? list
}
