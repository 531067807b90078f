/**
 * Audit log sentences about who picks orders, and about goods that were not on the shelf. They are part of the table
 * described in audit-log.ts.
 */
import type { AboutAction } from './audit-saying.ts'

const ABSENT = { number: 'name', product: 'name' } as const

export const PICKING_SAYINGS = {
  'order.taken': {
    figures: { number: 'name', from: 'name' },
    said: ['Взят заказ {{number}}, который собирал {{from}}', 'Order {{number}} taken over from {{from}}'],
  },
  'order.absent': {
    hows: {
      absent: {
        figures: { ...ABSENT, quantity: 'quantity' },
        said: [
          'Нет на полке для заказа {{number}}: «{{product}}», {{quantity}}',
          'Not on the shelf for order {{number}}: {{quantity}} of “{{product}}”',
        ],
      },
      found: {
        figures: ABSENT,
        said: ['Нашёлся товар для заказа {{number}}: «{{product}}»', 'Found for order {{number}}: “{{product}}”'],
      },
    },
  },
} as const satisfies Readonly<Record<string, AboutAction>>
