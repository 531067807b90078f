/** Error codes for refused payments for orders (status 409). problems.ts explains what an entry contains. */
import type { AboutCode } from './about-code.ts'

export const PAYMENT_CONFLICTS = {
  PAYMENT_EXCEEDED: {
    status: 409,
    title: 'Orders get more than the payment',
    when: 'The parts of a payment that are for orders add up to more than its amount.',
    advice: 'Assign less, or correct the amount while the payment is a draft.',
    said: ['По заказам распределено больше, чем сам платёж.', 'More is assigned to orders than the payment has.'],
    figures: { paymentId: 'id', number: 'name', asked: 'bound', most: 'bound' },
    told: [
      'По заказам распределено {{asked}}, а платёж — {{most}}. Распределите меньше.',
      '{{asked}} is assigned to orders, but the payment is {{most}}. Assign less.',
    ],
  },
  ORDER_MISMATCH: {
    status: 409,
    title: 'The order is from another customer',
    when: 'A payment is assigned to an order whose customer is not the partner of the payment.',
    advice: 'Choose orders of this partner.',
    said: ['Этот заказ от другого покупателя.', 'This order is from another customer.'],
    figures: { orderId: 'id', number: 'name', customer: 'name', partner: 'name' },
    told: [
      'Заказ {{number}} — от покупателя «{{customer}}», а платёж — с контрагентом «{{partner}}».',
      'Order {{number}} is from “{{customer}}”, but the payment is with “{{partner}}”.',
    ],
  },
  REFUND_EXCEEDED: {
    status: 409,
    title: 'More would be paid back than was paid',
    when: 'The command posts or assigns a refund that is more than what was paid for the order, or than the amount of the customer return; or takes a payment away from an order although that money was already paid back; or cancels a customer return that was refunded.',
    advice: 'Refund less, or cancel the refund first.',
    said: ['За заказ заплатили меньше, чем нужно вернуть.', 'Less was paid for the order than would be paid back.'],
    reasons: {
      order: {
        figures: { orderId: 'id', number: 'name', asked: 'bound', paid: 'bound' },
        told: [
          'По заказу {{number}} оплачено {{paid}}, вернуть {{asked}} нельзя.',
          '{{paid}} was paid for order {{number}}, so {{asked}} cannot be taken back.',
        ],
      },
      return: {
        figures: { returnId: 'id', number: 'name', asked: 'bound', most: 'bound' },
        told: [
          'По возврату {{number}} было бы возвращено {{asked}}, а можно {{most}}.',
          '{{asked}} would be paid back for return {{number}}, but at most {{most}} can be.',
        ],
      },
    },
  },
} as const satisfies Record<string, AboutCode>
