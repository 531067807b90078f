/** Error codes for commands that the picking rules refuse (status 409). problems.ts explains what an entry contains. */
import type { AboutCode } from './about-code.ts'

export const PICKING_CONFLICTS = {
  TAKEN_MEANWHILE: {
    status: 409,
    title: 'Somebody else took the order',
    when: 'The order is taken over from somebody who is not, or is no longer, picking it: `from` is not the id in its `pickedBy`.',
    advice: 'Read the order again. If you still want it, take it from the user who is picking it now.',
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
