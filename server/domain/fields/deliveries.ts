/**
 * Describes the response to receiving a delivery: the posted receipt without its costs, so that everybody who may
 * receive goods may read it. Source: S-DELIVERY-1.
 */
import { Type } from 'typebox'
import { Id, list, Moment, Name, orNull, QuantityOrZero, ShortText } from '../schema.ts'

const DeliveryLine = Type.Object(
  {
    productId: Id,
    name: Name,
    sku: orNull(ShortText),
    quantity: QuantityOrZero,
    damaged: Type.Optional(QuantityOrZero),
    missing: Type.Optional(QuantityOrZero),
  },
  { title: 'DeliveryLine' },
)

export const DeliveryRecord = Type.Object(
  {
    id: Id,
    number: ShortText,
    supplier: Name,
    supplierId: Id,
    warehouseId: Id,
    reference: orNull(ShortText),
    sourceDocumentId: orNull(Id),
    lines: list(DeliveryLine),
    postedAt: Moment,
  },
  { title: 'Delivery', description: 'A posted receipt as warehouse staff see it: without costs.' },
)
