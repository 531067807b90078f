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
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'

export const MOVEMENT_TYPES = ['receipt', 'writeoff', 'transfer', 'shipment', 'return', 'reversal'] as const

const PLACE = {
  productId: told(Id, PRODUCT_ID),
  warehouseId: told(Id, WAREHOUSE_ID),
}
const UNIT_COST = {
  label: ['Цена закупки', 'Unit cost'],
  meaning: `What one costs. ${MONEY}`,
  example: 980.5,
  isCost: true,
} as const

export const STOCK = recordKind(
  { title: 'Stock', description: 'What is there of a product at a warehouse; a bundle has only `available`.' },
  {
    ...PLACE,
    onHand: told(orNull(StockQuantity), {
      label: ['В наличии', 'On hand'],
      meaning: `Physically there; null for a bundle. ${QUANTITY}`,
      example: 9,
    }),
    reserved: told(orNull(StockQuantity), {
      label: ['В резерве', 'Reserved'],
      meaning: `Promised to open orders; null for a bundle. ${QUANTITY}`,
      example: 2,
    }),
    available: told(StockQuantity, {
      label: ['Доступно', 'Available'],
      meaning: `onHand − reserved; of a bundle, what its components allow. ${QUANTITY}`,
      example: 7,
    }),
  },
)

export const LOT = recordKind(
  { title: 'Lot', description: 'Goods received together at one cost; drawn oldest first.' },
  {
    id: idOf('lot'),
    ...PLACE,
    supplier: told(Name, SUPPLIER),
    supplierId: told(Id, SUPPLIER_ID),
    unitCost: told(Money, UNIT_COST),
    received: told(QuantityOrZero, {
      label: ['Принято', 'Received'],
      meaning: `The good quantity that came. ${QUANTITY}`,
      example: 9,
    }),
    remaining: told(QuantityOrZero, {
      label: ['Осталось', 'Remaining'],
      meaning: `What is left of it. ${QUANTITY}`,
      example: 9,
    }),
    receivedAt: told(Moment, {
      label: ['Принята', 'Received at'],
      meaning: `Lots are drawn in this order, then by id; a transfer keeps it. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    sourceLotId: told(orNull(Id), {
      label: ['Исходная партия', 'Source lot'],
      meaning: 'Of a lot that came by transfer: the lot that it was drawn from.',
      example: null,
    }),
  },
)

const LotDraw = Type.Object({ lotId: Id, quantity: QuantityOrZero, unitCost: costly(Money) }, { title: 'LotDraw' })

export const MOVEMENT = recordKind(
  { title: 'Movement', description: 'One change of stock; never edited.' },
  {
    id: idOf('movement'),
    type: told(oneOf(MOVEMENT_TYPES), {
      label: ['Тип', 'Type'],
      meaning: 'What happened to the goods.',
      example: 'receipt',
      choices: {
        receipt: ['приёмка', 'receipt'],
        writeoff: ['списание', 'write-off'],
        transfer: ['перемещение', 'transfer'],
        shipment: ['отгрузка', 'shipment'],
        return: ['возврат поставщику', 'return to supplier'],
        reversal: ['отмена', 'reversal'],
      },
    }),
    at: told(Moment, { label: ['Когда', 'At'], meaning: MOMENT, example: EXAMPLE_MOMENT }),
    ...PLACE,
    toWarehouseId: maybe(Id, {
      label: ['На склад', 'To warehouse'],
      meaning: 'Of the warehouse that the goods go to.',
      example: undefined,
    }),
    quantity: told(QuantityOrZero, {
      label: ['Количество', 'Quantity'],
      meaning: `By the document of a receipt; else what moved. ${QUANTITY}`,
      example: 10,
    }),
    good: maybe(QuantityOrZero, {
      label: ['Годного', 'Good'],
      meaning: `What became stock: quantity − damaged − missing. ${QUANTITY}`,
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
      meaning: `Of the goods that moved, by their lots. ${MONEY}`,
      example: 8824.5,
      isCost: true,
    }),
    // Not limited like an array in a body: one draw may take from more lots than that.
    lots: told(Type.Array(LotDraw), {
      label: ['Партии', 'Lots'],
      meaning: 'The parts of lots that moved, in the order they were drawn.',
      example: [{ lotId: exampleId('lot'), quantity: 9, unitCost: 980.5 }],
    }),
    reason: maybe(Note, { label: ['Причина', 'Reason'], meaning: 'Why the goods go.', example: undefined }),
    reverses: maybe(oneOf(['receipt', 'return'] as const), {
      label: ['Отменяет', 'Reverses'],
      meaning: 'Of a reversal: the type of the movements that it takes back.',
      example: undefined,
      choices: { receipt: ['приёмка', 'receipt'], return: ['возврат поставщику', 'return to supplier'] },
    }),
    supplier: maybe(Name, SUPPLIER),
    supplierId: maybe(Id, SUPPLIER_ID),
    orderId: maybe(Id, { label: ['Заказ', 'Order'], meaning: 'Of a customer order.', example: undefined }),
    purchaseId: maybe(Id, {
      label: ['Закупка', 'Purchase'],
      meaning: 'Of the purchase that the goods belong to; its product, warehouse and supplier must be the same.',
      example: undefined,
    }),
    documentId: maybe(Id, {
      label: ['Документ', 'Document'],
      meaning: 'Of a procurement document.',
      example: undefined,
    }),
  },
)
