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
  StockQuantity,
} from '../schema.ts'
import { CUSTOMER_ID, idOf, MOMENT, MONEY, PERCENT, QUANTITY, STAMPS, STATUS, WAREHOUSE_ID } from './common.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'
import { EXTERNAL_PAIR, NUMBER } from './numbered.ts'

export const ORDER_STATUSES = ['new', 'picking', 'shipped', 'cancelled'] as const
const FULFILMENTS = ['none', 'part', 'all'] as const
export const ORDER_PAYMENT_STATES = ['unpaid', 'part', 'paid', 'overpaid'] as const

export const OrderComponent = Type.Object(
  { productId: Id, name: Name, quantity: QuantityOrZero },
  { title: 'OrderComponent' },
)
/** The number of a line within its order, counted from 1. A line keeps its number as long as it exists. */
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
    shipped: QuantityOrZero,
    cancelled: QuantityOrZero,
    reserved: QuantityOrZero,
    waiting: Type.Optional(QuantityOrZero),
    shippedAmount: Type.Optional(Money),
    returned: Type.Optional(QuantityOrZero),
    returnedAmount: Type.Optional(Money),
    components: Type.Optional(list(OrderComponent)),
  },
  { title: 'OrderItem' },
)
/** A user or token, with the name it had when recorded. */
export const Who = { id: ShortText, name: ShortText }
const Person = Type.Object(Who, {
  title: 'NamedPerson',
  description: 'A user or token, with its name at that time.',
})
const Picker = Type.Object({ ...Who, from: Type.Optional(Person), note: Type.Optional(ShortText) }, { title: 'Picker' })
const AbsentGoods = Type.Object(
  { productId: Id, name: Name, quantity: QuantityOrZero, by: Person, at: Moment },
  { title: 'AbsentGoods' },
)

