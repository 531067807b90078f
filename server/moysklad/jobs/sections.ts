/** What the lists of the source are called in reports: names that `fieldWords` knows. */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'

const SETTINGS: Readonly<Record<string, string>> = {
  currency: 'currencies',
  uom: 'units',
  country: 'countries',
  pricetype: 'price_type',
  rights: 'employee',
}

/** The section that a list of a checkpoint is; options of a field are told of that field. */
export function sectionOf(list: string): string {
  if (Object.hasOwn(SETTINGS, list)) return SETTINGS[list]!
  if (list.startsWith('attributes:')) return `${list.slice('attributes:'.length)}_fields`
  if (list.startsWith('customentity:')) return 'customentity'
  const found = Object.entries(SOURCE_ENTITIES).find(([, { entity }]) => entity === list)
  return found?.[0] ?? list
}
