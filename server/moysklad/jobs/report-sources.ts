/** Where what the source had is kept, for each kind of row of the report. */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import type { EntityType } from '../mapping/plan.ts'

/** Whose attributes become custom fields. */
const WITH_ATTRIBUTES = ['product', 'counterparty', 'purchaseorder', 'invoicein', 'supply']

/** The lists that have it; what came late goes before what it changed. */
export function sourceListsOf(entityType: EntityType): string[] {
  if (entityType === 'price_type') return ['pricetype']
  if (entityType === 'custom_field') return WITH_ATTRIBUTES.map((entity) => `attributes:${entity}`)
  const { entity } = SOURCE_ENTITIES[entityType]
  return [`late:${entity}`, entity]
}