export const ORDER = recordKind(
  { title: 'Order', description: 'A customer order; `cost` is that of what was shipped so far.' },
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
      meaning: 'The name of the customer: upper and lower case do not matter, and answers show it as stored.',
      example: 'Иван Петров',
    }),
    customerId: told(Id, CUSTOMER_ID),
    warehouseId: told(Id, WAREHOUSE_ID),
    channel: told(Name, {
      label: ['Канал', 'Channel'],
      meaning: 'Where the order came from, as free text.',
      example: 'Сайт',
    }),
    priceTypeId: told(orNull(Id), {
      label: ['Тип цены', 'Price type'],
      meaning: 'The id of the price type that the prices came from; null: the main price.',
      example: null,
    }),
    externalNumber: told(orNull(ShortText), {
      label: ['Номер у покупателя', 'Customer’s order number'],
      meaning: 'The number of the order in the customer’s own system, for people.',
      example: null,
    }),
    deliveryAddress: told(orNull(Note), {
      label: ['Адрес доставки', 'Delivery address'],
      meaning: 'The delivery address.',
      example: null,
    }),
    note: told(orNull(Note), { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: null }),
    orderedAt: told(Moment, {
      label: ['Дата заказа', 'Ordered on'],
      meaning: `When the customer placed the order; if left out, now. ${MOMENT}`,
      example: EXAMPLE_MOMENT,
    }),
    ...EXTERNAL_PAIR,
    items: told(list(OrderItemRecord), {
      label: ['Позиции', 'Items'],
      meaning: 'The items, in the order given; several lines may be of the same product.',
      example: [
        {
          id: 1,
          productId: exampleId('product'),
          name: 'Чайник',
          sku: 'TEA-1',
          quantity: 2,
          price: 1500,
          amount: 3000,
          shipped: 0,
          cancelled: 0,
          reserved: 2,
        },
      ],
    }),
    discountPercent: maybe(Percent, {
      label: ['Скидка на заказ, %', 'Order discount, %'],
      meaning: `A discount on the whole order, distributed over its lines to the kopeck. Absent when there is none, or when \`discountAmount\` is set. ${PERCENT}`,
      example: undefined,
    }),
    discountAmount: maybe(Money, {
      label: ['Скидка на заказ', 'Order discount'],
      meaning: `A discount on the whole order as a sum of money. Absent when there is none, or when \`discountPercent\` is set. ${MONEY}`,
      example: undefined,
    }),
    total: told(Money, {
      label: ['Сумма', 'Total'],
      meaning: `The sum of the amounts of the lines, as ordered. It does not change if the order is closed before everything was shipped. ${MONEY}`,
      example: 3000,
    }),
    shippedAmount: told(Money, {
      label: ['Отгружено на сумму', 'Shipped amount'],
      meaning: `The amount of what was shipped, without cancelled shipments. ${MONEY}`,
      example: 0,
    }),
    returnedAmount: maybe(Money, {
      label: ['Возвращено на сумму', 'Returned amount'],
      meaning: `The amount of what the customer returned: \`shippedAmount\` minus this is what the customer owes for the order. Absent when nothing was returned. ${MONEY}`,
      example: undefined,
    }),
    fulfilment: told(oneOf(FULFILMENTS), {
      label: ['Отгрузка', 'Fulfilment'],
      meaning: 'How much of the ordered quantity was shipped.',
      example: 'none',
      choices: {
        none: ['не отгружен', 'not shipped'],
        part: ['отгружен частично', 'partly shipped'],
        all: ['отгружен полностью', 'fully shipped'],
      },
    }),
    backorder: maybe(Type.Boolean(), {
      label: ['Ждёт товара', 'May wait for goods'],
      meaning:
        'True when the order may wait for goods: its lines reserve what is available, and later receipts fill the rest. Otherwise absent.',
      example: undefined,
    }),
    waiting: maybe(StockQuantity, {
      label: ['Ожидается', 'Waiting'],
      meaning: `The quantity that all lines together wait for; a bundle counts as one. Absent when no line waits. ${QUANTITY}`,
      example: undefined,
    }),
    reservedUntil: maybe(Moment, {
      label: ['Резерв до', 'Reserved until'],
      meaning: `When the reservation ends, if the order is still \`new\`, nothing of it was shipped and nothing paid. Absent when it does not end. ${MOMENT}`,
      example: undefined,
    }),
    releasedAt: maybe(Moment, {
      label: ['Резерв снят', 'Reservation ended'],
      meaning: `When the reservation ended. The order reserves nothing and waits for nothing until it is reserved again. Absent otherwise. ${MOMENT}`,
      example: undefined,
    }),
    closedShort: maybe(Type.Boolean(), {
      label: ['Закрыт с остатком', 'Closed short'],
      meaning: 'True when the order was finished although a part of it was not shipped; otherwise absent.',
      example: undefined,
    }),
    shipmentCount: maybe(Type.Integer({ minimum: 1 }), {
      label: ['Отгрузок', 'Shipments'],
      meaning:
        'How many shipments the order has had, cancelled ones included. Absent before the first one, and for orders that were shipped before shipments were recorded.',
      example: undefined,
    }),
    unpricedItems: told(Type.Integer(), {
      label: ['Позиций без цены', 'Lines without a price'],
      meaning: 'The number of items without a price.',
      example: 0,
    }),
    paid: told(Money, {
      label: ['Оплачено', 'Paid'],
      meaning: `What was paid for the order: posted incoming payments for it, minus posted refunds. ${MONEY}`,
      example: 0,
    }),
    payment: told(oneOf(ORDER_PAYMENT_STATES), {
      label: ['Оплата', 'Payment state'],
      meaning:
        'Compares `paid` with what the order costs: the goods shipped and still to be shipped, minus the goods returned. That is its `total` minus what was returned and what closing the order cancelled. An order that costs nothing is `paid`. Nothing is owed for a cancelled order, so money paid for it makes it `overpaid`.',
      example: 'unpaid',
      choices: {
        unpaid: ['не оплачен', 'unpaid'],
        part: ['оплачен частично', 'partly paid'],
        paid: ['оплачен', 'paid'],
        overpaid: ['переплата', 'overpaid'],
      },
    }),
    cost: told(orNull(StockCost), {
      label: ['Себестоимость', 'Cost'],
      meaning: `The cost of the shipped goods, from their lots; null until the first shipment. ${MONEY}`,
      example: null,
      isCost: true,
    }),
    shippedAt: told(orNull(Moment), {
      label: ['Отгружен', 'Shipped'],
      meaning: `When the order got the status \`shipped\`; null until then. ${MOMENT}`,
      example: null,
    }),
    pickedBy: maybe(Picker, {
      label: ['Собирает', 'Picked by'],
      meaning:
        'The user or token that picks the order. If it was taken from somebody: `from` whom, and the `note` to them.',
      example: undefined,
    }),
    absent: maybe(list(AbsentGoods), {
      label: ['Не нашлось', 'Could not be found'],
      meaning:
        'Goods that could not be found when the order was picked: the quantity, who reported it, and when. Absent when there are none.',
      example: undefined,
    }),
    ...STAMPS,
  },
)
