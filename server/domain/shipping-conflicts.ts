/**
 * Error codes for commands refused because goods have already been shipped (status 409). problems.ts explains what an
 * entry contains.
 */
import type { AboutCode } from './about-code.ts'

export const SHIPPING_CONFLICTS = {
  NOT_RESERVED: {
    status: 409,
    title: 'The order does not hold these goods',
    when: 'The goods to pick or ship are not reserved for the order: it waits for them, or its reservation ended.',
    advice: 'Ship only what the order has reserved, receive the goods, or reserve the goods for the order again.',
    said: [
      'Этот товар за заказом не закреплён. Отгрузите то, что есть, или зарезервируйте заказ снова.',
      'The order does not hold these goods. Ship what it holds, or reserve it again.',
    ],
    reasons: {
      waiting: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'Заказ {{number}} ещё ждёт товар: отгружать пока нечего.',
          'Order {{number}} still waits for its goods: there is nothing to ship yet.',
        ],
      },
      ended: {
        figures: { orderId: 'id', number: 'name' },
        told: [
          'Резерв заказа {{number}} снят. Зарезервируйте заказ снова.',
          'The reservation of order {{number}} ended. Reserve the order again.',
        ],
      },
      line: {
        figures: {
          ...{ orderId: 'id', number: 'name', line: 'count', product: 'name' },
          ...{ asked: 'quantity', reserved: 'quantity' },
        },
        told: [
          'Отгружаете {{asked}} «{{product}}», а за заказом {{number}} закреплено {{reserved}}, остальное ожидается.',
          'You are shipping {{asked}} of “{{product}}”, but order {{number}} holds {{reserved}}; the rest waits for goods.',
        ],
      },
    },
  },
  SHIPMENT_EXCEEDED: {
    status: 409,
    title: 'The shipment exceeds the order',
    when: 'The quantity to ship is more than what is left of the line: the rest was shipped or cancelled.',
    advice: 'Read the order again, and ship what is left.',
    said: ['К отгрузке осталось меньше.', 'Less is left to ship.'],
    figures: { orderId: 'id', number: 'name', line: 'count', product: 'name', asked: 'quantity', left: 'quantity' },
    told: [
      'Отгружаете {{asked}} «{{product}}», а по заказу {{number}} осталось {{left}}.',
      'You are shipping {{asked}} of “{{product}}”, but order {{number}} has {{left}} left.',
    ],
  },
  ALREADY_SHIPPED: {
    status: 409,
    title: 'A part of the order was shipped',
    when: 'The command changes something that can no longer change, because a part of the order was shipped: the shipped quantity of a line, its price or discount, or the customer, warehouse, price type or discount of the order.',
    advice: 'Leave what was shipped as it is, or cancel the shipment first.',
    said: [
      'Часть заказа уже отгружена, это изменить нельзя.',
      'A part of the order was shipped, so this can no longer change.',
    ],
    reasons: {
      quantity: {
        figures: {
          ...{ orderId: 'id', number: 'name', line: 'count', product: 'name' },
          ...{ asked: 'quantity', shipped: 'quantity', cancelled: 'quantity' },
        },
        told: [
          '«{{product}}»: отгружено {{shipped}}, отменено {{cancelled}}, оставить меньше нельзя.',
          '“{{product}}”: {{shipped}} shipped, {{cancelled}} cancelled; the line cannot have less.',
        ],
      },
      removed: {
        figures: { orderId: 'id', number: 'name', line: 'count', product: 'name', shipped: 'quantity' },
        told: [
          '«{{product}}»: отгружено {{shipped}}, строку удалить нельзя.',
          '“{{product}}”: {{shipped}} shipped; the line cannot be removed.',
        ],
      },
      price: {
        figures: { orderId: 'id', number: 'name', line: 'count', product: 'name', shipped: 'quantity' },
        told: [
          '«{{product}}»: отгружено {{shipped}}, цену и скидку менять нельзя.',
          '“{{product}}”: {{shipped}} shipped; its price and discount can no longer change.',
        ],
      },
      order: {
        figures: { orderId: 'id', number: 'name', field: ['customer', 'warehouse', 'price type', 'discount'] },
        told: [
          'Часть заказа {{number}} отгружена: покупателя, склад, тип цены и скидку на заказ менять нельзя.',
          'A part of order {{number}} was shipped: its customer, warehouse, price type and discount can no longer change.',
        ],
      },
    },
  },
} as const satisfies Record<string, AboutCode>
