/** Describes the fields of customer orders. Source: S-ORDER-1, S-ORDER-2. */
import { Type } from 'typebox'
import {
  Id,
  list,
  Moment,
  Money,
  Name,
  Note,
  oneOf,
  orNull,
  Percent,
  QuantityOrZero,
  ShortText,
  StockCost,
} from '../schema.ts'
import { idOf, MOMENT, MONEY, PERCENT, STAMPS, STATUS, WAREHOUSE_ID } from './common.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'
import { EXTERNAL_PAIR, NUMBER } from './numbered.ts'

export const ORDER_STATUSES = ['new', 'picking', 'shipped', 'cancelled'] as const

export const OrderComponent = Type.Object(
  { productId: Id, name: Name, quantity: QuantityOrZero },
  { title: 'OrderComponent' },
)
/** The number of a line in its order, from 1. It stays the same while the order has the line. */
export const LineId = Type.Integer({ minimum: 1 })
const OrderItemRecord = Type.Object(
  {
    id: LineId,
    productId: Id,
    name: Name,
    sku: orNull(ShortText),
    quantity: QuantityOrZero,
    price: orNull(Money),
    priceGiven: Type.Optional(Type.Boolean()),
    discountPercent: Type.Optional(Percent),
    amount: orNull(Money),
    components: Type.Optional(list(OrderComponent)),
  },
  { title: 'OrderItem' },
)
const Picker = Type.Object({ id: ShortText, name: ShortText }, { title: 'Picker' })

export const ORDER = recordKind(
  { title: 'Order', description: 'A customer order; `cost` is known once it is shipped.' },
  {
    id: idOf('order'),
    number: NUMBER,
    status: told(oneOf(ORDER_STATUSES), {
      ...STATUS,
      example: 'new',
      choices: {
        new: ['новый', 'new'],
        picking: ['в сборке', 'picking'],
        shipped: ['отгружен', 'shipped'],
        cancelled: ['отменён', 'cancelled'],
      },
    }),
    customer: told(Name, {
      label: ['Покупатель', 'Customer'],
      meaning: 'The name of the partner that buys: given in any case, answered as it is stored.',
      example: 'Иван Петров',
    }),
    customerId: told(Id, {
      label: ['Покупатель', 'Customer'],
      meaning: 'Of the partner that buys.',
      example: exampleId('customer'),
    }),
    warehouseId: told(Id, WAREHOUSE_ID),
    channel: told(Name, {
      label: ['Канал', 'Channel'],
      meaning: 'Where the order came from, in free words.',
      example: 'Сайт',
    }),
    priceTypeId: told(orNull(Id), {
      label: ['Тип цены', 'Price type'],
      meaning: 'The price type that prices were taken from; null: the main price.',
      example: null,
    }),
    externalNumber: told(orNull(ShortText), {
      label: ['Номер у покупателя', 'Customer’s order number'],
      meaning: 'The number that the order has elsewhere, for people.',
      example: null,
    }),
    deliveryAddress: told(orNull(Note), {
      label: ['Адрес доставки', 'Delivery address'],
      meaning: 'Where the goods go.',
      example: null,
    }),
    note: told(orNull(Note), { label: ['Комментарий', 'Note'], meaning: 'In free words.', example: null }),
    orderedAt: told(Moment, {
      label: ['Дата заказа', 'Ordered on'],
      meaning: `When the customer ordered; without it, now. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    ...EXTERNAL_PAIR,
    items: told(list(OrderItemRecord), {
      label: ['Позиции', 'Items'],
      meaning: 'In the order given; the same product may stand in several.',
      example: [
        {
          id: 1,
          productId: exampleId('product'),
          name: 'Чайник',
          sku: 'TEA-1',
          quantity: 2,
          price: 1500,
          amount: 3000,
        },
      ],
    }),
    discountPercent: maybe(Percent, {
      label: ['Скидка на заказ, %', 'Order discount, %'],
      meaning: `A discount of the whole order, spread over the amounts of its lines to the kopeck. Not there without one, nor beside \`discountAmount\`. ${PERCENT}`,
      example: undefined,
    }),
    discountAmount: maybe(Money, {
      label: ['Скидка на заказ', 'Order discount'],
      meaning: `A discount of the whole order as a sum. Not there without one, nor beside \`discountPercent\`. ${MONEY}`,
      example: undefined,
    }),
    total: told(Money, { label: ['Сумма', 'Total'], meaning: `The sum of the amounts. ${MONEY}`, example: 3000 }),
    unpricedItems: told(Type.Integer(), {
      label: ['Позиций без цены', 'Lines without a price'],
      meaning: 'How many items have no price.',
      example: 0,
    }),
    cost: told(orNull(StockCost), {
      label: ['Себестоимость', 'Cost'],
      meaning: `What the shipped goods cost, by their lots; null until shipped. ${MONEY}`,
      example: null,
      isCost: true,
    }),
    shippedAt: told(orNull(Moment), {
      label: ['Отгружен', 'Shipped'],
      meaning: `Null until shipped. ${MOMENT}`,
      example: null,
    }),
    pickedBy: maybe(Picker, {
      label: ['Собирает', 'Picked by'],
      meaning: 'Who began to pick it.',
      example: undefined,
    }),
    ...STAMPS,
  },
)
