/** Finds the lists that contain MoySklad's original values, for each kind of report row. */
import { SOURCE_ENTITIES } from '../mapping/map-row.ts'
import type { EntityType } from '../mapping/plan.ts'

/** Entities whose attributes become custom fields. */
const WITH_ATTRIBUTES = ['product', 'counterparty', 'purchaseorder', 'invoicein', 'supply']

/**
 * Returns the lists that contain rows of a kind. Late changes come first, because they replace the rows read earlier.
 */
export function sourceListsOf(entityType: EntityType): string[] {
  if (entityType === 'price_type') return ['pricetype']
  if (entityType === 'custom_field') return WITH_ATTRIBUTES.map((entity) => `attributes:${entity}`)
  const { entity } = SOURCE_ENTITIES[entityType]
  return [`late:${entity}`, entity]
}
