/** Maps the company's own organizations, its warehouses and its price types. */
import { keepAttributes } from './attributes.ts'
import type { Dictionaries } from './dictionaries.ts'
import { type Draft, keepLeft, type LeftCodes, type Plan, planOf } from './plan.ts'
import { carriedBy, readSourceRow } from './read-row.ts'
import { bankAccountsOf, joinedAddress, REQUISITE_CODES, requisitesOf } from './requisites.ts'
import { ORGANIZATION_SHAPE, PRICE_TYPE_SHAPE, WAREHOUSE_SHAPE } from './shapes.ts'
import { isEmptyValue, sourceText } from './source-values.ts'
import { fitName, fitText } from './texts.ts'

const UNNAMED = 'Без названия'
const SHORT_LENGTH = 3

/** Plans a row of /entity/organization that was read with accounts expanded. */
export function planOrganization(draft: Draft, dictionaries: Dictionaries): Plan {
  const row = readSourceRow(draft, ORGANIZATION_SHAPE)
  const name = fitName(draft, row.name, [sourceText(row.legalTitle), UNNAMED])
  const bankAccounts = bankAccountsOf(draft, row, dictionaries)
  const body = { name, ...requisitesOf(draft, row, dictionaries), bankAccounts }
  keepAttributes(draft, row.attributes)
  keepLeft(draft, carriedBy(ORGANIZATION_SHAPE), REQUISITE_CODES)
  return planOf(draft, name, body)
}

const LEFT_OF_WAREHOUSE: LeftCodes = {
  parent: 'hierarchy_lost',
  pathName: 'hierarchy_lost',
  zones: 'warehouse_cells',
  slots: 'warehouse_cells',
}

/** Plans a row of /entity/store. */
export function planWarehouse(draft: Draft, { countries }: Dictionaries): Plan {
  const row = readSourceRow(draft, WAREHOUSE_SHAPE)
  const name = fitName(draft, row.name, [sourceText(row.code), UNNAMED])
  // The short name consists of the name's initials, so it counts as unread if the name could not be read.
  if (isEmptyValue(row.code) && draft.unread.has('name')) draft.unread.add('short')
  const body = {
    name,
    short: fitText(draft, 'short', { value: isEmptyValue(row.code) ? initialsOf(name) : row.code }),
    city: fitText(draft, 'city', { value: row.addressFull?.city }),
    address: fitText(draft, 'address', {
      value: isEmptyValue(row.address)
        ? joinedAddress(draft, 'address', { full: row.addressFull, countries })
        : row.address,
    }),
  }
  keepAttributes(draft, row.attributes)
  keepLeft(draft, carriedBy(WAREHOUSE_SHAPE), LEFT_OF_WAREHOUSE)
  return planOf(draft, name, body)
}

/** Returns the initials of a name with several words, or the first letters of a single word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words.length === 1 ? [...words[0]!].slice(0, SHORT_LENGTH) : words.map((word) => [...word][0]!)
  return letters.join('').toUpperCase()
}

/** Plans a row of /context/companysettings/pricetype. */
export function planPriceType(draft: Draft): Plan {
  const name = fitName(draft, readSourceRow(draft, PRICE_TYPE_SHAPE).name, [UNNAMED])
  keepLeft(draft, carriedBy(PRICE_TYPE_SHAPE), {})
  return planOf(draft, name, { name })
}
