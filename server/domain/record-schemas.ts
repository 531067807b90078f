/**
 * The schemas of records that commands and responses refer to by name; kinds.ts has the schemas of all kinds. The
 * static type, the serialized JSON and the OpenAPI document are all derived from each schema. Source: S-STOCK-1,
 * S-STOCK-3, S-ORDER-2, S-IMAGE-2.
 */
import { type TProperties, Type } from 'typebox'
import { CUSTOMER_RETURN } from './fields/customer-returns.ts'
import { DELIVERY_PHOTO } from './fields/delivery-photos.ts'
import { DOCUMENT } from './fields/documents.ts'
import { FILTER_VALUE } from './fields/filters.ts'
import { EXTERNAL_LINK, NOTIFICATION } from './fields/links.ts'
import { ORDER } from './fields/orders.ts'
import { PARTNER } from './fields/partners.ts'
import { PRODUCT } from './fields/products.ts'
import { PURCHASE } from './fields/purchases.ts'
import { SHIPMENT } from './fields/shipments.ts'
import { MOVEMENT, STOCK } from './fields/stock.ts'
import { Flag, Name, ReservationHours, TimeZone } from './schema.ts'

export { CONTRACT_KINDS } from './fields/contracts.ts'

export { CUSTOMER_RETURN_STATUSES } from './fields/customer-returns.ts'
export { DeliveryRecord } from './fields/deliveries.ts'
export { DOCUMENT_KINDS, DOCUMENT_STATUSES } from './fields/documents.ts'
export { LINKED_ENTITIES, NOTIFICATION_KINDS } from './fields/links.ts'
export { ORDER_PAYMENT_STATES, ORDER_STATUSES, OrderComponent } from './fields/orders.ts'

export { PAYMENT_DIRECTIONS, PAYMENT_METHODS, PAYMENT_STATUSES } from './fields/payments.ts'
export { PRODUCT_KINDS, ProductImage } from './fields/products.ts'
export { PURCHASE_STATUSES } from './fields/purchases.ts'
export { SHIPMENT_STATUSES } from './fields/shipments.ts'
export { MOVEMENT_TYPES } from './fields/stock.ts'
export { STOCKTAKE_STATUSES } from './fields/stocktakes.ts'

/** Makes a schema that appears under its own name in the OpenAPI document. */
export function record<T extends TProperties>(title: string, description: string, properties: T) {
  return Type.Object(properties, { title, description })
}

export const SettingsRecord = record('Settings', 'Settings of the company.', {
  companyName: Name,
  lowStockAlerts: Flag,
  dailySummary: Flag,
  timeZone: TimeZone,
  reservationHours: Type.Optional(ReservationHours),
})

export const FilterValueRecord = FILTER_VALUE.record

export const ProductRecord = PRODUCT.record

export const PartnerRecord = PARTNER.record

export const StockRecord = STOCK.record

export const OrderRecord = ORDER.record

export const ShipmentRecord = SHIPMENT.record

export const CustomerReturnRecord = CUSTOMER_RETURN.record

export const PurchaseRecord = PURCHASE.record

export const DeliveryPhotoRecord = DELIVERY_PHOTO.record

export const DocumentRecord = DOCUMENT.record

export const ExternalLinkRecord = EXTERNAL_LINK.record

export const NotificationRecord = NOTIFICATION.record

export const MovementRecord = MOVEMENT.record
