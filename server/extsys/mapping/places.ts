/** Own organizations, warehouses and price types. */

import { keepAttributes } from './attributes.ts'
import type { Dictionaries } from './dictionaries.ts'
import { draftOf, keepLeft, type LeftCodes, type Plan, planOf } from './plan.ts'
import {
  bankAccountsOf,
  joinedAddress,
  partsOf,
  REQUISITE_CODES,
  REQUISITE_FIELDS,
  requisitesOf,
} from './requisites.ts'
import { isBlank, type SourceRow, textOf } from './source-values.ts'
import { fitName, fitText } from './texts.ts'

const UNNAMED = 'Без названия'
const SHORT_LENGTH = 3

const OF_ORGANIZATION: ReadonlySet<string> = new Set([...REQUISITE_FIELDS, 'name', 'attributes'])

/** A row of /entity/organization, with accounts expanded. */
export function planOrganization(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('organization', row, dictionaries.names)
  const name = fitName(draft, row.name, [textOf(row.legalTitle), UNNAMED])
  const body = { name, ...requisitesOf(draft, dictionaries), bankAccounts: bankAccountsOf(draft, dictionaries) }
  keepAttributes(draft)
  keepLeft(draft, OF_ORGANIZATION, REQUISITE_CODES)
  return planOf(draft, name, body)
}

const OF_WAREHOUSE: ReadonlySet<string> = new Set(['name', 'code', 'address', 'attributes'])
const LEFT_OF_WAREHOUSE: LeftCodes = {
  parent: 'hierarchy_lost',
  pathName: 'hierarchy_lost',
  zones: 'warehouse_cells',
  slots: 'warehouse_cells',
}

/** A row of /entity/store. */
export function planWarehouse(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('warehouse', row, dictionaries.names)
  const name = fitName(draft, row.name, [textOf(row.code), UNNAMED])
  // Initials of a name that could not be read are nobody's.
  if (isBlank(row.code) && draft.unread.has('name')) draft.unread.add('short')
  const body = {
    name,
    short: fitText(draft, 'short', { value: isBlank(row.code) ? initialsOf(name) : row.code }),
    city: fitText(draft, 'city', { value: partsOf(draft, 'city', row.addressFull).city }),
    address: fitText(draft, 'address', {
      value: isBlank(row.address)
        ? joinedAddress(draft, 'address', { full: row.addressFull, countries: dictionaries.countries })
        : row.address,
    }),
  }
  keepAttributes(draft)
  keepLeft(draft, OF_WAREHOUSE, LEFT_OF_WAREHOUSE)
  return planOf(draft, name, body)
}

/** The first letters of the words of a name, or of its only word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.length === 1 ? [...words[0]!].slice(0, SHORT_LENGTH) : words.map((word) => [...word][0]!)
  return letters.join('').toUpperCase()
}

/** A row of /context/companysettings/pricetype. */
export function planPriceType(row: SourceRow, { names }: Dictionaries): Plan {
  const draft = draftOf('price_type', row, names)
  const name = fitName(draft, row.name, [UNNAMED])
  keepLeft(draft, new Set(['name']), {})
  return planOf(draft, name, { name })
}
