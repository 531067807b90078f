/** Maps a MoySklad row to its plan. Code outside this folder uses only this file to map rows. */
import type { Dictionaries } from './dictionaries.ts'
import { planDocument } from './documents.ts'
import { planPartner } from './partners.ts'
import { planOrganization, planPriceType, planWarehouse } from './places.ts'
import { type Draft, draftOf, type EntityType, type Plan } from './plan.ts'
import { planBundle, planProduct, planService, planVariant } from './products.ts'
import { sourceRowOf } from './source-values.ts'

/**
 * Kinds of rows that are mapped one by one. Custom fields are left out, because `planCustomFields` plans them all
 * together.
 */
export type RowType = Exclude<EntityType, 'custom_field'>

const PLANNERS: Readonly<Record<RowType, (draft: Draft, dictionaries: Dictionaries) => Plan>> = {
  price_type: planPriceType,
  warehouse: planWarehouse,
  organization: planOrganization,
  partner: planPartner,
  product: planProduct,
  service: planService,
  variant: planVariant,
  bundle: planBundle,
  purchase_order: (draft, dictionaries) => planDocument('purchase_order', draft, dictionaries),
  supplier_invoice: (draft, dictionaries) => planDocument('supplier_invoice', draft, dictionaries),
  receipt: (draft, dictionaries) => planDocument('receipt', draft, dictionaries),
}

/** For each kind of row: its path below /entity/ in MoySklad's API, and the nested collections to expand. */
export const SOURCE_ENTITIES = {
  warehouse: { entity: 'store', expand: [] },
  organization: { entity: 'organization', expand: ['accounts'] },
  partner: { entity: 'counterparty', expand: ['accounts', 'contactpersons'] },
  product: { entity: 'product', expand: [] },
  service: { entity: 'service', expand: [] },
  variant: { entity: 'variant', expand: [] },
  bundle: { entity: 'bundle', expand: ['components'] },
  purchase_order: { entity: 'purchaseorder', expand: ['positions'] },
  supplier_invoice: { entity: 'invoicein', expand: ['positions'] },
  receipt: { entity: 'supply', expand: ['positions'] },
} as const satisfies Record<Exclude<RowType, 'price_type'>, { entity: string; expand: readonly string[] }>

/** Plans a row. Never throws: unreadable values become problems of the plan. */
export function mapRow(type: RowType, row: unknown, dictionaries: Dictionaries): Plan {
  return PLANNERS[type](draftOf(type, sourceRowOf(row), dictionaries.names), dictionaries)
}
