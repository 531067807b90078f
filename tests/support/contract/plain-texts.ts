/**
 * The plain text fields of each kind of record. A field added in `server/domain/fields/` is covered by all tests that use this
 * list.
 */
import { CONTRACT } from '../../../server/domain/fields/contracts.ts'
import type { RecordKind } from '../../../server/domain/fields/kind.ts'
import { ORGANIZATION } from '../../../server/domain/fields/organizations.ts'
import { PARTNER } from '../../../server/domain/fields/partners.ts'
import { PRICE_TYPE } from '../../../server/domain/fields/price-types.ts'
import { PRODUCT } from '../../../server/domain/fields/products.ts'
import { WAREHOUSE } from '../../../server/domain/fields/warehouses.ts'
import { Note, ShortText } from '../../../server/domain/schema.ts'

export const KINDS = {
  products: PRODUCT,
  partners: PARTNER,
  organizations: ORGANIZATION,
  warehouses: WAREHOUSE,
  'price-types': PRICE_TYPE,
  contracts: CONTRACT,
} as const satisfies Record<string, { readonly fields: RecordKind['fields'] }>

/** Returns the names of the plain text fields of a kind of record. */
export const plainTextsOf = ({ fields }: Pick<RecordKind, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, { value, blank, create, update }]) =>
    (value === ShortText || value === Note) && blank === null && create !== null && update !== null ? [name] : [],
  )
