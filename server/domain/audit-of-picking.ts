/** What the audit log says about who picks orders, and goods that were not on the shelf. audit-log.ts explains the table. */
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
