/** Describes the fields of shipments. Source: S-SHIPMENT-1, S-SHIPMENT-2. */
import { Type } from 'typebox'
import { costly } from '../costs.ts'
import { Id, list, Moment, Money, Name, Note, oneOf, orNull, Quantity, ShortText, StockCost } from '../schema.ts'
import { idOf, MOMENT, MONEY, STAMPS, STATUS } from './common.ts'
import { ON_PAPER } from './document-date.ts'
import { EXAMPLE_LINE, EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'
import { LineId, OrderComponent } from './orders.ts'

export const SHIPMENT_STATUSES = ['posted', 'cancelled'] as const

const ShipmentItemRecord = Type.Object(
  {
    lineId: LineId,
    productId: Id,
    name: Name,
    quantity: Quantity,
    amount: orNull(Money),
    cost: costly(StockCost),
    components: Type.Optional(list(OrderComponent)),
  },
  { title: 'ShipmentItem' },
)

export const SHIPMENT = recordKind(
  {
    title: 'Shipment',
    description: 'Goods of an order that left the warehouse together: the whole order or a part of it.',
  },
  {
    id: idOf('shipment'),
    number: told(ShortText, {
      label: ['Номер', 'Number'],
      meaning: 'The number of the order with the number of the shipment within it.',
      example: '00001-1',
    }),
    orderId: told(Id, {
      label: ['Заказ', 'Order'],
      meaning: 'The id of the customer order.',
      example: exampleId('order'),
    }),
    status: told(oneOf(SHIPMENT_STATUSES), {
      ...STATUS,
      example: 'posted',
      choices: { posted: ['отгружена', 'posted'], cancelled: ['отменена', 'cancelled'] },
    }),
    at: told(Moment, {
      label: ['Отгружена', 'Shipped at'],
      meaning: `When the goods left the warehouse. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    items: told(list(ShipmentItemRecord), {
      label: ['Позиции', 'Items'],
      meaning: 'What was shipped of each line of the order, in the order of its lines.',
      example: [
        {
          ...EXAMPLE_LINE,
          amount: 3000,
          cost: 1961,
        },
      ],
    }),
    amount: told(Money, {
      label: ['Сумма', 'Amount'],
      meaning: `The sum of the amounts of the items. ${MONEY}`,
      example: 3000,
    }),
    cost: told(StockCost, {
      label: ['Себестоимость', 'Cost'],
      meaning: `The cost of the goods, from their lots. ${MONEY}`,
      example: 1961,
      isCost: true,
    }),
    trackingNumber: maybe(ShortText, {
      label: ['Трек-номер', 'Tracking number'],
      meaning: 'The number by which the carrier tracks the parcel.',
      example: undefined,
    }),
    ...ON_PAPER,
    note: maybe(Note, { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: undefined }),
    cancelledAt: maybe(Moment, {
      label: ['Отменена', 'Cancelled at'],
      meaning: `When the shipment was cancelled, and its goods were put back; otherwise absent. ${MOMENT}`,
      example: undefined,
    }),
    ...STAMPS,
  },
)
