/**
 * Audit log sentences about shipments, reservations, and orders closed before everything was shipped. They are part of
 * the table described in audit-log.ts.
 */
import type { AboutAction } from './audit-saying.ts'

const POSTED = { number: 'name', customer: 'name', items: 'count', amount: 'money', cost: 'cost' } as const

export const SHIPMENT_SAYINGS = {
  'order.reserved': {
    hows: {
      again: {
        figures: { number: 'name' },
        said: ['Заказ {{number}} снова зарезервирован', 'Order {{number}} reserved again'],
      },
      longer: {
        figures: { number: 'name' },
        said: ['Изменён срок резерва заказа {{number}}', 'End of the reservation of order {{number}} changed'],
      },
    },
  },
  'order.released': {
    hows: {
      ended: {
        figures: { number: 'name', customer: 'name' },
        said: [
          'Срок резерва заказа {{number}} истёк, товар освобождён: «{{customer}}»',
          'Reservation of order {{number}} for “{{customer}}” ended, its goods are free',
        ],
      },
      paid: {
        figures: { number: 'name', customer: 'name' },
        said: [
          'Срок резерва заказа {{number}} истёк, но заказ оплачивают, и товар остаётся за ним: «{{customer}}»',
          'Reservation of order {{number}} for “{{customer}}” kept without an end, because it is being paid',
        ],
      },
    },
  },
  'order.closed': {
    figures: { number: 'name', shipped: 'money', total: 'money' },
    said: [
      'Закрыт остаток заказа {{number}}: отгружено {{shipped}} из {{total}}',
      'Order {{number}} closed: {{shipped}} of {{total}} shipped',
    ],
  },
  'shipment.posted': {
    hows: {
      rest: {
        figures: POSTED,
        said: [
          'Проведена отгрузка {{number}}: «{{customer}}», строк {{items}}, {{amount}}[, себестоимость {{cost}}]',
          'Shipment {{number}} for “{{customer}}” posted: {{items}} items, {{amount}}[ at a cost of {{cost}}]',
        ],
      },
      part: {
        figures: POSTED,
        said: [
          'Проведена отгрузка {{number}}, часть заказа: «{{customer}}», строк {{items}}, {{amount}}[, себестоимость {{cost}}]',
          'Shipment {{number}} for “{{customer}}” posted, a part of the order: {{items}} items, {{amount}}[ at a cost of {{cost}}]',
        ],
      },
    },
  },
  'shipment.cancelled': {
    figures: { number: 'name', customer: 'name', amount: 'money', cost: 'cost' },
    said: [
      'Отменена отгрузка {{number}}: «{{customer}}», {{amount}}[, себестоимость {{cost}}]',
      'Shipment {{number}} for “{{customer}}” cancelled: {{amount}}[ at a cost of {{cost}}]',
    ],
  },
} as const satisfies Readonly<Record<string, AboutAction>>
