/** Describes the fields of stock rows, lots and movements. Source: S-STATE-7, S-STOCK-1, S-STOCK-3. */
import { Type } from 'typebox'
import { costly } from '../costs.ts'
import { Id, Moment, Money, Name, Note, oneOf, orNull, QuantityOrZero, StockCost, StockQuantity } from '../schema.ts'
import {
  DAMAGED,
  idOf,
  MISSING,
  MOMENT,
  MONEY,
  PRODUCT_ID,
  QUANTITY,
  SUPPLIER,
  SUPPLIER_ID,
  WAREHOUSE_ID,
} from './common.ts'
import { ON_PAPER } from './document-date.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'

export const MOVEMENT_TYPES = [
  'receipt',
  'writeoff',
  'transfer',
  'shipment',
  'return',
  'reversal',
  'surplus',
  'customer_return',
] as const

/** The types of movements that a reversal can undo. */
const REVERSED_TYPES = ['receipt', 'return', 'shipment', 'surplus', 'writeoff', 'customer_return'] as const

const PLACE = {
  productId: told(Id, PRODUCT_ID),
  warehouseId: told(Id, WAREHOUSE_ID),
}
const UNIT_COST = {
  label: ['Цена закупки', 'Unit cost'],
  meaning: `The cost of one unit. ${MONEY}`,
  example: 980.5,
  isCost: true,
} as const

export const STOCK = recordKind(
  { title: 'Stock', description: 'The stock of one product at one warehouse; a bundle has only `available`.' },
  {
    ...PLACE,
    onHand: told(orNull(StockQuantity), {
      label: ['В наличии', 'On hand'],
      meaning: `The quantity physically in the warehouse; null for a bundle. ${QUANTITY}`,
      example: 9,
    }),
    reserved: told(orNull(StockQuantity), {
      label: ['В резерве', 'Reserved'],
      meaning: `The quantity reserved for open orders; null for a bundle. ${QUANTITY}`,
      example: 2,
    }),
    available: told(StockQuantity, {
      label: ['Доступно', 'Available'],
      meaning: `onHand − reserved; for a bundle, the number that its components allow. ${QUANTITY}`,
      example: 7,
    }),
    waiting: maybe(StockQuantity, {
      label: ['Ожидают заказы', 'Waited for'],
      meaning: `How much orders wait for (\`backorder\`), as components of bundles too. Absent when no order waits. ${QUANTITY}`,
      example: undefined,
    }),
  },
)

const NO_SUPPLIER = (what: string) =>
  `The ${what} of the supplier; null for a surplus that a stocktake found, and for goods returned without an order.`

