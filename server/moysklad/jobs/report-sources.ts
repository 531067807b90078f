/** In which lists the source's values are stored, for each kind of report row. */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import type { EntityType } from '../mapping/plan.ts'

/** Entities whose attributes become custom fields. */
const WITH_ATTRIBUTES = ['product', 'counterparty', 'purchaseorder', 'invoicein', 'supply']

/** The lists that contain a kind; late changes come before the rows they replace. */
export function sourceListsOf(entityType: EntityType): string[] {
  if (entityType === 'price_type') return ['pricetype']
  if (entityType === 'custom_field') return WITH_ATTRIBUTES.map((entity) => `attributes:${entity}`)
  const { entity } = SOURCE_ENTITIES[entityType]
  return [`late:${entity}`, entity]
}
