/** Error codes for commands that the picking rules refuse (status 409). problems.ts explains what an entry contains. */
import type { AboutCode } from './about-code.ts'

export const PICKING_CONFLICTS = {
  TAKEN_MEANWHILE: {
    status: 409,
    title: 'Somebody else took the order',
    when: 'An order is taken from somebody who does not pick it, or no longer: `from` is not the id in its `pickedBy`.',
    advice: 'Read the order again. Take it from whoever picks it now, if that is meant.',
    said: ['Заказ уже взял кто-то другой.', 'Somebody else took the order.'],
    reasons: {
      picked: {
        figures: { orderId: 'id', number: 'name', picker: 'name' },
        told: ['Заказ {{number}} уже собирает {{picker}}.', 'Order {{number}} is being picked by {{picker}}.'],
      },
      free: {
        figures: { orderId: 'id', number: 'name' },
        told: ['Заказ {{number}} никто не собирает.', 'Nobody is picking order {{number}}.'],
      },
    },
  },
} as const satisfies Record<string, AboutCode>