export const LOT = recordKind(
  { title: 'Lot', description: 'Goods received together at one cost; the oldest lots are used first.' },
  {
    id: idOf('lot'),
    ...PLACE,
    supplier: told(orNull(Name), { ...SUPPLIER, meaning: NO_SUPPLIER('name') }),
    supplierId: told(orNull(Id), { ...SUPPLIER_ID, meaning: NO_SUPPLIER('id') }),
    unitCost: told(Money, UNIT_COST),
    received: told(QuantityOrZero, {
      label: ['Принято', 'Received'],
      meaning: `The undamaged quantity received so far. ${QUANTITY}`,
      example: 9,
    }),
    remaining: told(QuantityOrZero, {
      label: ['Осталось', 'Remaining'],
      meaning: `The quantity still left in the lot. ${QUANTITY}`,
      example: 9,
    }),
    receivedAt: told(Moment, {
      label: ['Принята', 'Received at'],
      meaning: `When the goods were received. Lots are used in this order, then by id; a transfer keeps the time. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    sourceLotId: told(orNull(Id), {
      label: ['Исходная партия', 'Source lot'],
      meaning: 'The id of the lot from which a transfer drew this one, or the customer’s goods were once drawn.',
      example: null,
    }),
  },
)

const LotDraw = Type.Object({ lotId: Id, quantity: QuantityOrZero, unitCost: costly(Money) }, { title: 'LotDraw' })

export const MOVEMENT = recordKind(
  { title: 'Movement', description: 'One change of stock; only the number and date of its paper can be corrected.' },
  {
    id: idOf('movement'),
    type: told(oneOf(MOVEMENT_TYPES), {
      label: ['Тип', 'Type'],
      meaning: 'The kind of movement.',
      example: 'receipt',
      choices: {
        receipt: ['приёмка', 'receipt'],
        writeoff: ['списание', 'write-off'],
        transfer: ['перемещение', 'transfer'],
        shipment: ['отгрузка', 'shipment'],
        return: ['возврат поставщику', 'return to supplier'],
        reversal: ['отмена', 'reversal'],
        surplus: ['излишек', 'surplus'],
        customer_return: ['возврат покупателя', 'customer return'],
      },
    }),
    at: told(Moment, { label: ['Когда', 'At'], meaning: `When the goods moved. ${MOMENT}`, example: EXAMPLE_MOMENT }),
    ...ON_PAPER,
    ...PLACE,
    toWarehouseId: maybe(Id, {
      label: ['На склад', 'To warehouse'],
      meaning: 'The id of the destination warehouse.',
      example: undefined,
    }),
    quantity: told(QuantityOrZero, {
      label: ['Количество', 'Quantity'],
      meaning: `For a receipt, the quantity on its document; otherwise, the quantity moved. ${QUANTITY}`,
      example: 10,
    }),
    good: maybe(QuantityOrZero, {
      label: ['Годного', 'Good'],
      meaning: `The quantity that became stock: quantity − damaged − missing. ${QUANTITY}`,
      example: 9,
    }),
    damaged: maybe(QuantityOrZero, {
      ...DAMAGED,
      example: 1,
    }),
    missing: maybe(QuantityOrZero, MISSING),
    unitCost: maybe(Money, UNIT_COST),
    cost: told(StockCost, {
      label: ['Себестоимость', 'Cost'],
      meaning: `The cost of the moved goods, from their lots. ${MONEY}`,
      example: 8824.5,
      isCost: true,
    }),
    // The number of lots is not limited like arrays in request bodies, because goods may be taken from more lots.
    lots: told(Type.Array(LotDraw), {
      label: ['Партии', 'Lots'],
      meaning: 'The quantities drawn from each lot, in the order in which they were drawn.',
      example: [{ lotId: exampleId('lot'), quantity: 9, unitCost: 980.5 }],
    }),
    reason: maybe(Note, {
      label: ['Причина', 'Reason'],
      meaning: 'Why the goods were written off, or appeared.',
      example: undefined,
    }),
    reverses: maybe(oneOf(REVERSED_TYPES), {
      label: ['Отменяет', 'Reverses'],
      meaning: 'For a reversal, the type of the movements that it undoes.',
      example: undefined,
      choices: {
        receipt: ['приёмка', 'receipt'],
        return: ['возврат поставщику', 'return to supplier'],
        shipment: ['отгрузка', 'shipment'],
        surplus: ['излишек', 'surplus'],
        writeoff: ['списание', 'write-off'],
        customer_return: ['возврат покупателя', 'customer return'],
      },
    }),
    supplier: maybe(Name, SUPPLIER),
    supplierId: maybe(Id, SUPPLIER_ID),
    orderId: maybe(Id, { label: ['Заказ', 'Order'], meaning: 'The id of the customer order.', example: undefined }),
    shipmentId: maybe(Id, {
      label: ['Отгрузка', 'Shipment'],
      meaning: 'The id of the shipment. Movements from before shipments were recorded have none.',
      example: undefined,
    }),
    purchaseId: maybe(Id, {
      label: ['Закупка', 'Purchase'],
      meaning:
        'The id of the purchase for which the goods were received; the product, warehouse and supplier must be the same.',
      example: undefined,
    }),
    documentId: maybe(Id, {
      label: ['Документ', 'Document'],
      meaning: 'The id of the procurement document.',
      example: undefined,
    }),
    stocktakeId: maybe(Id, {
      label: ['Инвентаризация', 'Stocktake'],
      meaning: 'The id of the stocktake that found the surplus or the shortage.',
      example: undefined,
    }),
    returnId: maybe(Id, {
      label: ['Возврат', 'Return'],
      meaning: 'The id of the customer return, also for the write-off of its damaged goods.',
      example: undefined,
    }),
  },
)
