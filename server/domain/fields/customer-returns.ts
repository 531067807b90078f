/** Describes the fields of customer returns. Source: docs/decisions/0067. */
import { Type } from 'typebox'
import { costly } from '../costs.ts'
import {
  Id,
  list,
  Moment,
  Money,
  Name,
  Note,
  oneOf,
  orNull,
  Quantity,
  QuantityOrZero,
  ShortText,
  StockCost,
} from '../schema.ts'
import { CUSTOMER_ID, idOf, MOMENT, MONEY, STAMPS, STATUS } from './common.ts'
import { ON_PAPER } from './document-date.ts'
import { EXAMPLE_LINE, exampleId } from './examples.ts'
import { maybe, told } from './field.ts'
import { recordKind } from './kind.ts'
import { NUMBER, POSTED_AT } from './numbered.ts'
import { LineId, OrderComponent } from './orders.ts'

export const CUSTOMER_RETURN_STATUSES = ['draft', 'posted', 'cancelled'] as const

const CustomerReturnLine = Type.Object(
  {
    lineId: orNull(LineId),
    productId: Id,
    name: Name,
    quantity: Quantity,
    damaged: QuantityOrZero,
    amount: orNull(Money),
    unitCost: Type.Optional(costly(Money)),
    cost: costly(orNull(StockCost)),
    components: Type.Optional(list(OrderComponent)),
  },
  { title: 'CustomerReturnLine' },
)

export const CUSTOMER_RETURN = recordKind(
  {
    title: 'CustomerReturn',
    description: 'Goods that a customer brought back; posting puts them into stock and takes their sale back.',
  },
  {
    id: idOf('customerReturn'),
    number: NUMBER,
    status: told(oneOf(CUSTOMER_RETURN_STATUSES), {
      ...STATUS,
      example: 'draft',
      choices: { draft: ['черновик', 'draft'], posted: ['проведён', 'posted'], cancelled: ['отменён', 'cancelled'] },
    }),
    orderId: told(orNull(Id), {
      label: ['Заказ', 'Order'],
      meaning: 'The id of the order that the goods were shipped for; null: the order is not known.',
      example: exampleId('order'),
    }),
    customer: told(Name, {
      label: ['Покупатель', 'Customer'],
      meaning: 'The stored name of the customer.',
      example: 'Иван Петров',
    }),
    customerId: told(Id, CUSTOMER_ID),
    warehouseId: told(Id, {
      label: ['Склад', 'Warehouse'],
      meaning: 'The id of the warehouse that takes the goods.',
      example: exampleId('warehouse'),
    }),
    reason: told(orNull(ShortText), {
      label: ['Причина', 'Reason'],
      meaning: 'Why the goods came back.',
      example: 'Не подошёл цвет',
    }),
    note: told(orNull(Note), { label: ['Комментарий', 'Note'], meaning: 'A free-text note.', example: null }),
    lines: told(list(CustomerReturnLine), {
      label: ['Позиции', 'Lines'],
      meaning: 'What came back, in the order given.',
      example: [
        {
          ...EXAMPLE_LINE,
          damaged: 1,
          amount: 3000,
          cost: null,
        },
      ],
    }),
    amount: told(Money, {
      label: ['Сумма', 'Amount'],
      meaning: `The sum of the amounts of the lines: what the customer no longer has to pay, or gets back. ${MONEY}`,
      example: 3000,
    }),
    refunded: told(Money, {
      label: ['Возвращено денег', 'Refunded'],
      meaning: `What was paid back for the return: the posted payments that name it. ${MONEY}`,
      example: 0,
    }),
    cost: told(orNull(StockCost), {
      label: ['Себестоимость', 'Cost'],
      meaning: `The cost of the goods, damaged ones included; null until the return is posted. ${MONEY}`,
      example: null,
      isCost: true,
    }),
    ...ON_PAPER,
    postedAt: POSTED_AT,
    cancelledAt: maybe(Moment, {
      label: ['Отменён', 'Cancelled at'],
      meaning: `When the return was cancelled; otherwise absent. ${MOMENT}`,
      example: undefined,
    }),
    ...STAMPS,
  },
)
